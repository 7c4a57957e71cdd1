"""The external repositories a workspace needs to use Bristle. None is downloaded."""

def _written_repository_impl(ctx):
    for path, text in ctx.attr.files.items():
        ctx.file(path, text, executable = False)

_written_repository = repository_rule(
    implementation = _written_repository_impl,
    attrs = {"files": attr.string_dict(mandatory = True)},
    doc = "A repository whose few files are written out here.",
)

_NATIVE_CC_RULES = ["cc_binary", "cc_import", "cc_library", "cc_test", "cc_toolchain", "cc_toolchain_suite"]

def bristle_dependencies():
    """Declares the repositories that Bazel's own tools load by name and would otherwise download."""

    # Debian's rules_cc is too old for Debian's Bazel; the native rules do.
    _written_repository(
        name = "rules_cc",
        files = {
            "BUILD": "",
            "cc/BUILD": "package(default_visibility = [\"//visibility:public\"])\n",
            "cc/defs.bzl": "".join(["%s = native.%s\n" % (rule, rule) for rule in _NATIVE_CC_RULES]),
        },
    )

    # Every test names the coverage tools; none collects coverage.
    _written_repository(
        name = "remote_coverage_tools",
        files = {"BUILD": "".join([
            "filegroup(name = \"%s\", visibility = [\"//visibility:public\"])\n" % tool
            for tool in ["coverage_report_generator", "lcov_merger"]
        ])},
    )
    native.local_repository(name = "rules_java", path = "/usr/share/bazel/rules/java")
    native.local_repository(name = "rules_proto", path = "/usr/share/bazel/rules/proto")
