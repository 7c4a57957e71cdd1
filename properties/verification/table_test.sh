#!/usr/bin/env bash
# The table of verdicts is at most 80 columns wide, and at least four fifths of the claims of the
# first laws are more than tested. Argument: the README that contains the table.
set -euo pipefail
shown() { awk '$0 == "<!-- output: verify -->" { on = 1; next } $0 == "<!-- end -->" { on = 0 } on && !/^```/' "$1"; }
shown "$1" | awk 'length > 80 { exit 1 } END { exit NR < 100 }' || { echo "the table is wider than 80 columns, or is not there"; exit 1; }
shown "$1" | tr -s '\n ' ' ' | sed -n 's/.*proved or enclosed: .* of the first laws \([0-9]*\) of \([0-9]*\) .*/\1 \2/p' |
  awk 'NF == 2 && $1 >= 0.8 * $2 { ok = 1 } END { exit !ok }' || { echo "fewer than 80 % of the first laws' claims are proved or enclosed"; exit 1; }
