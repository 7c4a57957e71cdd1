/* What motions enclose: from numbers of which one has a radius, in few bits, they hold the states
 * and energies of motions from numbers within it, found in many bits: at the end, at samples, and
 * in every part of the motion. A remainder, a union or a widening that is missing, or an end that
 * is rounded the wrong way, shows here, for every law and kind of segment that there is a method
 * for. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/model.h"
#include "reference/arb/test_box.h"
#include "reference/motion/motion.h"

enum { EXACT_BITS = 80, SAMPLES = 4, MOST_SPANS = 16384, MOST = ARB_LAW_MAX, VALUES = 5 };

/* A motion, and what is seen of it. */
struct motion {
    const struct arb_law *law;
    slong prec;
    arb_ptr p, x, energy, loss, value; /* value: the segment's numbers, its duration last */
    arb_ptr sample, sample_energy;     /* SAMPLES times the states; energies */
    arb_ptr span, end, tau;            /* of parts: states in all, at the end, and where it ends */
    size_t n_samples, n_spans;
    bool done;
};

static int n_states(const struct arb_law *law) { return arb_law_count(law->states); }
static int n_parts(const struct arb_law *law) { return law->parts ? arb_law_count(law->parts) : 1; }

static void open_motion(struct motion *m, const struct arb_law *law, slong prec)
{
    *m = (struct motion){ .law = law, .prec = prec };
    m->p = _arb_vec_init(MOST);
    m->x = _arb_vec_init(MOST);
    m->energy = _arb_vec_init(MOST);
    m->loss = _arb_vec_init(1);
    m->value = _arb_vec_init(VALUES);
    m->sample = _arb_vec_init((slong)SAMPLES * MOST);
    m->sample_energy = _arb_vec_init((slong)SAMPLES * MOST);
    m->span = _arb_vec_init((slong)MOST_SPANS * n_states(law));
    m->end = _arb_vec_init((slong)MOST_SPANS * n_states(law));
    m->tau = _arb_vec_init(MOST_SPANS);
}

static void close_motion(struct motion *m)
{
    _arb_vec_clear(m->tau, MOST_SPANS);
    _arb_vec_clear(m->end, (slong)MOST_SPANS * n_states(m->law));
    _arb_vec_clear(m->span, (slong)MOST_SPANS * n_states(m->law));
    _arb_vec_clear(m->sample_energy, (slong)SAMPLES * MOST);
    _arb_vec_clear(m->sample, (slong)SAMPLES * MOST);
    _arb_vec_clear(m->value, VALUES);
    _arb_vec_clear(m->loss, 1);
    _arb_vec_clear(m->energy, MOST);
    _arb_vec_clear(m->x, MOST);
    _arb_vec_clear(m->p, MOST);
}

static void see_sample(void *ctx, size_t i, arb_srcptr x, arb_srcptr energy)
{
    struct motion *m = ctx;
    cr_assert_lt(i, SAMPLES);
    _arb_vec_set(m->sample + (slong)i * MOST, x, n_states(m->law));
    _arb_vec_set(m->sample_energy + (slong)i * MOST, energy, n_parts(m->law));
    m->n_samples++;
}

static void see_span(void *ctx, const struct arb_span *span)
{
    struct motion *m = ctx;
    const slong n = n_states(m->law), at = (slong)m->n_spans * n;
    cr_assert_lt(m->n_spans, MOST_SPANS);
    _arb_vec_set(m->span + at, span->x, n);
    _arb_vec_set(m->end + at, span->x_end, n);
    arb_set(m->tau + m->n_spans++, span->tau1);
}

/* Runs along one segment from rest, through the times; NULL: without stopping. `watched`: each part
 * of the motion is seen. */
