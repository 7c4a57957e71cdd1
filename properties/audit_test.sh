#!/usr/bin/env bash
# The audit at its full size: no fault, few undecided. AUDIT_SEED, AUDIT_WITNESSES and AUDIT_PROOFS
# choose another one. Arguments: audit, check.
set -uo pipefail
audit=$PWD/$1 check=$PWD/$2
out=${TEST_UNDECLARED_OUTPUTS_DIR:-$TEST_TMPDIR}
"$audit" --check "$check" --seed "${AUDIT_SEED:-0}" --witnesses "${AUDIT_WITNESSES:-5000}" \
  --proofs "${AUDIT_PROOFS:-2000}" --keep "$out/faults" -o "$out/report"
code=$?
cat "$out/report"
exit $code
