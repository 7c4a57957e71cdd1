/* Runs other programs: with redirected output, for a limited time, together with all their
 * children. */
#ifndef BRISTLE_PROPERTIES_MUTATION_PROCESS_H
#define BRISTLE_PROPERTIES_MUTATION_PROCESS_H

#include <stdbool.h>

enum { PROCESS_TIMED_OUT = -1 };

struct process {
    const char *directory; /* working directory */
    char *const *argv, *const *env;
    const char *output; /* file for its output; NULL: none */
    double seconds;     /* time limit, s */
};

/* Returns the exit status, 128 plus the signal that ended the process, or PROCESS_TIMED_OUT;
 * *seconds is the time that it took. Ends the program if it cannot start a process. */
int process_run(const struct process *process, double *seconds);

/* Must be called first: an interrupt then also ends running processes and removes the directory
 * `scratch`. */
void process_start(const char *scratch);

#endif
