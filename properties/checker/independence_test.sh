#!/usr/bin/env bash
# Tests that the checker shares no code with the models and the search, neither among the sources
# that it is built from nor among the symbols of the program.
#
#   independence_test.sh SOURCES CHECK OTHER_SOURCES OTHER
#
# OTHER is a program that contains models; the test must find it guilty.
set -euo pipefail

# The rooms that a certificate stands on, and headers that only list names or lay out claims.
rooms='^//(properties/checker|reference/(taylor|arb|arb/dissipation|derived)|models/(algebra|language|normal)|tools/base):[a-z0-9_]+\.[ch]$'
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
exit $status
