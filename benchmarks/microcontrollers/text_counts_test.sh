#!/usr/bin/env bash
# Laws that are texts cost on cores what the laws of Bristle that they copy cost: the instructions,
# the calls, flash, RAM and stack of the stored table. Bounds of cycles depend on where the linker
# puts code: by a few cycles.
laws=$PWD/$(dirname "${@: -1}") golden=$PWD/${@: -2:1} page=$PWD/${@: -3:1}
source "$1" "${@:1:$#-3}"
export TMPDIR=$TEST_TMPDIR/tmp
mkdir tmp
counted=1-8,15-21

for pair in m4f:lugre m0p:dahl m3:coulomb rv32imac:dahl atmega328p:lugre; do
  core=${pair%:*} law=${pair#*:}
  sed "s/model $law /model my_$law /; s/end $law;/end my_$law;/" "$laws/$law.mo" >"my_$law.mo"
  "$embedded" --core "$core" --model "my_$law.mo" --costs --format csv >mine.csv || fail "$law: exit $?"
  sed -i 's/my_//' mine.csv
  diff <(grep "^$core,$law," mine.csv | cut -d, -f$counted) \
    <(grep "^$core,$law," "$golden" | cut -d, -f$counted) || fail "$core, $law: other counts"
  rows=16
  [ "$core" != atmega328p ] || rows=8 # in float
  [ "$(grep -c "^$core,$law," mine.csv)" = $rows ] || fail "$core, $law: rows are missing"
  paste -d, <(grep "^$core,$law," mine.csv) <(grep "^$core,$law," "$golden") |
    awk -F, '{ for (i = 9; i <= 14; i++) if (($i - $(i + 21))^2 > 25) exit 1 }' ||
    fail "$core, $law: other cycles"
done
"$embedded" --core m4f --model my_lugre.mo --integrators euler,rk4 --precision f32 --costs \
  --format csv >some.csv || fail "some: exit $?"
[ "$(wc -l <some.csv)" = 3 ] || fail "asked for two: $(cat some.csv)"
# C costs what the text costs that it is printed from, but for an exponent of 2.
{ echo '/* Dahl */'; "$law_to_c" my_dahl.mo; } >my_dahl.c
for file in my_dahl.c my_dahl.mo; do
  "$embedded" --core m3 --model "$file" --integrators exponential --costs --format csv >"$file.csv" || fail "$file: exit $?"
done
[ "$(wc -l <my_dahl.c.csv)" = 3 ] && cmp my_dahl.c.csv my_dahl.mo.csv || fail "C has other costs than its text"
# The recommendation that the README shows of lugre is that of its copy, but for the name and for
# cycles, which move the load by less than it is printed with.
diff <(sed 's/my_lugre/lugre/' <("$embedded" --rate 1000 --mhz 168 --core m4f --max-load 5% --max-error 1% \
  --model my_lugre.mo) | tr -s ' \n' ' ') <(awk '/^<!-- output: embedded .*--max-error 1%/ { on = 1; next }
  /^<!-- end -->/ { on = 0 } on && !/^```/' "$page" | tr -s ' \n' ' ') || fail "lugre: another recommendation"
[ -z "$(ls -A tmp)" ] || fail "left $(ls tmp)"
exit $status
