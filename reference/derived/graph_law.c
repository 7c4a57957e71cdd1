/* Functions of a ball model, evaluated from the law's text (graph_law.h). */
#include "reference/derived/graph_law.h"

#include "reference/arb/linear.h"
#include "reference/graph/graph_ball.h"
#include "reference/graph/graph_series.h"
#include "tools/base/decide.h"

/* Evaluates into `values`, which may be among the point's balls. */
static void evaluate(const struct law_graph *law, const expression of[], unsigned n, arb_ptr values,
                     const struct ball_point *at, slong prec)
{
    arb_ptr y = _arb_vec_init(n);
    graph_ball(y, law, of, n, at, prec);
    _arb_vec_swap(values, y, n);
    _arb_vec_clear(y, n);
}

/* Discrete variables stand behind the states. */
static arb_srcptr memory_of(const struct law_graph *law, arb_srcptr x)
{
    return x && law->start.n > 0 ? x + law->rate.n : NULL;
}

void graph_law_values(const struct law_graph *law, const expression of[], unsigned n,
                      arb_ptr values, arb_srcptr p, const arb_struct *v, const arb_struct *s,
                      arb_srcptr x, slong prec)
{
    const struct ball_point at = { .p = p, .v = v, .s = s, .x = x, .memory = memory_of(law, x) };
    evaluate(law, of, n, values, &at, prec);
}

void graph_law_curve(const struct law_graph *law, expression of, arb_t value, arb_srcptr p,
                     const arb_t v, const arb_struct *travel, slong prec)
{
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    const struct ball_point at = { .p = p, .v = v, .s = s, .travel = travel };
    evaluate(law, &of, 1, value, &at, prec);
    arb_clear(s);
}

void graph_law_stated(const struct law_graph *law, enum statement statement, arb_ptr values,
                      arb_srcptr p, arb_srcptr x, slong prec)
{
    const struct law_list *of = &law->stated[statement];
    graph_law_values(law, of->of, of->n, values, p, NULL, NULL, x, prec);
}

void graph_law_bound(const struct law_graph *law, arb_ptr x_bound, arb_srcptr p, slong prec)
{
    const struct law_list *bound = &law->stated[STATEMENT_BOUND];
    graph_law_stated(law, STATEMENT_BOUND, x_bound, p, NULL, prec);
    for (unsigned i = 0; i < bound->n; i++)
        if (bound->of[i] == EXPRESSION_NONE)
            arb_pos_inf(x_bound + i);
}

void graph_law_printed_regressor(const struct law_graph *law, arb_t F, arb_srcptr p, const arb_t v0,
                                 const arb_t v, const arb_t s, arb_srcptr x, slong prec)
{
    const struct ball_point at = {
        .p = p, .v = v, .s = s, .x = x, .memory = memory_of(law, x), .v0 = v0
    };
    evaluate(law, &law->values.printed_regressor, 1, F, &at, prec);
}

static bool has_sign(const struct law_sign *sign, const arb_t p)
{
    return !sign->text ||
           certainly(sign->is_positive ? ball_is_positive(p) : ball_is_nonnegative(p));
}

const char *graph_law_validate(const struct law_graph *law, arb_srcptr p)
{
    const char *violated = NULL;
    arb_t holds;
    arb_init(holds);
    for (unsigned i = 0; law->parameters[i] && !violated; i++)
        if (!has_sign(&law->signs[i], p + i))
            violated = law->signs[i].text;
    for (unsigned i = 0; i < law->n_constraints && !violated; i++) {
        graph_law_values(law, &law->constraints[i].condition, 1, holds, p, NULL, NULL, NULL,
                         GRAPH_NUMBER_BITS);
        if (!arb_is_finite(holds) || certainly(ball_is_zero(holds)))
            violated = law->constraints[i].text;
    }
    arb_clear(holds);
    return violated;
}

void graph_law_start(const struct law_graph *law, arb_ptr memory, arb_srcptr p)
{
    graph_law_values(law, law->start.of, law->start.n, memory, p, NULL, NULL, NULL,
                     GRAPH_NUMBER_BITS);
}

void graph_law_initial(const struct law_graph *law, arb_ptr x, arb_srcptr p)
{
    graph_law_values(law, law->initial.of, law->initial.n, x, p, NULL, NULL, NULL,
                     GRAPH_NUMBER_BITS);
}

