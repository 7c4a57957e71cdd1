"""Exported kernels: a law and a method as one C header that needs libm only."""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")
load("//integrators:defs.bzl", "kernel_lines")

def _unit(ctx, law, method, precision, square):
    """The kernel's translation unit, as fused_kernels compiles it."""
    unit = ctx.actions.declare_file("%s/%s_%s_%s.c" % (ctx.label.name, law, method, precision))
    ctx.actions.write(unit, "\n".join(kernel_lines(law, square, method, precision)) + "\n")
    return unit

def _exported_headers_impl(ctx):
    """One action for all pairs of laws and methods: a list of them, and where the headers go."""
    lines = []
    units = []
    for law in ctx.attr.laws:
        square = ctx.attr.squares.get(law)
        for method in ctx.attr.methods:
            for precision in ctx.attr.precisions:
                unit = _unit(ctx, law, method, precision, square)
                units.append(unit)
                lines.append(" ".join([law, method, precision, unit.path, square or ""]))
    pairs = ctx.actions.declare_file(ctx.label.name + "/pairs.txt")
    ctx.actions.write(pairs, "\n".join(lines) + "\n")
    out = ctx.outputs.out if ctx.attr.out else ctx.actions.declare_directory(ctx.attr.directory)
    toolchain = find_cpp_toolchain(ctx)
    ctx.actions.run(
        executable = ctx.executable._script,
        arguments = [
            ctx.executable._export.path,
            toolchain.compiler_executable,
            pairs.path,
            out.path,
            "file" if ctx.attr.out else "directory",
        ],
        env = {"PATH": "/usr/bin:/bin"},
        inputs = depset(units + [pairs] + ctx.files._sources, transitive = [toolchain.all_files]),
        outputs = [out],
        tools = [ctx.executable._export],
        mnemonic = "ExportKernels",
        progress_message = "Exporting %s" % ctx.label.name,
    )
    return [DefaultInfo(files = depset([out]), runfiles = ctx.runfiles([out]))]

_exported_headers = rule(
    _exported_headers_impl,
    attrs = {
        "directory": attr.string(),
        "laws": attr.string_list(),
        "methods": attr.string_list(),
        "out": attr.output(),
        "precisions": attr.string_list(),
        "squares": attr.string_dict(),
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
        "_export": attr.label(default = ":export", executable = True, cfg = "host"),
        "_script": attr.label(
            default = ":export.sh",
            allow_single_file = True,
            executable = True,
            cfg = "host",
        ),
        "_sources": attr.label_list(
            allow_files = True,
            default = [
                "//integrators:sources",
                "//models:sources",
                "//properties:property_list.h",
            ],
        ),
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
