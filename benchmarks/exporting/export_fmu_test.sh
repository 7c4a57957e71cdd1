#!/usr/bin/env bash
# Units of laws that the user has as texts: by either standard, the same bytes each time, by another
# method where a law has no flow in closed form; and what cannot be made is said in a line.
laws=$PWD/$(dirname "${@: -1}")
source "$1" "$1" "${@:2:$#-2}"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache TMPDIR=$TEST_TMPDIR/tmp
mkdir tmp

copy() { sed "s/model $1 /model my_$1 /; s/end $1;/end my_$1;/" "$laws/$1.mo" >"my_$1.mo"; }

# made NAME STANDARD FILE TEXT: the archive NAME.fmu has that file with that text.
made() {
  rm -rf folder
  "$unpack" "$1.fmu" folder || fail "$1: no archive"
  has -F -- "$4" "folder/$3" || fail "$1: '$4' is not in $3"
  [ "$(find folder/binaries -name "$1.so")" = "folder/binaries/$2/$1.so" ] || fail "$1: no binary"
  cmp "folder/documentation/$1.mo" "$1.mo" || fail "$1: another text"
}

copy lugre
"$export" --fmu my_lugre.mo -o my_lugre.fmu || fail "no unit"
made my_lugre linux64 modelDescription.xml 'fmiVersion="2.0"'
made my_lugre linux64 sources/law.h 'my_lugre_exponential_f64'
"$export" --fmu my_lugre.mo --fmi 2 -o again.fmu || fail "no unit by --fmi 2"
cmp again.fmu my_lugre.fmu || fail "other bytes the second time"
mv my_lugre.fmu second.fmu
"$export" --fmu my_lugre.mo --fmi 3 --method rk4 -o my_lugre.fmu || fail "no unit by --fmi 3"
made my_lugre x86_64-linux modelDescription.xml 'fmiVersion="3.0"'
made my_lugre x86_64-linux modelDescription.xml 'name="cosimulation.max_step"'
made my_lugre x86_64-linux sources/law.h '#define LAW_MAX_STEP 0.0001'
! grep -q "$TEST_TMPDIR" -r folder || fail "a path of this machine is in the archive"

# A mass with the friction.
"$export" --fmu my_lugre.mo --mass -o my_lugre_mass.fmu || fail "no unit of a mass"
rm -rf folder && "$unpack" my_lugre_mass.fmu folder
has 'name="u" .*causality="input"' folder/modelDescription.xml || fail "no applied force"
[ -f folder/binaries/linux64/my_lugre_mass.so ] || fail "no binary of the mass"
"$export" --fmu my_lugre.mo --mass -o again.fmu && cmp again.fmu my_lugre_mass.fmu ||
  fail "other bytes of the mass the second time"
refused '--mass is of a unit' "$export" --model my_lugre.mo --method rk4 --mass

# No flow in closed form.
copy armstrong
"$export" --fmu my_armstrong.mo -o my_armstrong.fmu || fail "no unit of armstrong"
made my_armstrong linux64 sources/law.h 'my_armstrong_rosenbrock2_f64'

refused "'nowhere.mo' cannot be read" "$export" --fmu nowhere.mo
refused 'not a whole number from 2 to 3' "$export" --fmu my_lugre.mo --fmi 4
refused 'goes without --model' "$export" --fmu my_lugre.mo --model my_lugre.mo --method rk4
refused 'goes without --law' "$export" --fmu my_lugre.mo --law lugre
refused 'a unit is in double' "$export" --fmu my_lugre.mo --float
refused 'a unit is in double' "$export" --model my_lugre.mo --method rk4 --fmi 2
refused 'there is no method' "$export" --fmu my_lugre.mo --method exponentia
refused 'flow' "$export" --fmu my_armstrong.mo --method exponential
refused 'on the PATH' env PATH=/nonexistent "$export" --fmu my_lugre.mo
[ -z "$(ls -A tmp)" ] || fail "left $(ls tmp)"
exit $status
