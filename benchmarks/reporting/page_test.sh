#!/usr/bin/env bash
# Tests a page in headless Chromium: on a phone and a large screen, light and dark, with scripts and
# without, nothing is misplaced, unreadable, missing or fetched. Screenshots go to the test's
# outputs. Arguments: page_check.js, page_planted.html, and the program that writes the page into
# the directory -o, with its arguments.
set -uo pipefail
check=$PWD/$1 planted=$PWD/$2 program=$PWD/$3
shift 3
cd "$TEST_TMPDIR"
pictures=${TEST_UNDECLARED_OUTPUTS_DIR:-$PWD}
status=0
fail() { echo "FAILED: $*"; status=1; }

for tool in chromium chromedriver curl jq; do
  command -v $tool >/dev/null || { echo "$tool is missing: apt-get install chromium chromium-driver curl jq"; exit 1; }
done

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
data without a line: <figure id=zero
data with ragged lines: <figure id=aside
data cut short: <figure id=cut
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

"$program" "$@" -o "$PWD/page" || fail "$program: exit $?"
page=$(echo page/*.html)
[ -f "$page" ] || { fail "expected one page, found '$page'"; exit 1; }
for width in 390 1400; do
  for without in false true; do
    backgrounds=
    for scheme in light dark; do
      visit "$PWD/$page" $width $scheme $without
      [ ! -s wrong ] || fail "$width px, $scheme, scripts $([ $without = true ] && echo off || echo on):
$(head -40 wrong)"
      [[ $backgrounds != "$background" ]] || fail "light and dark have the same background $background"
      backgrounds=$background
      [ $without = true ] || shoot "$width-$scheme" $width
    done
  done
done
# A reader saves the data of a figure, without scripts.
mkdir saved
cdp Browser.setDownloadBehavior "{\"behavior\":\"allow\",\"downloadPath\":\"$PWD/saved\"}"
wd "$session/element" <<<'{"using":"css selector","value":"figure a[download]"}'
link=$(jq -r '.value | to_entries[0].value' answer)
wd "$session/element/$link/click" <<<'{}'
for ((i = 0; i < 100; i++)); do
  [ -s "$(echo saved/*.csv)" ] && break
  sleep 0.1
done
[ "$(wc -l <saved/*.csv)" -gt 1 ] && head -1 saved/*.csv | grep , >/dev/null || fail "nothing useful is saved: $(ls saved)"

echo "$page: $(wc -c <"$page") bytes"
exit $status
