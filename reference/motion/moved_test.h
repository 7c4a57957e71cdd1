/* Laws from texts, moved along stretches of velocity, for tests of the steps. */
#ifndef BRISTLE_REFERENCE_MOTION_MOVED_TEST_H
#define BRISTLE_REFERENCE_MOTION_MOVED_TEST_H

#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "models/derived/law_graph.h"
#include "models/language/read_test.h"
#include "reference/derived/graph_law.h"
#include "reference/motion/motion.h"
#include "tools/base/cli.h"

enum { MOST = ARB_LAW_MAX };

/* A law's text with its balls, and a motion. */
struct moved {
    struct equations equations;
    struct statements statements;
    struct law_graph graph;
    struct arb_law *law; /* of the text: no closed forms, nothing linear */
    arb_ptr p, x, energy;
    char *source;
};

static inline void open_source(struct moved *m, const char *source)
{
    struct text text = { .name = "test.mo", .at = source, .n = strlen(source) };
    cr_assert(equations_read(&text, &m->equations), "%s", text.error);
    cr_assert(statements_read(&text, &m->equations, &m->statements), "%s", text.error);
    m->graph = law_graph_of(&m->equations, &m->statements);
    m->law = (struct arb_law *)graph_law_open(&m->graph);
    cr_assert(m->law);
    m->law->linear = NULL;
    m->law->by_path = false;
    m->p = _arb_vec_init(MOST);
    m->x = _arb_vec_init(MOST);
    m->energy = _arb_vec_init(MOST);
    for (size_t i = 0; i < m->equations.parameters.n; i++)
        arb_set_d(m->p + i, m->equations.parameters.of[i].value);
    if (m->law->start)
        m->law->start(m->x + arb_law_count(m->law->states), m->p);
}

static inline void open_text(struct moved *m, const char *path)
{
    m->source = cli_read(path);
    cr_assert(m->source, "%s", path);
    open_source(m, m->source);
}

/* The law stays open: there are as many places as a process of a test needs. */
static inline void close_moved(struct moved *m)
{
    _arb_vec_clear(m->energy, MOST);
    _arb_vec_clear(m->x, MOST);
    _arb_vec_clear(m->p, MOST);
}

struct stretch {
    enum signal_kind kind;
    double value[4], duration;
};

/* Moves a law along a stretch, with so many units of work. Returns false where that is not
 * possible.
 */
static inline bool go_within(double units, const struct arb_law *law, arb_srcptr p, arb_ptr x,
                             arb_ptr energy, const struct stretch *of, slong prec,
                             struct arb_segment *segment)
{
    arb_ptr v = _arb_vec_init(4);
    arb_t t;
    arb_init(t);
    for (int i = 0; i < 4; i++)
        arb_set_d(v + i, of->value[i]);
    arb_set_d(t, of->duration);
    arb_segment_set(segment, of->kind, v, t, 4 * prec);
    struct work_limit limit = work_limit_from_now(units, 0);
    struct arb_taylor run = {
        .limit = &limit, .law = law, .p = p, .prec = prec, .x = x, .energy = energy
    };
    const bool ok = arb_taylor_run(&run, segment, t, NULL, 0);
    arb_clear(t);
    _arb_vec_clear(v, 4);
    return ok;
}

static inline bool go(const struct arb_law *law, arb_srcptr p, arb_ptr x, arb_ptr energy,
                      const struct stretch *of, slong prec, struct arb_segment *segment)
{
    return go_within(1e5, law, p, x, energy, of, prec, segment);
}

static inline void expect_same(const arb_t a, const arb_t b, double size, int bits,
                               const char *what)
{
    cr_expect(arb_overlaps(a, b), "%s: %.17g, %.17g", what, arf_get_d(arb_midref(a), ARF_RND_NEAR),
              arf_get_d(arb_midref(b), ARF_RND_NEAR));
    cr_expect(mag_get_d(arb_radref(a)) <= ldexp(size, -bits), "%s: radius %g of %g", what,
              mag_get_d(arb_radref(a)), size);
}

#endif
