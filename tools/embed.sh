#!/usr/bin/env bash
# Prints files as an array of C, a list of struct program_file (tools/base/program.h).
#
#   embed.sh NAME LIST OUT
#
# Lines of LIST: where a file is, and its path in the tree.
set -euo pipefail
{
  echo '#include "tools/base/program.h"'
  n=0
  while read -r file _; do
    echo "static const unsigned char file$((n++))[] = {"
    od -An -v -tu1 -w24 "$file" | sed -E 's/ +([0-9]+)/\1,/g'
    echo '0 };'
  done <"$2"
  echo "extern const struct program_file $1[];"
  echo "const struct program_file $1[] = {"
  n=0
  while read -r _ path; do
    echo "    { \"$path\", file$((n++)) },"
  done <"$2"
  echo '    { NULL, NULL } };'
} >"$3"
