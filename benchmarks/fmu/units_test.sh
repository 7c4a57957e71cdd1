#!/usr/bin/env bash
# What units are made of: descriptions that the published schemas allow, C that compiles alone and
# without a warning, and that survives calls in any order, under sanitizers.
#
#   units_test.sh SEQUENCES UNPACK FILE...: schemas, random_calls_2.c and _3.c, and units
set -uo pipefail
sequences=$1 unpack=$PWD/$2
shift 2
status=0
fail() { echo "FAILED: $*"; status=1; }
strict="-std=c11 -O1 -Wall -Wextra -Werror -Wpedantic -Wconversion -Wdouble-promotion -Wfloat-conversion -Wshadow
  -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wundef -Wcast-qual -Wunused -Wunused-macros -Wredundant-decls"
declare -A schema=()
units=()
for file in "$@"; do
  case $file in
    */fmi2ModelDescription.xsd) schema[2]=$PWD/$file ;;
    */fmi3ModelDescription.xsd) schema[3]=$PWD/$file ;;
    */fmi3BuildDescription.xsd) schema[build]=$PWD/$file ;;
    *.fmu) units+=("$PWD/$file") ;;
  esac
done
rooms=$PWD
cd "$TEST_TMPDIR"

valid() { xmllint --noout --schema "$1" "$2" 2>valid.txt || fail "$name: $(head -3 valid.txt)"; }

# compiles FOLDER: each file by itself.
compiles() {
  local source
  for source in "$1"/sources/*.c; do
    # shellcheck disable=SC2086
    cc $strict -c "$source" -o unit.o || fail "$name: ${source##*/} has a warning"
  done
}

# survives FOLDER: random calls, with the archive's sources in place of the room's.
survives() {
  ulimit -S -v unlimited # the sanitizer reserves terabytes of addresses
  mkdir -p "$1/with/benchmarks/fmu" "$1/with/properties/fmu"
  cp -L "$1"/sources/* "$rooms/benchmarks/fmu/random_calls_$standard.c" "$1/with/benchmarks/fmu"
  cp -L "$1/sources/fmi$standard.h" "$1/with/properties/fmu"
  cc -std=c11 -g -fsanitize=address,undefined -fno-sanitize-recover=all -I "$1/with" \
    "$1"/with/benchmarks/fmu/*.c -o calls -lm || { fail "$name: no sanitizers"; return; }
  ./calls "$sequences" "${TEST_RANDOM_SEED:-0}" >calls.txt 2>&1 || fail "$name: $(head -40 calls.txt)"
  echo "$name: $(tail -1 calls.txt)"
}

for unit in "${units[@]}"; do
  name=${unit##*/} standard=2
  [[ $name != *_fmi3.fmu ]] || standard=3
  "$unpack" "$unit" "$name" || { fail "$name"; continue; }
  valid "${schema[$standard]}" "$name/modelDescription.xml"
  [ $standard = 2 ] || valid "${schema[build]}" "$name/sources/buildDescription.xml"
  [ -s "$name/documentation/index.html" ] || fail "$name: no documentation"
  compiles "$name"
  survives "$name"
done
[ ${#units[@]} -ge 2 ] || fail "no units"
exit $status
