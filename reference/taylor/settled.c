/* Finds a box that a wave's periods begin in, and repeats what one of them does (settled.h). */
#include "reference/taylor/settled.h"

#include "reference/taylor/folding.h"
#include "reference/taylor/steps.h"
#include "tools/base/decide.h"

/* At most one in LEADING periods is followed by itself before a box is found: a law that does not
 * settle loses half as much work again. */
enum { LEADING = 2, MOST_BOXES = 3 };

/* Bits to which a period begins as the one before when a box is looked for, fewer than those of the
 * motion; and what a box is larger by than what it has to hold. */
enum { SPARE_BITS = 16, LOG_LARGER = 2 };

struct settled {
    struct arb_taylor *m;
    const struct arb_segment *segment;
    int n_states, n_parts, n_values; /* n_values: states, and energies by part */
    struct folding times;
    unsigned long leading; /* periods that have been followed by themselves */
    arb_ptr x, energy;     /* where the next period begins */
    arb_ptr values;        /* of each sample, and of the end: in leading periods as they are, */
                           /* then with the energy since the period's beginning */
    arb_ptr whole;         /* of a whole period */
    size_t first, seen;    /* of the present pass: the first sample of a leading period; samples */
};

static void settled_init(struct settled *s, struct arb_taylor *m, const struct arb_segment *segment,
                         size_t n)
{
    *s = (struct settled){ .m = m, .segment = segment };
    s->n_states = arb_law_count(m->law->states);
    s->n_parts = m->law->parts ? arb_law_count(m->law->parts) : 1;
    s->n_values = s->n_states + (m->energy ? s->n_parts : 0);
    folding_init(&s->times, n);
    s->x = _arb_vec_init(ARB_LAW_MAX);
    s->energy = _arb_vec_init(ARB_LAW_MAX);
    s->values = _arb_vec_init((slong)s->times.n * s->n_values);
    s->whole = _arb_vec_init(s->n_values);
    _arb_vec_set(s->x, m->x, s->n_states);
    if (m->energy)
        _arb_vec_set(s->energy, m->energy, s->n_parts);
}

static void settled_clear(struct settled *s)
{
    _arb_vec_clear(s->whole, s->n_values);
    _arb_vec_clear(s->values, (slong)s->times.n * s->n_values);
    _arb_vec_clear(s->energy, ARB_LAW_MAX);
    _arb_vec_clear(s->x, ARB_LAW_MAX);
    folding_clear(&s->times);
}

static void keep(const struct settled *s, arb_ptr values, arb_srcptr x, arb_srcptr energy)
{
    _arb_vec_set(values, x, s->n_states);
    if (s->m->energy)
        _arb_vec_set(values + s->n_states, energy, s->n_parts);
}

static void keep_leading(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    struct settled *s = ctx;
    s->seen++;
    keep(s, s->values + (slong)(s->first + i) * s->n_values, x, energy);
}

/* Samples of leading periods have been seen. */
static bool is_leading(const struct settled *s, size_t i)
{
    return fmpz_cmp_ui(s->times.count + i, s->leading) < 0;
}

static void keep_folded(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    struct settled *s = ctx;
    s->seen++;
    const size_t sample = s->times.order[i].i;
    if (!is_leading(s, sample))
        keep(s, s->values + (slong)sample * s->n_values, x, energy);
}

/* Follows a period from x and energy, which become those at its end, through all those samples. */
static bool follow(struct settled *s, arb_ptr x, arb_ptr energy, const struct taylor_samples *of,
                   void (*sample)(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy))
{
    struct arb_taylor m = *s->m;
    m.x = x;
    m.energy = s->m->energy ? energy : NULL;
    m.sample = sample;
    m.ctx = s;
    s->seen = 0;
    return taylor_steps_run(&m, s->segment, s->times.period, of) && s->seen == of->n;
}

/* Writes the folded times of n samples from the first one on. */
static void write_leading(const struct settled *s, arb_ptr from, arb_ptr to, size_t n)
{
    for (size_t k = 0; k < s->times.n; k++) {
        const struct folded *place = &s->times.order[k];
        if (place->i < s->first || place->i >= s->first + n)
            continue;
        arb_set_arf(from + (place->i - s->first), place->from);
        arb_set_arf(to + (place->i - s->first), place->to);
    }
}

/* Follows the next leading period through its samples. */
static bool lead(struct settled *s)
{
    size_t n = 0;
    while (s->first + n + 1 < s->times.n &&
           fmpz_equal_ui(s->times.count + s->first + n, s->leading))
        n++;
    arb_ptr from = _arb_vec_init((slong)n), to = _arb_vec_init((slong)n);
    write_leading(s, from, to, n);
    const bool ok =
        follow(s, s->x, s->energy, &(struct taylor_samples){ from, to, n }, keep_leading);
    _arb_vec_clear(to, (slong)n);
    _arb_vec_clear(from, (slong)n);
    s->first += n;
    s->leading++;
    return ok;
}

