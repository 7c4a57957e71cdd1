#!/usr/bin/env bash
# The command line of law_to_c: what each form holds of a text, and what is refused.
source "$1"

# One state, one claim, one claim about an experiment; every number of it is found again below.
text() { # NAME
  cat <<END
model $1 "a law of the test"
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real k(unit="N/m", min=2, max=3e7) = 5e4 "stiffness";
  parameter Real Fc(unit="N", min=0.5, max=7) = 1.25 "level";
  Real z(unit="m", start=0, fixed=true, min=-1, max=1) "deflection";
equation
  der(z) = v - k/Fc*abs(v)*z "(1)";
  F = k*z "(2)";
  annotation(__Bristle(source="the test", speed_max=321, storage=k*z^2/2, bound(z=Fc/k),
    claims={passivity(source="(2)", verdict=false, id="mine", domain="where k <= 9", witness="w.json",
        origin="${2-misprint}", instead="another")},
    experiments={experiment(id="slow", domain="pid: sticks", source="(1)", scenario="pid",
        time=43, samples=87, measure="late_error", at_most=6.5)}));
end $1;
END
}
text one >one.mo
text two >two.mo
describes_itself "$law_to_c"

# holds FILE TEXT...: each text is there once.
holds() {
  local file=$1 text
  shift
  for text; do
    [ "$(grep -cF -- "$text" "$file")" = 1 ] || fail "$file: not once: $text"
  done
}
# lacks FILE TEXT...
lacks() {
  local file=$1 text
  shift
  for text; do has -F -- "$text" "$file" && fail "$file: has $text"; done
}
tables=('{ "k", "N/m", 50000.0, 2.0, 30000000.0, "stiffness" }'
  '{ "Fc", "N", 1.25, 0.5, 7.0, "level" }' '{ "z", "m", 0.0, -1.0, 1.0, "deflection" }'
  '.property = PASSIVITY' '.declared = REFUTED' '.id = "mine"' '.witness = "w.json"' '.instead = "another"')
experiment=('.scenario = "pid"' '.t_end = 43.0' '.samples = 87' '.measure = LATE_ERROR'
  '.limit = 6.5')

"$law_to_c" one.mo >whole.c || fail "one.mo"
"$law_to_c" -o file.c one.mo && cmp whole.c file.c || fail "-o"
holds whole.c "${tables[@]}" 'enum { P_k, P_Fc, N_PARAMS };' 'enum { X_z, N_STATES };' \
  'const struct model PREC(model_one) = {' '.speed_max = 321,'
lacks whole.c "${experiment[@]}" LAW_TABLES derived_laws

for origin in printed assumed misprint; do
  text other $origin >other.mo
  "$law_to_c" other.mo | has -F ".origin = ORIGIN_${origin^^}," || fail "the origin '$origin'"
done
text other rumour >other.mo
"$law_to_c" other.mo >/dev/null 2>stderr && fail "an origin that is none"
has -F 'expected "printed", "assumed", ...' <stderr || fail "an origin that is none: $(cat stderr)"

# A part has no law, and all its functions may stay unused.
"$law_to_c" --part one.mo >part.h || fail "--part"
holds part.h "${tables[@]}" 'enum { P_k, P_Fc, N_PARAMS };' '#define LAW_TABLES' '.speed_max = 321,'
lacks part.h 'struct model PREC(' "${experiment[@]}"
has '^static [^c].*(const real' part.h | has -v inline && fail "a function of a part is not inline"

# Several laws beside one another, in the order of their texts.
"$law_to_c" --again two.mo one.mo >again.c || fail "--again"
tail -5 again.c | cmp - <(printf '%s\n' 'const struct model *const PREC(derived_laws)[] = {' \
  '    &PREC(derived_two),' '    &PREC(derived_one),' '    NULL,' '};') || fail "the array"
lacks again.c 'enum { P_' "${experiment[@]}"

"$law_to_c" --experiments one.mo two.mo >experiments.c || fail "--experiments"
for law in one two; do
  sed -n "/\.model = \"$law\"/,/\.limit/p" experiments.c >of_law
  holds of_law "${experiment[@]}" '.at_least = 0' '.id = "slow"' '.domain = "pid: sticks"'
done
lacks experiments.c PASSIVITY 'struct model'

# A right operand that calls a function is computed before its left one, unless it may be passed.
sed 's|k/Fc\*abs(v)\*z|k*abs(v)/(Fc*(1 + exp(-abs(k*z)/Fc)))*z|' one.mo >call.mo
"$law_to_c" call.mo | sed -n '/_rate(/,/^}/p' >call.c
has -E 'const real t[0-9]+ = p\[1\] \* \(1 \+ r_decay\(.*\)\);' call.c || fail "$(cat call.c)"
sed 's|der(z) = .*"(1)|der(z) = if z > 0 then k*abs(v)/(Fc*(1 + exp(-abs(k*z)/Fc)))*z else v "(1)|' one.mo >passed.mo
"$law_to_c" passed.mo | sed -n '/_rate(/,/^}/p' >passed.c
has -E '\? p\[0\] \* r_abs\(v\) / \(p\[1\] \* \(1 \+ r_decay\(' passed.c || fail "$(cat passed.c)"

refused 'expected the text of a law' "$law_to_c"
refused 'with --again or --experiments' "$law_to_c" one.mo two.mo
refused 'with --again or --experiments' "$law_to_c" --part one.mo two.mo
refused 'expected one of them' "$law_to_c" --part --again one.mo
refused 'expected one of them' "$law_to_c" --experiments --again one.mo
refused 'nowhere.mo' "$law_to_c" nowhere.mo
refused '--parts' "$law_to_c" --parts one.mo

# A mistake is shown in its line, and nothing is written.
sed 's/abs(v)\*z/abs(v)*w/' one.mo >wrong.mo
"$law_to_c" -o wrong.c wrong.mo >stdout 2>stderr && fail "wrong.mo is read"
[ ! -e wrong.c ] && [ ! -s stdout ] || fail "wrong.mo: something is written"
has '^wrong.mo:8:28: ' stderr || fail "wrong.mo: $(cat stderr)"
exit $status
