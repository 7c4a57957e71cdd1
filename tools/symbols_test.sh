#!/usr/bin/env bash
# The objects given may call libm and memory copies only: no allocation, no I/O.
set -euo pipefail
allowed='^(expf?|expm1f?|exp2f?|logf?|log1pf?|sinhf?|tanf?|atanf?|powf?|sqrtf?|fabsf?|sinf?|cosf?|tanhf?|ceilf?|floorf?|fmaf?|memcpy|memset|memmove|strcmp)$'
# Names that the sanitizers' and the stack protector's instrumentation adds.
instrumentation='^(__asan_|__ubsan_|__stack_chk_fail|_GLOBAL_OFFSET_TABLE_)'
archives=()
for file in "$@"; do [[ $file != *.a ]] || archives+=("$file"); done
[ ${#archives[@]} -gt 0 ] || { echo "no archive was given"; exit 1; }
nm -A "${archives[@]}" >"$TEST_TMPDIR/symbols"
# Lines "archive:object:  U name" and "archive:object:address T name", and headings of archives.
awk -v n=${#archives[@]} -v known="$allowed|$instrumentation|${BRISTLE_ALLOWED:-^$}" '
  NF < 2 { next }
  { archive = $1; sub(/:.*/, "", archive); name = archive " " $NF }
  !seen[archive]++ { archives++ }
  $(NF - 1) ~ /:?U$/ { if ($NF !~ known) foreign[name] = 1; next }
  { defined[name] = 1 }
  END {
    for (name in foreign)
      if (!(name in defined)) { sub(/ /, " calls: ", name); print name; found = 1 }
    if (archives != n) print n - archives " archives have no symbols"
    exit found || archives != n
  }' "$TEST_TMPDIR/symbols"
echo "${#archives[@]} archives examined"
