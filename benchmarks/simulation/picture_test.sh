#!/usr/bin/env bash
# The command in the figure's last line draws the figure again. Arguments: the figure, simulate.
set -euo pipefail
figure=$PWD/$1 simulate=$PWD/$2
name=$1
command=$(sed -n "s|.*>bazel run //benchmarks:simulate -- \(--model .*\)</text>.*|\1|p" "$figure")
case $command in
  *"--plot $name"*) ;;
  *) echo "$name does not say how it is drawn: $command"; exit 1 ;;
esac
cd "$TEST_TMPDIR"
mkdir -p "$(dirname "$name")"
eval "$(echo "\"$simulate\" $command" | sed "s/&apos;\|&#39;/'/g")" >/dev/null
diff -q "$figure" "$name" || { echo "$name is not what '$command' draws"; exit 1; }
