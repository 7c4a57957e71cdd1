#!/usr/bin/env bash
# The table of rooms in README.md is the order of the code: every file of C lies in one of its rooms
# and includes from its own room and those above it only, so that no two rooms need each other.
# Tests may look further. Argument: README.md.
set -euo pipefail
# rooms README: one a line, from the bottom up.
rooms() { sed -n '/^## The house/,$s/^| \[*`\([a-z_/]*\)`[^|]* |.*/\1/p' "$1"; }

# faults README FILES...: what breaks the order.
faults() {
  local readme=$1
  shift
  rooms "$readme" | awk '
    function room(path) { sub(/\/[^\/]*$/, "", path); return path }
    NR == FNR { place[$0] = NR; next }
    FNR == 1 {
      here = room(FILENAME)
      if (!(here in place)) print FILENAME ": its folder is not among the rooms"
    }
    /^#include "/ && here in place && FILENAME !~ /_test\.[ch]$/ {
      split($0, part, "\"")
      there = room(part[2])
      if (!(there in place)) print FILENAME ": " part[2] " lies in no room"
      else if (place[there] > place[here] && !allowed(FILENAME, part[2]))
        print FILENAME ": " part[2] " lies in a room below it in the table"
    }
    function allowed(from, what) {
      # Compiled with laws outside, for which it has the headers of both statements.
      return from == "models/plugin.c" && what == "reference/arb/linear.h"
    }' - "$@"
}

[ "$(rooms "$1" | wc -l)" -ge 30 ] || { echo "$1 has no table of rooms"; exit 1; }
mapfile -t files < <(find models integrators reference properties benchmarks tools -name '*.[ch]' ! -path 'properties/fixtures/*' ! -path 'properties/example/*' ! -path 'tools/embedded/*' | sort)
[ ${#files[@]} -ge 600 ] || { echo "only ${#files[@]} files"; exit 1; }
found=$(faults "$1" "${files[@]}")
[ -z "$found" ] || { echo "$found"; exit 1; }

# An arrow up, and a folder that is no room, are found.
mkdir -p "$TEST_TMPDIR/models/nowhere" && cp "$1" "$TEST_TMPDIR/README.md" && cd "$TEST_TMPDIR"
echo '#include "properties/checker/witness.h"' >models/up.c
echo '#include "models/model.h"' >models/nowhere/lost.c
[ "$(faults README.md models/up.c models/nowhere/lost.c | wc -l)" = 2 ] || { echo "an arrow up is not found"; exit 1; }
