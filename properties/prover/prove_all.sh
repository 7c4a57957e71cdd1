#!/usr/bin/env bash
# Finds the proofs of properties/proofs anew.
#
#   bazel run //properties:prove_all -- [DIR]     (default properties/proofs)
#
# A box is as wide as the storage and the number of boxes allow; more may be true.
set -euo pipefail
prove=$1 directory=${2:-properties/proofs}
cd "${BUILD_WORKING_DIRECTORY:-.}"
find() { "$prove_path" --model "$1" --property "$2" -o "$directory/$1_$2.json" "${@:3}"; }
prove_path=$prove
[[ $prove = /* ]] || prove_path=$OLDPWD/$prove

any_sigma0="--set sigma0=1:1000000000"
slow="--set vs=0.000001:10 --set m=0.5:2"
find coulomb passivity --set Fc=0.000001:1000000
find coulomb_viscous passivity --set Fc=0.000001:1000000 --set sigma2=0:10000
find viscous passivity --set sigma2=0.00001:10000
find stribeck passivity --set Fs=1:1000 --set vs=0.000001:10
find tanh_stribeck passivity --set Fs=1.1:1000 --set sigma2=0:10000 --set v_brk=0.000001:10
find brown_mcphee passivity --set Fs=1.1:1000 --set sigma2=0:10000 --set v_t=0.000001:10
find bliman_sorine state_bound --set f2=0.000000001:3.7 --set eta=0.01:0.9 --set epsilon=0.000000001:0.01
# shellcheck disable=SC2086
{
  find exponential passivity --set Fs=1:1000 --set sigma2=0:10000 $slow
  find dahl passivity --set Fc=0.000001:1000000 $any_sigma0
  find dahl dissipation --set Fc=0.000001:1000000 $any_sigma0
  find dahl state_bound --set Fc=0.000001:1000000 $any_sigma0
  for law in lugre elastoplastic; do
    find $law passivity --set sigma1=0.001:316.2 --set sigma2=159:10000 --set m=0.5:2
    find $law dissipation --set sigma1=0:316.2 --set sigma2=159:10000 --set m=0.5:2
  done
  find lugre state_bound --set Fs=1:1000 $any_sigma0 $slow
  find elastoplastic state_bound --set Fs=1:1000 $slow
  find lugre_increment passivity --set sigma1=0.001:316.2 --set sigma2=159:10000
  find lugre_increment dissipation --set sigma1=0:316.2 --set sigma2=159:10000
  find lugre_increment state_bound --set sigma1=0:1000000 --set sigma2=0:10000 --set vs=0.000001:10
  # One storage does not do for all of the window.
  find martinez_rosas passivity --set alpha=25001:108920 --cut alpha
  find martinez_rosas state_bound --set alpha=0:1000000000000 $any_sigma0 $slow
  find alvarez_icaza state_bound $slow
}
# Both classes of Bouc and Wen's law, up to gamma = 900000 beta.
wide="--set k=1:1000000000 --set c=0:0.99 --set A=0.001:1000 --set n=1:2
      --set beta=10000:10000000000 --set gamma=-9000:9000000000"
for property in passivity dissipation state_bound; do
  # shellcheck disable=SC2086
  find bouc_wen $property $wide
done
find reset_integrator passivity --set b=0.001:1000 --set a0=0:1
find reset_integrator dissipation --set b=0:1000 --set a0=0:1
find reset_integrator state_bound --set b=0:1000 --set a0=0:1
