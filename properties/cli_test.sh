#!/usr/bin/env bash
# The programs' command lines: bad input gives one clear line, exit 2, and writes nothing; good
# input gives what the README pages promise. Arguments: the programs.
set -uo pipefail
for program in "$@"; do declare "$(basename "$program")=$PWD/$program"; done
witnesses=$PWD/properties/witnesses
cd "$TEST_TMPDIR"
status=0
# Reads to the end, unlike grep -q, so that the writer before the pipe is not killed.
has() { grep "$@" >/dev/null; }
fail() { echo "FAILED: $*"; status=1; }

# refused WORD PROGRAM ARGS...: expects exit 2, one line on stderr with the WORD, nothing on stdout,
# no file.
refused() {
  local word=$1 code lines
  shift
  rm -rf out && mkdir out
  "$@" -o out/file >stdout 2>stderr
  code=$?
  lines=$(wc -l <stderr)
  [ $code = 2 ] || fail "$*: exit $code"
  [ "$lines" = 1 ] || fail "$*: $lines lines on stderr: $(cat stderr)"
  grep -qF -- "$word" stderr || fail "$*: '$word' is not in: $(cat stderr)"
  [ ! -s stdout ] || fail "$*: something on stdout"
  [ -z "$(ls -A out)" ] || fail "$*: left $(ls -A out)"
}

refused "unknown model 'ice'" "$verify" --model ice
refused "unknown property 'beauty'" "$verify" --property beauty
refused "claims nothing" "$verify" --model coulomb --property i3_nonnegative
refused "'0' is not a whole number" "$verify" --trials 0
refused "'-5' is not" "$verify" --trials -5
refused "'nan' is not" "$verify" --trials nan
refused "'many' is not" "$verify" --jobs many
refused "'1e3' is not" "$verify" --seed 1e3
refused "'xml' is none of" "$verify" --format xml
refused "--nonsense" "$verify" --nonsense
refused "--model" "$verify" --model
refused "unexpected argument 'lugre'" "$verify" lugre

refused "--ledger takes no" "$verify" --ledger --model lugre
refused "'nowhere' is not a directory" "$verify" --witnesses nowhere
refused "unknown model 'ice'" "$identify" --model ice
refused "no parameter 'beta'" "$identify" --set beta=1
refused "is not NAME=VALUE" "$identify" --set alpha
refused "needs Fs >= Fc" "$identify" --set Fs=0.5
refused "needs sigma0 within its range" "$identify" --set sigma0=0
refused "not a positive number" "$identify" --noise 0
refused "not a whole number" "$identify" --repetitions 0
refused "unknown integrator 'magic'" "$verify" --integrator magic --step 1e-3
refused "the reference is what trajectories are compared with" "$verify" --integrator reference
refused "'euler' takes steps of given size and needs a --step" "$verify" --integrator euler
refused "'0' is not a positive number" "$verify" --integrator euler --step 0
refused "'nan' is not" "$verify" --integrator rosenbrock --rtol nan
refused "need an --integrator" "$verify" --step 1e-3
refused "--integrator goes without" "$verify" --integrator euler --step 1 --timing
refused "goes without" "$verify" --integrator euler --step 1 --signals 2
refused "'-1' is not" "$verify" --signals -1
refused "claims nothing" "$verify" --integrator euler --step 1 --model coulomb --property no_drift

threshold=("$verify" --model bouc_wen --threshold beta)
refused "needs one --model" "$verify" --threshold beta
refused "no parameter 'x'" "$verify" --model bouc_wen --threshold x
refused "no way to prove 'passivity' of model 'leuven'" "$verify" --model leuven --threshold sigma1
refused "go with --threshold" "$verify" --over Fs=1:2:3
refused "expected NAME=VALUE, got 'c'" "${threshold[@]}" --set c
refused "c is from 0 to 0.99, got '1'" "${threshold[@]}" --set c=1
for text in gamma gamma=1:2 gamma=1:2:3:lag gamma=1:2:3:log:4; do
  refused "expected NAME=FROM:TO:N or NAME=FROM:TO:N:log, got '$text'" "${threshold[@]}" --over $text
