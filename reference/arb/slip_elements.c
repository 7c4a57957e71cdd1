/* Moves the elements along a path from slip to slip, each passage with a rigorous end. */
#include "reference/arb/slip_elements.h"

#include "reference/arb/slip_saturation.h"
#include "tools/base/decide.h"

void slip_elements_limit(arb_t limit, const struct slip_elements *e, int i, slong prec)
{
    arb_div(limit, e->W + i, e->k + i, prec);
}

void slip_elements_force(arb_t f, const struct slip_elements *e, arb_srcptr y, slong prec)
{
    arb_t sum;
    arb_init(sum);
    for (int i = 0; i < e->n; i++)
        arb_addmul(sum, e->k + i, y + i, prec);
    if (!arb_intersection(f, sum, y + SLIP_FORCE, prec))
        arb_set(f, sum);
    arb_clear(sum);
}

void slip_elements_power(arb_t power, const struct slip_elements *e, const arb_t w, slong prec)
{
    arb_t magnitude;
    arb_init(magnitude);
    arb_abs(magnitude, w);
    if (e->square)
        arb_mul(power, w, magnitude, prec);
    else
        arb_set(power, w);
    arb_clear(magnitude);
}

void slip_elements_stretch(arb_t zeta, const struct slip_elements *e, const arb_t force, slong prec)
{
    arb_t most, left, stiffness;
    arb_init(most);
    arb_init(left);
    arb_init(stiffness);
    arb_neg_inf(most);
    for (unsigned held = 0; held + 1 < 1u << e->n; held++) {
        arb_set(left, force);
        arb_zero(stiffness);
        for (int i = 0; i < e->n; i++)
            if (held >> i & 1)
                arb_sub(left, left, e->W + i, prec);
            else
                arb_add(stiffness, stiffness, e->k + i, prec);
        arb_div(left, left, stiffness, prec);
        if (held == 0)
            arb_set(most, left);
        arb_max(most, most, left, prec);
    }
    arb_swap(zeta, most);
    arb_clear(stiffness);
    arb_clear(left);
    arb_clear(most);
}

/* A passage of all elements in one direction: 1 to the level from below, -1 from beyond it. */
struct passage {
    const struct slip_elements *e;
    int way;
    arb_ptr at;
    bool slip[SLIP_ELEMENTS_MAX];
    arb_t left;              /* of the path xi */
    arb_t w, stiffness, tau; /* w now; stiffness of what sticks; tau left */
    arb_t change, integral;  /* change of w until some tau, and int w dtau until then */
};

static void passage_init(struct passage *m)
{
    m->at = _arb_vec_init(SLIP_SIZE);
    arb_init(m->left);
    arb_init(m->w);
    arb_init(m->stiffness);
    arb_init(m->tau);
    arb_init(m->change);
    arb_init(m->integral);
}

static void passage_clear(struct passage *m)
{
    arb_clear(m->integral);
    arb_clear(m->change);
    arb_clear(m->tau);
    arb_clear(m->stiffness);
    arb_clear(m->w);
    arb_clear(m->left);
    _arb_vec_clear(m->at, SLIP_SIZE);
}

/* Element i counts as slipping from here on. w covers all from where it is to where it is when the
 * element slips at the latest: until then all that stick, this one among them, carry more. */
static void begin_slip(struct passage *m, int i, slong prec)
{
    arb_t limit, gain, stiffness;
    arb_init(limit);
    arb_init(gain);
    arb_init(stiffness);
    for (int j = 0; j < m->e->n; j++)
        if (!m->slip[j])
            arb_add(stiffness, stiffness, m->e->k + j, prec);
    slip_elements_limit(limit, m->e, i, prec);
    arb_mul_si(limit, limit, m->way, prec);
    arb_sub(gain, limit, m->at + i, prec);
    arb_union(m->at + i, m->at + i, limit, prec);
    arb_zero(limit);
    arb_union(gain, gain, limit, prec);
    arb_mul(gain, gain, stiffness, prec);
    arb_div(gain, gain, m->e->G, prec);
    arb_add(m->w, m->w, gain, prec);
    m->slip[i] = true;
    arb_clear(stiffness);
    arb_clear(gain);
    arb_clear(limit);
}

static void room_of(arb_t room, const struct passage *m, int i, slong prec)
{
    arb_t t;
    arb_init(t);
    slip_elements_limit(t, m->e, i, prec);
    arb_mul_si(room, m->at + i, m->way, prec);
    arb_sub(room, t, room, prec);
    arb_clear(t);
}

/* Finds the stiffness of the sticking elements and how far they go, at least, until the next slip.
 * Returns false where all slip. */
