#!/usr/bin/env bash
# The command line of simulate: bad input gives one clear line, exit 2, and writes nothing; good
# input gives what the README pages promise. Arguments: command_line.sh, the programs.
. "$1"

simulation=("$simulate" --model lugre --velocity "hold 0.001 1")
refused "--model is missing" "$simulate" --velocity "hold 1 1"
refused "one of --scenario and --velocity" "$simulate" --model lugre
refused "one of --scenario and --velocity" "${simulation[@]}" --scenario driven_stiff
refused "unknown model 'ice'" "$simulate" --model ice --velocity "hold 1 1"
refused "unknown scenario 'party'" "$simulate" --model lugre --scenario party
refused "unknown integrator 'magic'" "${simulation[@]}" --integrator magic
refused "unknown kind 'wobble'" "$simulate" --model lugre --velocity "wobble 1 2"
refused "too few numbers" "$simulate" --model lugre --velocity "hold 1"
refused "segment 2 is empty" "$simulate" --model lugre --velocity "hold 1 1;"
refused "not a finite number" "$simulate" --model lugre --velocity "hold nan 1"
refused "positive" "$simulate" --model lugre --velocity "hold 1 -1"
refused "'missing.csv': cannot be read" "$simulate" --model lugre --velocity "csv missing.csv"
printf 't,v\n0,1\n1,fast\n' >'bad signal.csv'
refused "'bad signal.csv' line 3: column v: found 'fast'" "$simulate" --model lugre --velocity "csv bad signal.csv"
printf 't,v\n0,0.001\n0.5,-0.001\n1,0\n' >'good signal.csv'
refused "beyond the input's end at 3 s" "$simulate" --model lugre --t-end 4 \
  --velocity "hold 1 1; csv good signal.csv; csv good signal.csv"
refused "'-1' is not a positive number" "${simulation[@]}" --step -1
refused "'0' is not a positive number" "${simulation[@]}" --step 0
refused "'nan' is not a finite number" "${simulation[@]}" --step nan
refused "'x' is not a finite number" "${simulation[@]}" --rtol x
refused "'inf' is not a finite number" "${simulation[@]}" --atol inf
refused "'1' is not a whole number" "${simulation[@]}" --samples 1
refused "'maybe' is none of on, off" "${simulation[@]}" --events maybe
refused "beyond the input's end" "${simulation[@]}" --t-end 2
refused "sigma0 = -1 is out of range" "${simulation[@]}" --set sigma0=-1
refused "'nan' is not a finite number" "${simulation[@]}" --set sigma0=nan
refused "no parameter 'mu'" "${simulation[@]}" --set mu=1
refused "not of the form NAME=VALUE" "${simulation[@]}" --set sigma0
refused "needs Fs >= Fc" "${simulation[@]}" --set Fs=0.5
refused "not available for model 'bristle'" "$simulate" --model bristle --scenario stick_slip --integrator reference
refused "not applicable to model 'viscous': it needs static friction" "$simulate" --model viscous --scenario pre_sliding -o none.csv
refused "not applicable to model 'martinez_rosas': the force must jump" "$simulate" --model martinez_rosas --set alpha=0 --scenario pid
refused "'0' is not a positive number" "$simulate" --model lugre --scenario pid --t-end 0
refused "'-1' is not a positive number" "$simulate" --model lugre --scenario pid --t-end -1
refused "beyond the input's end at 65 s" "$simulate" --model lugre --scenario pre_sliding --t-end 66
refused "no parameter 'kp'" "$simulate" --model lugre --scenario stick_slip --plant kp=1
refused "mass = 0 is out of range" "$simulate" --model lugre --scenario stick_slip --plant mass=0
refused "'nan' is not a finite number" "$simulate" --model lugre --scenario stick_slip --plant k=nan
refused "needs a --scenario" "${simulation[@]}" --plant k=1
printf 't,v\n0,1\n2,1\n1,1\n' >unsorted.csv
refused "unsorted.csv' line 4" "$simulate" --model lugre --velocity "csv unsorted.csv" -o none.csv
printf 't,v\n1,1\n2,1\n' >late.csv
refused "late.csv' line 2" "$simulate" --model lugre --velocity "csv late.csv" -o none.csv
printf 't,v\n,1\n2,1\n' >missing.csv.
refused "missing.csv.' line 2" "$simulate" --model lugre --velocity "csv missing.csv." -o none.csv
printf 't,v\n0,nan\n2,1\n' >nan.csv
refused "nan.csv' line 2" "$simulate" --model lugre --velocity "csv nan.csv" -o none.csv
: >empty.csv
refused "empty.csv'" "$simulate" --model lugre --velocity "csv empty.csv" -o none.csv
ls none.csv* >/dev/null 2>&1 && fail "a refused run leaves a file"

