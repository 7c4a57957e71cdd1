#!/usr/bin/env bash
# Laws from texts: judged, simulated and certified like the laws of Bristle that the texts copy.
laws=$PWD/$(dirname "${@: -1}")
source "$1" "${@:1:$#-1}"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache

copy() { sed "s/model $1 /model my_$1 /; s/end $1;/end my_$1;/" "$laws/$1.mo" >"my_$1.mo"; }
# column KEY <verdicts.json: the values of a key, without the law's own name.
column() { grep -o "\"$1\":[[:space:]]*\"[^\"]*\"" | sed 's/my_//'; }

copy dahl
# The same verdicts; what is enclosed or certified is so by balls of the text.
for law in lugre coulomb_viscous alvarez_icaza; do
  copy "$law"
  "$verify" --model "$law" --trials 100 --signals 8 --format json >theirs.json
  theirs=$?
  "$verify" --model "my_$law.mo" --trials 100 --signals 8 --format json >mine.json 2>stderr
  [ $? = $theirs ] || fail "my_$law: another exit: $(cat stderr)"
  [ "$(column verdict <mine.json | wc -l)" -ge 2 ] || fail "my_$law: no verdicts"
  for key in model property domain declared verdict; do
    cmp <(column $key <mine.json) <(column $key <theirs.json) || fail "my_$law: another $key"
  done
done
"$verify" --model my_lugre.mo --trials 100 --signals 8 --witnesses . >table || fail "my_lugre: exit $?"
has -E 'passivity .* refuted .* certified' table || fail "not certified: $(cat table)"
has -E 'steady_state .* proved' table || fail "not proved: $(cat table)"
has -E 'identifiability .* enclosed' table || fail "not enclosed: $(cat table)"

# A claim of the text that its equations break is found and certified; unclaimed, it is as declared.
sed 's/passivity(/passivity(source="", verdict=true), passivity(id="mine", /' my_lugre.mo >claim.mo
"$verify" --model claim.mo --trials 100 --signals 2 --property passivity >table
[ $? = 1 ] || fail "a false claim is as declared"
has -E 'passivity +always +refuted .* certified' table || fail "a false claim: $(cat table)"

# A law may have constants with units, and more of them than its motions show.
cat >weight.mo <<'END'
model weight "a block under its weight"
  input Real v(unit="m/s");
  output Real F(unit="N");
  constant Real g(unit="m/s2") = 9.81, far(unit="m/s") = 100;
  parameter Real m(unit="kg", min=1e-3, max=1e3) = 1, mu(min=1e-3, max=10) = 0.3;
equation
  F = mu*m*g*sign(v)*(1 + exp(-(v/far - 1)^2/1e-6)/2);
  annotation(__Bristle(source="weight", speed_max=1e3, claims={passivity(source="against the motion")}));
end weight;
END
"$verify" --model weight.mo --trials 100 >table || fail "weight: exit $?"
has -E 'passivity .* proved' table || fail "a law with constants: $(cat table)"

# A band of speeds, at one value of a parameter and one whole number, is found without luck, in the
# first few trials; what stays within is proved.
band() {
  cat >band.mo <<END
model band "pushes in a band"
  input Real v(unit="m/s");
  output Real F(unit="N");
  constant Real N(unit="N") = 1, V(unit="m/s") = 1, T(unit="s") = 1;
  parameter Real a(min=0, max=1) = 0.7;
  parameter Integer n(min=1, max=90) = 3;
  Real rest(start=0, fixed=true, min=0, max=1) "1 after a rest";
protected
  Real w = v/V;
equation
  der(rest) = ((1 - rest) - 100*abs(w)*rest)/T;
  F = N*w*(1.1 - $1*rest - exp(-((w + 0.37)/1e-6)^2 - ((a - 0.3)/1e-3)^2 - (n - 41)^2));
  annotation(__Bristle(source="made up", speed_max=1e3, bound(rest=1), force_scale=4*N*abs(w),
    claims={passivity(domain="a + n/100 <= 1", where=a + n/100 <= 1, source="damping")}));
end band;
END
}
band 0.2
"$verify" --model band.mo --trials 40 --signals 0 >table
[ $? = 1 ] || fail "a band: exit $?: $(cat table)"
has -E 'passivity .* refuted .* certified' table || fail "a band: $(cat table)"
band 0.05
"$verify" --model band.mo --trials 40 --signals 0 >table || fail "no band: exit $?: $(cat table)"
has -E 'passivity .* proved' table || fail "no band: $(cat table)"

