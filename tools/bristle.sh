#!/usr/bin/env bash
# One command for all programs.
#
#   bristle                      what each program answers
#   bristle PROGRAM OPTION...    runs it
#
# The BUILD file puts the programs' paths before, ended by "--".
set -euo pipefail
declare -A paths=()
names=()
while [ "$1" != -- ]; do
  paths[${1##*/}]=$PWD/$1
  names+=("${1##*/}")
  shift
done
shift

# The first sentence of what a program says of itself, behind its usage, up to a colon. It is read to
# its end, so that the program is not killed.
answer() {
  "${paths[$1]}" --help | awk 'NR > 1 && /^$/ { over = 1 } NR > 1 && /^[A-Z]/ { on = 1 } on && !over { printf "%s ", $0 }' |
    sed -E 's/^(([^.:]|[.:] [a-z]|[.:][^ ])*)[.:] ([A-Z].*|$)/\1/; s/ *$//'
  echo
}

list() {
  local name
  echo "usage: bristle PROGRAM [OPTION]..."
  echo "Verifies and benchmarks friction models. The programs, each with its --help:"
  echo
  for name in "${names[@]}"; do
    answer "$name" | fold -s -w 64 | sed "1s/^/$(printf '  %-14s' "$name")/; 2,\$ s/^/                /; s/ *$//"
  done
  echo
  echo "On microcontrollers: tools/bazel run //benchmarks:embedded -- --help"
  echo
  echo "Examples:"
  echo "  tools/bazel run //:bristle -- verify --model lugre"
  echo "  tools/bazel run //:bristle -- simulate --model dahl --scenario stick_slip"
}

case ${1---help} in
  --help | help) list; exit 0 ;;
  --version) "${paths[verify]}" --version | sed 's/^[^ ]*/bristle/'; exit 0 ;;
esac
name=$1
shift
[ -n "${paths[$name]-}" ] || { echo "bristle: there is no program '$name', see bristle --help" >&2; exit 2; }
exec "${paths[$name]}" "$@"
