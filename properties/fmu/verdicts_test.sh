#!/usr/bin/env bash
# A law that was exported as a unit, and comes back, gets the verdicts of its text: the same claims,
# declared and found alike. Arguments: command_line.sh, verify, and the units of all laws; those that
# LEAVE_OUT names are not judged.
. "$1"
# judge NAME TRIALS FILE [OPTION...]: writes its verdicts there: property, domain, what is declared
# and what is found, by line. An experiment is judged by its references, which are those of the law.
judge() {
  "$verify" --model "$1" --trials "$2" --signals 2 --format json "${@:4}" >judged.json 2>stderr
  [ $? -le 1 ] || fail "$1: exit, $(tail -3 stderr)"
  python3 - judged.json >"$3" <<'PYTHON'
import json, sys
for line in sorted("; ".join(row[key] for key in ("property", "domain", "declared", "verdict"))
                   for row in json.load(open(sys.argv[1]))["results"]
                   if row["property"] != "experiment"):
    print(line)
PYTHON
  [ -s "$3" ] || fail "$1: no verdicts"
}
laws=0 left=0
for unit in "$OLDPWD"/models/*.fmu; do
  law=$(basename "$unit" .fmu)
  [[ " ${LEAVE_OUT-} " != *" $law "* ]] || { left=$((left + 1)); continue; }
  judge "$law" 20 law
  judge "$unit" 20 unit
  # Bristle knows witnesses of its own laws. Against a unit they are to be found, which takes more
  # trials of some claims.
  for trials in 200 2000; do
    for property in $(diff unit law | sed -n 's/^[<>] \([^;]*\);.*/\1/p' | sort -u); do
      judge "$unit" $trials more --property "$property"
      grep -v "^$property;" unit >>more
      LC_ALL=C sort more >unit
    done
  done
  diff unit law >difference || fail "$law, as a unit and as itself: $(cat difference)"
  laws=$((laws + 1))
done
[ $((laws + left)) -ge 20 ] && [ $laws -gt 0 ] || fail "$laws laws, and $left left out"
exit $status
