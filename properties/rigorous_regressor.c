/* See the header. */
#include "properties/rigorous_regressor.h"

#include <arb_mat.h>

#include "properties/excitation.h"
#include "properties/rigorous_run.h"

enum { MAX_COLUMNS = RIGOROUS_MAX_COLUMNS, N_ENTRIES = EXCITATION_HOLDS * MAX_COLUMNS };

/* A law on its way along a signal. */
struct walker {
    const struct arb_law *law;
    slong prec;
    unsigned n_holds;
    arb_ptr p, x, v, h, bound;
    struct arb_piece *pieces; /* NULL: all are holds */
    arb_t path, s, t, end;
};

static void start(struct walker *w, const struct rigorous_case *c, slong prec)
{
    w->law = c->law;
    w->prec = prec;
    w->n_holds = c->n_holds;
    w->p = _arb_vec_init(ARB_LAW_MAX);
    w->x = _arb_vec_init(ARB_LAW_MAX);
    w->v = _arb_vec_init(c->n_holds);
    w->h = _arb_vec_init(c->n_holds);
    w->bound = _arb_vec_init(ARB_LAW_MAX);
    arb_init(w->path);
    arb_init(w->s);
    arb_init(w->t);
    arb_init(w->end);
    w->pieces = rigorous_pieces(c, prec);
    c->load(c->numbers, prec, w->p, w->x, w->v, w->h);
    if (c->law->start)
        c->law->start(w->x + arb_law_count(c->law->states), w->p);
    if (c->law->bound)
        c->law->bound(w->bound, w->p, prec);
}

static void finish(struct walker *w)
{
    rigorous_pieces_clear(w->pieces, w->n_holds);
    arb_clear(w->end);
    arb_clear(w->t);
    arb_clear(w->s);
    arb_clear(w->path);
    _arb_vec_clear(w->bound, ARB_LAW_MAX);
    _arb_vec_clear(w->h, w->n_holds);
    _arb_vec_clear(w->v, w->n_holds);
    _arb_vec_clear(w->x, ARB_LAW_MAX);
    _arb_vec_clear(w->p, ARB_LAW_MAX);
}

static void move(struct walker *w, const arb_t v, const arb_t h)
{
    arb_sgn(w->s, v);
    if (arb_law_size(w->law) > 0)
        w->law->flow(w->x, w->p, v, w->s, h, w->prec);
}

static bool is_smooth(const struct walker *w, unsigned i)
{
    return w->pieces && !arb_piece_is_held(&w->pieces[i]);
}

static void move_piece(struct walker *w, unsigned i)
{
    if (is_smooth(w, i))
        rigorous_smooth(w->law, w->p, &w->pieces[i], w->x, NULL, NULL, NULL, w->prec);
    else
        move(w, w->v + i, w->h + i);
}

/* v at an end of piece i, until the next call. */
static arb_srcptr velocity(struct walker *w, unsigned i, int end)
{
    if (!is_smooth(w, i))
        return w->v + i;
    arb_mul_si(w->end, w->h + i, end, w->prec);
    arb_piece_velocity(w->end, &w->pieces[i], w->end, w->prec);
    return w->end;
}

static void add_path(struct walker *w, unsigned i)
{
    if (is_smooth(w, i))
        rigorous_piece_path(&w->pieces[i], w->path, w->prec);
    else {
        arb_abs(w->t, w->v + i);
        arb_addmul(w->path, w->t, w->h + i, w->prec);
    }
}

/* worst <- max(worst, |F - U P|), and the same over the force's scale. */
static void residual(struct walker *w, enum property property, const arb_t v0, const arb_t v,
                     arb_t worst, arb_t relative)
{
    const struct arb_law *law = w->law;
    const int n = law->n_regressors;
    arb_ptr u = _arb_vec_init(MAX_COLUMNS), coefficient = _arb_vec_init(MAX_COLUMNS);
    arb_t F;
    arb_init(F);
    arb_sgn(w->s, v);
    law->force(F, w->p, v, w->s, w->x, w->prec);
    if (property == REGRESSOR) {
        law->regressor(u, w->p, v, w->s, w->x, w->prec);
        law->coefficients(coefficient, w->p, w->prec);
        arb_dot(F, F, 1, u, 1, coefficient, 1, n, w->prec);
    } else {
        law->printed_regressor(w->t, w->p, v0, v, w->s, w->x, w->prec);
        arb_sub(F, F, w->t, w->prec);
    }
    arb_abs(F, F);
    arb_max(worst, worst, F, w->prec);
    law->force_scale(w->t, w->p, v, w->path, w->prec);
    if (arb_is_positive(w->t)) {
        arb_div(F, F, w->t, w->prec);
        arb_max(relative, relative, F, w->prec);
    }
    arb_clear(F);
    _arb_vec_clear(coefficient, MAX_COLUMNS);
    _arb_vec_clear(u, MAX_COLUMNS);
}

