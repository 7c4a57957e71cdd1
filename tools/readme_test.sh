#!/usr/bin/env bash
# The deterministic output shown in README is what the programs print: everything between
# "<!-- output: ARGUMENTS -->" and "<!-- end -->", code fences aside. Arguments: README, and the
# programs, verify and structure.
set -euo pipefail
readme=$1 verify=$2 structure=$3
shown() { awk -v begin="<!-- output: $1 -->" '$0 == begin { on = 1; next } $0 == "<!-- end -->" { on = 0 } on && !/^```/' "$readme"; }
check() {
  local program=$1 options=${3:-} arguments="$2${3:+ $3}"
  [ -n "$(shown "$arguments")" ] || { echo "README shows no output of $arguments"; exit 1; }
  diff <(shown "$arguments") <("$program" $options) ||
    { echo "README differs from what $arguments prints"; exit 1; }
}
check "$verify" verify
shown verify | awk 'length > 100 { exit 1 }' || { echo "verify's table is wider than 100 columns"; exit 1; }
# At least four claims of the first laws in five are more than tested.
shown verify | sed -n 's/^proved or enclosed: .* of the first laws \([0-9]*\) of \([0-9]*\) .*/\1 \2/p' |
  awk 'NF == 2 && $1 >= 0.8 * $2 { ok = 1 } END { exit !ok }' || { echo "fewer than 80 % of the first laws' claims are proved or enclosed"; exit 1; }
check "$verify" verify --catalogue
check "$verify" verify --ledger
check "$verify" verify "--model lugre --integrator euler --step 1e-5"
check "$structure" structure
