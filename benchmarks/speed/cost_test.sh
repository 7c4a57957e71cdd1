#!/usr/bin/env bash
# step_cost, ensemble and masses write all formats, and fail beyond a given limit.
set -euo pipefail
step_cost=$1 ensemble=$2 masses=$3
fail() { echo "$*"; exit 1; }
status() { local s=0; "$@" >/dev/null || s=$?; echo $s; }

check() {  # check PROGRAM COLUMNS LIMIT LIMIT: the columns of its CSV, a limit that no run keeps, one that all keep
  local program=$1 columns=$2 tight=$3 wide=$4; shift 4
  [ "$("$program" "$@" --format csv | awk -F, '{ print NF }' | sort -u)" = "$columns" ] ||
    fail "$program: csv without $columns columns"
  "$program" "$@" --format json | grep '"format":' >/dev/null || fail "$program: no json"
  [ "$("$program" "$@" | tail -n +3 | wc -l)" -ge 8 ] || fail "$program: a table of few rows"
  [ "$(status "$program" "$@" --limit "$tight")" = 1 ] || fail "$program: --limit $tight is kept"
  [ "$(status "$program" "$@" --limit "$wide")" = 0 ] || fail "$program: --limit $wide is not kept"
}

check "$step_cost" 9 1e-6 1e6 --repetitions 3
check "$ensemble" 6 1e6 1e-6 --lanes 9 --repetitions 2
check "$ensemble" 6 1e6 1e-6 --lanes 70 --repetitions 2 --per-lane
check "$masses" 7 1e6 1e-6 --lanes 9 --repetitions 1

# Both ways find the same motion: within what a tolerance of 1e-6 and some thousandfold for a release
# leave. Rates and their ratio agree in the one turn that there is.
"$masses" --lanes 9 --repetitions 1 --format csv | awk -F, '
  NR > 1 && !($7 < 1e-3) { print "masses: " $0 ": positions differ"; bad = 1 }
  NR > 1 && !($5 / $4 / $6 > 0.9999 && $5 / $4 / $6 < 1.0001) { print "masses: " $0 ": the ratio"; bad = 1 }
  END { exit bad }' || fail "masses disagrees with itself"

# One law alone, of those that there are kernels for.
[ "$("$masses" --model stribeck --lanes 9 --repetitions 1 --format csv | cut -d, -f2 | sort -u | xargs)" = \
  "law stribeck" ] || fail "masses --model stribeck"
[ "$(status "$masses" --model karnopp)" = 2 ] || fail "masses --model karnopp"
{ "$masses" --model lugr 2>&1 || true; } | grep "no kernel for 'lugr' (did you mean 'lugre'?)" >/dev/null ||
  fail "masses does not name the law that is meant"

# Parts of a step sum up to the whole; rates are some of it, and none is negative by more than noise.
# Rates that wait for each other are no quicker, but for the noise of five turns, nor slower than the
# whole; the limit is the sum of what there is at least: rates need not wait where a method asks for
# all stages at once.
"$step_cost" --phases --repetitions 5 --format csv | awk -F, '
  NR > 1 && !($6 > 0 && $7 > 0 && $7 < $6 && $8 >= 0 && $9 >= 0 && $4 > 10) { print "phases: " $0; bad = 1 }
  NR > 1 { d = ($7 + $8 + $9 + $10 + $11) / $6 - 1; if (d > 1e-3 || d < -1e-3) { print "phases: " $0 ": do not sum up"; bad = 1 } }
  NR > 1 && !($12 > 0.7 * $7 && $12 < $6) { print "phases: " $0 ": rates in a row"; bad = 1 }
  NR > 1 { d = (($3 == "radau" ? $7 : $12) + $8 + $9 + $10) / $13 - 1; if (d > 1e-4 || d < -1e-4) { print "phases: " $0 ": the limit"; bad = 1 } }
  END { exit bad || NR != 12 }' || fail "the phases of step_cost"

# The headings name the columns below them.
words() { head -2 | tr -s ' \n' ' '; }
[ "$("$step_cost" --repetitions 1 | words)" = \
  "ns per step by hand kernel library kernel/hand law method min median min median min median " ] ||
  fail "the headings of step_cost"
[ "$("$masses" --lanes 1 --repetitions 1 | head -1 | tr -s ' ')" = \
  "masses/s one by one at once ratio differ by" ] || fail "the headings of masses"
[ "$("$ensemble" --lanes 2 --repetitions 1 | words)" = \
  "trajectories/s scalar ensemble law method level kernel ratio " ] || fail "the headings of ensemble"
