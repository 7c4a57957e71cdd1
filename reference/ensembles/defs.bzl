"""Kernels of masses in lanes (mass_tile.h), for each law and level of instructions."""

load("//integrators/kernels:defs.bzl", "KERNEL_COPTS")
load("//models:defs.bzl", "write_lines")
load("//tools:copts.bzl", "INSTRUCTIONS")

def mass_kernels(name, laws):
    """The library <name>: the kernels and their table.

    Args:
      name: a lower-case word.
      laws: a dictionary, as in fused_kernels, in alphabetical order: laws without memory and without
        events of their own, with at most three states.
    """
    kernels = []
    for level, flags in INSTRUCTIONS.items():
        sources = []
        for law, square in laws.items():
            kernel = "mass_%s_%s" % (law, level)
            kernels.append(kernel)
            sources.append(kernel + ".c")
            write_lines(
                name = kernel + "_c",
                out = kernel + ".c",
                lines = [
                    "#include \"integrators/kernels/ensemble_vector.h\"",
                    "#include \"integrators/numerics/rodas5p.h\"",
                    "#include \"integrators/kernels/kernel.h\"",
                    "#undef PREC",
                    "#define PREC(name) static name",
                    "#include \"models/laws/%s.c\"" % law,
                    "#define KERNEL_LAW model_" + law,
                    "#define KERNEL_LAW_NAME \"%s\"" % law,
                    "#define KERNEL_NAME " + kernel,
                    "#define KERNEL_LEVEL ENSEMBLE_" + level.upper(),
                ] + (["#define KERNEL_SQUARE " + square] if square else []) + [
                    "#include \"reference/ensembles/mass_body.h\"",
                ],
            )
        native.cc_library(
            name = "%s_%s" % (name, level),
            srcs = sources + [
                "mass_body.h",
                "mass_fit.h",
                "mass_law.h",
                "mass_solve.h",
                "mass_tile.h",
            ],
            # Loops over the states of a law that has none are empty.
            copts = KERNEL_COPTS + ["-fopenmp-simd", "-Wno-type-limits"] + select({
                "@platforms//cpu:x86_64": flags,
                "//conditions:default": [],  # never chosen there
            }),
            linkopts = ["-lm"],
            linkstatic = True,
            local_defines = [
                "REAL_LANES",
                "REAL_RECIPROCALS=16",
            ],
            deps = [
                "//integrators/kernels:ensemble",
                "//integrators/numerics",
                "//models/laws:sources_of_laws",
            ],
        )
    write_lines(
        name = name + "_c",
        out = name + ".c",
        lines = ["#include \"reference/ensembles/mass_tile.h\""] +
                ["extern const struct mass_kernel %s;" % k for k in kernels] +
                ["const struct mass_kernel *const mass_kernels[] = {"] +
                ["    &%s," % k for k in kernels] + ["    NULL", "};"],
    )
    native.cc_library(
        name = name,
        srcs = [
            name + ".c",
            "mass_tile.h",
        ],
        deps = [
            "//integrators/kernels:ensemble",
            "//integrators/numerics",
        ] +
               ["%s_%s" % (name, level) for level in INSTRUCTIONS],
    )
