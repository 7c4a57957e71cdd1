#!/usr/bin/env bash
# Implementations of texts, in C: the right one is judged in balls of its text, whatever its form; a
# flawed one is compared and not judged, and the line says what deviates, with both numbers.
# Arguments: command_line.sh, the programs, the law of the example by hand, its text, a text.
bristle=$PWD example=$PWD/$(dirname "${@: -2:1}") laws=$PWD/$(dirname "${@: -1}")
source "$1" "${@:1:$#-2}"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache

# compile LAW FILE: makes FILE.so of FILE.c. What the plug-in adds is compiled once a law.
flags=(-std=c11 -O0 -ffp-contract=off -fPIC -w -I "$bristle")
compile() {
  [ -e "plugin_$1.o" ] || gcc "${flags[@]}" -c "-DLAW=$1" "$bristle/models/plugin.c" -o "plugin_$1.o"
  gcc "${flags[@]}" -shared "$2.c" "plugin_$1.o" -o "$2.so" -lm || fail "$2 does not compile"
}
cp "$example/lugre_damped.c" "$example/lugre_damped.mo" .
for law in lugre coulomb reset_integrator; do
  cp "$laws/$law.mo" .
  "$law_to_c" "$law.mo" >"$law.c"
done
quick=(--trials 40 --signals 2)

# The right one is judged, with the claims and the balls of the text.
compile lugre_damped lugre_damped
"$verify" --law lugre_damped.mo --model ./lugre_damped.so "${quick[@]}" >table 2>stderr ||
  fail "the right law: exit $?: $(cat table stderr)"
has -E '^  passivity .*holds .*proved' table || fail "not enclosed: $(cat table)"
[ "$(wc -l <stderr)" = 1 ] && has -F './lugre_damped.so agrees with lugre_damped.mo within 32 roundings' stderr ||
  fail "agrees: $(cat stderr)"
values=$(sed -n 's/.*roundings: \([0-9]*\) values at 2000 places, of rate, force, flow, work, .*/\1/p' stderr)
[ "${values:-0}" -gt 10000 ] || fail "values: $(cat stderr)"
# One without claims has those of the text; one claim of its own stays.
sed 's/^    \.n_claims = .*//; s/^    \.claims = .*//' lugre_damped.c >silent.c
compile lugre_damped silent
"$verify" --law lugre_damped.mo --model ./silent.so "${quick[@]}" 2>/dev/null | grep -c ' holds ' >count
[ "$(cat count)" = 6 ] || fail "claims of the text: $(cat count)"
sed 's/"always", *$/&/; 0,/\.domain = "always"/s//.domain = "at any time"/' lugre_damped.c >wordy.c
compile lugre_damped wordy
"$verify" --law lugre_damped.mo --model ./wordy.so "${quick[@]}" 2>/dev/null | has -E '^  state_bound +at any time +holds' ||
  fail "a claim of its own is lost"
# Parameters in another order are found by name. A condition of the text is then that of the C, or
# not judged, with a note.
sed 's/enum { SIGMA0, SIGMA1,/enum { SIGMA1, SIGMA0,/' lugre_damped.c >turned.c
compile lugre_damped turned
"$verify" --law lugre_damped.mo --model ./turned.so "${quick[@]}" 2>stderr | grep -c ' holds ' >count
[ "$(cat count)" = 6 ] && [ "$(wc -l <stderr)" = 1 ] || fail "another order: $(cat count stderr)"
sed 's/^    \.n_claims = .*/    .n_claims = 0,/' turned.c >both.c
compile lugre_damped both
"$verify" --law lugre_damped.mo --model ./both.so "${quick[@]}" 2>stderr | grep -c ' holds ' >count
[ "$(cat count)" = 4 ] && [ "$(grep -c 'is not judged: its condition' stderr)" = 2 ] ||
  fail "conditions in another order: $(cat count stderr)"
sed -z 's/,\n *claims={[^}]*}//' lugre_damped.mo >silent.mo
"$verify" --law silent.mo --model ./silent.so >stdout 2>stderr
[ $? = 2 ] && has 'neither .* claims anything that could be judged' stderr || fail "nobody claims anything: $(cat stderr)"
refused 'n_claims is 0' "$verify" --model ./silent.so
"$verify" --law lugre.mo --model lugre "${quick[@]}" --property dissipation >table 2>&1 || fail "a law of Bristle: $(cat table)"

