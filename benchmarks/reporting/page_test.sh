#!/usr/bin/env bash
# Tests pages in headless Chromium: on a phone and a large screen, light and dark, with scripts and
# without, nothing is misplaced, unreadable, missing or fetched, every link leads somewhere, and HTML
# is valid. Screenshots go to the test's outputs. Arguments: page_check.js, page_planted.html, and
# the program that writes pages into the directory -o, with its arguments.
set -uo pipefail
check=$PWD/$1 planted=$PWD/$2 program=$PWD/$3
shift 3
cd "$TEST_TMPDIR"
pictures=${TEST_UNDECLARED_OUTPUTS_DIR:-$PWD}
status=0
fail() { echo "FAILED: $*"; status=1; }

for tool in chromium chromedriver curl java jq; do
  command -v $tool >/dev/null || { echo "$tool is missing: apt-get install chromium chromium-driver curl default-jre-headless jq"; exit 1; }
done
# The Nu Html Checker knows MathML, ARIA and CSS.
checker=/usr/local/lib/node_modules/vnu-jar/build/dist/vnu.jar
[ -f $checker ] || { echo "$checker is missing: npm install --global --prefix /usr/local --ignore-scripts vnu-jar"; exit 1; }

# The browser, driven by WebDriver. Port 0: a free port, which the driver prints in its first lines.
# Its sockets need a path that is shorter than Bazel's.
export TMPDIR=$(mktemp -d /tmp/page.XXXXXX)
export HOME=$TMPDIR
: >driver.log
chromedriver --port=0 >driver.log 2>&1 &
driver=$!
session=
finish() {
  [ -z "$session" ] || curl -s -X DELETE "$session" >/dev/null
  kill $driver 2>/dev/null
  wait $driver 2>/dev/null
  rm -rf "$TMPDIR"
}
trap finish EXIT
port=
for ((i = 0; i < 300; i++)); do
  port=$(sed -n 's/.*successfully on port \([0-9]*\).*/\1/p' driver.log)
  [ -n "$port" ] && break
  sleep 0.1
done
[ -n "$port" ] || { fail "chromedriver does not start: $(cat driver.log)"; exit 1; }

# wd ADDRESS < JSON: stores the driver's answer in `answer`; ends the test if the driver refuses.
wd() {
  curl -s -H 'Content-Type: application/json' --data-binary @- "$1" >answer
  jq -e '.value | type != "object" or has("error") == false' answer >/dev/null && return
  fail "$1: $(cut -c1-1000 answer)"
  exit 1
}
cdp() { wd "$session/goog/cdp/execute" <<<"{\"cmd\":\"$1\",\"params\":$2}"; }

