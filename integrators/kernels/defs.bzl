"""Fused kernels: a law and a method of given steps as one inlined loop (kernel.h)."""

load("//models:defs.bzl", "write_lines")
load("//tools:copts.bzl", "INSTRUCTIONS", "PRECISIONS", "STRICT")

# Options with which the optimizer sees through the tables of law and method. None changes a result:
# libm's functions do not set errno, nobody asks which exceptions were raised, no function is cloned
# before it could be inlined, copies of a few numbers stay in registers instead of becoming calls of
# memcpy, and values that only some paths share are not kept from one to the next (GCC 12 pays for
# that with moves). Warnings are off because law and method do not know each other's names, their
# tables are static, with the word at an unusual place, and methods are written for numbers of states
# that a law does not have.
KERNEL_COPTS = STRICT + [
    "-O3",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-fno-ipa-cp",
    "-fno-ipa-sra",
    "-fno-cse-follow-jumps",
    "-fno-tree-loop-distribute-patterns",
    "-Wno-unused-parameter",
    "-Wno-unused-function",
    "-Wno-old-style-declaration",
    "-Wno-shadow",
    "-Wno-array-bounds",
    "-Wno-stringop-overflow",
]

def kernel_lines(law, square, method, precision, steps_only = False):
    """The translation unit of a kernel, line by line.

    Args:
      law: a file of models/laws/, without .c.
      square: the law's own name for the index of an exponent that is usually 2, or None.
      method: a file of integrators/methods/, without .c.
      precision: "f32" or "f64", for the kernel's names.
      steps_only: of its functions, only the step.

    Returns:
      A list of strings.
    """
    name = "kernel_%s_%s" % (law, method)
    return [
        "#include \"integrators/numerics/fixed_step.h\"",
        "#include \"integrators/kernels/kernel.h\"",
        "#include \"integrators/numerics/linearized.h\"",
        "#undef PREC",
        "#define PREC(name) static name",
        "#include \"models/laws/%s.c\"" % law,
        "#include \"integrators/methods/%s.c\"" % method,
        "#define KERNEL_LAW model_" + law,
        "#define KERNEL_METHOD integrator_" + method,
        "#define KERNEL_NAME %s_%s" % (name, precision),
        "#define KERNEL_FORCE_NAME %s_force_%s" % (name, precision),
        "#define KERNEL_STEP_NAME %s_step_%s" % (name, precision),
    ] + (["#define KERNEL_SQUARE " + square] if square else []) + (
        ["#define KERNEL_STEP_ONLY"] if steps_only else []
    ) + [
        "#include \"integrators/kernels/kernel_body.h\"",
    ]

def _kernel(law, square, method, precision, steps_only):
    name = "kernel_%s_%s_%s" % (law, method, precision)
    write_lines(name + "_c", name + ".c", kernel_lines(law, square, method, precision, steps_only))
    return name + ".c"

def _kernel_table(name, pairs):
    write_lines(
        name = name + "_c",
        out = name + ".c",
        lines = ["#include \"integrators/kernels/kernel.h\""] +
                ["kernel_advance KERNEL(%s, %s);" % pair for pair in pairs] +
                ["kernel_force KERNEL_FORCE(%s, %s);" % pair for pair in pairs] +
                ["kernel_step KERNEL_STEP(%s, %s);" % pair for pair in pairs] +
                ["extern const struct kernel PREC(%s)[];" % name] +
                ["const struct kernel PREC(%s)[] = {" % name] +
                [
                    "    { \"%s\", \"%s\", KERNEL(%s, %s), KERNEL_FORCE(%s, %s), KERNEL_STEP(%s, %s) }," %
                    (pair * 4)
                    for pair in pairs
                ] +
                ["    { NULL, NULL, NULL, NULL, NULL }", "};"],
    )

