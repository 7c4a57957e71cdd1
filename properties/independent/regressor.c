/* Judges the properties of F = U P along a witness (inside.h). */
#include "properties/checker/excitation.h"
#include "properties/independent/inside.h"

enum { COLUMNS = 8 };

/* Computes a row of U at the present state and velocity v. Returns false when binary128 underflows:
 * an entry that is not zero became zero. */
static bool row_of(struct mini_run *run, const arb_t v, quad *u)
{
    bool held = true;
    for (int j = 0; j < run->n; j++)
        mini_set(run->x + j, run->state[j]);
    arb_set_si(run->s, arf_sgn(arb_midref(v)));
    run->mini->law->regressor(run->g, run->p, v, run->s, run->x, MINI_PREC);
    for (int j = 0; j < run->mini->law->n_regressors; j++) {
        u[j] = mini_get(run->g + j);
        if (u[j] == 0 && !arb_is_zero(run->g + j))
            held = false;
    }
    return held;
}

/* Compares F and U P at v, with P as stated, or as printed with its constant such that U P is right
 * at v0. */
static void compare(struct mini_run *run, const arb_t v0, const arb_t v, struct mini_outcome *o)
{
    const struct arb_law *law = run->mini->law;
    const bool printed = run->mini->property == REGRESSOR_AS_PRINTED;
    const quad F = mini_force(run, v), scale = mini_scale(run, v);
    quad sum = 0, u[COLUMNS];
    if (printed) {
        if (arb_is_zero(v))
            return;
        row_of(run, v, u);
        law->printed_regressor(run->F, run->p, v0, v, run->s, run->x, MINI_PREC);
        sum = mini_get(run->F);
    } else {
        row_of(run, v, u);
        law->coefficients(run->g, run->p, MINI_PREC);
        for (int j = 0; j < law->n_regressors; j++)
            sum += u[j] * mini_get(run->g + j);
    }
    o->functional = mini_larger(o->functional, mini_abs(F - sum));
    o->excess = mini_larger(o->excess, mini_abs(F - sum) - mini_tolerance * scale);
    o->noise = mini_larger(o->noise, scale);
}

void mini_residuals(struct mini_run *run, struct mini_outcome *o)
{
    arb_t v0, v, zero;
    arb_init(v0);
    arb_init(v);
    arb_init(zero);
    o->excess = -1;
    for (unsigned i = 0; i < run->mini->n && !run->why; i++) {
        const struct mini_segment *segment = &run->mini->segment[i];
        for (int end = 0; end < 2 && !run->why; end++) {
            mini_velocity(v, segment, end == 0 ? zero : &segment->T);
            if (arb_is_zero(v0))
                arb_set(v0, v);
            if (end == 1)
                mini_run_segment(run, segment);
            else if (run->mini->law->transition || run->mini->law->n_memory > 0)
                continue; /* the memory belongs to the segment before: left to the checker */
            compare(run, v0, v, o);
        }
    }
    arb_clear(zero);
    arb_clear(v);
    arb_clear(v0);
}

/* Moves over a hold of the stated excitation. */
static bool excite(struct mini_run *run, const struct excitation *e)
{
    struct mini_segment segment = { .kind = SIGNAL_HOLD };
    arb_ptr t = _arb_vec_init(4);
    for (int i = 0; i < 4; i++)
        arb_init(&segment.value[i]);
    arb_init(&segment.T);
    const int vs = arb_law_index(run->mini->law->params, "vs");
    arb_one(t);
    if (vs >= 0)
        arb_set(t, run->p + vs);
    arb_mul_2exp_si(t, t, e->speed);
    arb_one(t + 1);
    if (!e->timed && run->n > 0 && run->mini->law->bound && mini_bound(run, 0) > 0)
        arb_set(t + 1, run->dx);
    if (!e->timed)
        arb_div(t + 1, t + 1, t, MINI_BITS);
    arb_mul_2exp_si(&segment.T, t + 1, e->size);
    mag_zero(arb_radref(&segment.T));
    arb_mul_si(&segment.value[0], t, e->sign, MINI_BITS);
    const bool done = mini_run_segment(run, &segment);
    for (int i = 0; i < 4; i++)
        arb_clear(&segment.value[i]);
    arb_clear(&segment.T);
    _arb_vec_clear(t, 4);
    return done;
}

