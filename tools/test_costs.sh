#!/usr/bin/env bash
# What the tests cost: their seconds by package, on one core each, as a Markdown table. What is
# added to `bazel test //...` has a budget: 150 s on two cores for all of it, compiling included.
#
#   tools/test_costs.sh [TARGET...]      default: what `bazel test //...` runs
#
# Exit: 0 all tests pass; 1 one fails.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
[ $# -gt 0 ] || set -- //...
status=0
tools/bazel test --cache_test_results=no --test_summary=short --noshow_progress "$@" >"$log" 2>&1 ||
  { status=1; cat "$log"; }
# "//package:name PASSED in 1.2s"; of shards, on the next line, "Stats over 2 runs: max = 3.2s, avg = 2.7s"
awk '
  function add(label, seconds) {
    package = label
    sub(/:.*/, "", package)
    n[package]++
    sum[package] += seconds
    if (seconds > most[package]) { most[package] = seconds; longest[package] = substr(label, length(package) + 2) }
    total += seconds
    tests++
  }
  label != "" && /Stats over/ { add(label, $13 * $3); label = ""; next }
  label != "" { add(label, seconds); label = "" }
  /^\/\/.*(PASSED|FAILED|TIMEOUT)/ { label = $1; seconds = $NF; sub(/s$/, "", seconds) }
  END {
    if (label != "") add(label, seconds)
    print "| package | tests | s | the longest | s |"
    print "|---|--:|--:|---|--:|"
    for (package in n)
      printf "| `%s` | %d | %.1f | `%s` | %.1f |\n", package, n[package], sum[package], longest[package], most[package] | "sort -t\"|\" -k4,4nr"
    close("sort -t\"|\" -k4,4nr")
    printf "| all | %d | %.1f | | |\n", tests, total
  }' "$log"
exit $status
