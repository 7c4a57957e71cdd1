/* What kernels cost on a microcontroller: runs a core's firmware (//benchmarks/firmware) in its
 * emulator and puts together what the program says on its console, what was counted while it ran,
 * and the sizes measured when it was built. */
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
    const char *cycles;         /* the model of cycles; "none" */
    const char *packages;       /* all that the core needs, separated by blanks */
    uint32_t flash, ram;        /* bytes; 0: no matter */
};

/* All of them, in the order of the table, ended by a name that is NULL (generated). */
extern const struct embedded_core embedded_cores[];

/* The core of that name, or NULL. */
const struct embedded_core *embedded_core_find(const char *name);

enum embedded_status {
    EMBEDDED_OK,
    EMBEDDED_DOES_NOT_FIT, /* more flash or RAM than the part has, its stack included */
    EMBEDDED_FAULT,        /* the program stopped before this kernel was through */
    EMBEDDED_LIMIT,        /* it was stopped, after as many instructions as it may take */
};

/* In words. */
const char *embedded_status_text(enum embedded_status status);

enum { EMBEDDED_NAME = 32, EMBEDDED_STATES = 15 };

/* Over the steps of the profile (firmware/velocity.h). */
struct embedded_range {
    uint64_t min, max;
    double mean;
};

/* A kernel. Where its status is not EMBEDDED_OK, only names and sizes are valid. */
struct embedded_cost {
    char law[EMBEDDED_NAME], method[EMBEDDED_NAME], precision[4];
    enum embedded_status status;
    uint64_t steps, restarts; /* of the law, after a step that was not finite: it diverges */
    struct embedded_range instructions; /* from the kernel's first to its return */
    bool has_cycles;
    struct embedded_range cycles_lo, cycles_hi; /* the cycles are between; equal: exact */
    struct embedded_range exp_calls;            /* of exp and expm1 in libm */
    uint32_t flash, ram; /* bytes that the kernel and what it calls take; RAM: static */
    uint32_t stack;      /* bytes of stack written, from the kernel's entry on */
    /* At the end of the profile; a force that is NAN: the kernel's steps have failed. */
    double force, states[EMBEDDED_STATES];
    uint64_t force_bits, state_bits[EMBEDDED_STATES]; /* of the precision's own format */
    unsigned n_states;
};

struct embedded_request {
    const struct embedded_core *core;
    const char *firmware; /* the directory with the core's images and sizes.csv */
    const char *counter;  /* the plugin for QEMU */
    const char *runner;   /* the program that takes QEMU's place for the AVR */
    double h;             /* s */
    unsigned jobs;        /* emulators at once; 0: 1 */
    uint64_t limit;       /* instructions that an image may take; 0: 4e9 */
};

/* The rows of the core, in the order of sizes.csv: *rows is to be freed. False, with one line in
 * message[n]: the emulator or the firmware is missing, or they do not speak as expected; no rows
 * then. Progress goes to a terminal's stderr. */
bool embedded_run(const struct embedded_request *request, struct embedded_cost **rows,
                  size_t *n_rows, char message[], size_t n);

#endif
