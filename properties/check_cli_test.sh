#!/usr/bin/env bash
# The command line of check: bad input gives one clear line, exit 2, and writes nothing; good
# input gives what the README pages promise. Arguments: command_line.sh, the programs.
witnesses=$PWD/properties/witnesses
. "$1"

refused "at least one witness" "$check"
refused "cannot read 'missing.json'" "$check" missing.json
echo '{"format": "witness-1"' >broken.json
refused "broken.json" "$check" broken.json
echo '{"format": "witness-1"}' >incomplete.json
refused '"model"' "$check" incomplete.json
: >empty.json
refused "empty.json" "$check" empty.json
sed 's/"1.5"/"nan"/' "$witnesses/lugre_passivity.json" >nan.json
refused '"Fs" is "nan"' "$check" nan.json
refused "cannot read" "$check" /
head -c 70000000 /dev/zero >large.json
refused "larger than" "$check" large.json
rm large.json

# What says that it is about the text of a law is not taken for a statement about Bristle's.
sed 's/"model": "lugre"/&, "law": "7841d3a3"/' "$witnesses/lugre_passivity.json" >of_text.json
refused "'of_text.json': is about a law from a text, not about Bristle's 'lugre'" "$check" of_text.json

# A long file is read whole, whatever its length: the last byte counts.
for length in 65535 65536 65537 200000; do
  { cat "$witnesses/lugre_passivity.json"; printf "%${length}s" ''; } | head -c "$length" >long.json
  "$check" long.json >stdout || fail "a witness of $length bytes: $(cat stdout)"
  echo x >>long.json
  refused "long.json" "$check" long.json
done

