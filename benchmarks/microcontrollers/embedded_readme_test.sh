#!/usr/bin/env bash
# What README shows of embedded is what it prints: everything between "<!-- output: embedded
# ARGUMENTS -->" and "<!-- end -->", code fences aside. Arguments: README and the program.
set -euo pipefail
readme=$1 program=$2 shown=0
while read -r begin; do
  arguments=${begin#<!-- output: embedded }
  arguments=${arguments% -->}
  # shellcheck disable=SC2086
  diff <(awk -v begin="$begin" '$0 == begin { on = 1; next } $0 == "<!-- end -->" { on = 0 } on && !/^```/' "$readme") \
    <("$program" $arguments) || { echo "README differs from what embedded $arguments prints"; exit 1; }
  shown=$((shown + 1))
done < <(grep '^<!-- output: embedded ' "$readme")
[ $shown -gt 0 ] || { echo "README shows no output of embedded"; exit 1; }
