#!/usr/bin/env bash
# A law that was exported as a unit, and comes back, gets the verdicts of its text: the same claims,
# declared and found alike. Arguments: command_line.sh, verify, and the units of all laws.
. "$1"
# verdicts FILE: property, domain, what is declared and what is found, by line.
verdicts() {
  python3 - "$1" <<'PYTHON' | sort
import json, sys
for row in json.load(open(sys.argv[1]))["results"]:
    print(row["property"], row["domain"], row["declared"], row["verdict"], sep="; ")
PYTHON
}
# judge NAME FILE TRIALS: its verdicts.
judge() {
  "$verify" --model "$1" --trials "$3" --signals 2 --format json >"$2" 2>stderr
  [ $? -le 1 ] || fail "$1: exit, $(tail -3 stderr)"
}
laws=0
for unit in "$OLDPWD"/models/*.fmu; do
  law=$(basename "$unit" .fmu)
  judge "$law" law.json 20
  # An experiment is judged by its references, which are those of the law. Bristle knows witnesses of
  # its own laws; against a unit they are to be found, which takes more trials of some laws.
  for trials in 20 200 2000; do
    judge "$unit" unit.json $trials
    diff <(verdicts unit.json) <(verdicts law.json | grep -v '^experiment;') >difference && break
  done
  [ ! -s difference ] || fail "$law, as a unit and as itself: $(cat difference)"
  laws=$((laws + 1))
done
[ $laws -ge 20 ] || fail "$laws laws"
exit $status