# Bit for bit the library's trajectory.
motion="sine 0 0.01 6.28 0 1"
cmp <("$simulate" --model my_lugre.mo --velocity "$motion" --format csv --samples 9) \
  <("$simulate" --model lugre --velocity "$motion" --format csv --samples 9) || fail "another motion"

# Compared with the same reference: the same errors.
for scenario in velocity_step break_away; do
  for law in my_lugre.mo lugre; do
    "$compare" --model $law --scenario $scenario --integrators rk4,exponential --steps 1e-3 \
      --no-times --format csv | sed 's/my_//' >"$law.csv"
  done
  [ "$(wc -l <lugre.csv)" = 3 ] && cmp my_lugre.mo.csv lugre.csv || fail "compared otherwise"
done

# Identified like the library's law; the noise depends on the name.
cmp <("$identify" --model my_lugre.mo --format csv --repetitions 1 | cut -d, -f1-4) \
  <("$identify" --model lugre --format csv --repetitions 1 | cut -d, -f1-4) ||
  fail "identified otherwise"

# A witness names the text, and is checked by it alone.
"$check" --law my_lugre.mo my_lugre_passivity.json | has ': confirmed: my_lugre passivity' ||
  fail "not confirmed"
sed 's/sigma2\*v/2*sigma2*v/' my_lugre.mo >other.mo
sed 's|// LuGre|// my own LuGre|' my_lugre.mo >comment.mo
"$check" --law comment.mo my_lugre_passivity.json >table || fail "a comment makes another law"
refused "'my_lugre_passivity.json': was written for another text of 'my_lugre'" "$check" --law other.mo my_lugre_passivity.json
refused 'unknown model' "$check" my_lugre_passivity.json
sed '/"law"/d' my_lugre_passivity.json >without.json
refused 'digest' "$check" --law my_lugre.mo without.json
sed "s/my_lugre/lugre/" my_lugre_passivity.json >theirs.json
refused 'from a text' "$check" theirs.json
refused "Bristle's own" "$check" --law "$laws/lugre.mo" my_lugre_passivity.json
sed 's/^model bristle/model my_bristle/; s/^end bristle/end my_bristle/' "$laws/bristle.mo" >my_bristle.mo
refused "'my_bristle.mo' draws at random" "$check" --law my_bristle.mo my_lugre_passivity.json

refused "'my_bristle.mo' draws at random in an event" "$verify" --model my_bristle.mo

# A text with events: along holds it is what the same law by hand is, and a wave is decided.
sed 's/^model reset_integrator/model my_reset/; s/^end reset_integrator/end my_reset/' "$laws/reset_integrator.mo" >my_reset.mo
cat >held.json <<'JSON'
{"format": "witness-1", "model": "reset_integrator", "property": "passivity",
 "params": {"k": "100000", "p0": "0.00001", "a0": "0.5", "b": "300"}, "x0": ["0"],
 "signal": [{"kind": "hold", "v": "0.003", "t": "0.01"}, {"kind": "hold", "v": "-0.02", "t": "0.0004"},
            {"kind": "hold", "v": "0", "t": "1"}, {"kind": "hold", "v": "-0.02", "t": "0.3"},
            {"kind": "hold", "v": "0.0001", "t": "0.15"}]}
