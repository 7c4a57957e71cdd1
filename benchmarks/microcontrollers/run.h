/* Measures what kernels cost on a microcontroller: runs a core's firmware (//benchmarks/firmware)
 * in its emulator and combines the program's console, the counts during the run, and the sizes
 * measured when the firmware was built. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_RUN_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A core of tools/embedded/cores.bzl. */
struct embedded_core {
    const char *name, *title, *family;
    const char *emulator, *emulator_package;
    const char *const *machine; /* the emulator's arguments, ended by NULL */
    const char *cycles;         /* the model of cycles, or "none" */
    const char *packages;       /* packages that the core needs, separated by blanks */
    const char *compiler, *compiler_packages; /* the prefix of its tools, and where they are from */
    const char *flags, *compile_flags, *link_flags; /* words; the first for both of the others */
    uint32_t flash, ram;                            /* bytes; 0: unlimited */
};

/* All cores, in the order of tools/embedded/cores.bzl, ended by a NULL name (generated). */
extern const struct embedded_core embedded_cores[];

/* The methods of firmware, ended by NULL (generated). */
extern const char *const embedded_methods[];

/* Words: the options of firmware, and of its kernels (generated). */
extern const char embedded_flags[], embedded_kernel_flags[];

/* Returns the core of that name, or NULL. */
const struct embedded_core *embedded_core_find(const char *name);

enum embedded_status {
    EMBEDDED_OK,
    EMBEDDED_DOES_NOT_FIT, /* more flash or RAM than the part has, its stack included */
    EMBEDDED_FAULT,        /* the program stopped before this kernel ended */
    EMBEDDED_LIMIT,        /* stopped after as many instructions as it may take */
};

/* Returns the status in words. */
const char *embedded_status_text(enum embedded_status status);

enum { EMBEDDED_NAME = 32, EMBEDDED_STATES = 15 };

/* A count over the steps of the profile (benchmarks/firmware/velocity.h). */
struct embedded_range {
    uint64_t min, max;
    double mean;
};

/* The cost of a kernel's step. Unless its status is EMBEDDED_OK, only names and sizes are valid. */
struct embedded_cost {
    char law[EMBEDDED_NAME], method[EMBEDDED_NAME], precision[4];
    enum embedded_status status;
    uint64_t steps, restarts;           /* restarts: after a step that was not finite */
    struct embedded_range instructions; /* from the kernel's first instruction to its return */
    bool has_cycles;
    struct embedded_range cycles_lo, cycles_hi; /* bounds of the cycles; equal: exact */
    struct embedded_range exp_calls;            /* of exp and expm1 in libm */
    uint32_t flash, ram; /* bytes of the kernel and its callees; RAM: static */
    uint32_t stack;      /* bytes of stack written by the kernel and its callees */
    /* At the end of the profile; a force of NAN: the kernel's steps have failed. */
    double force, states[EMBEDDED_STATES];
    uint64_t force_bits, state_bits[EMBEDDED_STATES]; /* in the precision's own format */
    unsigned n_states;
};

struct embedded_request {
    const struct embedded_core *core;
    const char *firmware; /* directory with the core's images and sizes.csv */
    const char *counter;  /* the plugin for QEMU */
    const char *runner;   /* the emulator of the AVR, in place of QEMU */
    double h;             /* s, the step */
    unsigned jobs;        /* emulators at once; 0: 1 */
    uint64_t limit;       /* instructions of an image, at most; 0: 4e9 */
};

/* Measures the core's kernels: *rows, in the order of sizes.csv, is to be freed. Returns false,
 * with one line in message[n] and no rows, when the emulator or the firmware is missing, or their
 * output is not as expected. Progress goes to a terminal's stderr. */
bool embedded_run(const struct embedded_request *request, struct embedded_cost **rows,
                  size_t *n_rows, char message[], size_t n);

#endif
