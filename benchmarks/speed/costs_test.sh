#!/usr/bin/env bash
# What runs of all our methods cost, and where they get to, is what the table says. A change that is
# meant: `bazel run //benchmarks/speed:costs >benchmarks/speed/costs.csv`, to be read in its difference.
# Arguments: the program, the table.
set -euo pipefail
"$1" | diff "$2" - || { echo "runs cost or give something else (< as in the table)"; exit 1; }
