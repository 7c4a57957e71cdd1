#!/usr/bin/env bash
# identify --data: logs as files, what is refused in one line, and what the program leaves.
set -u
identify=$(realpath "$1") simulate=$(realpath "$2") verify=$(realpath "$3")
example=$(realpath properties/identification/example.csv)
bristle=$PWD
cd "$TEST_TMPDIR"
status=0
fail() { echo "FAILED: $*"; status=1; }

signal='sine 0 5e-5 12.566370614359172 0 1; sine 0 0.002 12.566370614359172 0 1; sine 0 0.1 12.566370614359172 0 1'
"$simulate" --model dahl --velocity "$signal" --sensor encoder=1e-6,noise=1%,seed=1 -o run.csv || fail "no log"

# The log that is stored is what simulate writes.
"$simulate" --model lugre --set m=1.5 --velocity 'sine 0 5e-5 6.28 0 2; sine 0 0.002 6.28 0 1; sine 0 0.1 6.28 0 1' \
  --sensor encoder=1e-6,noise=1%,rate=500,seed=1 -o made.csv && cmp made.csv "$example" || fail "example.csv is another log"

# The law that made the log is found, its parameters are those of the log, its claims are judged,
# and verify reads what is written.
"$identify" --data run.csv --model dahl --model viscous --trials 50 --params-out found.json \
  --page page.html >out 2>err || fail "identify: $(cat err)"
grep -A1 '^group law' out | grep -q '^    1 dahl ' || fail "dahl is not first: $(head -3 out)"
grep -q 'far from the data:.*viscous\|^    [2-9] viscous' out || fail "viscous is not behind: $(head -5 out)"
awk '$1 == "sigma0" { exit !($2 > 97000 && $2 < 103000) }' out || fail "sigma0: $(grep sigma0 out)"
awk '$1 == "Fc" { exit !($2 > 0.99 && $2 < 1.01) }' out || fail "Fc: $(grep Fc out)"
grep -q '^  passivity  *always  *holds .*proved$' out || fail "no verdict"
grep -q '^Largest steps that keep it passive in [0-9]* trials: euler' out || fail "no steps"
grep -q "^  'sine 0 " out || fail "no next motion"
[ "$(awk 'length > 80' out | wc -l)" = 0 ] || fail "lines beyond 80 columns: $(awk 'length > 80' out)"
"$verify" --model dahl --params found.json --property passivity --trials 50 >/dev/null || fail "verify refuses found.json"
grep -q 'id="profiles"' page.html && grep -q '<svg' page.html && grep -q 'Which law, and which parameters' page.html || fail "the page has no figures"

# The law found is a text with its own numbers, which programs take.
"$identify" --data run.csv --model dahl --trials 0 --law-out found.mo >out || fail "--law-out"
grep -q 'Real Fc(.*) = \(0.99\|1.00\)[0-9]* "found by a fit; 1 was: ' found.mo || fail "found.mo: $(grep Fc found.mo)"
"$verify" --model ./found.mo --property state_bound --trials 50 >/dev/null || fail "verify refuses found.mo"

# What the rig adds is fitted, given or left out.
"$identify" --data run.csv --model dahl --trials 0 --rig offset,drift,delay=0 >out || fail "--rig"
grep -q '^  drift  *[-0-9.e]* .* of the rig$' out && ! grep -q '^  delay' out || fail "--rig: $(cat out)"
"$identify" --data run.csv --model dahl --trials 0 --rig offset,delay=0.002 >out
grep -q '^  delay  *0.002  *given .* of the rig$' out || fail "a delay that is given: $(cat out)"
"$identify" --data run.csv --model dahl --trials 0 --rig none >out && ! grep -q 'of the rig' out || fail "--rig none"

# Of a force that only jumps no slope says anything of the delay.
"$simulate" --model coulomb --velocity "$signal" --sensor encoder=1e-6,noise=1%,seed=1 -o jumps.csv || fail "no log of coulomb"
"$identify" --data jumps.csv --model coulomb --trials 0 >out 2>/dev/null
grep -q '^  delay  *[-0-9.e]*  *no effect  *s, of the rig$' out || fail "a delay without slopes: $(grep delay out)"

