#!/usr/bin/env bash
# The tables on the page are what the program prints: everything between
# "<!-- output: findings --table NAME -->" and "<!-- end -->". Arguments: page, program, names.
set -euo pipefail
page=$1 findings=$2
shift 2
shown() { awk -v begin="<!-- output: findings --table $1 -->" '$0 == begin { on = 1; next } $0 == "<!-- end -->" { on = 0 } on' "$page"; }
for table in "$@"; do
  [ -n "$(shown "$table")" ] || { echo "the page shows no table $table"; exit 1; }
  diff <(shown "$table") <("$findings" --table "$table") ||
    { echo "the page differs from what findings --table $table prints"; exit 1; }
done
