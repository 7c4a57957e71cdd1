#!/usr/bin/env bash
# Fuzzes the reader and the judge of witnesses by libFuzzer, from the stored witnesses on, under
# AddressSanitizer and UndefinedBehaviorSanitizer. Arguments: the program, the witnesses, and
# after -- options of libFuzzer (-max_total_time=300; 60 s without).
set -euo pipefail
program=$PWD/$1
shift
corpus=$(mktemp -d "${TEST_TMPDIR:-/tmp}/corpus.XXXXXX")
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  cp -L "$1" "$corpus"
  shift
done
[ $# -eq 0 ] || shift
cd "${TEST_UNDECLARED_OUTPUTS_DIR:-$corpus}"
exec "$program" -max_total_time=60 -max_len=8192 -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 "$@" "$corpus"
