#!/usr/bin/env bash
# Files of an earlier version are still read: witnesses and proofs are confirmed, a law's shared
# object compiles by the commands of properties/plugin/README.md and is loaded, and verdicts keep
# their keys and words. Arguments: that README, check, verify, the folder of fixtures.
set -uo pipefail
readme=$PWD/$1 check=$PWD/$2 verify=$PWD/$3 old=$PWD/$4 bristle=$PWD
cd "$TEST_TMPDIR"
status=0
fail() { echo "FAILED: $*"; status=1; }

"$check" "$old"/witnesses/*.json "$old"/proofs/*.json >rows || fail "check: exit $?"
[ "$(grep -c ': confirmed: ' rows)" = "$(ls "$old"/witnesses/*.json "$old"/proofs/*.json | wc -l)" ] ||
  fail "not all confirmed: $(grep -v ': confirmed: ' rows)"

# The README's commands, the plain one and the one with a ball model.
command() { awk -v n="$1" '/^ *gcc .*-DLAW=my_model/ { k++; on = 1 } on && k == n { print } !/\\$/ { on = 0 }' "$readme"; }
cp "$old"/lugre_damped*.c .
sed -i 's/\blugre_damped\b/earlier_law/g; s/model_lugre_damped/model_earlier_law/; s/arb_law_lugre_damped/arb_law_earlier_law/' ./*.c
mv lugre_damped.c earlier_law.c
mv lugre_damped_rigorous.c earlier_law_rigorous.c
for kind in 1 2; do
  text=$(command $kind | sed 's/my_model/earlier_law/g')
  [ -n "$text" ] || fail "the README has no command $kind"
  BRISTLE=$bristle eval "$text" || fail "the law does not compile, by command $kind"
  "$verify" --model ./earlier_law.so --property passivity --trials 20 --format json >law.json ||
    fail "verify: exit $? for the law, by command $kind"
done

# The keys of a verdict file's rows with their kinds of values, and the words.
keys() { grep -oE '^\s*(\{\s*)?"[a-z_]+":\s*("|null|[-0-9]|\[)' "$1" | sed -E 's/[0-9-]$/0/; s/[[:space:]{]//g' | sort -u; }
words() { grep -ohE "\"$1\":\s*\"[^\"]*\"" "${@:2}" | sort -u; }
"$verify" --model lugre --model martinez_rosas --model maxwell_slip --trials 200 --format json >now.json
code=$?
[ $code = 0 ] || fail "verify: exit $code"
# What is proved and enclosed otherwise is but tested where no signal is enclosed.
"$verify" --model lugre --trials 200 --signals 0 --format json >tested.json
code=$?
[ $code = 0 ] || fail "verify: exit $code without signals"
for key in format results model property domain declared verdict method margin unit trials witness source; do
  grep -q "\"$key\":" "$old/verdicts.json" || fail "the stored verdicts have no '$key'"
  grep -q "\"$key\":" now.json || fail "verdicts have no '$key' any more"
done
comm -23 <(keys "$old/verdicts.json") <(keys now.json) | sed 's/^/FAILED: no longer as it was: /' | grep . && status=1
for key in format model property declared verdict method unit; do
  comm -23 <(words $key "$old/verdicts.json") <(words $key now.json tested.json) | sed 's/^/FAILED: no longer a word: /' | grep . && status=1
done
exit $status