static void run(struct motion *m, enum signal_kind kind, arb_srcptr times, bool watched)
{
    struct arb_segment segment;
    struct work_limit limit = work_limit_from_now(1000, 0);
    struct arb_taylor taylor = {
        .law = m->law,
        .p = m->p,
        .prec = m->prec,
        .x = m->x,
        .energy = m->energy,
        .loss = m->law->loss ? m->loss : NULL,
        .sample = see_sample,
        .span = watched ? see_span : NULL,
        .ctx = m,
        .limit = &limit,
    };
    arb_segment_init(&segment);
    arb_segment_set(&segment, kind, m->value, m->value + 4, 2 * m->prec);
    if (m->law->start)
        m->law->start(m->x + n_states(m->law), m->p);
    m->done = arb_taylor_run(&taylor, &segment, segment.duration, times, times ? SAMPLES : 0);
    arb_segment_clear(&segment);
}

static void expect_in(const struct arb_law *law, const char *what, const char *where,
                      arb_srcptr box, arb_srcptr point, int n)
{
    for (int i = 0; i < n; i++)
        cr_expect(test_box_holds(box + i, point + i),
                  "%s, %s: %s %d is %.17g +- %g, at a point of it %.17g +- %g", law->name, where,
                  what, i, arf_get_d(arb_midref(box + i), ARF_RND_NEAR),
                  mag_get_d(arb_radref(box + i)), arf_get_d(arb_midref(point + i), ARF_RND_NEAR),
                  mag_get_d(arb_radref(point + i)));
}

/* Compares what was seen: samples and ends in turn, and the point's samples with the part of the
 * box's motion in which they lie. Returns true when something was compared. */
static bool compare(const struct motion *box, const struct motion *point, const char *where,
                    arb_srcptr times)
{
    const struct arb_law *law = box->law;
    const int n = n_states(law);
    if (!box->done || !point->done)
        return false;
    expect_in(law, "state at the end", where, box->x, point->x, n);
    expect_in(law, "energy", where, box->energy, point->energy, n_parts(law));
    if (law->by_path && law->loss)
        expect_in(law, "loss", where, box->loss, point->loss, 1);
    cr_expect(point->n_samples == SAMPLES && (box->n_samples == SAMPLES || box->n_samples == 0),
              "%s, %s: samples", law->name, where);
    for (slong i = 0; i < SAMPLES; i++) {
        if (box->n_samples > 0) {
            expect_in(law, "sample", where, box->sample + i * MOST, point->sample + i * MOST, n);
            expect_in(law, "energy of a sample", where, box->sample_energy + i * MOST,
                      point->sample_energy + i * MOST, n_parts(law));
        }
        size_t k = 0;
        if (box->n_spans == 0)
            continue;
        while (k < box->n_spans && arb_lt(box->tau + k, times + i))
            k++;
        cr_assert_lt(k, box->n_spans, "%s, %s: no part holds the sample", law->name, where);
        expect_in(law, "part of the motion", where, box->span + (slong)k * n,
                  point->sample + i * MOST, n);
        expect_in(law, "end of a part", where, box->span + (slong)k * n, box->end + (slong)k * n,
                  n);
    }
    return true;
}

static const struct {
    const char *name;
    enum signal_kind kind;
    double value[VALUES];
} segments[] = {
    { "ramp", SIGNAL_RAMP, { 1e-3, 2.5e-3, 0, 0, 0.01 } },
    { "ramp through zero", SIGNAL_RAMP, { 2e-4, -3e-4, 0, 0, 0.02 } },
    { "sine", SIGNAL_SINE, { 1e-5, 4e-4, 150, 0.3, 0.03 } },
    { "cosine", SIGNAL_COSINE, { 0, 1e-3, 300, 0.1, 0.01 } },
    { "chirp", SIGNAL_CHIRP, { 1e-4, 3e-4, 40, 400, 0.02 } },
    { "many periods", SIGNAL_SINE, { 1e-5, 3e-5, 3000, 0.2, 0.1 } },
};
/* Periods are folded only where nobody watches. */
enum { SEGMENTS = sizeof segments / sizeof *segments, MANY_PERIODS = SEGMENTS - 1 };

