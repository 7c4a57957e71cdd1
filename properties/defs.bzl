"""The property suite as a macro: every law gets the same tests, in both precisions."""

load("//models:defs.bzl", "write_lines")
load("//tools:copts.bzl", "POSIX", "PRECISIONS")

def criterion_test(name, srcs, deps = [], copts = [], **kwargs):
    """A Criterion test that speaks Bazel's protocol: filters, shards, XML by case."""
    native.cc_test(
        name = name,
        size = kwargs.pop("size", "small"),
        srcs = srcs,
        copts = POSIX + copts,
        # Criterion finds tests and hooks in sections that nothing refers to.
        linkopts = ["-lm", "-Wl,--no-gc-sections"],
        # Criterion's socket is /tmp/criterion_<pid>.sock; sandboxes share /tmp but
        # not process numbers, so that two tests at once would collide.
        tags = kwargs.pop("tags", []) + ["no-sandbox"],
        deps = deps + [
            "@bristle//properties:criterion_main",
            "@bristle//tools:criterion",
        ],
        **kwargs
    )

def friction_model_suite(name):
    """Tests <name>_f32_test and <name>_f64_test of a law made by friction_model.

    Args:
      name: the law's name, which is also that of its friction_model.
    """
    write_lines(name + "_suite_law", name + "_suite_law.c", [
        "#include \"properties/suite_law.h\"",
        "extern const struct model PREC(model_%s);" % name,
        "const struct suite_law suite_law = { \"%s\", &PREC(model_%s) };" % (name, name),
    ])
    for precision, defines in PRECISIONS.items():
        criterion_test(
            name = "%s_%s_test" % (name, precision),
            srcs = [name + "_suite_law.c"],
            local_defines = defines,
            deps = [
                ":%s_%s" % (name, precision),
                "@bristle//properties:suite_" + precision,
            ],
        )
