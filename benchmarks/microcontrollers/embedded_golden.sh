#!/usr/bin/env bash
# Prints the cost of every combination, and the tools: the content of embedded_golden.csv. Argument:
# the program embedded. As a test, takes that file as the second argument and compares.
#
#   bazel run //benchmarks:embedded_golden > embedded_golden.csv
set -euo pipefail
program=$1 golden=${2:-}
# Bazel starts this script in the runfiles that contain the firmware; the program itself has none.
export TEST_SRCDIR=${TEST_SRCDIR:-${PWD%/*}}
fresh=$(mktemp)
trap 'rm -f "$fresh"' EXIT
"$program" --tools | sed 's/^/# /' >"$fresh"
"$program" --costs --format csv >>"$fresh"
if [ -z "$golden" ]; then
  cat "$fresh"
  exit
fi
[ -z "${TEST_UNDECLARED_OUTPUTS_DIR:-}" ] || cp "$fresh" "$TEST_UNDECLARED_OUTPUTS_DIR/embedded_golden.csv"
diff <(grep '^#' "$golden") <(grep '^#' "$fresh") ||
  echo "other tools (<) have made the stored table than are here (>)"
awk -F, '
  /^#/ { next }
  { key = $2 " by " $3 " in " $4 " on " $1 }
  /^core,/ { for (i = 6; i <= NF; i++) name[i] = $i; next }
  NR == FNR { stored[key] = $0; next }
  !(key in stored) { print key ": new"; bad++; next }
  {
    n = split(stored[key], old)
    delete stored[key]
    text = ""
    for (i = 6; i <= NF; i++)
      if ($i != old[i])
        text = text sprintf("%s %s %s -> %s%s", text == "" ? "" : ",", name[i], old[i], $i,
                            old[i] > 0 && $i != "" ? sprintf(" (%+.1f %%)", 100 * ($i / old[i] - 1)) : "")
    if (text != "") { if (++bad <= 40) print key ":" text }
    rows++
  }
  END {
    for (key in stored) { print key ": missing"; bad++ }
    if (rows == 0) { print "no rows"; bad++ }
    if (bad) print bad " of the stored combinations cost something else; if that is meant: bazel run //benchmarks:embedded_golden"
    else print rows " combinations cost what they did"
    exit bad > 0
  }' "$golden" "$fresh"
