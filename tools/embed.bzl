"""Sources as part of a program, which compiles them where it runs."""

def _path(file):
    """The file's path in its repository, also where another one uses that."""
    path = file.short_path
    return "/".join(path.split("/")[2:]) if path.startswith("../") else path

def _embedded_files_impl(ctx):
    files = ctx.attr.of[CcInfo].compilation_context.headers.to_list()
    pairs = ctx.actions.declare_file(ctx.label.name + "/files.txt")
    ctx.actions.write(pairs, "".join(["%s %s\n" % (file.path, _path(file)) for file in files]))
    ctx.actions.run(
        executable = ctx.executable._script,
        arguments = [ctx.attr.array, pairs.path, ctx.outputs.out.path],
        inputs = files + [pairs],
        outputs = [ctx.outputs.out],
        mnemonic = "EmbedFiles",
    )

embedded_files = rule(
    _embedded_files_impl,
    doc = "All that a library's users may include, as an array of C of that name (tools/base/program.h).",
    attrs = {
        "array": attr.string(mandatory = True),
        "of": attr.label(mandatory = True),
        "out": attr.output(mandatory = True),
        "_script": attr.label(
            default = "//tools:embed.sh",
            allow_single_file = True,
            executable = True,
            cfg = "host",
        ),
    },
)
