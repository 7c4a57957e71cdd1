"""Exported headers: a law and a method as one C header that needs libm only."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")
load("//integrators/kernels:defs.bzl", "kernel_lines")
load("//models:defs.bzl", "write_lines")
load("//tools/testing:defs.bzl", "criterion_test")
load("//tools:copts.bzl", "PRECISIONS", "STRICT")

def _write(ctx, name, lines):
    out = ctx.actions.declare_file("%s/%s" % (ctx.label.name.replace(".", "_"), name))
    ctx.actions.write(out, "\n".join(lines) + "\n")
    return out

def _unit_lines(law, method):
    """A unit of which the exporter makes a header: the library's own sources."""
    return [
        "#include \"models/model.h\"",
        "#undef PREC",
        "#define PREC(name) static name",
        "#include \"models/laws/%s.c\"" % law,
        "#include \"benchmarks/exporting/problem.h\"",
        "#include \"integrators/methods/%s.c\"" % method,
        "#include \"benchmarks/exporting/step.h\"",
    ]

def _exported_headers_impl(ctx):
    """One action for all pairs of laws and methods: a list of them, and where the headers go."""
    lines = []
    units = []
    kernels = []  # what export_test.sh compares with
    texts = {text.basename[:-len(".mo")]: text for text in ctx.files._texts}
    for law in ctx.attr.laws:
        square = ctx.attr.squares.get(law)
        for method in ctx.attr.methods:
            unit = _write(ctx, "units/%s_%s.c" % (law, method), _unit_lines(law, method))
            units.append(unit)
            for precision in ctx.attr.precisions:
                pair = [law, method, precision]
                kernels.append(_write(ctx, "_".join(pair) + ".c", kernel_lines(law, square, method, precision)))
                lines.append(" ".join(pair + [unit.path, texts[law].path, square or ""]))
    pairs = _write(ctx, "pairs.txt", lines)
    kind = ctx.attr.kind or ("file" if ctx.attr.out else "directory")
    if ctx.attr.kind:
        out = ctx.actions.declare_file(ctx.label.name)
    else:
        out = ctx.outputs.out if ctx.attr.out else ctx.actions.declare_directory(ctx.attr.directory)
    toolchain = find_cpp_toolchain(ctx)
    sources = ctx.attr._sources[CcInfo].compilation_context
    ctx.actions.run(
        executable = ctx.executable._script,
        arguments = [
            ctx.executable._export.path,
            toolchain.compiler_executable,
            pairs.path,
            out.path,
            kind,
        ] + ["-iquote" + path for path in sources.quote_includes.to_list()],
        env = {"PATH": "/usr/bin:/bin"},
        inputs = depset(
            units + [pairs] + ctx.files._texts,
            transitive = [toolchain.all_files, sources.headers],
        ),
        outputs = [out],
        tools = [ctx.executable._export],
        mnemonic = "ExportKernels",
        progress_message = "Exporting %s" % ctx.label.name,
    )
    return [DefaultInfo(files = depset([out]), runfiles = ctx.runfiles([out] + kernels))]

