#!/usr/bin/env bash
# Another repository with its own law gets the whole suite: the example workspace, without any
# settings of Bristle's. The right law passes, in float and double; the flawed one does not.
set -euo pipefail
. tools/testing/workspace.sh
cd properties/example
bazel="bazel --bazelrc=/dev/null --noworkspace_rc --output_user_root=$TEST_TMPDIR/bazel"
fail() { echo "$1"; tail -40 log; exit 1; }

$bazel test //:lugre_damped_test >log 2>&1 || fail "the right law fails"
grep -q 'Executed 2 out of 2 tests: 2 tests pass' log || fail "two precisions expected"
# A text alone passes. C that is not what its text says does not.
$bazel test //:smooth_test >log 2>&1 || fail "the text fails"
grep -q 'Executed 2 out of 2 tests: 2 tests pass' log || fail "two precisions of the text expected"
# Headers, shared objects and costs on cores are made of both, without an entry in any list.
make() { $bazel build --nodistinct_host_configuration "$@" >log 2>&1; }
make //:export_smooth_exponential_f32 //:export_lugre_damped_rk4_f64 //:libsmooth_so //:smooth_fmu || fail "no exports"
for header in smooth_exponential_f32 lugre_damped_rk4_f64; do
  echo "#include \"bazel-bin/$header.h\"" >header.c
  gcc -std=c11 -Wall -Wextra -Wno-unused-function -Werror -fsyntax-only header.c 2>log || fail "$header.h has a warning"
  grep -q "${header}_step(" "bazel-bin/$header.h" || fail "$header.h has no step"
done
nm -D bazel-bin/libsmooth.so | grep -q ' bristle_law_smooth$' || fail "libsmooth.so has no law"
[ -s bazel-bin/smooth.fmu ] || fail "no unit"
! make //:export_smooth_exponential4_f32 || fail "a header for a law that does not relax"
grep -q 'no header for smooth by exponential4: ' log || fail "does not say why there is no header"
if command -v arm-none-eabi-gcc >/dev/null && command -v qemu-system-arm >/dev/null; then
  make //:lugre_damped_costs_m4f || fail "no costs"
  grep -q '^m4f,lugre_damped,exponential,f32,1,[1-9]' bazel-bin/lugre_damped_costs_m4f.csv || fail "no count"
else
  ! make //:lugre_damped_costs_m4f || fail "costs without tools"
  grep -q 'is missing: apt-get install ' log || fail "does not say what is missing"
fi
cp lugre_damped.c right.c
sed -i '0,/r_decay(r \* r)/s//r_decay(r * r \/ 2)/' lugre_damped.c
! $bazel test -k //:lugre_damped_test >log 2>&1 || fail "another exponent passes"
grep -q 'Executed 2 out of 2 tests: 2 fail' log || fail "another exponent should fail twice"
for precision in f32 f64; do
  cp bazel-testlogs/lugre_damped_${precision}_test/test.log log
  grep -q "lugre_damped deviates from its text: rate of z is .* by the text, .* by the implementation ($precision)" log ||
    fail "the deviation goes unnoticed"
done
cp right.c lugre_damped.c
! $bazel test -k //:lugre_damped_flawed_test >log 2>&1 || fail "the flawed law passes"
grep -q 'Executed 2 out of 2 tests: 2 fail' log || fail "both precisions should fail"
# The log says what is wrong: the flow does not integrate the rate.
cp bazel-testlogs/lugre_damped_flawed_f64_test/test.log log
grep -q 'ODD_SYMMETRY' log || fail "the asymmetry goes unnoticed"
grep -q 'all with v < 0, flow() takes z from' log || fail "rate and flow disagree unnoticed"
# The same laws as shared objects have rows in the verdict table; the flawed law's claims are not
# judged.
$bazel build //:lugre_damped.so //:lugre_damped_flawed.so @bristle//properties:verify >log 2>&1 || fail "no shared objects"
verify=bazel-bin/external/bristle/properties/verify
"$verify" --model bazel-bin/lugre_damped.so --trials 300 --signals 8 >log 2>&1 || fail "the right law's rows"
grep -q '^  odd_symmetry .*holds .*8 enclosed' log || fail "no row that is enclosed"
! "$verify" --model bazel-bin/lugre_damped_flawed.so --trials 300 >log 2>&1 || fail "the flawed law's rows"
grep -q '^! odd_symmetry .*inconcl ' log && tr -s '\n ' '  ' <log | grep -q 'flow and work do not solve rate and force' ||
  fail "another law's solution is judged"
# The two files differ only in the mistake and in the name.
[ "$(diff <(sed 's/_flawed//' lugre_damped_flawed.c) lugre_damped.c | grep -c '^<')" = 1 ] ||
  fail "the flawed law has more than one mistake"
