#!/usr/bin/env bash
# Builds for a core the firmware of a law that is a text, and measures its sizes: what defs.bzl does
# for Bristle's laws. Runs in a folder of all sources, models/laws/LAW.c among them.
#
#   text_firmware.sh LAW OUT PRECISIONS METHOD...
#
# OUT receives LAW.elf, or for the AVR LAW_METHOD.elf, and sizes.csv. From the environment: the
# core's FAMILY, CROSS_COMPILER, and FLAGS, COMPILE_FLAGS, LINK_FLAGS; CODE_FLAGS, KERNEL_FLAGS for
# all code and for kernels; SQUARE, the number of an exponent that is usually 2, or nothing;
# HOST_COMPILER.
set -euo pipefail
law=$1 out=$2 precisions=$3
shift 3
declare -A define=([f32]=-DREAL_F32 [f64]=)
case $FAMILY in
  avr) port="libm_avr port_avr port_exit_avr" ;;
  cortex_m) port="port_semihosting start_cortex_m" ;;
  riscv) port="port_semihosting start_riscv" ;;
esac
mkdir -p "$out"

# compile FLAGS SOURCE OBJECT [DEFINE]
compile() { # shellcheck disable=SC2086
  "${CROSS_COMPILER}gcc" $FLAGS $COMPILE_FLAGS $1 -iquote . ${4:-} -c "$2" -o "$3"
}
firmware() { compile "$CODE_FLAGS" "benchmarks/firmware/$1.c" "$2" "${3:-}"; }
link() { # shellcheck disable=SC2086
  "${CROSS_COMPILER}gcc" $FLAGS $LINK_FLAGS "$@" -lm
}

# kernel METHOD PRECISION: the unit of a kernel, as kernel_lines of integrators/kernels/defs.bzl.
kernel() {
  local name=kernel_${law}_$1
  cat <<END
#include "integrators/numerics/fixed_step.h"
#include "integrators/kernels/kernel.h"
#include "integrators/numerics/linearized.h"
#undef PREC
#define PREC(name) static name
#include "models/laws/$law.c"
#include "integrators/methods/$1.c"
#define KERNEL_LAW model_$law
#define KERNEL_METHOD integrator_$1
#define KERNEL_NAME ${name}_$2
#define KERNEL_FORCE_NAME ${name}_force_$2
#define KERNEL_STEP_NAME ${name}_step_$2
${SQUARE:+#define KERNEL_SQUARE $SQUARE}
#define KERNEL_STEP_ONLY
#include "integrators/kernels/kernel_body.h"
END
}

# table METHOD...: the kernels of an image.
table() {
  local method
  echo '#include "benchmarks/firmware/image.h"'
  for method; do echo "kernel_step KERNEL_STEP($law, $method);"; done
  echo 'const struct image_kernel PREC(image_kernels)[] = {'
  for method; do echo "    { \"$law\", \"$method\", KERNEL_STEP($law, $method) },"; done
  echo '    { NULL, NULL, NULL } };'
}

# data PRECISION: the law's defaults, written by the host in that precision.
data() {
  {
    echo "#include \"models/laws/$law.c\""
    echo '#include "models/model.c"'
    echo 'const struct model *PREC(model_find)(const char *name)'
    echo "{ return strcmp(name, \"$law\") == 0 ? &PREC(model_$law) : NULL; }"
    echo '#include "benchmarks/firmware/law_data.c"'
  } >"data_$1.c"
  # shellcheck disable=SC2086
  "$HOST_COMPILER" $CODE_FLAGS -iquote . ${define[$1]} "data_$1.c" -o "data_$1" -lm
  "./data_$1" "$law" "law_data_$1.c"
}

# image NAME METHOD...
image() {
  local name=$1 precision objects=()
  shift
  table "$@" >"table_$name.c"
  for precision in $precisions; do
    compile "$CODE_FLAGS" "table_$name.c" "table_${name}_$precision.o" "${define[$precision]}"
    objects+=("table_${name}_$precision.o" "libkernels_$precision.a" "law_data_$precision.o"
      "profile_$precision.o" "driver_$precision.o")
  done
  link "${objects[@]}" profile_main.o "${common[@]}" -o "$out/$name.elf"
}

common=(console.o)
firmware console console.o
for part in $port; do
  firmware "$part" "$part.o"
  common+=("$part.o")
done
firmware profile_main profile_main.o
for precision in $precisions; do
  data "$precision"
  compile "$CODE_FLAGS" "law_data_$precision.c" "law_data_$precision.o" "${define[$precision]}"
  for part in profile driver probe; do
    firmware "$part" "${part}_$precision.o" "${define[$precision]}"
  done
  # shellcheck disable=SC2046,SC2086
  "${CROSS_COMPILER}gcc-ar" rcs "libprobe_$precision.a" "probe_$precision.o" $(printf '%s.o ' $port)
  for method; do
    kernel "$method" "$precision" >"kernel_${method}_$precision.c"
    compile "$KERNEL_FLAGS" "kernel_${method}_$precision.c" "kernel_${method}_$precision.o" \
      "${define[$precision]}"
    echo "$law $method $precision libprobe_$precision.a libkernels_$precision.a" >>kernels.txt
  done
  "${CROSS_COMPILER}gcc-ar" rcs "libkernels_$precision.a" kernel_*_"$precision".o
done
if [ "$FAMILY" = avr ]; then
  for method; do image "${law}_$method" "$method"; done
else
  image "$law" "$@"
fi
# shellcheck disable=SC2086
bash benchmarks/firmware/sizes.sh kernels.txt "$out/sizes.csv" "${CROSS_COMPILER}gcc" $FLAGS $LINK_FLAGS