def fused_kernels(name, laws, methods, steps_only = False, **kwargs):
    """Libraries <name>_f32 and <name>_f64: a kernel for each pair of a law and a method.

    They contain the functions, named as kernel.h says, and their table
    `const struct kernel PREC(<name>)[]`.

    Args:
      name: a lower-case word.
      laws: a dictionary. Its keys are names of files in models/laws/, without .c; a value is the
        law's own name for the index of an exponent that is usually 2, for which the loop is
        compiled once more, or None.
      methods: names of methods with steps of given size in integrators/methods/, without .c.
      steps_only: of the functions, only the steps, and no table.
      **kwargs: of the libraries, such as tags.
    """
    pairs = [(law, method) for law in laws for method in methods]
    table = [] if steps_only else [name + ".c"]
    if table:
        _kernel_table(name, pairs)
    for precision, defines in PRECISIONS.items():
        native.cc_library(
            name = "%s_%s" % (name, precision),
            srcs = [
                _kernel(law, laws[law], method, precision, steps_only)
                for law, method in pairs
            ] + table,
            copts = KERNEL_COPTS,
            linkopts = ["-lm"],
            linkstatic = True,
            local_defines = defines,
            deps = [
                "@bristle//integrators/kernels:kernel",
                "@bristle//integrators/methods:sources_of_methods",
                "@bristle//models/laws:sources_of_laws",
            ],
            **kwargs
        )

def ensemble_kernels(name, laws, methods):
    """Library <name>_f64: the kernels of ensemble.h, for each law, method and level.

    Args:
      name: a lower-case word.
      laws, methods: as in fused_kernels, of laws without guards and methods whose step
        always succeeds.
    """
    kernels = []
    for level, flags in INSTRUCTIONS.items():
        sources = []
        for law, square in laws.items():
            for method in methods:
                kernel = "ensemble_%s_%s_%s_f64" % (law, method, level)
                kernels.append(kernel)
                sources.append(kernel + ".c")
                write_lines(
                    name = kernel + "_c",
                    out = kernel + ".c",
                    lines = [
                        "#include \"integrators/kernels/ensemble_kernel.h\"",
                        "#include \"integrators/kernels/ensemble_vector.h\"",
                        "#include \"integrators/numerics/fixed_step.h\"",
                        "#include \"integrators/kernels/kernel.h\"",
                        "#undef PREC",
                        "#define PREC(name) static name",
                        "#include \"models/laws/%s.c\"" % law,
                        "#include \"integrators/methods/%s.c\"" % method,
                        "#define KERNEL_LAW model_" + law,
                        "#define KERNEL_LAW_NAME \"%s\"" % law,
                        "#define KERNEL_METHOD integrator_" + method,
                        "#define KERNEL_METHOD_NAME \"%s\"" % method,
                        "#define KERNEL_NAME " + kernel,
                        "#define KERNEL_LEVEL ENSEMBLE_" + level.upper(),
                    ] + (["#define KERNEL_SQUARE " + square] if square else []) + [
                        "#include \"integrators/kernels/ensemble_body.h\"",
                    ],
                )
        native.cc_library(
            name = "%s_%s_f64" % (name, level),
            srcs = sources,
            copts = KERNEL_COPTS + ["-fopenmp-simd"] + select({
                "@platforms//cpu:x86_64": flags,
                "//conditions:default": [],  # never chosen there
            }),
            linkopts = ["-lm"],
            linkstatic = True,
            local_defines = ["REAL_LANES"],
            deps = [
                "@bristle//integrators/kernels:ensemble",
                "@bristle//integrators/methods:sources_of_methods",
                "@bristle//models/laws:sources_of_laws",
            ],
        )
    write_lines(
        name = name + "_c",
        out = name + ".c",
        lines = ["#include \"integrators/kernels/ensemble_kernel.h\""] +
                ["extern const struct ensemble_kernel %s;" % k for k in kernels] +
                ["const struct ensemble_kernel *const PREC(ensemble_kernels)[] = {"] +
                ["    &%s," % k for k in kernels] + ["    NULL", "};"],
    )
    native.cc_library(
        name = name + "_f64",
        srcs = [
            name + ".c",
            "@bristle//integrators/kernels:ensemble.c",
        ],
        copts = STRICT,
        deps = ["@bristle//integrators/kernels:ensemble"] +
               ["%s_%s_f64" % (name, level) for level in INSTRUCTIONS],
    )
