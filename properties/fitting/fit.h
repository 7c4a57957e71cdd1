/* The parameters of a law that explain measured forces best: least squares along measured motions.
 *
 * Variables are the logarithms of parameters that are positive, others as parts of a usual size;
 * beside them the force of an unloaded sensor, and the states with which a single run begins.
 * Levenberg and Marquardt's method is MINPACK's. Ranges and joint constraints of the law hold: what
 * would be outside is brought back to the edge, at a price that grows with the distance. Residuals
 * beyond three times their usual size count linearly (Huber). */
#ifndef BRISTLE_PROPERTIES_FITTING_FIT_H
#define BRISTLE_PROPERTIES_FITTING_FIT_H

#include "models/model.h"
#include "properties/measurement/motion.h"
#include "properties/measurement/nuisance.h"
#include "properties/measurement/path.h"
#include "properties/tracing/trace_lanes.h"
#include "properties/tracing/whitening.h"

/* Variables: each parameter, what the rig adds, and the states that runs begin with. */
enum { FIT_MOST = MODEL_MAX_PARAMS + N_NUISANCES + MODEL_MAX_STATES, FIT_RUNS = 32 };

/* One run: its path, the forces at the path's samples, N, and how much each counts: 1 as it is,
 * less where the motion is known less well, 0 not at all. */
struct fit_run {
    const struct motion *motion;
    size_t every;            /* the path has one of so many samples of the motion */
    const struct path *path; /* without delay */
    const double *force;
    const double *weight;
    const struct whitening *white; /* NULL: residuals are taken as independent */
    size_t index;                  /* which run it is */
    double mass; /* kg, of which forces are without what it takes; 0: they are measured */
};

struct fit_data {
    const struct fit_run *run;
    size_t n_runs, n; /* n: residuals; of a run with a filter two for each sample, otherwise one for
                       * each force that counts */
};

enum fit_variable { FIT_LOG, FIT_LINEAR, FIT_NUISANCE, FIT_START };

/* A fit: set up by fit_begin, moved by fit_improve. */
struct fit {
    const struct model *model;
    const struct trace_lanes *lanes; /* of its forces; NULL: none */
    const struct claim *within;      /* parameters stay where it is made; NULL: anywhere valid */
    double p[MODEL_MAX_PARAMS];
    bool is_free[MODEL_MAX_PARAMS];
    struct nuisances nuisances;
    double start[FIT_RUNS]
                [MODEL_MAX_STATES]; /* of each run, beside the law's own; later runs have 0 */
    unsigned run;                   /* the one whose start may be a variable */
    unsigned n;                     /* variables */
    enum fit_variable kind[FIT_MOST];
    unsigned of[FIT_MOST]; /* the parameter, the nuisance or the state */
    double size[FIT_MOST]; /* of what is linear */
    double usual;          /* N, beyond three times which a residual counts linearly */
    double rms;            /* N, of the forces that count, as they are */
    double loss;           /* N^2, mean square as it counts */
    bool is_finite;
};

/* Returns true when a fit may have these parameters. */
bool fit_allows(const struct model *model, const struct claim *within, const double p[]);

/* What a fit begins with: parameters that are allowed, and which of them are free. */
struct fit_setup {
    const struct model *model;
    const struct trace_lanes *lanes; /* which outlive the fit; NULL: none */
    const struct claim *within;
    double p[MODEL_MAX_PARAMS];
    bool is_free[MODEL_MAX_PARAMS];
    struct nuisances nuisances;
    bool has_runs; /* several ones: where they begin is found by fit_find_beginnings */
};

/* Sets up a fit. */
void fit_begin(struct fit *fit, const struct fit_setup *setup);

/* Adds what a rig adds to the variables. */
void fit_add_nuisance(struct fit *fit, enum nuisance nuisance);

/* Adds the states with which a run begins to the variables, if they can be found. */
void fit_add_beginning(struct fit *fit, size_t run);

/* Return the number of the variable that is this parameter, or this nuisance; fit->n: it is none.
 */
unsigned fit_variable_of(const struct fit *fit, unsigned param);
unsigned fit_nuisance_variable(const struct fit *fit, enum nuisance nuisance);

