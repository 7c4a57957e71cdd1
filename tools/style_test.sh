#!/usr/bin/env bash
# The whole source tree is clean under clang-format and clang-tidy, each shard a part of it.
#
# The analyser follows paths through a function until it has that many states of the program: most of
# its time goes where paths multiply. STYLE_STATES=225000 is as far as it goes by itself, which takes
# several times as long.
set -uo pipefail
states=${STYLE_STATES:-20000}
printed=$PWD # what is printed from texts
cd "$(dirname "$(readlink -f "$0")")/.."
status=0
shards=${TEST_TOTAL_SHARDS:-1} shard=${TEST_SHARD_INDEX:-0}
[ -z "${TEST_SHARD_STATUS_FILE:-}" ] || touch "$TEST_SHARD_STATUS_FILE"
of_shard() { awk "NR % $shards == $shard"; }
options=(-std=c11 -I. -I"$printed" -I/usr/include/libxml2 -D_DEFAULT_SOURCE -D_POSIX_C_SOURCE=200809L
  -Xclang -analyzer-config -Xclang "max-nodes=$states")
listed=$(mktemp) log=$(mktemp)
trap 'rm -f "$listed" "$log"' EXIT
git ls-files '*.c' '*.h' | of_shard | xargs -r clang-format --dry-run -Werror || status=1
# Sources for other processors than the one that clang-tidy knows are left out, and one that has to
# be told its headers.
git ls-files '*.c' ':!benchmarks/firmware/port_*' ':!benchmarks/firmware/start_*' ':!benchmarks/board/measure.c' |
  of_shard >"$listed"
# Of tests assertions are as the analyser needs them, but where one takes more of Criterion than that.
tidy() { xargs -r -I{} clang-tidy --quiet {} -- "$@" "${options[@]}" 2>>"$log" || status=1; }
mapfile -t plain < <(grep '_test\.c$' "$listed" | xargs -r grep -L '<criterion/[^c]')
tidy -include tools/testing/analysed.h < <(printf '%s\n' "${plain[@]}")
tidy < <(printf '%s\n' "${plain[@]}" | grep -vxFf - "$listed")
[ $status = 0 ] || grep -v 'warnings generated' "$log"
exit $status
