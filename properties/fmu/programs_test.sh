#!/usr/bin/env bash
# Programs with units from outside: the same trajectories and fits as of the law, variables by --map,
# and one line for what is refused. Arguments: command_line.sh, verify, simulate, compare, identify,
# unpack, and units of coulomb_viscous and lugre by FMI 2.0 and 3.0.
. "$1"
units=$OLDPWD/models

# near MOST A B: in two CSV files no column differs by more than MOST of its largest number.
near() {
  paste -d, "$2" "$3" | awk -F, -v most="$1" '
    NR == 1 { n = NF / 2; next }
    { for (i = 1; i <= n; i++) if ($i != "" && $(i + n) != "") {
        d = $i - $(i + n); if (d < 0) d = -d; if (d > far[i]) far[i] = d
        s = $i < 0 ? -$i : $i; if (s > size[i]) size[i] = s } }
    END { for (i = 1; i <= n; i++) if (far[i] > most * size[i]) { print "column " i ": " far[i] " of " size[i]; bad = 1 }
      exit bad || NR < 50 }'
}

# A mass that sticks and slips, and a driven law: at rtol 1e-8 two codes of one law, whose roundings
# differ, are apart by less than a hundred such errors.
for law in coulomb_viscous lugre; do
  for end in "" _fmi3; do
    for kind in driven stuck; do
      case $kind in
        stuck) set -- --scenario stick_slip --t-end 12 ;;
        driven) set -- --velocity 'cosine 0 0.01 6.28 0 1' ;;
      esac
      "$simulate" --model "$units/$law$end.fmu" "$@" --integrator rosenbrock --rtol 1e-8 --atol 1e-8 --format csv >unit.csv 2>stderr ||
        fail "$law$end: $(cat stderr)"
      "$simulate" --model $law "$@" --integrator rosenbrock --rtol 1e-8 --atol 1e-8 --format csv >law.csv
      near 1e-6 unit.csv law.csv >difference || fail "$law$end $*: $(cat difference)"
    done
  done
done

# A fit gives the parameters that the law's own fit gives.
"$simulate" --model coulomb_viscous --velocity 'sine 0 0.1 6.28 0 2' --sensor noise=1% -o run.csv
for model in coulomb_viscous "$units/coulomb_viscous.fmu"; do
  "$identify" --data run.csv --model "$model" --trials 0 2>stderr | sed -n 's/^  \(Fc\|sigma2\)  *\([0-9.]*\) .*/\1 \2/p'
done >fits
[ "$(sort -u fits | wc -l)" = 2 ] && [ "$(wc -l <fits)" = 4 ] || fail "fits: $(cat fits stderr)"

"$compare" --quick --scenario velocity_step --model "$units/lugre.fmu" --integrators rosenbrock --no-times >table 2>stderr ||
  fail "compare: $(cat stderr)"

# edited NAME SED: lugre.fmu with another description.
edited() {
  rm -rf files && "$unpack" "$units/lugre.fmu" files
  cp files/modelDescription.xml before
  sed -i "$2" files/modelDescription.xml
  ! cmp -s before files/modelDescription.xml || fail "$1: nothing is edited"
  rm -f "$1.fmu" && (cd files && zip -qr "../$1.fmu" .)
}
# A second input in m/s: which is which has to be said.
more='s|</ModelVariables>|<ScalarVariable name="wind" valueReference="1" causality="input"><Real unit="m/s" start="0"/></ScalarVariable>&|'
edited open "s/name=\"v\" valueReference=\"1\"/name=\"speed\" valueReference=\"1\"/; $more"
refused '--map v=NAME' "$verify" --model open.fmu
refused "no input 'none'" "$verify" --model open.fmu --map v=none
refused 'expected a --model FILE.fmu' "$verify" --model lugre --map v=speed
edited named 's/name="v" valueReference="1"/name="speed" valueReference="1"/; s/name="F"/name="force"/'
"$simulate" --model named.fmu --map v=speed,F=force --velocity 'hold 0.01 1' --format csv >named.csv 2>stderr || fail "map: $(cat stderr)"
"$simulate" --model "$units/lugre.fmu" --velocity 'hold 0.01 1' --format csv >plain.csv
cmp -s named.csv plain.csv || fail "other names give other numbers"
edited unit 's/name="v" \(.*\) unit="m\/s"/name="v" \1 unit="N"/'
refused 'in N, expected m/s' "$verify" --model unit.fmu

