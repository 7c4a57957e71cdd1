/* Follows a law over a short time in which events may happen or not (events.h). */
#include <string.h>

#include "reference/motion/ways.h"
#include "tools/base/decide.h"

enum {
    MOST_VALUES = 64, /* of all discrete variables together */
    MOST_LOOKS = 512
};

/* What the motion may be with some values of the discrete variables. */
struct opening {
    arb_ptr x, energy;
    bool was_set[GENERAL_STATES];
    bool is_followed;
};

struct openings {
    struct opening of[MOST_VALUES];
    int n;
    struct ways ends; /* all that is followed leads to */
};

/* The whole numbers that a ball holds: n of them from `first`. */
struct values {
    slong first;
    int n;
};

/* Returns true when discrete variable i is one of several whole numbers, and which; n is 0 where
 * they are too many. */
static bool is_open(const struct general_step *g, const arb_t ball, unsigned i, struct values *of)
{
    enum { LARGE = 1 << 30 };
    if (!g->law->is_whole[i] || arb_is_exact(ball))
        return false;
    arf_t lo, hi;
    arf_init(lo);
    arf_init(hi);
    arb_get_interval_arf(lo, hi, ball, g->prec);
    of->n = 0;
    if (arf_cmpabs_ui(lo, LARGE) < 0 && arf_cmpabs_ui(hi, LARGE) < 0) {
        of->first = arf_get_si(lo, ARF_RND_CEIL);
        const slong more = arf_get_si(hi, ARF_RND_FLOOR) - of->first;
        of->n = more < MOST_VALUES ? (int)more + 1 : 0;
    }
    arf_clear(hi);
    arf_clear(lo);
    return true;
}

int events_ways(const struct events *e, arb_ptr x, int k)
{
    const struct general_step *g = e->g;
    arb_ptr memory = x + g->n_states;
    struct values of;
    int n = 1;
    for (unsigned i = 0; n > 0 && i < g->n_memory; i++) {
        if (!is_open(g, memory + i, i, &of))
            continue;
        if (k != EVENTS_NO_WAY && of.n > 0)
            arb_set_si(memory + i, of.first + k / n % of.n);
        n = n * of.n <= MOST_VALUES ? n * of.n : 0;
    }
    return n;
}

static slong n_parts(const struct events *e) { return e->energy ? e->g->n_parts : 0; }

/* hull <- hull and y; returns true when that is more. */
static bool take_in(arb_ptr hull, arb_srcptr y, slong n, slong prec)
{
    bool is_more = false;
    for (slong i = 0; i < n; i++) {
        is_more = is_more || !ball_within(y + i, hull + i);
        arb_union(hull + i, hull + i, y + i, prec);
    }
    return is_more;
}

static bool has_same_memory(const struct events *e, const struct opening *o)
{
    bool has = true;
    for (slong i = e->g->n_states; has && i < events_size(e); i++)
        has = ball_same(o->x + i, e->x + i);
    return has;
}

/* Takes in what is now, to be followed. Returns false when there is too much. */
static bool add(struct openings *all, const struct events *e)
{
    const slong prec = e->g->prec;
    struct opening *o = all->of;
    while (o < all->of + all->n && !has_same_memory(e, o))
        o++;
    if (o == all->of + MOST_VALUES)
        return false;
    if (o == all->of + all->n) {
        all->n++;
        *o = (struct opening){
            _arb_vec_init(events_size(e)), _arb_vec_init(n_parts(e) + 1), { false }, false
        };
        _arb_vec_set(o->x, e->x, events_size(e));
        if (e->energy)
            _arb_vec_set(o->energy, e->energy, n_parts(e));
        memcpy(o->was_set, e->was_set, sizeof o->was_set);
        return true;
    }
    bool is_more = take_in(o->x, e->x, e->g->n_states, prec);
    if (e->energy)
        is_more = take_in(o->energy, e->energy, n_parts(e), prec) || is_more;
    for (unsigned i = 0; i < e->g->n_states; i++) {
        is_more = is_more || (e->was_set[i] && !o->was_set[i]);
        o->was_set[i] = o->was_set[i] || e->was_set[i];
    }
    o->is_followed = o->is_followed && !is_more;
    return true;
}