/* Returns the number of independent columns, by elimination among columns of length one. *least is
 * the squared length of the smallest pivot, *most_left of the largest remainder. */
static int rank(quad u[EXCITATION_HOLDS][COLUMNS], int n, quad *least, quad *most_left)
{
    bool used[COLUMNS] = { false };
    int found = 0;
    *least = 1;
    *most_left = 0;
    for (int round = 0; round < n; round++) {
        int best = -1;
        quad longest = 0;
        for (int j = 0; j < n; j++) {
            quad length = 0;
            for (int i = 0; i < EXCITATION_HOLDS && !used[j]; i++)
                length += u[i][j] * u[i][j];
            if (length > longest) {
                longest = length;
                best = j;
            }
        }
        if (best < 0 || longest < (quad)1e-50) {
            *most_left = longest;
            return found;
        }
        *least = longest;
        used[best] = true;
        found++;
        for (int j = 0; j < n; j++) {
            quad along = 0;
            for (int i = 0; i < EXCITATION_HOLDS && !used[j]; i++)
                along += u[i][best] * u[i][j];
            for (int i = 0; i < EXCITATION_HOLDS && !used[j]; i++)
                u[i][j] -= along / longest * u[i][best];
        }
    }
    return found;
}

/* Judges U along the excitation, and with a given null vector also along the signal. The
 * functional, a volume that depends on the choice of columns, is left to the checker, except where
 * it is 0 because a vector vanishes. */
void mini_independence(struct mini_run *run, struct mini_outcome *o)
{
    const struct arb_law *law = run->mini->law;
    const int n = law->n_regressors;
    const int expected = run->mini->property == IDENTIFIABLE_RANK && law->n_identifiable > 0
                             ? law->n_identifiable
                             : n;
    quad u[EXCITATION_HOLDS][COLUMNS] = { { 0 } }, row[COLUMNS] = { 0 }, missed = 0, size = 0,
         least, left;
    bool some = false, held = true;
    o->has = false;
    for (unsigned i = 0; i < run->mini->n + EXCITATION_HOLDS && !run->why; i++) {
        quad sum = 0, terms = 0;
        const bool own = i < run->mini->n;
        if (own)
            mini_run_segment(run, &run->mini->segment[i]);
        else
            excite(run, &excitation[i - run->mini->n]);
        held &= row_of(run, run->end, row);
        for (int j = 0; j < n; j++) {
            sum += (quad)run->mini->null[j] * row[j];
            terms += mini_abs((quad)run->mini->null[j] * row[j]);
            some |= run->mini->null[j] != 0;
            if (!own)
                u[i - run->mini->n][j] = row[j];
        }
        missed = mini_larger(missed, mini_abs(sum));
        size = mini_larger(size, terms);
    }
    if (run->why)
        return;
    if (run->mini->has_null) {
        o->has = some && missed <= (quad)1e-28 * size;
        o->excess = o->has ? 1 : -1;
        o->unsure = some && size == 0; /* columns below the range of binary128 */
        o->has = o->has && !o->unsure;
        return;
    }
    for (int j = 0; j < n; j++) {
        quad length = 0;
        for (int i = 0; i < EXCITATION_HOLDS; i++)
            length = mini_larger(length, mini_abs(u[i][j]));
        for (int i = 0; i < EXCITATION_HOLDS && length > 0; i++)
            u[i][j] /= length;
    }
    o->excess = rank(u, n, &least, &left) == expected ? -1 : 1;
    o->unsure = !held || least < (quad)1e-40;
}
