#!/usr/bin/env bash
# README.md, the README of each room and CONTRIBUTING.md say nothing wrong of the tree:
# - a path in backticks is there, from the top or from the page's own folder; NAME in it, or what
#   begins with my_, stands for any name;
# - a function() in backticks is a word of the sources;
# - a //label names a package;
# - links and pictures lead somewhere, also to a heading;
# - a way (a heading "The way from ... to ...") has at most ten steps, and each step names at least
#   one file and functions() of its files only;
# - README.md has at most 200 lines and links to the README of every room.
# Run in the root of the tree.
set -euo pipefail
shopt -s nullglob extglob
tops='tools|models|integrators|reference|properties|benchmarks'

# there PATH FOLDER: whether there is such a path.
there() {
  local path=${1//NAME/*} found
  path=${path//my_+([a-z])/*}
  found=($path $2/$path)
  [[ $path != *[*]* ]] || { [ ${#found[@]} -gt 0 ]; return; }
  [ -e "$path" ] || [ -e "$2/$path" ]
}

# words PAGE: "LINE WORD" for each text in backticks that has no blank, outside code.
words() {
  awk '/^ *```/ { code = !code; next } code || /^    [^ ]/ && !item { next }
    { item = /^ *([0-9]+\.|-) / || (item && NF > 0) }
    { rest = $0; while (match(rest, /`[^` ]+`/)) {
        print FNR, substr(rest, RSTART + 1, RLENGTH - 2); rest = substr(rest, RSTART + RLENGTH) } }' "$1"
}

paths() {
  local page=$1 folder line word
  [[ $page = */* ]] && folder=${page%/*} || folder=.
  while read -r line word; do
    case $word in
      bazel-* | bristle-report/* | ./* | *[\<\>=]* | *...*) continue ;;
      *"()") [ -n "${identifiers[${word%"()"}]:-}" ] || echo "$page:$line: there is no function $word" ;;
      //*) package "$word" || echo "$page:$line: there is no package of $word" ;;
      *)
        [[ $word =~ ^[A-Za-z0-9_./-]+$ ]] || continue
        [[ $word =~ ^($tops)(/|$) || $word =~ /.*\.[a-z]+$ || $word =~ /$ ]] || continue
        there "$word" "$folder" || echo "$page:$line: there is no $word"
        ;;
    esac
  done < <(words "$page")
}

package() {
  local name=${1#//}
  name=${name%%:*} name=${name%%/...} name=${name%...}
  [ -e "${name:-.}/BUILD" ]
}

# Labels in commands.
labels() {
  local line word
  while IFS=: read -r line word; do
    package "${word# }" || echo "$1:$line: there is no package of$word"
  done < <(grep -noE ' //[a-z_/]*(:[a-zA-Z0-9_.]+|\.\.\.)' "$1")
}

# slugs PAGE: its headings as a link names them.
slugs() { sed -En 's/^#+ //; T; s/.*/\L&/; s/[^a-z0-9 _-]//g; s/ /-/g; p' "$1"; }

links() {
  local page=$1 folder line target file heading
  [[ $page = */* ]] && folder=${page%/*} || folder=.
  while IFS=: read -r line target; do
    case $target in http*) continue ;; esac
    file=${target%%#*} heading=
    [[ $target != *"#"* ]] || heading=${target#*#}
    file=${file:+$folder/$file}
    file=${file:-$page}
    [ -e "$file" ] || { echo "$page:$line: the link to $target leads nowhere"; continue; }
    [ -n "${headings[$file]:-}" ] || headings[$file]=$'\n'$(slugs "$file")$'\n'
    [[ -z $heading || ${headings[$file]} == *$'\n'"$heading"$'\n'* ]] ||
      echo "$page:$line: $file has no heading $heading"
  done < <(awk '/^ *```/ { code = !code } code { next }
    { rest = $0
      while (match(rest, /\]\([^)]*\)|src="[^"]*"/)) {
        link = substr(rest, RSTART, RLENGTH); rest = substr(rest, RSTART + RLENGTH)
        gsub(/^\]\(|\)$|^src="|"$/, "", link); print FNR ":" link } }' "$page")
}

# ways PAGE: each way in it.
ways() {
  local page=$1 steps=0 n text word files function named
  while IFS=$'\t' read -r n text; do
    if [ "$n" = way ]; then steps=0; continue; fi
    steps=$((steps + 1))
    [ "$n" = "$steps" ] || echo "$page: step $steps of a way has the number $n"
    [ "$steps" -le 10 ] || echo "$page: a way has more than ten steps"
    files=() named=$(grep -oE '`[^` ]+`' <<<"$text") || true
    named=${named//\`/}
    for word in $named; do
      [[ $word == */* && -f $word ]] && files+=("$word")
    done
    [ ${#files[@]} -gt 0 ] || { echo "$page: step $n names no file"; continue; }
    for function in $named; do
      [[ $function != *"()" ]] || grep -qw -- "${function%"()"}" "${files[@]}" ||
        echo "$page: step $n: $function is not in ${files[*]}"
    done
  done < <(awk '/^#/ { if (step) print step; step = ""; on = /^## The way from .* to / }
    on && /^#/ { print "way\t" } !on || /^#/ { next }
    match($0, /^[0-9]+\. /) { if (step) print step; step = $0; sub(/\. /, "\t", step); next }
    /^   / && step { step = step " " $0; next } { if (step) print step; step = "" }
    END { if (step) print step }' "$page")
}

# front: README.md as a whole.
front() {
  local room
  [ "$(wc -l <README.md)" -le 200 ] || echo "README.md has $(wc -l <README.md) lines, at most 200"
  while read -r room; do
    grep -qF "](${room#./})" README.md || echo "README.md has no link to ${room#./}"
  done < <(find . -mindepth 2 -name README.md ! -path './external/*' | sort)
}

faults() {
  local page word
  declare -A identifiers=() headings=()
  while read -r word; do identifiers[$word]=1; done < <(find . -name '*.[ch]' -o -name '*.sh' -o -name '*.bzl' |
    xargs grep -ohE '[A-Za-z_][A-Za-z0-9_]*' | awk '!seen[$0]++')
  front
  while read -r page; do
    page=${page#./}
    paths "$page"
    labels "$page"
    links "$page"
    ways "$page"
  done < <(find . -name README.md ! -path './external/*' | sort; echo CONTRIBUTING.md)
}

TEST_TMPDIR=${TEST_TMPDIR:-$(mktemp -d)}
[ "$(find . -name README.md ! -path './external/*' | wc -l)" -ge 20 ] || { echo "where are the READMEs?"; exit 1; }
[ "$(grep -l '^## The way from ' $(find . -name README.md) | wc -l)" -ge 3 ] || { echo "where are the ways?"; exit 1; }
found=$(faults)
[ -z "$found" ] || { echo "$found"; exit 1; }

# Each kind of fault is found.
mkdir -p "$TEST_TMPDIR/tree/tools/base" "$TEST_TMPDIR/tree/models" && cd "$TEST_TMPDIR/tree"
touch BUILD tools/BUILD tools/base/BUILD CONTRIBUTING.md models/README.md
echo 'int there(void);' >tools/base/cli.h
{
  printf '\n%.0s' {1..200}
  echo '`tools/base/gone.c` `tools/gone` `models/gone/` `gone()` `there()` `tools/base/NAME.h` `models/my_law.c`'
  echo '[a](tools/gone.md) [b](models/README.md#gone) <img src="gone.svg"> `//gone:program`'
  echo '    bazel run //models:program'
  echo '## The way from here to there'
  echo '1. `tools/base/cli.h`: `there()` and'
  echo '   `elsewhere()`.'
  echo '2. `there()` without a file.'
  for step in $(seq 3 11); do echo "$step. \`tools/base/cli.h\`"; done
} >README.md
echo 'int elsewhere(void);' >models/model.h
faults >"$TEST_TMPDIR/found"
for fault in 'no tools/base/gone.c' 'no tools/gone$' 'no models/gone/' 'no function gone()' 'no models/my_law.c' \
  'to tools/gone.md leads' 'no heading gone' 'to gone.svg leads' 'package of //gone:program' 'package of //models:program' \
  'step 1: elsewhere() is not in tools/base/cli.h' 'step 2 names no file' 'more than ten steps' 'at most 200' \
  'no link to models/README.md'; do
  grep -q -- "$fault" "$TEST_TMPDIR/found" || { echo "not found: $fault"; cat "$TEST_TMPDIR/found"; exit 1; }
done
[ "$(wc -l <"$TEST_TMPDIR/found")" = 15 ] || { echo "more than the faults:"; cat "$TEST_TMPDIR/found"; exit 1; }
