/* Goes along signals in lanes, and adds up what a property is about (lane_trials.h). */
#include "properties/trials/lane_trials.h"

#include <stdlib.h>
#include <string.h>

#include "models/lanes/lane_law.h"
#include "properties/trials/evaluate_parts.h"
#include "tools/base/memory.h"

struct lane_trials {
    struct trial_lanes lanes; /* these */
    const struct model *model;
    enum property property;
    struct lane_law *law;
    struct lane_motion motion;
    uint16_t param[MODEL_MAX_PARAMS]; /* rows, in the model's order */
    uint16_t force;                   /* the row of the force, or of the part, N */
};

/* Returns the row of the mean force, or of the part that the property is about; -1: none. */
static int row_of_force(const struct lane_trials *t, const struct law_graph *from)
{
    const int part = evaluate_part_f64(t->model, t->property);
    if (part < 0)
        return t->law->rows.force;
    for (unsigned q = 0; q < t->law->n_parts; q++)
        if (strcmp(from->parts[q], t->model->part_names[part]) == 0)
            return t->law->rows.part[q];
    return -1;
}

static bool applies(const struct lane_trials *t)
{
    switch (t->property) {
    case PASSIVITY:
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        return t->law->has_scale;
    case DISSIPATION:
        return t->law->has_scale && t->law->has_storage && t->model->length;
    case STATE_BOUND:
        return t->law->has_bound && t->law->n_states > 0;
    default:
        return false;
    }
}

struct lane_trials *lane_trials_open(const struct law_graph *from, const struct model *model,
                                     enum property property, lane_runner *run)
{
    struct lane_law *law = from ? lane_law_new(from) : NULL;
    if (!law)
        return NULL;
    struct lane_trials *t = memory_array(1, sizeof *t);
    *t = (struct lane_trials){ .model = model, .property = property, .law = law };
    t->lanes = (struct trial_lanes){ lane_trials_evaluate, t };
    lane_motion_open(&t->motion, law, run);
    const int force = row_of_force(t, from);
    t->force = (uint16_t)force;
    if (force >= 0 && applies(t) && lane_law_params(law, from, model, t->param))
        return t;
    lane_trials_close(t);
    return NULL;
}

const struct trial_lanes *lane_trials_lanes(const struct lane_trials *t)
{
    return t ? &t->lanes : NULL;
}

void lane_trials_close(struct lane_trials *t)
{
    if (!t)
        return;
    lane_motion_close(&t->motion);
    lane_law_free(t->law);
    free(t);
}

/* One lane: a hold of a trial, or hold 0, which lasts for no time and shows the law at rest where
 * it begins. */
struct lane_place {
    unsigned trial, hold;
};

/* Writes what a round needs; lanes that are not used repeat the last one. */
static void fill(struct lane_trials *t, const struct sample of[], const struct lane_place at[],
                 unsigned n, bool begins[])
{
    const struct lane_rows *rows = &t->law->rows;
    double *v = t->motion.rows[rows->v], *h = t->motion.rows[rows->h];
    const real *p[LANES];
    for (unsigned l = 0; l < LANES; l++) {
        const struct lane_place place = at[l < n ? l : n - 1];
        const struct sample *s = &of[place.trial];
        const bool goes = place.hold > 0;
        begins[l] = !goes;
        v[l] = goes ? s->holds[place.hold - 1].v : 0;
        h[l] = goes ? s->holds[place.hold - 1].h : 0;
        p[l] = s->p;
    }
    for (unsigned i = 0; i < t->model->n_params; i++) {
        double *row = t->motion.rows[t->param[i]];
        for (unsigned l = 0; l < LANES; l++)
            row[l] = p[l][i];
    }
}

/* What a trial has added up so far, and what it was where it was worst. */
struct sums {
    double energy, exchanged, scale, nearest;
};

struct trial_sums {
    struct sums now, worst;
    double least, still, before;
    unsigned holds; /* until it was worst */
};

/* The energy of a hold, J. */
static double energy_of(const struct lane_trials *t, unsigned l)
{
    const struct lane_rows *rows = &t->law->rows;
    const double v = t->motion.rows[rows->v][l], h = t->motion.rows[rows->h][l];
    return v != 0 ? v * (h * t->motion.rows[t->force][l]) : 0;
}

/* Adds a hold to the energies exchanged; `nearest` is the least mean force, in directions of
 * motion, over its scale at rest, as in evaluate_energy.c. */
static void add_energy(const struct lane_trials *t, unsigned l, unsigned hold, struct trial_sums *a)
{
    const struct lane_rows *rows = &t->law->rows;
    const double scale = t->motion.rows[rows->scale][l];
    if (hold == 0) {
        *a = (struct trial_sums){ .now = { .nearest = 100 },
                                  .least = (double)INFINITY,
                                  .still = scale };
        return;
    }
    const double path = fabs(t->motion.rows[rows->v][l]) * t->motion.rows[rows->h][l],
                 most = path * scale, energy = energy_of(t, l),
                 mean = energy / (a->still > 0 ? path * a->still : most);
    a->now.energy += energy;
    a->now.exchanged += fabs(energy);
    a->now.scale += path > 0 ? most : 0;
    a->now.nearest = most > 0 && mean < a->now.nearest ? mean : a->now.nearest;
    const double share = a->now.energy / a->now.exchanged;
    if (share <= a->least) {
        a->least = share;
        a->worst = a->now;
        a->holds = hold;
    }
}

