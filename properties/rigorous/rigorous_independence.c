/* Decides whether the entries of P can be told apart: null vectors of U, and the volume of its
 * columns. */
#include <arb_mat.h>
#include <stdlib.h>

#include "properties/rigorous/excitation.h"
#include "properties/rigorous/rigorous_regressor.h"
#include "properties/rigorous/rigorous_run.h"
#include "tools/base/decide.h"

enum { MAX_COLUMNS = RIGOROUS_MAX_COLUMNS, N_ENTRIES = EXCITATION_HOLDS * MAX_COLUMNS };

/* U along the excitation, a row for each hold: over the balls of states and velocity (u), and at
 * their exact midpoints (exact). */
struct rows {
    unsigned n_columns;
    arb_ptr u, exact; /* N_ENTRIES, EXCITATION_HOLDS x MAX_COLUMNS */
};

/* What is known about U n in the rows seen so far. */
struct image {
    bool cancels; /* U n is exactly zero at the midpoints of the balls */
    bool nonzero; /* U n is nonzero in one of the rows, for all states in their balls */
    arb_t most;   /* largest magnitude of U n over the balls */
};

static arb_ptr row_of(arb_ptr u, unsigned row) { return u + (size_t)row * MAX_COLUMNS; }

/* Computes one row at the exact midpoints of the present states. */
static void sample_exact(struct rigorous_run *r, const arb_t v, arb_ptr row)
{
    arb_ptr x = _arb_vec_init(ARB_LAW_MAX);
    arb_t s;
    arb_init(s);
    for (int i = 0; i < arb_law_size(r->law); i++)
        arb_get_mid_arb(x + i, r->x + i);
    arb_get_mid_arb(r->t, v);
    arb_sgn(s, r->t);
    r->law->regressor(row, r->p, r->t, s, x, r->prec);
    arb_clear(s);
    _arb_vec_clear(x, ARB_LAW_MAX);
}

/* Computes one row over the present balls of the states. */
static void sample_balls(struct rigorous_run *r, const arb_t v, arb_ptr row)
{
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    r->law->regressor(row, r->p, v, s, r->x, r->prec);
    arb_clear(s);
}

/* The velocity and duration of a hold of the excitation. */
static void excitation_hold(const struct rigorous_run *r, unsigned i, arb_t v, arb_t h)
{
    const struct excitation *e = &excitation[i];
    const int vs = arb_law_index(r->law->params, "vs");
    arb_one(v);
    if (vs >= 0)
        arb_set(v, r->p + vs);
    arb_mul_2exp_si(v, v, e->speed);
    arb_one(h);
    if (!e->timed) {
        if (r->law->bound && r->law->states && !rigorous_unbounded(r->bound))
            arb_set(h, r->bound);
        arb_div(h, h, v, r->prec);
    }
    arb_mul_2exp_si(h, h, e->size);
    if (e->sign < 0)
        arb_neg(v, v);
}

/* sum = row . n */
static void multiply(arb_t sum, arb_srcptr row, const long null[], unsigned n, slong prec)
{
    arb_zero(sum);
    for (unsigned j = 0; j < n; j++)
        if (null[j] != 0)
            /* 64 bits more than an entry has, so that equal terms cancel exactly */
            arb_addmul_si(sum, row + j, null[j], prec + 64);
}

static void image_init(struct image *image)
{
    *image = (struct image){ .cancels = true };
    arb_init(image->most);
}

static void image_add(struct image *image, arb_srcptr balls, arb_srcptr exact, const long null[],
                      unsigned n, slong prec)
{
    arb_t sum;
    arb_init(sum);
    multiply(sum, exact, null, n, prec);
    image->cancels &= certainly(ball_is_zero(sum));
    multiply(sum, balls, null, n, prec);
    image->nonzero |= !possibly(ball_is_zero(sum));
    arb_abs(sum, sum);
    arb_max(image->most, image->most, sum, prec);
    arb_clear(sum);
}

/* scale, which is 0 before, receives the sum over columns of |n_j| times the column's largest
 * magnitude along the excitation. */
static void columns_scale(const struct rows *rows, const long null[], arb_t scale, slong prec)
{
    arb_t most, t;
    arb_init(most);
    arb_init(t);
    for (unsigned j = 0; j < rows->n_columns; j++) {
        arb_zero(most);
        for (unsigned i = 0; i < EXCITATION_HOLDS; i++) {
            arb_abs(t, row_of(rows->u, i) + j);
            arb_max(most, most, t, prec);
        }
        arb_addmul_ui(scale, most, (ulong)labs(null[j]), prec);
    }
    arb_clear(t);
    arb_clear(most);
}

/* Answers whether U n vanishes. Cancelling at the midpoints shows the algebra; smallness over
 * the balls shows that the true states, which lie in the balls but not at the midpoints, have it
 * too. */
static enum answer vanishes(const struct image *image, const struct rows *rows, const long null[],
                            slong prec)
{
    if (image->nonzero)
        return ANSWER_NO;
    if (!image->cancels)
        return ANSWER_UNDECIDED;
    arb_t scale;
    arb_init(scale);
    columns_scale(rows, null, scale, prec);
    const bool small = rigorous_exceeds(image->most, scale, prec) == ANSWER_NO;
    arb_clear(scale);
    return small ? ANSWER_YES : ANSWER_UNDECIDED;
}

