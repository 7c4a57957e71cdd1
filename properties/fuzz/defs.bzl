"""A parser under fuzzing: as a test, on files or standard input, and by libFuzzer."""

load("//tools:copts.bzl", "POSIX")

def fuzzed(name, corpus, inputs, deps, src = None, linkopts = [], mutator = [], mutator_deps = []):
    """Makes <name>_fuzz_test, <name>_fuzz and <name>_libfuzzer from its entry point.

    Args:
      name: of the parser.
      corpus: inputs to start from; what was found once is among them.
      inputs: how many random changes of these the test takes.
      deps: what the entry point needs.
      src: its file, by default <name>.c.
      linkopts: how it is linked.
      mutator, mutator_deps: of libFuzzer's own mutations, where bytes alone lead nowhere.
    """
    deps = deps + ["//properties/fuzz"]
    native.cc_library(
        name = name,
        testonly = True,
        srcs = [src or name + ".c"],
        copts = POSIX + ["-D_GNU_SOURCE"],
        linkopts = linkopts,
        deps = deps,
    )
    native.cc_binary(
        name = name + "_fuzz",
        testonly = True,
        linkopts = linkopts,
        deps = [
            "//properties/fuzz:main",
            ":" + name,
        ],
    )
    native.sh_test(
        name = name + "_fuzz_test",
        size = "small",
        srcs = ["//properties/fuzz:fuzz_test.sh"],
        args = [
            "$(rootpath :%s_fuzz)" % name,
            "%d" % inputs,
        ] + ["$(rootpaths %s)" % file for file in corpus],
        data = [":%s_fuzz" % name] + corpus,
    )

    # By clang, with --config=fuzz; libFuzzer brings its own main.
    native.cc_binary(
        name = name + "_libfuzzer",
        testonly = True,
        srcs = mutator,
        copts = POSIX,
        linkopts = linkopts + ["-fsanitize=fuzzer"],
        tags = ["manual"],
        deps = [":" + name] + mutator_deps,
    )
    native.sh_test(
        name = name + "_million",
        size = "enormous",
        srcs = ["//properties/fuzz:million.sh"],
        args = ["$(rootpath :%s_libfuzzer)" % name] + ["$(rootpaths %s)" % file for file in corpus],
        data = [":%s_libfuzzer" % name] + corpus,
        tags = [
            "exclusive",
            "manual",
        ],
    )
