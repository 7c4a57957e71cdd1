#!/usr/bin/env bash
# The program detects a known bug, detects none where none is planted, and gives the same bytes for
# the same request.
set -euo pipefail
program=$1 plan=$2
fail() { echo "$*"; exit 1; }
mutation() { "$program" --plan "$plan" --files models/laws/karnopp.c "$@"; }
number() { awk -v name="$1" '$1 == "all" { print $name }' "$TEST_TMPDIR/table"; }

# Rebuilding without a bug gives Bazel's files, byte for byte.
mutation --pure >"$TEST_TMPDIR/table"
[ "$(number 2) $(number 4)" = "1 1" ] || fail "nothing planted, but: $(cat "$TEST_TMPDIR/table")"

# Every sign of Karnopp's law matters, and so does every unit.
mutation --operators sign,unit --sample 0 --journal "$TEST_TMPDIR/journal" >"$TEST_TMPDIR/table" ||
  fail "bugs survive: $(cat "$TEST_TMPDIR/table")"
detected=$(number 5)
[ "$detected" -ge 2 ] || fail "detected: $detected"

# Mutants in the journal are not judged again, and the number of jobs does not matter.
mutation --operators sign,unit --sample 0 --journal "$TEST_TMPDIR/journal" --known |
  cmp - "$TEST_TMPDIR/table" || fail "the journal says something else"
mutation --operators sign,unit --sample 0 --jobs 2 | cmp - "$TEST_TMPDIR/table" ||
  fail "two jobs give something else"

# What survives some tests is judged again by all; a test that does not execute a function is not
# asked about bugs in it, and one of which nothing is known is.
mutation --operators sign --sample 1 --tests none --journal "$TEST_TMPDIR/some" --least 0 >"$TEST_TMPDIR/table"
[ "$(number 6)" = 1 ] || fail "no tests: $(cat "$TEST_TMPDIR/table")"
mutation --operators sign --sample 1 --journal "$TEST_TMPDIR/some" >"$TEST_TMPDIR/table" ||
  fail "all tests after none: $(cat "$TEST_TMPDIR/table")"
reached() { # RANGE LABEL...: what a sample of one bug is detected by
  local range=$1; shift
  printf '%s models/laws/karnopp.c '"$range"'\n' "$@" >"$TEST_TMPDIR/reach"
  mutation --operators sign --sample 1 --least 0 --reach "$TEST_TMPDIR/reach" >"$TEST_TMPDIR/table"
  number 5
}
labels=($(grep -o '"label": *"[^"]*"' "$plan" | sed 's/.*"\(.*\)"/\1/'))
[ "$(reached 1-9999 "${labels[@]}")" = 1 ] || fail "executed, but: $(cat "$TEST_TMPDIR/table")"
[ "$(reached 9998-9999 "${labels[@]}")" = 0 ] || fail "not executed, but: $(cat "$TEST_TMPDIR/table")"
[ "$(reached 9998-9999 //other:test)" = 1 ] || fail "nothing known, but: $(cat "$TEST_TMPDIR/table")"

# A bug of a generator is noticed in what it writes, and so is one that makes it fail.
generator() { "$program" --plan "$plan" --files 'properties/mutation/sample_generator.c' "$@"; }
generator --pure >"$TEST_TMPDIR/table"
[ "$(number 2) $(number 4)" = "1 1" ] || fail "generator without a bug: $(cat "$TEST_TMPDIR/table")"
generator --operators 'sign,compare' --sample 0 --least 0 >"$TEST_TMPDIR/table"
[ "$(number 5)" = 2 ] || fail "generator with a bug: $(cat "$TEST_TMPDIR/table")"

# Without tests nothing is detected, and the program says so.
status=0
mutation --operators sign --sample 1 --tests none >"$TEST_TMPDIR/table" || status=$?
[ "$status $(number 6)" = "1 1" ] || fail "no tests, status $status: $(cat "$TEST_TMPDIR/table")"

# Lists and samples are the same each time, and another seed gives other ones.
list() { "$program" --plan "$plan" --list "$@"; }
cmp <(list --sample 20) <(list --sample 20) || fail "two lists"
[ "$(list --sample 20 | grep -c -- ', --site ')" = 20 ] || fail "a sample of 20"
cmp -s <(list --sample 20) <(list --sample 20 --seed 1) && fail "another seed, the same sample"

# Wrong usage is one line that names what is wrong, and status 2.
refuse() { # EXPECTED ARGUMENT...
  local expected=$1 status=0; shift
  "$program" --plan "$plan" "$@" >/dev/null 2>"$TEST_TMPDIR/message" || status=$?
  [ $status = 2 ] || fail "$*: status $status"
  [ "$(wc -l <"$TEST_TMPDIR/message")" = 1 ] || fail "$*: not one line"
  grep -F -e "$expected" "$TEST_TMPDIR/message" >/dev/null || fail "$*: $(cat "$TEST_TMPDIR/message")"
}
refuse "--files" --files nothing.c
refuse "--site" --files models/laws/karnopp.c --site 99999
refuse "--format" --format csv
refuse "--quick" --quick -1
echo '//models:a_test models/laws/karnopp.c 3' >"$TEST_TMPDIR/reach"
refuse "line 1 of" --reach "$TEST_TMPDIR/reach"
refuse "--reach: cannot read" --reach "$TEST_TMPDIR/nowhere"
"$program" --plan "$TEST_TMPDIR/nowhere" --list >/dev/null 2>&1 && fail "a plan that is not there"
exit 0
