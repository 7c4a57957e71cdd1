#!/usr/bin/env bash
# The stored proofs prove what they say; a proof that is cut short does not, and the checker says
# so.
#
#   proofs_test.sh CHECK PROOF.json...
set -euo pipefail
check=$1
shift
[ $# -gt 0 ] || { echo "no proofs"; exit 1; }
"$check" "$@" >"$TEST_TMPDIR/out" || { cat "$TEST_TMPDIR/out"; exit 1; }
[ "$(grep -c ': confirmed: ' "$TEST_TMPDIR/out")" = $# ] || { cat "$TEST_TMPDIR/out"; exit 1; }

# The box that is printed as proved lies within the box that is proved.
sed 's/"\([0-9]*\)", "10000"/"\1.00001", "9999.999"/' "$(printf '%s\n' "$@" | grep /lugre_dissipation)" >"$TEST_TMPDIR/inner.json"
"$check" "$TEST_TMPDIR/inner.json" >"$TEST_TMPDIR/out" || { cat "$TEST_TMPDIR/out"; exit 1; }
grep -F 'sigma2 in [159.001, 9999.99]' "$TEST_TMPDIR/out" >/dev/null || { cat "$TEST_TMPDIR/out"; exit 1; }

sed '0,/"trees".*/s/\.\("\]\)/\1/' "$1" >"$TEST_TMPDIR/short.json"
status=0
"$check" "$TEST_TMPDIR/short.json" >"$TEST_TMPDIR/out" || status=$?
[ $status = 1 ] || { echo "a proof cut short: exit $status"; cat "$TEST_TMPDIR/out"; exit 1; }
grep ': rejected: ' "$TEST_TMPDIR/out" >/dev/null || { cat "$TEST_TMPDIR/out"; exit 1; }

echo '{"format": "proof-1", "model": "lugre", "property": "passivity"}' >"$TEST_TMPDIR/empty.json"
status=0
"$check" "$TEST_TMPDIR/empty.json" 2>"$TEST_TMPDIR/out" || status=$?
[ $status = 2 ] || { echo "a proof without parameters: exit $status"; exit 1; }
