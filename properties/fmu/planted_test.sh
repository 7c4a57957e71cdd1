#!/usr/bin/env bash
# A unit that implements its text gets the verdicts of the text; each unit with one error in it is
# told from the text, by what deviates first. Units are made by `export` of texts with an error, or
# of its sources with one. Arguments: command_line.sh, verify, export, unpack, and texts of laws.
. "$1"
texts=$OLDPWD
export XDG_CACHE_HOME=$TEST_TMPDIR/cache

# text LAW: the law's text under the name `mine`.
text() { sed "s/\b$1\b/mine/g" "$texts/models/laws/$1.mo"; }
# unit NAME VERSION: makes NAME.fmu of NAME.mo.
unit() { "$export" --fmu "$1.mo" --fmi "$2" -o "$1.fmu" 2>stderr || fail "$1: $(cat stderr)"; }
# verdicts VERIFY-ARGUMENTS...: what is claimed and what is found.
verdicts() {
  "$verify" --trials 200 --signals 2 --format csv "$@" 2>stderr |
    awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i } { print $at["property"], $at["domain"], $at["verdict"] }'
}

version=2
for law in coulomb lugre reset_integrator; do
  { text $law && echo '// 100 % of %s, %n'; } >mine.mo
  unit mine $version
  rm -rf files && "$unpack" mine.fmu files && cmp mine.mo files/documentation/mine.mo || fail "$law: another text in the unit"
  verdicts --model mine.mo >expected
  verdicts --law mine.mo --model mine.fmu >found
  grep -q 'mine.fmu agrees with mine.mo' stderr || fail "$law: $(cat stderr)"
  [ "$(wc -l <expected)" -ge 6 ] || fail "$law: no verdicts"
  diff expected found >differences || fail "$law by FMI $version: $(cat differences)"
  version=$((5 - version))
done

# told WHAT: mine.fmu deviates from right.mo, and WHAT does first.
planted=0
told() {
  local code
  "$verify" --law right.mo --model mine.fmu >found 2>stderr
  code=$?
  [ $code = 1 ] || fail "$1: exit $code: $(cat found stderr)"
  [ "$(wc -l <found)" = 1 ] || fail "$1: not one line: $(cat found)"
  has "^mine.fmu deviates from right.mo: $1 is " <found || fail "$1: $(cat found)"
  cut -c1-160 found
  planted=$((planted + 1))
  version=$((5 - version))
}
# by_text WHAT SED: with an error in the text.
by_text() {
  sed "$2" right.mo >mine.mo
  ! cmp -s right.mo mine.mo || fail "$1: nothing is planted"
  unit mine $version
  told "$1"
}
# by_file WHAT FILE SED: with an error in a file of the unit, compiled anew.
by_file() {
  cp right.mo mine.mo
  unit mine $version
  rm -rf files && "$unpack" mine.fmu files || fail "$1: not unpacked"
  cp "files/$2" before
  sed -i "$3" "files/$2"
  ! cmp -s before "files/$2" || fail "$1: nothing is planted"
  cc -std=c11 -O2 -ffp-contract=off -fPIC -shared files/sources/*.c -o files/binaries/*/mine.so -lm || fail "$1"
  rm mine.fmu && (cd files && zip -qr ../mine.fmu .)
  told "$1"
}

text lugre >right.mo
by_text force 's/F = sigma0\*z + sigma1\*der(z) + sigma2\*v/F = -(sigma0*z + sigma1*der(z) + sigma2*v)/'
by_text 'rate of z' 's/sigma0\*abs(v)/sigma0*v/'
by_text 'rate of z' 's/abs(v\/vs)^m/abs(v\/(1000*vs))^m/'
by_text 'rate of z' 's/abs(v\/vs)^m/abs(v\/vs)/'
by_text 'rate of z' 's/Fc + (Fs - Fc)/Fs + (Fc - Fs)/'
by_text force 's/ + sigma1\*der(z)//'
by_text force 's/ + sigma2\*v "/ + sigma2*abs(v) "/'
by_text 'default of sigma2' 's/= 0.4 "Table I"/= 0.04 "Table I"/'
by_text 'upper end of the range of Fc' 's/min=1e-6, max=1e6) = 1 /min=1e-6, max=1e3) = 1 /'
# the force is that of the states before
by_file force sources/unit.c 's/: unit->now.force;/: old_force(unit);/
  s/^static const char \*computed/static double old_force(const struct unit *u)\n{\n    static double before;\n    const double old = before;\n    before = u->now.force;\n    return old;\n}\n\n&/'
by_file 'unit of parameter sigma0' modelDescription.xml '/"sigma0"/s/unit="N\/m"/unit="N"/'
by_file 'Jacobian entry dF\/dv' sources/unit.c 's/= unit->now.slopes.force_v/= -unit->now.slopes.force_v/'

# What a description leaves open is the text's: no deviation.
cp right.mo mine.mo
unit mine $version
rm -rf files && "$unpack" mine.fmu files
sed -i -E 's/ (min|max|unit)="[^"]*"//g; s/canGetAndSetFMU[sS]tate="true"//' files/modelDescription.xml
! grep -q 'max=' files/modelDescription.xml || fail "ranges are still there"
rm mine.fmu && (cd files && zip -qr ../mine.fmu .)
"$verify" --law right.mo --model mine.fmu --property odd_symmetry --trials 50 >found 2>stderr || fail "open: $(cat found stderr)"
grep -q 'mine.fmu agrees with right.mo' stderr || fail "open: $(cat stderr)"

text reset_integrator >right.mo
by_text 'rate of p' 's/pre(slip) == 0 and p0 - sign(v)\*p <= 0/pre(slip) == 0 and 2*p0 - sign(v)*p <= 0/'
by_text 'state after events of p' 's/reinit(p, sign(v)\*p0)/reinit(p, sign(v)*p0\/2)/'
[ $planted -ge 10 ] || fail "$planted errors planted"
exit $status
