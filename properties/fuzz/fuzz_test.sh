#!/usr/bin/env bash
# The parser's corpus, and random changes of it; the last of the corpus also from standard input.
set -euo pipefail
program=$1 inputs=$2
shift 2
"$program" --random "$inputs" "$@"
"$program" <"${!#}"
