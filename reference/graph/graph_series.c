/* Evaluates expressions as power series (graph_series.h). */
#include "reference/graph/graph_series.h"

#include <stdlib.h>

#include "reference/graph/graph_ball.h"
#include "reference/graph/graph_mark.h"
#include "reference/graph/graph_node_series.h"
#include "tools/base/memory.h"

/* Values at a real velocity need no analytic function. */
static void set_values(acb_poly_struct y[], const struct law_graph *law, const expression of[],
                       unsigned n, arb_srcptr p, const arb_t v, const arb_t s, slong prec)
{
    const struct ball_point at = { .p = p, .v = v, .s = s };
    arb_ptr value = _arb_vec_init(n);
    graph_ball(value, law, of, n, &at, prec);
    for (unsigned i = 0; i < n; i++)
        series_set_number(&y[i], value + i);
    _arb_vec_clear(value, n);
}

/* Evaluates all that the expressions are made of, and passes their values on. */
static void pass_values(struct node_series *e, acb_poly_struct y[], const expression of[],
                        unsigned n)
{
    const struct law_graph *law = e->law;
    bool *needed = memory_array(law->n, sizeof *needed);
    const size_t end = graph_mark_all(law, of, n, needed);
    e->y = memory_array(end + 1, sizeof *e->y);
    for (size_t i = 0; i < end; i++)
        if (needed[i]) {
            acb_poly_init(e->y + i);
            graph_node_series(e, i);
        }
    for (unsigned i = 0; i < n; i++)
        if (of[i] == EXPRESSION_NONE)
            series_set_nowhere(&y[i]);
        else
            acb_poly_set(&y[i], e->y + of[i]);
    for (size_t i = 0; i < end; i++)
        if (needed[i])
            acb_poly_clear(e->y + i);
    free(e->y);
    free(needed);
}

void graph_series(acb_poly_struct y[], const struct law_graph *law, const expression of[],
                  unsigned n, arb_srcptr p, const acb_poly_t v, const arb_t s, slong len,
                  slong prec)
{
    acb_t first;
    acb_init(first);
    acb_poly_get_coeff_acb(first, v, 0);
    const bool is_value = len == 1 && acb_is_real(first);
    if (is_value)
        set_values(y, law, of, n, p, acb_realref(first), s, prec);
    acb_clear(first);
    if (is_value)
        return;
    struct node_series e = { .law = law, .p = p, .v = v, .s = s, .len = len, .prec = prec };
    pass_values(&e, y, of, n);
}

void graph_disc(acb_ptr y, const struct law_graph *law, const expression of[], unsigned n,
                const struct disc_point *at, slong prec)
{
    acb_poly_t v;
    acb_poly_struct *value = memory_array(n, sizeof *value);
    acb_poly_init(v);
    acb_poly_set_acb(v, at->v);
    for (unsigned i = 0; i < n; i++)
        acb_poly_init(value + i);
    struct node_series e = { .law = law,
                             .p = at->p,
                             .v = v,
                             .s = at->s,
                             .len = 1,
                             .prec = prec,
                             .x = at->x,
                             .memory = at->memory,
                             .side = at->side };
    pass_values(&e, value, of, n);
    for (unsigned i = 0; i < n; i++) {
        acb_poly_get_coeff_acb(y + i, value + i, 0);
        acb_poly_clear(value + i);
    }
    free(value);
    acb_poly_clear(v);
}
