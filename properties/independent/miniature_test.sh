#!/usr/bin/env bash
# The checker and the miniature agree on every stored witness and proof: verdicts and functionals;
# and on a few new ones, which are confirmed and rejected by turns, in every format.
# Arguments: audit, check, files.
set -uo pipefail
audit=$PWD/$1 check=$PWD/$2
shift 2
files=()
for file in "$@"; do files+=("$PWD/$file"); done
"$audit" --check "$check" --keep "$TEST_TMPDIR/faults" -o "$TEST_TMPDIR/report" "${files[@]}"
code=$?
cat "$TEST_TMPDIR/report"
[ $code = 0 ] || { echo "FAILED: exit $code"; exit 1; }
# The miniature judges almost all of them instead of giving up.
unjudged=$(awk '/not judged independently  / { n = $NF } END { print n }' "$TEST_TMPDIR/report")
[ "${unjudged:-99}" -le 2 ] || { echo "FAILED: $unjudged are not judged"; exit 1; }
"$audit" --check "$check" --witnesses 12 --proofs 4 --seed 3 --keep "$TEST_TMPDIR/faults" -o "$TEST_TMPDIR/report"
code=$?
cat "$TEST_TMPDIR/report"
[ $code = 0 ] || { echo "FAILED: exit $code on new files"; exit 1; }
