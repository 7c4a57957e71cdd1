#!/usr/bin/env bash
# The errors that compare prints are those of simulate's trajectories with the same settings, to the
# last digit. Arguments: compare and simulate.
set -euo pipefail
compare=$1 simulate=$2
fail() { echo "$*"; exit 1; }

# error REFERENCE.csv OTHER.csv: the largest error of the columns up to the energy, each relative to
# its largest value in the reference; x and v are exact where they drive the law.
error() { # REFERENCE.csv OTHER.csv
  awk -F, -v OFMT=%.17g '
    function abs(y) { return y < 0 ? -y : y }
    FNR == 1 { file++; next }
    file == 1 { for (c = 2; c < NF; c++) { truth[FNR, c] = $c; if (abs($c) > most[c]) most[c] = abs($c) } next }
    { for (c = 2; c < NF; c++) if (truth[FNR, c] != "") {
        e = abs($c - truth[FNR, c]); if (e > 0 && e / most[c] > worst) worst = e / most[c] } }
    END { print worst + 0 }' "$1" "$2"
}

check() {  # check SCENARIO MODEL INTEGRATOR, the setting's options for compare and for simulate
  local scenario=$1 model=$2 integrator=$3 folder
  folder=$(mktemp -d)
  "$compare" --scenario "$scenario" --model "$model" --integrators "$integrator" $4 --no-times --format csv -o "$folder/rows.csv"
  "$simulate" --scenario "$scenario" --model "$model" --integrator reference --format csv -o "$folder/truth.csv"
  "$simulate" --scenario "$scenario" --model "$model" --integrator "$integrator" $5 --format csv -o "$folder/run.csv"
  local expected found
  expected=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "error_max") c = i } NR == 2 { print $c }' "$folder/rows.csv")
  found=$(error "$folder/truth.csv" "$folder/run.csv")
  awk -v a="$expected" -v b="$found" 'BEGIN { exit !(a > 0 && a == b) }' ||
    fail "$scenario, $model, $integrator: compare has $expected, simulate's trajectory $found"
  rm -r "$folder"
}

for integrator in rosenbrock cvode_bdf arkode_dirk; do
  check break_away lugre $integrator "--tolerances 1e-6" "--rtol 1e-6"
done
check driven_steps armstrong rosenbrock "--tolerances 1e-4" "--rtol 1e-4"
check driven_steps maxwell_slip cvode_bdf "--tolerances 1e-8" "--rtol 1e-8"
check hysteresis lugre implicit_euler "--steps 1e-3" "--step 1e-3"
check break_away lugre rk4 "--steps 1e-3" "--step 1e-3"
