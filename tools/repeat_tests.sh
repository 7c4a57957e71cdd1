#!/usr/bin/env bash
# Repeats the tests, each time with another seed and every other time on a busy machine, and counts
# the runs that fail: a test that fails once in a thousand runs has a cause, which must be found.
#
#   tools/repeat_tests.sh --whole 100 runs.csv       100 runs of all tests that bazel test //... has
#   tools/repeat_tests.sh --delicate 1000 runs.csv   1,000 runs of the tests that use a clock, a
#                                                    seed, a socket, a thread or a process
#   tools/repeat_tests.sh runs.csv                   what the journal says
#
# The journal gets a row a run and is gone on with: the counts are of all runs in it. A run that is
# interrupted has no row. Logs of failures are kept beside the journal. Exit: 0 no run has failed;
# 1 one has; 2 wrong usage.
set -euo pipefail
workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
usage() { echo "repeat_tests: $1; expected [--whole N | --delicate N] JOURNAL" >&2; exit 2; }

kind='' runs=0
case ${1-} in
  --whole | --delicate)
    kind=${1#--} runs=${2-}
    [[ $runs =~ ^[1-9][0-9]*$ ]] || usage "'$runs' is no number of runs"
    shift 2 ;;
  -*) usage "no option '$1'" ;;
esac
[ $# = 1 ] || usage "$# files"
journal=$(realpath -m "$1")
[ ! -e "$journal" ] || head -1 "$journal" | grep -qx 'commit,kind,seed,load,tests,failed,seconds' ||
  usage "'$journal' is no journal"
cd "$workspace"

# Tests of programs; tests whose sources name something that may differ from run to run; and what
# holds random numbers or other processes.
delicate() {
  local word='test_seed|rng_|clock|nanosleep|getpid|fork\(|posix_spawn|subprocess|pthread|parallel_|socket\(|alarm\('
  local sources
  sources=$(git ls-files '*_test.c' | xargs grep -lE "$word" | sed -E 's|^(([^/]+/)*)([^/]+)$|//\1:\3|; s|/:|:|')
  tools/bazel query --noshow_progress --order_output=no "
    let all = tests(//...) except attr(tags, manual, tests(//...)) in
    kind(sh_test, \$all) union kind(cc_test, \$all intersect rdeps(//..., set($(tr '\n' ' ' <<<"$sources")), 1))" \
    2>/dev/null | sort
}

burners=()
busy() { for ((i = $(nproc); i > 0; i--)); do nice -n 5 sh -c 'while :; do :; done' & burners+=($!); done; }
idle() { [ ${#burners[@]} = 0 ] || kill "${burners[@]}" 2>/dev/null || true; burners=(); wait 2>/dev/null || true; }
trap idle EXIT
trap 'exit 130' INT TERM

# one SEED: runs the targets once and appends a row.
one() {
  local seed=$1 load=$(($1 % 2)) began=$SECONDS status=0 log=$journal.$kind.$1.log
  ((load == 0)) || busy
  tools/bazel test --cache_test_results=no --keep_going --noshow_progress --test_summary=short \
    --test_output=errors --test_env="TEST_RANDOM_SEED=$seed" "${targets[@]}" >"$log" 2>&1 || status=$?
  idle
  # 3: some tests failed; others: no run
  [ $status = 0 ] || [ $status = 3 ] || { cat "$log"; exit 1; }
  local tests failed
  tests=$(grep -cE '^//[^ ]+ .*(PASSED|FAILED|TIMEOUT|FLAKY)' "$log" || true)
  failed=$(sed -nE 's/^(\/\/[^ ]+) .*(FAILED|TIMEOUT|FLAKY).*/\1/p' "$log" | sort -u | tr '\n' ' ')
  [ -e "$journal" ] || echo 'commit,kind,seed,load,tests,failed,seconds' >"$journal"
  echo "$(git rev-parse --short HEAD),$kind,$seed,$load,$tests,${failed% },$((SECONDS - began))" | tee -a "$journal"
  [ -n "$failed" ] || rm "$log"
}

if [ -n "$kind" ]; then
  targets=(//...)
  [ "$kind" = whole ] || mapfile -t targets < <(delicate)
  known=$(awk -F, -v kind="$kind" '$2 == kind && $3 > last { last = $3 } END { print last + 0 }' \
    "$journal" 2>/dev/null || echo 0)
  echo "$kind: ${#targets[@]} targets, runs $((known + 1)) to $runs"
  for ((seed = known + 1; seed <= runs; seed++)); do one "$seed"; done
fi

[ -e "$journal" ] || usage "there is no '$journal'"
awk -F, 'NR > 1 { runs[$2]++; tests[$2] += $5; if ($6 != "") { failed[$2]++; all = 1; print "failed in run " $3 ": " $6 } }
  END { for (k in runs) printf "%s: %d runs, %d of tests, %d failed\n", k, runs[k], tests[k], failed[k]; exit all }' "$journal"