# flaw NAME LAW EXPRESSION WHAT: changes one place of LAW.c, and expects a line about WHAT with two
# numbers that are apart by what it says.
flaw() {
  sed "$3" "$2.c" >"$1.c"
  [ "$(diff "$2.c" "$1.c" | grep -c '^>')" -ge 1 ] || fail "$1: no flaw by $3"
  compile "$2" "$1"
  "$verify" --law "$2.mo" --model "./$1.so" "${quick[@]}" >table 2>stderr
  [ $? = 1 ] && [ "$(wc -l <table)" = 1 ] && [ ! -s stderr ] || fail "$1 is not found: $(cat table stderr)"
  has -F "./$1.so deviates from $2.mo: $4 is " table || fail "$1: not $4: $(cat table)"
  sed 's/.* is \([^ ]*\) (.* by the text, \([^ ]*\) (.*off by \([^ ,]*\).*/\1 \2 \3/' table |
    awk '{ d = $2 - $1; d = d < 0 ? -d : d; exit !(d > 0 && d < 1.01 * $3 && d > 0.99 * $3) }' ||
    fail "$1: no numbers: $(cat table)"
}
flaw sign lugre_damped 's/ + p\[SIGMA2\] \* v;/ - p[SIGMA2] * v;/' force
flaw abs lugre_damped 's/v - p\[SIGMA0\] \* r_abs(v)/v - p[SIGMA0] * v/' 'rate of z'
flaw millimetres lugre_damped 's/return p\[SIGMA0\] \* x\[0\] + d/return C(1e-3) * p[SIGMA0] * x[0] + d/' force
flaw old_state lugre_damped 's/^    rate(p, mem, v, s, x, &dz);/    static real last[1];\n    rate(p, mem, v, s, last, \&dz);\n    last[0] = x[0];/' force
flaw jacobian lugre 's/jac->force_v = p\[1\] \* t116 + p\[2\]/jac->force_v = p[1] * t116/' 'Jacobian entry dF/dv'
flaw exponent lugre_damped '0,/r_decay(r \* r)/s//r_decay(r * r \/ 2)/' 'rate of z'
flaw swapped lugre_damped 's/return p\[FC\] + (p\[FS\] - p\[FC\])/return p[FS] + (p[FC] - p[FS])/' 'rate of z'
flaw selection coulomb 's/return p\[0\] \* s;/return p[0] * r_sign(v);/' force
flaw default lugre_damped 's/"sigma2", "N s\/m", 0.4/"sigma2", "N s\/m", 0.5/' 'default of sigma2'
flaw guard reset_integrator 's/g\[0\] = t14 != 0 ? p\[1\] - /g[0] = t14 != 0 ? 2 * p[1] - /' 'sign of guard 0'
# Five kinds for which nothing was fitted.
flaw work lugre 's/mean = p\[0\] \* y\[0\] + p\[1\] \* y\[1\] +/mean = p[0] * y[0] +/' work
flaw storage lugre_damped 's/x\[0\] \* x\[0\] \/ 2/x[0] * x[0]/' storage
flaw clamped lugre_damped 's/return p\[SIGMA0\] \* x\[0\] + d/return p[SIGMA0] * r_min(x[0], C(0.9) * p[FS] \/ p[SIGMA0]) + d/' force
flaw single lugre_damped '0,/r_decay(r \* r)/s//r_decay((float)r * (float)r)/' 'rate of z'
flaw reset reset_integrator 's/^    x\[0\] = y1;//' 'state after events of p'

# For scripts; of names and ranges; of code that crashes.
"$verify" --law lugre_damped.mo --model ./sign.so --format json -o found.json
[ $? = 1 ] && has '"format":.*"deviations-1"' found.json || fail "no JSON"
for key in model law deviates text implementation allowed places deviating note; do
  has "\"$key\":" found.json || fail "JSON lacks $key"
done
sed '0,/"vd"/s//"v_d"/' lugre_damped.c >named.c
compile lugre_damped named
"$verify" --law lugre_damped.mo --model ./named.so >table
has 'has no parameter vd, which the text has: 7 by the text, 7 by' table ||
  fail "a parameter is missing"
sed 's/^    real dz;/    real dz = 1 \/ (v > 0.1 ? *(volatile int *)0 : 1);/' lugre_damped.c >crash.c
compile lugre_damped crash
"$verify" --law lugre_damped.mo --model ./crash.so >table
[ $? = 1 ] && has "deviates from lugre_damped.mo: the law's code crashed (signal 11" table || fail "a crash: $(cat table)"

# What is wrong is said in a line.
refused 'nowhere.mo' "$verify" --law nowhere.mo --model ./sign.so
refused '--law takes one --model' "$verify" --law lugre_damped.mo
refused '--law takes one --model' "$verify" --law lugre_damped.mo --model lugre --model dahl
refused '--law takes one --model' "$verify" --law lugre_damped.mo --model lugre --threshold sigma2
refused 'expected one' "$verify" --law lugre.mo --law lugre.mo --model lugre
exit $status
