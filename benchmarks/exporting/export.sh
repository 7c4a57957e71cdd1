#!/usr/bin/env bash
# Makes headers: the host's compiler preprocesses a unit, with comments but without the system's
# headers, and the exporter makes the header from it.
#
#   export.sh EXPORTER COMPILER PAIRS OUT file|directory|fmi2|fmi3|fmi2_mass|fmi3_mass|shared [OPTION]...
#
# Lines of PAIRS: law method precision unit text [square]. OUT is the file of the only pair, its
# archive by FMI 2.0 or 3.0 or its shared object, or a directory, in which missing.txt lists pairs
# that cannot work. OPTIONs say where the unit's headers are.
set -euo pipefail
exporter=$1 compiler=$2 pairs=$3 out=$4 kind=$5
shift 5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/system"
for header in float math stdbool stddef stdint string; do : >"$work/system/$header.h"; done

declare -A define=([f32]=-DREAL_F32 [f64]=) float=([f32]=--float [f64]=)
unit_options=()
[ "$kind" != shared ] || unit_options=(--shared)
case $kind in
  fmi?) unit_options=(--fmi "${kind#fmi}") ;;
  fmi?_mass) kind=${kind%_mass} unit_options=(--mass --fmi "${kind#fmi}") ;;
esac
[ "$kind" != directory ] || { mkdir -p "$out" && : >"$out/missing.txt"; }
while read -r law method precision unit text square; do
  header=$out
  [ "$kind" != directory ] || header=$out/${law}_${method}_$precision.h
  status=0
  flags=$("$exporter" --law "$law" --method "$method" --flags) || status=$?
  if [ $status = 1 ] && [ "$kind" = directory ]; then
    echo "${law}_${method}_$precision:${flags#*:}" >>"$out/missing.txt"
    continue
  fi
  [ $status = 0 ] || { echo "no header for $flags" >&2; exit 2; }
  # shellcheck disable=SC2086
  "$compiler" -std=c11 -E -C -nostdinc -isystem "$work/system" "${@:1}" ${define[$precision]} $flags \
    "$unit" -o "$work/unit.i"
  # shellcheck disable=SC2086
  "$exporter" --law "$law" --method "$method" ${float[$precision]} --unit "$work/unit.i" --text "$text" \
    "${unit_options[@]}" ${square:+--square "$square"} -o "$header"
done <"$pairs"
