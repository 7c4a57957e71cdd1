"""What it takes to rebuild and rerun tests outside Bazel: their build graph as a file.

One JSON object a line: {"kind": "compile", "output", "source", "testonly", "argv"}, {"kind": "link",
"output", "argv"}, {"kind": "generate", "output", "inputs", "testonly", "argv", "env"}, {"kind": "test", "label", "executable", "args", "env", "files": [[path in the runfiles,
path], ...]}. Paths are relative to the execution root.
"""

load("@bazel_tools//tools/cpp:toolchain_utils.bzl", "find_cpp_toolchain")

_Plan = provider(fields = {"lines": "depset of JSON objects", "outputs": "depset of objects and executables"})

def _c_source(action):
    sources = [f for f in action.inputs.to_list() if f.extension == "c"]
    return sources[0].path

# Bazel does not show the command of a compilation; the toolchain makes the same one again, which
# the program verifies by the objects.
def _compile_command(target, ctx, action, toolchain, features):
    rule = ctx.rule.attr
    output = [f for f in action.outputs.to_list() if f.extension == "o"][0].path
    variables = cc_common.create_compile_variables(
        feature_configuration = features,
        cc_toolchain = toolchain,
        source_file = _c_source(action),
        output_file = output,
        user_compile_flags = rule.copts + ctx.fragments.cpp.copts + ctx.fragments.cpp.conlyopts,
        quote_include_directories = target[CcInfo].compilation_context.quote_includes,
        preprocessor_defines = depset(rule.local_defines),
    )
    argv = [toolchain.compiler_executable] + cc_common.get_memory_inefficient_command_line(
        feature_configuration = features,
        action_name = "c-compile",
        variables = variables,
    )
    return struct(
        kind = "compile",
        output = output,
        source = _c_source(action),
        testonly = rule.testonly,
        argv = argv,
    )

# Actions that write sources or data; those of rules of our own are named by the rule.
_GENERATORS = ["Genrule", "ExportKernels"]

def _generate(action, testonly):
    """One line for each output of the action."""
    return [
        struct(
            kind = "generate",
            output = output.path,
            inputs = [f.path for f in action.inputs.to_list()],
            testonly = testonly,
            argv = action.argv,
            env = ["%s=%s" % (name, text) for name, text in action.env.items()],
        )
        for output in action.outputs.to_list()
    ]

def _test(target, ctx):
    rule = ctx.rule.attr
    places = [t for t in rule.data + rule.srcs if type(t) == "Target"]
    prefix = ctx.bin_dir.path + "/"
    return struct(
        kind = "test",
        label = "//%s:%s" % (ctx.label.package, ctx.label.name),
        executable = target[DefaultInfo].files_to_run.executable.path,
        args = [
            word.replace(prefix, "")
            for a in rule.args
            for word in ctx.expand_location(a, places).split(" ")
        ],
        env = ["%s=%s" % (name, text.replace("$$", "$")) for name, text in rule.env.items()],
        files = [
            [f.short_path, f.path]
            for f in target[DefaultInfo].default_runfiles.files.to_list()
        ],
    )

def _aspect_impl(target, ctx):
    rule = ctx.rule.attr
    lines = []
    outputs = []
    if CcInfo in target and hasattr(rule, "local_defines"):
        toolchain = find_cpp_toolchain(ctx)
        features = cc_common.configure_features(
            ctx = ctx,
            cc_toolchain = toolchain,
            requested_features = ctx.features,
            unsupported_features = ctx.disabled_features,
        )
    for action in target.actions:
        if action.mnemonic == "CppCompile" and hasattr(rule, "local_defines"):
            lines.append(_compile_command(target, ctx, action, toolchain, features))
        elif action.mnemonic == "CppLink":
            output = action.outputs.to_list()[0]
            lines.append(struct(kind = "link", output = output.path, argv = action.argv))
        elif action.mnemonic in _GENERATORS:
            lines.extend(_generate(action, rule.testonly))
    if ctx.rule.kind.endswith("_test") and "manual" not in rule.tags:
        lines.append(_test(target, ctx))
        outputs.append(target[DefaultInfo].default_runfiles.files)
    below = []
    for name in _ATTRIBUTES:
        values = getattr(rule, name, None) or []
        for dep in values if type(values) == "list" else [values]:
            if type(dep) == "Target" and _Plan in dep:
                below.append(dep[_Plan])
    return [_Plan(
        lines = depset(
            [line.to_json() for line in lines],
            transitive = [b.lines for b in below],
        ),
        outputs = depset(transitive = outputs + [b.outputs for b in below]),
    )]

_ATTRIBUTES = [
    "data",
    "deps",
    "exec_tools",
    "hdrs",
    "srcs",
    "tests",
    "tools",
    "_export",
    "_implicit_tests",
]

_plan_aspect = aspect(
    implementation = _aspect_impl,
    apply_to_generating_rules = True,
    attr_aspects = _ATTRIBUTES,
    attrs = {
        "_cc_toolchain": attr.label(default = "@bazel_tools//tools/cpp:current_cc_toolchain"),
    },
    fragments = ["cpp"],
    toolchains = ["@bazel_tools//tools/cpp:toolchain_type"],
)

def _mutation_plan_impl(ctx):
    plan = ctx.actions.declare_file(ctx.label.name + ".jsonl")
    lines = depset(transitive = [t[_Plan].lines for t in ctx.attr.tests])
    excluded = ['"label":"%s"' % label for label in ctx.attr.without]
    kept = [line for line in lines.to_list() if not [e for e in excluded if e in line]]
    ctx.actions.write(plan, "\n".join(kept) + "\n")
    needed = depset(transitive = [t[_Plan].outputs for t in ctx.attr.tests])
    return [DefaultInfo(files = depset([plan]), runfiles = ctx.runfiles([plan], transitive_files = needed))]

mutation_plan = rule(
    implementation = _mutation_plan_impl,
    attrs = {
        "tests": attr.label_list(aspects = [_plan_aspect], doc = "Tests, or suites of them; manual ones are left out."),
        "without": attr.string_list(doc = "Labels of tests to leave out."),
    },
)
