#!/usr/bin/env bash
# One version everywhere, and an archive of made-up contents: the same bytes whatever the files'
# times, modes and order are, and bad input is refused.
# Arguments: release.sh, version.bzl, cli.h, CITATION.cff, CHANGELOG.md, a program.
set -uo pipefail
root=$PWD release=$PWD/$1 version=$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' "$2")
cli=$3 citation=$4 changes=$5 program=$6
status=0
fail() { echo "FAILED: $*"; status=1; }

[[ $version =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]] || fail "$2 has no version: '$version'"
grep -qx "#define BRISTLE_VERSION \"$version\"" "$cli" || fail "$cli has another version"
grep -qx "version: $version" "$citation" || fail "$citation has another version"
[[ $(grep -m1 '^## ' "$changes") =~ ^"## $version"(, unreleased|, [0-9]{4}-[0-9]{2}-[0-9]{2})$ ]] ||
  fail "$changes begins with '$(grep -m1 '^## ' "$changes")'"
"$program" --version | grep -qxF "verify (Bristle) $version" || fail "$program has another version"

# What CFF 1.2.0 demands, and no licence, which is not chosen.
for key in 'cff-version: 1\.2\.0' 'message: .+' 'title: .+' 'authors:' 'type: software'; do
  [ "$(grep -cE "^$key$" "$citation")" = 1 ] || fail "$citation lacks $key"
done
grep -A1 '^authors:$' "$citation" | grep -qE '^  - (name|family-names): .' || fail "$citation has no author"
grep -qi '^licen' "$citation" && fail "$citation names a licence"

cd "$TEST_TMPDIR"
mkdir -p headers laws report/data out
echo 'int a;' >headers/a.h
echo 'model a end a;' >laws/a.mo
echo '# A' >README.md
echo '<p>' >report/index.html
echo 1 >report/data/one.csv
"$release" pack "$PWD/bristle-1.2.3.tar.gz" headers README.md laws/a.mo || fail "it does not pack"
tar -tzf bristle-1.2.3.tar.gz | grep -v '/$' | diff - <(printf 'bristle-1.2.3/%s\n' README.md headers/a.h laws/a.mo) ||
  fail "other contents"
mkdir again
(
  umask 077
  cp -r headers laws README.md again
  chmod 444 again/laws/a.mo
  touch -d 2001-02-03 again/README.md
  cd again && sleep 1.1 && "$release" pack "$PWD/bristle-1.2.3.tar.gz" headers laws/a.mo README.md
)
cmp bristle-1.2.3.tar.gz again/bristle-1.2.3.tar.gz || fail "equal contents have other bytes"
BUILD_WORKING_DIRECTORY=$PWD "$release" bristle-1.2.3.tar.gz out >said || fail "it does not deliver"
cmp bristle-1.2.3.tar.gz out/bristle-1.2.3.tar.gz || fail "what is delivered has other bytes"
grep -qx "$PWD/out/bristle-1.2.3.tar.gz" said || fail "it says: $(cat said)"
"$release" bristle-1.2.3.tar.gz out report >/dev/null || fail "it does not deliver a report"
tar -tzf out/bristle-1.2.3.tar.gz | grep -v '/$' |
  diff - <(printf 'bristle-1.2.3/%s\n' README.md headers/a.h laws/a.mo report/data/one.csv report/index.html) ||
  fail "other contents with a report"
tar -xzf out/bristle-1.2.3.tar.gz && diff -r report bristle-1.2.3/report || fail "another report"

refused() {
  local words=$1
  shift
  "$release" bristle-1.2.3.tar.gz "$@" >/dev/null 2>said
  [ $? = 2 ] && [ "$(wc -l <said)" = 1 ] && grep -qF "$words" said || fail "'$*': $(cat said)"
}
refused 'expected DIR'
refused "'nowhere' is no folder" nowhere
refused "'laws' has no index.html" out laws
refused 'expected DIR' out report more
exit $status