static void load(struct events *e, const struct opening *o)
{
    _arb_vec_set(e->x, o->x, events_size(e));
    if (e->energy)
        _arb_vec_set(e->energy, o->energy, n_parts(e));
    memcpy(e->was_set, o->was_set, sizeof e->was_set);
}

/* Returns one that is still to be followed, or NULL. */
static struct opening *not_followed(struct openings *all)
{
    for (int i = 0; i < all->n; i++)
        if (!all->of[i].is_followed)
            return all->of + i;
    return NULL;
}

/* Follows one over any time up to that from `from` to `to`, and adds what events make of it. */
static bool follow(struct openings *all, struct opening *o, struct events *e, const arb_t from,
                   const arb_t to, int sign, const arb_t any)
{
    const slong n_states = e->g->n_states;
    unsigned which[EVENTS_MOST_WAYS];
    o->is_followed = true;
    load(e, o);
    if (!events_stay(e, from, to, sign))
        return false;
    const int n = events_may_happen(e, which);
    bool ok = n <= EVENTS_MOST_WAYS;
    arb_ptr box = _arb_vec_init(events_size(e));
    _arb_vec_set(e->x, e->range.box, n_states);
    events_narrow(e, any);
    _arb_vec_set(box, e->x, events_size(e));
    (void)ways_taken(&all->ends, e, true);
    struct opening before = { box, _arb_vec_init(n_parts(e) + 1), { false }, true };
    if (e->energy)
        _arb_vec_set(before.energy, e->energy, n_parts(e));
    memcpy(before.was_set, e->was_set, sizeof before.was_set);
    for (int k = 0; ok && k < n; k++) {
        load(e, &before);
        general_step_remember(e->g, e->x);
        _arb_vec_set(e->range.box, box, n_states);
        events_evaluate(e, e->range.v, sign, box);
        events_happen(e, which[k]);
        events_extend(e, e->x);
        ok = add(all, e);
    }
    _arb_vec_clear(before.energy, n_parts(e) + 1);
    _arb_vec_clear(box, events_size(e));
    return ok;
}

/* Begins with each value that the discrete variables may have. */
static bool begin(struct openings *all, struct events *e)
{
    const slong n = events_size(e);
    const int n_ways = events_ways(e, e->x, EVENTS_NO_WAY);
    arb_ptr x = _arb_vec_init(n);
    _arb_vec_set(x, e->x, n);
    bool ok = n_ways > 0;
    for (int k = 0; ok && k < n_ways; k++) {
        _arb_vec_set(e->x, x, n);
        events_ways(e, e->x, k);
        ok = add(all, e);
    }
    _arb_vec_clear(x, n);
    return ok;
}

bool events_open(struct events *e, const arb_t from, const arb_t to, int sign)
{
    struct openings all = { .n = 0 };
    arb_t any, none;
    arb_init(none);
    arb_init(any);
    arb_sub(any, to, from, ARF_PREC_EXACT);
    arb_union(any, any, none, e->g->prec);
    ways_begin(&all.ends, e);
    all.ends.stays_open = true;
    bool ok = begin(&all, e);
    for (int looks = 0; ok && not_followed(&all); looks++)
        ok = looks < MOST_LOOKS && follow(&all, not_followed(&all), e, from, to, sign, any);
    if (ok)
        ways_end(&all.ends, e);
    else
        ways_release(&all.ends);
    for (int i = 0; i < all.n; i++) {
        _arb_vec_clear(all.of[i].x, events_size(e));
        _arb_vec_clear(all.of[i].energy, n_parts(e) + 1);
    }
    arb_clear(any);
    arb_clear(none);
    return ok;
}
