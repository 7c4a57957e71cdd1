/* The law that a user names: a law of Bristle, one in a shared object (models/plugin.h), one from
 * the text of its equations (text_law.h), one from a file of C (c_law.h), or one from a Functional
 * Mock-up Unit (properties/fmu/fmu_law.h). */
#ifndef BRISTLE_PROPERTIES_PLUGIN_LAW_CHOICE_H
#define BRISTLE_PROPERTIES_PLUGIN_LAW_CHOICE_H

#include "models/derived/law_graph.h"
#include "models/model.h"
#include "reference/arb/law.h"

struct unit;

struct law_choice {
    const struct model *model;
    const struct arb_law *rigorous; /* its ball model, or NULL */
    const char *file;               /* as the user named it; NULL: a law of Bristle */
    const char *digest;             /* of the text's graph; NULL: not from a text */
    /* The law as it is stated, where `model` has a user's parameters as its defaults; or NULL. */
    const struct model *stated;
    const struct law_graph *equations; /* of the law's text; NULL: it has none */
    bool is_unit;                      /* which may leave ranges and units open */
    bool has_speed;                    /* of a unit: the largest speed is not left open */
    const char *text, *text_path; /* of a unit that brings one along (properties/fmu/fmu_law.h) */
    struct unit *steps; /* of a unit for co-simulation only (properties/fmu/steps.h), or NULL */
};

/* Returns the law of --model. A text with a '/' in it, or .so, .mo, .c or .fmu at its end, is a
 * file (cli_path), which stays loaded; map: that of --map, or NULL. A file that does not fit,
 * crashes or hangs while it is loaded ends the program with one line, exit 2. Call before starting
 * threads. */
struct law_choice law_choose(const char *text, const char *map);

/* The same, but also takes a unit for co-simulation only, which others refuse: its model has
 * tables, and no functions. */
struct law_choice law_choose_steps(const char *text, const char *map);

/* The same for an implementation of a text, which may have the name of a law of Bristle, and no
 * claims. */
struct law_choice law_choose_code(const char *text, const char *map);

/* The option --map of a program whose request has a member `map`. */
#define OPTION_MAP(request)                                                                        \
    {                                                                                              \
        .name = "map", .value = "v=NAME,F=NAME,N=NAME",                                            \
        .help = "which variables of a unit, FILE.fmu, are the velocity, the friction force and "   \
                "the load, where causality and units do not tell",                                 \
        .kind = OPTION_TEXT, .into = offsetof(request, map)                                        \
    }

/* Ends the program with one line, exit 2, when there is a map, and no unit among the n laws. */
void law_check_map(const char *map, const struct law_choice laws[], size_t n);

/* Ends the program with one line, exit 2, when the text is neither a file nor the name of a law. */
void law_check_name(const char *text);

/* Returns the property of --property; another text ends the program with one line, exit 2. */
enum property law_property(const char *text);

/* Returns the choice of a law of Bristle. */
struct law_choice law_choice_of(const struct model *model);

#endif
