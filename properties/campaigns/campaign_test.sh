#!/usr/bin/env bash
# A campaign by Bazel, 8 runs in 4 shards, after a longer one whose outputs still exist: the events
# of its build merge to exactly what one process finds. Also tests what such a test reads.
set -euo pipefail
. tools/testing/workspace.sh
. properties/campaigns/one_process.sh
fail() { echo "$1"; [ ! -f log ] || tail -30 log; exit 1; }

explore() { # runs, events
  $bazel test //properties:campaign --test_arg=--trials=100 --runs_per_test="$1" \
    --build_event_json_file="$2" >log 2>&1 || fail "a campaign of $1 runs fails"
}
$bazel build //properties:campaign_table >log 2>&1 || fail "campaign_table does not build"
table=bazel-bin/properties/campaign_table
explore 9 nine.json
explore 8 eight.json
merges_to_one_process "$table" eight.json
$table nine.json -o nine && ! cmp -s nine one || fail "nine runs are eight"

# A missing archive is noticed, and so is an additional one.
archives=$(ls bazel-testlogs/properties/campaign/*_of_8/test.outputs/outputs.zip)
[ "$(wc -l <<<"$archives")" = 32 ] || fail "32 archives expected"
$table $archives -o merged || fail "archives do not merge"
cmp merged <($table --trials 100 --runs 8) || fail "archives merge to something else"
! $table $(tail -n +2 <<<"$archives") 2>error || fail "a missing slice passes"
grep -q 'is missing$' error || fail "$(cat error)"
! $table $archives $(head -1 <<<"$archives") 2>error || fail "a slice passes twice"
grep -q 'is there twice$' error || fail "$(cat error)"

# The test reads itself and libraries of the system, and opens no connections.
mkdir outputs
env -i TEST_UNDECLARED_OUTPUTS_DIR="$PWD/outputs" TEST_TOTAL_SHARDS=4 TEST_SHARD_INDEX=1 \
  TEST_RANDOM_SEED=3 strace -f -qq -o trace -e trace=%file,%network,%process \
  bazel-bin/properties/campaign --slice test --trials 100 >/dev/null || fail "a slice by hand fails"
grep -c '"'"$PWD/outputs/slice.json" trace >/dev/null || fail "the trace shows no slice"
! grep -E '(socket|connect|bind|sendto|recvfrom)\(' trace || fail "it uses the network"
[ "$(grep -c 'execve(' trace)" = 1 ] || fail "it starts programs"
opened=$(grep -oE '^[^"]*open[^"]*"[^"]*"' trace | grep -oE '"[^"]*"' | tr -d '"' |
  grep -vE "^(/usr)?/lib/|^/etc/ld\.so\.cache$|^/sys/devices/system/cpu/online$|^$PWD/outputs/" || true)
[ -z "$opened" ] || fail "it opens $opened"
