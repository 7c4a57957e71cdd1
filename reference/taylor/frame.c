/* Finds coordinates for errors of coupled states (frame.h). */
#include "reference/taylor/frame.h"

#include <acb_mat.h>
#include <math.h>

#include "tools/base/decide.h"

/* Bits of matrices; the most states. */
enum { BITS = 64, MOST = 64 };

void frame_init(struct frame *f, slong n)
{
    *f = (struct frame){ .n = n, .is_unit = true };
    arb_mat_init(f->to_x, n, n);
    arb_mat_init(f->to_y, n, n);
    arb_mat_init(f->old_to_x, n, n);
    arb_mat_init(f->old, n, n);
    arb_mat_one(f->to_x);
    arb_mat_one(f->to_y);
    f->x = _arb_vec_init(n);
    f->y = _mag_vec_init(n);
    f->rest = _mag_vec_init(n);
}

void frame_clear(struct frame *f)
{
    _mag_vec_clear(f->rest, f->n);
    _mag_vec_clear(f->y, f->n);
    _arb_vec_clear(f->x, f->n);
    arb_mat_clear(f->old);
    arb_mat_clear(f->old_to_x);
    arb_mat_clear(f->to_y);
    arb_mat_clear(f->to_x);
}

/* group[i] <- the first of the states that act on state i both ways, directly or by others; i where
 * there is none before it. Returns true when there are such states. */
static bool find_groups(slong group[], const double slopes[], slong n)
{
    bool acts[MOST][MOST], coupled = false;
    for (slong i = 0; i < n; i++)
        group[i] = i;
    if (n > MOST)
        return false;
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < n; j++)
            acts[i][j] = i != j && slopes[i * n + j] != 0;
    for (slong k = 0; k < n; k++)
        for (slong i = 0; i < n; i++)
            for (slong j = 0; j < n; j++)
                acts[i][j] = acts[i][j] || (acts[i][k] && acts[k][j]);
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < i && group[i] == i; j++)
            if (acts[i][j] && acts[j][i]) {
                group[i] = j;
                coupled = true;
            }
    return coupled;
}

static double entry(const arb_mat_t m, slong i, slong j)
{
    return arf_get_d(arb_midref(arb_mat_entry(m, i, j)), ARF_RND_NEAR);
}

/* Makes a vector orthogonal to the first k columns, and of length 1. Returns false where next to
 * nothing of it is left. */
static bool straighten(double v[], const arb_mat_t q, slong k)
{
    static const double LITTLE = 0x1p-20;
    const slong n = arb_mat_nrows(q);
    double before = 0, after = 0;
    for (slong i = 0; i < n; i++)
        before += v[i] * v[i];
    for (int twice = 0; twice < 2; twice++)
        for (slong j = 0; j < k; j++) {
            double dot = 0;
            for (slong i = 0; i < n; i++)
                dot += v[i] * entry(q, i, j);
            for (slong i = 0; i < n; i++)
                v[i] -= dot * entry(q, i, j);
        }
    for (slong i = 0; i < n; i++)
        after += v[i] * v[i];
    if (!(after > LITTLE * before) || !isfinite(after))
        return false;
    for (slong i = 0; i < n; i++)
        v[i] /= sqrt(after);
    return true;
}

/* Appends a vector to the first k columns, if it is no combination of them. Returns how many there
 * are then. */
static slong append(arb_mat_t q, slong k, double v[])
{
    if (k == arb_mat_nrows(q) || !straighten(v, q, k))
        return k;
    for (slong i = 0; i < arb_mat_nrows(q); i++)
        arb_set_d(arb_mat_entry(q, i, k), v[i]);
    return k + 1;
}

