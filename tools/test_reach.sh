#!/usr/bin/env bash
# Counts which lines each test executes, for `mutation --reach`: bugs in a function are then tried
# by the tests that execute it, and by those of which nothing is known (of programs).
#
#   tools/test_reach.sh reach.txt                       all tests that bazel test //... has
#   tools/test_reach.sh reach.txt //properties/...      those tests
#
# Everything is compiled once more, with counters: a quarter of an hour for all tests. The table is
# of these sources: after a change it must be made again. Exit: 0; 2 wrong usage; else Bazel's.
set -euo pipefail
workspace=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
[ $# -ge 1 ] && [[ $1 != -* ]] || { echo "test_reach: expected FILE [TARGET...]" >&2; exit 2; }
table=$(realpath -m "$1")
shift
[ -d "$(dirname "$table")" ] || { echo "test_reach: '$table': no such directory" >&2; exit 2; }
cd "$workspace"
# A cache keeps what Bazel knows of, but not the notes that gcov needs beside each object.
counting=(--copt=--coverage --linkopt=--coverage --platform_suffix=reach --disk_cache= --remote_cache=)

# A process that ends by _exit, as the children of tests do, would keep its counts to itself.
leave=$(dirname "$table")/.test_reach_exit.o
gcc -c -x c -o "$leave" - <<'C'
void __gcov_dump(void);
_Noreturn void _Exit(int);
_Noreturn void __wrap__exit(int status);
void __wrap__exit(int status) { __gcov_dump(); _Exit(status); }
C
counting+=(--linkopt=-Wl,--wrap=_exit --linkopt="$leave")

bin=$(tools/bazel info bazel-bin "${counting[@]}" 2>/dev/null)

# Tests that look at symbols fail with counters. Counts are added to those of earlier runs.
[ ! -d "$bin" ] || find "$bin" -name '*.gcda' -delete
tools/bazel test "${counting[@]}" --spawn_strategy=local --cache_test_results=no --keep_going \
  --noshow_progress "${@:-//...}" >&2 || [ $? = 3 ]
cd "${bin%/bazel-out/*}"

# LABEL: reads gcov's text, writes the executed lines of each file as ranges.
ranges() {
  awk -v test="$1" -F: '
    $2 + 0 == 0 && $3 == "Source" { file = $4; sub("^/proc/self/cwd/", "", file) }
    $2 + 0 > 0 && file !~ "^/|^bazel-out/" {
      if ($1 ~ "[0-9]") hit[file, $2 + 0] = 1
      if ($2 + 0 > last[file]) last[file] = $2 + 0
    }
    END {
      for (file in last) {
        text = ""
        for (line = 1; line <= last[file]; line++)
          if ((file, line) in hit) {
            for (end = line; (file, end + 1) in hit; end++);
            text = text " " line "-" end
            line = end
          }
        print test " " file text
      }
    }' | sort
}

find "$bin" -name '*.runfiles' -type d | sort | while read -r runfiles; do
  program=${runfiles#"$bin"/}
  program=${program%.runfiles}
  mapfile -t counts < <(find "$runfiles" -name '*.gcda')
  [ ${#counts[@]} -gt 0 ] || continue
  for count in "${counts[@]}"; do # gcov looks for what the compiler wrote beside them
    built=${count#"$runfiles"/*/}
    ln -sf "$PWD/${built%.gcda}.gcno" "${count%.gcda}.gcno"
  done
  gcov -t "${counts[@]}" 2>/dev/null | ranges "//${program%/*}:${program##*/}"
done >"$table.part"
mv "$table.part" "$table"