# check exits with 0, 1, or 2, which wins over 1.
"$check" "$witnesses"/*.json >stdout || fail "a stored witness is not confirmed: $(cat stdout)"
# Each value stands under its name.
one=$witnesses/martinez_rosas_passivity.json
"$check" --format json "$one" | tr -d ' \n\t' | has '"answer":"confirmed","model":"martinez_rosas","property":"passivity",' ||
  fail "the JSON of one: $("$check" --format json "$one")"
"$check" --format csv "$one" >rows.csv
head -1 rows.csv | has '^file,answer,model,property,lo,hi,reason' || fail "the heading $(head -1 rows.csv)"
sed 1d rows.csv | has "^$one,confirmed,martinez_rosas,passivity,-1466.[0-9]*,-1466.[0-9]*," || fail "the row $(sed 1d rows.csv)"
sed 's/"v": "1"/"v": "0.0011"/' "$witnesses/martinez_rosas_passivity.json" >harmless.json
"$check" "$witnesses/lugre_passivity.json" harmless.json >stdout
[ $? = 1 ] && grep -q '^harmless.json: rejected' stdout || fail "a harmless signal is confirmed"
"$check" harmless.json broken.json >stdout 2>stderr
[ $? = 2 ] || fail "bad input does not win over a rejection"
"$check" --timing "$witnesses/lugre_passivity.json" | has '; 0\.0[0-9]* s$' || fail "check --timing"
"$check" --timing --format csv "$witnesses/lugre_passivity.json" | tail -1 | has ',0\.[0-9]\{6\}$' ||
  fail "check --timing as CSV"
"$check" --format csv "$witnesses/lugre_passivity.json" | has seconds && fail "times without --timing"
"$check" --format json "$witnesses/lugre_passivity.json" | has '"answer":.*confirmed' || fail "check's JSON"
# The enclosure's ends are equal in every format; without an enclosure they are null and nan.
ends() { sed -n "s/$1/\1 \2/p"; }
for file in "$witnesses"/*.json; do
  table=$("$check" "$file" | ends '.* in \[\([^,]*\), \([^]]*\)\].*')
  csv=$("$check" --format csv "$file" | tail -1 | ends '[^,]*,[^,]*,[^,]*,[^,]*,\([^,]*\),\([^,]*\),.*')
  json=$("$check" --format json "$file" | tr -d '\n\t' | ends '.*"lo":\([^,]*\),"hi":\([^,}]*\).*')
  [ -n "$table" ] && [ "$table" = "$csv" ] && [ "$table" = "$json" ] || fail "$file: $table, $csv, $json"
done
chirp='{"kind":"chirp","mean":"0","amp":"1","w0":"10000","w1":"-10000","t":"1"}'
tr -d '\n' <"$witnesses/lugre_passivity.json" |
  sed "s/\"signal\": *\[[^]]*\], *\"claims\": *{[^}]*}/\"signal\": [$chirp]/" >slow.json
"$check" --timeout 0.3 slow.json >stdout
[ $? = 3 ] && has 'undecided: .* not decided within the time allowed' <stdout && ! has nan <stdout ||
  fail "check --timeout: $(cat stdout)"
"$check" --timeout 0.3 --format json slow.json >stdout
tr -d '\n\t ' <stdout | has '"lo":null,"hi":null' || fail "no end is null"
refused "--timeout" "$check" --timeout 0 slow.json

# Of files in any order: bad input wins over a rejection, that over what is undecided, and that over
# what is confirmed; each row is its own file's.
cp "$witnesses/lugre_passivity.json" yes.json && cp harmless.json no.json && cp slow.json undecided.json
declare -A answer=([yes]=confirmed [no]=rejected [undecided]=undecided)
for one in yes no undecided broken; do for other in yes no undecided broken; do for third in yes no undecided; do
  expected=0
  case "$one $other $third" in
    *broken*) expected=2 ;;
    *no*) expected=1 ;;
    *undecided*) expected=3 ;;
  esac
  files=("$one.json" "$other.json" "$third.json")
  "$check" --work 5 --format csv "${files[@]}" >stdout 2>stderr
  code=$?
  [ $code = $expected ] || fail "${files[*]}: exit $code, not $expected"
  [ $expected = 2 ] || cmp -s <(cut -d, -f1,2 stdout) \
    <(printf '%s,%s\n' file answer "$one.json" "${answer[$one]}" "$other.json" "${answer[$other]}" "$third.json" "${answer[$third]}") ||
    fail "${files[*]}: $(cat stdout)"
done; done; done
# A row of JSON has each of its keys once.
"$check" --work 5 --format json --timing yes.json no.json undecided.json | without_context >stdout
grep -o '"[a-z_]*":' stdout | sort | uniq -c >keys
grep -vE '^ *(3 |1 "(format|results)":)' keys && fail "keys that not every file has once"
"$check" --work 50 slow.json >stdout
[ $? = 3 ] && has 'undecided: .* not decided within the limit of work' <stdout || fail "check --work: $(cat stdout)"
refused "--work" "$check" --work none slow.json

# Of a proof every format says in how many boxes it was decided (the tree's points), or why not.
proof() {
  echo "{\"format\": \"proof-1\", \"model\": \"viscous\", \"property\": \"passivity\"," \
    "\"params\": {\"sigma2\": [\"0.00001\", \"10000\"]}, \"storage\": []," \
    "\"mu\": \"$1\", \"trees\": [[\"$2\"]]}"
}
expect_proof() { # CODE ANSWER REASON OPTION...
  local code=$1 answer=$2 reason=$3 format
  shift 3
  for format in table csv json; do
    "$check" --format "$format" "$@" proof.json >stdout
    [ $? = "$code" ] && has "$answer" <stdout && has "$reason" <stdout && ! has ' in \[[-0-9., ]*\] J' <stdout ||
      fail "a proof in $format, not $answer, $reason: $(cat stdout)"
  done
}
proof 1e-6 11... >proof.json
expect_proof 0 confirmed 'proved for all velocities and states in 3 boxes, .*sigma2'
expect_proof 3 undecided 'not decided within the limit of work' --work 1e-9
# It has no enclosure: no keys in JSON, empty columns in CSV.
"$check" --format csv proof.json | tail -1 | has '^proof.json,confirmed,viscous,passivity,,,' || fail "columns of a proof"
"$check" --format json proof.json | without_context | has -E '"(lo|hi)"' && fail "ends of a proof"
proof 0 11... >proof.json
expect_proof 1 rejected 'mu > 0 is wanted'
proof 1e-6 11.. >proof.json
expect_proof 1 rejected 'a tree is not complete'
proof 1e-6 11.... >proof.json
expect_proof 1 rejected 'a tree has more boxes than the space'

# A proof up to a largest speed says so.
proof 1e-6 . | sed 's/"proof-1"/"proof-3", "speed": "0.25", "coordinates": ["theta", "sigma2"]/' >proof.json
expect_proof 0 confirmed 'proved for |v| <= 0.25 m/s and all states in 1 boxes, .*sigma2'
proof 1e-6 11... >proof.json

# What is about a law from a text, witness or proof, is judged by that text and no other.
text() {
  printf '%s\n' 'model mine "a line"' '  input Real v(unit="m/s");' '  output Real F(unit="N");' \
    '  parameter Real c(unit="N.s/m", min=-10, max=10) = 1;' equation "  F = $1;" \
    '  annotation(__Bristle(source="made up", speed_max=1e3, force_scale=abs(c*v)));' 'end mine;'
}
text 'c*v' >mine.mo && text '2*c*v' >other.mo
witness_of() {
  echo "{\"format\":\"witness-1\",\"model\":\"mine\",$1\"params\":{\"c\":\"-1\"},\"property\":\"passivity\"," \
    '"x0":[],"signal":[{"kind":"hold","v":"1","t":"1"}]}'
}
proof_of() {
  echo "{\"format\":\"proof-2\",\"model\":\"mine\",$1\"params\":{\"c\":[\"1\",\"2\"]},\"property\":\"passivity\"," \
    '"storage":[],"mu":"1e-6","coordinates":["theta","c"],"trees":[["."]]}'
}
witness_of '' >of_text.json
digest=$({ "$check" --law mine.mo of_text.json 2>&1 || true; } | grep -oE '[0-9a-f]{64}') || fail "no digest"
for kind in witness_of proof_of; do
  $kind '' >of_text.json
  refused "'of_text.json': expected \"law\" with the digest of the text of 'mine', $digest" "$check" --law mine.mo of_text.json
  $kind "\"law\":\"$digest\"," >of_text.json
  "$check" --law mine.mo of_text.json | has '^of_text.json: confirmed: mine passivity' || fail "$kind: not confirmed"
  refused "'of_text.json': was written for another text of 'mine', whose digest is $digest" "$check" --law other.mo of_text.json
  refused "'of_text.json': " "$check" of_text.json
done
"$check" --law mine.mo "$witnesses/lugre_passivity.json" | has confirmed || fail "a text beside one of Bristle's laws"
for file in "$witnesses/lugre_passivity.json" proof.json; do
  sed "s/\"model\": \"[a-z]*\"/&, \"law\": \"$digest\"/; s/\"proof-1\"/\"proof-2\", \"coordinates\": [\"theta\", \"sigma2\"]/" "$file" >of_text.json
  refused "'of_text.json': is about a law from a text, not about Bristle's" "$check" --law mine.mo of_text.json
done
text 'c*v' | sed 's/mine/viscous/' >theirs.mo
refused "--law: 'theirs.mo' has the name of one of Bristle's own laws, 'viscous'" "$check" --law theirs.mo of_text.json
text 'c*v*(1 + n)' | sed 's/^equation/  Integer n(start=0, fixed=true);\n&\n  when v <= 0 then\n    n = pre(n) + draw(1, pre(n));\n  end when;/' >random.mo
refused "--law: 'random.mo' draws at random, which balls do not follow" "$check" --law random.mo of_text.json
refused '--law: expected one' "$check" --law mine.mo --law other.mo of_text.json
refused "--law: 'none.mo' cannot be read" "$check" --law none.mo of_text.json

# Of a bad file of either kind one line names the file, whatever its name, and then what is wrong.
for file in "$witnesses/lugre_passivity.json" proof.json; do
  for name in bad.json 100%s.json; do
    sed 's/"model": "[a-z]*"/"model": "no_law"/' "$file" >"$name"
    refused "check: '$name': " "$check" "$name"
    refused "model" "$check" "$name"
  done
done

# What is listed can be checked: the law and the property of each witness stand in the law's line.
"$check" --list >laws
for file in "$witnesses"/*.json; do
  law=$(sed -n 's/.*"model":[^"]*"\([a-z_]*\)".*/\1/p' "$file")
  property=$(sed -n 's/.*"property":[^"]*"\([a-z0-9_]*\)".*/\1/p' "$file")
  grep -Eq "^$law:.* $property( |$)" laws || fail "check --list lacks $law: $property: $(cat laws)"
done

describes_itself "$check"
exit $status