void graph_law_rate(const struct law_graph *law, arb_ptr dx, arb_srcptr p, const arb_t v,
                    const arb_t s, arb_srcptr x, slong prec)
{
    graph_law_values(law, law->rate.of, law->rate.n, dx, p, v, s, x, prec);
}

void graph_law_force(const struct law_graph *law, arb_t F, arb_srcptr p, const arb_t v,
                     const arb_t s, arb_srcptr x, slong prec)
{
    graph_law_values(law, &law->force, 1, F, p, v, s, x, prec);
}

/* One evaluation: force and rates share most of what they are made of. */
void graph_law_phase(const struct law_graph *law, arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v,
                     const arb_t s, arb_srcptr x, slong prec)
{
    expression of[ARB_LAW_MAX + 1] = { law->force };
    arb_ptr y = _arb_vec_init(law->rate.n + 1);
    for (unsigned i = 0; i < law->rate.n; i++)
        of[i + 1] = law->rate.of[i];
    graph_law_values(law, of, law->rate.n + 1, y, p, v, s, x, prec);
    _arb_vec_swap(dx, y + 1, law->rate.n);
    arb_swap(F, y);
    _arb_vec_clear(y, law->rate.n + 1);
}

void graph_law_flow(const struct law_graph *law, arb_ptr x, arb_srcptr p, const arb_t v,
                    const arb_t s, const arb_t h, slong prec)
{
    const struct ball_point at = { .p = p, .v = v, .s = s, .x = x, .variable = h };
    evaluate(law, law->flow.of, law->flow.n, x, &at, prec);
}

void graph_law_work(const struct law_graph *law, arb_ptr part, arb_srcptr p, const arb_t v,
                    const arb_t s, const arb_t h, arb_srcptr x0, arb_srcptr x1, slong prec)
{
    arb_ptr variable = _arb_vec_init(GRAPH_END + law->rate.n);
    arb_set(variable + GRAPH_TIME, h);
    _arb_vec_set(variable + GRAPH_END, x1, law->rate.n);
    const struct ball_point at = { .p = p, .v = v, .s = s, .x = x0, .variable = variable };
    evaluate(law, law->work.of, law->work.n, part, &at, prec);
    _arb_vec_clear(variable, GRAPH_END + law->rate.n);
}

/* A state with k = 0 stays. */
void graph_law_slack(const struct law_graph *law, arb_ptr slack, arb_srcptr p, const arb_t v,
                     slong prec)
{
    const unsigned n = law->rate.n;
    arb_ptr k = _arb_vec_init(n);
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    graph_law_values(law, law->k.of, n, k, p, v, s, NULL, prec);
    graph_law_values(law, law->slack.of, n, slack, p, v, s, NULL, prec);
    for (unsigned i = 0; i < n; i++)
        if (certainly(ball_is_zero(k + i)))
            arb_one(slack + i);
        else if (arb_is_finite(slack + i))
            arb_nonnegative_part(slack + i, slack + i);
    arb_clear(s);
    _arb_vec_clear(k, n);
}

enum { LINEAR = 2 * ARB_LINEAR_STATES + ARB_LINEAR_PARTS * (1 + ARB_LINEAR_STATES) };

/* The expressions of one evaluation, and where their series go. */
struct linear_list {
    expression of[LINEAR];
    acb_poly_struct *to[LINEAR];
    unsigned n;
};

static void append(struct linear_list *list, const expression of[], unsigned n,
                   acb_poly_struct to[])
{
    for (unsigned i = 0; i < n; i++, list->n++) {
        list->of[list->n] = of[i];
        list->to[list->n] = to + i;
    }
}

/* All at once: they share the law's curves. */
void graph_law_linear(const struct law_graph *law, struct arb_linear *e, arb_srcptr p,
                      const acb_poly_t v, const arb_t s, slong len, slong prec)
{
    const unsigned n = law->b.n;
    struct linear_list list = { .n = 0 };
    acb_poly_struct y[LINEAR];
    append(&list, law->b.of, n, e->b);
    append(&list, law->k.of, n, e->k);
    append(&list, law->f.of, law->f.n, e->f);
    for (unsigned q = 0; q < law->f.n; q++)
        append(&list, law->c.of + (size_t)q * n, n, e->c[q]);
    for (unsigned i = 0; i < list.n; i++)
        acb_poly_init(&y[i]);
    graph_series(y, law, list.of, list.n, p, v, s, len, prec);
    for (unsigned i = 0; i < list.n; i++) {
        acb_poly_swap(list.to[i], &y[i]);
        acb_poly_clear(&y[i]);
    }
}
