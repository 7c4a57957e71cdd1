#!/usr/bin/env bash
# What every program's help promises: it has 80 columns at most, and two examples at least, each of
# which works. An example is refused (exit 2), or ends otherwise, or is still at work after a moment,
# by which what it was asked for has been read. Arguments: the programs.
set -uo pipefail
export LC_ALL=C.UTF-8 XDG_CACHE_HOME=$TEST_TMPDIR/cache
tree=$PWD
status=0
fail() { echo "FAILED: $*"; status=1; }

# A folder with what examples name: texts, witnesses and corpus of the tree, a law of one's own, as
# a text and as a shared object, and files that other programs have written; gnuplot may be missing.
mkdir -p "$TEST_TMPDIR/work/bin" "$TEST_TMPDIR/work/models" "$TEST_TMPDIR/work/properties/fuzz"
cd "$TEST_TMPDIR/work"
ln -s "$tree/models/laws" models/laws
ln -s "$tree/properties/witnesses" properties/witnesses
ln -s "$tree/properties/fuzz/corpus" properties/fuzz/corpus
printf '#!/bin/sh\ncat >/dev/null\necho "</svg>"\n' >bin/gnuplot
chmod +x bin/gnuplot
PATH=$PWD/bin:$PATH
sed 's/^model lugre/model my_law/; s/^end lugre/end my_law/' models/laws/lugre.mo >my_law.mo
sed 's/law_lugre_//g; s/model_lugre/model_my_law/; s/"lugre"/"my_law"/' models/laws/lugre.c >my_law.c
cc -std=c11 -O0 -ffp-contract=off -fPIC -shared -I "$tree" -DLAW=my_law my_law.c "$tree/models/plugin.c" -o my_law.so -lm ||
  fail "my_law.so does not compile"
cp properties/witnesses/lugre_passivity.json witness.json
cp "$tree/properties/proofs/lugre_passivity.json" proof.json
cp "$tree/properties/identification/example.csv" run.csv
echo 'hold 1 1' >crash
echo '{"context": {}, "benchmarks": []}' >earlier.json
: >plan.jsonl

# seconds EXAMPLE: how long it may take: to its end, where a later one needs what it writes.
seconds() { case $1 in *' -o my_'* | *' -o slice_'* | *' --witnesses .') echo 60 ;; *) echo 0.05 ;; esac; }

# run PROGRAM EXAMPLE: mutation stops where its plan of tests, of which there is none here, is empty.
run() {
  local code words=${2#"${2%% *}"}
  [ "${2%% *}" != mutation ] || words+=" --plan plan.jsonl"
  eval "timeout $(seconds "$2") '$1' $words" >stdout 2>stderr </dev/null
  code=$?
  case $code in
    0 | 1 | 3 | 124) ;;
    2) grep -q '^mutation: --files, --operators: no bug to plant there$' stderr || fail "$2: $(cat stderr)" ;;
    *) fail "$2: exit $code: $(cat stderr)" ;;
  esac
}

for program in "$@"; do
  program=$tree/$program
  "$program" --help >help || fail "$program has no help"
  [ "$(wc -L <help)" -le 80 ] || fail "the help is too wide: $(awk 'length > 80' help)"
  sed -n '/^Examples:$/,/^$/s/^  //p' help >examples
  [ "$(wc -l <examples)" -ge 2 ] || fail "${program##*/} has $(wc -l <examples) examples"
  while read -r example; do
    run "$program" "${example%%  *}"
  done <examples
done
exit $status
