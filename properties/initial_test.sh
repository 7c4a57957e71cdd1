#!/usr/bin/env bash
# Laws whose states do not begin at 0: every program and every arithmetic begins where the text says.
texts=$PWD/$(dirname "${@: -1}")
laws=$(dirname "$texts")/../../models/laws
source "$1" "${@:1:$#-1}"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache

# The age of contacts that begins at L/V0, and the same law by what the age is beyond that, from 0.
sed 's/rate_state/age/' "$texts/rate_state.mo" >age.mo
sed 's/rate_state/beyond/
  s/Real theta(unit="s", start=L\/V0, fixed=true, min=0)/Real beyond(unit="s", start=0, fixed=true)/
  s/^equation/  Real theta(unit="s") = beyond + L\/V0;\nequation/
  s/der(theta)/der(beyond)/' "$texts/rate_state.mo" >beyond.mo
motion='hold 0.001 0.1; sine 0 0.01 6.28 0.3 0.4; hold 0 1; ramp 0 -1e-3 0.2'
# forces LAW INTEGRATOR DIGITS: the force at samples, with so many digits.
forces() {
  "$simulate" --model "$1.mo" --integrator "$2" --velocity "$motion" --format csv --samples 9 --rtol 1e-8 \
    --set L=1e-4 | tail -n +2 | awk -F, -v digits="$3" '$3 != 0 { printf "%.*e\n", digits, $4 }'
}
# The times of steps differ, so do errors: 1e-8 of the whole.
for method in 'reference 11' 'rosenbrock 5' 'cvode_bdf 4'; do
  forces age $method >mine && forces beyond $method >theirs || fail "$method: exit $?"
  [ "$(wc -l <mine)" = 4 ] && cmp mine theirs || fail "$method: $(paste mine theirs)"
done
# At t = 0 theta is L/V0 = 100 s.
"$simulate" --model age.mo --set L=1e-4 --velocity 'hold 1e-3 1' --format csv --samples 2 |
  awk -F, 'NR == 2 { exit !($5 > 99.999999 && $5 < 100.000001) }' || fail "begins elsewhere"

# LuGre's bristles, bent when it begins: what holds from anywhere is proved, what a loaded spring
# breaks is found, and certified.
bend() { sed "s/model lugre /model $1 /; s/end lugre;/end $1;/; s/start=0/start=$2/" "$laws/lugre.mo" >"$1.mo"; }
bend bent 'Fc\/(2*sigma0)'
"$verify" --model bent.mo --trials 200 --signals 2 --format csv --witnesses . 2>said |
  tail -n +2 | sed 's/"[^"]*"/-/' | cut -d, -f2,3,5,6 >rows
cmp rows - <<'END' || fail "bent: $(cat rows said)"
passivity,Fs >= Fc,refuted,witness
passivity,sigma2 >= sigma1 (Fs-Fc)/Fc,refuted,witness
state_bound,always,holds,proved
dissipation,sigma2 >= sigma1 (Fs-Fc)/Fc,holds,proved
no_drift,always,refuted,witness
rate_independence,-,holds,proved
odd_symmetry,always,refuted,witness
finite_force,always,holds,proved
steady_state,v != 0,holds,proved
regressor,z known,holds,proved
identifiability,-,holds,enclosed
END
"$check" --law bent.mo bent_passivity_2.json >said || fail "bent: $(cat said)"
has 'confirmed: bent passivity, the property is violated' said || fail "bent: $(cat said)"
# Where LuGre is passive no more can be had than the spring has, sigma0 z^2/2 = Fc^2/(8 sigma0).
lo=$(grep -oE 'in \[[^,]*' said | cut -c5-)
number() { grep -oE "\"$1\": \"[^\"]*" bent_passivity_2.json | cut -d'"' -f4; }
awk -v lo="$lo" -v Fc="$(number Fc)" -v sigma0="$(number sigma0)" \
  'BEGIN { exit !(lo < 0 && Fc > 0 && lo > -Fc * Fc / (8 * sigma0)) }' || fail "bent: $lo J from the spring"
sed 's/"x0": \["0"\]/"x0": ["1e-9"]/' bent_passivity.json >moved.json
{ "$check" --law bent.mo moved.json || true; } | has 'does not start where the law does' || fail "moved: confirmed"

# The same law by what bends the bristles beyond that, from 0, under a mass.
sed 's/model bent /model bend /; s/end bent;/end bend;/
  s/Real z(unit="m", start=[^,]*,/Real y(unit="m", start=0,/
  s/^protected/  Real z(unit="m") = y + Fc\/(2*sigma0);\nprotected/; s/der(z) = v/der(y) = v/
  s/bound(z=[^)]*), //; s/der(z)/der(y)/g' bent.mo >bend.mo
for law in bent bend; do
  "$simulate" --model $law.mo --scenario break_away --format csv --samples 5 --rtol 1e-9 2>said |
    tail -n +2 | awk -F, '{ printf "%.4e %.4e\n", $2, $4 }' >$law.rows || fail "$law with a mass: $(cat said)"
done
[ "$(wc -l <bent.rows)" = 5 ] && cmp bent.rows bend.rows || fail "with a mass: $(paste bent.rows bend.rows)"
head -n 1 bent.rows | has '^0.0000e+00 5.0000e-01$' || fail "bent: begins with $(head -n 1 bent.rows)"

# A storage that is not 0 at the beginning proves no passivity; bounds are proved from within alone.
"$prove" --model bent.mo --property passivity --set sigma2=159 >said
[ $? = 3 ] && has 'not proved' said || fail "bent: $(cat said)"
"$prove" --model bent.mo --property state_bound >said || fail "bent: $(cat said)"
bend far '2*Fs\/sigma0'
"$prove" --model far.mo --property state_bound >said
[ $? = 3 ] && has 'not proved' said || fail "far: $(cat said)"
"$verify" --model far.mo --property state_bound --trials 20 >said
[ $? = 1 ] && has -E 'state_bound .* refuted .* certified' said || fail "far: $(cat said)"
"$verify" --model far.mo --property steady_state --trials 20 --signals 2 >said
has -E 'steady_state .* proved' said && fail "far: a proof for states within their bounds: $(cat said)"

# Firmware begins there, too.
"$export" --model bent.mo --method exponential -o bent.h 2>said || fail "export: $(cat said)"
cat >begin.c <<'END'
#include "bent.h"
#include <stdio.h>
int main(void)
{
    struct bent_exponential_f64_parameters p = { .sigma0 = 1e5, .Fc = 3 };
    struct bent_exponential_f64_state state;
    bent_exponential_f64_init(&state, &p);
    printf("%.6g\n", state.z);
}
END
cc -std=c11 begin.c -o begin -lm && [ "$(./begin)" = 1.5e-05 ] || fail "export: begins at $(./begin)"

# What no law can begin at is said.
sed 's/start=L\/V0/start=v*L\/V0^2/' age.mo >moving.mo
refused 'starts where more than parameters says' "$verify" --model moving.mo
sed 's/start=L\/V0/start=-L\/V0/' age.mo >negative.mo
refused "begins at -10, outside" "$verify" --model negative.mo
exit $status
