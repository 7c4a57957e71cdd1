#!/usr/bin/env bash
# Compares what the programs of two builds print: runs them with the same arguments and compares
# standard output and exit codes, byte for byte. For changes of the code that must change no output.
#
#   tools/compare_outputs.sh BEFORE AFTER [PATTERN]
#
# BEFORE and AFTER are folders like bazel-bin, or copies of one (cp -rL bazel-bin/properties/verify
# …), PATTERN an extended regular expression: only command lines that match. Lines that only one
# build can run within its time are counted and not compared. Exit: 0 all the same; 1 something
# differs; 2 wrong usage.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
usage() { echo "compare_outputs: $1, expected BEFORE AFTER [PATTERN]" >&2; exit 2; }
[ $# -ge 2 ] && [ $# -le 3 ] || usage "$# arguments"
for folder in "$1" "$2"; do
  [ -x "$folder/properties/verify" ] || usage "no program properties/verify in '$folder'"
done
before=$(realpath "$1") after=$(realpath "$2") pattern=${3:-.}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
seconds=60

# The words of a section of --list.
listed() {
  "$before/$1" --list | awk -v section="$2" '/^[^ ]/ { on = index($0, section) == 1; next } on { print $1 }'
}

command_lines() {
  local model scenario integrator
  echo "properties/verify --trials 300 --format json"
  echo "properties/verify --trials 300 --format csv"
  echo "properties/verify --trials 300 --model lugre"
  echo "properties/verify --ledger --trials 300 --format csv"
  echo "properties/verify --ledger --trials 300 --format json"
  echo "properties/verify --ledger --trials 300"
  echo "properties/verify --integrator euler --step 1e-4 --trials 20 --model lugre --format csv"
  echo "properties/verify --integrator euler --step 1e-4 --trials 20 --model lugre --format json"
  echo "properties/verify --catalogue"
  echo "properties/verify --list"
  for model in properties/witnesses/*.json; do echo "properties/check $model"; done
  echo "properties/check --format csv properties/witnesses/lugre_passivity.json"
  echo "properties/check --format json properties/witnesses/lugre_passivity.json"
  for model in properties/proofs/*.json; do echo "properties/check $model"; done
  for model in csv json table; do
    echo "properties/identify --model lugre --format $model"
    echo "benchmarks/structure --format $model"
    echo "benchmarks/compare --quick --no-times --model lugre,coulomb --scenario stick_slip --format $model"
    echo "benchmarks/simulate --model lugre --scenario break_away --samples 20 --format $model"
  done
  echo "benchmarks/compare --quick --no-times --scenario driven_stiff --format csv"
  for model in $(listed benchmarks/simulate models); do
    for scenario in $(listed benchmarks/simulate scenarios); do
      for integrator in "" " --integrator rk4 --step 1e-4" " --integrator reference"; do
        echo "benchmarks/simulate --model $model --scenario $scenario$integrator --samples 101 --format csv"
      done
    done
  done
}

# output PROGRAMS LINE FILE: standard output and exit code.
output() {
  local program=${2%% *} code=0
  timeout "$seconds" "$1/$program" ${2#"$program"} >"$3" 2>/dev/null || code=$?
  echo "exit $code" >>"$3"
}

compare() {
  local file=$scratch/$1
  output "$before" "$2" "$file.before" &
  output "$after" "$2" "$file.after"
  wait
  if grep -qx 'exit 124' "$file.before" "$file.after"; then
    echo "too long: $2"
  elif cmp -s "$file.before" "$file.after"; then
    echo "same"
  else
    echo "differs: $2"
    { diff "$file.before" "$file.after" || true; } | sed -n '1,6s/^/    /p' | cut -c1-160
  fi
}

command_lines | grep -E -e "$pattern" >"$scratch/lines" || usage "no command line matches '$pattern'"
total=$(wc -l <"$scratch/lines") done=0
while read -r line; do
  done=$((done + 1))
  compare "$done" "$line" >>"$scratch/results"
  rm -f "$scratch/$done".*
  [ ! -t 2 ] || printf '\r%d of %d' "$done" "$total" >&2
done <"$scratch/lines"
[ ! -t 2 ] || printf '\n' >&2
grep -vx same "$scratch/results" || true
count() { grep -c "^$1" "$scratch/results" || true; }
echo "$(count same) the same, $(count differs) differ, $(count 'too long') too long"
[ "$(count differs)" = 0 ]
