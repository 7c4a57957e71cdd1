#!/usr/bin/env bash
# The command line of verify: bad input gives one clear line, exit 2, and writes nothing; good
# input gives what the README pages promise. Arguments: command_line.sh, the programs.
. "$1"

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

for option in "--model lugre" "--property passivity" --timing "--witnesses ." --coverage --power; do
  refused "--ledger takes no" "$verify" --ledger $option
done
refused "'nowhere' is not a directory" "$verify" --witnesses nowhere

refused "unknown integrator 'magic'" "$verify" --integrator magic --step 1e-3
refused "the reference is what trajectories are compared with" "$verify" --integrator reference
refused "'euler' takes steps of given size and needs a --step" "$verify" --integrator euler
refused "'0' is not a positive number" "$verify" --integrator euler --step 0
refused "'nan' is not" "$verify" --integrator rosenbrock --rtol nan
for option in "--step 1e-3" "--rtol 1e-3" "--atol 1e-3" --everywhere; do
  refused "need an --integrator" "$verify" $option
done
for option in --ledger --timing "--witnesses ." --bare --random --coverage --power "--signals 2"; do
  refused "--integrator goes without" "$verify" --integrator euler --step 1 $option
done
for option in "" --ledger "--model lugre --model dahl" "--model lugre --integrator euler --step 1"; do
  refused "--set and --params take one --model" "$verify" --set sigma2=200 $option
done
refused "'-1' is not" "$verify" --signals -1
refused "claims nothing" "$verify" --integrator euler --step 1 --model coulomb --property no_drift

threshold=("$verify" --model bouc_wen --threshold beta --width 0.03)
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

# Same seed, same bytes, whatever the number of threads; another seed, other signals.
some=(--model lugre --model maxwell_slip --model dahl)
for jobs in 1 3; do
  "$verify" "${some[@]}" --format json --trials 100 --signals 2 --jobs $jobs -o v$jobs.json || fail "verify"
done
cmp v1.json v3.json || fail "verify depends on --jobs"
for seed in 0 1; do "$verify" --model lugre --format json --trials 3000 --signals 2 --seed $seed -o s$seed.json; done
cmp -s s0.json s1.json && fail "--seed changes nothing"
for key in format results model property domain declared verdict method margin unit trials witness source enclosed undecided box summary first_laws; do
  grep -q "\"$key\"" v1.json || fail "verify's JSON lacks $key"
done
grep -q seconds v1.json && fail "times without --timing"
"$verify" --model lugre --timing --format csv --trials 10 --signals 2 | sed -n 1p | has seconds || fail "--timing"
# Where a search has looked is said below its row, and changes nothing else.
lugre=("$verify" --model lugre --trials 500 --signals 2)
cmp <("${lugre[@]}") <("${lugre[@]}" --coverage | sed '/^    looked at/,/of parameters/d') || fail "--coverage changes verdicts"
[ "$("${lugre[@]}" --coverage | grep -c '^    looked at |v| from ')" -ge 5 ] || fail "--coverage"
cmp <("${lugre[@]}" --coverage --jobs 1 --format json | without_context) <("${lugre[@]}" --coverage --format json | without_context) ||
  fail "--coverage depends on --jobs"
"${lugre[@]}" --coverage --format json | has '"looked_at":' || fail "--coverage in JSON"
"${lugre[@]}" --format json | has '"looked_at":' && fail "JSON of --coverage without it"
# A short search finds some of the flaws that are planted for it; a claim that is proved has none.
# Without a compiler flaws are interpreted, which takes less time for so few trials.
PATH=/nonexistent "$verify" --model bliman_sorine --property passivity --trials 100 --signals 2 --power --format json | tr -d '\t\n ' >power.json
has '"power":{"planted":48,"found":[1-4][0-9],"flaws":\[{"flaw":"inabandofspeeds","difficulty":0.1,"planted":3,"found":' power.json || fail "--power"
"${lugre[@]}" --property passivity --power | has planted && fail "--power of what is proved"
"$verify" --list | has 'sigma0.*N/m.*default 100000' || fail "verify --list"

