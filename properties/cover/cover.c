/* Halves boxes until each is decided (cover.h). */
#include "properties/cover/cover.h"

#include <math.h>
#include <stdlib.h>

#include "properties/cover/reach.h"
#include "reference/graph/graph_ball.h"
#include "reference/graph/graph_mark.h"
#include "tools/base/memory.h"

enum { MOST_DEPTH = 160 };

/* The present box. */
struct walk {
    const struct cover_question *question;
    double lo[COVER_MOST_SYMBOLS], hi[COVER_MOST_SYMBOLS];
    arb_ptr p, x;
    bool has_slope, matters[COVER_MOST_SYMBOLS];
    int cuts[COVER_MOST_SYMBOLS]; /* how often each has been halved to come here */
    unsigned long most;
    struct cover_answer answer; /* NO: the walk ends */
};

static arb_ptr ball_of(struct walk *w, unsigned i)
{
    const struct cover_symbol *symbol = &w->question->symbols[i];
    return (symbol->what == SYMBOL_STATE ? w->x : w->p) + symbol->index;
}

static void load(struct walk *w)
{
    arf_t lo, hi;
    arf_init(lo);
    arf_init(hi);
    for (unsigned i = 0; i < w->question->n_symbols; i++) {
        arf_set_d(lo, w->lo[i]);
        arf_set_d(hi, w->hi[i]);
        arb_set_interval_arf(ball_of(w, i), lo, hi, COVER_PREC);
        if (w->lo[i] >= 0) /* the ball of [0, h] may reach below 0 by a rounding */
            arb_nonnegative_part(ball_of(w, i), ball_of(w, i));
    }
    arf_clear(hi);
    arf_clear(lo);
}

static double middle_of(const struct walk *w, unsigned i)
{
    const double lo = w->lo[i], hi = w->hi[i];
    if (w->question->symbols[i].is_whole)
        return floor(lo / 2 + hi / 2);
    if (lo > 0 && hi > 4 * lo)
        return sqrt(lo) * sqrt(hi);
    if (hi < 0 && lo < 4 * hi)
        return -sqrt(-lo) * sqrt(-hi);
    if (i == 0 && lo == 0 && w->has_slope)
        return hi / 16;
    return lo / 2 + hi / 2;
}

static void load_middle(struct walk *w)
{
    for (unsigned i = 0; i < w->question->n_symbols; i++)
        arb_set_d(ball_of(w, i), middle_of(w, i));
}

static void enclose(const struct walk *w, arb_ptr value, const expression of[], unsigned n)
{
    const struct ball_point at = { .p = w->p, .x = w->x };
    graph_ball(value, w->question->law, of, n, &at, COVER_PREC);
}

/* Returns YES when all conditions hold at all places of the balls, NO when one fails at all of
 * them; of a condition the value is 1 where it holds and 0 where it does not. */
static enum answer conditions(const struct walk *w)
{
    const struct cover_question *q = w->question;
    arb_ptr value = _arb_vec_init(q->n_conditions);
    enum answer hold = ANSWER_YES;
    enclose(w, value, q->conditions, q->n_conditions);
    for (unsigned i = 0; i < q->n_conditions && hold != ANSWER_NO; i++)
        if (certainly(ball_is_zero(value + i)))
            hold = ANSWER_NO;
        else if (!certainly(ball_is_positive(value + i)))
            hold = ANSWER_UNDECIDED;
    _arb_vec_clear(value, q->n_conditions);
    return hold;
}

static bool may_jump(const struct graph_node *node)
{
    switch (node->operation) {
    case GRAPH_SIGN:
    case GRAPH_SELECT:
    case GRAPH_LESS:
    case GRAPH_AT_MOST:
    case GRAPH_EQUAL:
    case GRAPH_AND:
    case GRAPH_OR:
    case GRAPH_NOT:
    case GRAPH_INTEGRAL:
    case GRAPH_DRAW:
        return true;
    default:
        return false;
    }
}

static bool is_symbol(const struct graph_node *node, const struct cover_symbol *symbol)
{
    return node->operation == GRAPH_SYMBOL && node->symbol == symbol->what &&
           node->index == symbol->index;
}

/* Returns true when the value is continuous in the first symbol, so that its derivative says how it
 * changes: nothing that may jump depends on that. */
