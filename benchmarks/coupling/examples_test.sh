#!/usr/bin/env bash
# The examples compile without a warning and print the forces of simulate, bit for bit; where a
# compiler of Modelica is there, Friction.mo is checked and simulated, too.
#
#   examples_test.sh COMMAND_LINE SIMULATE LIBRARY FILE...
tree=$PWD library=$PWD/$3
source "$1" "$1" "$2"
warnings="-Wall -Wextra -Werror -Wpedantic -Wconversion -Wshadow"
# compile COMPILER OUTPUT FILE...
compile() { # shellcheck disable=SC2086
  $1 $warnings -O2 -I"$tree" -o "$2" "${@:3}" "$library" -lm -Wl,-rpath,"${library%/*}" || fail "$2 does not compile"
}
here=$tree/benchmarks/coupling
compile "c++ -std=c++17" loop "$here/control_loop.cpp"
compile "cc -std=c11" simulink "$here/sfun_bristle.c" "$here/simulink_driver.c"
compile "cc -std=c11" modelica "$here/friction_modelica.c" "$here/modelica_driver.c"

# A velocity that rises, stays, reverses, by steps that doubles have.
motion() {
  "$simulate" --model lugre --integrator exponential --step 0.0009765625 --events off --samples 2049 \
    --velocity 'ramp 0 0.25 0.5; hold 0.25 0.5; ramp 0.25 -0.25 1' --format csv "$@" | tail -n +3
}
motion >motion.csv
cut -d, -f3 motion.csv >velocities.txt
[ "$(wc -l <velocities.txt)" = 2048 ] || fail "no motion"
for program in loop simulink modelica; do
  "./$program" 1024 <velocities.txt >forces.txt || fail "$program: exit $?"
  cmp forces.txt <(cut -d, -f4 motion.csv) || fail "$program: other forces than those of simulate"
done
motion --set Fc=1.25 --set Fs=2 >motion.csv
./loop 1024 Fc=1.25 Fs=2 <velocities.txt | cmp - <(cut -d, -f4 motion.csv) || fail "loop: other forces for Fc=1.25"
p="100000 316.22776601683796 0.4 1.25 2 0.001 2"
for program in simulink modelica; do # shellcheck disable=SC2086
  "./$program" 1024 $p <velocities.txt | cmp - <(cut -d, -f4 motion.csv) || fail "$program: other forces for Fc=1.25"
done

# says WORDS PROGRAM ARGUMENT...: ends with status 2, and that line.
says() {
  local code
  "${@:2}" <velocities.txt >out.txt 2>err.txt
  code=$?
  [ $code = 2 ] && [ "$(cat err.txt)" = "$1" ] && [ ! -s out.txt ] || fail "${*:2}: exit $code: $(cat err.txt)"
}
says "control_loop: lugre has no parameter Fx" ./loop 1024 Fx=1
says "control_loop: lugre needs Fs >= Fc" ./loop 1024 Fc=2
says "control_loop: expected a rate in Hz, then NAME=VALUE" ./loop 0
says "Fs >= Fc" ./simulink 1024 100000 300 0.4 2 1 0.001 2
says "sfun_bristle: expected all parameters of the law, or []" ./simulink 1024 1
says "Fs >= Fc" ./modelica 1024 100000 300 0.4 2 1 0.001 2
says "all of its parameters, or none" ./modelica 1024 1

if command -v omc >/dev/null; then
  cp "$here/friction_modelica.h" "$here/Friction.mo" . && cp -L "$library" .
  cc -std=c11 -fPIC -shared -I"$tree" "$here/friction_modelica.c" -o libfriction_modelica.so -L. -llugre
  cat >run.mos <<'END'
loadFile("Friction.mo"); getErrorString();
simulate(Friction.Ramp, outputFormat="csv", numberOfIntervals=1024); getErrorString();
END
  LD_LIBRARY_PATH=. omc run.mos >omc.txt || fail "omc: $(cat omc.txt)"
  [ -s Friction.Ramp_res.csv ] || fail "omc: $(cat omc.txt)"
else
  echo "no omc: Friction.mo has not been compiled, its C has"
fi
exit $status
