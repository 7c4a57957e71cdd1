#!/usr/bin/env bash
# The table of symptoms in README.md: each command runs as it is printed, and what it shows, in
# backticks in the next column, stands in its output, white space aside.
#
#   symptoms_test.sh PAGE PROGRAM...
set -uo pipefail
page=$1
shift
export XDG_CACHE_HOME=$TEST_TMPDIR/cache
ln -s . bazel-bin || exit 1
rows=0 status=0
declare -A unused=()
for program; do unused[$program]=1; done
while IFS='|' read -r _ symptom command shows _; do
  [[ $command =~ ^\ \`(bazel-bin/([^ ]+)\ .*)\`\ $ ]] || continue
  rows=$((rows + 1))
  unset "unused[${BASH_REMATCH[2]}]"
  output=$(bash -c "${BASH_REMATCH[1]}" 2>&1) # some exit 1, to say that something is not as declared
  [ $? -le 1 ] || { echo "$symptom: $output"; status=1; }
  found=0
  while read -r text; do
    found=$((found + 1))
    tr -s ' \n' ' ' <<<"$output" | grep -qF -- "$text" || { echo "$symptom: '$text' is not in: ${output:0:1000}"; status=1; }
  done < <(grep -o '`[^`]*`' <<<"$shows" | tr -d '`')
  [ $found -ge 1 ] || { echo "$symptom: says nothing in backticks that the command prints"; status=1; }
done < <(sed -n '/^| symptom /,/^$/p' "$page")
[ $rows -ge 5 ] || { echo "$page: only $rows symptoms with commands"; status=1; }
[ ${#unused[@]} = 0 ] || { echo "$page: nothing by ${!unused[*]}"; status=1; }
exit $status
