#!/usr/bin/env bash
# The deterministic output shown in README is what the programs print: everything between
# "<!-- output: ARGUMENTS -->" and "<!-- end -->", code fences aside. Arguments: README, verify.
set -euo pipefail
readme=$1 verify=$2
shown() { awk -v begin="<!-- output: $1 -->" '$0 == begin { on = 1; next } $0 == "<!-- end -->" { on = 0 } on && !/^```/' "$readme"; }
for arguments in "verify" "verify --catalogue"; do
  [ -n "$(shown "$arguments")" ] || { echo "README shows no output of $arguments"; exit 1; }
  diff <(shown "$arguments") <("$verify" ${arguments#verify}) ||
    { echo "README differs from what $arguments prints"; exit 1; }
done