done
refused "no parameter 'x'" "${threshold[@]}" --over x=1:2:3
refused "'0' is not a whole number" "${threshold[@]}" --over gamma=1:2:0
refused "two ends of one sign" "${threshold[@]}" --over gamma=-1:2:3:log
refused "k is from 1 to 1e+09, got '0'" "${threshold[@]}" --over k=0:2:3
refused "beta is what --threshold moves" "${threshold[@]}" --over beta=1:2:3
refused "gamma is given twice" "${threshold[@]}" --over gamma=1:2:3 --over gamma=1:2:3
refused "at most 2 parameters" "${threshold[@]}" --over gamma=1:2:3 --over k=1:2:3 --over A=1:2:3
refused "'0' is not a positive number" "${threshold[@]}" --width 0

refused "at least one witness" "$check"
refused "cannot read 'missing.json'" "$check" missing.json
echo '{"format": "witness-1"' >broken.json
refused "broken.json" "$check" broken.json
echo '{"format": "witness-1"}' >incomplete.json
refused '"model"' "$check" incomplete.json
: >empty.json
refused "empty.json" "$check" empty.json
sed 's/"1.5"/"nan"/' "$witnesses/lugre_passivity.json" >nan.json
refused '"Fs" is "nan"' "$check" nan.json
refused "cannot read" "$check" /

refused "unknown integrator 'magic'" "$structure" --integrators rk4,magic
refused "separated by commas" "$structure" --integrators ,
refused "'xml' is none of" "$structure" --format xml
refused "unexpected argument 'rk4'" "$structure" rk4
refused "unknown scenario 'party'" "$equal_error" --scenario party
refused "unknown model 'magic'" "$equal_error" --model magic
refused "no comparison of 'dahl'" "$equal_error" --model dahl

simulation=("$simulate" --model lugre --velocity "hold 0.001 1")
refused "--model is missing" "$simulate" --velocity "hold 1 1"
refused "one of --scenario and --velocity" "$simulate" --model lugre
refused "one of --scenario and --velocity" "${simulation[@]}" --scenario driven_stiff
refused "unknown model 'ice'" "$simulate" --model ice --velocity "hold 1 1"
refused "unknown scenario 'party'" "$simulate" --model lugre --scenario party
refused "unknown integrator 'magic'" "${simulation[@]}" --integrator magic
refused "unknown kind 'wobble'" "$simulate" --model lugre --velocity "wobble 1 2"
refused "too few numbers" "$simulate" --model lugre --velocity "hold 1"
refused "segment 2 is empty" "$simulate" --model lugre --velocity "hold 1 1;"
refused "not a finite number" "$simulate" --model lugre --velocity "hold nan 1"
refused "positive" "$simulate" --model lugre --velocity "hold 1 -1"
refused "'missing.csv': cannot be read" "$simulate" --model lugre --velocity "csv missing.csv"
printf 't,v\n0,1\n1,fast\n' >'bad signal.csv'
refused "'bad signal.csv' line 3: column v: found 'fast'" "$simulate" --model lugre --velocity "csv bad signal.csv"
printf 't,v\n0,0.001\n0.5,-0.001\n1,0\n' >'good signal.csv'
refused "beyond the input's end at 3 s" "$simulate" --model lugre --t-end 4 \
  --velocity "hold 1 1; csv good signal.csv; csv good signal.csv"
