#!/usr/bin/env bash
# Laws that are not Bristle's, from their papers' equations to verdicts, without C: what a text is
# enough for, and what it says that it lacks.
texts=$PWD/$(dirname "${@: -1}")
source "$1" "${@:1:$#-1}"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache

# judged TEXT EXIT TRIALS WORDS... <EXPECTED: the rows, property, verdict and method; and what is said beside
# them.
judged() {
  local code word
  "$verify" --model "$texts/$1.mo" --trials "$3" --signals 1 --format csv >rows 2>said
  code=$?
  [ $code = "$2" ] || fail "$1: exit $code: $(cat said)"
  cmp <(tail -n +2 rows | cut -d, -f2,5,6) - || fail "$1: $(cat rows)"
  for word in "${@:4}"; do
    grep -qF -- "$word" said || fail "$1: does not say '$word': $(cat said)"
  done
}
judged fading_lugre 1 500 <<'END'
passivity,refuted,witness
dissipation,refuted,witness
state_bound,holds,proved
odd_symmetry,holds,proved
steady_state,holds,proved
END
judged rate_state 0 40 'its work is computed by numbers' 'force is not affine in its states' <<'END'
passivity,holds,enclosed
odd_symmetry,holds,proved
END
judged cubic_lugre 0 60 'its motion is computed by numbers' <<'END'
passivity,refuted,witness
passivity,holds,proved
state_bound,holds,proved
odd_symmetry,holds,proved
finite_force,holds,proved
steady_state,holds,enclosed
regressor,holds,proved
END
judged duhem 1 40 'its motion is computed by numbers' 'do not relax each by itself' <<'END'
passivity,holds,enclosed
state_bound,holds,proved
odd_symmetry,holds,proved
finite_force,not_applicable,none
END
# Tables say the same in words.
"$verify" --model "$texts/fading_lugre.mo" --trials 500 --signals 0 >table 2>&1
has 'certified in ball arithmetic' table || fail "fading_lugre: $(cat table)"
"$verify" --model "$texts/duhem.mo" --trials 20 --signals 0 --property finite_force >table 2>&1
has 'it lacks a range of each state' table || fail "duhem: $(cat table)"

# What a law cannot do yet, or a text forgets, is said in a line.
sed 's/speed_max=1, //' "$texts/rate_state.mo" >speed.mo
refused 'speed_max' "$verify" --model speed.mo
sed 's/log(g + /asinh(g + /' "$texts/rate_state.mo" >asinh.mo
"$verify" --model asinh.mo 2>said
has "no function 'asinh' with 1 argument; there are .* log" said || fail "asinh: $(cat said)"
exit $status
