/* Judges the regressor along a witness: that F = U P, and whether its columns are independent
 * (inside.h). */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/independent/inside.h"
#include "properties/rigorous/excitation.h"

enum { COLUMNS = 8 };

/* Computes a row of U in the present state. Returns false when binary128 underflows: an entry that
 * is not zero became zero. */
static bool row_of(struct run *run, quad v, quad u[COLUMNS])
{
    bool whole = true;
    mini_place(run, run->state, v, mini_sign(v));
    run->law->regressor(run->dx, run->p, run->v, run->s, run->x, MINI_PREC);
    for (int j = 0; j < run->law->n_regressors; j++) {
        u[j] = mini_get(run->dx + j);
        whole &= u[j] != 0 || arb_is_zero(run->dx + j);
    }
    return whole;
}

/* Compares F with U P at the ends of segments. As printed, P has a constant such that U P is right
 * at the first velocity, and nothing is said about rest. At the beginning of a segment a law's
 * memory still belongs to the segment before: left to the checker. */
void mini_residuals(struct run *run, struct outcome *o)
{
    const bool printed = run->property == REGRESSOR_AS_PRINTED;
    quad first = 0, u[COLUMNS];
    for (int i = 0; i < 2 * run->n_segments; i++) {
        const struct segment *segment = &run->segment[i / 2];
        const quad v = mini_velocity(segment, i % 2 ? segment->T : 0);
        quad sum = 0;
        first = first == 0 ? v : first;
        if (i % 2)
            mini_move(run, segment);
        if ((i % 2 == 0 && run->law->n_memory > 0) || (printed && v == 0))
            continue;
        row_of(run, v, u);
        if (printed) {
            mini_set(run->dx, first);
            run->law->printed_regressor(run->F, run->p, run->dx, run->v, run->s, run->x, MINI_PREC);
            sum = mini_get(run->F);
        } else
            run->law->coefficients(run->dx, run->p, MINI_PREC);
        for (int j = 0; !printed && j < run->law->n_regressors; j++)
            sum += u[j] * mini_get(run->dx + j);
        mini_compare(run, v, sum, MINI_EQUALITY, o);
    }
}

/* Returns the number of independent columns by orthogonalization; *least is the smallest square of
 * the sine of an angle between one of them and those before it. */
static int rank(quad column[COLUMNS][EXCITATION_HOLDS], int n, quad *least)
{
    enum { HOLDS = EXCITATION_HOLDS };
    int found = 0;
    *least = 1;
    for (int j = 0; j < n; j++) {
        const quad before = mini_dot(HOLDS, column[j], column[j]);
        for (int k = 0; k < found; k++) {
            const quad along =
                mini_dot(HOLDS, column[k], column[j]) / mini_dot(HOLDS, column[k], column[k]);
            for (int i = 0; i < HOLDS; i++)
                column[j][i] -= along * column[k][i];
        }
        const quad left = mini_dot(HOLDS, column[j], column[j]);
        if (left <= (quad)1e-50 * before) /* rounding leaves 2^-226, or 1e-68 */
            continue;
        *least = -mini_larger(-*least, -left / before);
        memmove(column[found++], column[j], sizeof column[j]);
    }
    return found;
}

/* Judges U along the excitation, and with a given null vector also along the signal. The
 * functional, a volume that depends on the choice of columns, is left to the checker, except where
 * it is 0 because a vector vanishes. */
void mini_independence(struct run *run, struct outcome *o)
{
    const struct arb_law *law = run->law;
    const cJSON *null = cJSON_GetObjectItem(run->witness, "null");
    const bool by_rank = run->property == IDENTIFIABLE_RANK && law->n_identifiable > 0;
    const quad length = run->n > 0 && law->bound ? mini_bound(run, 0) : 0;
    quad column[COLUMNS][EXCITATION_HOLDS] = { { 0 } }, row[COLUMNS] = { 0 }, missed = 0, size = 0,
         least;
    bool whole = true, some = false;
    for (int i = -run->n_segments; i < EXCITATION_HOLDS; i++) {
        struct segment segment = run->segment[i < 0 ? i + run->n_segments : 0];
        if (i >= 0) {
            const struct excitation *e = &excitation[i];
            const quad v = mini_param(run, "vs", 1) * (quad)ldexp(1, e->speed),
                       unit = e->timed ? 1 : (length > 0 ? length : 1) / v;
            segment = (struct segment){
                false, unit * (quad)ldexp(1, e->size), { e->sign * v, e->sign * v }, { 0 }
            };
        }
        mini_move(run, &segment);
        whole &= row_of(run, run->v_end, row);
        quad sum = 0, terms = 0;
        for (int j = 0; j < law->n_regressors; j++) {
            const cJSON *entry = cJSON_GetArrayItem(null, j);
            const quad term = entry ? (quad)strtod(entry->valuestring, NULL) * row[j] : 0;
            some |= entry && strtod(entry->valuestring, NULL) != 0;
            sum += term;
            terms += mini_abs(term);
            column[j][i < 0 ? 0 : i] = row[j];
        }
        missed = mini_larger(missed, mini_abs(sum));
        size = mini_larger(size, terms);
    }
    const int found = rank(column, law->n_regressors, &least);
    o->has = null && size > 0 && missed <= (quad)1e-28 * size;
    o->unsure = null ? some && size == 0 : !whole || least < (quad)1e-40;
    o->excess = found == (by_rank ? law->n_identifiable : law->n_regressors) ? -1 : 1;
    if (null)
        o->excess = o->has ? 1 : -1;
}