refused "'-1' is not a positive number" "${simulation[@]}" --step -1
refused "'0' is not a positive number" "${simulation[@]}" --step 0
refused "'nan' is not a finite number" "${simulation[@]}" --step nan
refused "'x' is not a finite number" "${simulation[@]}" --rtol x
refused "'inf' is not a finite number" "${simulation[@]}" --atol inf
refused "'1' is not a whole number" "${simulation[@]}" --samples 1
refused "'maybe' is none of on, off" "${simulation[@]}" --events maybe
refused "beyond the input's end" "${simulation[@]}" --t-end 2
refused "sigma0 = -1 is out of range" "${simulation[@]}" --set sigma0=-1
refused "'nan' is not a finite number" "${simulation[@]}" --set sigma0=nan
refused "no parameter 'mu'" "${simulation[@]}" --set mu=1
refused "not of the form NAME=VALUE" "${simulation[@]}" --set sigma0
refused "needs Fs >= Fc" "${simulation[@]}" --set Fs=0.5
refused "not available for model 'bristle'" "$simulate" --model bristle --scenario stick_slip --integrator reference
refused "not applicable to model 'viscous': it needs static friction" "$simulate" --model viscous --scenario pre_sliding -o none.csv
refused "not applicable to model 'martinez_rosas': the force must jump" "$simulate" --model martinez_rosas --set alpha=0 --scenario pid
refused "'0' is not a positive number" "$simulate" --model lugre --scenario pid --t-end 0
refused "'-1' is not a positive number" "$simulate" --model lugre --scenario pid --t-end -1
refused "beyond the input's end at 65 s" "$simulate" --model lugre --scenario pre_sliding --t-end 66
refused "no parameter 'kp'" "$simulate" --model lugre --scenario stick_slip --plant kp=1
refused "mass = 0 is out of range" "$simulate" --model lugre --scenario stick_slip --plant mass=0
refused "'nan' is not a finite number" "$simulate" --model lugre --scenario stick_slip --plant k=nan
refused "needs a --scenario" "${simulation[@]}" --plant k=1
printf 't,v\n0,1\n2,1\n1,1\n' >unsorted.csv
refused "unsorted.csv' line 4" "$simulate" --model lugre --velocity "csv unsorted.csv" -o none.csv
printf 't,v\n1,1\n2,1\n' >late.csv
refused "late.csv' line 2" "$simulate" --model lugre --velocity "csv late.csv" -o none.csv
printf 't,v\n,1\n2,1\n' >missing.csv.
refused "missing.csv.' line 2" "$simulate" --model lugre --velocity "csv missing.csv." -o none.csv
printf 't,v\n0,nan\n2,1\n' >nan.csv
refused "nan.csv' line 2" "$simulate" --model lugre --velocity "csv nan.csv" -o none.csv
: >empty.csv
refused "empty.csv'" "$simulate" --model lugre --velocity "csv empty.csv" -o none.csv
ls none.csv* >/dev/null 2>&1 && fail "a refused run leaves a file"

# A plot: without gnuplot, and with one that fails, dies or stops early, there is no file,
# neither the plot nor the table, and no temporary one.
mkdir -p fake scratch
fake() { printf '#!/bin/sh\n%s\n' "$1" >fake/gnuplot && chmod +x fake/gnuplot; }
drawn=("${simulation[@]}" --plot out/figure.svg)
refused "gnuplot is missing: apt-get install gnuplot-nox" env PATH=/nowhere TMPDIR=scratch "${drawn[@]}"
fake 'printf "\nplot x\n     ^\n     line 0: undefined variable\nmore\n" >&2; exit 1'
refused "gnuplot failed: line 0: undefined variable" env PATH="$PWD/fake:$PATH" TMPDIR=scratch "${drawn[@]}"
fake 'kill -9 $$'
refused "gnuplot was killed by signal 9" env PATH="$PWD/fake:$PATH" TMPDIR=scratch "${drawn[@]}"
fake 'echo "<svg>"'
refused "its picture ends early" env PATH="$PWD/fake:$PATH" TMPDIR=scratch "${drawn[@]}"
refused "cannot make a temporary file in 'no/such'" env TMPDIR=no/such "${drawn[@]}"
fake 'echo "</svg>"'
refused "cannot write" env PATH="$PWD/fake:$PATH" TMPDIR=scratch "${simulation[@]}" --plot no/such/figure.svg
(cd / && PATH="$OLDPWD/fake:$PATH" BUILD_WORKING_DIRECTORY=$OLDPWD "${simulation[@]}" --plot 'a figure.svg') >kept
[ "$(cat 'a figure.svg')" = "</svg>" ] || fail "a plot beside the table"
[ "$(wc -l <kept)" = 202 ] || fail "the table beside a plot"
[ -z "$(ls scratch)" ] || fail "temporary files of plots left: $(ls scratch)"

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
refused "cannot read 'nowhere'" "$compare" --baseline nowhere
refused "'empty.json': this is not JSON" "$compare" --baseline empty.json
refused "with \"benchmarks\"" "$compare" --baseline "$witnesses/lugre_passivity.json"
refused "0.5 is below 1" "$compare" --threshold 0.5
refused "unexpected argument" "$report" everything
refused "'0' is not a whole number" "$report" --jobs 0
refused "there is no section 'all'" "$report" --section all

# An output file that cannot be written.
"${simulation[@]}" -o no/such/place.csv 2>stderr
[ $? = 2 ] && grep -q "cannot write" stderr || fail "unwritable output"

