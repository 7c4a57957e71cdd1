#!/usr/bin/env bash
# The deterministic output shown in README is what the programs print. Arguments: README, verify.
set -euo pipefail
readme=$1 verify=$2
shown=$(awk '/^<!-- output: verify -->$/ { on = 1; next } on && /^```/ { if (++fences == 2) exit; next } on' "$readme")
[ -n "$shown" ] || { echo "README shows no output of verify"; exit 1; }
diff <(echo "$shown") <("$verify") || { echo "README differs from what verify prints"; exit 1; }
