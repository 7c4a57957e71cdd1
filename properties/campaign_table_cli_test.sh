#!/usr/bin/env bash
# The command line of campaign_table: bad input gives one clear line, exit 2, and writes nothing;
# slices that are computed by number are a campaign. Arguments: command_line.sh, the program.
. "$1"

for text in 0/4 5/4 1 1/ /4 1/4/2 a/4 -1/4 1/0 Test ''; do
  refused "expected I/N" "$campaign_table" --slice "$text"
done
refused "no whole number of runs" "$campaign_table" --slice 1/5 --shards 2
refused "there is no TEST_UNDECLARED_OUTPUTS_DIR" env -u TEST_UNDECLARED_OUTPUTS_DIR "$campaign_table" --slice test
refused "unexpected argument 'x.json'" "$campaign_table" --slice 1/1 x.json
refused "cannot read 'missing.json'" "$campaign_table" missing.json

# Merged in any order they are what one process finds; the first of them is not the second.
few=(--trials 10 --seed 7)
for i in 4 2 1 3; do "$campaign_table" "${few[@]}" --slice $i/4 --shards 2 -o $i.json || fail "slice $i"; done
"$campaign_table" "${few[@]}" --runs 2 --format csv -o one.csv || fail "one process"
"$campaign_table" 3.json 1.json 4.json 2.json --format csv -o merged.csv || fail "no merged table"
cmp one.csv merged.csv || fail "slices merge to something else"
for pair in "1 0 1" "1 1 2" "2 0 3" "2 1 4"; do
  read -r run shard i <<<"$pair"
  tr -d '\n\t ' <$i.json | has "\"run\":$run,\"shard\":$shard,\"shards\":2," || fail "slice $i is not run $run, shard $shard"
done

# As a test it is the slice that Bazel's environment names, and says that it knows shards.
mkdir -p outputs
as_test() { env -u TEST_TOTAL_SHARDS -u TEST_SHARD_INDEX -u TEST_RANDOM_SEED -u TEST_SHARD_STATUS_FILE TEST_UNDECLARED_OUTPUTS_DIR=outputs "$@" "$campaign_table" "${few[@]}" --slice test >table; }
as_test TEST_TOTAL_SHARDS=2 TEST_SHARD_INDEX=0 TEST_RANDOM_SEED=2 TEST_SHARD_STATUS_FILE=shards || fail "a slice as a test"
cmp outputs/slice.json 3.json && [ -f shards ] || fail "as a test it is another slice, or knows no shards"
has '^  property' <table || fail "as a test it shows no table"
as_test || fail "a whole run as a test"
"$campaign_table" "${few[@]}" --slice 1/1 | cmp - outputs/slice.json || fail "as a test without shards it is another slice"
"$campaign_table" 1.json 2.json 4.json 2>stderr
[ $? = 2 ] && has 'is missing$' <stderr || fail "a missing slice: $(cat stderr)"

describes_itself "$campaign_table"
exit $status
