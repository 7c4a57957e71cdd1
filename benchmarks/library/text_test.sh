#!/usr/bin/env bash
# Shared objects of laws that the user has as texts: what they export, that the header is C and C++
# without a warning, the numbers of simulate; and what cannot be made is said in a line.
laws=$PWD/$(dirname "${@: -1}") header=$PWD/$2
source "$1" "$1" "${@:3:$#-3}"
export XDG_CACHE_HOME=$TEST_TMPDIR/cache TMPDIR=$TEST_TMPDIR/tmp
mkdir tmp
cp "$header" bristle_law.h

copy() { sed "s/model $1 /model my_$1 /; s/end $1;/end my_$1;/" "$laws/$1.mo" >"my_$1.mo"; }
copy lugre
copy armstrong
"$export" --library my_lugre.mo -o libmy_lugre.so || fail "no shared object"
"$export" --library my_lugre.mo --method exponential -o again.so || fail "none by exponential"
cmp again.so libmy_lugre.so || fail "other bytes the second time"
symbols=$(nm -D --defined-only libmy_lugre.so | cut -d' ' -f3 | sort | tr '\n' ' ')
[ "$symbols" = "bristle_law_my_lugre bristle_library_law " ] || fail "exports $symbols"
! grep -qF "$TEST_TMPDIR" libmy_lugre.so || fail "a path of this machine is in it"
# A law without a flow in closed form takes short steps by another method.
"$export" --library my_armstrong.mo -o libmy_armstrong.so || fail "no shared object of armstrong"

# Two laws in one program, in C++, as in C.
cat >both.c <<'END'
#include "bristle_law.h"
#include <stdio.h>
#ifdef __cplusplus
extern "C" {
#endif
extern const struct bristle_law bristle_law_my_lugre, bristle_law_my_armstrong;
#ifdef __cplusplus
}
#endif
static void print(const struct bristle_law *law)
{
    const double u = 0.0001220703125; /* s: 2^-13 */
    static double at[1000], force[9], x[9 * 4];
    const double t[] = { 0, u, 2 * u, 3 * u, 4 * u, 5 * u, 6 * u, 7 * u, 8 * u };
    const double v[] = { -0.21875, -0.15625, -0.09375, -0.03125, 0.03125, 0.09375, 0.15625, 0.21875,
                         0.28125 };
    if (law->size > sizeof at || law->n_states > 4 || law->init(at, NULL))
        return;
    law->run(at, 9, t, v, force, x);
    for (int i = 0; i < 9; i++)
        printf("%.17g%c", force[i], i < 8 ? ' ' : '\n');
    const double long_step = law->step(at, 1e4, 0.25, 0.25); /* s; of too many parts, or of one */
    printf("%s %.9g %s\n", law->method, law->max_step, long_step == long_step ? "solved" : "nan");
}
int main(void)
{
    print(&bristle_law_my_lugre);
    print(&bristle_law_my_armstrong);
    return 0;
}
END

# same_as LINE LAW METHOD STEP: that line of numbers has the forces of simulate.
same_as() {
  cmp <(sed -n "$1p" numbers.txt | tr ' ' '\n') <("$simulate" --model "$2.mo" --integrator "$3" --step "$4" \
    --velocity 'ramp -0.21875 0.28125 0.0009765625' --samples 9 --events off --format csv |
    tail -n +2 | cut -d, -f4) || fail "$compile: $2 has other numbers than those of simulate"
}
warnings="-Wall -Wextra -Werror -Wpedantic -Wconversion -Wshadow"
# shellcheck disable=SC2086
for compile in "cc -std=c11 -x c" "cc -std=c99 -x c" "c++ -std=c++11 -x c++" "c++ -std=c++17 -x c++"; do
  $compile $warnings both.c -x none -o both -L. -lmy_lugre -lmy_armstrong -Wl,-rpath,"$PWD" ||
    fail "$compile: not without a warning"
  ./both >numbers.txt
  same_as 1 my_lugre exponential 0.0001220703125
  same_as 3 my_armstrong rosenbrock2 0.00006103515625 # two parts
  [ "$(sed -n '2p;4p' numbers.txt | tr '\n' ' ')" = "exponential 0 solved rosenbrock2 0.0001 nan " ] ||
    fail "$compile: other methods: $(cat numbers.txt)"
done

refused "'nowhere.mo' cannot be read" "$export" --library nowhere.mo
refused 'goes without --model' "$export" --library my_lugre.mo --model my_lugre.mo --method rk4
refused 'goes without --library' "$export" --library my_lugre.mo --fmu my_lugre.mo
refused 'goes without --law' "$export" --library my_lugre.mo --law lugre
refused 'is in double' "$export" --library my_lugre.mo --float
refused 'is in double' "$export" --library my_lugre.mo --fmi 2
refused 'is in double' "$export" --model my_lugre.mo --method exponential --shared
refused 'there is no method' "$export" --library my_lugre.mo --method exponentia
refused 'flow' "$export" --library my_armstrong.mo --method exponential
refused 'on the PATH' env PATH=/nonexistent "$export" --library my_lugre.mo
[ -z "$(ls -A tmp)" ] || fail "left $(ls tmp)"
exit $status