# A reference on which two computations disagree says so: this motion is unstable.
"$simulate" --model martinez_rosas --set alpha=500000 --scenario stick_slip --t-end 28 --samples 29 \
  --integrator reference -o doubtful.txt 2>stderr || fail "a doubtful reference fails"
grep -q "warning: the reference is uncertain" stderr || fail "no warning of a doubtful reference"
"$simulate" --model bristle --velocity "sine 0 0.01 6 0 1" --integrator cvode_bdf --rtol 1e-6 -o none.csv 2>stderr
grep -q "warning: events of bristle" stderr || fail "no warning where events are others"
"$simulate" --model bristle --velocity "sine 0 0.01 6 0 1" -o none.csv 2>stderr
[ ! -s stderr ] || fail "a warning of the default"
"$simulate" --model lugre --scenario stick_slip --t-end 8 --samples 9 --integrator reference >stdout 2>stderr
[ ! -s stderr ] && has "two computations agree to" <stdout && has "faster 7.4580146708427" <stdout ||
  fail "the reference of stick_slip: $(cat stderr stdout)"
"$simulate" --model lugre --scenario stick_slip --t-end 8 --samples 9 --integrator reference --format json |
  has '"floor":{"x":' || fail "the reference's JSON lacks floors"

# A device or a pipe is written to, not replaced.
mkfifo pipe
cat pipe >piped.csv &
"${simulation[@]}" --format csv -o pipe || fail "a pipe as output"
wait
[ -p pipe ] && [ "$(wc -l <piped.csv)" = 202 ] || fail "the pipe was replaced or not written to"

# A signal from a file, and a chirp.
(cd / && BUILD_WORKING_DIRECTORY=$TEST_TMPDIR "$simulate" --model lugre --samples 5 --format csv \
  --velocity "csv good signal.csv; chirp 0 1 2 -9 1") >kept || fail "simulate with a file"
cut -d, -f1,3 kept | has -x '0.5,-0.001' || fail "a sample of the file: $(cat kept)"
cut -d, -f1,3 kept | has -x '1,0' || fail "the chirp's beginning: $(cat kept)"

# Interrupted or refused runs leave the old file as it was.
echo old >kept
"${simulation[@]}" --step -1 -o kept 2>/dev/null
[ "$(cat kept)" = old ] || fail "a refused run touched its output file"
"${simulation[@]}" --format csv -o kept || fail "simulate to a file"
head -1 kept | has -x 't,x,v,F,z,energy' || fail "columns of simulate: $(head -1 kept)"
[ "$(wc -l <kept)" = 202 ] || fail "201 samples"
[ -z "$(ls kept.* 2>/dev/null)" ] || fail "temporary files left"

# An integrator that fails gives one line and exit 1.
"$simulate" --model lugre --velocity "hold 1 1" --integrator euler --step 0.01 -o blown 2>stderr
[ $? = 1 ] && grep -q "euler failed" stderr && [ ! -e blown ] || fail "a failed integration"

# Same seed, same bytes, whatever the number of threads; another seed, other signals.
some=(--model lugre --model maxwell_slip --model dahl)
for jobs in 1 3; do
  "$verify" "${some[@]}" --format json --trials 100 --signals 2 --jobs $jobs -o v$jobs.json || fail "verify"
done
cmp v1.json v3.json || fail "verify depends on --jobs"
for seed in 0 1; do "$verify" --model lugre --format json --trials 3000 --seed $seed -o s$seed.json; done
cmp -s s0.json s1.json && fail "--seed changes nothing"
for key in format results model property domain declared verdict method margin unit trials witness source enclosed undecided box summary first_laws; do
  grep -q "\"$key\"" v1.json || fail "verify's JSON lacks $key"
done
grep -q seconds v1.json && fail "times without --timing"
"$verify" --model lugre --timing --format csv --trials 100 | sed -n 1p | has seconds || fail "--timing"
"$verify" --list | has 'sigma0.*N/m.*default 100000' || fail "verify --list"

# Without stored witnesses, what the search finds is written, and the checker confirms it.
mkdir found
"$verify" --model lugre --property passivity --bare --witnesses found >stdout || fail "a bare search: $(cat stdout)"
"$check" found/lugre_passivity.json found/lugre_passivity_deepest.json >stdout || fail "what was found: $(cat stdout)"

