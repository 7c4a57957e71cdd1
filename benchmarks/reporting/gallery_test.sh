#!/usr/bin/env bash
# The page of all laws and its pictures are what the texts and the laws' code give now. Arguments:
# gallery, the folder of the laws.
set -euo pipefail
gallery=$PWD/$1 laws=$2 status=0
fail() { echo "FAILED: $*"; status=1; }
mkdir "$TEST_TMPDIR/pictures"
"$gallery" --pictures "$TEST_TMPDIR/pictures" -o "$TEST_TMPDIR/README.md" "$laws"/*.mo
diff "$TEST_TMPDIR/README.md" "$laws/README.md" || fail "the page is another; it says how to write it"
diff -rq "$TEST_TMPDIR/pictures" "$laws/pictures" || fail "other pictures"
for picture in "$laws"/pictures/*.svg; do
  [ "$(wc -c <"$picture")" -lt 15000 ] || fail "$picture is large"
done
# section LAW: its part of the page. catalogue LAW: lines NAME = VALUE of the table in models/README.md.
section() { sed -n "/^## $1\$/,/^## /p" "$laws/README.md"; }
catalogue() {
  sed -n "s/^| \`$1\` |.* | \([^|]*\) | [^|]* |\$/\1/p" "$laws/../README.md" | sed 's/, /\n/g' |
    sed 's/^\(.* = [^ ]*\).*/\1/'
}
for text in "$laws"/*.mo; do
  name=$(basename "$text" .mo) n=0
  while IFS='= ' read -r parameter value; do
    section "$name" | grep -q "^| \`$parameter\` | [^|]* | $value |" || fail "$name: $parameter"
    n=$((n + 1))
  done < <(catalogue "$name")
  [ $n -gt 0 ] || fail "$name is not in the catalogue"
  [ "$(section "$name" | grep -c '^```math$')" = 1 ] || fail "$name has no equations"
done
exit $status
