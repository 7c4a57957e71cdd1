/* What a search spends its simulations on. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/search/search.h"

static real always(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)x, (void)v;
    return s;
}

/* Pushes at one count, of a thousand. */
static const double COUNT = 617;

static real at_one_count(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)mem, (void)s, (void)x;
    return p[0] == (real)COUNT ? -v : v;
}

static void rate(const real p[], const struct memory *mem, real v, real s, const real x[],
                 real dx[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x, (void)dx;
}

static real force_scale(const real p[], real v, real travel)
{
    (void)p, (void)travel;
    return 1 + r_abs(v);
}

static const char *is_whole(const real p[]) { return p[0] == floor(p[0]) ? NULL : "n whole"; }

static const struct quantity count = { "n", "1", 3, 1, 1000, "" };
static const struct model flat = { .name = "flat",
                                   .speed_max = 1,
                                   .rate = rate,
                                   .force = always,
                                   .force_scale = force_scale },
                          counted = { .name = "counted",
                                      .params = &count,
                                      .n_params = 1,
                                      .whole_params = 1,
                                      .validate = is_whole,
                                      .speed_max = 1,
                                      .rate = rate,
                                      .force = at_one_count,
                                      .force_scale = force_scale };

/* The trials of a search, and how many differ from the one before in one number only. */
struct trials {
    struct sample last;
    unsigned n, varied;
    bool stops; /* at a violation */
};

static bool examine(void *context, const struct candidate *c, const struct sample *s,
                    struct margin m)
{
    struct trials *trials = context;
    unsigned different = 0;
    (void)c;
    for (unsigned i = 0; i < s->n && s->n == trials->last.n; i++)
        for (unsigned k = 0; k < 2; k++)
            different += k == 0 ? s->holds[i].v != trials->last.holds[i].v
                                : s->holds[i].h != trials->last.holds[i].h;
    trials->n++;
    trials->varied += s->n == trials->last.n && different <= 1;
    trials->last = *s;
    return !trials->stops || m.value >= -m.rounding;
}

static struct trials searched(const struct model *model, uint64_t seed, enum search_end end)
{
    static const struct claim claim = { .property = PASSIVITY, .domain = "any" };
    struct trials trials = { .stops = end == SEARCH_ENDED };
    const struct search search = { .model = model,
                                   .claim = &claim,
                                   .seed = seed,
                                   .simulations = 10000,
                                   .examine = examine,
                                   .context = &trials };
    unsigned made;
    cr_expect_eq(PREC(search)(&search, &made), end, "%s, seed %u", model->name, (unsigned)seed);
    cr_expect_eq(made, trials.n);
    return trials;
}

/* Where the margin is the same whatever the signal, hardly any trial varies one. */
Test(effort, is_not_wasted_on_what_is_flat)
{
    const struct trials trials = searched(&flat, 0, SEARCH_EXHAUSTED);
    cr_expect_leq(trials.varied, trials.n / 20, "%u of %u", trials.varied, trials.n);
}

/* Counts are gone through. */
Test(effort, goes_through_counts)
{
    for (uint64_t seed = 0; seed < 5; seed++)
        searched(&counted, seed, SEARCH_ENDED);
}

/* Lanes say another margin than the code, by which their trials are told. */
enum { IN_LANES = 7 };

static void mark(void *context, struct sample of[], unsigned n, struct margin m[])
{
    (void)of;
    *(unsigned *)context += n;
    for (unsigned i = 0; i < n; i++)
        m[i] = (struct margin){ .value = IN_LANES };
}

/* How many trials there have been, and how many of the first ones and of the others were marked. */
struct marked {
    unsigned n, first, later;
};

static bool see_marks(void *context, const struct candidate *c, const struct sample *s,
                      struct margin m)
{
    struct marked *marked = context;
    (void)c, (void)s;
    *(marked->n++ < 64 ? &marked->first : &marked->later) += m.value == IN_LANES;
    return true;
}

/* The first trials are by the law's own code, and of a random search all others are in lanes. */
Test(effort, begins_without_lanes)
{
    static const struct claim claim = { .property = PASSIVITY, .domain = "any" };
    static const enum strategy strategies[] = { SEARCH_RANDOM, SEARCH_GUIDED };
    for (int i = 0; i < 2; i++) {
        struct marked marked = { .n = 0 };
        unsigned made, in_lanes = 0;
        const struct trial_lanes lanes = { mark, &in_lanes };
        const struct search search = { .model = &counted,
                                       .claim = &claim,
                                       .strategy = strategies[i],
                                       .simulations = 960,
                                       .lanes = &lanes,
                                       .examine = see_marks,
                                       .context = &marked };
        cr_expect_eq(PREC(search)(&search, &made), SEARCH_EXHAUSTED);
        cr_expect(marked.first == 0 && marked.later <= in_lanes, "%u, %u of %u", marked.first,
                  marked.later, in_lanes);
        if (strategies[i] == SEARCH_RANDOM)
            cr_expect(marked.later == marked.n - 64 && in_lanes == marked.later, "%u of %u",
                      marked.later, marked.n);
        else
            cr_expect_gt(marked.later, marked.n / 8, "%u of %u", marked.later, marked.n);
    }
}
