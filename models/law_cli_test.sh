#!/usr/bin/env bash
# The command line of law: bad input gives one clear line, exit 2, and writes nothing; good input
# gives what the README pages promise. Arguments: command_line.sh, the program.
texts=$PWD/models/laws
. "$1"

refused "expected one law's text" "$law"
refused "expected one law's text" "$law" one.mo two.mo
refused "cannot read 'ice.mo'" "$law" ice.mo
refused "cannot read '$TEST_TMPDIR'" "$law" "$TEST_TMPDIR"
refused "'xml' is none of table, json" "$law" --format xml "$texts/dahl.mo"
refused "'-1' is not a whole number" "$law" --seed -1 "$texts/dahl.mo"
refused "--nonsense" "$law" --nonsense "$texts/dahl.mo"

# What is wrong with a text is said with its place, the line and a caret.
sed 's/sigma0\*z "/sigma0*z*z "/' "$texts/dahl.mo" >wrong.mo
rm -rf out && mkdir out
"$law" wrong.mo -o out/file >stdout 2>stderr
[ $? = 2 ] || fail "a wrong text: not exit 2"
[ "$(wc -l <stderr)" = 3 ] && has '^wrong.mo:[0-9]*:5: units of the two sides: ' <stderr && has '^ *^$' <stderr ||
  fail "a wrong text: $(cat stderr)"
[ -z "$(ls -A out)" ] && [ ! -s stdout ] || fail "a wrong text leaves something"

# A path is meant from where the caller is, also under `bazel run`.
mkdir -p elsewhere && cp "$texts/dahl.mo" elsewhere/my_law.mo
(cd / && BUILD_WORKING_DIRECTORY=$TEST_TMPDIR/elsewhere "$law" my_law.mo -o copy.txt) || fail "a relative path"
has '^dahl: Dahl model' <elsewhere/copy.txt || fail "a relative path: no copy.txt"

# Checks and contradictions are exit 1, a check that cannot be made exit 3.
state() { sed "s/length=Fc\/sigma0,/length=Fc\/sigma0, $1,/" "$texts/dahl.mo" >stated.mo; }
answers() { "$law" stated.mo >table; local code=$?; [ $code = "$1" ] || fail "$2: exit $code"; }
state 'checks={check(v=1, F=1.00)}' && answers 0 "a check that holds"
has 'the equations say 1 N: holds' <table || fail "a check that holds"
state 'checks={check(v=1, F=1.01)}' && answers 1 "a check that fails"
state 'steady(z=2*Fc\/sigma0*sign(v))' && answers 1 "a contradiction"
has '^Contradictions' <table || fail "a contradiction"
sed 's/der(z) = v - /der(z) = v*(z*sigma0\/Fc)^2 - /; s/bound(z/checks={check(v=1, F=1)}, bound(z/' "$texts/dahl.mo" >stated.mo
answers 3 "a check that cannot be made"

# The same seed gives the same bytes; LaTeX is the equations only.
"$law" --format json "$texts/lugre.mo" >one.json && "$law" --format json --seed 1 "$texts/lugre.mo" >two.json
cmp one.json two.json || fail "two runs differ"
[ "$("$law" --latex "$texts/dahl.mo")" = '\begin{align*}
  \dot z &= v - \frac{\sigma_0}{F_c} \left|v\right| z \\
  F &= \sigma_0 z
\end{align*}' ] || fail "--latex: $("$law" --latex "$texts/dahl.mo")"

# The examples of the help are right.
(cd "$texts/../.." && "$law" models/laws/lugre.mo && "$law" --latex models/laws/dahl.mo) >/dev/null || fail "an example of the help"
"$law" --help | awk 'length > 80 { exit 1 }' || fail "--help is wider than 80 columns"
describes_itself "$law"
exit $status
