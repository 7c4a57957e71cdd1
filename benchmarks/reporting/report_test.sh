#!/usr/bin/env bash
# An interrupted report keeps its finished parts, continues from there, and gives the same data as
# one that was not interrupted. Argument: the program.
set -uo pipefail
report=$PWD/$1
cd "$TEST_TMPDIR"
status=0
fail() { echo "FAILED: $*"; status=1; }
data() { ls "$1/data" | grep -v '^\.' ; }

# Interrupts the report when it has three parts.
"$report" --quick --section experiments -o stopped >out 2>err &
pid=$!
for ((i = 0; i < 600; i++)); do
  [ "$(data stopped 2>/dev/null | wc -l)" -ge 3 ] && break
  sleep 0.05
done
kill -INT $pid
wait $pid
[ $? = 130 ] || fail "interrupted, it exits otherwise"
grep -q 'goes on where it stopped' err || fail "it does not say what to do: $(cat err)"
[ ! -e stopped/index.html ] || fail "an interrupted report has a page"
[ -z "$(find stopped -name '*.[A-Za-z0-9][A-Za-z0-9][A-Za-z0-9][A-Za-z0-9][A-Za-z0-9][A-Za-z0-9]')" ] ||
  fail "temporary files left: $(find stopped)"
kept=$(data stopped | head -1)
cp -p "stopped/data/$kept" first

# Another program or other options would compute everything again; this one continues.
"$report" --quick --section experiments -o stopped >out 2>err || fail "going on: $(cat err)"
grep -qE '^report: [0-9]+ of [0-9]+ parts are there from before$' err || fail "it begins anew: $(cat err)"
[ "$(stat -c %Y "stopped/data/$kept")" = "$(stat -c %Y first)" ] || fail "$kept was computed again"
[ -s stopped/index.html ] || fail "no page"
[ -z "$(find stopped/data -name '.*')" ] || fail "marks left: $(find stopped/data -name '.*')"

# The same bytes without interruption and from one thread; also the page, which shows no times.
"$report" --quick --section experiments -o whole --jobs 1 >out 2>err || fail "in one go: $(cat err)"
grep -q 'from before' err && fail "a new report finds parts"
diff -r stopped whole || fail "an interrupted report differs"

# A finished report starts again; --page only draws.
"$report" --page --section experiments -o whole >out 2>err || fail "--page: $(cat err)"
diff -r stopped whole >/dev/null && fail "--page without --quick says nothing else"
"$report" --page --quick --section experiments -o whole >out 2>err || fail "--page: $(cat err)"
diff -r stopped whole || fail "--page draws another page"
"$report" --page -o empty >out 2>err
[ $? = 2 ] && grep -q 'there are no data' err && [ ! -e empty/index.html ] || fail "--page without data: $(cat err)"
exit $status
