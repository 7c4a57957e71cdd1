#!/usr/bin/env bash
# All exported headers: no warning from any compiler of ours, the library's bits on the host, and
# no more flash than the kernels that they are made from.
#
#   export_test.sh HEADERS SOURCE     HEADERS: the directory of export_headers; SOURCE: a file in
#                                     the root of the sources
set -euo pipefail
headers=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
strict="-std=c11 -ffp-contract=off -Wall -Wextra -Werror -Wpedantic -Wconversion -Wdouble-promotion
  -Wfloat-conversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wundef -Wcast-qual -Wunused
  -Wunused-macros -Wredundant-decls -Wvla"
status=0

real_of() { case $1 in *_f32) echo float ;; *) echo double ;; esac }

# A function that steps by the header of that name.
use() {
  local name=$1 real
  real=$(real_of "$name")
  local signature="$real use_step(const struct ${name}_parameters *p, struct ${name}_state *s, $real h, $real v0, $real v1)"
  printf '%s\n' "#include \"$headers/$name.h\"" "$signature;" "$signature" "{" \
    "    return ${name}_check(p) ? 0 : ${name}_step(p, s, h, v0, v1);" "}"
}

compile_all() {
  local title=$1 pattern=$2 count=0
  shift 2
  for header in "$headers"/$pattern.h; do
    use "$(basename "$header" .h)" >"$work/use.c"
    # shellcheck disable=SC2086
    "$@" $strict -O2 -c "$work/use.c" -o "$work/use.o" || { echo "$title: $header"; status=1; }
    count=$((count + 1))
  done
  echo "$title: $count headers compiled"
}

arm() { echo arm-none-eabi-gcc --specs=picolibc.specs -mthumb "$@"; }
riscv() { echo riscv64-unknown-elf-gcc --specs=picolibc.specs "$@"; }
compile_all "host, gcc" '*' gcc
if command -v clang >/dev/null; then compile_all "host, clang" '*' clang; fi
# shellcheck disable=SC2046
{
  compile_all "Cortex-M0+" '*' $(arm -mcpu=cortex-m0plus)
  compile_all "Cortex-M3" '*' $(arm -mcpu=cortex-m3)
  compile_all "Cortex-M4F" '*' $(arm -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16)
  compile_all "Cortex-M7" '*' $(arm -mcpu=cortex-m7 -mfloat-abi=hard -mfpu=fpv5-d16)
  compile_all "RV32IMAC" '*' $(riscv -march=rv32imac_zicsr -mabi=ilp32)
  compile_all "RV32IMAFC" '*' $(riscv -march=rv32imafc_zicsr -mabi=ilp32f)
}
# avr-libc has no log1pf: whoever needs it declares it.
echo 'float log1pf(float);' >"$work/libm_avr.h"
compile_all "AVR" '*_f32' avr-gcc -mmcu=atmega1284p -include "$work/libm_avr.h"

# The case of a header (export_case.h), and the kernel that it is compared with.
compare_with_library() {
  local name=$1 law=$2 define=$3 kernel=${1%_*} precision=${1##*_} init=state
  if grep -q "${name}_init(.*seed" "$headers/$name.h"; then init="state, 7"; fi
  printf '%s\n' "#include \"$headers/$name.h\"" "#define EXPORTED $name" \
    "#define EXPORTED_KERNEL kernel_${kernel}_step_$precision" "#define EXPORTED_LAW \"$law\"" \
    "#define EXPORTED_CASE $name" "#define EXPORTED_INIT(state, parameters) ${name}_init($init)" \
    '#include "benchmarks/export_case.h"' >"$work/case_$name.c"
  gcc -std=c11 -O2 -ffp-contract=off -iquote . $define -c "$work/case_$name.c" -o "$work/$law/case_$name.o"
  gcc -std=c11 -O2 -ffp-contract=off -w -iquote . $define -c "$units/$name.c" -o "$work/$law/$name.o"
}

units=$(dirname "$headers")/export_headers
for precision in f32 f64; do
  [ $precision = f32 ] && define=-DREAL_F32 || define=
  for source in models/*.c; do
    law=$(basename "$source" .c)
    compgen -G "$units/${law}_*_$precision.c" >/dev/null || continue
    rm -rf "$work/${law:?}" && mkdir "$work/$law"
    for unit in "$units/$law"_*_"$precision".c; do
      name=$(basename "$unit" .c)
      grep -q "KERNEL_LAW model_$law\$" "$unit" && [ -e "$headers/$name.h" ] || continue
      compare_with_library "$name" "$law" "$define"
    done
    printf '%s\n' '#include "models/model.h"' "extern const struct model PREC(model_$law);" \
      'const struct model *PREC(model_find)(const char *name) { (void)name; return &PREC(model_'"$law); }" \
      >"$work/find.c"
    gcc -std=c11 -O2 -ffp-contract=off -w -iquote . $define "$work/find.c" "$source" models/model.c \
      "$work/$law"/*.o -lcriterion -lm -o "$work/run"
    "$work/run" >"$work/log" 2>&1 || { cat "$work/log"; status=1; }
    echo "$law, $precision: $(tail -1 "$work/log")"
  done
done
exit $status
