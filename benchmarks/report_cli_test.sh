#!/usr/bin/env bash
# The command line of report: bad input gives one clear line, exit 2, and writes nothing; good
# input gives what the README pages promise. Arguments: command_line.sh, the programs.
. "$1"

refused "unexpected argument" "$report" everything
refused "'0' is not a whole number" "$report" --jobs 0
refused "there is no section 'all'" "$report" --section all

# The page needs nothing that a bare machine lacks.
env PATH=/nowhere "$report" --quick --section embedded -o page >stdout 2>stderr || fail "a page: $(cat stderr)"
has '<svg class="plot"' <page/index.html || fail "a page without a figure"

describes_itself "$report"
exit $status