/* Adds a hold to E - dS. */
static void add_stored(const struct lane_trials *t, unsigned l, unsigned hold, struct trial_sums *a)
{
    const struct lane_rows *rows = &t->law->rows;
    const double scale = t->motion.rows[rows->scale][l], after = t->motion.rows[rows->storage][l];
    if (hold == 0) {
        *a = (struct trial_sums){ .least = (double)INFINITY, .still = scale, .before = after };
        return;
    }
    const double path = fabs(t->motion.rows[rows->v][l]) * t->motion.rows[rows->h][l],
                 energy = energy_of(t, l), grows = after - a->before;
    a->least = trial_least(a->least, energy - grows);
    a->now.exchanged += fabs(energy) + fabs(grows);
    a->now.scale += path > 0 ? path * scale : 0;
    a->before = after;
}

/* Keeps the least that states leave of their bounds. */
static void add_states(const struct lane_trials *t, unsigned l, unsigned hold, struct trial_sums *a)
{
    const struct lane_rows *rows = &t->law->rows;
    if (hold == 0)
        *a = (struct trial_sums){ .least = 1 };
    for (unsigned i = 0; i < t->law->n_states; i++)
        a->least = trial_least(a->least, 1 - fabs(t->motion.rows[rows->x[i]][l]) /
                                                 t->motion.rows[rows->bound[i]][l]);
}

/* What is no number, or puts in no energy, is looked at alone. */
static struct margin alone(const struct lane_trials *t, struct sample *s)
{
    s->n = evaluate_worst_prefix_f64(t->model, s->p, t->property, s->holds, s->n);
    return evaluate_property_f64(t->model, s->p, t->property, s->holds, s->n);
}

static struct margin margin_of(const struct lane_trials *t, const struct trial_sums *a,
                               struct sample *s)
{
    const struct sums *sums = t->property == DISSIPATION ? &a->now : &a->worst;
    if (t->property == STATE_BOUND)
        return isfinite(a->least) ? (struct margin){ .value = a->least,
                                                     .rounding = TRIAL_ROUNDING * (real)(s->n + 1) }
                                  : alone(t, s);
    if (!isfinite(a->now.energy) || !isfinite(a->now.scale) || !(a->now.exchanged > 0) ||
        !isfinite(a->least) || !isfinite(a->now.exchanged))
        return alone(t, s);
    if (t->property == DISSIPATION) {
        const real stored = 2 * a->still * t->model->length(s->p);
        return (struct margin){ .value = a->least / sums->exchanged,
                                .rounding = TRIAL_ROUNDING * (real)(s->n + 1) *
                                                (sums->scale + stored) / sums->exchanged +
                                            TRIAL_ROUNDING };
    }
    s->n = a->holds;
    return (struct margin){ .value = a->least,
                            .distance = r_max(sums->nearest, 0),
                            .rounding =
                                TRIAL_ROUNDING * (real)(s->n + 1) * sums->scale / sums->exchanged +
                                TRIAL_ROUNDING * (real)s->n };
}

/* Adds the lanes of a round, in order, to the sums of their trials. */
static void add_round(const struct lane_trials *t, const struct lane_place at[], unsigned n,
                      struct trial_sums *a, struct sample of[], struct margin m[])
{
    for (unsigned l = 0; l < n; l++) {
        const struct lane_place place = at[l];
        if (t->property == DISSIPATION)
            add_stored(t, l, place.hold, a);
        else if (t->property == STATE_BOUND)
            add_states(t, l, place.hold, a);
        else
            add_energy(t, l, place.hold, a);
        if (place.hold == of[place.trial].n)
            m[place.trial] = margin_of(t, a, &of[place.trial]);
    }
}

void lane_trials_evaluate(void *context, struct sample of[], unsigned n, struct margin m[])
{
    struct lane_trials *t = context;
    struct lane_place at[LANES];
    struct trial_sums sums = { .holds = 0 };
    bool begins[LANES];
    unsigned lanes = 0;
    for (unsigned trial = 0; trial < n; trial++)
        for (unsigned hold = 0; hold <= of[trial].n; hold++) {
            at[lanes++] = (struct lane_place){ trial, hold };
            if (lanes < LANES && (trial + 1 < n || hold < of[trial].n))
                continue;
            fill(t, of, at, lanes, begins);
            lane_motion_round(&t->motion, begins, lanes);
            add_round(t, at, lanes, &sums, of, m);
            lanes = 0;
        }
}