/* Sets a coordinate of box and point. */
static void set_pair(unsigned long long *random, arb_t box, arb_t point, double m, double radius)
{
    test_box_coordinate(random, box, point, m, radius * fabs(m));
}

/* Moves a box with a radius in coordinate `wide`, the parameters before the segment's numbers, and
 * a point of it. */
static bool follow(const struct arb_law *law, size_t segment, int wide, double radius, slong prec,
                   unsigned long long *random)
{
    const struct model *model = PREC(model_find)(law->name);
    struct motion box, point;
    arb_ptr times = _arb_vec_init(SAMPLES);
    char where[80];
    int coordinate = 0;
    open_motion(&box, law, prec);
    open_motion(&point, law, EXACT_BITS);
    for (int i = 0; law->params[i]; i++, coordinate++) {
        const unsigned k = quantity_index(model->params, model->n_params, law->params[i]);
        const bool whole = model_param_is_whole(model, k);
        set_pair(random, box.p + i, point.p + i, model->params[k].value,
                 coordinate == wide && !whole ? radius : 0);
    }
    for (int i = 0; i < VALUES; i++, coordinate++)
        set_pair(random, box.value + i, point.value + i, segments[segment].value[i],
                 coordinate == wide ? radius : 0);
    for (int i = 0; i < SAMPLES; i++)
        arb_set_d(times + i, segments[segment].value[4] * (i + 0.5) / (SAMPLES + 1));
    snprintf(where, sizeof where, "%s, coordinate %d in %ld bits", segments[segment].name, wide,
             (long)prec);
    bool compared = !law->validate || (!law->validate(box.p) && !law->validate(point.p));
    if (compared) {
        /* Without stopping, samples of the point lie within parts of the motion. */
        const bool stops = test_uniform(random) < 0.5, watched = segment != MANY_PERIODS;
        run(&box, segments[segment].kind, stops ? times : NULL, watched);
        run(&point, segments[segment].kind, times, watched);
        compared = compare(&box, &point, where, times);
    }
    _arb_vec_clear(times, SAMPLES);
    close_motion(&point);
    close_motion(&box);
    return compared;
}

/* The laws, and once more those that have another ball model along other motions than holds. */
static const struct arb_law *law_at(size_t l)
{
    size_t n = 0;
    while (arb_laws[n])
        n++;
    return l < n ? arb_laws[l] : arb_laws_along[l - n];
}

/* A box in which it is not decided what happens is drawn again. */
Test(motion_of_boxes, holds_those_of_points)
{
    enum { DRAWS = 4 };
    static const double radii[] = { 1e-12, 1e-9, 1e-6 };
    static const slong bits[] = { 40, 53, 64 };
    unsigned long long random = test_seed();
    for (size_t l = 0; law_at(l); l++) {
        unsigned compared = 0, segment = 0;
        const struct arb_law *law = law_at(l);
        const int coordinates = arb_law_count(law->params) + VALUES;
        for (; arb_taylor_has(law) && segment < SEGMENTS; segment++) {
            bool is_compared = false;
            for (int k = 0; !is_compared && k < DRAWS; k++)
                is_compared = follow(law, segment, (int)(test_uniform(&random) * coordinates),
                                     radii[segment % 3], bits[segment % 3], &random);
            compared += is_compared;
        }
        cr_expect(2 * compared >= segment, "%s: %u of %u compared", law->name, compared, segment);
    }
}

/* The duration alone has a radius: what is enclosed at the end is all that the motion goes through
 * from its lower to its upper end. */
Test(motion_of_boxes, holds_both_ends_of_the_time)
{
    unsigned long long random = test_seed();
    for (size_t l = 0; law_at(l); l++)
        for (size_t segment = 0; arb_taylor_has(law_at(l)) && segment < 3; segment++)
            follow(law_at(l), segment, arb_law_count(law_at(l)->params) + 4, 1e-6, 53, &random);
}