static bool survey(struct passage *m, arf_t least, slong prec)
{
    arb_t room;
    arf_t low;
    bool sticks = false;
    arb_init(room);
    arf_init(low);
    arb_zero(m->stiffness);
    arf_pos_inf(least);
    for (int i = 0; i < m->e->n; i++) {
        if (m->slip[i])
            continue;
        room_of(room, m, i, prec);
        if (!certainly(ball_is_positive(room))) {
            begin_slip(m, i, prec);
            continue;
        }
        sticks = true;
        arb_add(m->stiffness, m->stiffness, m->e->k + i, prec);
        arb_get_lbound_arf(low, room, prec);
        if (arf_cmp(low, least) < 0)
            arf_set(least, low);
    }
    arf_clear(low);
    arb_clear(room);
    return sticks;
}

/* Follows the rest of the path where all slip: w stands still, and only zeta goes on. */
static void slip_along(struct passage *m, slong prec)
{
    arb_t t;
    arb_init(t);
    arb_mul(m->at + SLIP_FORCE, m->w, m->e->G, prec);
    arb_addmul(m->at + SLIP_INTEGRAL, m->w, m->left, prec);
    slip_elements_power(t, m->e, m->w, prec);
    arb_sub_ui(t, t, 1, prec);
    arb_submul(m->at + SLIP_GAIN, t, m->left, prec);
    arb_clear(t);
}

/* Deflections after the whole rest of the path, at whose end w is `end`. Sticking elements gain
 * (end - w) G/K, and carry the part of G end that the slipping ones do not. */
static void finish(struct passage *m, const arb_t end, slong prec)
{
    arb_t scale, gain, other, t;
    arb_ptr y = _arb_vec_init(SLIP_ELEMENTS_MAX);
    arb_init(scale);
    arb_init(gain);
    arb_init(other);
    arb_init(t);
    arb_div(scale, m->e->G, m->stiffness, prec);
    arb_mul(gain, m->change, scale, prec);
    for (int i = 0; i < m->e->n; i++) {
        arb_mul(other, end, m->e->G, prec);
        for (int j = 0; j < m->e->n; j++) {
            if (j == i)
                continue;
            arb_set(t, m->at + j);
            if (!m->slip[j])
                arb_sub(t, t, m->at + i, prec);
            arb_submul(other, t, m->e->k + j, prec);
        }
        arb_div(other, other, m->stiffness, prec);
        arb_add(y + i, m->at + i, gain, prec);
        if (!arb_intersection(y + i, y + i, other, prec))
            arb_swap(y + i, other);
    }
    for (int i = 0; i < m->e->n; i++)
        if (!m->slip[i])
            arb_swap(m->at + i, y + i);
    arb_mul(m->at + SLIP_FORCE, end, m->e->G, prec);
    arb_add(m->at + SLIP_GAIN, m->at + SLIP_GAIN, gain, prec);
    arb_addmul(m->at + SLIP_INTEGRAL, m->integral, scale, prec);
    arb_clear(t);
    arb_clear(other);
    arb_clear(gain);
    arb_clear(scale);
    _arb_vec_clear(y, SLIP_ELEMENTS_MAX);
}

/* Moves as far as the next slip, at w = end. */
static void advance(struct passage *m, const arf_t least, const arb_t end, slong prec)
{
    arb_t step, used, scale, unused;
    arb_init(step);
    arb_init(used);
    arb_init(scale);
    arb_init(unused);
    bool begins[SLIP_ELEMENTS_MAX] = { false };
    arf_t low;
    arf_init(low);
    slip_path_to(used, m->e, m->w, end, m->tau, prec);
    if (m->e->square)
        slip_saturate(unused, m->integral, m->e, m->w, used, prec);
    else { /* w dtau = dtau - dw */
        arb_sub(m->integral, m->w, end, prec);
        arb_add(m->integral, m->integral, used, prec);
    }
    arb_div(scale, m->e->G, m->stiffness, prec);
    arb_addmul(m->at + SLIP_INTEGRAL, m->integral, scale, prec);
    arb_submul(m->left, used, scale, prec);
    arb_zero(unused);
    arb_max(m->left, m->left, unused, prec);
    arb_set_arf(step, least);
    arb_mul_si(step, step, m->way, prec);
    for (int i = 0; i < m->e->n; i++) {
        if (m->slip[i])
            continue;
        room_of(unused, m, i, prec);
        arb_get_lbound_arf(low, unused, prec);
        begins[i] = arf_cmp(low, least) <= 0;
        arb_add(m->at + i, m->at + i, step, prec);
    }
    arb_set(m->w, end);
    for (int i = 0; i < m->e->n; i++)
        if (begins[i])
            begin_slip(m, i, prec);
    arb_add(m->at + SLIP_GAIN, m->at + SLIP_GAIN, step, prec);
    arf_clear(low);
    arb_clear(unused);
    arb_clear(scale);
    arb_clear(used);
    arb_clear(step);
}

