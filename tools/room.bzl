"""What the BUILD files of rooms share."""

load("//tools:copts.bzl", "POSIX", "PRECISIONS")

def room(interface = [], sources = []):
    """What every room has: its interface, its sources, and the suite of its tests.

    Args:
      interface: the headers that other rooms may include (//tools:rooms_test).
      sources: those of other rooms that belong to this one's `sources`.
    """
    if interface:
        native.filegroup(
            name = "interface",
            srcs = interface,
        )
    native.filegroup(
        name = "sources",
        srcs = native.glob(["**"]) + sources,
        visibility = ["//visibility:public"],
    )
    native.test_suite(
        name = "tests",
        visibility = ["//visibility:public"],
    )

def library(name, srcs = None, hdrs = None, copts = [], **kwargs):
    """A library that uses POSIX, by default of NAME.c and NAME.h."""
    whole = srcs == None and hdrs == None
    native.cc_library(
        name = name,
        srcs = [name + ".c"] if whole else srcs,
        hdrs = [name + ".h"] if whole else hdrs,
        copts = POSIX + copts,
        **kwargs
    )

def shell_test(name, arguments, data = [], size = "small", **kwargs):
    """The test NAME.sh with the paths of files as arguments.

    Args:
      name: of the test.
      arguments: labels of the files.
      data: what else it reads.
      size: of the test.
      **kwargs: as of sh_test.
    """
    native.sh_test(
        name = name,
        size = size,
        srcs = [name + ".sh"],
        args = ["$(locations %s)" % label for label in arguments],
        data = depset(arguments + data).to_list(),
        **kwargs
    )

def libraries(name, deps = [], **kwargs):
    """The libraries NAME_f32 and NAME_f64; {} in the labels of deps stands for f32 and f64."""
    for precision, defines in PRECISIONS.items():
        library(
            name = "%s_%s" % (name, precision),
            local_defines = defines,
            deps = [label.format(precision) for label in deps],
            **kwargs
        )