JSON
sed 's/"reset_integrator"/"my_reset"/' held.json >mine.json
digest=$({ "$check" --law my_reset.mo mine.json 2>&1 || true; } | grep -oE "[0-9a-f]{64}") || fail "no digest"
sed -i "s/\"params\"/\"law\": \"$digest\", \"params\"/" mine.json
# energy COMMAND...: the middle of an enclosure, to 13 digits.
energy() { { "$@" || true; } | grep -oE 'in \[[0-9.]+' | cut -c5-19; }
theirs=$(energy "$check" held.json) mine=$(energy "$check" --law my_reset.mo mine.json)
[ -n "$theirs" ] && [ "$theirs" = "$mine" ] || fail "held: '$theirs', by its text '$mine'"
sed 's/{"kind": "hold", "v": "0", "t": "1"}/{"kind": "sine", "mean": "0", "amp": "0.01", "omega": "18", "phase": "0.1", "t": "1"}/' mine.json >wave.json
"$check" --law my_reset.mo wave.json >said || true
has 'my_reset passivity, the property is not violated' <said || fail "a wave: $(cat said)"
refused 'expected one' "$check" --law my_lugre.mo --law my_lugre.mo my_lugre_passivity.json

# A proof names the text and its coordinates, and is checked by that text alone.
"$prove" --model my_lugre.mo --property passivity --set sigma2=159:10000 -o proof.json >/dev/null ||
  fail "my_lugre: not proved"
grep '"coordinates":' proof.json | has '"theta", "z", "sigma2"' || fail "other coordinates"
"$check" --law my_lugre.mo proof.json | has 'proved for all .* sigma2 in \[159, 10000\]' ||
  fail "a proof: not confirmed"
refused 'another text' "$check" --law other.mo proof.json
refused 'expected a law' "$check" proof.json
has -E 'passivity +sigma2 >= .* proved' <("$verify" --model my_lugre.mo --trials 100 --signals 2 --property passivity) ||
  fail "verify proves nothing"
# The same of a claim that has no words for its condition, which is then shown as it is written.
sed 's/passivity(id="window", domain="[^"]*", where/passivity(where/' my_lugre.mo >wordless.mo
"$verify" --model wordless.mo --trials 100 --signals 2 --property passivity >table
has -E 'passivity +sigma2\*Fc >= sigma1\*\(Fs - Fc\) +holds .* proved' table ||
  fail "a condition without words: $(cat table)"
has 'proved for all parameters of the claim' table || fail "not of the claim: $(cat table)"
# What a condition demands besides takes no proof away; without the part that matters there is none.
for more in 'Fs <= 2*Fc' 'sigma2 > 0 and Fc >= Fs/3'; do
  sed "s|where=sigma2\*Fc >= sigma1\*(Fs - Fc)|& and $more|" wordless.mo >more.mo
  has 'parameters of the claim, by the stored' <("$verify" --model more.mo --trials 100 --signals 2 --property passivity) ||
    fail "$more: not proved"
  sed "s|where=sigma2\*Fc >= sigma1\*(Fs - Fc)|where=$more|" wordless.mo >less.mo
  has 'parameters of the claim, by the stored' <("$verify" --model less.mo --trials 100 --signals 2 --property passivity) &&
    fail "$more alone: proved"
done

# A law without a closed form moves by numbers, and is proved where it is passive, and is then not
# said to be tested.
sed 's/model my_dahl/model cubic/; s/end my_dahl/end cubic/
  s/der(z) = .*$/der(z) = v*(1 - sigma0*z\/Fc*sign(v))^3;/' my_dahl.mo >cubic.mo
"$verify" --model cubic.mo --property passivity --trials 40 --signals 2 >table 2>stderr || fail "cubic: exit $?"
has -E 'passivity .* holds +[^ ]+ +proved' table || fail "cubic: $(cat table)"
has 'tested, not certified' stderr && fail "cubic: $(cat stderr)"
has 'its motion is computed by numbers' stderr || fail "cubic: does not say how: $(cat stderr)"
# Where it is not, that is found.
sed 's/F = sigma0\*z/F = -sigma0*z/' cubic.mo >wrong_sign.mo
"$verify" --model wrong_sign.mo --property passivity --trials 20 --signals 2 >table 2>stderr
[ $? = 1 ] && has -E 'passivity .* refuted .* certified' table || fail "a false claim: $(cat table)"

