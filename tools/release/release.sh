#!/usr/bin/env bash
# The release: exported headers, the texts of the laws, and the pages that come with them.
#
#   release.sh pack OUT HEADERS FILE...   writes the archive OUT; HEADERS is a folder, .mo are laws
#   release.sh ARCHIVE DIR [REPORT]       puts it into DIR, with the report in the folder REPORT
#
# Equal contents make equal bytes: names are sorted, and nothing has a time, an owner or a mode of
# its own.
set -euo pipefail
fail() { echo "release: $*" >&2; exit 2; }
work=$(mktemp -d)
trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT

# archive FOLDER OUT: packs a folder beside others under its own name.
archive() {
  tar -C "$(dirname "$1")" --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner \
    --mode=u=rwX,go=rX -cf "$work/archive.tar" "$(basename "$1")"
  LC_ALL=C gzip -n -9 <"$work/archive.tar" >"$work/archive.tar.gz"
  mv "$work/archive.tar.gz" "$2"
}

pack() {
  local out=$1 headers=$2 folder file
  shift 2
  folder=$work/$(basename "$out" .tar.gz)
  mkdir -p "$folder/headers" "$folder/laws"
  cp -L "$headers"/* "$folder/headers"
  for file in "$@"; do
    case $file in
      *.mo) cp -L "$file" "$folder/laws" ;;
      *) cp -L "$file" "$folder" ;;
    esac
  done
  archive "$folder" "$out"
}

# caller PATH: a relative path means the caller's directory, also under `bazel run`.
caller() { case $1 in /*) echo "$1" ;; *) echo "${BUILD_WORKING_DIRECTORY:-$PWD}/$1" ;; esac }

deliver() {
  [ $# = 2 ] || [ $# = 3 ] || fail "expected DIR [REPORT]: where the archive goes, and the folder of a report"
  local packed=$1 directory report=${3-} name
  name=$(basename "$packed" .tar.gz)
  directory=$(caller "$2")
  [ -d "$directory" ] || fail "'$2' is no folder"
  [ -z "$report" ] || [ -f "$(caller "$report")/index.html" ] || fail "'$report' has no index.html: expected a folder of report"
  tar -C "$work" -xzf "$packed"
  [ -z "$report" ] || cp -rL "$(caller "$report")" "$work/$name/report"
  archive "$work/$name" "$directory/$name.tar.gz" || fail "cannot write '$2/$name.tar.gz'"
  echo "$directory/$name.tar.gz"
}

if [ "${1-}" = pack ]; then pack "${@:2}"; else deliver "$@"; fi
