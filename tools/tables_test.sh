#!/usr/bin/env bash
# Tables have 80 characters a line at most, with the laws and methods of the longest names and the
# most states. Arguments: command_line.sh, the text of a law, programs.
text=$PWD/$2
. "$1" "$1" "${@:3}"
quick=(--trials 20 --signals 2)
fits "$verify" "${quick[@]}" --model martinez_rosas --property identifiable_rank
fits "$verify" "${quick[@]}" --model martinez_rosas --property stribeck_history_bound --timing
fits "$verify" "${quick[@]}" --model martinez_rosas --property passivity --model lugre_increment --timing
fits "$verify" "${quick[@]}" --model lugre --set sigma2=0.4 --property passivity
fits "$verify" --trials 20 --model reset_integrator --integrator semi_implicit_euler --step 1e-3
fits "$verify" --model bouc_wen --threshold beta --width 0.5
fits "$identify" --repetitions 5
fits "$law" "$text"
fits "$simulate" --model maxwell_slip --scenario stick_slip --samples 3 --t-end 12
fits "$simulate" --model martinez_rosas --velocity 'hold 0.001 1; hold -1e-9 1' --samples 3 --integrator reference
chosen=(--quick --scenario break_away --model reset_integrator --integrators 'semi_implicit_euler,exponential_adaptive,rk4')
fits "$compare" "${chosen[@]}"
fits "$compare" "${chosen[@]}" --ranking
fits "$ensemble" --lanes 8 --repetitions 1
fits "$step_cost" --repetitions 1
fits "$search" --seeds 1 --model lugre_increment --property no_drift
fits "$search" --seeds 1 --trials 9000 --model martinez_rosas --property passivity
fits "$search" --shares --model reset_integrator
fits "$detection" --law threshold_1 --seeds 1 --trials 200
fits "$structure" --integrators exponential_adaptive,semi_implicit_euler
fits "$audit" --only proofs:3 --keep kept
exit $status
