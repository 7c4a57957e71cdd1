#!/usr/bin/env bash
# Prints C files with their #include "..." replaced by the text of the files, each once, as one array
# of characters: a program then needs no headers to compile with.
#
#   flatten.sh NAME FILE...
#
# Paths are those from the top of Bristle, which may be built as part of another repository.
set -euo pipefail
name=$1
shift
cd "$(dirname "$0")/../.."
declare -A seen=()

flat() { # FILE
  [ -z "${seen[$1]:-}" ] || return 0
  seen[$1]=1
  local line
  while IFS= read -r line; do
    if [[ $line =~ ^\#include\ \"(.*)\"$ ]]; then
      [ ! -e "${BASH_REMATCH[1]}" ] || flat "${BASH_REMATCH[1]}"
    else
      printf '%s\n' "$line"
    fi
  done <"$1"
}

echo '#include "properties/plugin/compiled.h"'
echo "const unsigned char $name[] = {"
for file; do flat "$file"; done | od -An -v -tu1 -w24 | sed -E "s/ +([0-9]+)/\1,/g"
echo "0 };"
