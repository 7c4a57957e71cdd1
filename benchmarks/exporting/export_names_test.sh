#!/usr/bin/env bash
# Names in the objects of exported headers begin with the name of a header, or belong to the test's
# own functions; and the exporter gives the same bytes for the same kernel, in whatever directory
# its unit is.
#
#   export_names_test.sh ARCHIVE... HEADER AGAIN
set -euo pipefail
again=${*: -1}
header=${*: -2:1}
names=0
for archive in "${@:1:$#-2}"; do
  [[ $archive == *.a || $archive == *.lo ]] || continue
  while read -r name; do
    names=$((names + 1))
    [[ $name =~ ^[a-z0-9_]+_f(32|64)_ ]] || { echo "$archive defines $name"; exit 1; }
  done < <(nm --defined-only "$archive" | awk 'NF == 3 && $3 !~ /[.]|^_/ { print $3 }') # less the compiler's own
done
[ "$names" -gt 0 ] || { echo "no archive was given"; exit 1; }
cmp "$header" "$again"/*.h
macros=$(sed -n 's/^ *# *define  *\([A-Za-z0-9_]*\).*/\1/p' "$header" | grep -v "^$(basename "$header" .h)_" || true)
[ -z "$macros" ] || { echo "$header defines $macros"; exit 1; }
echo "$names names examined"
