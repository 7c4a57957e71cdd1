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
