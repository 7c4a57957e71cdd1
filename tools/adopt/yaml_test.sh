#!/usr/bin/env bash
# Files that others read as YAML are YAML. Arguments: the files.
set -uo pipefail
status=0
valid() { yamllint --strict -d '{extends: relaxed, rules: {line-length: disable}}' "$@"; }
valid "$@" || status=1
for file in "$@"; do
  { cat "$file"; echo 'key: [1'; } >"$TEST_TMPDIR/broken.yml"
  ! valid "$TEST_TMPDIR/broken.yml" >/dev/null || { echo "FAILED: $file with an open bracket passes"; status=1; }
done
exit $status
