#!/usr/bin/env bash
# The costs and results of runs of all of Bristle's methods are those of the table. After an
# intended change: `bazel run //benchmarks/speed:costs >benchmarks/speed/costs.csv`, and read the
# difference. Arguments: the program, the table.
set -euo pipefail
"$1" | diff "$2" - || { echo "runs cost or give something else (< as in the table)"; exit 1; }
