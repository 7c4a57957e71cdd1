#!/usr/bin/env bash
# The JSON of each program says what it comes from: the version, the program, the options that change
# the result, the files, the seed, and the machine. Arguments: command_line.sh, json_value, the text
# of a law, a witness, programs.
text=$PWD/$3 witness=$PWD/$4
. "$1" "${@:1:2}" "${@:5}"
processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -1)

# is PATH WHAT: the value there in the program's JSON; nothing where there is none.
is() {
  local found
  found=$("$json_value" "${at[@]}" $1 <json)
  [ "$found" = "$2" ] || fail "$name: $1 is '$found', not '$2'"
}

# context PROGRAM OPTIONS OPERANDS SEED ARGUMENT...: what stands in its JSON, of an array in its rows.
context() {
  name=$1 at=(context)
  "${!name}" "${@:5}" --format json -o json 2>stderr
  [ $? != 2 ] || fail "$name: $(cat stderr)"
  [ "$(head -c 1 json)" != '[' ] || at=(0 context)
  is version "$("${!name}" --version | sed 's/.* //')"
  is program "$name"
  is options "$2"
  is operands "$3"
  is seed "$4"
  is 'machine processor' "${processor:-$(uname -m)}"
  is 'machine processors' "$(getconf _NPROCESSORS_ONLN)"
  is 'machine system' "$(uname -srm)"
  "$json_value" "${at[@]}" machine compiler <json | has -iE '(gcc|clang).* [0-9]+\.' || fail "$name: which compiler?"
}

context verify '["--model=viscous","--trials=20","--signals=0"]' '' 123 \
  --model viscous --tri 20 --signals 0 --seed 123 --jobs 2
context verify '["--ledger","--trials=20","--signals=0"]' '' 0 --ledger --trials 20 --signals 0
at=() && is format ledger-1
context verify '["--model=bouc_wen","--threshold=beta","--width=0.5"]' '' 0 \
  --model bouc_wen --threshold beta --width 0.5 --jobs 2
context check '["--timing"]' "[\"$witness\"]" '' --timing "$witness"
context identify '["--model=viscous","--repetitions=10"]' '' 0 --model viscous --repetitions 10
context law '[]' "[\"$text\"]" 1 "$text"
context simulate '["--model=viscous","--velocity=hold 1 1","--samples=2"]' '' '' \
  --model viscous --velocity 'hold 1 1' --samples 2
chosen=(--quick --scenario break_away --model coulomb --integrators 'euler,rk4')
asked='"--quick","--scenario=break_away","--model=coulomb","--integrators=euler,rk4"'
context compare "[$asked,\"--ranking\"]" '' '' "${chosen[@]}" --ranking
context compare "[$asked,\"--no-times\"]" '' '' "${chosen[@]}" --no-times --jobs 1
"$compare" "${chosen[@]}" --no-times --format json --jobs 2 | cmp - json || fail "compare: --jobs changes something"
context structure '["--integrators=euler"]' '' '' --integrators euler
context ensemble '["--lanes=8","--repetitions=1"]' '' '' --lanes 8 --repetitions 1
context step_cost '["--repetitions=1"]' '' '' --repetitions 1
context search '["--model=dahl","--seeds=1","--trials=1"]' '' '' --model dahl --seeds 1 --trials 1
context detection '["--law=speed_3","--seeds=1","--trials=100"]' '' '' --law speed_3 --seeds 1 --trials 100 --jobs 1
context audit '["--only=proofs:3"]' '' 7 --only proofs:3 --seed 7 --keep kept
context campaign_table '["--trials=1","--runs=1"]' '' 1 --trials 1
# Merged slices say what campaign they are of.
"$campaign_table" --slice 1/2 --trials 2 --seed 5 -o first.json && "$campaign_table" --slice 2/2 --trials 2 --seed 5 -o second.json
context campaign_table '["--trials=2","--runs=2"]' '' 5 second.json first.json
exit $status
