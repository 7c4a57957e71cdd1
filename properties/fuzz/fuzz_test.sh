#!/usr/bin/env bash
# Runs the parser on its corpus, and on random changes of it; on the last file also from standard
# input.
set -euo pipefail
program=$1 inputs=$2
shift 2
"$program" --random "$inputs" "$@"
"$program" <"${!#}"