_exported_headers = rule(
    _exported_headers_impl,
    attrs = {
        "directory": attr.string(),
        "kind": attr.string(),
        "laws": attr.string_list(),
        "methods": attr.string_list(),
        "out": attr.output(),
        "precisions": attr.string_list(),
        "squares": attr.string_dict(),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
        "_export": attr.label(default = "//benchmarks:export", executable = True, cfg = "host"),
        "_script": attr.label(
            default = "//benchmarks/exporting:export.sh",
            allow_single_file = True,
            executable = True,
            cfg = "host",
        ),
        "_sources": attr.label(default = "//benchmarks/exporting:bodies"),
        "_texts": attr.label(default = "//models/laws:texts"),
    },
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

def _squares(laws):
    return {law: square for law, square in laws.items() if square}

def exported_headers(name, laws, methods, precisions, directory, tags = []):
    """A directory with the header <law>_<method>_<precision>.h of every pair that can work.

    Its file missing.txt tells of each pair without a header why there is none: what law and
    method say of themselves decides it.

    Args:
      name: of the target.
      laws: a dictionary as fused_kernels takes it.
      methods: names of methods with steps of given size.
      precisions: of "f32" and "f64".
      directory: the name of the output.
      tags: of the target.
    """
    _exported_headers(
        name = name,
        laws = laws.keys(),
        squares = _squares(laws),
        methods = methods,
        precisions = precisions,
        directory = directory,
        tags = tags,
    )

def exported_header_targets(laws, methods, precisions):
    """Targets export_<law>_<method>_<precision>: one header each.

    Where the method cannot run the law, building the target fails and says why; so they are
    built when asked for only.
    """
    for law, square in laws.items():
        for method in methods:
            for precision in precisions:
                pair = "%s_%s_%s" % (law, method, precision)
                _exported_headers(
                    name = "export_" + pair,
                    laws = [law],
                    squares = _squares({law: square}),
                    methods = [method],
                    precisions = [precision],
                    out = pair + ".h",
                    tags = ["manual"],
                )

def functional_mockup_units(laws, method, standards):
    """Targets <law>.fmu, by FMI 2.0, and <law>_fmi3.fmu: the law as a Functional Mock-up Unit.

    <law>_mass.fmu and <law>_mass_fmi3.fmu are a mass with this friction.

    Args:
      laws: a dictionary as fused_kernels takes it.
      method: what co-simulation takes steps by.
      standards: of "2" and "3".
    """
    for law, square in laws.items():
        for standard in standards:
            for subject in ["", "_mass"]:
                _exported_headers(
                    name = law + subject + {"2": ".fmu", "3": "_fmi3.fmu"}[standard],
                    laws = [law],
                    squares = _squares({law: square}),
                    methods = [method],
                    precisions = ["f64"],
                    kind = "fmi" + standard + subject,
                    tags = ["manual"],
                )

def law_libraries(laws, method):
    """Targets lib<law>.so: the law as a shared object behind a C ABI (benchmarks/library).

    Args:
      laws: a dictionary as fused_kernels takes it.
      method: what steps are taken by.
    """
    for law, square in laws.items():
        _exported_headers(
            name = "lib%s.so" % law,
            laws = [law],
            squares = _squares({law: square}),
            methods = [method],
            precisions = ["f64"],
            kind = "shared",
            tags = ["manual"],
        )

# What a header must be free of, beyond STRICT.
PEDANTIC = [
    "-Wpedantic",
    "-Wundef",
    "-Wcast-qual",
    "-Wunused",
    "-Wunused-macros",
    "-Wredundant-decls",
]

def _case_lines(pair, law, method, precision, init):
    return [
        "#include \"benchmarks/%s.h\"" % pair,
        "#define EXPORTED " + pair,
        "#define EXPORTED_KERNEL kernel_%s_%s_step_%s" % (law, method, precision),
        "#define EXPORTED_LAW \"%s\"" % law,
        "#define EXPORTED_CASE " + pair,
        "#define EXPORTED_INIT(state, parameters) %s_init(%s)" % (pair, init),
        "#include \"benchmarks/exporting/export_case.h\"",
    ]

def _use_lines(pair, precision, unit):
    """A function that steps, under a name of the unit."""
    real = {"f32": "float", "f64": "double"}[precision]
    name = "%s_in_%s" % (pair, unit)
    signature = "%s %s(const struct %s_parameters *p, struct %s_state *s, %s h, %s v0, %s v1)" % \
                (real, name, pair, pair, real, real, real)
    return [
        signature + ";",
        signature,
        "{",
        "    return %s_check(p) ? 0 : %s_step(p, s, h, v0, v1);" % (pair, pair),
        "}",
    ]

def exported_headers_test(name, pairs, kernels, seeded = {}, tags = []):
    """Tests of some headers in both precisions, against the library's kernels.

    <name>_f32_test and <name>_f64_test: the same bits over runs with reversals and rests. They
    also link the library <name>_strict_<precision>, in which every header is compiled, by itself
    and all in one unit, with no warning that a compiler has.

    Args:
      name: a lower-case word.
      pairs: a list of (law, method), without those that cannot work.
      kernels: labels of fused_kernels that hold these, without the precision.
      seeded: what init receives beside the state, for laws whose init receives more.
      tags: of the targets.
    """
    for precision, defines in PRECISIONS.items():
        headers = ["%s_%s_%s" % (law, method, precision) for law, method in pairs]
        together = ["#include \"benchmarks/%s.h\"" % header for header in headers]
        cases = []
        uses = ["%s_together_%s.c" % (name, precision)]
        for law, method in pairs:
            header = "%s_%s_%s" % (law, method, precision)
            init = "state" + "".join([", " + more for more in seeded.get(law, [])])
            case = "%s_case_%s" % (name, header)
            write_lines(case + "_c", case + ".c", _case_lines(header, law, method, precision, init))
            cases.append(case + ".c")
            use = "%s_use_%s" % (name, header)
            write_lines(use + "_c", use + ".c", ["#include \"benchmarks/%s.h\"" % header] +
                                                _use_lines(header, precision, "one"))
            uses.append(use + ".c")
            together += _use_lines(header, precision, "all")
        write_lines("%s_together_%s_c" % (name, precision), uses[0], together)
        native.cc_library(
            name = "%s_strict_%s" % (name, precision),
            srcs = uses,
            hdrs = [header + ".h" for header in headers],
            copts = STRICT + PEDANTIC,
            linkopts = ["-lm"],
            linkstatic = True,
            tags = tags,
            alwayslink = True,
        )
        criterion_test(
            name = "%s_%s_test" % (name, precision),
            srcs = cases + ["//benchmarks/exporting:export_case.h"],
            local_defines = defines,
            tags = tags,
            deps = [
                ":%s_strict_%s" % (name, precision),
                "//integrators/kernels:kernel",
                "//models:model_" + precision,
                "//models/laws:registry_" + precision,
            ] + ["%s_%s" % (kernel, precision) for kernel in kernels],
        )
