#!/usr/bin/env bash
# All exported headers compile without a warning on every core's compiler, and give the library's
# bits on the host.
#
#   export_test.sh HEADERS CORES     HEADERS: the directory of export_headers; a line of CORES:
#                                    the core's title, |, its compiler with flags
set -euo pipefail
headers=$1 cores=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
strict="-std=c11 -ffp-contract=off -Wall -Wextra -Werror -Wpedantic -Wconversion -Wdouble-promotion
  -Wfloat-conversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wcast-qual -Wunused
  -Wunused-macros -Wredundant-decls -Wvla"
status=0

real_of() { case $1 in *_f32) echo float ;; *) echo double ;; esac }

# Writes a unit with these headers, and a function that steps by each.
use() {
  local header name real signature
  for header in "$@"; do
    name=$(basename "$header" .h) real=$(real_of "$(basename "$header" .h)")
    signature="$real use_$name(const struct ${name}_parameters *p, struct ${name}_state *s, $real h, $real v0, $real v1)"
    printf '%s\n' "#include \"$header\"" "$signature;" "$signature" "{" \
      "    return ${name}_check(p) ? 0 : ${name}_step(p, s, h, v0, v1);" "}"
  done
}

# Compiles some headers at a time, two units at once.
compile_unit() {
  local title=$1 number=$2 compiler=$3
  shift 3
  use "$@" >"$work/use_$number.c"
  # shellcheck disable=SC2086
  $compiler $strict -O2 -iquote . -c "$work/use_$number.c" -o "$work/use_$number.o" || echo "$title: $*" >>"$work/failures"
}

compile_all() {
  local title=$1 pattern=$2 compiler=$3 all i
  all=("$headers"/$pattern.h)
  for ((i = 0; i < ${#all[@]}; i += 16)); do
    [ $((i % 32)) = 0 ] && wait
    compile_unit "$title" $i "$compiler" "${all[@]:i:16}" &
  done
  wait
  echo "$title: ${#all[@]} headers compiled"
}

compile_all "host, gcc" '*' gcc
if command -v clang >/dev/null; then compile_all "host, clang" '*' clang; fi
while IFS='|' read -r core compiler; do
  pattern='*'
  [[ $compiler != avr-* ]] || pattern='*_f32' # its double is a float
  compile_all "$core" "$pattern" "$compiler"
done <"$cores"

# Writes the test case of a header (export_case.h), with the library's kernel to compare.
compare_with_library() {
  local name=$1 law=$2 define=$3 kernel=${1%_*} precision=${1##*_} init=state
  if tr '\n' ' ' <"$headers/$name.h" | grep -q "${name}_init([^)]*seed"; then init="state, 7"; fi
  printf '%s\n' "#include \"$headers/$name.h\"" "#define EXPORTED $name" \
    "#define EXPORTED_KERNEL kernel_${kernel}_step_$precision" "#define EXPORTED_LAW \"$law\"" \
    "#define EXPORTED_CASE $name" "#define EXPORTED_INIT(state, parameters) ${name}_init($init)" \
    '#include "benchmarks/exporting/export_case.h"' >"$work/case_$name.c"
  {
    gcc -std=c11 -O2 -ffp-contract=off -iquote . $define -c "$work/case_$name.c" -o "$work/$law/case_$name.o" &&
      gcc -std=c11 -O2 -ffp-contract=off -w -iquote . $define -c "$units/$name.c" -o "$work/$law/$name.o"
  } || echo "$name: its comparison does not compile" >>"$work/failures"
}

units=$(dirname "$headers")/export_headers
for precision in f32 f64; do
  [ $precision = f32 ] && define=-DREAL_F32 || define=
  for source in models/laws/*.c; do
    law=$(basename "$source" .c)
    compgen -G "$units/${law}_*_$precision.c" >/dev/null || continue
    rm -rf "$work/${law:?}" && mkdir "$work/$law"
    for unit in "$units/$law"_*_"$precision".c; do
      name=$(basename "$unit" .c)
      grep -q "KERNEL_LAW model_$law\$" "$unit" && [ -e "$headers/$name.h" ] || continue
      [ "$(jobs -rp | wc -l)" -lt 2 ] || wait -n
      compare_with_library "$name" "$law" "$define" &
    done
    wait
    printf '%s\n' '#include "models/model.h"' "extern const struct model PREC(model_$law);" \
      'const struct model *PREC(model_find)(const char *name) { (void)name; return &PREC(model_'"$law); }" \
      >"$work/find.c"
    gcc -std=c11 -O2 -ffp-contract=off -w -iquote . $define "$work/find.c" "$source" models/model.c \
      "$work/$law"/*.o -lcriterion -lm -o "$work/run"
    "$work/run" >"$work/log" 2>&1 || { cat "$work/log"; status=1; }
    echo "$law, $precision: $(tail -1 "$work/log")"
  done
done
[ ! -e "$work/failures" ] || { cat "$work/failures"; status=1; }
exit $status
