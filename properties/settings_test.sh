#!/usr/bin/env bash
# One's own parameters: claims are judged there or not claimed for them, with the values at which
# they begin, and what is true on both sides of these. Arguments: command_line.sh, verify, a text.
laws=$PWD/$(dirname "${@: -1}")
source "$1" "${@:1:$#-1}"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache
quick=(--trials 200 --signals 2)

# value KEY <json: the values of a key, one a line.
value() { sed -n "s/^[[:space:]]*\"$1\":[[:space:]]*\"\{0,1\}\([^\",]*\)\"\{0,1\},\{0,1\}$/\1/p"; }

# LuGre's passivity from sigma2 = sigma1 (Fs - Fc)/Fc = 158.1139 on, proved and certified.
"$verify" --model lugre --set sigma2=0.4 "${quick[@]}" >table || fail "lugre: exit $?: $(cat table)"
has -E '^  passivity +sigma2 >= sigma1 \(Fs-Fc\)/Fc +n/a ' table || fail "is claimed: $(cat table)"
has -F 'claimed from sigma2 = 158.1139; yours is 0.4;' table || fail "no threshold: $(cat table)"
has -F 'at 159.7 holds (proved), at 156.53 refuted (certified)' table || fail "how sure: $(cat table)"
has -F 'not claimed for these parameters, whichever one of them changes' table || fail "of several: $(cat table)"
has -E '^  passivity +Fs >= Fc +refuted .*certified' table || fail "it is passive: $(cat table)"
awk 'length > 80 { exit 1 }' table || fail "the table is wider than 80 columns"
passive=("${quick[@]}" --property passivity)
"$verify" --model lugre --set sigma2=200 "${passive[@]}" --format json >own.json || fail "sigma2 = 200: exit $?"
[ "$(value verdict <own.json | head -1)" = holds ] && [ "$(value method <own.json | head -1)" = proved ] ||
  fail "not proved: $(cat own.json)"
# Each threshold has the value, one's own, and what was found on both sides, as the table says.
"$verify" --model lugre --set sigma2=200 "${quick[@]}" --property dissipation >table
"$verify" --model lugre --set sigma2=200 "${quick[@]}" --property dissipation --format json >edges.json
[ "$(grep -c '^ *claimed ' table)" = 4 ] && [ "$(value yours <edges.json | wc -l)" = 4 ] || fail "thresholds: $(cat table)"
paste -d' ' <(value parameter <edges.json) <(value value <edges.json) <(value yours <edges.json) >read
while read -r name number yours; do
  sed -n "s/.*claimed .* $name = \(.*\); yours is \(.*\);/\1 \2/p" table |
    awk -v n="$number" -v y="$yours" '{ d = $1 / n - 1; e = $2 / y - 1; ok = d * d < 1e-12 && e * e < 1e-13 }
      END { exit !ok }' || fail "$name: $number, $yours: $(cat table)"
done <read
awk '$1 == "sigma2" { lo = $2 } END { exit !(lo > 158.113882 && lo < 158.113884) }' read || fail "$(cat read)"
# A file of parameters says the same; what JSON says of them is such a file.
echo '{"sigma2": 200, "Fs": "1.5"}' >own.params
cmp <("$verify" --model lugre --params own.params "${passive[@]}" --format json --jobs 1 | without_context) <(without_context <own.json) ||
  fail "--params is not --set, or depends on --jobs"
sed -n '/"parameters"/,/}/p' own.json | sed '1s/.*{/{/; s/},/}/' >again.params
has '"sigma2":.*"200"' again.params && has '"vs":.*"0.001"' again.params || fail "$(cat again.params)"
cmp <("$verify" --model lugre --params again.params "${passive[@]}" --format json | without_context) <(without_context <own.json) ||
  fail "not the same again"
# Later ones win. At the defaults nothing is set.
"$verify" --model lugre --params own.params --set sigma2=0.4 "${quick[@]}" --property passivity | has 'yours is 0.4' ||
  fail "the later one does not win"
"$verify" --model lugre "${passive[@]}" --format json | has "\"parameters\":" && fail "parameters that nobody set"

# Boxes, single values, experiments.
"$verify" --model martinez_rosas --set alpha=50000 "${quick[@]}" >table || fail "martinez_rosas: exit $?: $(cat table)"
has -F 'claimed from alpha = 25000; yours is 50000' table || fail "no lower end: $(cat table)"
has -F 'claimed up to alpha = 108926' table || fail "no upper end: $(cat table)"
has -F 'claimed above sigma2 = 0; yours is 0.4' table || fail "no open end: $(cat table)"
has -F 'claimed at vs = 1; yours is 0.001' table || fail "no single value: $(cat table)"
[ "$(grep -c 'at the parameters of its experiment' table)" = 8 ] || fail "experiments: $(cat table)"
"$verify" --model martinez_rosas --set sigma2=0.5 --set alpha=50000 "${quick[@]}" --property passivity |
  has -F 'claimed at sigma2 = 0.4; yours is 0.5' || fail "no single value"

# Laws from texts: a claim that is false there is not as declared.
sed 's/model lugre /model mine /; s/end lugre;/end mine;/; s/passivity(verdict=false/passivity(verdict=true/' "$laws/lugre.mo" >mine.mo
"$verify" --model mine.mo --set sigma2=0.4 "${passive[@]}" >table
[ $? = 1 ] && has -E '^! passivity .*refuted .*certified' table || fail "a false claim: $(cat table)"
has -F 'at 159.7 holds (proved), at 156.53 refuted (certified)' table || fail "a text: $(cat table)"
"$verify" --model mine.mo --set sigma2=200 "${passive[@]}" >table || fail "a true claim: $(cat table)"

# What is wrong is said in a line.
set_to() { refused "$1" "$verify" --model lugre "${@:2}"; }
set_to "no parameter 'sigma3'" --set sigma3=1
set_to "expected NAME=VALUE, got 'sigma2'" --set sigma2
set_to "sigma2 is from 0 to 10000, got '-1'" --set sigma2=-1
set_to "--set: sigma2: 'much' is not a finite number" --set sigma2=much
set_to "--set: the parameters of 'lugre' are not valid together, expected Fs >= Fc" --set Fs=0.5
refused 'n is a whole number' "$verify" --model leuven --set n=1.5
set_to "'nowhere' cannot be read" --params nowhere
for text in '' '[1]' '{"Fs": 1.5' '{"Fs": 1.5} x'; do
  printf '%s' "$text" >wrong.params
  set_to "'wrong.params': expected a JSON object of numbers" --params wrong.params
done
echo '{"Fs": true}' >wrong.params
set_to "expected a number, or a decimal as a text, for 'Fs'" --params wrong.params
echo '{"Fz": 1}' >wrong.params
set_to "--params: 'wrong.params': model 'lugre' has no parameter 'Fz'" --params wrong.params
refused '--set and --params take one --model' "$verify" --set Fs=2
refused '--set and --params take one --model' "$verify" --set Fs=2 --model lugre --integrator rk4 --step 1e-4
exit $status
