#!/usr/bin/env bash
# The output that a page shows is what the programs print: everything between
# "<!-- output: PROGRAM ARGUMENTS -->" and "<!-- end -->", code fences aside.
#
#   readme_test.sh PAGE PROGRAM... [-- OPTION...]
#
# A PROGRAM goes by the name of its file. With OPTIONs, like --jobs=2, the output is the same with
# each of them.
set -euo pipefail
page=$1
shift
declare -A program=() unused=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  program[${1##*/}]=$1 unused[${1##*/}]=1
  shift
done
[ $# = 0 ] || shift
options=("$@")
[ $# -gt 0 ] || options=("")

fail() { echo "$page: $*"; exit 1; }
shown() { awk -v begin="<!-- output: $1 -->" '$0 == begin { on = 1; next } $0 == "<!-- end -->" { on = 0 } on && !/^```/' "$page"; }

while read -r begin; do
  line=${begin#<!-- output: }
  line=${line% -->}
  name=${line%% *}
  [ -n "${program[$name]:-}" ] || fail "shows what $name prints, which is none of the test's programs"
  [ -n "$(shown "$line")" ] || fail "shows no output of $line"
  unset "unused[$name]"
  for option in "${options[@]}"; do
    # shellcheck disable=SC2086
    diff <(shown "$line") <("${program[$name]}" ${line#"$name"} $option) ||
      fail "differs from what $line $option prints"
  done
done < <(grep '^<!-- output: ' "$page")
[ ${#unused[@]} = 0 ] || fail "shows no output of ${!unused[*]}"
