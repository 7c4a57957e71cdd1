#!/usr/bin/env bash
# Makes headers from kernels: the host's compiler preprocesses a unit, with comments but without the
# system's headers, and the exporter takes it apart and writes the header.
#
#   export.sh EXPORTER COMPILER PAIRS OUT file|directory
#
# Lines of PAIRS: law method precision unit [square]. OUT is the file of the only pair, or a
# directory, in which missing.txt lists pairs that cannot work.
set -euo pipefail
exporter=$1 compiler=$2 pairs=$3 out=$4 kind=$5
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/system"
for header in float math stdbool stddef stdint string; do : >"$work/system/$header.h"; done

declare -A define=([f32]=-DREAL_F32 [f64]=-DREAL_F64)
export_pair() {
  local law=$1 method=$2 precision=$3 unit=$4 square=$5 header=$6
  "$compiler" -std=c11 -E -C -nostdinc -isystem "$work/system" -iquote . "${define[$precision]}" \
    "$unit" -o "$work/unit.i"
  "$exporter" --law "$law" --method "$method" --unit "$work/unit.i" ${square:+--square "$square"} -o "$header"
}

[ "$kind" = file ] || { mkdir -p "$out" && : >"$out/missing.txt"; }
while read -r law method precision unit square; do
  header=$out
  if [ "$kind" = directory ]; then
    header=$out/${law}_${method}_$precision.h
    status=0
    "$exporter" --law "$law" --method "$method" --possible >"$work/why" || status=$?
    [ $status -le 1 ] || exit $status
    [ $status = 0 ] || { echo "${law}_${method}_$precision: $(cut -d: -f2- "$work/why")" >>"$out/missing.txt"; continue; }
  fi
  export_pair "$law" "$method" "$precision" "$unit" "$square" "$header"
done <"$pairs"
