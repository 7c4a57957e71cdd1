#!/usr/bin/env bash
# A program that is interrupted, or cannot write, says so and leaves no part of a file: every
# program, by SIGINT, SIGTERM and SIGHUP at several times, on a full disk, with a limited size of
# files, and where nothing may be written. Arguments: command_line.sh, the programs.
. "$1"

# A command of each program that takes seconds, and one that ends soon; OUT stands for its file.
long=(
  "$verify -o OUT"
  "$verify --ledger -o OUT"
  "$verify --integrator rk4 --step 1e-4 --trials 50000 -o OUT"
  "$verify --model martinez_rosas --threshold alpha --format json -o OUT"
  "$identify --repetitions 1000000 -o OUT"
  "$compare --quick --no-times -o OUT"
  "$equal_error -o OUT"
  "$structure -o OUT"
  "$simulate --model lugre --integrator rk4 --step 1e-6 --velocity 'hold 1 100' -o OUT"
  "$search --seeds 100 -o OUT"
  "$detection -o OUT"
  "$campaign_table --runs 50 -o OUT"
  "$prove --model martinez_rosas --property passivity --set alpha=25050:104500 -o OUT"
  "$findings -o OUT"
  "$step_cost --repetitions 100000 -o OUT"
  "$ensemble --repetitions 10000 -o OUT"
)
short=(
  "$verify --model coulomb --trials 10 --signals 0 -o OUT"
  "$verify --model lugre --integrator rk4 --step 1e-3 --trials 10 -o OUT"
  "$identify --repetitions 10 -o OUT"
  "$structure --integrators euler -o OUT"
  "$simulate --model lugre --velocity 'hold 1 1e-3' -o OUT"
  "$search --model viscous --seeds 1 -o OUT"
  "$detection --law speed_3 --seeds 1 --trials 100 -o OUT"
  "$campaign_table --trials 1 -o OUT"
  "$prove --model dahl --property passivity -o OUT"
)

# interrupted SIGNAL STATUS DELAY COMMAND
interrupted() {
  local code
  rm -rf out && mkdir out
  # a job of its own: a shell without job control would start it with SIGINT ignored
  setsid bash -c "trap - INT; exec ${4/OUT/out/file}" >stdout 2>stderr &
  local job=$!
  sleep "$3"
  kill -"$1" $job 2>/dev/null
  wait $job
  code=$?
  if [ $code = "$2" ]; then
    [ -z "$(ls -A out)" ] || fail "$4: SIG$1 after $3 s leaves $(ls -A out)"
    # very early the program has not begun yet, and the shell prints nothing
    [ "$(wc -l <stderr)" = 1 ] || [ "$3,$(wc -l <stderr)" = 0.02,0 ] || fail "$4: SIG$1 after $3 s says: $(cat stderr)"
  elif [ $code -gt 3 ] || [ ! -s out/file ]; then  # the command ended before the signal
    fail "$4: SIG$1 after $3 s: exit $code, $(ls -A out), $(cat stderr)"
  else
    quick=$((quick + 1))
  fi
  started=$((started + 1))
}
started=0 quick=0
for command in "${long[@]}"; do
  interrupted TERM 143 0.02 "$command"
  interrupted INT 130 0.2 "$command"
  interrupted HUP 129 0.5 "$command"
done
[ $quick -le $((started / 4)) ] || fail "$quick of $started ended before they were interrupted"

# refused WHY PATH COMMAND
refused() {
  local code said
  rm -rf out && mkdir out
  said=$(bash -c "${3/OUT/$2}" 2>&1 >/dev/null)  # through a pipe, which has no limit of size
  code=$?
  [ $code = 2 ] || fail "$3: exit $code where $1"
  [ "$(wc -l <<<"$said")" = 1 ] && [[ $said = *"cannot write"* ]] ||
    fail "$3: where $1 it says: $said"
  [ -z "$(ls -A out)" ] || fail "$3: leaves $(ls -A out)"
}
for command in "${short[@]}"; do
  refused "the disk is full" /dev/full "$command"
  refused "files may not grow" out/file "ulimit -f 0; $command"
  refused "nothing may be written" /proc/file "$command"
  refused "there is no folder" out/none/file "$command"
done
# On standard output, too.
for command in "${short[@]}"; do
  [[ $command != *prove* ]] || continue
  bash -c "${command/-o OUT/}" >/dev/full 2>stderr
  [ $? = 2 ] && grep -F "cannot write to standard output" stderr >/dev/null ||
    fail "$command: a full standard output: $(cat stderr)"
done

# Many files: each is whole or not there.
mkdir witnesses
setsid bash -c "trap - INT; exec $verify --bare --witnesses witnesses" >/dev/null 2>stderr &
sleep 1.5
kill -INT $! && wait $!
for file in witnesses/*; do
  case $file in
    'witnesses/*') ;;
    *.json) "$check" "$file" >/dev/null || fail "$file is not whole" ;;
    *) fail "$file is left" ;;
  esac
done
exit $status