/* Moves along the signal; if a vector is given, updates its image after each segment. */
static void exact_state_signal(struct rigorous_run *r, const long null[], struct image *image)
{
    const unsigned n = (unsigned)r->law->n_regressors;
    arb_ptr exact = _arb_vec_init(MAX_COLUMNS), balls = _arb_vec_init(MAX_COLUMNS);
    for (unsigned i = 0; i < r->n_segments; i++) {
        rigorous_move(r, i);
        if (!null)
            continue;
        arb_srcptr v = rigorous_velocity(r, i, true);
        sample_exact(r, v, exact);
        sample_balls(r, v, balls);
        image_add(image, balls, exact, null, n, r->prec);
    }
    _arb_vec_clear(balls, MAX_COLUMNS);
    _arb_vec_clear(exact, MAX_COLUMNS);
}

static void excite(struct rigorous_run *r, struct rows *rows)
{
    arb_t v, h;
    arb_init(v);
    arb_init(h);
    rows->n_columns = (unsigned)r->law->n_regressors;
    rows->u = _arb_vec_init(N_ENTRIES);
    rows->exact = _arb_vec_init(N_ENTRIES);
    for (unsigned i = 0; i < EXCITATION_HOLDS; i++) {
        excitation_hold(r, i, v, h);
        rigorous_hold(r, v, h, r->x);
        sample_balls(r, v, row_of(rows->u, i));
        sample_exact(r, v, row_of(rows->exact, i));
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

/* Returns true when U n certainly vanishes along the excitation. Most candidates fail in the first
 * row. */
static bool is_kernel(const struct rows *rows, const long null[], slong prec)
{
    struct image image;
    image_init(&image);
    for (unsigned i = 0; i < EXCITATION_HOLDS && image.cancels; i++)
        image_add(&image, row_of(rows->u, i), row_of(rows->exact, i), null, rows->n_columns, prec);
    const bool kernel = vanishes(&image, rows, null, prec) == ANSWER_YES;
    arb_clear(image.most);
    return kernel;
}

/* Searches the vectors with entries -1, 0, 1 on kept columns whose last entry is 1; each that is
 * found drops its last column. null receives the first. Returns the number of vectors found. */
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
            if (!allowed || !is_kernel(rows, candidate, prec))
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

/* Judges the given vector along the signal and the excitation. */
static enum answer given(const struct rows *rows, struct image *image, const long null[],
                         slong prec)
{
    if (is_null(null, rows->n_columns))
        return ANSWER_NO;
    for (unsigned i = 0; i < EXCITATION_HOLDS; i++)
        image_add(image, row_of(rows->u, i), row_of(rows->exact, i), null, rows->n_columns, prec);
    return vanishes(image, rows, null, prec);
}

enum answer rigorous_independence(struct rigorous_run *r, const struct rigorous_case *c,
                                  arb_t functional, arb_t margin)
{
    struct rows rows;
    struct image image;
    bool kept[MAX_COLUMNS] = { false };
    long null[MAX_COLUMNS];
    unsigned expected = (unsigned)c->law->n_regressors;
    enum answer violated = ANSWER_UNDECIDED;
    if (c->property == IDENTIFIABLE_RANK && c->law->n_identifiable > 0)
        expected = (unsigned)c->law->n_identifiable;
    image_init(&image);
    exact_state_signal(r, c->null, &image);
    excite(r, &rows);
    const unsigned found = find_null(&rows, kept, null, r->prec);
    volume(&rows, kept, functional, r->prec);
    const bool independent = certainly(ball_is_positive(functional));
    if (found > 0 && c->property == IDENTIFIABILITY)
        arb_zero(functional);
    if (c->null)
        violated = given(&rows, &image, c->null, r->prec);
    else if (rows.n_columns - found < expected)
        violated = ANSWER_YES; /* enough vectors vanish */
    else if (independent)      /* enough columns are independent */
        violated = rows.n_columns - found > expected ? ANSWER_YES : ANSWER_NO;
    if (violated == ANSWER_YES)
        arb_zero(functional);
    if (violated == ANSWER_NO)
        arb_set(margin, functional);
    else if (violated == ANSWER_YES)
        arb_set_si(margin, -1);
    else { /* between them; which columns are left is not known */
        arb_indeterminate(margin);
        if (c->property == IDENTIFIABLE_RANK)
            arb_indeterminate(functional);
    }
    arb_clear(image.most);
    empty(&rows);
    return violated;
}

bool rigorous_null_vector(const struct rigorous_case *c, slong prec, long null[])
{
    struct rigorous_run r;
    struct rows rows;
    bool kept[MAX_COLUMNS] = { false };
    rigorous_run_init(&r, c, prec);
    exact_state_signal(&r, NULL, NULL);
    excite(&r, &rows);
    const bool found = find_null(&rows, kept, null, prec) > 0;
    empty(&rows);
    rigorous_run_clear(&r);
    return found;
}
