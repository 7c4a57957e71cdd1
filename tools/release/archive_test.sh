#!/usr/bin/env bash
# The release has what the repository has, and a header of it compiles by itself.
# Arguments: the archive, the folder of exported headers, and the files that are in the release.
set -uo pipefail
archive=$PWD/$1 headers=$PWD/$2
name=$(basename "$1" .tar.gz)
shift 2
cd "$TEST_TMPDIR" && tar -xzf "$archive" && cd - >/dev/null || exit 1
unpacked=$TEST_TMPDIR/$name
status=0
fail() { echo "FAILED: $*"; status=1; }

laws=0 pages=0
for file in "$@"; do
  case $file in
    *.mo) cmp "$file" "$unpacked/laws/$(basename "$file")" && laws=$((laws + 1)) || fail "$file" ;;
    *) cmp "$file" "$unpacked/$(basename "$file")" && pages=$((pages + 1)) || fail "$file" ;;
  esac
done
[ $laws = "$(ls "$unpacked/laws" | wc -l)" ] && [ $laws -ge 21 ] || fail "$laws laws"
[ $pages = 3 ] && [ "$(find "$unpacked" -maxdepth 1 -type f | wc -l)" = 3 ] || fail "$pages pages"
diff -r "$headers" "$unpacked/headers" || fail "other headers"
# Every law has a header, or missing.txt says of each method why not.
for law in "$unpacked"/laws/*.mo; do
  law=$(basename "$law" .mo)
  compgen -G "$unpacked/headers/${law}_*.h" >/dev/null || grep -q "^${law}_" "$unpacked/headers/missing.txt" ||
    fail "$law has no header"
done
for header in "$unpacked"/headers/{lugre_exponential_f32,dahl_heun_f64}.h; do
  echo "#include \"$header\"" | gcc -std=c11 -Wall -Wextra -Werror -Wno-unused-function -x c -c - -o "$TEST_TMPDIR/header.o" ||
    fail "$header does not compile by itself"
done
exit $status
