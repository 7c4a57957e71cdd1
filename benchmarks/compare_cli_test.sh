#!/usr/bin/env bash
# The command line of compare and equal_error: bad input gives one clear line, exit 2, and writes
# nothing; good input gives what the README pages promise. Arguments: command_line.sh, the programs.
. "$1"

refused "unknown scenario 'party'" "$compare" --scenario pid,party
refused "unknown model 'ice'" "$compare" --model ice
refused "unknown integrator 'magic'" "$compare" --integrators euler,magic
refused "expected names" "$compare" --integrators ,
refused "--steps: '0' is not a positive number" "$compare" --steps 1e-3,0
refused "--tolerances: expected positive numbers" "$compare" --tolerances ,
refused "out of range" "$compare" --model lugre --set Fc=0
refused "--set is for one model" "$compare" --set Fc=1
refused "--set is for one model" "$compare" --model lugre,dahl --set Fc=1
refused "'yaml' is none of" "$compare" --format yaml
refused "goes without --no-times" "$compare" --ranking --no-times
refused "goes without --baseline" "$compare" --ranking --baseline nowhere
refused "cannot read 'nowhere'" "$compare" --baseline nowhere
: >empty.json
refused "'empty.json': this is not JSON" "$compare" --baseline empty.json
echo '{"format": "witness-1"}' >other.json
refused "with \"benchmarks\"" "$compare" --baseline other.json
refused "name one with --baseline" "$compare" --changes nowhere
refused "0.5 is below 1" "$compare" --threshold 0.5

refused "unknown scenario 'party'" "$equal_error" --scenario party
refused "unknown model 'magic'" "$equal_error" --model magic
refused 'is a file' "$equal_error" --model my_law.mo
refused "no comparison of 'dahl'" "$equal_error" --model dahl

# compare: everything but times is equal in two runs, for any number of threads; failures stay as
# rows.
few=("$compare" --quick --scenario driven_steps,break_away --model lugre,viscous --integrators exponential,euler,cvode_bdf --steps 1e-2,1e-3 --tolerances 1e-4)
for jobs in 1 2; do "${few[@]}" --no-times --format csv --jobs $jobs -o c$jobs.csv || fail "compare"; done
cmp c1.csv c2.csv || fail "compare depends on --jobs"
"${few[@]}" --format csv >c3.csv
cmp <(cut -d, -f1-30 c1.csv) <(cut -d, -f1-30 c3.csv) || fail "times change other columns"
[ "$(wc -l <c1.csv)" = 13 ] || fail "compare has $(wc -l <c1.csv) lines"
head -1 c1.csv | has '^scenario,model,integrator,kind,setting,failure,floor,error_max,error_final,scd,error_x,' ||
  fail "columns of compare: $(head -1 c1.csv)"
head -1 c1.csv | has ',repetitions,iterations,cpu_time_s,cpu_time_q1_s,cpu_time_q3_s,real_time_s$' ||
  fail "the last columns of compare are not times: $(head -1 c1.csv)"
has '^driven_steps,viscous,,,,"*not applicable: ' <c1.csv || fail "a law without states"
has '^driven_steps,lugre,euler,h,0.01[0-9]*,a state or its rate' <c1.csv || fail "a failure in CSV"
"${few[@]}" --format json >c.json
for key in context benchmarks name run_name run_type real_time cpu_time time_unit iterations repetitions error_occurred \
  error_message error_final error_max scd event_error_s steps rejected rate_evals jac_evals events \
  bound_violations energy_balance compiler flags cpu clock_overhead_cpu_ns calibration_ns; do
  grep -q "\"$key\"" c.json || fail "compare's JSON lacks $key"
done
grep -qE '(nan|inf)[,"]?$' c.json && fail "JSON knows no such numbers"
if command -v python3 >/dev/null; then python3 -m json.tool c.json >/dev/null || fail "compare's JSON"; fi
"${few[@]}" >table || fail "compare's table"
awk 'length > 100 { exit 1 }' table || fail "compare's table is wider than 100 columns"
"${few[@]}" --ranking | awk 'length > 100 { exit 1 }' || fail "the ranking is wider than 100 columns"
"${few[@]}" --ranking --format csv | has '^break_away,lugre,' || fail "the ranking's CSV"
"${few[@]}" --ranking --format json | has '"format":.*ranking-1' || fail "the ranking's JSON"

# A law with other parameters has other results; with its own it has the same.
one=("$compare" --quick --scenario break_away --model lugre --integrators exponential --steps 1e-2 --no-times --format csv)
"${one[@]}" >plain.csv
"${one[@]}" --set Fc=1 | cmp - plain.csv || fail "a default that is set changes results"
"${one[@]}" --set Fc=0.9 | cmp -s - plain.csv && fail "--set changes nothing"

# A baseline: the same program gives no difference; a changed digit, a missing row and a slower one
# do.
"${few[@]}" --no-times --baseline c.json -o c4.json --format json >stdout || fail "a baseline: $(cat stdout)"
[ "$(wc -l <stdout)" = 1 ] || fail "something differs from itself: $(cat stdout)"
has '"error_max"' <c4.json || fail "-o beside --baseline"
awk '!done && sub(/"rate_evals":[[:space:]]*/, "&1") { done = 1 } 1' c.json >digit.json
"${few[@]}" --no-times --baseline digit.json >stdout
[ $? = 1 ] && [ "$(grep -c '^changed: .*rate_evals was' stdout)" = 1 ] && [ "$(wc -l <stdout)" = 2 ] ||
  fail "a changed digit: $(cat stdout)"
"${few[@]}" --integrators euler --no-times --baseline c.json >stdout
[ $? = 1 ] && has '^missing: driven_steps/lugre/cvode_bdf/rtol=1e-04' <stdout || fail "missing rows"
# A baseline that was a million times as fast, without repetitions and with them.
sed -E '/"(cpu|calibration)_times"/d; s/("calibration_time":[[:space:]]*[0-9.]*)(e[-+][0-9]+)?/\1e7/' c.json >fast.json
sed -E '/"calibration_times"/s/([0-9]{2})(\.[0-9]*)?([],])/\1\20e6\3/g' c.json >repeated.json
for before in fast repeated; do
  "${few[@]}" --baseline $before.json --changes changes.csv --format csv >stdout
  [ $? = 1 ] && has '^slower: break_away/lugre/exponential/h=1e-03: ' <stdout || fail "a slower row: $(cat stdout)"
  has '^exponential .* slower$' <stdout || fail "the table: $(cat stdout)"
  has '^break_away/lugre/exponential/h=1e-03,present,0,.*,slower$' <changes.csv || fail "the changes"
  awk 'length > 80 && !/: / { exit 1 }' stdout || fail "the table is wider than 80 columns"
done
has '^exponential .* none ' <stdout && fail "a baseline with repetitions has none"

describes_itself "$compare" "$equal_error"
exit $status
