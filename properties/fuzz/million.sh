#!/usr/bin/env bash
# Runs libFuzzer on a parser, starting from its corpus: a million inputs, or as the options after --
# say. An input that breaks the parser goes to the test's undeclared outputs.
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
exec "$program" -runs=1000000 -seed=1 -max_len=8192 -timeout=20 -rss_limit_mb=2048 \
  -print_final_stats=1 "$@" "$corpus"