/* Sorts 0 .. n - 1 by eigenvalues: what decays the least comes first. */
static void sort(slong order[], acb_srcptr values, slong n)
{
    for (slong i = 0; i < n; i++) {
        slong k = i;
        for (; k > 0 && arf_cmp(arb_midref(acb_realref(values + order[k - 1])),
                                arb_midref(acb_realref(values + i))) < 0;
             k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
}

/* The real and imaginary parts of eigenvectors, one after the other, span what the slopes leave as
 * it is; what is missing is filled up. Errors that decay at once come last, where none feeds them:
 * their decay is then seen. */
static void set_basis(arb_mat_t q, const acb_mat_t vectors, acb_srcptr values)
{
    const slong n = arb_mat_nrows(q);
    double v[MOST];
    slong order[MOST], k = 0;
    sort(order, values, n);
    for (slong j = 0; j < 2 * n; j++) {
        for (slong i = 0; i < n; i++) {
            const acb_struct *z = acb_mat_entry(vectors, i, order[j / 2]);
            v[i] = arf_get_d(arb_midref(j % 2 ? acb_imagref(z) : acb_realref(z)), ARF_RND_NEAR);
        }
        k = append(q, k, v);
    }
    for (slong j = 0; j < n; j++) {
        for (slong i = 0; i < n; i++)
            v[i] = i == j;
        k = append(q, k, v);
    }
}

/* Returns true when the last frame mixes only states of one group. */
static bool keeps_groups(const struct frame *f, const slong group[])
{
    bool keeps = true;
    for (slong i = 0; i < f->n; i++)
        for (slong j = 0; j < f->n; j++)
            keeps = keeps && (group[i] == group[j] || entry(f->old, i, j) == 0);
    return keeps;
}

/* Returns true when the last frame makes slopes triangular, in groups if it mixes no others, but
 * for next to nothing. Any other that does might be turned against it, and boxes grow with each
 * turn: errors that stay as they are have no directions of their own. */
static bool still_serves(const struct frame *f, const double slopes[], const slong group[])
{
    static const double LITTLE = 0x1p-30;
    const slong n = f->n;
    const bool by_group = keeps_groups(f, group);
    double most = 0, below = 0;
    for (slong i = 0; i < n * n; i++)
        most = fmax(most, fabs(slopes[i]));
    for (slong i = 0; i < n; i++)
        for (slong j = 0; j < i; j++) {
            double sum = 0;
            if (by_group && group[i] != group[j])
                continue;
            for (slong k = 0; k < n; k++)
                for (slong l = 0; l < n; l++)
                    sum += entry(f->old, k, i) * slopes[k * n + l] * entry(f->old, l, j);
            below = fmax(below, fabs(sum));
        }
    return f->has_kept && !f->is_stale && below <= LITTLE * most;
}

/* Sets the columns of the n states of one group. */
static void set_group(struct frame *f, const double slopes[], const slong of[], slong n)
{
    acb_mat_t a, vectors;
    arb_mat_t basis;
    acb_ptr values = _acb_vec_init(n);
    acb_mat_init(a, n, n);
    acb_mat_init(vectors, n, n);
    arb_mat_init(basis, n, n);
    for (slong i = 0; i < n * n; i++)
        acb_set_d(acb_mat_entry(a, i / n, i % n), slopes[of[i / n] * f->n + of[i % n]]);
    acb_mat_approx_eig_qr(values, NULL, vectors, a, NULL, 0, BITS);
    set_basis(basis, vectors, values);
    for (slong i = 0; i < n * n; i++)
        arb_set(arb_mat_entry(f->to_x, of[i / n], of[i % n]), arb_mat_entry(basis, i / n, i % n));
    arb_mat_clear(basis);
    acb_mat_clear(vectors);
    acb_mat_clear(a);
    _acb_vec_clear(values, n);
}

void frame_choose(struct frame *f, const double slopes[])
{
    const slong n = f->n;
    slong group[MOST], of[MOST];
    f->is_unit = !find_groups(group, slopes, n);
    if (still_serves(f, slopes, group)) {
        arb_mat_set(f->to_x, f->old);
        f->is_unit = !arb_mat_inv(f->to_y, f->to_x, BITS);
        return;
    }
    arb_mat_one(f->to_x);
    arb_mat_one(f->to_y);
    if (f->is_unit)
        return;
    for (slong first = 0; first < n; first++) {
        slong members = 0;
        for (slong i = first; i < n; i++)
            if (group[i] == first)
                of[members++] = i;
        if (members > 1)
            set_group(f, slopes, of, members);
    }
    f->is_unit = !arb_mat_inv(f->to_y, f->to_x, BITS);
    if (f->is_unit) {
        arb_mat_one(f->to_x);
        arb_mat_one(f->to_y);
    }
}

/* z <- sum of |m_ij| u_j */
static void apply(mag_ptr z, const arb_mat_t m, mag_srcptr u)
{
    const slong n = arb_mat_nrows(m);
    mag_t size;
    mag_init(size);
    for (slong i = 0; i < n; i++) {
        mag_zero(z + i);
        for (slong j = 0; j < n; j++) {
            arb_get_mag(size, arb_mat_entry(m, i, j));
            if (!mag_is_zero(size))
                mag_addmul(z + i, size, u + j);
        }
    }
    mag_clear(size);
}

void frame_to_x(mag_ptr x, const struct frame *f, mag_srcptr y) { apply(x, f->to_x, y); }
void frame_to_y(mag_ptr y, const struct frame *f, mag_srcptr x) { apply(y, f->to_y, x); }

arb_srcptr frame_weights(const struct frame *f, slong i) { return arb_mat_entry(f->to_y, i, 0); }

static void take_column(arb_ptr x, const arb_mat_t m, slong j)
{
    for (slong i = 0; i < arb_mat_nrows(m); i++)
        arb_set(x + i, arb_mat_entry(m, i, j));
}

void frame_direction(arb_ptr x, const struct frame *f, slong j) { take_column(x, f->to_x, j); }

void frame_old_direction(arb_ptr x, const struct frame *f, slong j)
{
    take_column(x, f->old_to_x, j);
}

bool frame_is_kept(const struct frame *f, arb_srcptr x)
{
    bool is = f->has_kept;
    for (slong i = 0; is && i < f->n; i++)
        is = ball_same(f->x + i, x + i);
    return is;
}

void frame_start(mag_ptr y, const struct frame *f, arb_srcptr x, arb_srcptr begin, slong prec)
{
    const bool kept = frame_is_kept(f, x);
    mag_ptr box = _mag_vec_init(f->n), more = _mag_vec_init(f->n);
    arb_mat_t m;
    arb_t off;
    arb_mat_init(m, f->n, f->n);
    arb_init(off);
    for (slong i = 0; i < f->n; i++) {
        arb_sub(off, x + i, begin + i, prec);
        if (kept) {
            mag_zero(arb_radref(off));
            arb_get_mid_arb(off, x + i);
            arb_sub(off, off, begin + i, prec);
            arb_add_error_mag(off, f->rest + i);
        }
        arb_get_mag(box + i, off);
    }
    frame_to_y(y, f, box);
    if (kept) {
        arb_mat_mul(m, f->to_y, f->old_to_x, BITS);
        apply(more, m, f->y);
        for (slong i = 0; i < f->n; i++)
            mag_add(y + i, y + i, more + i);
    }
    arb_clear(off);
    arb_mat_clear(m);
    _mag_vec_clear(more, f->n);
    _mag_vec_clear(box, f->n);
}

void frame_keep(struct frame *f, arb_srcptr x, mag_srcptr rest, mag_srcptr y)
{
    f->has_kept = !f->is_unit;
    f->is_stale = false;
    if (f->is_unit)
        return;
    _arb_vec_set(f->x, x, f->n);
    for (slong i = 0; i < f->n; i++) {
        mag_set(f->rest + i, rest + i);
        mag_set(f->y + i, y + i);
    }
    arb_mat_set(f->old_to_x, f->to_x);
    arb_mat_set(f->old, f->to_x);
}

void frame_take(struct frame *f, const struct frame *of)
{
    f->has_kept = of->has_kept;
    f->is_stale = of->is_stale;
    for (slong i = 0; i < f->n; i++) {
        arb_set(f->x + i, of->x + i);
        mag_set(f->y + i, of->y + i);
        mag_set(f->rest + i, of->rest + i);
    }
    arb_mat_set(f->old_to_x, of->old_to_x);
    arb_mat_set(f->old, of->old);
}

/* What is known of a state that has been set is no more due to y: in a frame of its own it is known
 * well, in the last one no better than the others. */
static void forget(struct frame *f, slong i, const mag_t radius)
{
    for (slong j = 0; j < f->n; j++) {
        f->is_stale = f->is_stale || (j != i && entry(f->old, i, j) != 0);
        arb_zero(arb_mat_entry(f->old_to_x, i, j));
    }
    mag_set(f->rest + i, radius);
}

void frame_carry(struct frame *f, arb_srcptr before, arb_srcptr after, arb_srcptr change,
                 const bool was_set[], slong prec)
{
    if (!frame_is_kept(f, before))
        return;
    mag_t more;
    arb_t off;
    mag_init(more);
    arb_init(off);
    for (slong i = 0; i < f->n; i++) {
        arb_get_mid_arb(off, before + i);
        arb_add(off, off, change + i, prec);
        arf_sub(arb_midref(off), arb_midref(off), arb_midref(after + i), ARF_PREC_EXACT,
                ARF_RND_DOWN);
        arb_get_mag(more, off);
        if (was_set && was_set[i])
            forget(f, i, arb_radref(after + i));
        else
            mag_add(f->rest + i, f->rest + i, more);
    }
    _arb_vec_set(f->x, after, f->n);
    arb_clear(off);
    mag_clear(more);
}
