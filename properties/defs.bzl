"""The property suite as a macro: every law gets the same tests, in both precisions."""

load("//benchmarks/exporting:own_law.bzl", "law_exports")
load("//models:defs.bzl", "friction_model", "model_plugin", "printed_law", "write_lines")
load("//tools:copts.bzl", "PRECISIONS", "STRICT")
load("//tools/testing:defs.bzl", "criterion_test")

def friction_model_suite(name, rigorous = [], source = [], text = None):
    """Tests <name>_f32_test and <name>_f64_test of a law made by friction_model.

    Args:
      name: the law's name, which is also that of its friction_model.
      rigorous: a library with arb_law_<name>, for laws that are not among Bristle's own.
      source: a file with the law's text as <name>_source, which has the law's balls.
      text: libraries <text>_f32 and <text>_f64 with the C of the text that the law implements.
    """
    lines = [
        "#include \"properties/suite/suite_law.h\"",
        "extern const struct model PREC(model_%s);" % name,
    ]
    if text:
        lines.append("extern const struct model PREC(derived_%s);" % name)
    if source:
        lines.append("extern const char %s_source[];" % name)
    lines.append("const struct suite_law suite_law = { \"%s\", &PREC(model_%s), %s, %s };" % (
        name,
        name,
        "&PREC(derived_%s)" % name if text else "NULL",
        name + "_source" if source else "NULL",
    ))
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
            srcs = [name + "_suite_law.c"] + source,
            local_defines = defines,
            deps = [
                ":%s_%s" % (name, precision),
                "@bristle//properties/suite:suite_" + precision,
            ] + rigorous + (["%s_%s" % (text, precision)] if text else []),
        )

def _text_source(name, text):
    """The file <name>_source.c: a law's text as <name>_source."""
    native.genrule(
        name = name + "_source",
        srcs = [text],
        outs = [name + "_source.c"],
        cmd = """
      {
        echo 'extern const char %s_source[];'
        echo 'const char %s_source[] = {'
        od -An -v -tx1 $< | sed 's/ \\(..\\)/(char)0x\\1,/g'
        echo '0 };'
      } >$@
    """ % (name, name),
    )

def _text_library(name, law, text):
    """Libraries <name>_f32 and <name>_f64 with derived_<law>, what the text of a law says."""
    printed_law(name, text, name + ".c", "--again")
    for precision, defines in PRECISIONS.items():
        native.cc_library(
            name = "%s_%s" % (name, precision),
            srcs = [name + ".c"],
            copts = STRICT + ["-Wno-unused-parameter"],
            linkopts = ["-lm"],
            local_defines = defines,
            deps = ["@bristle//models:model", "@bristle//models/derived:header"],
        )

def friction_model_test(name, model, implementation = None, rigorous = None, hdrs = [], deps = []):
    """Puts a law of any repository under the whole property suite, in float and in double.

    Makes the libraries <law>_f32 and <law>_f64, the tests <law>_f32_test and <law>_f64_test, of
    which `name` is the suite, and the shared object <law>.so, which Bristle's programs take as
    --model; and, built when asked for, headers for firmware, a shared object behind a C ABI, units
    and costs on cores (law_exports). <law> is the name of the model's file without .c or .mo, and must be the law's own.

    Args:
      name: of the test_suite.
      model: the law's source file, which defines `const struct model PREC(model_<law>)`, or the
        text of its equations, <law>.mo, from which code and balls are made: what follows from the
        text in ball arithmetic is certified.
      implementation: for a text, optionally somebody's source file with `PREC(model_<law>)`: it is
        compared with the text, and judged, with the text's claims beside its own.
      rigorous: optionally the law's second statement, a source file that defines
        `const struct arb_law arb_law_<law>`: verdicts are then certified.
      hdrs, deps: what the files include of this repository.
    """
    law = model.rpartition("/")[2].rpartition(":")[2]
    is_text = law.endswith(".mo")
    if not is_text and not law.endswith(".c"):
        fail("friction_model_test: model = %r should be a .c or a .mo file" % model)
    if implementation and not is_text:
        fail("friction_model_test: implementation needs a .mo file as model, got %r" % model)
    law = law.rpartition(".")[0]
    src = implementation or model
    if is_text:
        _text_source(law, model)
        if implementation:
            _text_library(law + "_text", law, model)
        else:
            src = law + "_printed.c"
            printed_law(law + "_printed", model, src)
    friction_model(
        name = law,
        src = src,
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
        srcs = [src] + ([rigorous] if rigorous else []) + hdrs,
        rigorous = rigorous != None,
        deps = deps,
    )
    law_exports(law, src if implementation else model, hdrs)
    friction_model_suite(
        name = law,
        rigorous = [":%s_rigorous" % law] if rigorous else [],
        source = [law + "_source.c"] if is_text and not rigorous else [],
        text = law + "_text" if implementation else None,
    )
    native.test_suite(
        name = name,
        tests = ["%s_%s_test" % (law, precision) for precision in PRECISIONS],
    )
