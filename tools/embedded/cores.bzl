"""The microcontroller cores that firmware is built for: the one table that says how.

A family has a compiler with its C library and an emulator; a core adds the flags of its machine.
tools/bazel reads the lines "packages" and the cores' families with sed: keep their layout.
"""

# compiler: the prefix of its tools' names.
# compiler_packages, packages: what Debian calls the compiler with its C library; and all that the
#   family needs, the emulator and (for a runner of our own) its headers included.
# flags: for compiling and linking. compile_flags, link_flags: for one of the two only.
# includes: where the compiler's own headers are, whatever its version.
# emulator: the program; emulator_package: where it comes from.
# limits of memory are those of the part emulated, in bytes.
_ARM = {
    "family": "cortex_m",
    "compiler": "arm-none-eabi-",
    "compiler_packages": "gcc-arm-none-eabi picolibc-arm-none-eabi",
    "packages": "gcc-arm-none-eabi picolibc-arm-none-eabi qemu-system-arm",
    "flags": ["--specs=picolibc.specs", "-mthumb"],
    "compile_flags": [],
    "link_flags": ["-nostartfiles"],
    "includes": ["/usr/lib/gcc/arm-none-eabi", "/usr/lib/picolibc/arm-none-eabi"],
    "emulator": "qemu-system-arm",
    "emulator_package": "qemu-system-arm",
}

_RISCV = {
    "family": "riscv",
    "compiler": "riscv64-unknown-elf-",
    "compiler_packages": "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf",
    "packages": "gcc-riscv64-unknown-elf picolibc-riscv64-unknown-elf qemu-system-misc",
    "flags": ["--specs=picolibc.specs", "-mcmodel=medany"],
    "compile_flags": [],
    "link_flags": ["-nostartfiles"],
    "includes": ["/usr/lib/gcc/riscv64-unknown-elf", "/usr/lib/picolibc/riscv64-unknown-elf"],
    "emulator": "qemu-system-riscv32",
    "emulator_package": "qemu-system-misc",
}

_AVR = {
    "family": "avr",
    "compiler": "avr-",
    "compiler_packages": "gcc-avr avr-libc",
    "packages": "gcc-avr avr-libc libsimavr-dev libelf-dev",
    "flags": [],
    "compile_flags": ["-isystem", "tools/embedded/avr"],
    "link_flags": [],
    "includes": ["/usr/lib/gcc/avr", "/usr/lib/avr/include", "tools/embedded/avr"],
    "emulator": "simavr",
    "emulator_package": "libsimavr-dev",
}

def _core(family, title, flags, machine = [], compile_flags = [], cycles = "none", flash = 0, ram = 0):
    return struct(
        title = title,
        family = family["family"],
        compiler = family["compiler"],
        compiler_packages = family["compiler_packages"],
        packages = family["packages"],
        flags = family["flags"] + flags,
        compile_flags = family["compile_flags"] + compile_flags,
        link_flags = family["link_flags"],
        includes = family["includes"],
        emulator = family["emulator"],
        emulator_package = family["emulator_package"],
        machine = machine,
        cycles = cycles,
        flash = flash,
        ram = ram,
    )

# machine: the emulator's arguments. cycles: the model of instruction timing, "none" where no
# defensible one is known. The suffix _zicsr names instructions of start-up code; given when
# linking, it would select another C library.
CORES = {
    "m0p": _core(_ARM, "Cortex-M0+", ["-mcpu=cortex-m0plus", "-mfloat-abi=soft"], ["-M", "microbit"], cycles = "m0p", flash = 256 * 1024, ram = 16 * 1024),
    "m3": _core(_ARM, "Cortex-M3", ["-mcpu=cortex-m3", "-mfloat-abi=soft"], ["-M", "mps2-an385"], cycles = "m3"),
    "m4f": _core(_ARM, "Cortex-M4F", ["-mcpu=cortex-m4", "-mfpu=fpv4-sp-d16", "-mfloat-abi=hard"], ["-M", "mps2-an386"], cycles = "m4f"),
    "m7": _core(_ARM, "Cortex-M7", ["-mcpu=cortex-m7", "-mfpu=fpv5-d16", "-mfloat-abi=hard"], ["-M", "mps2-an500"]),
    "rv32imac": _core(_RISCV, "RV32IMAC", ["-march=rv32imac", "-mabi=ilp32"], ["-M", "virt", "-cpu", "rv32,f=off,d=off", "-bios", "none"], compile_flags = ["-march=rv32imac_zicsr"]),
    "rv32imafc": _core(_RISCV, "RV32IMAFC", ["-march=rv32imafc", "-mabi=ilp32f"], ["-M", "virt", "-cpu", "rv32,d=off", "-bios", "none"], compile_flags = ["-march=rv32imafc_zicsr"]),
    "atmega328p": _core(_AVR, "ATmega328P", ["-mmcu=atmega328p"], cycles = "exact", flash = 32 * 1024, ram = 2 * 1024),
}

# The cores that QEMU emulates.
QEMU_CORES = [core for core in CORES if CORES[core].family != "avr"]
