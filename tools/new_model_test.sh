#!/usr/bin/env bash
# Adding a model is adding one file: a copy of this workspace with one more law in models/laws/
# builds it in both precisions, tests it and lists it, with no other edit.
set -euo pipefail
. tools/testing/workspace.sh
sed 's/^\(model\|end\) coulomb\b/\1 my_law/' models/laws/coulomb.mo >models/laws/my_law.mo
quick=--compilation_mode=fastbuild # programs that run once are not worth optimising
$bazel test $quick //models/laws:my_law_f32_test //models/laws:my_law_f64_test >log 2>&1 || { cat log; exit 1; }
grep -q 'Executed 2 out of 2 tests: 2 tests pass' log || { cat log; exit 1; }
# The programs know the laws by their registry.
$bazel build $quick //models/laws:registry_f64 >log 2>&1 || { cat log; exit 1; }
grep -q 'model_my_law' bazel-bin/models/laws/registry.c || { echo "models/laws/registry.c does not list the new law"; exit 1; }

# A false claim fails: the search finds a witness, whatever is stored, and leaves it among the test's
# outputs, named by the seed that was asked for.
sed -i '0,/verdict=false, /s///' models/laws/lugre.mo
rm properties/witnesses/lugre_passivity*.json
$bazel test $quick //models/laws:lugre_f64_test --test_arg=--seed=7 --test_filter='claims/PASSIVITY' >log 2>&1 &&
  { echo "a false claim passes"; exit 1; }
outputs=bazel-testlogs/models/laws/lugre_f64_test/test.outputs
grep -aq 'lugre_passivity_f64_7\.json' "$outputs"/* || { cat log; ls -R "$outputs"; exit 1; }
grep -q '(seed 7)' log || { cat log; exit 1; }
