/* The texts of models/laws, for tests. */
#ifndef BRISTLE_MODELS_READING_TEXTS_TEST_H
#define BRISTLE_MODELS_READING_TEXTS_TEST_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/reading/points.h"
#include "tools/base/cli.h"

static const char *const texts[] = {
    "alvarez_icaza",  "armstrong",    "bliman_sorine",    "bouc_wen", "bristle",
    "brown_mcphee",   "coulomb",      "coulomb_viscous",  "dahl",     "elastoplastic",
    "exponential",    "karnopp",      "leuven",           "lugre",    "lugre_increment",
    "martinez_rosas", "maxwell_slip", "reset_integrator", "stribeck", "tanh_stribeck",
    "viscous",
};
enum { N_TEXTS = sizeof texts / sizeof *texts };

/* A text, read. Stays where it is. */
struct law_text {
    char *source;
    struct text text;
    struct equations law;
    struct statements statements;
};

static inline void law_text_open(struct law_text *t, const char *name)
{
    char path[128];
    snprintf(path, sizeof path, "models/laws/%s.mo", name);
    *t = (struct law_text){ .source = cli_read(path) };
    cr_assert(t->source, "%s is missing", path);
    t->text = (struct text){ .name = name, .at = t->source, .n = strlen(t->source) };
    cr_assert(equations_read(&t->text, &t->law) &&
                  statements_read(&t->text, &t->law, &t->statements),
              "%s", t->text.error);
}

static inline void law_text_close(struct law_text *t)
{
    statements_free(&t->statements);
    equations_free(&t->law);
    free(t->source);
}

#endif
