#!/usr/bin/env bash
# identify --data: what it writes beside its table, of the laws that are asked for, and only where
# one is found; how often options may be given; and the exit status of the study of F = U P.
set -u
identify=$(realpath "$1") simulate=$(realpath "$2")
cd "$TEST_TMPDIR"
status=0
fail() { echo "FAILED: $*"; status=1; }

"$simulate" --model dahl --set Fc=2 --velocity 'sine 0 5e-5 12.566370614359172 0 1; sine 0 0.02 12.566370614359172 0 1' \
  --sensor encoder=1e-6,noise=1%,rate=500,seed=4 -o run.csv || fail "no log"

# Files and rows have the same numbers, each under its own name.
"$identify" --data run.csv --model dahl --model viscous --trials 0 --params-out found.json --format csv -o one.csv || fail "csv"
value_in() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } $c["parameter"] == name { print $c["value"] }' "$1"; }
member() { sed -n "s/^.*\"$2\":[[:space:]]*\([-+.0-9e]*\).*/\1/p" "$1" | head -1; } # FILE NAME
near() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(b > 0 && a > b * (1 - 1e-8) && a < b * (1 + 1e-8)) }'; }
for name in Fc sigma0; do
  near "$(member found.json $name)" "$(value_in one.csv $name)" || fail "$name: $(cat found.json one.csv)"
done
awk -v Fc="$(value_in one.csv Fc)" -v k="$(value_in one.csv sigma0)" 'BEGIN { exit !(Fc > 1.97 && Fc < 2.03 && k > 9e4 && k < 1.1e5) }' || fail "dahl: $(cat one.csv)"
[ "$(grep -c . one.csv)" = 3 ] || fail "rows of the first group: $(cat one.csv)"

# All laws are told with their parameters where that is asked for.
"$identify" --data run.csv --model dahl --model viscous --trials 0 >some || fail "some"
"$identify" --data run.csv --model dahl --model viscous --trials 0 --all >all || fail "--all"
grep -q '^dahl: error' some && ! grep -q '^viscous: error' some || fail "the first group: $(cat some)"
grep -q '^dahl: error' all && grep -q '^viscous: error' all || fail "--all: $(cat all)"

# Other laws than those asked for are not fitted; without --model all are looked at.
grep -q coulomb all && fail "a law that nobody has asked for: $(cat all)"
awk 'NR == 1 || NR % 4 == 2' run.csv >few.csv
"$identify" --data few.csv --look >look || fail "--look"
for law in dahl viscous lugre maxwell_slip; do grep -q "^$law  " look || fail "--look lacks $law: $(cat look)"; done

# What is taken for something else is said: velocities that are differences of positions, and angles.
# The numbers are those of positions, and of lengths.
"$identify" --data run.csv --model dahl --trials 0 >plain || fail "run.csv"
awk -F, 'NR == 1 { print "t [s],v [m/s],F [N]" } NR > 2 { printf "%s,%.15g,%s\n", $1, ($2 - x) / ($1 - t), $3 } NR > 1 { t = $1; x = $2 }' run.csv >differences.csv
"$identify" --data differences.csv --model dahl --trials 0 >out 2>err || fail "differences: $(cat err)"
grep -q 'their sum is taken' err || fail "differences: $(cat err)"
awk '$1 == "Fc" { exit !($2 > 1.97 && $2 < 2.03) }' out || fail "differences: $(grep Fc out)"
sed '1s/.*/t [s],x [rad],F [N m]/' run.csv >run2.csv
"$identify" --data run2.csv --model dahl --trials 0 2>err | sed -n '/^group/,$p' >out
grep -q 'read rad and N m' err || fail "angles: $(cat err)"
sed -n '/^group/,$p' plain | cmp - out || fail "angles: $(cat out)"
"$identify" --data run.csv --model dahl --trials 0 2>err >out && [ ! -s err ] || fail "nothing to say: $(cat err)"

# What scripts read is all that is written, in either way; each run is looked at by itself.
"$identify" --data run.csv --model dahl --trials 0 --format json | head -c 1 | grep -q '{' || fail "json begins otherwise"
"$identify" --data run.csv --model dahl --trials 0 --format csv | head -1 | grep -q '^model,group,error,' || fail "csv begins otherwise"
"$identify" --data run.csv --data few.csv --model dahl --look --format csv >look || fail "--look, csv"
[ "$(grep -c '^run.csv,' look)" = 1 ] && [ "$(grep -c '^few.csv,' look)" = 1 ] && [ "$(grep -c . look)" = 3 ] || fail "looks: $(cat look)"
[ "$(cut -d, -f2- look | sort -u | grep -c .)" = 3 ] || fail "two runs look the same: $(cat look)"

# Where nothing is found nothing is written but what is said of it.
awk -F, 'BEGIN { srand(1); print "t [s],x [m],F [N]" } NR > 1 { print $1 "," $2 "," rand() - rand() }' run.csv >noise.csv
"$identify" --data noise.csv --model viscous --params-out none.json --law-out none.mo >out 2>err
[ $? = 3 ] && [ ! -e none.json ] && [ ! -e none.mo ] || fail "noise: $(cat out err)"
grep -q 'claims, at these parameters\|What to measure next' out && fail "noise is advised of: $(cat out)"

# A parameter that is given is not fitted.
"$identify" --data run.csv --model dahl --set Fc=2.5 --trials 0 >out || fail "--set"
grep -q '^  Fc  *2.5  *given  *N$' out || fail "--set: $(cat out)"

# Options are given as often as there is room for.
refuse() { # WORDS ARGUMENTS...
  local words=$1
  shift
  "$identify" "$@" >out 2>err
  [ $? = 2 ] || fail "$words: no exit 2"
  [ "$(wc -l <err)" = 1 ] && grep -q -- "$words" err || fail "$words: $(cat err)"
}
files=() models=()
for ((i = 0; i < 64; i++)); do files+=(--data few.csv) models+=(--model viscous); done
refuse '--data: given more than 64 times' "${files[@]}" --data few.csv
refuse '--model: given more than 64 times' "${models[@]}" --model viscous
"$identify" "${files[@]}" --model viscous --look >out 2>err || fail "64 files: $(cat err)"
[ "$(grep -c 'few.csv' out)" -ge 64 ] || fail "64 files: $(cat out)"

# Of one repetition each interval holds the value or does not: where one does not that is marked, and
# the status says so.
ended=0 before_it=0
for seed in {1..24}; do
  "$identify" --repetitions 1 --seed "$seed" >out
  ended=$((ended + $?))
  marked=$(grep -c '^!' out)
  [ "$ended" = "$((before_it + marked))" ] || fail "seed $seed: $(cat out)"
  before_it=$ended
done
[ "$ended" -ge 1 ] && [ "$ended" -lt 24 ] || fail "$ended of 24 are marked"
exit $status
