/* Functions for all ball models: finding one, and exact motion at held velocity. */
#include "reference/arb/law.h"
#include "tools/base/decide.h"

#include <string.h>

static const struct arb_law *find(const struct arb_law *const laws[], const char *name)
{
    for (; *laws; laws++)
        if (strcmp((*laws)->name, name) == 0)
            return *laws;
    return NULL;
}

const struct arb_law *arb_law_find(const char *name)
{
    const struct arb_law *law = find(arb_own_laws, name);
    return law ? law : find(arb_laws, name);
}

static bool are_same(const char *const *a, const char *const *b)
{
    for (; a && b && *a && *b; a++, b++)
        if (strcmp(*a, *b) != 0)
            return false;
    return (!a || !*a) && (!b || !*b);
}

const struct arb_law *arb_law_along(const struct arb_law *law)
{
    const struct arb_law *other = find(arb_laws_along, law->name);
    const bool is_by_hand = find(arb_laws, law->name) == law;
    return other && is_by_hand && are_same(other->params, law->params) &&
                   are_same(other->states, law->states) && are_same(other->parts, law->parts)
               ? other
               : law;
}

int arb_law_count(const char *const *names)
{
    int n = 0;
    while (names && names[n])
        n++;
    return n;
}

int arb_law_index(const char *const *names, const char *name)
{
    for (int i = 0; names && names[i]; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}

int arb_law_size(const struct arb_law *law) { return arb_law_count(law->states) + law->n_memory; }

void arb_law_begin(const struct arb_law *law, arb_ptr x, arb_srcptr p)
{
    const int n = arb_law_count(law->states);
    _arb_vec_zero(x, n);
    if (law->initial)
        law->initial(x, p);
    if (law->start)
        law->start(x + n, p);
}

static void add_work(const struct arb_law *law, arb_srcptr p, const arb_t v, const arb_t s,
                     const arb_t h, arb_srcptr x0, arb_srcptr x1, arb_ptr energy, slong prec)
{
    const int n_parts = law->parts ? arb_law_count(law->parts) : 1;
    arb_ptr part = _arb_vec_init(n_parts);
    law->work(part, p, v, s, h, x0, x1, prec);
    for (int i = 0; i < n_parts; i++)
        arb_addmul(energy + i, part + i, v, prec);
    _arb_vec_clear(part, n_parts);
}

void arb_law_hold(const struct arb_law *law, arb_srcptr p, const arb_t v, const arb_t h, arb_ptr x,
                  arb_ptr energy, slong prec)
{
    const int n = arb_law_size(law);
    arb_ptr x0 = _arb_vec_init(n);
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    _arb_vec_set(x0, x, n);
    if (n > 0)
        law->flow(x, p, v, s, h, prec);
    if (energy && !certainly(ball_is_zero(v)))
        add_work(law, p, v, s, h, x0, x, energy, prec);
    arb_clear(s);
    _arb_vec_clear(x0, n);
}
