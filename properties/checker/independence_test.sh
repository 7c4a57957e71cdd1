#!/usr/bin/env bash
# Tests that the checker shares no code with the models and the search, neither among the sources
# that it is built from nor among the symbols of the program; and that what certificates stand on
# decides about balls by tools/base/decide.h only: Arb's own predicates answer `no` where they mean
# `not known`, and take some balls that are not finite for numbers of a sign.
#
#   independence_test.sh SOURCES CHECK OTHER_SOURCES OTHER
#
# OTHER is a program that contains models; the test must find it guilty.
set -euo pipefail

# The rooms that a certificate stands on, and headers that only list names or lay out claims.
rooms='^//(properties/(checker|rigorous)|reference/(motion|taylor|graph|arb|arb/dissipation|derived)|models/(algebra|language|normal)|tools/base):[a-z0-9_]+\.[ch]$'
# Of models/derived what is found in equations, without what prints them.
derived='^//models/derived:(balance|balance_product|force_scale|law_digest|law_graph|relaxing|structure|values)\.[ch]$'
# The laws are their texts.
texts='^//models/laws:[a-z0-9_]+\.mo$'
names='^//(models:(property_list|claim|experiment|real)|reference/inputs:signal_kind)\.h$'

# foreign_sources LIST: the sources in LIST that the checker must not have.
foreign_sources() { grep '^//' "$1" | grep -vE "$rooms|$derived|$texts|$names" || true; }
# foreign_symbols PROGRAM: functions and tables compiled in a working precision, and the search.
foreign_symbols() { nm "$1" | awk '{ print $NF }' | grep -E '_f(32|64)$|^(candidate|certify|draw|enclose|evaluate_|find_available_storage|judge|maximize|model_sample|prove|sample_signal|search|shrink|storage_find|threshold)' || true; }

[ -n "$(foreign_sources "$3")" ] || { echo "no model among the sources of $4: the test sees nothing"; exit 1; }
[ -n "$(foreign_symbols "$4")" ] || { echo "no model among the symbols of $4: the test sees nothing"; exit 1; }
nm "$2" | awk '{ print $NF }' | grep -x arb_law_hold >/dev/null || { echo "$2 has no symbols"; exit 1; }
status=0
if [ -n "$(foreign_sources "$1")" ]; then
  echo "the checker is built from:" $(foreign_sources "$1")
  status=1
fi
if [ -n "$(foreign_symbols "$2")" ]; then
  echo "the checker contains:" $(foreign_symbols "$2")
  status=1
fi

raw='\b(arb_(contains(_[a-z]+)*|is_(positive|nonnegative|negative|nonpositive|zero|nonzero|one|int)|lt|le|gt|ge|eq|ne|equal(_si)?|overlaps)|acb_(contains(_[a-z]+)*|is_zero|equal))\('
seen=0 found=
for file in $(sed -n 's|^//\([^:]*\):\(.*\.[ch]\)$|\1/\2|p' "$1" | grep -E '^(properties|reference|tools/base)/'); do
  [ "${file##*/}" != laws.c ] || continue # generated
  seen=$((seen + 1))
  [ -e "$file" ] || { echo "$file: not among what this test reads"; status=1; continue; }
  if [ "$file" = tools/base/decide.h ]; then
    found=$(grep -cE "$raw" "$file")
  elif grep -nE "$raw" "$file"; then
    echo "$file: use tools/base/decide.h"
    status=1
  fi
done
[ $seen -ge 60 ] && [ -n "$found" ] || { echo "$seen sources, '$found' in decide.h: the test sees nothing"; exit 1; }
exit $status
