#!/usr/bin/env bash
# The objects given may call libm and memory copies only: no allocation, no I/O.
set -euo pipefail
allowed='^(expf?|expm1f?|exp2f?|logf?|log1pf?|sinhf?|tanf?|atanf?|powf?|sqrtf?|fabsf?|sinf?|cosf?|tanhf?|ceilf?|floorf?|fmaf?|memcpy|memset|memmove|strcmp)$'
# Names that the sanitizers' and the stack protector's instrumentation adds.
instrumentation='^(__asan_|__ubsan_|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_)'
status=0
objects=0
for archive in "$@"; do
  [[ $archive == *.a ]] || continue
  objects=$((objects + 1))
  defined=$(nm --defined-only "$archive" | awk 'NF == 3 { print $3 }')
  foreign=$(nm --undefined-only "$archive" | awk '$1 == "U" { print $2 }' | sort -u |
    grep -vE "$allowed|$instrumentation" | grep -vxF "$defined" || true)
  foreign=$(echo "$foreign" | grep -vE "${BRISTLE_ALLOWED:-^$}" || true)
  if [ -n "$foreign" ]; then
    echo "$archive calls:" $foreign
    status=1
  fi
done
[ "$objects" -gt 0 ] || { echo "no archive was given"; exit 1; }
echo "$objects archives examined"
exit $status