# The ledger: every claim, readable, and for scripts.
"$verify" --ledger --trials 10 --signals 1 >ledger || fail "verify --ledger"
[ "$(grep -c '^C[0-9]' ledger)" = 12 ] || fail "the ledger has $(grep -c '^C[0-9]' ledger) claims"
awk 'length > 100 { exit 1 }' ledger || fail "the ledger is wider than 100 columns"
"$verify" --ledger --trials 1 --signals 0 --format json | has '"format":.*ledger-1' || fail "the ledger's JSON"
"$verify" --ledger --trials 1 --signals 0 --format csv | has '^C9,false,.*,identifiability,' || fail "the ledger's CSV"
# Along trajectories: exit 1 when a claim declared to hold is violated, with the source.
along=("$verify" --integrator euler --step 1e-4 --trials 20)
for jobs in 1 3; do
  "${along[@]}" --format json --jobs $jobs -o a$jobs.json
  [ $? = 1 ] || fail "euler at 0.1 ms violates nothing"
done
cmp a1.json a3.json || fail "verify --integrator depends on --jobs"
for key in model verdict margin trials witness integrator step blame exact_margin reason; do
  grep -q "\"$key\"" a1.json || fail "verify --integrator's JSON lacks $key"
done
for value in '"equations"' '"integrator"' null; do
  grep -qE "\"blame\":[[:space:]]*$value" a1.json || fail "nobody is blamed by $value"
done
"${along[@]}" -o a.txt
awk 'length > 100 { exit 1 }' a.txt || fail "the table along trajectories is wider than 100 columns"
"${along[@]}" --format csv --model lugre >a.csv
claims=$("$verify" --model lugre --trials 10 --format csv | wc -l)
[ "$(wc -l <a.csv)" = "$claims" ] && head -1 a.csv | has ',integrator,step,blame,exact_margin,reason$' ||
  fail "CSV along trajectories: $(cat a.csv)"
"$verify" --integrator exponential --step 1e-3 --trials 40 >stdout || fail "the exact flow is blamed: $(cat stdout)"
"$verify" --integrator rosenbrock --model dahl --property odd_symmetry --trials 40 >stdout || fail "an adaptive method"

# Thresholds over a grid: a row for each point, equal for any number of threads; the checker
# confirms the files written. A point without a threshold says so.
mkdir thresholds
grid=("${threshold[@]}" --over gamma=1000:100000:2:log --over n=1:2:2 --witnesses thresholds)
for jobs in 1 3; do "${grid[@]}" --format json --jobs $jobs -o t$jobs.json || fail "thresholds"; done
cmp t1.json t3.json || fail "thresholds depend on --jobs"
for key in model property parameter side at gamma n proved refuted proof witness note; do
  grep -q "\"$key\"" t1.json || fail "the JSON of thresholds lacks $key"
