#!/usr/bin/env bash
# What is missing to count a law that is a text is said in one line, with the command that installs
# it; and what a text cannot have.
law=$PWD/${@: -1}
source "$1" "${@:1:$#-1}"
export TMPDIR=$TEST_TMPDIR/tmp
mkdir tmp bin
sed 's/model lugre /model my_lugre /; s/end lugre;/end my_lugre;/' "$law" >my_lugre.mo
# programs NAME...: puts there what does nothing, and says that it has.
programs() {
  local program
  for program; do printf '#!/bin/sh\nexit 0\n' >"bin/$program" && chmod +x "bin/$program"; done
}

refused 'arm-none-eabi-gcc is missing: apt-get install gcc-arm-none-eabi picolibc-arm-none-eabi' \
  env PATH="$PWD/bin" "$embedded" --core m4f --model my_lugre.mo --costs
refused 'avr-gcc is missing: apt-get install gcc-avr avr-libc' \
  env PATH="$PWD/bin" "$embedded" --core atmega328p --model my_lugre.mo --costs
programs arm-none-eabi-gcc
refused 'cc is missing: apt-get install gcc' \
  env PATH="$PWD/bin" "$embedded" --core m4f --model my_lugre.mo --costs
programs cc
refused 'qemu-system-arm is missing: apt-get install qemu-system-arm' \
  env PATH="$PWD/bin" "$embedded" --core m4f --model my_lugre.mo --costs
programs qemu-system-arm
refused 'could not be built' env PATH="$PWD/bin" "$embedded" --core m4f --model my_lugre.mo --costs
[ -z "$(ls -A tmp)" ] || fail "left $(ls tmp)"
refused 'needs a C compiler, to be judged in float: apt-get install gcc' \
  env PATH=/nonexistent "$embedded" --core m4f --model my_lugre.mo
refused 'by itself' "$embedded" --core m4f --model my_lugre.mo,dahl --costs
refused 'cannot be read' "$embedded" --core m4f --model nowhere.mo --costs
sed 's/abs(v)/abs(w)/' my_lugre.mo >wrong.mo
"$embedded" --core m4f --model wrong.mo --costs 2>stderr
[ $? = 2 ] && has '^wrong.mo:[0-9]*:[0-9]*: ' stderr || fail "wrong.mo: $(cat stderr)"
exit $status
