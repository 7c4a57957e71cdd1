# What tests share that run Bazel within Bazel, to be sourced in the runfiles of //:workspace: the
# directory becomes a copy of the workspace, and $bazel a Bazel of the test's own, which ends with
# the test. A test may define at_exit.
workspace=$TEST_TMPDIR/workspace
mkdir -p "$workspace" "$TEST_TMPDIR/home"
cp -rL . "$workspace"
chmod -R u+w "$workspace"
cd "$workspace"
[ -e .bazelrc ] && [ -e WORKSPACE ] || { echo "the copy of the workspace is incomplete"; exit 1; }
export HOME=$TEST_TMPDIR/home
unset TEST_RANDOM_SEED TEST_TOTAL_SHARDS TESTBRIDGE_TEST_ONLY RUNFILES_DIR TEST_UNDECLARED_OUTPUTS_DIR
bazel="bazel --output_user_root=$TEST_TMPDIR/bazel"
at_exit() { :; }
trap 'at_exit; $bazel shutdown >/dev/null 2>&1; chmod -R u+w "$TEST_TMPDIR/bazel"' EXIT
