#!/usr/bin/env bash
# The audit at its full size, each shard a part of it with its own seed, finds no fault. AUDIT_SEED,
# AUDIT_WITNESSES and AUDIT_PROOFS choose another one. Arguments: audit, check.
set -uo pipefail
audit=$PWD/$1 check=$PWD/$2
out=${TEST_UNDECLARED_OUTPUTS_DIR:-$TEST_TMPDIR}
shards=${TEST_TOTAL_SHARDS:-1} shard=${TEST_SHARD_INDEX:-0}
[ -z "${TEST_SHARD_STATUS_FILE:-}" ] || touch "$TEST_SHARD_STATUS_FILE"
part() { echo $(($1 * (shard + 1) / shards - $1 * shard / shards)); }
jobs=()
[ "$shards" = 1 ] || jobs=(--jobs 1)
"$audit" --check "$check" --seed $((${AUDIT_SEED:-0} * shards + shard)) "${jobs[@]}" \
  --witnesses "$(part "${AUDIT_WITNESSES:-5000}")" --proofs "$(part "${AUDIT_PROOFS:-2000}")" \
  --keep "$out/faults" -o "$out/report"
code=$?
cat "$out/report"
exit $code
