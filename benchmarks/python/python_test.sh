#!/usr/bin/env bash
# bristle.py by Debian's python3 and numpy: bristle_test.py, and lines of Python that READMEs show,
# run as they are printed; what they print stands behind them as a comment.
#
#   python_test.sh COMMAND_LINE SIMULATE VERIFY LAW_TO_C BRISTLE_TEST README...
tree=$PWD test=$PWD/$5 pages=("${@:6}")
source "$1" "$1" "${@:2:3}"
export PATH=/usr/bin:/bin XDG_CACHE_HOME=$TEST_TMPDIR/cache TMPDIR=$TEST_TMPDIR/tmp
export PYTHONDONTWRITEBYTECODE=1
mkdir tmp
# A tree as it is after a build.
cp -r --symbolic-link "$tree" tree && cd tree && ln -s . bazel-bin || exit 1
sed 's/model lugre /model my_lugre /; s/end lugre;/end my_lugre;/' models/laws/lugre.mo >my_law.mo
sed -i 's/my_lugre/my_law/' my_law.mo

first=
for page in "${pages[@]}"; do
  while read -r line; do
    printed=$(bash -c "$line" 2>&1) || fail "$page: $line: $printed"
    [ "$printed" = "${line##*\" # }" ] || fail "$page: $line: prints $printed"
    first=${first:-$printed}
  done < <(grep '^ *PYTHONPATH=' "$page")
done
[ -n "$first" ] || fail "no README has a line of Python"
sed 's/my_law/my_lugre/' my_law.mo >my_lugre.mo
sed 's/model dahl /model my_dahl /; s/end dahl;/end my_dahl;/' models/laws/dahl.mo >my_dahl.mo
"$law_to_c" my_dahl.mo >my_dahl.c || fail "no C of dahl"
PYTHONPATH=benchmarks/python python3 -W error "$test" "$simulate" "$verify" my_lugre.mo "$first" || fail "bristle_test.py"
[ -z "$(ls -A "$TMPDIR")" ] || fail "left $(ls "$TMPDIR")"
exit $status
