/* Computes one period as an affine map of the states and applies it many times. */
#include "reference/taylor/periodic.h"

#include <stdlib.h>

#include "reference/arb/linear.h"
#include "reference/taylor/steps.h"

/* With fewer periods each is followed by itself. */
enum { LEAST_PERIODS = 4 };

/* Bits of the period beyond those of the motion: times modulo the period are that sharp. */
enum { PERIOD_BITS = 160 };

/* Steps of which one takes the work of applying the map, at most. */
static const double STEPS_PER_PERIOD = 1e-3;

/* One pass from rest, and one from each state. */
enum { PASSES = 1 + ARB_LINEAR_STATES };

/* The time of a sample modulo the period. */
struct folded {
    size_t i;       /* index of the sample; the number of samples: the end */
    arf_t from, to; /* bounds of the time since its period began */
};

struct periodic {
    struct arb_taylor *m;
    const struct arb_segment *segment;
    int n_states, n_parts, n_values; /* n_values: states, and energies by part */
    arb_t period;
    size_t n;             /* samples, and one more: the end */
    struct folded *order; /* by time within a period */
    fmpz *count;          /* whole periods before each sample */
    arb_ptr values; /* of each sample, as functions of the states at its period's beginning: */
                    /* for each value its constant and its slopes */
    arb_ptr whole;  /* of a whole period, likewise */
    arb_ptr bound;  /* of the states */
    int pass;
};

static int by_time(const void *a, const void *b)
{
    return arf_cmp(((const struct folded *)a)->from, ((const struct folded *)b)->from);
}

static void periodic_init(struct periodic *q, struct arb_taylor *m,
                          const struct arb_segment *segment, size_t n)
{
    q->m = m;
    q->segment = segment;
    q->n_states = arb_law_count(m->law->states);
    q->n_parts = m->law->parts ? arb_law_count(m->law->parts) : 1;
    q->n_values = q->n_states + (m->energy ? q->n_parts : 0);
    q->n = n + 1;
    q->order = flint_malloc(q->n * sizeof *q->order);
    q->count = _fmpz_vec_init((slong)q->n);
    q->values = _arb_vec_init((slong)q->n * q->n_values * PASSES);
    q->whole = _arb_vec_init((slong)q->n_values * PASSES);
    q->bound = _arb_vec_init(ARB_LAW_MAX);
    for (size_t i = 0; i < q->n; i++) {
        arf_init(q->order[i].from);
        arf_init(q->order[i].to);
    }
    arb_init(q->period);
}

static void periodic_clear(struct periodic *q)
{
    arb_clear(q->period);
    for (size_t i = 0; i < q->n; i++) {
        arf_clear(q->order[i].to);
        arf_clear(q->order[i].from);
    }
    _arb_vec_clear(q->bound, ARB_LAW_MAX);
    _arb_vec_clear(q->whole, (slong)q->n_values * PASSES);
    _arb_vec_clear(q->values, (slong)q->n * q->n_values * PASSES);
    _fmpz_vec_clear(q->count, (slong)q->n);
    flint_free(q->order);
}

/* Splits the time of sample i into whole periods and the rest. Returns false where it may lie on
 * both sides of a period's end. */
static bool fold(struct periodic *q, size_t i, const arb_t tau)
{
    const slong prec = q->m->prec + PERIOD_BITS;
    struct folded *place = q->order + i;
    arb_t whole, rest;
    arf_t last;
    arb_init(whole);
    arb_init(rest);
    arf_init(last);
    place->i = i;
    arb_div(whole, tau, q->period, prec);
    arb_floor(whole, whole, prec);
    bool ok = arb_get_unique_fmpz(q->count + i, whole);
    if (ok) {
        arb_mul_fmpz(rest, q->period, q->count + i, prec);
        arb_sub(rest, tau, rest, fmpz_is_zero(q->count + i) ? ARF_PREC_EXACT : prec);
        arb_get_lbound_arf(place->from, rest, prec);
        arb_get_ubound_arf(place->to, rest, prec);
        arb_get_lbound_arf(last, q->period, prec);
        ok = arf_sgn(place->from) >= 0 && arf_cmp(place->from, last) < 0;
    }
    arf_clear(last);
    arb_clear(rest);
    arb_clear(whole);
    return ok;
}

/* Folds all times and sorts them by their places in the period. Returns false where one cannot be
 * folded, or there are too few periods. */
static bool fold_all(struct periodic *q, const arb_t end, arb_srcptr times)
{
    bool ok = true;
    for (size_t i = 0; ok && i < q->n; i++)
        ok = fold(q, i, i + 1 < q->n ? times + i : end);
    if (ok)
        qsort(q->order, q->n, sizeof *q->order, by_time);
    return ok && fmpz_cmp_si(q->count + q->n - 1, LEAST_PERIODS) >= 0;
}

/* Keeps what the pass gives, the first as the constants; of the others what it adds to those, per
 * state. */
