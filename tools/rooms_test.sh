#!/usr/bin/env bash
# The table of rooms in README.md is the order of the code: every file of C lies in one of its rooms
# and includes from its own room and those above it only, so that no two rooms need each other. Of
# another room it includes what that room's BUILD states as its interface, and an interface has no
# header that nobody outside includes. Tests may look further. Planted bugs are tried by the tests of
# all rooms. Argument: README.md.
set -euo pipefail
# rooms README: prints the rooms, one a line, from the bottom up.
rooms() { sed -n '/^## The house/,$s/^| \[*`\([a-z_/]*\)`[^|]* |.*/\1/p' "$1"; }

# interfaces: the headers that rooms in the current folder let others include, one a line.
interfaces() {
  find . -name BUILD ! -path './bazel-*' | sed 's/^\.\///' | sort | xargs awk '
    /^room\(/ { on = 1 }
    /sources = / { on = 0 }
    on {
      folder = FILENAME
      sub(/BUILD$/, "", folder)
      while (match($0, /"[^"]*\.h"/)) {
        print folder substr($0, RSTART + 1, RLENGTH - 2)
        $0 = substr($0, RSTART + RLENGTH)
      }
    }
    /^(room\(.*|\]?)\)$/ { on = 0 }'
}

# faults README FILES...: prints each include that breaks the order.
faults() {
  local readme=$1
  shift
  { rooms "$readme"; interfaces; } | awk -v whole="$([ $# -gt 100 ] && echo 1)" '
    function room(path) { sub(/\/[^\/]*$/, "", path); return path }
    NR == FNR && /\.h$/ { public[$0] = 1; next }
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
      else if (there != here && !(part[2] in public))
        print FILENAME ": " part[2] " is not in the interface of its room"
      if (there != here) used[part[2]] = 1
    }
    END {
      # Laws outside include the headers of models and of laws in balls.
      for (header in public)
        if (!(header in used) && header !~ /^(models|reference\/arb)\/[a-z_]*\.h$/ && whole)
          print header ": in the interface of its room, and no other room includes it"
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

# Bugs are tried by the tests of every room but their own (properties/mutation).
for folder in $(find . -name '*_test.c' ! -path './bazel-*' -printf '%P\n' | xargs -n 1 dirname | sort -u); do
  [ "$folder" = properties/mutation ] || grep -qF "\"//$folder:tests\"" properties/mutation/BUILD ||
    { echo "properties/mutation/BUILD does not ask the tests of $folder"; exit 1; }
done

# An arrow up, a folder that is no room, and a header that is a room's own are found.
mkdir -p "$TEST_TMPDIR"/{models/nowhere,benchmarks/speed} && cp "$1" "$TEST_TMPDIR/README.md"
cp models/BUILD "$TEST_TMPDIR/models" && cd "$TEST_TMPDIR"
echo '#include "properties/checker/witness.h"' >models/up.c
echo '#include "models/model.h"' >models/nowhere/lost.c
echo '#include "properties/trials/evaluate_parts.h"' >benchmarks/speed/past.c
planted=(models/up.c models/nowhere/lost.c benchmarks/speed/past.c)
[ "$(faults README.md "${planted[@]}" | wc -l)" = 3 ] || { faults README.md "${planted[@]}"; echo "not all that was planted is found"; exit 1; }
