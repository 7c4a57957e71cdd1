# What tests of programs share, to be sourced with the programs as arguments after this file: each
# becomes a variable by its name. A test ends with "exit $status".
set -uo pipefail
for program in "${@:2}"; do declare "$(basename "$program")=$PWD/$program"; done
cd "$TEST_TMPDIR"
status=0
fail() { echo "FAILED: $*"; status=1; }
# Reads to the end, unlike grep -q, so that the writer before the pipe is not killed.
has() { grep "$@" >/dev/null; }

# without_context <JSON: all but what it comes from, the program's options among it.
without_context() { sed '/^\t"context":/,/^\t},*$/d'; }

# refused WORD PROGRAM ARGS...: expects exit 2, one line on stderr with the WORD, nothing on stdout,
# no file.
refused() {
  local word=$1 code lines
  shift
  rm -rf out && mkdir out
  "$@" -o out/file >stdout 2>stderr
  code=$?
  lines=$(wc -l <stderr)
  [ $code = 2 ] || fail "$*: exit $code"
  [ "$lines" = 1 ] || fail "$*: $lines lines on stderr: $(cat stderr)"
  grep -qF -- "$word" stderr || fail "$*: '$word' is not in: $(cat stderr)"
  [ ! -s stdout ] || fail "$*: something on stdout"
  [ -z "$(ls -A out)" ] || fail "$*: left $(ls -A out)"
}

# fits PROGRAM ARGUMENT...: prints a table, of some lines, each of 80 characters at most.
fits() {
  local LC_ALL=C.UTF-8 line name="${1##*/} ${*:2}"
  "$@" >table 2>stderr
  [ $? != 2 ] || fail "$name: $(cat stderr)"
  [ "$(wc -l <table)" -ge 3 ] || fail "$name: no table: $(cat table)"
  [ "$(LC_ALL=C.UTF-8 wc -L <table)" -le 80 ] ||
    fail "$name: $(while read -r line; do [ ${#line} -le 80 ] || echo "$line"; done <table)"
}

# describes_itself PROGRAM...: the usage and the version.
describes_itself() {
  local program
  for program in "$@"; do
    "$program" --help | has '^usage:' || fail "$program --help"
    "$program" --version | has 'Bristle' || fail "$program --version"
  done
}
