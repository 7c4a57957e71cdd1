"""Compiler options shared by every C target."""

# No contraction to fused multiply-add: float and double results must not depend
# on the instruction set.
STRICT = [
    "-std=c11",
    "-O2",
    "-ffp-contract=off",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wconversion",
    "-Wdouble-promotion",
    "-Wfloat-conversion",
    "-Wshadow",
    "-Wstrict-prototypes",
    "-Wmissing-prototypes",
    "-Wvla",
]

# Programs and tests use POSIX; models and integrators do not.
POSIX = STRICT + ["-D_POSIX_C_SOURCE=200809L"]

PRECISIONS = {
    "f32": ["REAL_F32"],
    "f64": [],
}

# Sets of instructions that code for many lanes at once is compiled for, chosen at run time; for
# processors of the x86 family.
INSTRUCTIONS = {
    "baseline": [],
    "avx2": ["-mavx2"],
    "avx512": ["-mavx512f", "-mavx512dq", "-mprefer-vector-width=512"],
}

# Loops over lanes become vector instructions: libm's functions do not set errno, and nobody asks
# which exceptions were raised. Neither changes a result.
LANES = STRICT + ["-O3", "-fno-math-errno", "-fno-trapping-math"]
