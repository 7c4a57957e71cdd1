#!/usr/bin/env bash
# The examples for adopters say what works: their base is Debian 12, what they build is README's
# command and has been built, what they copy and call is there, and the program takes the options.
# Arguments: Dockerfile, ci.yml, README.md, a law's text, the program.
set -uo pipefail
root=$PWD docker=$PWD/$1 workflow=$PWD/$2 readme=$PWD/$3 law=$PWD/$4 program=$PWD/$5
label=//${5%/*}:${5##*/} path=bazel-bin/$5
cd "$TEST_TMPDIR"
status=0
fail() { echo "FAILED: $*"; status=1; }

# of KEY: what the workflow says for it, a line each.
of() { sed -nE "s/^ *(- )?$1: //p" "$workflow"; }

[ "$(sed -n 's/^FROM //p' "$docker")" = debian:12 ] || fail "the image is not Debian 12"
[ "$(of container)" = debian:12 ] || fail "the container is not Debian 12"

# The builds are the first command of README's for scripts; it names the program.
build=$(grep -m1 -xE ' +tools/bazel build //[a-z]+:[a-z]+' "$readme" | sed 's/^ *//')
[ "$build" = "tools/bazel build $label" ] || fail "README builds with '$build'"
[ "$(sed -n 's/^RUN //p' "$docker")" = "$build" ] || fail "the image builds otherwise"
[ "$(of run | head -1)" = "$build" ] || fail "the workflow builds otherwise"
[ -x "$root/tools/bazel" ] || fail "there is no tools/bazel"

# The image: README's call, by PATH.
call=$(grep -m1 -E "^ +$path " "$readme" | sed "s/^ *//")
[ "bazel-bin/${program#"$root"/}" = "${call%% *}" ] || fail "README calls '$call'"
[ "verify ${call#* }" = "$(sed -n 's/^CMD \[\(.*\)\]$/\1/p' "$docker" | tr -d '",')" ] || fail "the image calls otherwise"
folder=$(sed -n 's/^COPY \. //p' "$docker")
[ "$(sed -n 's/^ENV PATH=\(.*\):\$PATH$/\1/p' "$docker")" = "$folder/${path%/*}" ] || fail "PATH lacks the program"
[ "$(sed -n 's/^WORKDIR //p' "$docker" | head -1)" = "$folder" ] || fail "it does not build where it has copied"

# The workflow's own step runs as it stands, and so does that of the image's comment.
mkdir -p "bristle/${path%/*}" && ln -s "$program" "bristle/$path"
mkdir -p home && export HOME=$PWD/home XDG_CACHE_HOME=$PWD/home
sed "s/\<$(basename "$law" .mo)\>/my_law/" "$law" >my_law.mo
step=$(of run | sed 1d)
[ "$(wc -l <<<"$step")" = 1 ] && [[ $step == "$(of path | head -1)/$path "* ]] || fail "the workflow runs '$step'"
bash -c "$step" || fail "'$step' exits $?"
[ -s "$(of path | sed -n 2p)" ] || fail "'$step' writes no $(of path | sed -n 2p)"
step=$(sed -n 's/^#   docker run .* bristle //p' "$docker")
PATH=$PWD/bristle/${path%/*}:$PATH bash -c "$step" >table || fail "'$step' exits $?"
grep -q holds table || fail "no verdicts: $(cat table)"
[ "$(sed -n 's/^#   docker build .*-f \([^ ]*\) .*/\1/p' "$docker")" = "${docker#"$root"/}" ] || fail "the Dockerfile is elsewhere"
exit $status
