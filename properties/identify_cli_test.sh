#!/usr/bin/env bash
# The command line of identify: bad input gives one clear line, exit 2, and writes nothing; good
# input gives what the README pages promise. Arguments: command_line.sh, the programs.
. "$1"

refused "unknown model 'ice'" "$identify" --model ice
refused "no parameter 'beta'" "$identify" --set beta=1
refused "is not NAME=VALUE" "$identify" --set alpha
refused "needs Fs >= Fc" "$identify" --set Fs=0.5
has 'Fs >= Fc$' <stderr || fail "more than the constraint: $(cat stderr)"
refused "needs sigma0 within its range" "$identify" --set sigma0=0
refused "not a positive number" "$identify" --noise 0
refused "not a whole number" "$identify" --repetitions 0

# identify: what can be told apart; the same seed gives the same bytes.
"$identify" >table || fail "identify"
has 'null vector (0, 0, 0, 1, 1, 0)' <table || fail "identify's null vector"
awk 'length > 80 { exit 1 }' table || fail "identify's table is wider than 80 columns"
"$identify" --set alpha=50000 --format csv >i.csv || fail "identify"
[ "$(wc -l <i.csv)" = 6 ] && grep -q '^P4 - P5,' i.csv || fail "identify's combinations"
for i in 1 2; do "$identify" --format json --repetitions 200 --seed 7 -o i$i.json || fail "identify"; done
cmp i1.json i2.json || fail "identify differs between runs"
for key in format singular_values rank not_identifiable results relative_error coverage half_width; do
  grep -q "\"$key\"" i1.json || fail "identify's JSON lacks $key"
done
"$identify" --model viscous | has 'rank 1 of 1' || fail "identify --model viscous"

# The list has each parameter with its default, apart from the next.
"$identify" --list >list || fail "--list"
for word in alpha=1e+09 Fc=1 Fs=1.5 vs=0.001; do
  tr -s ' \n' '\n' <list | has -xF "$word" || fail "--list has no word $word: $(cat list)"
done

describes_itself "$identify"
exit $status
