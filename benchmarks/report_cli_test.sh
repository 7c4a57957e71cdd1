#!/usr/bin/env bash
# The command line of report: bad input gives one clear line, exit 2, and writes nothing; good
# input gives what the README pages promise. Arguments: command_line.sh, the programs.
. "$1"

refused "unexpected argument" "$report" everything
refused "'0' is not a whole number" "$report" --jobs 0
refused "there is no section 'all'" "$report" --section all

describes_itself "$report"
exit $status