# A look fits nothing.
"$identify" --data run.csv --model dahl --look >out || fail "--look"
grep -q '^dahl  *all parameters are told$' out && ! grep -q '^group' out || fail "--look: $(cat out)"

# Between which lengths and speeds friction is told apart: 10 um and 1 mm/s, or those of the law found,
# of a speed three times it; and which parameters the data do not tell, at its starts.
member() { sed -n "s/^.*\"$2\":[[:space:]]*\([-+.0-9e]*\).*/\1/p" "$1" | head -1; } # FILE NAME
value_in() { awk -F, -v name="$2" 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } $c["parameter"] == name { print $c["value"] }' "$1"; }
near() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(b > 0 && a > b * (1 - 1e-6) && a < b * (1 + 1e-6)) }'; }
"$identify" --data run.csv --model dahl --look --format json -o limits.json || fail "--look, json"
near "$(member limits.json length)" 1e-5 && near "$(member limits.json speed_limit)" 1e-3 || fail "limits: $(cat limits.json)"
for law in dahl stribeck; do
  "$identify" --data "$example" --model $law --trials 0 --format json -o limits.json || fail "$law, json"
  "$identify" --data "$example" --model $law --trials 0 --format csv -o limits.csv || fail "$law, csv"
  length=1e-5 speed=1e-3
  [ $law = dahl ] && length=$(awk -v F="$(value_in limits.csv Fc)" -v k="$(value_in limits.csv sigma0)" 'BEGIN { printf "%.12g", F / k }')
  [ $law = stribeck ] && speed=$(awk -v v="$(value_in limits.csv vs)" 'BEGIN { printf "%.12g", 3 * v }')
  near "$(member limits.json length)" "$length" && near "$(member limits.json speed_limit)" "$speed" ||
    fail "limits of $law: $(member limits.json length), not $length; $(member limits.json speed_limit), not $speed"
done
"$identify" --data "$example" --model stribeck --look >out || fail "--look, stribeck"
grep -q '^stribeck  *not told: Fc, vs$' out || fail "what is not told: $(tail -1 out)"

# Scripts get the same numbers; threads change nothing.
"$identify" --data run.csv --model dahl --format json -o one.json --jobs 1 || fail "json"
"$identify" --data run.csv --model dahl --format json -o two.json --jobs 2 || fail "json"
diff <(grep -v '"arguments"\|jobs' one.json) <(grep -v '"arguments"\|jobs' two.json) >/dev/null || fail "threads change results"
"$identify" --data run.csv --model dahl --format csv -o one.csv || fail "csv"
value=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i } $c["parameter"] == "Fc" { print $c["value"] }' one.csv)
grep -q "\"value\":[[:space:]]*${value%??}" one.json || fail "CSV and JSON differ: $value"

# An applied force needs the mass that it moves.
sed '1s/F/u/' run.csv >mass.csv
"$identify" --data mass.csv --model dahl --trials 0 >out 2>err
[ $? = 2 ] && grep -q -- '--mass' err || fail "an applied force without a mass: $(cat err)"
"$identify" --data mass.csv --mass 1e-9 --model dahl --trials 0 >out 2>err || fail "with a mass: $(cat err)"
awk '$1 == "Fc" { exit !($2 > 0.99 && $2 < 1.01) }' out || fail "Fc, with a mass: $(grep Fc out)"

# A sensor that counts forces the other way is told, and changes nothing else.
awk -F, 'NR > 1 && !sub(/^-/, "", $3) { $3 = "-" $3 } { print $1 "," $2 "," $3 }' run.csv >driving.csv
"$identify" --data run.csv --model dahl --trials 0 >plain || fail "run.csv"
"$identify" --data driving.csv --model dahl --trials 0 2>err | sed 's/driving.csv/run.csv/' >out
cmp plain out && [ "$(grep -c 'taken with the other sign' err)" = 1 ] || fail "a sign: $(cat err)"

