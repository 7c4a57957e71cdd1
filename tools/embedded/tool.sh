#!/bin/sh
# Runs $CROSS_COMPILER$1 with the arguments that follow, or names the packages it comes from.
tool=$CROSS_COMPILER$1
shift
command -v "$tool" >/dev/null || {
  echo "$tool is missing: apt-get install $CROSS_PACKAGES" >&2
  exit 1
}
exec "$tool" "$@"
