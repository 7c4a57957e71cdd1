#!/bin/sh
# The tool chain's ar: Bazel wants a file for each tool.
exec "${0%/*}/tool.sh" ar "$@"
