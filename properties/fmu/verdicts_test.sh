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
# judge NAME TRIALS [OPTION...]: its verdicts.
judge() {
  "$verify" --model "$1" --trials "$2" --signals 2 --format json "${@:3}" >judged.json 2>stderr
  [ $? -le 1 ] || fail "$1: exit, $(tail -3 stderr)"
  verdicts judged.json
}
laws=0
for unit in "$OLDPWD"/models/*.fmu; do
  law=$(basename "$unit" .fmu)
  # An experiment is judged by its references, which are those of the law.
  judge "$law" 20 | grep -v '^experiment;' >law
  judge "$unit" 20 >unit
  # Bristle knows witnesses of its own laws. Against a unit they are to be found, which takes more
  # trials of some claims.
  for trials in 200 2000; do
    for property in $(diff unit law | sed -n 's/^[<>] \([^;]*\);.*/\1/p' | sort -u); do
      { grep -v "^$property;" unit; judge "$unit" $trials --property "$property"; } | sort >more
      mv more unit
    done
  done
  diff unit law >difference || fail "$law, as a unit and as itself: $(cat difference)"
  laws=$((laws + 1))
done
[ $laws -ge 20 ] || fail "$laws laws"
exit $status
