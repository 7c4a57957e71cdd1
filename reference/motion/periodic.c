/* Computes one period as an affine map of the states and applies it many times. */
#include "reference/motion/periodic.h"

#include "reference/arb/linear.h"
#include "reference/motion/folding.h"
#include "reference/motion/steps.h"
#include "tools/base/decide.h"

/* Steps of which one takes the work of applying the map, at most. */
static const double STEPS_PER_PERIOD = 1e-3;

/* One pass from rest, and one from each state. */
enum { PASSES = 1 + ARB_LINEAR_STATES };

struct periodic {
    struct arb_taylor *m;
    const struct arb_segment *segment;
    int n_states, n_parts, n_values; /* n_values: states, and energies by part */
    struct folding times;
    arb_ptr values; /* of each sample, as functions of the states at its period's beginning: */
                    /* for each value its constant and its slopes */
    arb_ptr whole;  /* of a whole period, likewise */
    arb_ptr bound;  /* of the states */
    int pass;
    size_t seen; /* samples in it */
};

static void periodic_init(struct periodic *q, struct arb_taylor *m,
                          const struct arb_segment *segment, size_t n)
{
    q->m = m;
    q->segment = segment;
    q->n_states = arb_law_count(m->law->states);
    q->n_parts = m->law->parts ? arb_law_count(m->law->parts) : 1;
    q->n_values = q->n_states + (m->energy ? q->n_parts : 0);
    folding_init(&q->times, n);
    q->values = _arb_vec_init((slong)q->times.n * q->n_values * PASSES);
    q->whole = _arb_vec_init((slong)q->n_values * PASSES);
    q->bound = _arb_vec_init(ARB_LAW_MAX);
}

static void periodic_clear(struct periodic *q)
{
    _arb_vec_clear(q->bound, ARB_LAW_MAX);
    _arb_vec_clear(q->whole, (slong)q->n_values * PASSES);
    _arb_vec_clear(q->values, (slong)q->times.n * q->n_values * PASSES);
    folding_clear(&q->times);
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
    struct periodic *q = ctx;
    q->seen++;
    keep(q, q->values + (slong)q->times.order[i].i * q->n_values * PASSES, x, energy);
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
    q->seen = 0;
    const bool ok =
        taylor_steps_run(&m, q->segment, q->times.period, samples) && q->seen == samples->n;
    keep(q, q->whole, m.x, m.energy);
    if (m.energy)
        _arb_vec_clear(m.energy, ARB_LINEAR_PARTS);
    _arb_vec_clear(m.x, ARB_LAW_MAX);
    return ok;
}

static bool pass_all(struct periodic *q)
{
    bool ok = true;
    arb_ptr from = _arb_vec_init((slong)q->times.n), to = _arb_vec_init((slong)q->times.n);
    folding_times(&q->times, from, to);
    const struct taylor_samples samples = { from, to, q->times.n };
    if (q->n_states > 0 && q->m->law->bound)
        q->m->law->bound(q->bound, q->m->p, q->m->prec);
    for (int i = 0; i < q->n_states; i++) { /* any number does: one without a radius is sharp */
        arb_get_mid_arb(q->bound + i, q->bound + i);
        if (!arb_is_finite(q->bound + i) || certainly(ball_is_zero(q->bound + i)))
            arb_one(q->bound + i);
    }
    for (q->pass = 0; ok && q->pass <= q->n_states; q->pass++)
        ok = pass(q, &samples);
    _arb_vec_clear(to, (slong)q->times.n);
    _arb_vec_clear(from, (slong)q->times.n);
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
    for (size_t i = 0; i < q->times.n; i++) {
        for (; fmpz_cmp(k, q->times.count + i) < 0; fmpz_add_ui(k, k, 1)) {
            apply(q, q->whole, x, energy, x1, energy1);
            _arb_vec_swap(x, x1, q->n_states);
            _arb_vec_swap(energy, energy1, q->n_parts);
        }
        apply(q, q->values + (slong)i * q->n_values * PASSES, x, energy, m->x, m->energy);
        if (m->sample && i + 1 < q->times.n)
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
        folding_find(&q.times, segment, end, times, m->prec + PERIOD_BITS) &&
        work_limit_take(m->limit, STEPS_PER_PERIOD * fmpz_get_d(q.times.count + n), m->prec) &&
        pass_all(&q);
    if (ok)
        show_all(&q);
    periodic_clear(&q);
    return ok;
}
