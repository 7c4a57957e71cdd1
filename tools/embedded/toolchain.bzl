"""A Bazel platform and a C toolchain for each core of CORES."""

load("@bazel_tools//tools/build_defs/cc:action_names.bzl", "ACTION_NAMES")
load(
    "@bazel_tools//tools/cpp:cc_toolchain_config_lib.bzl",
    "env_entry",
    "env_set",
    "feature",
    "flag_group",
    "flag_set",
    "tool_path",
)
load(":cores.bzl", "CORES")

_COMPILE = [
    ACTION_NAMES.assemble,
    ACTION_NAMES.c_compile,
    ACTION_NAMES.preprocess_assemble,
]
_LINK = [ACTION_NAMES.cpp_link_executable]
_ARCHIVE = [ACTION_NAMES.cpp_link_static_library]

# Each function in a section of its own, so that an image holds what it calls only; and nothing in
# an object that depends on when and where it was made.
# What code depends on.
CROSS_COMPILE_FLAGS = [
    "-ffunction-sections",
    "-fdata-sections",
]

_COMPILE_FLAGS = CROSS_COMPILE_FLAGS + [
    "-fno-canonical-system-headers",
    "-Wno-builtin-macro-redefined",
    "-D__DATE__=\"redacted\"",
    "-D__TIME__=\"redacted\"",
    "-D__TIMESTAMP__=\"redacted\"",
]

def _flags(actions, flags):
    return [flag_set(actions = actions, flag_groups = [flag_group(flags = flags)])] if flags else []

def _toolchain_config_impl(ctx):
    core = CORES[ctx.attr.core]
    flags = _flags(_COMPILE + _LINK, core.flags) + \
            _flags(_COMPILE, _COMPILE_FLAGS + core.compile_flags) + \
            _flags(_LINK, ["-Wl,--gc-sections"] + core.link_flags)

    # What gcc.sh and ar.sh run, and what to install when it is not there.
    tools = [env_set(
        actions = _COMPILE + _LINK + _ARCHIVE,
        env_entries = [
            env_entry("CROSS_COMPILER", core.compiler),
            env_entry("CROSS_PACKAGES", core.compiler_packages),
        ],
    )]
    paths = {"gcc": "gcc.sh", "ar": "ar.sh"}
    unused = ["cpp", "gcov", "ld", "nm", "objdump", "strip"]
    return cc_common.create_cc_toolchain_config_info(
        ctx = ctx,
        toolchain_identifier = ctx.attr.core,
        host_system_name = "local",
        target_system_name = core.compiler + "elf",
        target_cpu = ctx.attr.core,
        target_libc = "unknown",
        compiler = "gcc",
        abi_version = "unknown",
        abi_libc_version = "unknown",
        cxx_builtin_include_directories = core.includes,
        tool_paths = [tool_path(name = name, path = path) for name, path in paths.items()] +
                     [tool_path(name = name, path = "/bin/false") for name in unused],
        features = [feature(name = "core", enabled = True, flag_sets = flags, env_sets = tools)],
    )

_toolchain_config = rule(
    _toolchain_config_impl,
    attrs = {"core": attr.string(mandatory = True)},
    provides = [CcToolchainConfigInfo],
)

def embedded_core(core):
    """Constraint value is_<core>, platform <core> and its toolchain <core>_toolchain."""
    native.constraint_value(name = "is_" + core, constraint_setting = ":core")
    native.platform(name = core, constraint_values = [":is_" + core])
    _toolchain_config(name = core + "_config", core = core)
    native.cc_toolchain(
        name = core + "_cc",
        all_files = ":tools",
        ar_files = ":tools",
        as_files = ":tools",
        compiler_files = ":tools",
        dwp_files = ":tools",
        linker_files = ":tools",
        objcopy_files = ":tools",
        strip_files = ":tools",
        supports_param_files = False,
        toolchain_config = core + "_config",
    )
    native.toolchain(
        name = core + "_toolchain",
        exec_compatible_with = ["@platforms//os:linux"],
        target_compatible_with = [":is_" + core],
        toolchain = core + "_cc",
        toolchain_type = "@bazel_tools//tools/cpp:toolchain_type",
    )
