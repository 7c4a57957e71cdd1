/* Running other programs: quietly, for a limited time, and with all their children. */
#ifndef BRISTLE_PROPERTIES_MUTATION_PROCESS_H
#define BRISTLE_PROPERTIES_MUTATION_PROCESS_H

#include <stdbool.h>

enum { PROCESS_TIMED_OUT = -1 };

struct process {
    const char *directory; /* where it runs */
    char *const *argv, *const *env;
    const char *output; /* a file for what it writes; NULL: nowhere */
    double seconds;     /* the time it has */
};

/* Its exit status, 128 and the signal that ended it, or PROCESS_TIMED_OUT; *seconds is the time
 * it took. Ends the program where there are no processes to be had. */
int process_run(const struct process *process, double *seconds);

/* Call first: an interrupt then ends what runs too, and removes the directory. */
void process_start(const char *scratch);

#endif
