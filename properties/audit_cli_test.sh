#!/usr/bin/env bash
# The command line of audit: bad input gives one clear line, exit 2, and leaves nothing, no folder
# for its work either; what is looked at leaves none. Arguments: command_line.sh, the programs.
. "$1"

mkdir work
export TMPDIR=$PWD/work

refused "expected witnesses:N or proofs:N, not 'nonsense'" "$audit" --only nonsense
refused "expected witnesses:N or proofs:N, not ':3'" "$audit" --only :3
refused "cannot read 'nowhere.json'" "$audit" nowhere.json
echo '{"format": "witness-1", "model": "ice"}' >other.json
refused "'other.json': expected a witness or a proof" "$audit" other.json
refused "cannot run 'nowhere'" "$audit" --check nowhere
[ -z "$(ls -A work)" ] || fail "left $(ls -A work)"

"$audit" --only proofs:3 --keep kept >table || fail "proofs:3: exit $?"
has 'proofs' table || fail "no proofs: $(cat table)"
"$audit" --only proofs:3 --keep kept -o nowhere/table >/dev/null 2>&1
[ $? = 2 ] || fail "-o nowhere/table: no exit 2"
[ -z "$(ls -A work)" ] || fail "left $(ls -A work)"

exit $status
