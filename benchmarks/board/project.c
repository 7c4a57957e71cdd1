/* Writes the project's own Makefile, and the sources beside it (project.h). */
#include "benchmarks/board/project.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* All sources (generated). */
extern const struct program_file board_sources[];

/* What a family needs to start and to write, and what of a processor a user has to say. */
struct family {
    const char *name, *start, *memory, *clock, *headers;
};

/* Linkers take the last of several values. */
#define FLASH_AND_RAM(flash, ram)                                                                  \
    "FLASH      = " flash "\n"                                                                     \
    "FLASH_SIZE = 64K\n"                                                                           \
    "RAM        = " ram "\n"                                                                       \
    "RAM_SIZE   = 8K\n"                                                                            \
    "MEMORY = -Wl,--defsym=__flash=$(FLASH),--defsym=__flash_size=$(FLASH_SIZE) \\\n"              \
    "  -Wl,--defsym=__ram=$(RAM),--defsym=__ram_size=$(RAM_SIZE)\n"

static const struct family families[] = {
    { "cortex_m", "benchmarks/firmware/start_cortex_m.c benchmarks/firmware/port_semihosting.c",
      FLASH_AND_RAM("0x08000000", "0x20000000"), "0", "" },
    { "riscv", "benchmarks/firmware/start_riscv.c benchmarks/firmware/port_semihosting.c",
      FLASH_AND_RAM("0x20000000", "0x80000000"), "0", "" },
    { "avr",
      "benchmarks/firmware/libm_avr.c benchmarks/firmware/port_exit_avr.c "
      "benchmarks/firmware/port_uart_avr.c",
      "MEMORY = -Wl,--defsym=__TEXT_REGION_LENGTH__=32K\n", "16000000",
      "HEADERS = $(wildcard *_f32.h) # its double is a float\n" },
};

static const struct family *family_of(const struct embedded_core *core)
{
    const struct family *f = families;
    while (strcmp(f->name, core->family) != 0)
        f++;
    return f;
}

static char *makefile(const struct embedded_core *core)
{
    const struct family *f = family_of(core);
    return memory_text(
        "# Measures steps of the headers beside it on a board: %s.\n"
        "# benchmarks/board/README.md says how.\n"
        "\n"
        "# Your processor, by its data sheet: where its memory begins, how much there "
        "is,\n"
        "# and its clock, in Hz; 0: not known, no times.\n"
        "%s"
        "CLOCK_HZ = %s\n"
        "\n"
        "# Start-up code and console: replace them by yours where they do not fit.\n"
        "START = %s\n"
        "\n"
        "# The compiler (Debian: %s), with the flags of Bristle's counts.\n"
        "CROSS   = %s\n"
        "CPU     = %s\n"
        "COMPILE = %s\n"
        "OPTIONS = %s\n"
        "LINK    = %s\n"
        "%s"
        "\n"
        "include benchmarks/board/Makefile\n",
        core->title, f->memory, f->clock, f->start, core->compiler_packages, core->compiler,
        core->flags, core->compile_flags, embedded_kernel_flags, core->link_flags, f->headers);
}

void project_refuse(const char *folder)
{
    struct stat at;
    if (*folder == '\0' || lstat(folder, &at) == 0)
        cli_fail("--board: '%s' is %s: expected a new folder's name", folder,
                 *folder ? "there" : "no name");
}

void project_write(const struct project *p)
{
    char *own = makefile(p->core);
    char *own_path = memory_text("%s/Makefile", p->folder);
    char *header_path = p->kernel ? memory_text("%s/%s.h", p->folder, p->kernel) : NULL;
    const bool is_written = program_lay_out(p->folder, board_sources) &&
                            program_write(own_path, own) &&
                            (!header_path || program_write(header_path, p->header));
    free(header_path);
    free(own_path);
    free(own);
    if (is_written)
        return;
    program_remove(p->folder);
    cli_fail("--board: cannot write to '%s'", p->folder);
}