/* Returns true where variable k is a parameter. */
bool fit_is_parameter(const struct fit *fit, unsigned k);

/* Returns the value of variable k, and sets it within its range; returns how far outside it would
 * be. */
double fit_variable(const struct fit *fit, unsigned k);
double fit_set_variable(struct fit *fit, unsigned k, double u);

/* Returns variable k in its own unit: the parameter, the nuisance or the state. */
double fit_value(const struct fit *fit, unsigned k);

/* Makes the usual size of what is linear at least its value: the one it had was that of a start. */
void fit_resize(struct fit *fit);

/* Takes variable k, as it is, out of those that are fitted; the ones behind it move up. */
void fit_hold(struct fit *fit, unsigned k);

/* Fills back[n_params] with fits whose parameters are allowed, which differ from those of this one,
 * which are not, by one variable each; the one that has to move least comes first. Returns how many
 * there are. */
unsigned fit_bring_back(const struct fit *fit, struct fit back[]);

/* Sets all variables. Parameters are allowed afterwards: where they would not be, the one that has
 * to move least brings them back. outside[n]: by how much each was. */
struct fit fit_set_variables(const struct fit *fit, const double u[], double outside[]);

/* force[n_samples], N, of a run, without the noise. false: not finite. */
bool fit_force(const struct fit *fit, const struct fit_run *run, double force[]);

/* Residuals: force less law, times weights, of all forces that count; or what the filter makes of
 * them. false: not finite. */
bool fit_residuals(const struct fit *fit, const struct fit_data *data, double residual[]);

/* Sets rms and loss for the fit as it is. */
void fit_measure(struct fit *fit, const struct fit_data *data);

/* By which part of the sum of squares a step lessens it at least, for ten thousand samples: less
 * than a fiftieth of a deviation; a tenth, where only the sum counts; one, where more data follow.
 */
#define FIT_DONE  1e-8
#define FIT_CLOSE 1e-6
#define FIT_NEAR  1e-4

/* Takes up to that many evaluations of slopes to improve the fit, until a step would gain less. */
void fit_improve(struct fit *fit, const struct fit_data *data, int most, double gain);

/* Finds where each run begins, the parameters as they are, unless the law has events: their modes
 * are not known. */
void fit_find_beginnings(struct fit *fit, const struct fit_data *data);

/* As fit_improve. Where a single run begins is a variable; where several ones do is found in turns
 * with the parameters, until that gains less than a hundredth. */
void fit_improve_in_turns(struct fit *fit, const struct fit_data *data, int most, double gain);

/* The mean square of a normal number whose size is cut off at three deviations. */
#define FIT_CUT_SQUARE 0.9950

/* Finds where runs begin by forces as they are, `plain`, whose usual error, N, is `usual`: a filter
 * knows nothing of where errors begin, so that a state may go anywhere there, which explains
 * nothing and is far from the data. A run begins where the law does, unless it is as sure as by
 * 99.9 % of the chi-square numbers of its states that it does not, and, of a single run, farther
 * from there than positions may be off. */
void fit_begin_again(struct fit *fit, const struct fit_data *plain, double usual);

/* Takes where a run begins, as it is, out of the variables. */
void fit_hold_beginnings(struct fit *fit);

/* Sets is_weak[n]: the parameters that hardly make a force, less than the usual residual in all
 * where they are a tenth off. Returns how many. */
unsigned fit_find_weak(const struct fit *fit, const struct fit_data *data, bool is_weak[]);

/* Improves what the data tell well by itself, and each of the parameters that hardly make a force,
 * which would keep steps of all from being taken. */
void fit_improve_apart(struct fit *fit, const struct fit_data *data);

/* Returns how many forces of a run count. */
size_t fit_counts(const struct fit_run *run);

/* The states beside the law's own with which a run begins. */
const double *fit_start(const struct fit *fit, const struct fit_run *run);

/* slopes[n x data->n], column by column: of the forces, as they make residuals, by the variables;
 * by differences to both sides, or to one. */
void fit_slopes(const struct fit *fit, const struct fit_data *data, bool both, double slopes[]);

/* Returns the fit with its variables moved by those steps. */
struct fit fit_moved(const struct fit *fit, const double step[]);

#endif