done
"$check" thresholds/*gamma=1000_n=1.* >stdout || fail "a threshold is not confirmed: $(cat stdout)"
[ "$(grep -c confirmed stdout)" = 2 ] || fail "a threshold has two ends: $(cat stdout)"
"${grid[@]}" --format csv >t.csv
[ "$(wc -l <t.csv)" = 9 ] && head -1 t.csv | has ',at,note$' || fail "CSV of thresholds: $(cat t.csv)"
grep -q ',gamma=100000 n=2,no threshold on that side was found in the range$' t.csv || fail "notes of thresholds"
"$verify" --model martinez_rosas --threshold alpha --over Fs=0.5:0.75:2 >stdout
[ $? = 3 ] && [ "$(grep -c 'not valid: Fs >= Fc' stdout)" = 2 ] || fail "invalid points: $(cat stdout)"

# check exits with 0, 1, or 2, which wins over 1.
"$check" "$witnesses"/*.json >stdout || fail "a stored witness is not confirmed: $(cat stdout)"
sed 's/"v": "1"/"v": "0.0011"/' "$witnesses/martinez_rosas_passivity.json" >harmless.json
"$check" "$witnesses/lugre_passivity.json" harmless.json >stdout
[ $? = 1 ] && grep -q '^harmless.json: rejected' stdout || fail "a harmless signal is confirmed"
"$check" harmless.json broken.json >stdout 2>stderr
[ $? = 2 ] || fail "bad input does not win over a rejection"
"$check" --timing "$witnesses/lugre_passivity.json" | has '; 0\.0[0-9]* s$' || fail "check --timing"
"$check" --format csv "$witnesses/lugre_passivity.json" | has seconds && fail "times without --timing"
"$check" --format json "$witnesses/lugre_passivity.json" | has '"answer":.*confirmed' || fail "check's JSON"
# The enclosure's ends are equal in every format; without an enclosure they are null and nan.
ends() { sed -n "s/$1/\1 \2/p"; }
for file in "$witnesses"/*.json; do
  table=$("$check" "$file" | ends '.* in \[\([^,]*\), \([^]]*\)\].*')
  csv=$("$check" --format csv "$file" | tail -1 | ends '[^,]*,[^,]*,[^,]*,[^,]*,\([^,]*\),\([^,]*\),.*')
  json=$("$check" --format json "$file" | tr -d '\n\t' | ends '.*"lo":\([^,]*\),"hi":\([^,}]*\).*')
  [ -n "$table" ] && [ "$table" = "$csv" ] && [ "$table" = "$json" ] || fail "$file: $table, $csv, $json"
done
chirp='{"kind":"chirp","mean":"0","amp":"1","w0":"10000","w1":"-10000","t":"1"}'
tr -d '\n' <"$witnesses/lugre_passivity.json" |
  sed "s/\"signal\": *\[[^]]*\], *\"claims\": *{[^}]*}/\"signal\": [$chirp]/" >slow.json
"$check" --timeout 0.3 slow.json >stdout
[ $? = 3 ] && has 'undecided: .* not decided within the time allowed' <stdout || fail "check --timeout: $(cat stdout)"
"$check" --timeout 0.3 --format json slow.json >stdout
tr -d '\n\t ' <stdout | has '"lo":null,"hi":null' || fail "no end is null"
refused "--timeout" "$check" --timeout 0 slow.json
"$check" --work 50 slow.json >stdout
[ $? = 3 ] && has 'undecided: .* not decided within the limit of work' <stdout || fail "check --work: $(cat stdout)"
refused "--work" "$check" --work none slow.json

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
# A baseline that was a hundred times as fast.
sed -E 's/("calibration_time":[[:space:]]*[0-9.]*)(e[-+][0-9]+)?/\1e7/' c.json >fast.json
"${few[@]}" --baseline fast.json >stdout
[ $? = 1 ] && has '^slower: break_away/lugre/exponential/h=1e-03: ' <stdout || fail "a slower row: $(cat stdout)"

# structure: a row for each method, and null for a problem that the method is not made for.
"$structure" --integrators rk4,time_stepping --format csv >s.csv
[ "$(wc -l <s.csv)" = 3 ] || fail "structure has $(wc -l <s.csv) lines"
"$structure" --integrators exponential4 --format json >s.json
grep -q '"order_mass":[[:space:]]*null' s.json || fail "structure: exponential4 moves a mass"
grep -q '"bound_k":[[:space:]]*"any"' s.json || fail "structure: exponential4's bound"

# identify: what can be told apart; the same seed gives the same bytes.
"$identify" | has 'null vector (0, 0, 0, 1, 1, 0)' || fail "identify's null vector"
"$identify" | awk 'length > 100 { exit 1 }' || fail "identify's table is wider than 100 columns"
"$identify" --set alpha=50000 --format csv >i.csv || fail "identify"
[ "$(wc -l <i.csv)" = 6 ] && grep -q '^P4 - P5,' i.csv || fail "identify's combinations"
for i in 1 2; do "$identify" --format json --repetitions 200 --seed 7 -o i$i.json || fail "identify"; done
cmp i1.json i2.json || fail "identify differs between runs"
for key in format singular_values rank not_identifiable results relative_error coverage half_width; do
  grep -q "\"$key\"" i1.json || fail "identify's JSON lacks $key"
done
"$identify" --model viscous | has 'rank 1 of 1' || fail "identify --model viscous"

for program in "$verify" "$check" "$identify" "$simulate" "$compare" "$report" "$structure" "$equal_error"; do
  "$program" --help | has '^usage:' || fail "$program --help"
  "$program" --version | has 'Bristle' || fail "$program --version"
done
exit $status
