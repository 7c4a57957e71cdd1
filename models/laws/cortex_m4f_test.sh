#!/usr/bin/env bash
# Each law, in float, compiles freestanding for a Cortex-M4F and calls nothing but libm and
# memory copies. Prints the sizes of the objects. Arguments: the sources.
set -uo pipefail
compiler=arm-none-eabi-gcc
command -v $compiler >/dev/null || { echo "$compiler is missing: apt-get install gcc-arm-none-eabi picolibc-arm-none-eabi"; exit 1; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
flags=(--specs=picolibc.specs -mcpu=cortex-m4 -mthumb -mfpu=fpv4-sp-d16 -mfloat-abi=hard
  -std=c11 -ffreestanding -O2 -ffp-contract=off -DREAL_F32 -I.
  -Wall -Wextra -Werror -Wconversion -Wdouble-promotion -Wfloat-conversion -Wshadow
  -Wno-unused-parameter)
# Run-time support of the compiler for 64-bit integers, and libm and memory copies.
allowed='^(copysignf|expf|expm1f|exp2f|logf|log1pf|powf|sqrtf|sinf|cosf|tanf|atanf|sinhf|tanhf|ceilf|memcpy|memset|memmove|__aeabi_(l2f|ul2f|lmul|llsl|llsr|f2lz|memcpy4?|memcpy8|memset|memclr|memclr4|memclr8))$'
status=0 laws=0
printf '%-20s %8s %8s %8s\n' law text data bss
for source in "$@"; do
  law=$(basename "$source" .c)
  if ! $compiler "${flags[@]}" -c "$source" -o "$out/$law.o"; then
    echo "$law does not compile"
    status=1
    continue
  fi
  laws=$((laws + 1))
  arm-none-eabi-size "$out/$law.o" | awk -v law="$law" 'NR == 2 { printf "%-20s %8d %8d %8d\n", law, $1, $2, $3 }'
  foreign=$(arm-none-eabi-nm --undefined-only "$out/$law.o" | awk '{ print $2 }' | grep -vE "$allowed")
  if [ -n "$foreign" ]; then
    echo "$law calls:" $foreign
    status=1
  fi
done
[ $laws -gt 0 ] || { echo "no law was compiled"; status=1; }
exit $status
