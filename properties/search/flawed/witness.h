/* A witness in the making: parameters, then segments, written one after the other. */
#ifndef BRISTLE_PROPERTIES_SEARCH_FLAWED_WITNESS_H
#define BRISTLE_PROPERTIES_SEARCH_FLAWED_WITNESS_H

#include <stdio.h>

#include "properties/search/flawed/flawed.h"
#include "tools/base/program.h"

struct flawed_witness {
    FILE *params, *signal; /* members of JSON, with commas between */
    unsigned n_params, n_segments;
};

/* Every parameter of the law is to be stated. */
void flawed_param(struct flawed_witness *w, const char *name, double value);
/* v m/s for t s; and amp sin(omega tau) m/s for that many whole periods. */
void flawed_hold(struct flawed_witness *w, double v, double t);
void flawed_sine(struct flawed_witness *w, double amp, double omega, unsigned periods);

/* The files of templates/, FAMILY.mo.in. */
extern const struct program_file flawed_templates[];

/* A row of the grid: a law of a family. The table ends with a family NULL. */
struct flawed_row {
    const char *family;
    bool is_right;
    double difficulty, strength;
};
extern const struct flawed_row flawed_grid[];

/* The families, ended by a name that is NULL. */
extern const struct flawed_family flawed_table[];

#endif
