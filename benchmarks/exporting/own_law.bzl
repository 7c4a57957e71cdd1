"""What is made of a law of any repository: headers, a shared object, a unit, costs on cores."""

load("//benchmarks/firmware:catalogue.bzl", "METHODS")
load("//tools/embedded:cores.bzl", "CORES")
load("//tools:copts.bzl", "PRECISIONS")

def _made(name, out, source, options, hdrs, program = "@bristle//benchmarks:export"):
    native.genrule(
        name = name,
        srcs = [source] + hdrs,
        outs = [out],
        cmd = "$(location %s) %s -o $@" % (program, options % ("$(location %s)" % source)),
        tags = ["manual"],
        tools = [program],
    )

def law_exports(law, source, hdrs = []):
    """Targets that are built when asked for; each says in a line what it lacks.

    export_<law>_<method>_<precision> makes <law>_<method>_<precision>.h (benchmarks/exporting);
    lib<law>_so makes lib<law>.so (benchmarks/library); <law>_fmu and <law>_fmi3_fmu make <law>.fmu
    and <law>_fmi3.fmu of a text (benchmarks/fmu), <law>_mass_fmu and <law>_mass_fmi3_fmu those of a
    mass with it; <law>_costs_<core> makes <law>_costs_<core>.csv,
    which needs the core's compiler and emulator (benchmarks/microcontrollers).

    Args:
      law: the law's name.
      source: its file, <law>.mo or <law>.c.
      hdrs: what C includes of this repository.
    """
    for method in METHODS:
        for precision in PRECISIONS:
            pair = "%s_%s_%s" % (law, method, precision)
            single = " --float" if precision == "f32" else ""
            _made("export_" + pair, pair + ".h", source, "--model %s --method " + method + single, hdrs)
    _made("lib%s_so" % law, "lib%s.so" % law, source, "--library %s", hdrs)
    if source.endswith(".mo"):
        for subject, option in {"": "", "_mass": " --mass"}.items():
            unit = law + subject
            _made(unit + "_fmu", unit + ".fmu", source, "--fmu %s" + option, hdrs)
            _made(unit + "_fmi3_fmu", unit + "_fmi3.fmu", source, "--fmu %s --fmi 3" + option, hdrs)
    for core in CORES:
        name = "%s_costs_%s" % (law, core)
        _made(
            name,
            name + ".csv",
            source,
            "--core %s --costs --format csv --model %%s" % core,
            hdrs,
            program = "@bristle//benchmarks/microcontrollers:embedded",
        )
