"""Tests under Bazel: Criterion's, and of what a page shows."""

load("//tools:copts.bzl", "POSIX")

def criterion_test(name, srcs, deps = [], copts = [], linkopts = [], **kwargs):
    """A Criterion test that speaks Bazel's protocol: filters, shards, XML by case."""
    native.cc_test(
        name = name,
        size = kwargs.pop("size", "small"),
        srcs = srcs,
        # Most of a test's source runs once: optimizing it costs more than it saves.
        copts = POSIX + ["-O0", "-U_FORTIFY_SOURCE"] + copts,
        linkstatic = True,
        # Criterion finds tests and hooks in sections that nothing refers to. Libraries that a test
        # does not call are not loaded.
        linkopts = [
            "-lm",
            "-Wl,--no-gc-sections",
            "-Wl,--as-needed",
        ] + linkopts,
        # Criterion's socket is /tmp/criterion_<pid>.sock; sandboxes share /tmp but
        # not process numbers, so that two tests at once would collide.
        tags = kwargs.pop("tags", []) + ["no-sandbox"],
        deps = deps + [
            "@bristle//tools/testing:criterion_main",
            "@bristle//tools:criterion",
        ],
        **kwargs
    )

def criterion_tests(deps, exclude = []):
    """A test for each file *_test.c of the room.

    Args:
      deps: what all of them need.
      exclude: files whose tests are stated otherwise.
    """
    for src in native.glob(["*_test.c"], exclude = exclude):
        criterion_test(
            name = src[:-len(".c")],
            srcs = [src],
            deps = deps,
        )

def tests_of(room, names = [], renamed = {}):
    """Labels in this room for tests of another one, where a run of all tests has them.

    Args:
      room: the package of the tests
      names: tests that have the same name here and there
      renamed: from the name here to the name there
    """
    for name in names + sorted(renamed):
        native.test_suite(
            name = name,
            tags = ["manual"],
            tests = ["%s:%s" % (room, renamed.get(name, name))],
        )

def readme_test(name, programs, page = "README.md", options = [], data = [], size = "medium", tags = []):
    """The output that a page shows is what the programs print (//tools:readme_test.sh).

    Args:
      name: of the test.
      programs: labels of the programs whose output the page shows.
      page: the file.
      options: of the programs; the output is the same with each of them.
      data: files that the programs read.
      size: of the test.
      tags: of the test.
    """
    native.sh_test(
        name = name,
        size = size,
        srcs = ["@bristle//tools:readme_test.sh"],
        args = ["$(location %s)" % label for label in [page] + programs] +
               (["--"] + options if options else []),
        data = [page] + programs + data,
        tags = tags,
    )

def command_line_test(programs, data = []):
    """The test NAME_cli_test.sh of the command lines of programs, named after the first.

    Args:
      programs: labels of the programs.
      data: files that the test reads.
    """
    name = programs[0].split(":")[1] + "_cli_test"
    lines = "@bristle//tools/testing:command_line.sh"
    native.sh_test(
        name = name,
        size = "medium",
        srcs = [name + ".sh"],
        args = ["$(location %s)" % label for label in [lines] + programs],
        data = [lines] + programs + data,
    )
