#!/usr/bin/env bash
# Prints files as an array of C: `exported_sources` of text_unit.h.
#
#   embed.sh LIST OUT
#
# Lines of LIST: where a file is, and its path in the tree.
set -euo pipefail
{
  echo '#include "benchmarks/exporting/text_unit.h"'
  n=0
  while read -r file _; do
    echo "static const unsigned char file$((n++))[] = {"
    od -An -v -tu1 -w24 "$file" | sed -E 's/ +([0-9]+)/\1,/g'
    echo '0 };'
  done <"$1"
  echo 'const struct exported_source exported_sources[] = {'
  n=0
  while read -r _ path; do
    echo "    { \"$path\", file$((n++)) },"
  done <"$1"
  echo '    { NULL, NULL } };'
} >"$2"
