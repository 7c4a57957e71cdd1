"""The table of cores (//tools/embedded:cores.bzl) as C."""

load("//benchmarks/firmware:catalogue.bzl", "METHODS")
load("//benchmarks/firmware:defs.bzl", "LINK_FLAGS")
load("//integrators/kernels:defs.bzl", "KERNEL_COPTS")
load("//models:defs.bzl", "write_lines")
load("//tools:copts.bzl", "STRICT")
load("//tools/embedded:cores.bzl", "CORES")
load("//tools/embedded:toolchain.bzl", "CROSS_COMPILE_FLAGS")

def _words(flags):
    return "\"%s\"" % " ".join(flags)

def _initializer(name, core):
    machine = "".join(["\"%s\", " % word for word in core.machine])
    return [
        "    { .name = \"%s\", .title = \"%s\", .family = \"%s\"," % (name, core.title, core.family),
        "      .emulator = \"%s\", .emulator_package = \"%s\"," % (core.emulator, core.emulator_package),
        "      .machine = (const char *const[]){ %sNULL }," % machine,
        "      .cycles = \"%s\", .packages = \"%s\"," % (core.cycles, core.packages),
        "      .compiler = \"%s\", .compiler_packages = \"%s\"," % (core.compiler, core.compiler_packages),
        "      .flags = %s," % _words(core.flags),
        "      .compile_flags = %s," % _words(CROSS_COMPILE_FLAGS + core.compile_flags),
        "      .link_flags = %s," % _words(["-Wl,--gc-sections"] + core.link_flags + LINK_FLAGS[core.family]),
        "      .flash = %d, .ram = %d }," % (core.flash, core.ram),
    ]

# Warnings are for who writes the code.
def _silent(flags):
    return [flag for flag in flags if not flag.startswith("-W")] + ["-w"]

def embedded_core_table(name, out):
    """A source file with the array embedded_cores of benchmarks/microcontrollers/run.h."""
    lines = ["#include \"benchmarks/microcontrollers/run.h\"", "const struct embedded_core embedded_cores[] = {"]
    for core in CORES:
        lines += _initializer(core, CORES[core])
    lines += ["    { .name = NULL }", "};"]
    lines += ["const char *const embedded_methods[] = {"]
    lines += ["    \"%s\"," % method for method in METHODS] + ["    NULL", "};"]
    lines += ["const char embedded_flags[] = %s;" % _words(_silent(STRICT))]
    lines += ["const char embedded_kernel_flags[] = %s;" % _words(_silent(KERNEL_COPTS))]
    write_lines(name, out, lines)