static bool is_continuous(const struct cover_question *q)
{
    bool *depends = memory_array(q->law->n, sizeof *depends),
         *needed = memory_array(q->law->n, sizeof *needed), is = true;
    graph_mark_all(q->law, &q->value, 1, needed);
    for (size_t i = 0; i <= q->value; i++) {
        const struct graph_node *node = &q->law->nodes[i];
        depends[i] = is_symbol(node, &q->symbols[0]);
        for (unsigned k = 0; k < graph_arguments(node->operation); k++)
            depends[i] = depends[i] || depends[node->argument[k]];
        is = is && !(needed[i] && depends[i] && may_jump(node));
    }
    free(needed);
    free(depends);
    return is;
}

/* Finds the symbols on which the value or a condition depends. */
static void find_symbols(struct walk *w)
{
    const struct cover_question *q = w->question;
    bool *needed = memory_array(q->law->n, sizeof *needed);
    graph_mark_all(q->law, &q->value, 1, needed);
    graph_mark_all(q->law, q->conditions, q->n_conditions, needed);
    for (size_t i = 0; i < q->law->n; i++)
        for (unsigned k = 0; needed[i] && k < q->n_symbols; k++)
            w->matters[k] = w->matters[k] || is_symbol(&q->law->nodes[i], &q->symbols[k]);
    free(needed);
}

static struct reach reach_of_symbol(const struct walk *w, const struct graph_node *node)
{
    for (unsigned i = 0; i < w->question->n_symbols; i++)
        if (is_symbol(node, &w->question->symbols[i]))
            return (struct reach){ w->lo[i], w->hi[i] };
    return (struct reach){ -INFINITY, INFINITY };
}

/* Returns the lower end by intervals. Those of wide ranges have signs that balls do not show, whose
 * radius has 30 bits. */
static double lower_end_of_interval(const struct walk *w, expression e)
{
    const struct law_graph *law = w->question->law;
    bool *needed = memory_array(law->n, sizeof *needed);
    struct reach *of = memory_array((size_t)e + 1, sizeof *of);
    graph_mark_all(law, &e, 1, needed);
    for (size_t i = 0; i <= e; i++)
        if (needed[i])
            of[i] = law->nodes[i].operation == GRAPH_SYMBOL ? reach_of_symbol(w, &law->nodes[i])
                                                            : reach_node(law, i, of);
    const double end = reach_is_finite(of[e]) ? of[e].lo : -HUGE_VAL;
    free(of);
    free(needed);
    return end;
}

/* Returns the lower end of an expression over the box: by balls, which follow slopes, or by
 * intervals. */
static double lower_end(struct walk *w, expression e)
{
    arb_t value;
    arf_t low;
    arb_init(value);
    arf_init(low);
    load(w);
    enclose(w, value, &e, 1);
    arb_get_lbound_arf(low, value, COVER_PREC);
    const double end = arb_is_finite(value) ? arf_get_d(low, ARF_RND_DOWN) : -HUGE_VAL;
    arf_clear(low);
    arb_clear(value);
    return fmax(end, lower_end_of_interval(w, e));
}

/* Returns true when the value rises from where the first symbol begins. */
static bool rises(struct walk *w)
{
    return w->has_slope && w->lo[0] == 0 && lower_end(w, w->question->slope) > 0;
}

/* Returns how far the box is from being decided: less is farther. What vanishes with the first
 * symbol is judged by its share of that, and at the beginning also by its slope, since it is always
 * near 0 there. */
static double nearness(struct walk *w)
{
    const struct cover_question *q = w->question;
    const double value = lower_end(w, q->value) / (w->has_slope ? w->hi[0] : 1);
    if (!w->has_slope || w->lo[0] > 0)
        return value;
    return fmax(value, lower_end(w, q->slope));
}

/* Returns how much may be halved, by the ratio of ends of one sign, and less of what has been
 * halved before; 0: nothing. */
static double width_of(const struct walk *w, unsigned i)
{
    const double lo = w->lo[i], hi = w->hi[i];
    const bool is_whole = w->question->symbols[i].is_whole;
    if (!w->matters[i] || (is_whole && hi - lo < 1) ||
        (!is_whole && !(middle_of(w, i) > lo && middle_of(w, i) < hi)))
        return 0;
    const double ratio = lo > 0 ? hi / lo : hi < 0 ? lo / hi : HUGE_VAL;
    return fmin(log(ratio), 8) / (1 + w->cuts[i]);
}

struct halves {
    double lo, hi, end, next;
};

static struct halves halves_of(const struct walk *w, unsigned i)
{
    const double middle = middle_of(w, i);
    return (struct halves){ w->lo[i], w->hi[i], middle,
                            w->question->symbols[i].is_whole ? middle + 1 : middle };
}

/* Returns the symbol whose halves raise the lower ends most; of those that do alike the widest.
 * n_symbols: none can be halved. */
