"""A friction law in both precisions, and the table of all laws."""

load("//tools:copts.bzl", "PRECISIONS", "STRICT")

# Every law implements one interface, needed or not: unused parameters are normal.
_LAW = STRICT + ["-Wno-unused-parameter"]

def printed_law(name, text, out, options = ""):
    """The C of a law's text, in the form that the options of law_to_c ask for."""
    native.genrule(
        name = name,
        srcs = [text],
        outs = [out],
        cmd = "$(location @bristle//models/derived:law_to_c) %s -o $@ $<" % options,
        tools = ["@bristle//models/derived:law_to_c"],
    )

def law_text(name, by_hand = False):
    """The C of a law that is stated by its text, <name>.mo.

    Args:
      name: the law's name.
      by_hand: whether there is a <name>.c by hand; it includes <name>_text.h, and takes from there
        what follows from the text. Otherwise <name>.c is printed from the text.
    """
    if by_hand:
        printed_law(name + "_text", name + ".mo", name + "_text.h", "--part")
    else:
        printed_law(name + "_law", name + ".mo", name + ".c")

def friction_model(name, src = None, hdrs = [], deps = []):
    """Libraries <name>_f32 and <name>_f64 from one source file.

    Args:
      name: the law's name; the file must define `const struct model PREC(model_<name>)`.
      src: its file, by default <name>.c.
      hdrs, deps: what it includes beside models/.
    """
    for precision, defines in PRECISIONS.items():
        native.cc_library(
            name = "%s_%s" % (name, precision),
            srcs = [src or name + ".c"] + hdrs,
            copts = _LAW,
            linkopts = ["-lm"],
            local_defines = defines,
            deps = [
                "@bristle//models:model",
                "@bristle//models/derived:header",
            ] + deps,
        )

# What ball models share.
_RIGOROUS = [
    "@bristle//reference/arb:linear.c",
    "@bristle//reference/arb:stribeck_curve.c",
]

def model_plugin(name, srcs, rigorous = False, deps = []):
    """The shared object <name>.so of a law, for --model.

    Args:
      name: the law's name.
      srcs: the file with `const struct model PREC(model_<name>)` and, if rigorous, that with
        `const struct arb_law arb_law_<name>`.
      rigorous: whether the law's ball model is among them.
      deps: what they include beside models/.
    """
    native.cc_binary(
        name = name + ".so",
        srcs = srcs + ["@bristle//models:plugin.c"] + (_RIGOROUS if rigorous else []),
        copts = _LAW + ["-fPIC"],
        linkopts = ["-lm"],
        linkshared = True,
        local_defines = ["LAW=" + name] + (["RIGOROUS=" + name] if rigorous else []),
        deps = [
            "@bristle//models:model",
            "@bristle//models/derived:header",
        ] + (["@bristle//reference/arb:law_headers"] if rigorous else []) + deps,
    )

def model_registry(name, models):
    """Libraries <name>_f32 and <name>_f64: the array PREC(models)."""
    lines = ["#include \"models/model.h\""]
    lines += ["extern const struct model PREC(model_%s);" % m for m in models]
    lines += ["const struct model *const PREC(models)[] = {"]
    lines += ["    &PREC(model_%s)," % m for m in models] + ["    NULL", "};"]
    write_lines(name + "_c", name + ".c", lines)
    for precision, defines in PRECISIONS.items():
        native.cc_library(
            name = "%s_%s" % (name, precision),
            srcs = [
                "@bristle//models:find.c",
                name + ".c",
            ],
            copts = STRICT,
            local_defines = defines,
            visibility = ["//visibility:public"],
            deps = ["@bristle//models:model_" + precision] + [":%s_%s" % (m, precision) for m in models],
        )

def _written_file_impl(ctx):
    ctx.actions.write(ctx.outputs.out, "\n".join(ctx.attr.lines) + "\n")

_written_file = rule(
    _written_file_impl,
    attrs = {
        "lines": attr.string_list(),
        "out": attr.output(mandatory = True),
    },
)

def write_lines(name, out, lines):
    """A generated source file, line by line."""
    _written_file(name = name, out = out, lines = lines)