/* Returns true when a period begins as the one before did, but for what its states are known to. */
static bool is_near(const struct settled *s, arb_srcptr before)
{
    bool near = true;
    arb_t apart, known;
    arb_init(apart);
    arb_init(known);
    for (int i = 0; near && i < s->n_states; i++) {
        arf_sub(arb_midref(apart), arb_midref(s->x + i), arb_midref(before + i), s->m->prec,
                ARF_RND_UP);
        arb_abs(apart, apart);
        arb_get_mid_arb(known, s->x + i);
        arb_abs(known, known);
        arb_mul_2exp_si(known, known, SPARE_BITS - s->m->prec);
        arb_add_error_mag(known, arb_radref(s->x + i));
        arb_get_ubound_arf(arb_midref(known), known, s->m->prec);
        mag_zero(arb_radref(known));
        near = certainly(ball_at_most(apart, known));
    }
    arb_clear(known);
    arb_clear(apart);
    return near;
}

/* box <- a box that holds x and `to` in its middle. */
static void grow(arb_ptr box, const struct settled *s, arb_srcptr to)
{
    mag_t least;
    mag_init(least);
    for (int i = 0; i < s->n_states; i++) {
        arb_union(box + i, box + i, to + i, s->m->prec + SPARE_BITS);
        arb_get_mag(least, box + i);
        mag_mul_2exp_si(least, least, -s->m->prec);
        arb_add_error_mag(box + i, least);
        mag_mul_2exp_si(arb_radref(box + i), arb_radref(box + i), LOG_LARGER);
    }
    mag_clear(least);
}

/* Looks for a box that a period takes into itself, and keeps what happens in that period. */
static bool find_box(struct settled *s)
{
    const slong n = (slong)s->times.n;
    arb_ptr from = _arb_vec_init(n), to = _arb_vec_init(n);
    arb_ptr box = _arb_vec_init(ARB_LAW_MAX), x = _arb_vec_init(ARB_LAW_MAX);
    arb_ptr energy = _arb_vec_init(ARB_LAW_MAX);
    bool within = false, ok = true;
    folding_times(&s->times, from, to);
    _arb_vec_set(box, s->x, s->n_states);
    _arb_vec_set(x, s->x, s->n_states);
    for (int tries = 0; ok && !within && tries < MOST_BOXES; tries++) {
        grow(box, s, x);
        _arb_vec_set(x, box, s->n_states);
        _arb_vec_zero(energy, s->n_parts);
        ok = follow(s, x, energy, &(struct taylor_samples){ from, to, s->times.n }, keep_folded);
        within = ok;
        for (int i = 0; within && i < s->n_states; i++)
            within = ball_within(x + i, box + i);
    }
    if (within)
        keep(s, s->whole, x, energy);
    _arb_vec_clear(energy, ARB_LAW_MAX);
    _arb_vec_clear(x, ARB_LAW_MAX);
    _arb_vec_clear(box, ARB_LAW_MAX);
    _arb_vec_clear(to, n);
    _arb_vec_clear(from, n);
    return within;
}

static bool settles(struct settled *s)
{
    arb_ptr before = _arb_vec_init(ARB_LAW_MAX);
    bool ok = true, settled = false;
    while (ok && !settled &&
           fmpz_cmp_ui(s->times.count + s->times.n - 1, LEADING * (s->leading + 1)) >= 0) {
        _arb_vec_set(before, s->x, s->n_states);
        ok = lead(s);
        settled = ok && is_near(s, before) && find_box(s);
    }
    _arb_vec_clear(before, ARB_LAW_MAX);
    return settled;
}

/* Shows the samples, and leaves the states and energies of the end in s->m. */
static void show_all(struct settled *s)
{
    struct arb_taylor *m = s->m;
    const slong prec = m->prec + SPARE_BITS;
    fmpz_t periods;
    fmpz_init(periods);
    for (size_t i = 0; i < s->times.n; i++) {
        arb_srcptr values = s->values + (slong)i * s->n_values;
        _arb_vec_set(m->x, values, s->n_states);
        fmpz_sub_ui(periods, s->times.count + i, s->leading);
        for (int q = 0; m->energy && q < s->n_parts; q++) {
            arb_set(m->energy + q, values + s->n_states + q);
            if (is_leading(s, i))
                continue;
            arb_add(m->energy + q, m->energy + q, s->energy + q, prec);
            arb_addmul_fmpz(m->energy + q, s->whole + s->n_states + q, periods, prec);
        }
        if (m->sample && i + 1 < s->times.n)
            m->sample(m->ctx, i, m->x, m->energy);
    }
    fmpz_clear(periods);
}

bool taylor_settled_run(struct arb_taylor *m, const struct arb_segment *segment, const arb_t end,
                        arb_srcptr times, size_t n)
{
    struct settled s;
    settled_init(&s, m, segment, n);
    const bool ok =
        folding_find(&s.times, segment, end, times, m->prec + PERIOD_BITS) && settles(&s);
    if (ok)
        show_all(&s);
    settled_clear(&s);
    return ok;
}
