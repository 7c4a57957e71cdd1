#!/usr/bin/env bash
# The audit notices the bugs that it is for: each bug is planted in a copy of this workspace, where
# a small audit must then report the fault; without a bug the audit must report none.
set -euo pipefail
. tools/testing/workspace.sh
status=0
fail() { echo "FAILED: $*"; status=1; }

# report ARGS...: prints the output of a small audit, its exit status last.
report() {
  $bazel build //properties:audit //properties:check >log 2>&1 || { cat log; exit 1; }
  local code=0
  bazel-bin/properties/audit --keep "$TEST_TMPDIR/faults" --seed 3 "$@" 2>/dev/null || code=$?
  echo "exit $code"
}

clean=$(report --witnesses 64 --proofs 200)
[ "${clean##*exit }" = 0 ] || fail "faults without any: $clean"
# An audit whose proofs are mostly refused as wrong input shows little.
refused=$(sed -n 's/^ *refused *\([0-9]*\)$/\1/p' <<<"$clean" | tail -n1)
((refused < 100)) || fail "of 200 changed proofs $refused are wrong input"

# planted NAME FILE SED FAULT ARGS...: edits the file, expects the fault, restores the file and
# expects no fault.
planted() {
  local name=$1 file=$2 edit=$3 fault=$4 said
  shift 4
  cp "$file" original
  sed -i -E "$edit" "$file"
  cmp -s "$file" original && { fail "$name: nothing to edit in $file"; return; }
  said=$(report "$@")
  cp original "$file"
  [ "${said##*exit }" = 1 ] || fail "$name: not noticed"
  grep -qE "^  [0-9]+: $fault" <<<"$said" || fail "$name: no '$fault' in: $said"
  echo "$name: $(grep -cE "^  [0-9]+: $fault" <<<"$said") times '$fault'"
}

planted 'what is no number taken as 0' reference/arb/dissipation/elastoplastic.c \
  's/arb_unit_interval\(y\)/arb_zero(y)/' \
  'proof of what is false' --witnesses 0 --proofs 1000
planted 'a printed end rounded inward' properties/checker/witness_check.c \
  's/decimal_end\((.*lo), (.*), false\)/decimal_end(\1, \2, true)/; s/decimal_end\((.*hi), (.*), true\)/decimal_end(\1, \2, false)/' \
  'printed enclosure without the value' --witnesses 32 --proofs 0
planted 'a level segment taken as rest' properties/rigorous/rigorous_run.c \
  's/^( *)rigorous_hold_segments\(r\);/\1_arb_vec_zero(r->v, r->segments ? r->n_segments : 0);/' \
  '(false (confirmation|rejection)|printed enclosure without the value)' --witnesses 64 --proofs 0
planted 'a box printed too wide' properties/checker/proof.c \
  's/decimal_round\(low, (.*), digits, true\)/decimal_round(low, \1, digits, false)/; s/decimal_round\(high, (.*), digits, false\)/decimal_round(high, \1, digits, true)/' \
  'printed box wider than the proved one' --witnesses 0 --proofs 100
planted 'a box of which one end is looked at' properties/checker/proof.c \
  '/^static void decimal_ends/,/^}/ s/arb_get_ubound_arf\(high, x, PROOF_PREC\)/arf_set(high, low)/' \
  'proof of what is false' --witnesses 0 --proofs 300
exit $status
