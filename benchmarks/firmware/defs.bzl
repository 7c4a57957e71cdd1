"""Firmware: images for a core of //tools/embedded, whatever platform asks for them."""

load("//integrators/kernels:defs.bzl", "fused_kernels")
load("//models:defs.bzl", "write_lines")
load("//tools:copts.bzl", "PRECISIONS", "STRICT")
load("//tools/embedded:cores.bzl", "CORES")
load(":catalogue.bzl", "LAWS", "METHODS")

# Everything here needs a cross compiler, or is wanted in firmware only.
_TAGS = ["manual"]

def _image_source(name, pairs):
    """<name>.c: the table PREC(image_kernels) of image.h."""
    write_lines(
        name = name + "_c",
        out = name + ".c",
        lines = ["#include \"benchmarks/firmware/image.h\""] +
                ["kernel_step KERNEL_STEP(%s, %s);" % pair for pair in pairs] +
                ["const struct image_kernel PREC(image_kernels)[] = {"] +
                ["    { \"%s\", \"%s\", KERNEL_STEP(%s, %s) }," % (pair * 2) for pair in pairs] +
                ["    { NULL, NULL, NULL }", "};"],
    )

def _library(name, srcs, deps, precision):
    native.cc_library(
        name = "%s_%s" % (name, precision),
        srcs = srcs,
        copts = STRICT,
        linkstatic = True,
        local_defines = PRECISIONS[precision],
        tags = _TAGS,
        alwayslink = True,
        deps = deps + [":parts"],
    )

def _law_data(law, precision):
    source = "law_data_%s_%s.c" % (law, precision)
    native.genrule(
        name = source[:-len(".c")] + "_c",
        outs = [source],
        cmd = "$(location :write_law_data_%s) %s $@" % (precision, law),
        exec_tools = [":write_law_data_" + precision],
        tags = _TAGS,
    )
    _library("law_data_" + law, [source], [], precision)

def _image(name, law, pairs, precisions, kernels = [], program = "profile"):
    _image_source(name, pairs)
    for precision in precisions:
        _library(name, [name + ".c"], [
            ":kernels_%s_%s" % (law, precision),
            ":law_data_%s_%s" % (law, precision),
        ] + [library % precision for library in kernels], precision)
    native.cc_binary(
        name = name,
        srcs = [program + "_main.c"],
        copts = STRICT,
        linkopts = by_family(LINK_FLAGS),
        tags = _TAGS,
        deps = ["%s_%s" % (program, precision) for precision in precisions] +
               ["%s_%s" % (name, precision) for precision in precisions] +
               [":port"],
    )

def law_images():
    """The images of a law: image_<law> with all its kernels, on_target_<law> with them and another
    program, and for the AVR, whose memory is small, image_<law>_<method> with one, in float."""
    for law, square in LAWS.items():
        for precision in PRECISIONS:
            _law_data(law, precision)
        fused_kernels("kernels_" + law, {law: square}, METHODS, steps_only = True, tags = _TAGS)
        pairs = [(law, method) for method in METHODS]
        _image("image_" + law, law, pairs, PRECISIONS.keys())
        _image("image_on_target_" + law, law, pairs, PRECISIONS.keys(), program = "on_target")
        for method in METHODS:
            _image("image_%s_%s" % (law, method), law, [(law, method)], ["f32"])

# What check.S has for each family and core, beside that which does not end well.
CHECKS = {
    "avr": ["return", "alu", "load", "call", "loop"],
    "cortex_m": ["return", "alu", "multiply", "load", "literal", "store", "list", "list_of_base", "branch", "call", "loop"],
    "riscv": ["return", "alu", "loop"],
}

_WIDE = ["divide", "multiply_add", "multiply_long", "multiply_add_long", "load_two", "if_then", "if_then_return", "compare_and_branch", "table"]
_FLOAT = ["float", "float_load", "float_move"]
MORE_CHECKS = {
    "m3": _WIDE,
    "m4f": _WIDE + _FLOAT,
    "m7": _WIDE + _FLOAT,
}

def check_images():
    """Images check_<core> of the routines of check.S that have counts, trace_<core> of a kernel,
    hang_<core> and fault_<core>."""
    for precision in PRECISIONS:
        _library("check_routines", ["check.S"], [], precision)
    for core in CORES:
        avr = CORES[core].family == "avr"
        precisions = ["f32"] if avr else PRECISIONS.keys()
        routines = CHECKS[CORES[core].family] + MORE_CHECKS.get(core, [])
        images = {"check": [("check", routine) for routine in routines], "hang": [("check", "hang")]}
        if not avr:
            images["fault"] = [("check", "fault")]
            images["trace"] = [("dahl", "euler")]
        for image, pairs in images.items():
            _image("image_%s_%s" % (image, core), "dahl", pairs, precisions, [":check_routines_%s"])

