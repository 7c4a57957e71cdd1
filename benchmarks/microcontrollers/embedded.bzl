"""The table of cores (//tools/embedded:cores.bzl) as C."""

load("//models:defs.bzl", "write_lines")
load("//tools/embedded:cores.bzl", "CORES")

def _initializer(name, core):
    machine = "".join(["\"%s\", " % word for word in core.machine])
    return [
        "    { .name = \"%s\", .title = \"%s\", .family = \"%s\"," % (name, core.title, core.family),
        "      .emulator = \"%s\", .emulator_package = \"%s\"," % (core.emulator, core.emulator_package),
        "      .machine = (const char *const[]){ %sNULL }," % machine,
        "      .cycles = \"%s\", .packages = \"%s\"," % (core.cycles, core.packages),
        "      .flash = %d, .ram = %d }," % (core.flash, core.ram),
    ]

def embedded_core_table(name, out):
    """A source file with the array embedded_cores of benchmarks/microcontrollers/run.h."""
    lines = ["#include \"benchmarks/microcontrollers/run.h\"", "const struct embedded_core embedded_cores[] = {"]
    for core in CORES:
        lines += _initializer(core, CORES[core])
    write_lines(name, out, lines + ["    { .name = NULL }", "};"])
