#!/usr/bin/env bash
# A campaign by remote execution, compilations included, on Bazel's own reference worker: the events
# of its build merge to exactly what one process finds. The worker is compiled from Debian's source
# of Bazel (bazel-bootstrap-source) against the installed Bazel, which takes a JDK.
set -euo pipefail
. tools/testing/workspace.sh
. properties/campaigns/one_process.sh
fail() { echo "FAILED: $1"; [ ! -f log ] || tail -30 log; exit 1; }

server=/usr/share/bazel/A-server.jar
source=/usr/src/bazel-bootstrap/src/tools/remote/src/main/java
command -v javac >/dev/null || fail "no javac; install default-jdk-headless"
[ -d $source ] || fail "no source of the worker; install bazel-bootstrap-source"
worker=$TEST_TMPDIR/worker
mkdir -p "$worker"/{classes,work,cas}
find $source -name '*.java' -print0 |
  xargs -0 javac -nowarn -proc:none -d "$worker/classes" -cp $server >"$worker/javac.log" 2>&1 ||
  fail "$(cat "$worker/javac.log")"

port=$((20000 + $$ % 20000))
java -cp "$worker/classes:$server" com.google.devtools.build.remote.worker.RemoteWorker \
  --work_path="$worker/work" --cas_path="$worker/cas" --listen_port=$port --jobs="$(nproc)" \
  >"$worker/log" 2>&1 &
server_process=$!
at_exit() { kill $server_process 2>/dev/null; }
for ((i = 0; i < 300; i++)); do
  grep -qs "Starting gRPC server" "$worker/log" && break
  sleep 0.1
done

$bazel test //properties:campaign --test_arg=--trials=100 --runs_per_test=8 \
  --build_event_json_file=events.json --experimental_build_event_upload_strategy=local \
  --remote_executor=grpc://localhost:$port \
  --remote_download_outputs=all --spawn_strategy=remote --strategy=CppCompile=remote \
  --strategy=CppLink=remote --strategy=CppArchive=remote >log 2>&1 || fail "the campaign fails"
done_by=$(grep -oE '[0-9]+ processes: .*' log | tail -1)
echo "$done_by"
[[ $done_by =~ ' remote' && ! $done_by =~ local|sandbox ]] || fail "not all was remote: $done_by"

$bazel build //properties:campaign_table >log 2>&1 || fail "campaign_table does not build"
table=bazel-bin/properties/campaign_table
merges_to_one_process "$table" events.json
