#!/usr/bin/env bash
# The command line of structure: bad input gives one clear line, exit 2, and writes nothing; good
# input gives what the README pages promise. Arguments: command_line.sh, the programs.
. "$1"

refused "unknown integrator 'magic'" "$structure" --integrators rk4,magic
refused "separated by commas" "$structure" --integrators ,
refused "'xml' is none of" "$structure" --format xml
refused "unexpected argument 'rk4'" "$structure" rk4

# structure: a row for each method, and null for a problem that the method is not made for.
"$structure" --integrators rk4,time_stepping --format csv >s.csv
[ "$(wc -l <s.csv)" = 3 ] || fail "structure has $(wc -l <s.csv) lines"
"$structure" --integrators exponential4 --format json >s.json
grep -q '"order_mass":[[:space:]]*null' s.json || fail "structure: exponential4 moves a mass"
grep -q '"bound_k":[[:space:]]*"any"' s.json || fail "structure: exponential4's bound"

describes_itself "$structure"
exit $status
