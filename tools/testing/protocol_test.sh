#!/usr/bin/env bash
# Criterion under Bazel's protocol: XML, filters, shards. Argument: the sample binary.
set -uo pipefail
sample=$1
unset TESTBRIDGE_TEST_ONLY TEST_TOTAL_SHARDS TEST_SHARD_INDEX TEST_SHARD_STATUS_FILE
export XML_OUTPUT_FILE=$TEST_TMPDIR/out.xml
status=0
fail() { echo "FAILED: $*"; status=1; }
run() { rm -f "$XML_OUTPUT_FILE"; "$@" >"$TEST_TMPDIR/log" 2>&1; code=$?; }
cases() { grep -o '<testcase classname="[^"]*" name="[^"]*"' "$XML_OUTPUT_FILE" | sed 's/.*classname="\([^"]*\)" name="\([^"]*\)"/\1\/\2/' | sort; }

# Well-formed XML in valid UTF-8: tags nest, attributes are quoted and escaped, no character
# that XML 1.0 forbids.
well_formed() {
  perl -e '
    local $/; my $x = <STDIN>;
    utf8::decode($x) or die "not UTF-8\n";
    $x =~ /[^\x09\x0A\x0D\x20-\x{D7FF}\x{E000}-\x{FFFD}\x{10000}-\x{10FFFF}]/ and die "forbidden character\n";
    $x =~ s/^<\?xml [^?]*\?>\s*// or die "no declaration\n";
    my @open;
    while ($x ne "") {
      if ($x =~ s/^[^<&]+//) { next }
      if ($x =~ s/^<\/(\w+)>//) { (pop(@open) // "") eq $1 or die "</$1> does not nest\n"; next }
      if ($x =~ s/^<(\w+)((?:\s+\w+="(?:[^"<&]|&(?:amp|lt|gt|quot|apos|#\d+);)*")*)\s*(\/?)>//) {
        push @open, $1 unless $3; next }
      die "malformed at: " . substr($x, 0, 60) . "\n";
    }
    @open == 0 or die "unclosed: @open\n";
  ' <"$XML_OUTPUT_FILE"
}

run "$sample"
[ $code = 1 ] || fail "a failing run exits $code"
well_formed || fail "the XML is malformed"
expected='first/fails_with_markup
first/passes
first/skips
second/crashes
second/fails_twice
second/passes_too'
[ "$(cases)" = "$expected" ] || fail "cases are: $(cases)"
grep -q 'failures="1" skipped="1"' "$XML_OUTPUT_FILE" || fail "counts of the first suite"
grep -q 'failures="2" skipped="0"' "$XML_OUTPUT_FILE" || fail "counts of the second suite"
grep -q ']]&gt; b &lt;tag attr=&quot;x&quot;&gt; &amp;' "$XML_OUTPUT_FILE" || fail "the message is lost"
grep -q 'one&#10;two' "$XML_OUTPUT_FILE" || fail "the line break is lost"
grep -q '<error message="crashed, signal 6' "$XML_OUTPUT_FILE" || fail "the crash is lost"

for filter in 'second/passes_too' '*/passes_too' 'passes*' 'first/p*' 'FIRST/PASSES'; do
  TESTBRIDGE_TEST_ONLY=$filter run "$sample"
  [ $code = 0 ] || fail "filter '$filter' exits $code"
  well_formed || fail "the XML is malformed"
  grep -vq 'fails' <<<"$(cases)" || fail "filter '$filter' selects $(cases)"
  [ "$(cases | wc -l)" -ge 1 ] || fail "filter '$filter' selects nothing"
done
for filter in 'zzz/*' 'nothing' 'first/nothing'; do
  TESTBRIDGE_TEST_ONLY=$filter run "$sample"
  [ $code != 0 ] || fail "the filter '$filter' matches nothing and passes"
  grep -q "no test matches" "$TEST_TMPDIR/log" || fail "nothing said about the filter '$filter'"
done

# Shards: each case in exactly one; with more shards than cases the empty ones pass.
for shards in 2 4 9; do
  all=
  for ((i = 0; i < shards; i++)); do
    rm -f "$TEST_TMPDIR/shard"
    TEST_TOTAL_SHARDS=$shards TEST_SHARD_INDEX=$i TEST_SHARD_STATUS_FILE=$TEST_TMPDIR/shard run "$sample"
    [ -e "$TEST_TMPDIR/shard" ] || fail "the shard status file is not touched"
    well_formed || fail "the XML is malformed"
    mine=$(cases)
    [ -n "$mine" ] || [ $code = 0 ] || fail "empty shard $i of $shards exits $code"
    all+="$mine"$'\n'
  done
  [ "$(sed '/^$/d' <<<"$all" | sort)" = "$expected" ] || fail "$shards shards do not partition: $all"
done
TEST_TOTAL_SHARDS=9 TEST_SHARD_INDEX=8 TESTBRIDGE_TEST_ONLY='zzz/*' run "$sample"
[ $code != 0 ] || fail "an empty shard hides a filter that matches nothing"

"$sample" --list >/dev/null 2>&1 || fail "--list fails"
exit $status