/* At the ends of pieces. */
static enum answer residuals(struct walker *w, enum property property, arb_t functional,
                             arb_t margin)
{
    bool has_moved = false;
    arb_t v0;
    arb_init(v0);
    arb_zero(functional);
    arb_zero(margin);
    for (unsigned i = 0; i < w->n_holds; i++) {
        add_path(w, i);
        for (int end = 0; end < 2; end++) {
            arb_srcptr v = velocity(w, i, end);
            const bool moves = !arb_is_zero(v);
            if (moves && !has_moved)
                arb_set(v0, v); /* fixes the constant that the printed form leaves unknown */
            has_moved |= moves;
            if (moves || property == REGRESSOR)
                residual(w, property, v0, v, functional, margin);
            if (end == 0)
                move_piece(w, i);
        }
    }
    arb_clear(v0);
    arb_neg(margin, margin);
    if (arb_is_positive(functional))
        return ANSWER_YES;
    return arb_is_zero(functional) ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* U along the excitation, a row for each hold: as balls, and at the exact midpoints of states and
 * velocity. */
struct rows {
    unsigned n_columns;
    arb_ptr u, exact; /* N_ENTRIES, EXCITATION_HOLDS x MAX_COLUMNS */
};

static arb_ptr row_of(arb_ptr u, unsigned row) { return u + (size_t)row * MAX_COLUMNS; }

/* One row at the exact midpoint of the present state. */
static void sample_exact(struct walker *w, const arb_t v, arb_ptr row)
{
    arb_ptr x = _arb_vec_init(ARB_LAW_MAX);
    for (int i = 0; i < arb_law_size(w->law); i++)
        arb_get_mid_arb(x + i, w->x + i);
    arb_get_mid_arb(w->t, v);
    arb_sgn(w->s, w->t);
    w->law->regressor(row, w->p, w->t, w->s, x, w->prec);
    _arb_vec_clear(x, ARB_LAW_MAX);
}

/* The velocity and duration of a hold of the excitation. */
static void excitation_hold(const struct walker *w, unsigned i, arb_t v, arb_t h)
{
    const struct excitation *e = &excitation[i];
    const int vs = arb_law_index(w->law->params, "vs");
    arb_one(v);
    if (vs >= 0)
        arb_set(v, w->p + vs);
    arb_mul_2exp_si(v, v, e->speed);
    arb_one(h);
    if (!e->timed) {
        if (w->law->bound && w->law->states && arb_is_finite(w->bound))
            arb_set(h, w->bound);
        arb_div(h, h, v, w->prec);
    }
    arb_mul_2exp_si(h, h, e->size);
    if (e->sign < 0)
        arb_neg(v, v);
}

/* Is the row times n exactly zero: certainly, certainly not, or neither? */
static enum answer row_vanishes(arb_srcptr row, const long null[], unsigned n, slong prec)
{
    arb_t sum;
    arb_init(sum);
    for (unsigned j = 0; j < n; j++)
        if (null[j] != 0)
            /* 64 bits more than an entry has, so that equal terms cancel exactly */
            arb_addmul_si(sum, row + j, null[j], prec + 64);
    const enum answer answer = arb_is_zero(sum)         ? ANSWER_YES
                               : arb_contains_zero(sum) ? ANSWER_UNDECIDED
                                                        : ANSWER_NO;
    arb_clear(sum);
    return answer;
}

/* Both, where NO is certain and YES needs both. */
static enum answer both(enum answer a, enum answer b)
{
    if (a == ANSWER_NO || b == ANSWER_NO)
        return ANSWER_NO;
    return a == ANSWER_YES ? b : a;
}

/* The same in all rows of the excitation. */
static enum answer vanishes(const struct rows *rows, const long null[], slong prec)
{
    enum answer answer = ANSWER_YES;
    for (unsigned i = 0; i < EXCITATION_HOLDS && answer != ANSWER_NO; i++)
        answer = both(answer, row_vanishes(row_of(rows->exact, i), null, rows->n_columns, prec));
    return answer;
}

/* Along the signal; where a vector is given, is it a null vector after each hold? */
static enum answer walk_signal(struct walker *w, const long null[])
{
    enum answer answer = ANSWER_YES;
    arb_ptr row = _arb_vec_init(MAX_COLUMNS);
    for (unsigned i = 0; i < w->n_holds; i++) {
        move_piece(w, i);
        if (!null)
            continue;
        sample_exact(w, velocity(w, i, 1), row);
        answer = both(answer, row_vanishes(row, null, (unsigned)w->law->n_regressors, w->prec));
    }
    _arb_vec_clear(row, MAX_COLUMNS);
    return answer;
}

static void excite(struct walker *w, struct rows *rows)
{
    arb_t v, h;
    arb_init(v);
    arb_init(h);
    rows->n_columns = (unsigned)w->law->n_regressors;
    rows->u = _arb_vec_init(N_ENTRIES);
    rows->exact = _arb_vec_init(N_ENTRIES);
    for (unsigned i = 0; i < EXCITATION_HOLDS; i++) {
        excitation_hold(w, i, v, h);
        move(w, v, h);
        w->law->regressor(row_of(rows->u, i), w->p, v, w->s, w->x, w->prec);
        sample_exact(w, v, row_of(rows->exact, i));
    }
    arb_clear(h);
    arb_clear(v);
}

static void empty(struct rows *rows)
{
    _arb_vec_clear(rows->exact, N_ENTRIES);
    _arb_vec_clear(rows->u, N_ENTRIES);
}

static bool is_null(const long null[], unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (null[i] != 0)
            return false;
    return true;
}

/* Looks through the vectors with entries -1, 0, 1 on kept columns whose last entry is 1, each
 * found dropping its last column. null receives the first. Returns how many were found. */
static unsigned find_null(const struct rows *rows, bool kept[], long null[], slong prec)
{
    long candidate[MAX_COLUMNS] = { 0 };
    unsigned found = 0;
    for (unsigned last = 0; last < rows->n_columns; last++) {
        unsigned codes = 1;
        for (unsigned j = 0; j < last; j++)
            codes *= 3;
        kept[last] = true;
        for (unsigned code = 0; code < codes && kept[last]; code++) {
            unsigned rest = code;
            bool allowed = true;
            for (unsigned j = 0; j < last; j++, rest /= 3) {
                candidate[j] = (long)(rest % 3) - 1;
                allowed &= kept[j] || candidate[j] == 0;
            }
            candidate[last] = 1;
            if (!allowed || vanishes(rows, candidate, prec) != ANSWER_YES)
                continue;
            kept[last] = false;
            for (unsigned j = 0; found == 0 && j < rows->n_columns; j++)
                null[j] = j <= last ? candidate[j] : 0;
            found++;
        }
    }
    return found;
}

/* The volume of the kept columns over the excitation, each scaled to length 1: the square root
 * of the product of the pivots of their Gram matrix. */
static void volume(const struct rows *rows, const bool kept[], arb_t value, slong prec)
{
    arb_mat_t gram;
    slong n = 0;
    unsigned columns[MAX_COLUMNS] = { 0 };
    for (unsigned j = 0; j < rows->n_columns; j++)
        if (kept[j])
            columns[n++] = j;
    arb_mat_init(gram, n, n);
    for (slong a = 0; a < n; a++)
        for (slong b = 0; b < n; b++)
            arb_dot(arb_mat_entry(gram, a, b), NULL, 0, rows->u + columns[a], MAX_COLUMNS,
                    rows->u + columns[b], MAX_COLUMNS, EXCITATION_HOLDS, prec);
    arb_mat_det(value, gram, prec);
    for (slong a = 0; a < n; a++)
        arb_div(value, value, arb_mat_entry(gram, a, a), prec);
    arb_sqrtpos(value, value, prec);
    arb_mat_clear(gram);
}

static enum answer independence(struct walker *w, const struct rigorous_case *c, arb_t functional,
                                arb_t margin)
{
    struct rows rows;
    bool kept[MAX_COLUMNS] = { false };
    long null[MAX_COLUMNS] = { 0 };
    unsigned expected = (unsigned)c->law->n_regressors;
    enum answer violated = ANSWER_NO;
    if (c->property == IDENTIFIABLE_RANK && c->law->n_identifiable > 0)
        expected = (unsigned)c->law->n_identifiable;
    const enum answer along = walk_signal(w, c->null);
    excite(w, &rows);
    const unsigned found = find_null(&rows, kept, null, w->prec);
    if (found > 0 && c->property == IDENTIFIABILITY)
        arb_zero(functional);
    else
        volume(&rows, kept, functional, w->prec);
    if (c->null && !is_null(c->null, rows.n_columns))
        violated = both(along, vanishes(&rows, c->null, w->prec));
    else if (c->null)
        violated = ANSWER_NO;
    else if (rows.n_columns - found != expected)
        violated = ANSWER_YES;
    else if (!arb_is_positive(functional))
        violated = ANSWER_UNDECIDED;
    arb_set(margin, functional);
    if (violated == ANSWER_YES) {
        arb_zero(functional);
        arb_set_si(margin, -1);
    }
    empty(&rows);
    return violated;
}

bool rigorous_regressor_applicable(const struct arb_law *law, enum property property)
{
    if (property == REGRESSOR_AS_PRINTED)
        return law->printed_regressor;
    return law->regressor && law->n_regressors <= MAX_COLUMNS &&
           (property != REGRESSOR || law->coefficients);
}

enum answer rigorous_regressor(const struct rigorous_case *c, slong prec, arb_t functional,
                               arb_t margin)
{
    struct walker w;
    start(&w, c, prec);
    const enum answer answer = c->property == REGRESSOR || c->property == REGRESSOR_AS_PRINTED
                                   ? residuals(&w, c->property, functional, margin)
                                   : independence(&w, c, functional, margin);
    finish(&w);
    return answer;
}

bool rigorous_null_vector(const struct rigorous_case *c, slong prec, long null[])
{
    struct walker w;
    struct rows rows;
    bool kept[MAX_COLUMNS] = { false };
    start(&w, c, prec);
    walk_signal(&w, NULL);
    excite(&w, &rows);
    const bool found = find_null(&rows, kept, null, prec) > 0;
    empty(&rows);
    finish(&w);
    return found;
}
