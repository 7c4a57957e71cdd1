#!/usr/bin/env bash
# Laws that are not Bristle's, from their papers' equations to verdicts, without C: what a text is
# enough for, and what it says that it lacks.
texts=$PWD/$(dirname "${@: -1}")
source "$1" "${@:1:$#-1}"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache

# judged TEXT EXIT WORDS... <EXPECTED: the rows, property and verdict; and what is said beside them.
judged() {
  local code word
  "$verify" --model "$texts/$1.mo" --trials 500 --signals 4 --format csv >rows 2>said
  code=$?
  [ $code = "$2" ] || fail "$1: exit $code: $(cat said)"
  cmp <(tail -n +2 rows | cut -d, -f2,5) - || fail "$1: $(cat rows)"
  "$verify" --model "$texts/$1.mo" --trials 500 --signals 0 >table 2>>said
  for word in "${@:3}"; do
    grep -qF -- "$word" table said || fail "$1: does not say '$word': $(cat table said)"
  done
}
judged fading_lugre 1 'certified in ball arithmetic' <<'END'
passivity,refuted
dissipation,refuted
state_bound,holds
odd_symmetry,holds
steady_state,holds
END
judged rate_state 0 'its work is computed by numbers' 'force is not affine in its states' <<'END'
passivity,holds
odd_symmetry,holds
END
judged cubic_lugre 0 'its motion is computed by numbers' 'certified' <<'END'
passivity,refuted
passivity,holds
state_bound,holds
odd_symmetry,holds
finite_force,holds
steady_state,holds
regressor,holds
END
judged duhem 1 'its motion is computed by numbers' 'do not relax each by itself' 'it lacks a range of each state' <<'END'
passivity,holds
state_bound,holds
odd_symmetry,holds
finite_force,not_applicable
END

# What a law cannot do yet, or a text forgets, is said in a line.
sed 's/start=0/start=L\/V0/' "$texts/rate_state.mo" >start.mo
refused 'does not start at 0' "$verify" --model start.mo
sed 's/speed_max=1, //' "$texts/rate_state.mo" >speed.mo
refused 'speed_max' "$verify" --model speed.mo
sed 's/log(g + /asinh(g + /' "$texts/rate_state.mo" >asinh.mo
"$verify" --model asinh.mo 2>said
has "no function 'asinh' with 1 argument; there are .* log" said || fail "asinh: $(cat said)"
exit $status
