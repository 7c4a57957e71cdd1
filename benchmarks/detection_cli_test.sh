#!/usr/bin/env bash
# The command line of detection: bad input gives one clear line, exit 2; what is held back takes its
# option; the same seeds give the same bytes, whatever --jobs. Arguments: command_line.sh, detection.
. "$1"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache TMPDIR=$TEST_TMPDIR

refused "unknown family 'bend' (did you mean 'band'?)" "$detection" --family bend
refused "unknown law 'band_7'" "$detection" --law band_7
refused "unknown search 'lucky'" "$detection" --search guided,lucky
refused "--difficulty" "$detection" --difficulty 0
refused "--seeds" "$detection" --seeds 0
refused "is held back; results over it take --held-back" "$detection" --law band_6
refused "no law fits" "$detection" --law band_1 --held-back
refused "no law fits" "$detection" --law band_1 --family speed
refused "is not a directory" "$detection" --write nowhere

# All laws are listed with what they are.
"$detection" --list >list || fail "--list: exit $?"
[ "$(grep -c ' flawed' list)" -ge 80 ] || fail "$(grep -c ' flawed' list) flawed laws"
[ "$(grep -c ' right' list)" -ge 20 ] || fail "$(grep -c ' right' list) right laws"
has '^  band_6 .* flawed, held back$' <list || fail "band_6 is not held back"
[ "$(LC_ALL=C.UTF-8 wc -L <list)" -le 100 ] || fail "the list is too wide"

# A text, and a witness of each flawed law.
mkdir -p laws && "$detection" --family band --write laws || fail "--write: exit $?"
[ "$(ls laws/*.mo | wc -l)" = 7 ] && [ "$(ls laws/*.json | wc -l)" = 5 ] || fail "written: $(ls laws)"
has '^model band_1 ' <laws/band_1.mo || fail "band_1.mo has no band_1"

# An easy flaw is found, a right law is not refuted, and no order of runs changes a byte.
few=(--family band --seeds 2 --trials 300 --search guided,crs2)
"$detection" "${few[@]}" --jobs 1 --format csv >one || fail "exit $?"
"$detection" "${few[@]}" --jobs 3 --format csv >three || fail "exit $?"
cmp one three || fail "--jobs changes the results"
has '^band_1,band,passivity,false,0.1,.*,guided,2,2,0,0,' <one || fail "band_1 is not found: $(cat one)"
has '^band_right_1,band,passivity,true,0.1,.*,guided,2,0,0,0,' <one || fail "a false alarm: $(cat one)"

# An optimiser in another program is answered until the search is over.
refused "--serve takes one --law" "$detection" --serve 0
refused "'-1' is not" "$detection" --law band_1 --serve -1
refused "expected \"new\"" "$detection" --law band_1 --serve 0 < <(echo old)
printf 'new\n0.5 2\n' | "$detection" --law band_1 --serve 0 2>said && fail "--serve takes 2"
has 'expected "new"' <said || fail "$(cat said)"
printf 'new\n0.5 0.5\n0.25 0.5\nnew\n' | "$detection" --law band_1 --serve 0 --trials 4 >served || fail "--serve: exit $?"
[ "$(cut -d ' ' -f 1 served | tr '\n' ' ')" = "start value value none " ] && has '^none 4$' <served || fail "--serve: $(cat served)"
[ "$(sed -n 1p served | wc -w)" = 3 ] || fail "$(sed -n 1p served)"

fits "$detection" --difficulty 2 --family speed --seeds 1 --trials 100
fits "$detection" --difficulty 2 --family speed --seeds 1 --trials 100 \
  --search guided,random,crs2,isres,esch,direct_l
describes_itself "$detection"
exit $status