# What is refused before any code runs.
edited steps '/<ModelExchange/,/<\/ModelExchange>/d'
refused 'co-simulation only' "$verify" --model steps.fmu
refused 'co-simulation only' "$compare" --model steps.fmu
refused 'takes its own steps' "$simulate" --model steps.fmu --velocity 'hold 0.01 1' --rtol 1e-3
# Along a held velocity its steps are exact, as those of the law.
"$simulate" --model steps.fmu --velocity 'hold 0.01 0.001' --step 1e-6 --format csv 2>stderr | cut -d, -f-5 >unit.csv
"$simulate" --model lugre --velocity 'hold 0.01 0.001' --integrator exponential --format csv | cut -d, -f-5 >law.csv
near 1e-12 unit.csv law.csv >difference || fail "steps: $(cat difference stderr)"
edited laughs 's|^<fmiModel|<!DOCTYPE a [<!ENTITY b "b">]>\n&|'
refused 'document type' "$verify" --model laughs.fmu
mkdir -p deep && echo text >evil && (cd deep && zip -q ../climbs.fmu ../evil)
refused 'below the archive' "$verify" --model climbs.fmu
ln -sf /etc/passwd link && zip -qy links.fmu link
refused 'a link' "$verify" --model links.fmu
echo text >text.fmu
refused 'a zip archive' "$simulate" --model text.fmu --velocity 'hold 1 1'
refused 'No such file' "$compare" --model none.fmu
edited empty 's/numberOfEventIndicators="0"/numberOfEventIndicators="1"/'
refused 'fmi2GetEventIndicators' "$verify" --model empty.fmu
rm -rf files && "$unpack" "$units/lugre.fmu" files && rm -r files/binaries && (cd files && zip -qr ../bare.fmu .)
refused 'no binary' "$verify" --model bare.fmu

# code NAME SED: lugre.fmu with another unit.c.
code() {
  rm -rf files && "$unpack" "$units/lugre.fmu" files
  sed -i "$2" files/sources/unit.c
  cc -std=c11 -O1 -ffp-contract=off -fPIC -shared files/sources/*.c -o files/binaries/linux64/lugre.so -lm || fail "$1"
  (cd files && zip -qr "../$1.fmu" .)
}
code crashes 's/^void unit_reset.*/#include <stdlib.h>\n&/; s/^    unit->phase = UNIT_INSTANTIATED;/    abort();/'
refused 'crashed' "$verify" --model crashes.fmu
code later 's/^static void respond(struct unit \*unit)/#include <stdlib.h>\n&/; s/^    law_respond(&unit->now);/    if (unit->now.v > 0.5)\n        abort();\n&/'
"$verify" --model later.fmu --property passivity --trials 300 >table 2>stderr
[ $? = 1 ] && has 'later.fmu deviates from later.fmu/documentation/lugre.mo: .* crashed' <table ||
  fail "a late crash beside the text: $(cat table stderr)"
zip -qd later.fmu documentation/lugre.mo
"$verify" --model later.fmu --property passivity --trials 300 >table 2>stderr
has 'inconcl' <table && has 'crashed' <table || fail "a late crash: $(cat table stderr)"

# A unit that brings its text is judged as the text is, and one that is another law is told from it.
"$verify" --model "$units/karnopp.fmu" --trials 200 --signals 4 --format csv >unit.csv 2>stderr ||
  fail "a unit with its text: exit $?: $(cat stderr)"
"$verify" --model karnopp --trials 200 --signals 4 --format csv >law.csv
# verdicts FILE: property, what is declared and what is found.
verdicts() { sed 1d "$1" | grep -oE ',[a-z_]+,.*,(holds|refuted),(holds|refuted|not_applicable|inconclusive),' | sed -E 's/^,([a-z_]+),.*,([a-z_]+),([a-z_]+),$/\1 \2 \3/' | sort; }
[ "$(verdicts unit.csv)" = "$(verdicts law.csv)" ] && [ "$(verdicts law.csv | wc -l)" -ge 5 ] ||
  fail "a unit's verdicts: $(verdicts unit.csv) its law's: $(verdicts law.csv)"
edited default '/name="sigma0"/s/start="[^"]*"/start="90000"/'
"$verify" --model default.fmu --trials 20 >table 2>stderr
[ $? = 1 ] && has 'default.fmu deviates from default.fmu/documentation/lugre.mo: .*sigma0' <table ||
  fail "another default than the text's: $(cat table stderr)"
# What is no text of a law is no business of its unit; nor are two texts, as nobody says which one.
for text in 'model lugre end lugre;' '' two; do
  edited plain 's/generationTool="[^"]*"/generationTool="a tool"/'
  mkdir -p documentation && echo "$text" >documentation/lugre.mo
  [ "$text" = two ] && unzip -qo plain.fmu documentation/lugre.mo && cp documentation/lugre.mo documentation/second.mo
  (zip -q plain.fmu documentation/*.mo)
  "$verify" --model plain.fmu --trials 20 --property odd_symmetry >table 2>stderr ||
    fail "a unit with the text '$text': exit $?: $(cat table stderr)"
  has 'at its start values' <table || fail "a unit with the text '$text': $(cat table)"
  rm -r documentation
done
exit $status
