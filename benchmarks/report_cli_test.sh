#!/usr/bin/env bash
# The command line of report: bad input gives one clear line, exit 2, and writes nothing; good
# input gives what the README pages promise. Arguments: command_line.sh, the programs.
. "$1"

refused "unexpected argument" "$report" everything
refused "'0' is not a whole number" "$report" --jobs 0
refused "there is no section 'all'" "$report" --section all

# The page needs nothing that a bare machine lacks.
env PATH=/nowhere "$report" --quick --section embedded -o page >stdout 2>stderr || fail "a page: $(cat stderr)"
has '<svg class="plot"' <page/cores/m4f.html || fail "a page without a figure"
has 'href="cores/m4f.html"' <page/index.html || fail "the first page does not lead to a core's"
[ ! -e page/experiments ] || fail "a section has pages of others"

# One file has all, and leads nowhere else.
"$report" --quick --page --section embedded --single-file -o page >stdout 2>stderr || fail "a file: $(cat stderr)"
has '<article id="cores-m4f">' <page/index.html || fail "a single file without a core"
has 'href="#cores-m4f"' <page/index.html || fail "a single file does not lead to its parts"
grep -o 'href="[^#d][^"]*"' page/index.html && fail "a single file leads elsewhere"

describes_itself "$report"
exit $status