static void keep(const struct periodic *q, arb_ptr values, arb_srcptr x, arb_srcptr energy)
{
    for (int j = 0; j < q->n_values; j++, values += PASSES) {
        arb_set(values + q->pass, j < q->n_states ? x + j : energy + (j - q->n_states));
        if (q->pass > 0) {
            arb_sub(values + q->pass, values + q->pass, values, q->m->prec + PERIOD_BITS);
            arb_div(values + q->pass, values + q->pass, q->bound + (q->pass - 1),
                    q->m->prec + PERIOD_BITS);
        }
    }
}

static void keep_sample(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    const struct periodic *q = ctx;
    keep(q, q->values + (slong)q->order[i].i * q->n_values * PASSES, x, energy);
}

static bool pass(struct periodic *q, const struct taylor_samples *samples)
{
    struct arb_taylor m = *q->m;
    m.x = _arb_vec_init(ARB_LAW_MAX);
    m.energy = q->m->energy ? _arb_vec_init(ARB_LINEAR_PARTS) : NULL;
    m.sample = keep_sample;
    m.ctx = q;
    if (q->pass > 0)
        arb_set(m.x + q->pass - 1, q->bound + q->pass - 1);
    const bool ok = taylor_steps_run(&m, q->segment, q->period, samples);
    keep(q, q->whole, m.x, m.energy);
    if (m.energy)
        _arb_vec_clear(m.energy, ARB_LINEAR_PARTS);
    _arb_vec_clear(m.x, ARB_LAW_MAX);
    return ok;
}

static bool pass_all(struct periodic *q)
{
    bool ok = true;
    arb_ptr from = _arb_vec_init((slong)q->n), to = _arb_vec_init((slong)q->n);
    for (size_t i = 0; i < q->n; i++) {
        arb_set_arf(from + i, q->order[i].from);
        arb_set_arf(to + i, q->order[i].to);
    }
    const struct taylor_samples samples = { from, to, q->n };
    if (q->n_states > 0)
        q->m->law->bound(q->bound, q->m->p, q->m->prec);
    for (int i = 0; i < q->n_states; i++) /* any number does: one without a radius is sharp */
        arb_get_mid_arb(q->bound + i, q->bound + i);
    for (q->pass = 0; ok && q->pass <= q->n_states; q->pass++)
        ok = pass(q, &samples);
    _arb_vec_clear(to, (slong)q->n);
    _arb_vec_clear(from, (slong)q->n);
    return ok;
}

/* States and energies some way into a period that begins with x and energy. */
static void apply(const struct periodic *q, arb_srcptr values, arb_srcptr x, arb_srcptr energy,
                  arb_ptr x1, arb_ptr energy1)
{
    const slong prec = q->m->prec + PERIOD_BITS;
    for (int j = 0; j < q->n_values; j++, values += PASSES) {
        arb_ptr y = j < q->n_states ? x1 + j : energy1 + (j - q->n_states);
        if (j < q->n_states)
            arb_set(y, values);
        else
            arb_add(y, energy + (j - q->n_states), values, prec);
        for (int i = 0; i < q->n_states; i++)
            arb_addmul(y, values + 1 + i, x + i, prec);
    }
}

/* Goes from period to period, showing the samples in them, and leaves the states and energies of
 * the end in q->m. */
static void show_all(struct periodic *q)
{
    struct arb_taylor *m = q->m;
    arb_ptr x = _arb_vec_init(ARB_LAW_MAX), x1 = _arb_vec_init(ARB_LAW_MAX);
    arb_ptr energy = _arb_vec_init(ARB_LINEAR_PARTS), energy1 = _arb_vec_init(ARB_LINEAR_PARTS);
    fmpz_t k;
    fmpz_init(k);
    _arb_vec_set(x, m->x, q->n_states);
    if (m->energy)
        _arb_vec_set(energy, m->energy, q->n_parts);
    for (size_t i = 0; i < q->n; i++) {
        for (; fmpz_cmp(k, q->count + i) < 0; fmpz_add_ui(k, k, 1)) {
            apply(q, q->whole, x, energy, x1, energy1);
            _arb_vec_swap(x, x1, q->n_states);
            _arb_vec_swap(energy, energy1, q->n_parts);
        }
        apply(q, q->values + (slong)i * q->n_values * PASSES, x, energy, m->x, m->energy);
        if (m->sample && i + 1 < q->n)
            m->sample(m->ctx, i, m->x, m->energy);
    }
    fmpz_clear(k);
    _arb_vec_clear(energy1, ARB_LINEAR_PARTS);
    _arb_vec_clear(energy, ARB_LINEAR_PARTS);
    _arb_vec_clear(x1, ARB_LAW_MAX);
    _arb_vec_clear(x, ARB_LAW_MAX);
}

bool taylor_periodic_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                         arb_srcptr times, size_t n)
{
    struct periodic q;
    periodic_init(&q, m, segment, n);
    const bool ok =
        arb_segment_period(q.period, segment, m->prec + PERIOD_BITS) && fold_all(&q, end, times) &&
        work_limit_take(m->limit, STEPS_PER_PERIOD * fmpz_get_d(q.count + n), m->prec) &&
        pass_all(&q);
    if (ok)
        show_all(&q);
    periodic_clear(&q);
    return ok;
}
