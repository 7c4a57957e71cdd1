#!/usr/bin/env bash
# Tests that the code that certificates stand on decides about balls by tools/base/decide.h only:
# Arb's own predicates answer `no` where they mean `not known`, and take some balls that are not
# finite for numbers of a sign. Argument: the list of the checker's sources.
set -euo pipefail
raw='\b(arb_(contains(_[a-z]+)*|is_(positive|nonnegative|negative|nonpositive|zero|nonzero|one|int)|lt|le|gt|ge|eq|ne|equal(_si)?|overlaps)|acb_(contains(_[a-z]+)*|is_zero|equal))\('
status=0 seen=0 found=
for file in $(sed -n 's|^//\([^:]*\):\(.*\.[ch]\)$|\1/\2|p' "$1" | grep -E '^(properties|reference|tools/base)/'); do
  [ "${file##*/}" != laws.c ] || continue # generated
  seen=$((seen + 1))
  if [ "$file" = tools/base/decide.h ]; then
    found=$(grep -cE "$raw" "$file")
  elif grep -nE "$raw" "$file"; then
    echo "$file: use tools/base/decide.h"
    status=1
  fi
done
[ $seen -ge 60 ] && [ -n "$found" ] || { echo "$seen sources, '$found' in decide.h: the test sees nothing"; exit 1; }
exit $status