# Compiled once; two programs at a time, and no folder of one's own, do no harm.
rm -rf cache
for i in 1 2 3; do "$verify" --model my_lugre.mo --trials 20 --signals 0 --property odd_symmetry --format json >run$i.json & done
wait
cmp run1.json run2.json && cmp run1.json run3.json || fail "two at a time differ"
[ "$(ls cache/bristle | wc -l)" = 1 ] || fail "cache: $(ls cache/bristle)"
touch -d 2001-01-01 cache/bristle/*.so
"$verify" --model my_lugre.mo --trials 20 --signals 0 --property odd_symmetry >table
[ "$(find cache/bristle -newermt 2002-01-01 -name '*.so')" = "" ] || fail "compiled again"
chmod 777 cache/bristle
mkdir tmp
TMPDIR=$PWD/tmp "$verify" --model my_lugre.mo --trials 20 --signals 0 --property odd_symmetry --format json | cmp - run1.json ||
  fail "without a folder of one's own"
[ -z "$(ls -A tmp)" ] || fail "left $(ls tmp)"

# An object that is cut off, or another law's, is not trusted; no folder need be there.
object=$(echo cache/bristle/*.so)
chmod 755 cache/bristle
"$verify" --model my_dahl.mo --trials 20 --signals 0 --property odd_symmetry >dahl_table
bend() { printf 'XY' | dd of="$1" bs=1 seek=3000 conv=notrunc 2>/dev/null; }
for spoil in 'truncate -s 5000' 'truncate -s -1' bend "cp $(ls cache/bristle/my_dahl-*.so)"; do
  $spoil "$object"
  cp "$object" spoiled
  "$verify" --model my_lugre.mo --trials 20 --signals 0 --property odd_symmetry --format json | cmp - run1.json || fail "after $spoil"
  cmp -s "$object" spoiled && fail "trusted after $spoil"
done
touch -d 2001-01-01 "$object.1.c" "$object.2.so" && touch "$object.3.c" && truncate -s 5000 "$object"
"$verify" --model my_lugre.mo --trials 20 --signals 0 --property odd_symmetry >table
[ "$(echo "$object".*)" = "$object.3.c" ] || fail "leftovers: $(ls cache/bristle)"
rm "$object.3.c"
for folder in relative "$PWD/no/such/folder" "$PWD/my_dahl.mo"; do
  TMPDIR="$PWD/tmp" HOME=/nonexistent XDG_CACHE_HOME=$folder "$verify" --model my_lugre.mo --trials 20 --signals 0 --property odd_symmetry \
    --format json | cmp - run1.json || fail "cache $folder"
done
mkdir "a folder" && cp my_lugre.mo "a folder/it's.mo"
XDG_CACHE_HOME="$PWD/a folder" "$verify" --model "a folder/it's.mo" --trials 20 --signals 0 --property odd_symmetry >table ||
  fail "a path with blanks"
[ -z "$(ls -A tmp)" ] || fail "left $(ls tmp)"

# Without a compiler, or with one that ends early or has no room, the equations are interpreted:
# the same verdicts.
mkdir bin
printf '#!/bin/sh\n[ "$1" = --version ] || kill -9 $$\n' >bin/cc && chmod +x bin/cc
copy bliman_sorine && copy reset_integrator
for law in bliman_sorine reset_integrator; do
  "$verify" --model "my_$law.mo" --trials 100 --signals 2 --format json >theirs.json 2>/dev/null
  for path in /nonexistent "$PWD/bin"; do
    PATH=$path "$verify" --model "my_$law.mo" --trials 100 --signals 2 --format json >mine.json 2>stderr
    for key in model property domain declared verdict method; do
      cmp <(column $key <mine.json) <(column $key <theirs.json) || fail "interpreted: another $key"
    done
    [ "$(grep -c 'is interpreted' stderr)" = 1 ] || fail "interpreted without a word"
  done
done

# What is wrong is said in a line, or with its place.
refused 'nowhere.mo' "$verify" --model nowhere.mo
refused "Bristle's own" "$verify" --model "$laws/lugre.mo"
sed 's/abs(v)/abs(w)/' my_lugre.mo >wrong.mo
"$verify" --model wrong.mo -o table2 >stdout 2>stderr
[ $? = 2 ] && [ ! -s stdout ] && [ ! -e table2 ] || fail "wrong.mo"
has '^wrong.mo:[0-9]*:[0-9]*: ' stderr || fail "wrong.mo: $(cat stderr)"
exit $status
