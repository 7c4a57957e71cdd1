#!/usr/bin/env bash
# Each law of Bristle, read as the text of a stranger, gets the verdicts that it gets with what is
# stated of it by hand: its motion is then by numbers, and its balls are those of its equations. Laws
# that LEAVE_OUT names are not judged.
laws=$PWD/$(dirname "${@: -1}")
source "$1" "${@:1:$#-1}"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache

# What differs: the storage of bouc_wen is an integral, which has no code.
known='bouc_wen dissipation: holds, not_applicable'
# The claims of a law's text: property and verdict; experiments go by a law's name.
judge() {
  "$verify" --model "$1" --trials 100 --signals 2 --format json 2>/dev/null |
    sed -nE 's/.*"(property|verdict)":[[:space:]]*"([^"]*)".*/\2/p' | paste -d: - - | sed 's/:/: /' | grep -v '^experiment:'
}
seen=0 left=0
for text in "$laws"/*.mo; do
  law=$(basename "$text" .mo)
  [ "$law" != bristle ] || continue # draws at random
  [[ " ${LEAVE_OUT-} " != *" $law "* ]] || { left=$((left + 1)); continue; }
  sed "s/model $law /model my_$law /; s/end $law;/end my_$law;/" "$text" >"my_$law.mo"
  judge "$law" >theirs
  [ -s theirs ] || fail "$law: no verdicts"
  judge "my_$law.mo" >mine
  seen=$((seen + $(wc -l <theirs)))
  differences=$(diff theirs mine | sed -nE 's/^[<>] //p' |
    awk -F': ' -v law="$law" '{ v[$1] = v[$1] (v[$1] == "" ? "" : ", ") $2 } END { for (p in v) print law " " p ": " v[p] }')
  [ -z "$differences" ] || [ "$differences" = "$known" ] || fail "$differences"
done
# Those that take minutes have ten claims each.
[ $((seen + 10 * left)) -ge 140 ] && [ "$seen" -gt 0 ] || fail "$seen claims seen"