# Where a wrong mass makes forces drive the motion whichever sign they have they stay as they are: of
# 1 N and 20 N s/m and 100 kg that speed up by 0.05 m/s2 -4 N and 20 N s/m are left.
awk 'BEGIN { srand(2); print "t [s],x [m],u [N]"
  for (i = 0; i <= 2000; i++) { t = i / 1000; printf "%.3f,%.12f,%.9f\n", t, 0.025 * t * t, 1 + t + 0.01 * (rand() - 0.5) } }' >faster.csv
"$identify" --data faster.csv --mass 100 --model viscous --trials 0 >out 2>err || fail "a wrong mass: $(cat err)"
awk '$1 == "sigma2" { v = $2 } $1 == "offset" { o = $2 } END { exit !(v > 19.9 && v < 20.1 && o > -4.01 && o < -3.99) }' out || fail "a wrong mass: $(cat out)"
grep -q 'other sign' err && fail "a wrong mass: $(cat err)"

# Cogging is fitted by both of its parts, of the period that is given.
awk -F, 'BEGIN { OFS = "," } NR > 1 { $3 += 0.3 * cos(6.283185307179586 * $2 / 0.003) } { print }' run.csv >waves.csv
"$identify" --data waves.csv --model dahl --trials 0 --rig delay,cogging=0.003 >out || fail "--rig cogging"
awk '$1 == "cogging_sine" { s = $2 } $1 == "cogging_cosine" { c = $2 } END { exit !(s > -0.01 && s < 0.01 && c > 0.29 && c < 0.31) }' out || fail "cogging: $(cat out)"

# Noise is explained by nothing.
awk -F, 'BEGIN { srand(1); print "t [s],x [m],F [N]" } NR > 1 { print $1 "," $2 "," rand() - rand() }' run.csv >noise.csv
"$identify" --data noise.csv --model dahl --model viscous >out 2>err
[ $? = 3 ] && grep -q '^No law explains these data' out || fail "noise is explained: $(cat out err)"

# What cannot be used is refused in one line.
refuse() { # WORDS ARGUMENTS...
  local words=$1
  shift
  "$identify" "$@" >out 2>err
  [ $? = 2 ] || fail "$*: no exit 2"
  [ "$(wc -l <err)" = 1 ] && grep -q -- "$words" err || fail "$*: $(cat err)"
}
sed '1s/F \[N\]/F/' run.csv >unit.csv
awk -F, 'NR == 10 { print "0," $2 "," $3; next } { print }' run.csv >back.csv
awk -F, 'NR > 1 { $2 = "0.5" } { print $1 "," $2 "," $3 }' run.csv >still.csv
awk 'BEGIN { srand(3); print "t [s],x [m],F [N]"; for (i = 0; i < 2000; i++) print i / 1000 "," 1e-6 * rand() "," rand() }' >rest.csv
sed 's/law_lugre_//g; s/model_lugre/model_twin/; s/"lugre"/"twin"/' "$bristle/models/laws/lugre.c" >twin.c
gcc -std=c11 -O0 -ffp-contract=off -fPIC -shared -I "$bristle" -DLAW=twin twin.c "$bristle/models/plugin.c" -o twin.so -lm || fail "twin does not compile"
refuse "'twin' has no text" --data run.csv --model dahl --model ./twin.so --law-out found.mo --trials 0
refuse 'direction of motion' --data rest.csv
refuse 'F.*unit' --data unit.csv
refuse 'line 10' --data back.csv
refuse 'still.csv' --data still.csv
refuse 'missing.csv' --data missing.csv
refuse '--hold-out' --data run.csv --hold-out 0.04
refuse '--hold-out' --data run.csv --hold-out 0.91
refuse '--set' --data run.csv --set Fc=1
refuse 'no parameter' --data run.csv --model dahl --set Fx=1
refuse '--mass' --data run.csv --mass 1
refuse "did you mean 'offset'" --data run.csv --rig ofset
refuse 'period' --data run.csv --rig cogging
exit $status
