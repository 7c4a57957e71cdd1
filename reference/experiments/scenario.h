/* Named experiments. Each is a file of scenarios/ that reads like an example: equations, input,
 * units, parameters, and what to look at. */
#ifndef BRISTLE_REFERENCE_EXPERIMENTS_SCENARIO_H
#define BRISTLE_REFERENCE_EXPERIMENTS_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>

#include "models/model.h"
#include "reference/inputs/plant.h"
#include "reference/inputs/signal.h"

enum { SCENARIO_MAX_PARAMS = 8, SCENARIO_SPEC = 2048 };

/* A plot that shows what the experiment is about: columns of a trajectory by name; y may name
 * several of one unit, joined by commas. */
struct figure {
    const char *title, *x, *y;
    bool points; /* the samples apart, not joined to a line */
};

/* An experiment with its parameters. */
struct scenario {
    const char *name, *title;
    const struct quantity *params; /* of the plant or its input, --plant NAME=VALUE */
    unsigned n_params;
    size_t samples; /* default number of output samples, both ends included */
    /* Exactly one of the two. The velocity of the driven surface, m/s, in the grammar of
     * signal.h, written to spec[SCENARIO_SPEC]; or a plant, with its force signal (N) in spec. */
    void (*velocity)(const double q[], char spec[]);
    void (*plant)(const double q[], struct plant *plant, char spec[]);
    double duration;      /* s; 0: that of the signal */
    double watched_speed; /* a speed whose crossings count as events, m/s; 0: none */
    /* Needs a law that holds still against a force. */
    bool needs_static_friction;
    const struct figure *figures; /* ended by a NULL title */
};

/* All scenarios in alphabetical order, ended by NULL (generated from scenarios/). */
extern const struct scenario *const scenarios[];

/* Returns the scenario of that name, or NULL. */
const struct scenario *scenario_find(const char *name);

/* q[n_params] = defaults. */
void scenario_defaults(const struct scenario *scenario, double q[]);

/* What a run needs: a law is driven by `velocity`, or moves with `plant`. */
struct setup {
    bool has_mass;
    struct signal velocity;
    struct plant plant;
    double duration;      /* s */
    double longest;       /* s: the input is defined no further; possibly HUGE_VAL */
    double watched_speed; /* m/s */
};

/* Sets up the experiment with these parameters. Returns false with a clear line in error. Release
 * with setup_free. */
bool scenario_set_up(const struct scenario *scenario, const double q[], struct setup *setup,
                     char error[SIGNAL_TEXT]);

/* Sets up a law driven by a velocity signal of the grammar; otherwise like scenario_set_up. */
bool setup_velocity(const char *text, struct setup *setup, char error[SIGNAL_TEXT]);

/* Releases what a setup owns. */
void setup_free(struct setup *setup);

/* Returns why the experiment makes no sense for that law, or NULL if it does. */
const char *scenario_refuses(const struct scenario *scenario, const struct model *model,
                             const double p[]);

#endif
