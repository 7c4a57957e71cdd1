#!/usr/bin/env bash
# Prints what each kernel adds to an image, in bytes of flash and of static RAM, as CSV: the size of
# an image that only calls the kernel's step (probe.c), minus that of the image without it.
#
#   sizes.sh KERNELS OUT LINK...     LINK: the command that links, up to the objects
#
# Lines of KERNELS: law method precision PROBE LIBRARY, the last two being archives. $CROSS_COMPILER
# is the prefix of the tools' names.
set -euo pipefail
kernels=$1 out=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Flash and RAM of the image that calls the symbol $1, or the address 0.
measure() {
  local image=$work/image step=$1 probe=$2 library=$3
  shift 3
  [ "$step" = 0 ] || set -- "$@" -Wl,--undefined="$step"
  "$@" -Wl,--defsym=probed_step="$step" -Wl,--whole-archive "$probe" -Wl,--no-whole-archive "$library" -lm -o "$image"
  "${CROSS_COMPILER}size" "$image" | awk 'NR == 2 { print $1 + $2, $2 + $3 }'
}

declare -A without
{
  echo law,method,precision,flash,ram
  while read -r law method precision probe library; do
    [ -n "${without[$probe]:-}" ] || without[$probe]=$(measure 0 "$probe" "$library" "$@")
    read -r flash0 ram0 <<<"${without[$probe]}"
    sizes=$(measure "kernel_${law}_${method}_step_$precision" "$probe" "$library" "$@")
    read -r flash ram <<<"$sizes"
    echo "$law,$method,$precision,$((flash - flash0)),$((ram - ram0))"
  done <"$kernels"
} >"$out"