# Where picolibc's linker script puts things: what the smallest part has, which QEMU's other
# machines have as well. AVR: of the linker's own script, only that what is too large is linked
# all the same; the row then says that it does not fit.
def _linker(symbols):
    return ["-Wl,--defsym=%s=%s" % item for item in symbols.items()]

LINK_FLAGS = {
    "cortex_m": _linker({
        "__flash": "0",
        "__flash_size": "256K",
        "__ram": "0x20000000",
        "__ram_size": "16K",
        "__stack_size": "0",
    }),
    "riscv": _linker({
        "__flash": "0x80000000",
        "__flash_size": "1M",
        "__ram": "0x80100000",
        "__ram_size": "16K",
        "__stack_size": "0",
    }),
    "avr": _linker({"__TEXT_REGION_LENGTH__": "128K"}),
}

def by_family(values):
    """A select: for a core the value of its family, a list."""
    return select(dict(
        [("//tools/embedded:is_" + core, values[CORES[core].family]) for core in CORES],
        **{"//conditions:default": []}
    ))

def _for_core_impl(_settings, attr):
    return {
        "//command_line_option:copt": [],
        "//command_line_option:linkopt": [],
        "//command_line_option:platforms": "//tools/embedded:" + attr.core,
    }

# The host's sanitizers are not the core's.
_for_core = transition(
    implementation = _for_core_impl,
    inputs = [],
    outputs = [
        "//command_line_option:copt",
        "//command_line_option:linkopt",
        "//command_line_option:platforms",
    ],
)

def _kernel_list(ctx):
    """File of sizes.sh: the kernels, with the archives that hold them."""
    archives = {file.basename: file for file in ctx.files.kernels + ctx.files.probes}
    lines = [
        "%s %s %s %s %s" % (
            law,
            method,
            precision,
            archives["libprobe_%s.a" % precision].path,
            archives["libkernels_%s_%s.a" % (law, precision)].path,
        )
        for precision in ctx.attr.precisions
        for law in LAWS
        for method in METHODS
    ]
    list_file = ctx.actions.declare_file(ctx.label.name + "/kernels.txt")
    ctx.actions.write(list_file, "\n".join(lines) + "\n")
    return list_file

def _sizes(ctx):
    core = CORES[ctx.attr.core]
    kernels = _kernel_list(ctx)
    sizes = ctx.actions.declare_file(ctx.label.name + "/sizes.csv")
    link = [ctx.file._tool.path, "gcc"] + core.flags + ["-Wl,--gc-sections"] + core.link_flags + LINK_FLAGS[core.family]
    ctx.actions.run(
        executable = ctx.executable._sizes,
        arguments = [kernels.path, sizes.path] + link,
        env = {
            "CROSS_COMPILER": core.compiler,
            "CROSS_PACKAGES": core.compiler_packages,
            "PATH": "/usr/bin:/bin",
        },
        inputs = ctx.files.kernels + ctx.files.probes + [kernels, ctx.file._tool],
        outputs = [sizes],
        mnemonic = "KernelSizes",
        progress_message = "Linking each kernel for " + core.title,
    )
    return sizes

def _firmware_impl(ctx):
    files = [_sizes(ctx)] if ctx.attr.probes else []
    for image in ctx.files.images:
        name = image.basename[len("image_"):]
        file = ctx.actions.declare_file("%s/%s.elf" % (ctx.label.name, name))
        ctx.actions.symlink(output = file, target_file = image)
        files.append(file)
    return [DefaultInfo(files = depset(files), runfiles = ctx.runfiles(files + ctx.files.images))]

firmware = rule(
    _firmware_impl,
    attrs = {
        "core": attr.string(mandatory = True, values = CORES.keys()),
        "images": attr.label_list(cfg = _for_core),
        "kernels": attr.label_list(cfg = _for_core),
        "precisions": attr.string_list(),
        "probes": attr.label_list(cfg = _for_core),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
        "_sizes": attr.label(default = ":sizes.sh", allow_single_file = True, executable = True, cfg = "host"),
        "_tool": attr.label(default = "//tools/embedded:tool.sh", allow_single_file = True),
    },
    doc = "Files <name>/<image>.elf of the targets image_<image>; with probes, <name>/sizes.csv.",
)

def selected_firmware(name):
    """The firmware of the core that --define=core=CORE names, or of all cores.

    A setting of a rule of ours would do as well, but change the configuration of everything, so
    that all would be built once more for each core.
    """
    for core in CORES:
        native.config_setting(name = "only_" + core, define_values = {"core": core})
    native.filegroup(
        name = name,
        srcs = select(dict(
            [(":only_" + core, [core]) for core in CORES],
            **{"//conditions:default": CORES.keys()}
        )),
        tags = _TAGS,
    )

def for_selected(special, usual):
    """A select: for the core that is selected its special files, or the usual ones; for all cores
    both."""
    everything = usual + [file for files in special.values() for file in files]
    return select(dict(
        [(":only_" + core, special.get(core, usual)) for core in CORES],
        **{"//conditions:default": everything}
    ))
