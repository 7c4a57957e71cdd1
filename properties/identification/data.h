/* identify --data: laws and parameters from measured runs. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_DATA_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_DATA_H

#include "properties/plugin/law_choice.h"
#include "tools/base/cli.h"

enum { DATA_FILES = 64, DATA_LAWS = 64 };

struct data_request {
    const char *files[DATA_FILES], *columns;
    unsigned n_files;
    struct law_choice laws[DATA_LAWS]; /* none: all of Bristle's */
    unsigned n_laws;
    const char *assignments[MODEL_MAX_PARAMS]; /* NAME=VALUE: given, not fitted; of one law */
    unsigned n_assignments;
    const char *rig; /* what the rig adds: names, NAME=VALUE, cogging=PERIOD; NULL: defaults */
    double mass, hold_out; /* kg, 0: none; a share */
    unsigned trials;       /* of the search that judges the law found; 0: it is not judged */
    unsigned jobs;
    bool all, look;         /* look: no fits, what the data can tell */
    const char *parameters; /* file to write the first law's parameters to, or NULL */
    const char *law_out;    /* file to write the first law's text to, or NULL */
    const char *page;       /* file to write a page to, or NULL */
    const char *path;
    enum format format;
};

/* Returns the exit status: 0, or EXIT_UNDECIDED where no law explains the data. Input that cannot
 * be used ends the program with one line, exit 2. */
int data_identify(const struct data_request *request);

/* p[n_params] = the model's defaults, but for n assignments NAME=VALUE; is_free: NULL, or becomes
 * false for those. What the model does not allow ends the program with one line, exit 2. */
void data_parameters(const struct model *model, const char *const assignments[], unsigned n,
                     double p[], bool is_free[]);

#endif
