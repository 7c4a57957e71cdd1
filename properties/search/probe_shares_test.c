/* What a guided search tries of what probes suggest: each kind of trial has its share. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/search/charged_test.h"
#include "properties/search/search.h"

/* The law with a parameter, and a push that is too weak. */
static const struct quantity params[] = { { "a", "N", 3, 1, 9, "" } };

static struct model with_parameter(void)
{
    struct model law = charged;
    law.params = params;
    law.n_params = 1;
    width = 1e-3;
    strength = 0.999;
    return law;
}

struct tried {
    unsigned n, at_first, at_second, both, waves, full, defaults, back, bursts, rests;
};

static bool is_at(double v, double speed) { return fabs(fabs(v) / speed - 1) < 1e-2 * width; }

static bool see(void *context, const struct candidate *c, const struct sample *s, struct margin m)
{
    struct tried *seen = context;
    (void)s, (void)m;
    bool first = false, second = false;
    for (unsigned i = 0; i < c->n; i++) {
        first |= is_at(c->segments[i].level[0], FIRST);
        second |= is_at(c->segments[i].level[0], SECOND);
    }
    const struct segment *last = &c->segments[c->n - 1];
    seen->n++;
    seen->at_first += first;
    seen->at_second += second;
    seen->both += first && second;
    seen->full += c->n == CANDIDATE_MAX_SEGMENTS;
    seen->waves += last->kind == SEGMENT_WAVE;
    seen->defaults += c->p[0] == 3;
    seen->back += is_at(last->level[0], SECOND) && last->level[0] < 0;
    seen->bursts += is_at(last->level[0], SECOND) && last->time < 1e-3;
    seen->rests += c->segments[0].level[0] == 0;
    return true;
}

/* The trials of some searches. */
static struct tried tried_in_all(bool without_probes)
{
    static const struct claim claim = { .property = PASSIVITY, .domain = "any", .base = ALL_VALID };
    const struct model law = with_parameter();
    struct tried tried = { 0 };
    for (uint64_t seed = 0; seed < 4; seed++) {
        const struct search search = { .model = &law,
                                       .claim = &claim,
                                       .seed = seed,
                                       .simulations = 8000,
                                       .without_probes = without_probes,
                                       .examine = see,
                                       .context = &tried };
        unsigned made;
        cr_expect_eq(PREC(search)(&search, &made), SEARCH_EXHAUSTED);
    }
    return tried;
}

static void expect_part(const char *what, unsigned n, unsigned all, double least, double most)
{
    cr_expect(n >= least * all && n <= most * all, "%s: %u of %u", what, n, all);
}

/* Speeds that only a look at the law tells are tried, one after the other, in both directions and
 * for times as short as bursts; beside them vibrations, rests, and parameters elsewhere. */
Test(probe, has_its_share_of_each_kind)
{
    const struct tried with = tried_in_all(false), without = tried_in_all(true);
    expect_part("at the first speed", with.at_first, with.n, 0.04, 0.2);
    expect_part("at the second", with.at_second, with.at_first, 0.25, 0.9);
    expect_part("at both", with.both, with.at_second, 0.5, 1);
    expect_part("back at last", with.back, with.at_second, 0.05, 0.4);
    expect_part("short at last", with.bursts, with.at_second, 0.03, 0.3);
    expect_part("waves at last", with.waves, with.n, 0.05, 0.2);
    expect_part("as long as can be", with.full, with.n, 0.008, 0.04);
    expect_part("at the defaults", with.defaults, with.n, 0.4, 0.6);
    expect_part("after a rest", with.rests, with.n, 0.06, 0.25);
    cr_expect(without.at_first == 0 && without.at_second == 0, "%u, %u", without.at_first,
              without.at_second);
}
