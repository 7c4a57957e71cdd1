#!/usr/bin/env bash
# The guide in README is what `compare --guide` prints, between "<!-- output: compare --guide -->" and
# "<!-- end -->"; the same in any number of threads. Arguments: README and the program.
set -euo pipefail
readme=$1 program=$2
begin='<!-- output: compare --guide -->'
shown=$(awk -v begin="$begin" '$0 == begin { on = 1; next } $0 == "<!-- end -->" { on = 0 } on' "$readme")
[ -n "$shown" ] || { echo "README shows no guide"; exit 1; }
for jobs in 1 2; do
  diff <(echo "$shown") <("$program" --guide --jobs $jobs) ||
    { echo "README differs from what compare --guide --jobs $jobs prints"; exit 1; }
done
