#!/usr/bin/env bash
# Says in short what a race has shown (rivals --format csv): for each problem and number of outputs,
# the faster of ours and how many times the time the best other takes, at both errors.
#
#   summary.sh RIVALS.csv
set -euo pipefail
awk -F, '
  function three(x) { return x + 0 >= 1000 ? sprintf("%.0f", x) : sprintf("%.3g", x) }
  function times(x) { return x + 0 >= 100 ? sprintf("%.0f", x) : sprintf("%.2g", x) }
  function cell(key, error,    k) {
    k = key SUBSEP error
    if (!(k in ours)) return "-"
    if (!(k in others)) return "`" ours[k] "` " three(time[k]) " µs; no other"
    return "`" ours[k] "` " three(time[k]) " µs; " others[k] " " times(ratio[k]) " ×"
  }
  NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
  $at["cpu_us"] == "" { next }
  {
    key = $at["problem"] SUBSEP $at["law"] SUBSEP $at["outputs"]
    if (!(key in seen)) { seen[key] = 1; order[++n] = key }
    k = key SUBSEP $at["target"]
    if ($at["library"] == "bristle") {
      if (!(k in ours) || $at["cpu_us"] + 0 < time[k] + 0) { ours[k] = $at["solver"]; time[k] = $at["cpu_us"] }
    } else if (!(k in others) || $at["ratio"] + 0 < ratio[k] + 0) {
      others[k] = $at["solver"]; ratio[k] = $at["ratio"]
      sub(/ \(our ev\.\)/, ", our events", others[k])
    }
  }
  END {
    print "| problem | outputs | error 1e-6: ours; the best other | 1e-8 |"
    print "|---|--:|---|---|"
    for (i = 1; i <= n; i++) {
      split(order[i], part, SUBSEP)
      printf "| %s%s | %s | %s | %s |\n", part[1], part[2] == "" ? "" : ", " part[2], part[3],
        cell(order[i], "1e-06"), cell(order[i], "1e-08")
    }
  }' "$1"