wd "http://127.0.0.1:$port/session" <<END
{"capabilities": {"alwaysMatch": {
  "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
  "goog:chromeOptions": {"args": ["--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]}
}}}
END
session=http://127.0.0.1:$port/session/$(jq -r .value.sessionId answer)
jq -nc --rawfile script "$check" '{script: $script, args: []}' >check.json

# visit FILE WIDTH SCHEME WITHOUT_SCRIPTS: stores the faults, one a line, in `wrong`; the
# background's colour and the page's height in `background` and `height`.
visit() {
  local mobile=false
  [ "$2" -lt 600 ] && mobile=true
  cdp Emulation.setDeviceMetricsOverride "{\"width\":$2,\"height\":900,\"deviceScaleFactor\":1,\"mobile\":$mobile}"
  cdp Emulation.setEmulatedMedia "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"$3\"}]}"
  cdp Emulation.setScriptExecutionDisabled "{\"value\":$4}"
  wd "$session/se/log" <<<'{"type":"browser"}'
  wd "$session/se/log" <<<'{"type":"performance"}'
  wd "$session/url" <<<"{\"url\":\"file://$1\"}"
  wd "$session/execute/sync" <check.json
  jq -r '.value.wrong[]' answer >wrong
  background=$(jq -r .value.background answer)
  height=$(jq -r .value.height answer)
  wd "$session/se/log" <<<'{"type":"browser"}'
  jq -r '.value[] | select(.level == "WARNING" or .level == "SEVERE") | "the console says " + .message' answer >>wrong
  wd "$session/se/log" <<<'{"type":"performance"}'
  jq -r --arg own "file://$1" '.value[].message | fromjson.message | select(.method == "Network.requestWillBeSent")
    | .params.request.url | select(startswith("data:") or . == $own | not) | "fetches " + .' answer >>wrong
}

# The checker finds the faults of a page that has them.
visit "$planted" 390 light false
while read -r mistake; do
  grep -F -- "$mistake" wrong >/dev/null || fail "not noticed: $mistake"
done <<END
contrast below 7:1: <body
contrast below 4.5:1: <p
contrast below 3:1: <path
the page is 20
a figure without size: <figure id=empty
a figure that shows nothing: <figure id=hidden
a picture without size
a picture without words
a figure beyond the screen: <figure id=aside
a picture beyond the screen
text of 5.0 px
text over text
text beyond its picture
a figure without command: <figure id=zero
a figure without data: <figure id=empty
a table beyond the screen: <table id=broad
a table without caption
an id that is not unique: <p id=twice
a link to nowhere
a header cell without scope
a heading too deep
no policy against loading anything
fetches file:
the console says
"planted"
END
[ $status = 0 ] || cat wrong
planted_background=$background
visit "$planted" 390 dark true
grep '"planted"' wrong >/dev/null && fail "scripts run that are switched off"
[ "$background" = "$planted_background" ] || fail "a background that is always white is said to differ"

# shoot NAME WIDTH: stores screenshots of the whole page in slices.
shoot() {
  local slice top rows
  for ((slice = 1, top = 0; top < height; slice++, top += 4000)); do
    rows=$((height - top < 4000 ? height - top : 4000))
    cdp Page.captureScreenshot "{\"captureBeyondViewport\":true,\"clip\":{\"x\":0,\"y\":$top,\"width\":$2,\"height\":$rows,\"scale\":1}}"
    jq -r .value.data answer | base64 -d >"$pictures/$1-$slice.png"
    [ -s "$pictures/$1-$slice.png" ] || fail "no screenshot $1-$slice"
  done
}

# The CSV of each figure: a heading, and lines of as many fields.
ragged() {
  awk '{ gsub(/"([^"]|"")*"/, "q"); n = gsub(/,/, ",") } NR == 1 { first = n } n != first { bad = 1 }
       END { exit !(NR < 2 || bad) }' "$1"
}

# Every link of the pages in the directory $1 leads to a file, and to an id in it.
links() {
  local file target id
  (cd "$1" && find . -name '*.html' | sort | while read -r file; do
    grep -o ' href="[^"]*"' "$file" | sed 's/ href="//; s/"$//' | sort -u | while read -r target; do
      case $target in data:*) continue ;; esac
      id=${target#*#}
      [ "$id" != "$target" ] || id=
      target=${target%%#*}
      [ -n "$target" ] && target=$(dirname "$file")/$target || target=$file
      target=$(sed 's/%20/ /g' <<<"$target")
      [ -f "$target" ] || { echo "$file: a link to $target, which is not there"; continue; }
      [ -z "$id" ] || grep -F " id=\"$id\"" "$target" >/dev/null || echo "$file: a link to no place, $target#$id"
    done
  done)
}

# valid PAGE...: prints what is not valid in pages, a line each.
valid() { java -Xss8m -jar $checker --format gnu "$@" 2>&1; }

# It finds faults in HTML, ARIA, MathML and CSS.
{
  echo '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>t</title><style>p{colour:red}</style></head>'
  echo '<body><p aria-current="here"></p><p loud></p><math><mfrac><mi>x</mi></mfrac><mfoo></mfoo></math><p><div></div></p></body></html>'
} >invalid.html
valid invalid.html >faults.txt
for fault in '“colour”' 'aria-current' '“loud”' '“mfrac” is missing' '“mfoo”' 'No “p” element'; do
  grep -F -- "$fault" faults.txt >/dev/null || fail "not found in an invalid page: $fault"
done

"$program" "$@" -o "$PWD/page" || fail "$program: exit $?"
[ -f page/index.html ] || { fail "no page/index.html"; exit 1; }
mapfile -t pages < <(cd page && find . -name '*.html' | sed 's/^\.\///' | sort)
[ -z "$(links page)" ] || fail "$(links page)"
for csv in $(cat page/*.html page/*/*.html 2>/dev/null | grep -o 'href="[^"]*data/[^"]*"' | sed 's/.*data\///; s/"//' | sort -u); do
  case $csv in
    *.json) jq -e .format "page/data/$csv" >/dev/null || fail "$csv: no witness" ;;
    *) ragged "page/data/$csv" && fail "$csv: nothing in it, or ragged lines" ;;
  esac
done
weight=0
for page in "${pages[@]}"; do
  [ "$(wc -c <"page/$page")" -le $weight ] || weight=$(wc -c <"page/$page")
done
[ "$weight" -le 1500000 ] || fail "a page weighs $weight bytes, more than 1.5 MB"
invalid=$(cd page && valid "${pages[@]}")
[ -z "$invalid" ] || fail "pages are not valid: $(head -40 <<<"$invalid" | cut -c1-400)"

# The first page in every way; the others on a phone in the dark, and on a large screen in the light,
# with scripts.
for page in "${pages[@]}"; do
  for width in 390 1400; do
    for without in false true; do
      [ "$page" = index.html ] || [ $without = false ] || continue
      backgrounds=
      for scheme in light dark; do
        [ "$page" = index.html ] || [ $width$scheme = 390dark ] || [ $width$scheme = 1400light ] || continue
        visit "$PWD/page/$page" $width $scheme $without
        [ ! -s wrong ] || fail "$page, $width px, $scheme, scripts $([ $without = true ] && echo off || echo on):
$(head -40 wrong)"
        [[ $backgrounds != "$background" ]] || fail "light and dark have the same background $background"
        backgrounds=$background
        [ $without = true ] || shoot "${page//\//-}-$width-$scheme" $width
      done
    done
  done
done

# The last page can be printed.
cdp Page.printToPDF '{"preferCSSPageSize":true}'
jq -r .value.data answer | base64 -d >"$pictures/last-page.pdf"
[ "$(head -c 5 "$pictures/last-page.pdf")" = "%PDF-" ] || fail "it cannot be printed"

echo "${#pages[@]} pages, the largest of $weight bytes"
exit $status
