#!/usr/bin/env bash
# Laws as shared objects, compiled here by the command of properties/plugin/README.md. A law of
# Bristle under another name is judged and simulated like the original; a law that crashes, hangs or
# does not fit costs one line or one row. Arguments: that README, command_line.sh, verify, simulate,
# compare.
readme=$PWD/$1 bristle=$PWD
shift
. "$1"

# command N: prints the README's command for NAME, the plain one (1) or the one with a ball model
# (2).
command() { awk -v n="$1" '/^ *gcc .*-DLAW=my_model/ { k++; on = 1 } on && k == n { print } !/\\$/ { on = 0 }' "$readme"; }
compile() {
  local text
  text=$(command "$1" | sed "s/my_model/$2/g")
  [ -n "$text" ] || fail "the README has no command"
  BRISTLE=$bristle eval "$text" || fail "$2 does not compile"
}
make_as_told() { compile 1 "$1"; }
make_rigorous() { compile 2 "$1"; }
# As told, but faster: for what a few runs are enough.
make() {
  gcc -std=c11 -O0 -ffp-contract=off -fPIC -shared -I "$bristle" -DLAW="$1" "$1.c" "$bristle/models/plugin.c" -o "$1.so" -lm ||
    fail "$1 does not compile"
}

# law NAME: writes LuGre and its ball model under that name. bad NAME HOOK: LuGre under that name
# which first runs the statement HOOK of v.
law() {
  sed "s/law_lugre_//g; s/model_lugre/model_$1/; s/\"lugre\"/\"$1\"/" "$bristle/models/laws/lugre.c" >"$1.c"
  sed "s/arb_law_lugre/arb_law_$1/; s/\"lugre\"/\"$1\"/" "$bristle/reference/derived/lugre_by_hand.c" >"$1_rigorous.c"
}
bad() {
  law "$1"
  sed -i 's/^static void rate(/static void hook(real v);\nstatic void gentle_rate(/
    s/^static real force(/static real gentle(/; s/^static real rate_and_force(/static real gentle_both(/
    s/^const struct model/\
#define LIST const real p[], const struct memory *mem, real v, real s, const real x[]\
static real force(LIST) { hook(v); return gentle(p, mem, v, s, x); }\
static void rate(LIST, real dx[]) { hook(v); gentle_rate(p, mem, v, s, x, dx); }\
static real rate_and_force(LIST, real dx[]) { hook(v); return gentle_both(p, mem, v, s, x, dx); }\n&/' "$1.c"
  printf '#include <stdio.h>\n#include <stdlib.h>\nstatic void hook(real v) { %s }\n' "$2" >>"$1.c"
}

# A note of the table may be broken into lines.
said() { tr -s '\n ' ' ' <table | has "$@"; }
same() { diff "$1" "$2" >differences || fail "$3 differ: $(head -5 differences)"; }

law twin
make_as_told twin
mv twin.so plain.so
make_rigorous twin

# verify gives the same verdicts, certified with the ball model, in any order and number of
# processes.
quick=(--trials 300 --signals 8)
verdicts() { cut -d, -f 2-5 "$1" | tail -n +2; }
"$verify" --model lugre "${quick[@]}" --format csv >lugre.csv || fail "lugre: exit $?"
"$verify" --model ./plain.so "${quick[@]}" --format csv >plain.csv || fail "plain.so: exit $?"
"$verify" --model twin.so "${quick[@]}" --format csv --jobs 1 >twin.csv || fail "twin.so: exit $?"
same <(verdicts lugre.csv) <(verdicts plain.csv) "verdicts"
same <(verdicts lugre.csv) <(verdicts twin.csv) "verdicts with a ball model"
grep -q '^twin,passivity.*,refuted,refuted,tested,' plain.csv || fail "not found in double"
grep -q '^twin,passivity.*,refuted,refuted,witness,' twin.csv || fail "not certified"
grep -q '^twin,odd_symmetry.*,holds,holds,tested,' plain.csv || fail "more than tested"
grep -q '^twin,odd_symmetry.*,holds,holds,enclosed,' twin.csv || fail "not enclosed"
"$verify" --model twin.so --model lugre "${quick[@]}" --format json >both.json || fail "both: exit $?"
[ "$(grep -c '"model":.*"twin"' both.json)" = 11 ] && [ "$(grep -c '"model":.*"lugre"' both.json)" = 11 ] ||
  fail "rows of two laws"
[ "$(grep -c '"file":.*"twin.so"' both.json)" = 11 ] || fail "the file is named in its rows alone"
mkdir -p found
"$verify" --model twin.so --property passivity "${quick[@]}" --witnesses found >table || fail "witnesses: exit $?"
grep -q '"model": *"twin"' found/twin_passivity.json || fail "no witness"
grep -q 'certified' table || fail "the table does not say certified"
"$verify" --model ./plain.so --property passivity "${quick[@]}" >table
grep -q 'in double' table || fail "the table does not say in double"
scheme=(--integrator euler --step 1e-4 --trials 20 --format csv)
"$verify" --model ./plain.so "${scheme[@]}" >plain.csv
[ "$(verdicts plain.csv | wc -l)" = 11 ] || fail "rows along trajectories"

# A law whose solution does not solve its own equations is not judged along that solution.
law astray
sed -i 's/^    \.rate = rate,/    .rate = opposite,/; s/^    \.rate_and_force = .*//
  s/^const struct model/static void opposite(const real p[], const struct memory *mem, real v, real s, const real x[], real dx[])\
{ rate(p, mem, v, s, x, dx); dx[0] = -dx[0]; }\n&/' astray.c
make astray
"$verify" --model ./astray.so --property state_bound "${quick[@]}" >table
[ $? = 1 ] || fail "another law's solution is as declared"
grep -q '^! state_bound .*inconcl ' table || fail "no row: $(cat table)"
said 'flow and work do not solve rate and force: at [0-9]* of 400 points flow() takes z' || fail "no note: $(cat table)"
# Nor is one whose solution is wrong by 1.4 % only after long holds, whatever the seed.
law late
sed -i 's/^    \.flow = flow,/    .flow = late_flow,/
  s/^const struct model/static void late_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])\
{ flow(p, mem, v, s, h, x); if (r_abs(v) * h > C(1e-3)) x[0] *= C(0.986); }\n&/' late.c
grep -q late_flow late.c || fail "no law that is late"
make late
for seed in 0 7; do
  "$verify" --model ./late.so --property state_bound "${quick[@]}" --seed $seed >table
  [ $? = 1 ] || fail "a flow that is late is as declared"
  said 'over long holds are not those over their parts: z after' || fail "no note: $(cat table)"
done

# A ball model that lacks members certifies what it can, and verify says what is missing.
law bare
make bare && mv bare.so bare_plain.so
sed -i '/^    \.flow = flow,/d; /^    \.work = work,/d; /^    \.linear = linear,/d' bare_rigorous.c
make_rigorous bare
"$verify" --model ./bare.so "${quick[@]}" --format csv >bare.csv 2>stderr || fail "without flow and work: exit $?: $(cat stderr)"
grep -q "'./bare.so': passivity is tested, not certified: the ball model has no flow" stderr || fail "no note: $(cat stderr)"
same <(verdicts lugre.csv) <(verdicts bare.csv) "verdicts without flow and work"
[ "$(sort stderr | uniq -d | wc -l)" = 0 ] || fail "notes stand twice"
"$simulate" --model ./bare.so --velocity "hold 1 1" --integrator reference --samples 2 >stdout 2>stderr ||
  fail "a reference without flow: exit $?: $(cat stderr)"

mv astray.c astray.bak && law astray
sed -i 's/^    \.jacobian = .*//' astray.c
make astray
"$simulate" --model ./astray.so --scenario stick_slip --t-end 1 --samples 2 --format json >stdout || fail "simulate: exit $?"
grep -q '"integrator":.*"rosenbrock"' stdout || fail "CVODE finds Jacobians by differences: $(cat stdout)"

# simulate and compare give the same numbers.
experiment=(--scenario stick_slip --t-end 20 --format csv)
"$simulate" --model lugre "${experiment[@]}" >a
"$simulate" --model ./plain.so "${experiment[@]}" >b || fail "simulate: exit $?"
[ "$(wc -l <a)" -gt 100 ] || fail "no trajectory"
same a b "trajectories"
"$simulate" --model lugre "${experiment[@]}" --t-end 5 --integrator reference >a
"$simulate" --model twin.so "${experiment[@]}" --t-end 5 --integrator reference >b || fail "reference: exit $?"
same a b "references"
comparison=(--scenario hysteresis --steps 1e-3 --tolerances 1e-6 --integrators euler,rosenbrock --no-times --format csv)
"$compare" --model lugre "${comparison[@]}" >a
"$compare" --model twin.so "${comparison[@]}" | sed 's/,twin,/,lugre,/' >b
[ "$(wc -l <a)" = 3 ] || fail "no comparison"
same a b "comparisons"
"$compare" --model twin.so --quick --scenario hysteresis --integrators euler --format json >timed.json
grep -q '"file":.*"twin.so"' timed.json && grep -q '"calibration_time"' timed.json || fail "no times"

# A law that crashes above 2 mm/s keeps the rows of slower signals, and other laws keep theirs.
bad crash 'if (v > 2e-3) *(volatile int *)0 = 1;'
make_rigorous crash
"$verify" --model ./crash.so --model viscous --property finite_force "${quick[@]}" >table
[ $? = 1 ] || fail "a crash is as declared"
grep -q '^! finite_force .*inconcl ' table || fail "no row for the crash"
said '! declared holds, .*crash finite_force, "always": .*signal 11' || fail "no note"
grep -q '^  finite_force .*holds .*proved' table || fail "the other law's row is lost"
"$verify" --model ./crash.so --property odd_symmetry "${scheme[@]}" >table
[ $? = 1 ] && grep -q 'inconclusive.*signal 11' table || fail "no crash along trajectories"
"$compare" --model ./crash.so,twin.so --jobs 2 "${comparison[@]}" >table || fail "compare: exit $?"
[ "$(grep -c '^hysteresis,crash,.*crashed (signal 11' table)" = 2 ] || fail "no cells that failed"
grep '^hysteresis,twin,' table | sed 's/,twin,/,lugre,/' | cmp - <(tail -n +2 a) || fail "the other law's cells"
mkdir -p out && rm -f out/*
"$simulate" --model ./crash.so --velocity "ramp 0 1 1" -o out/file >stdout 2>stderr
[ $? = 1 ] || fail "simulate: a crash is no failure"
[ "$(cat stderr)" = "simulate: the code of model 'crash' crashed (signal 11, Segmentation fault)" ] || fail "$(cat stderr)"
[ ! -s stdout ] && [ -z "$(ls -A out)" ] || fail "half a trajectory"

# Other failures: an endless loop, an exit, an assertion.
bad hang 'if (v > 2e-3) for (volatile int i = 0;;) i++;'
make hang
"$verify" --model ./hang.so --property finite_force "${quick[@]}" --timeout 0.5 >table
[ $? = 1 ] || fail "a law without end is as declared"
said 'took longer than 0.5 s' || fail "no note about the time"
"$simulate" --model ./hang.so --velocity "ramp 0 1 1" --timeout 0.5 >stdout 2>stderr
[ $? = 1 ] && [ "$(wc -l <stderr)" = 1 ] || fail "simulate without end: $(cat stderr)"
bad quit 'if (v > 2e-3) { puts("bye"); exit(0); }'
make quit
"$verify" --model ./quit.so --property finite_force "${quick[@]}" >table
[ $? = 1 ] || fail "an exit is as declared"
said 'ended the program with status 0, saying: bye' || fail "no note about the exit: $(tail -1 table)"
bad claim 'if (v > 2e-3) { fprintf(stderr, "v is %g\n", 1.0); abort(); }'
make claim
"$verify" --model ./claim.so --property finite_force "${quick[@]}" >table
said 'signal 6, Aborted), saying: v is 1' || fail "no note about the assertion: $(tail -1 table)"

# An interrupted verify leaves neither a file nor a process.
"$verify" --model ./hang.so --property finite_force -o out/file 2>stderr &
program=$!
# The first child process loads the law; one that still exists after a while runs it.
children= before=none
while kill -0 $program && [ "$children" != "$before" ]; do
  sleep 0.2
  before=${children:-none} children=$(ps -o pid= --ppid $program)
done
kill -TERM $program
wait $program
[ $? = 143 ] && [ -n "$children" ] && [ -z "$(ls -A out)" ] || fail "interrupted: $(cat stderr)"
for _ in $(seq 100); do kill -0 $children 2>/dev/null || break; sleep 0.05; done
kill -0 $children 2>/dev/null && fail "a process is left"

# Files that do not fit.
echo text >text.so
printf 'int nothing;\n' >empty.c && gcc -shared -fPIC empty.c -o empty.so
refused "unknown model 'twin'" "$verify" --model twin
refused "'missing.so' cannot be read: No such file" "$verify" --model missing.so
refused "'./' is not a file" "$verify" --model ./
refused "cannot be loaded as a shared object" "$simulate" --model ./text.so --velocity "hold 1 1"
refused "has no symbol 'bristle_plugin'" "$compare" --model ./empty.so
refused "two laws have the name 'twin'" "$verify" --model ./plain.so --model ./twin.so
sed 's/\.abi = PLUGIN_ABI/.abi = PLUGIN_ABI + 1/' "$bristle/models/plugin.c" >abi.c
flags=(-std=c11 -fPIC -shared -I "$bristle" -DLAW=twin)
gcc "${flags[@]}" twin.c abi.c -o abi.so
refused "has ABI version 4, this program 3" "$verify" --model ./abi.so
gcc "${flags[@]}" -DREAL_F32 twin.c "$bristle/models/plugin.c" -o single.so
refused "has numbers of 4 bytes, expected double" "$verify" --model ./single.so
mkdir -p other/models && cp "$bristle"/models/*.h "$bristle/models/plugin.c" other/models
sed -i 's/double speed_max;/double speed_max, slower;/' other/models/model.h
gcc -I other "${flags[@]}" twin.c other/models/plugin.c -o layout.so
refused "has another layout: 'struct model.unit_constants' is at" "$verify" --model ./layout.so
gcc "${flags[@]}" -ULAW -DLAW=nobody twin.c "$bristle/models/plugin.c" -o undefined.so
refused "undefined symbol: model_nobody_f64" "$verify" --model ./undefined.so
gcc "${flags[@]}" -ULAW -DLAW=lugre "$bristle/models/laws/lugre.c" "$bristle/models/plugin.c" -o lugre.so
refused "the name of one of Bristle's own, 'lugre'" "$verify" --model ./lugre.so
printf '#include <stdlib.h>\n__attribute__((constructor)) static void start(void) { abort(); }\n' >start.c
gcc "${flags[@]}" twin.c start.c "$bristle/models/plugin.c" -o start.so
refused "crashed (signal 6, Aborted) while it was loaded" "$verify" --model ./start.so
# Tables that are not well formed.
gcc "${flags[@]}" -c "$bristle/models/plugin.c" -o plugin.o
flawed() {
  sed "$2" twin.c >flawed.c
  cmp -s twin.c flawed.c && fail "no flaw by $2"
  gcc "${flags[@]}" flawed.c plugin.o -o flawed.so
  refused "is not well formed: $1" "$verify" --model ./flawed.so
}
flawed "its name is not of letters" 's/"twin"/"a law, mine"/'
flawed "n_params + n_inputs is 65, at most 64" 's/\.n_params = 7/.n_params = 65/'
flawed "n_claims is 0" 's/\.n_claims = [0-9]*/.n_claims = 0/'
flawed "force is missing" 's/^    \.force = force,//'
flawed "the default of parameter 'Fc', 1, is outside 2 to" 's/"Fc", "N", 1.0, 1e-06/"Fc", "N", 1.0, 2.0/'
flawed "the defaults violate Fs >= Fc" 's/"Fs", "N", 1.5/"Fs", "N", 0.5/'
flawed "parameter 'sigma0' stands twice" 's/{ "sigma1", "N s/{ "sigma0", "N s/'
flawed "parameter 'm' has no unit or no note" 's/{ "m", "1"/{ "m", NULL/'
flawed "work needs the flow" 's/^    \.flow = flow,//'
flawed "state 'z' begins at 1e-06, expected 0" 's/{ "z", "m", 0.0/{ "z", "m", 1e-6/'
exit $status