# Without stored witnesses, what the search finds is written, and the checker confirms it.
mkdir found
"$verify" --model lugre --property passivity --bare --witnesses found >stdout || fail "a bare search: $(cat stdout)"
"$check" found/lugre_passivity.json found/lugre_passivity_deepest.json >stdout || fail "what was found: $(cat stdout)"

# The ledger for scripts; its page is compared with the table. (//:contexts_test reads its JSON.)
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
"${along[@]}" --model lugre --model bouc_wen -o a.txt
awk 'length > 80 { exit 1 }' a.txt || fail "the table along trajectories is wider than 80 columns"
"${along[@]}" --format csv --model lugre >a.csv
claims=$("$verify" --model lugre --trials 10 --format csv | wc -l)
[ "$(wc -l <a.csv)" = "$claims" ] && head -1 a.csv | has ',integrator,step,blame,exact_margin,reason$' ||
  fail "CSV along trajectories: $(cat a.csv)"
"$verify" --integrator exponential --step 1e-3 --trials 10 >stdout || fail "the exact flow is blamed: $(cat stdout)"
"$verify" --integrator rosenbrock --model dahl --property odd_symmetry --trials 40 >stdout || fail "an adaptive method"

# Thresholds over a grid: a row for each point, equal for any number of threads; the checker
# confirms the files written. A point without a threshold says so.
mkdir thresholds
grid=("${threshold[@]}" --over gamma=1000:100000:2:log --over n=1:2:2 --witnesses thresholds)
"${grid[@]}" --format json --jobs 3 -o t3.json || fail "thresholds"
for key in model property parameter side at gamma n proved refuted proof witness note; do
  grep -q "\"$key\"" t3.json || fail "the JSON of thresholds lacks $key"
done
"$check" thresholds/*gamma=1000_n=1.* >stdout || fail "a threshold is not confirmed: $(cat stdout)"
[ "$(grep -c confirmed stdout)" = 2 ] || fail "a threshold has two ends: $(cat stdout)"
for jobs in 1 3; do
  "${threshold[@]}" --over gamma=1000:100000:2:log --set n=2 --format csv --jobs $jobs >t$jobs.csv
done
cmp t1.csv t3.csv || fail "thresholds depend on --jobs"
mv t1.csv t.csv
[ "$(wc -l <t.csv)" = 5 ] && head -1 t.csv | has ',at,note$' || fail "CSV of thresholds: $(cat t.csv)"
grep -q ',gamma=100000,no threshold on that side was found in the range$' t.csv || fail "notes of thresholds"
"$verify" --model martinez_rosas --threshold alpha --over Fs=0.5:0.75:2 >stdout
[ $? = 3 ] && [ "$(grep -c 'not valid: Fs >= Fc' stdout)" = 2 ] || fail "invalid points: $(cat stdout)"

# For continuous integration: a suite for each law, a case for each claim, with the verdicts of CSV.
quick=(--trials 20 --signals 0 --model viscous --model dahl)
"$verify" "${quick[@]}" --format junit >junit.xml || fail "--format junit"
"$verify" "${quick[@]}" --format csv >rows.csv
[ "$(grep -c '<testcase ' junit.xml)" = $(($(wc -l <rows.csv) - 1)) ] || fail "cases of $(cat junit.xml)"
[ "$(grep -o '<testsuite name="[a-z]*"' junit.xml | tr '\n' ' ')" = '<testsuite name="viscous" <testsuite name="dahl" ' ] ||
  fail "suites: $(grep '<testsuite ' junit.xml)"
has '<system-out>refuted, certified</system-out>' <junit.xml || fail "no verdict: $(cat junit.xml)"
refused "--format junit goes without" "$verify" --format junit --ledger
refused "did you mean 'passivity'" "$verify" --property pasivity
refused "did you mean 'lugre'" "$verify" --model luger

describes_itself "$verify"
exit $status