# A plot: without gnuplot, and with one that fails, dies or stops early, there is no file,
# neither the plot nor the table, and no temporary one.
mkdir -p fake scratch
fake() { printf '#!/bin/sh\n%s\n' "$1" >fake/gnuplot && chmod +x fake/gnuplot; }
drawn=("${simulation[@]}" --plot out/figure.svg)
refused "gnuplot is missing: apt-get install gnuplot-nox" env PATH=/nowhere TMPDIR=scratch "${drawn[@]}"
fake 'printf "\nplot x\n     ^\n     line 0: undefined variable\nmore\n" >&2; exit 1'
refused "gnuplot failed: line 0: undefined variable" env PATH="$PWD/fake:$PATH" TMPDIR=scratch "${drawn[@]}"
fake 'kill -9 $$'
refused "gnuplot was killed by signal 9" env PATH="$PWD/fake:$PATH" TMPDIR=scratch "${drawn[@]}"
fake 'echo "<svg>"'
refused "its picture ends early" env PATH="$PWD/fake:$PATH" TMPDIR=scratch "${drawn[@]}"
refused "cannot make a temporary file in 'no/such'" env TMPDIR=no/such "${drawn[@]}"
fake 'echo "</svg>"'
refused "cannot write" env PATH="$PWD/fake:$PATH" TMPDIR=scratch "${simulation[@]}" --plot no/such/figure.svg
(cd / && PATH="$OLDPWD/fake:$PATH" BUILD_WORKING_DIRECTORY=$OLDPWD "${simulation[@]}" --plot 'a figure.svg') >kept
[ "$(cat 'a figure.svg')" = "</svg>" ] || fail "a plot beside the table"
[ "$(wc -l <kept)" = 202 ] || fail "the table beside a plot"
[ -z "$(ls scratch)" ] || fail "temporary files of plots left: $(ls scratch)"

# An output file that cannot be written.
"${simulation[@]}" -o no/such/place.csv 2>stderr
[ $? = 2 ] && grep -q "cannot write" stderr || fail "unwritable output"

# A reference on which two computations disagree says so: this motion is unstable.
"$simulate" --model martinez_rosas --set alpha=500000 --scenario stick_slip --t-end 28 --samples 29 \
  --integrator reference -o doubtful.txt 2>stderr || fail "a doubtful reference fails"
grep -q "warning: the reference is uncertain" stderr || fail "no warning of a doubtful reference"
"$simulate" --model bristle --velocity "sine 0 0.01 6 0 1" --integrator cvode_bdf --rtol 1e-6 -o none.csv 2>stderr
grep -q "warning: events of bristle" stderr || fail "no warning where events are others"
"$simulate" --model bristle --velocity "sine 0 0.01 6 0 1" -o none.csv 2>stderr
[ ! -s stderr ] || fail "a warning of the default"
"$simulate" --model lugre --scenario stick_slip --t-end 8 --samples 9 --integrator reference >stdout 2>stderr
[ ! -s stderr ] && has "two computations agree to" <stdout && has "faster 7.4580146708427" <stdout ||
  fail "the reference of stick_slip: $(cat stderr stdout)"
"$simulate" --model lugre --scenario stick_slip --t-end 8 --samples 9 --integrator reference --format json |
  has '"floor":{"x":' || fail "the reference's JSON lacks floors"

# A device or a pipe is written to, not replaced.
mkfifo pipe
cat pipe >piped.csv &
"${simulation[@]}" --format csv -o pipe || fail "a pipe as output"
wait
[ -p pipe ] && [ "$(wc -l <piped.csv)" = 202 ] || fail "the pipe was replaced or not written to"

# A signal from a file, and a chirp.
(cd / && BUILD_WORKING_DIRECTORY=$TEST_TMPDIR "$simulate" --model lugre --samples 5 --format csv \
  --velocity "csv good signal.csv; chirp 0 1 2 -9 1") >kept || fail "simulate with a file"
cut -d, -f1,3 kept | has -x '0.5,-0.001' || fail "a sample of the file: $(cat kept)"
cut -d, -f1,3 kept | has -x '1,0' || fail "the chirp's beginning: $(cat kept)"

# Interrupted or refused runs leave the old file as it was.
echo old >kept
"${simulation[@]}" --step -1 -o kept 2>/dev/null
[ "$(cat kept)" = old ] || fail "a refused run touched its output file"
"${simulation[@]}" --format csv -o kept || fail "simulate to a file"
head -1 kept | has -x 't,x,v,F,z,energy' || fail "columns of simulate: $(head -1 kept)"
[ "$(wc -l <kept)" = 202 ] || fail "201 samples"
[ -z "$(ls kept.* 2>/dev/null)" ] || fail "temporary files left"

# An integrator that fails gives one line and exit 1.
"$simulate" --model lugre --velocity "hold 1 1" --integrator euler --step 0.01 -o blown 2>stderr
[ $? = 1 ] && grep -q "euler failed" stderr && [ ! -e blown ] || fail "a failed integration"

describes_itself "$simulate"
exit $status