static unsigned best_cut(struct walk *w)
{
    const unsigned n = w->question->n_symbols;
    unsigned best = n;
    double most = -HUGE_VAL, widest = 0;
    for (unsigned i = 0; i < n; i++) {
        const double width = width_of(w, i);
        if (width == 0)
            continue;
        const struct halves h = halves_of(w, i);
        w->hi[i] = h.end;
        double sum = nearness(w);
        w->lo[i] = h.next;
        w->hi[i] = h.hi;
        sum += nearness(w);
        w->lo[i] = h.lo;
        if (best < n && (sum < most || (!(sum > most) && width <= widest)))
            continue;
        best = i;
        most = sum;
        widest = width;
    }
    return best;
}

static bool is_positive(struct walk *w) { return lower_end(w, w->question->value) > 0 || rises(w); }

/* Returns true when the value is certainly not positive in the middle of the box, which counts. */
static bool fails_in_the_middle(struct walk *w)
{
    arb_t value;
    arb_init(value);
    load_middle(w);
    enclose(w, value, &w->question->value, 1);
    const bool fails = certainly(ball_is_nonpositive(value)) && conditions(w) == ANSWER_YES;
    arb_clear(value);
    return fails;
}

static void fail(struct walk *w)
{
    w->answer.is = ANSWER_NO;
    for (unsigned i = 0; i < w->question->n_symbols; i++)
        w->answer.at[i] = middle_of(w, i);
}

static bool goes_on(const struct walk *w)
{
    return w->answer.is == ANSWER_YES ||
           (w->answer.is == ANSWER_UNDECIDED && !w->question->is_for_yes);
}

static void decide(struct walk *w, int depth);

/* Decides both halves, first the one that is farther from being decided: where a value is negative
 * that is soon come upon. */
static void decide_halves(struct walk *w, unsigned i, int depth)
{
    const struct halves h = halves_of(w, i);
    const struct reach half[2] = { { h.lo, h.end }, { h.next, h.hi } };
    double near[2];
    for (int k = 0; k < 2; k++) {
        w->lo[i] = half[k].lo;
        w->hi[i] = half[k].hi;
        near[k] = nearness(w);
    }
    const int first = near[1] < near[0];
    w->cuts[i]++;
    for (int k = 0; k < 2 && goes_on(w); k++) {
        w->lo[i] = half[(first + k) % 2].lo;
        w->hi[i] = half[(first + k) % 2].hi;
        decide(w, depth + 1);
    }
    w->cuts[i]--;
    w->lo[i] = h.lo;
    w->hi[i] = h.hi;
}

/* A box that stays undecided decides the answer, unless another one has a place where it is no. */
static void decide(struct walk *w, int depth)
{
    if (w->answer.parts >= w->most) {
        w->answer.is = ANSWER_UNDECIDED;
        return;
    }
    w->answer.parts++;
    if (is_positive(w) || conditions(w) == ANSWER_NO)
        return;
    if (fails_in_the_middle(w)) {
        fail(w);
        return;
    }
    const unsigned i = depth < MOST_DEPTH ? best_cut(w) : w->question->n_symbols;
    if (i == w->question->n_symbols)
        w->answer.is = ANSWER_UNDECIDED;
    else
        decide_halves(w, i, depth);
}

struct cover_answer cover_prove(const struct cover_question *question, unsigned long most)
{
    struct walk w = { .question = question, .most = most, .answer = { .is = ANSWER_UNDECIDED } };
    bool is_box = question->n_symbols <= COVER_MOST_SYMBOLS;
    for (unsigned i = 0; is_box && i < question->n_symbols; i++) {
        const struct cover_symbol *symbol = &question->symbols[i];
        w.lo[i] = symbol->lo;
        w.hi[i] = symbol->hi;
        is_box = isfinite(symbol->lo) && isfinite(symbol->hi) && symbol->lo <= symbol->hi &&
                 symbol->index < COVER_MOST_SYMBOLS;
    }
    if (!is_box)
        return w.answer;
    w.has_slope = question->slope != EXPRESSION_NONE && is_continuous(question);
    find_symbols(&w);
    w.p = _arb_vec_init(COVER_MOST_SYMBOLS);
    w.x = _arb_vec_init(COVER_MOST_SYMBOLS);
    w.answer.is = ANSWER_YES;
    decide(&w, 0);
    _arb_vec_clear(w.x, COVER_MOST_SYMBOLS);
    _arb_vec_clear(w.p, COVER_MOST_SYMBOLS);
    return w.answer;
}
