#!/usr/bin/env bash
# Headers of laws that the user has as texts: those of Bristle's laws but for the name, and bit for
# bit the compiled law's numbers.
laws=$PWD/$(dirname "${@: -1}") header=$PWD/$2
source "$1" "$1" "${@:3:$#-3}"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache TMPDIR=$TEST_TMPDIR/tmp
mkdir tmp

copy() { sed "s/model $1 /model my_$1 /; s/end $1;/end my_$1;/" "$laws/$1.mo" >"my_$1.mo"; }
# words <HEADER: one line, without the law's own name, white space, and who made it.
words() { sed 's/my_lugre/lugre/g' | tr -d ' *\n' | sed 's/Madefrom[^;]*;change.*,notthisfile//'; }

copy lugre
"$export" --model my_lugre.mo --method exponential --float -o lugre.h ||
  fail "no header"
cmp <(words <lugre.h) <(words <"$header") || fail "another header than that of lugre"
has 'my_lugre.mo' lugre.h || fail "does not name its text"

# same LAW METHOD MOTION SPEEDS: steps of 2^-10 s over velocities that are exact.
same() {
  local name=my_$1_$2_f64
  copy "$1"
  "$export" --model "my_$1.mo" --method "$2" -o "$name.h" || fail "$name: no header"
  cat >"$name.c" <<END
#include <stdio.h>
#include "$name.h"
int main(void)
{
    static const struct ${name}_parameters p = ${name}_DEFAULTS;
    static const double v[] = { $4 };
    struct ${name}_state state;
    ${name}_init(&state);
    for (unsigned i = 1; i < sizeof v / sizeof *v; i++)
        printf("%.17g\n", ${name}_step(&p, &state, 0.0009765625, v[i - 1], v[i]));
    return 0;
}
END
  cc -std=c11 -Wall -Wextra -Werror -o "$name" "$name.c" -lm || fail "$name: does not compile"
  # the header says which functions of libm it calls, each once, with commas between
  cmp <(sed -n 's/.*of libm: //p' "$name.h" | sed 's/\..*//; s/, /\n/g' | sort) \
    <(sed '1,/^ \*\/$/d' "$name.h" | grep -oE '\b(exp|expm1|log|log1p|fabs|fmax|fmin|sqrt|pow|copysign|ceil|floor|ldexp)\(' |
      tr -d '(' | sort -u) || fail "$name: calls others than it says"
  cmp <("./$name") <("$simulate" --model "my_$1.mo" --integrator "$2" --step 0.0009765625 \
    --velocity "$3" --samples 9 --events off --format csv | tail -n +3 | cut -d, -f4) ||
    fail "$name: other numbers than the compiled law"
}
speeds="-0.21875, -0.15625, -0.09375, -0.03125, 0.03125, 0.09375, 0.15625, 0.21875, 0.28125"
same dahl exponential 'ramp -0.21875 0.28125 0.0078125' "$speeds"
same lugre rosenbrock2 'ramp -0.21875 0.28125 0.0078125' "$speeds"

# The same law as C has the same code, and its own opening comment.
{ printf '/* Dahl, as\n * somebody has it. */\n'; "$law_to_c" my_dahl.mo; } >my_dahl.c || fail "no C of dahl"
mv my_dahl_exponential_f64.h of_text.h
"$export" --model my_dahl.c --method exponential -o of_c.h || fail "no header of C"
code() { sed '1,/^ \*\/$/d' "$1"; }
[ "$(code of_c.h | wc -l)" -gt 50 ] && cmp <(code of_text.h) <(code of_c.h) || fail "C has another header than its text"
has '^ \* Dahl, as$' of_c.h && has '^ \* somebody has it\.$' of_c.h || fail "the comment of C is missing"
has '^ \* Made from my_dahl.c by' of_c.h || fail "does not name its C"
refused "which a unit has as its documentation" "$export" --fmu my_dahl.c
refused "'my_law.so' is code of this computer" "$export" --model my_law.so --method exponential
refused "'my_law.so' is code of this computer" "$export" --library my_law.so
refused "'nowhere.c' cannot be read" "$export" --model nowhere.c --method exponential

# What cannot be exported is said in a line.
copy armstrong
refused "flow" "$export" --model my_armstrong.mo --method exponential
refused 'there is no method' "$export" --model my_dahl.mo --method exponentia
refused 'goes without' "$export" --model my_dahl.mo --law dahl --method exponential
refused 'are needed' "$export" --model my_dahl.mo
refused 'on the PATH' env PATH=/nonexistent "$export" --model my_dahl.mo --method exponential
[ -z "$(ls -A tmp)" ] || fail "left $(ls tmp)"

# The same of laws of Bristle, whose units the build makes.
echo 'int f(void) { return 1; }' >unit.i
refused 'there is no law "ice"' "$export" --law ice --method exponential --unit unit.i --text my_lugre.mo
refused 'are needed' "$export" --law lugre --unit unit.i --text my_lugre.mo
refused 'are needed' "$export" --law lugre --method exponential
refused 'are needed' "$export" --law lugre --method exponential --unit unit.i
refused 'are needed' "$export" --law lugre --method exponential --text my_lugre.mo
refused 'cannot read nowhere.i: ' "$export" --law lugre --method exponential --unit nowhere.i --text my_lugre.mo
refused 'cannot read nowhere.mo: ' "$export" --law lugre --method exponential --unit unit.i --text nowhere.mo
refused 'no header for lugre by rosenbrock: the method does not take steps of given size' \
  "$export" --law lugre --method rosenbrock --unit unit.i --text my_lugre.mo
refused 'exponential does not open with a comment' \
  "$export" --law lugre --method exponential --unit unit.i --text my_lugre.mo
for more in "--law dahl" "--unit unit.i" "--text unit.i" --flags; do
  refused 'goes without' "$export" --model my_dahl.mo --method exponential $more
done

# --flags says with which options a unit is made, or why there is none.
flags=$("$export" --law lugre --method exponential --flags) || fail "--flags of a pair that works"
[[ $flags == "-DLAW_STATES=1 -DLAW_GUARDS=0 -DMETHOD_WORK="* ]] || fail "--flags: $flags"
why=$("$export" --law lugre --method rosenbrock --flags)
[ $? = 1 ] || fail "--flags of a pair that cannot work"
[[ $why == "lugre by rosenbrock: the method does not take steps of given size over a law alone" ]] ||
  fail "--flags: $why"
exit $status
