#!/bin/sh
# The tool chain's gcc: Bazel wants a file for each tool.
exec "${0%/*}/tool.sh" gcc "$@"
