#!/usr/bin/env bash
# The front command lists its programs with what each answers, within 80 columns, and runs them.
# Arguments: bristle.sh, the programs, and --.
set -uo pipefail
status=0
fail() { echo "FAILED: $*"; status=1; }
bristle=$1
shift
programs=("${@:1:$#-1}")
run() { "$bristle" "${programs[@]}" -- "$@"; }

run >listed || fail "no list"
run --help | cmp - listed || fail "--help is another list"
for program in "${programs[@]}"; do
  grep "^  ${program##*/} " listed >/dev/null || fail "${program##*/} is not listed"
done
[ "$(awk 'length > 80' listed)" = "" ] || fail "too long: $(awk 'length > 80' listed)"
[ "$(grep -c '^  [a-z_]\+ \+[A-Z]' listed)" = ${#programs[@]} ] || fail "without an answer: $(cat listed)"
run verify --model viscous --catalogue | grep -q '`viscous`' || fail "verify is not run with its options"
run --version | grep -q '^bristle (Bristle) [0-9]' || fail "--version: $(run --version)"
run veriyf >out 2>err
[ $? = 2 ] && [ ! -s out ] && grep -q "no program 'veriyf'" err || fail "an unknown program: $(cat err)"
exit $status