/* `at` receives a copy that finishes its path here, for where it is not certain that the next slip
 * begins. */
static void copy_finished(arb_ptr at, const struct passage *m, const arb_t end, slong prec)
{
    struct passage other;
    passage_init(&other);
    other.e = m->e;
    other.way = m->way;
    for (int i = 0; i < SLIP_ELEMENTS_MAX; i++)
        other.slip[i] = m->slip[i];
    _arb_vec_set(other.at, m->at, SLIP_SIZE);
    arb_set(other.stiffness, m->stiffness);
    arb_set(other.change, m->change);
    arb_set(other.integral, m->integral);
    finish(&other, end, prec);
    _arb_vec_set(at, other.at, SLIP_SIZE);
    passage_clear(&other);
}

static void unite(arb_ptr at, arb_srcptr other, slong prec)
{
    for (int i = 0; i < SLIP_SIZE; i++)
        arb_union(at + i, at + i, other + i, prec);
}

/* Follows the path to its end; m is used up. */
static void go(struct passage *m, slong prec)
{
    arb_ptr others = _arb_vec_init(SLIP_SIZE);
    arb_t end, at_slip, lack;
    arf_t least;
    bool may_have_ended = false;
    arb_init(end);
    arb_init(at_slip);
    arb_init(lack);
    arf_init(least);
    for (;;) {
        if (!survey(m, least, prec)) {
            slip_along(m, prec);
            break;
        }
        arb_mul(m->tau, m->left, m->stiffness, prec);
        arb_div(m->tau, m->tau, m->e->G, prec);
        slip_saturate(end, m->integral, m->e, m->w, m->tau, prec);
        arb_sub(m->change, end, m->w, prec);
        arb_set_arf(at_slip, least);
        arb_mul(at_slip, at_slip, m->stiffness, prec);
        arb_div(at_slip, at_slip, m->e->G, prec);
        arb_mul_si(at_slip, at_slip, m->way, prec);
        arb_sub(lack, at_slip, m->change, prec);
        arb_mul_si(lack, lack, m->way, prec);
        arb_add(at_slip, at_slip, m->w, prec);
        if (certainly(ball_is_positive(lack))) {
            finish(m, end, prec);
            break;
        }
        if (!certainly(ball_is_nonpositive(lack))) {
            arb_ptr here = _arb_vec_init(SLIP_SIZE);
            copy_finished(here, m, end, prec);
            if (may_have_ended)
                unite(others, here, prec);
            else
                _arb_vec_set(others, here, SLIP_SIZE);
            may_have_ended = true;
            _arb_vec_clear(here, SLIP_SIZE);
        }
        advance(m, least, at_slip, prec);
    }
    if (may_have_ended)
        unite(m->at, others, prec);
    arf_clear(least);
    arb_clear(lack);
    arb_clear(at_slip);
    arb_clear(end);
    _arb_vec_clear(others, SLIP_SIZE);
}

/* The elements where f is at the level, on either side of it: f moves no further than to G, which
 * takes the softest element the farthest. */
static void stay(arb_ptr at, const struct slip_elements *e, const arb_t f, const arb_t xi,
                 slong prec)
{
    arb_t reach, t;
    arb_init(reach);
    arb_init(t);
    arb_set(reach, e->k);
    for (int i = 1; i < e->n; i++)
        arb_min(reach, reach, e->k + i, prec);
    arb_sub(t, f, e->G, prec);
    arb_abs(t, t);
    arb_div(reach, t, reach, prec);
    for (int i = 0; i < e->n; i++)
        arb_add_error(at + i, reach);
    arb_add_error(at + SLIP_GAIN, reach);
    arb_union(at + SLIP_FORCE, f, e->G, prec);
    arb_div(t, at + SLIP_FORCE, e->G, prec);
    arb_addmul(at + SLIP_INTEGRAL, t, xi, prec);
    arb_clear(t);
    arb_clear(reach);
}

void slip_elements_travel(arb_ptr at, const struct slip_elements *e, const arb_t xi, slong prec)
{
    struct passage m = { .e = e };
    arb_t f;
    arb_init(f);
    passage_init(&m);
    slip_elements_force(f, e, at, prec);
    if (possibly(ball_equal(f, e->G)))
        stay(at, e, f, xi, prec);
    else {
        m.way = certainly(ball_less(f, e->G)) ? 1 : -1;
        arb_div(m.w, f, e->G, prec);
        _arb_vec_set(m.at, at, SLIP_SIZE);
        arb_set(m.left, xi);
        go(&m, prec);
        _arb_vec_set(at, m.at, SLIP_SIZE);
    }
    passage_clear(&m);
    arb_clear(f);
}
