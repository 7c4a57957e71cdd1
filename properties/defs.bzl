"""The property suite as a macro: every law gets the same tests, in both precisions."""

load("//models:defs.bzl", "friction_model", "model_plugin", "write_lines")
load("//tools:copts.bzl", "PRECISIONS", "STRICT")
load("//tools/testing:defs.bzl", "criterion_test")

def friction_model_suite(name, rigorous = []):
    """Tests <name>_f32_test and <name>_f64_test of a law made by friction_model.

    Args:
      name: the law's name, which is also that of its friction_model.
      rigorous: a library with arb_law_<name>, for laws that are not among Bristle's own.
    """
    lines = [
        "#include \"properties/suite/suite_law.h\"",
        "extern const struct model PREC(model_%s);" % name,
        "const struct suite_law suite_law = { \"%s\", &PREC(model_%s) };" % (name, name),
    ]
    if rigorous:
        lines += [
            "#include \"reference/arb/law.h\"",
            "extern const struct arb_law arb_law_%s;" % name,
            "const struct arb_law *const arb_own_laws[] = { &arb_law_%s, NULL };" % name,
        ]
    write_lines(name + "_suite_law", name + "_suite_law.c", lines)
    for precision, defines in PRECISIONS.items():
        criterion_test(
            name = "%s_%s_test" % (name, precision),
            srcs = [name + "_suite_law.c"],
            local_defines = defines,
            deps = [
                ":%s_%s" % (name, precision),
                "@bristle//properties/suite:suite_" + precision,
            ] + rigorous,
        )

def friction_model_test(name, model, rigorous = None, hdrs = [], deps = []):
    """Puts a law of any repository under the whole property suite, in float and in double.

    Makes the libraries <law>_f32 and <law>_f64, the tests <law>_f32_test and <law>_f64_test, of
    which `name` is the suite, and the shared object <law>.so, which Bristle's programs take as
    --model. <law> is the name of the model's file without .c, and must be the law's own.

    Args:
      name: of the test_suite.
      model: the law's source file; it defines `const struct model PREC(model_<law>)`.
      rigorous: optionally its second statement, a source file that defines
        `const struct arb_law arb_law_<law>`: verdicts are then certified.
      hdrs, deps: what the files include of this repository.
    """
    law = model.rpartition("/")[2].rpartition(":")[2]
    if not law.endswith(".c"):
        fail("friction_model_test: model = %r should be a .c file" % model)
    law = law[:-len(".c")]
    friction_model(
        name = law,
        src = model,
        hdrs = hdrs,
        deps = deps,
    )
    if rigorous:
        native.cc_library(
            name = law + "_rigorous",
            srcs = [rigorous] + hdrs,
            copts = STRICT + ["-Wno-unused-parameter"],
            deps = ["@bristle//reference/arb:law"] + deps,
        )
    model_plugin(
        name = law,
        srcs = [model] + ([rigorous] if rigorous else []) + hdrs,
        rigorous = rigorous != None,
        deps = deps,
    )
    friction_model_suite(
        name = law,
        rigorous = [":%s_rigorous" % law] if rigorous else [],
    )
    native.test_suite(
        name = name,
        tests = ["%s_%s_test" % (law, precision) for precision in PRECISIONS],
    )
