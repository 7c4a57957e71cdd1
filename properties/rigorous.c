/* See the header. */
#include "properties/rigorous.h"

/* The numbers of a case at one precision, and what is accumulated along the signal. */
struct run {
    const struct arb_law *law;
    slong prec;
    unsigned n_holds;
    int n_states, n_parts;
    arb_ptr p, x, v, h;
    arb_ptr energy;    /* by part, so far */
    arb_ptr before;    /* the same, before the present hold */
    arb_ptr bound;     /* of the states */
    arb_t worst;       /* largest functional of a bound so far */
    arb_t exchanged;   /* sum of |energy| over holds */
    arb_t g, g_sup, t; /* Stribeck curve now, its largest value so far; scratch */
};

static void run_init(struct run *r, const struct rigorous_case *c, slong prec)
{
    r->law = c->law;
    r->prec = prec;
    r->n_holds = c->n_holds;
    r->n_states = arb_law_count(c->law->states);
    r->n_parts = c->law->parts ? arb_law_count(c->law->parts) : 1;
    r->p = _arb_vec_init(ARB_LAW_MAX);
    r->x = _arb_vec_init(ARB_LAW_MAX);
    r->v = _arb_vec_init(c->n_holds);
    r->h = _arb_vec_init(c->n_holds);
    r->energy = _arb_vec_init(ARB_LAW_MAX);
    r->before = _arb_vec_init(ARB_LAW_MAX);
    r->bound = _arb_vec_init(ARB_LAW_MAX);
    arb_init(r->worst);
    arb_init(r->exchanged);
    arb_init(r->g);
    arb_init(r->g_sup);
    arb_init(r->t);
    arb_set_si(r->worst, -1);
    c->load(c->numbers, prec, r->p, r->x, r->v, r->h);
    if (c->law->bound)
        c->law->bound(r->bound, r->p, prec);
}

static void run_clear(struct run *r)
{
    arb_clear(r->t);
    arb_clear(r->g_sup);
    arb_clear(r->g);
    arb_clear(r->exchanged);
    arb_clear(r->worst);
    _arb_vec_clear(r->bound, ARB_LAW_MAX);
    _arb_vec_clear(r->before, ARB_LAW_MAX);
    _arb_vec_clear(r->energy, ARB_LAW_MAX);
    _arb_vec_clear(r->h, r->n_holds);
    _arb_vec_clear(r->v, r->n_holds);
    _arb_vec_clear(r->x, ARB_LAW_MAX);
    _arb_vec_clear(r->p, ARB_LAW_MAX);
}

static void advance(struct run *r, unsigned i)
{
    _arb_vec_set(r->before, r->energy, r->n_parts);
    arb_law_hold(r->law, r->p, r->v + i, r->h + i, r->x, r->energy, r->prec);
}

/* The energy of one part, or (part < 0) of all, in such a vector. */
static void total(arb_t sum, arb_srcptr energy, int part, const struct run *r)
{
    if (part >= 0) {
        arb_set(sum, energy + part);
        return;
    }
    arb_zero(sum);
    for (int i = 0; i < r->n_parts; i++)
        arb_add(sum, sum, energy + i, r->prec);
}

/* Passivity (part < 0) and its parts: the functional is the energy at the end. */
static enum answer energy(struct run *r, int part, arb_t functional, arb_t margin)
{
    bool moved = false;
    arb_t before;
    arb_init(before);
    for (unsigned i = 0; i < r->n_holds; i++) {
        advance(r, i);
        total(r->t, r->energy, part, r);
        total(before, r->before, part, r);
        arb_sub(r->t, r->t, before, r->prec);
        arb_abs(r->t, r->t);
        arb_add(r->exchanged, r->exchanged, r->t, r->prec);
        moved |= !arb_contains_zero(r->v + i);
    }
    arb_clear(before);
    total(functional, r->energy, part, r);
    if (arb_is_zero(r->exchanged))
        arb_set_si(margin, moved && part < 0 ? 0 : 1);
    else
        arb_div(margin, functional, r->exchanged, r->prec);
    const bool strict = moved && part < 0;
    if (arb_is_negative(functional) || (strict && arb_is_nonpositive(functional)))
        return ANSWER_YES;
    if (arb_is_positive(functional) || (!strict && arb_is_nonnegative(functional)))
        return ANSWER_NO;
    return ANSWER_UNDECIDED;
}

/* A functional that must not exceed zero; the margin is its negative. */
static enum answer judge_bound(struct run *r, arb_t functional, arb_t margin)
{
    arb_set(functional, r->worst);
    arb_neg(margin, functional);
    if (arb_is_positive(functional))
        return ANSWER_YES;
    return arb_is_nonpositive(functional) ? ANSWER_NO : ANSWER_UNDECIDED;
}

static enum answer state_bound(struct run *r, arb_t functional, arb_t margin)
{
    for (unsigned i = 0; i < r->n_holds; i++) {
        advance(r, i);
        for (int j = 0; j < r->n_states; j++) {
            arb_abs(r->t, r->x + j);
            arb_div(r->t, r->t, r->bound + j, r->prec);
            arb_sub_ui(r->t, r->t, 1, r->prec);
            arb_max(r->worst, r->worst, r->t, r->prec);
        }
    }
    return judge_bound(r, functional, margin);
}

/* Within a hold |y| is largest at one of its ends; the new velocity counts at once. */
static enum answer stribeck_bound(struct run *r, bool over_history, arb_t functional, arb_t margin)
{
    const int y = arb_law_index(r->law->states, "y");
    for (unsigned i = 0; i < r->n_holds; i++) {
        r->law->stribeck(r->g, r->p, r->v + i, r->prec);
        arb_max(r->g_sup, r->g_sup, r->g, r->prec);
        for (int end = 0; end < 2; end++) {
            arb_abs(r->t, r->x + y);
            arb_div(r->t, r->t, r->bound + y, r->prec);
            arb_sub(r->t, r->t, over_history ? r->g_sup : r->g, r->prec);
            arb_max(r->worst, r->worst, r->t, r->prec);
            if (end == 0)
                advance(r, i);
        }
    }
    return judge_bound(r, functional, margin);
}

static void last_force(struct run *r, arb_srcptr v, arb_t F)
{
    arb_t s;
    arb_init(s);
    arb_sgn(s, v);
    r->law->force(F, r->p, v, s, r->x, r->prec);
    arb_clear(s);
}

/* |F - F_ss| <= 2 exp(-rate h) scale: at held v every state relaxes from within its bound at
 * least at that rate. */
static enum answer steady_state(struct run *r, arb_t functional, arb_t margin)
{
    arb_srcptr v = r->v + r->n_holds - 1, h = r->h + r->n_holds - 1;
    if (arb_contains_zero(v)) {
        arb_zero(functional);
        arb_one(margin);
        return arb_is_zero(v) ? ANSWER_NO : ANSWER_UNDECIDED;
    }
    for (unsigned i = 0; i < r->n_holds; i++)
        advance(r, i);
    arb_t F, scale, s;
    arb_init(F);
    arb_init(scale);
    arb_init(s);
    arb_sgn(s, v);
    last_force(r, v, functional);
    r->law->steady_force(F, r->p, v, s, r->prec);
    arb_sub(functional, functional, F, r->prec);
    arb_abs(functional, functional);
    r->law->force_scale(scale, r->p, v, r->prec);
    arb_zero(margin);
    if (r->law->settling_rate) {
        r->law->settling_rate(margin, r->p, v, r->prec);
        arb_mul(margin, margin, h, r->prec);
        arb_neg(margin, margin);
        arb_exp(margin, margin, r->prec);
        arb_mul_2exp_si(margin, margin, 1);
    }
    arb_div(r->t, functional, scale, r->prec);
    arb_sub(margin, margin, r->t, r->prec);
    arb_clear(s);
    arb_clear(scale);
    arb_clear(F);
    if (arb_is_negative(margin))
        return ANSWER_YES;
    return arb_is_nonnegative(margin) ? ANSWER_NO : ANSWER_UNDECIDED;
}

/* The force along the signal plus the force along its mirror image. */
static enum answer odd_symmetry(struct run *r, arb_t functional, arb_t margin)
{
    arb_ptr x0 = _arb_vec_init(ARB_LAW_MAX);
    _arb_vec_set(x0, r->x, r->n_states);
    arb_srcptr v = r->v + r->n_holds - 1;
    for (unsigned i = 0; i < r->n_holds; i++)
        advance(r, i);
    last_force(r, v, functional);
    _arb_vec_neg(r->x, x0, r->n_states);
    _arb_vec_neg(r->v, r->v, r->n_holds);
    for (unsigned i = 0; i < r->n_holds; i++)
        advance(r, i);
    last_force(r, v, r->t);
    arb_add(functional, functional, r->t, r->prec);
    arb_abs(functional, functional);
    r->law->force_scale(r->t, r->p, v, r->prec);
    arb_div(margin, functional, r->t, r->prec);
    arb_neg(margin, margin);
    _arb_vec_clear(x0, ARB_LAW_MAX);
    if (arb_is_positive(functional))
        return ANSWER_YES;
    return arb_is_zero(functional) ? ANSWER_NO : ANSWER_UNDECIDED;
}

static int part_of(const struct arb_law *law, enum property property)
{
    return arb_law_index(law->parts, property == I3_NONNEGATIVE ? "I3" : "I4");
}

bool rigorous_applicable(const struct arb_law *law, enum property property)
{
    switch (property) {
    case STATE_BOUND:
        return law->bound && law->states;
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        return law->stribeck && arb_law_index(law->states, "y") >= 0;
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        return part_of(law, property) >= 0;
    case PASSIVITY:
    case STEADY_STATE:
    case ODD_SYMMETRY:
        return true;
    case N_PROPERTIES:
        break;
    }
    return false;
}

enum answer rigorous_evaluate(const struct rigorous_case *c, slong prec, arb_t functional,
                              arb_t margin)
{
    struct run r;
    enum answer answer = ANSWER_UNDECIDED;
    run_init(&r, c, prec);
    switch (c->property) {
    case PASSIVITY:
        answer = energy(&r, -1, functional, margin);
        break;
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        answer = energy(&r, part_of(c->law, c->property), functional, margin);
        break;
    case STATE_BOUND:
        answer = state_bound(&r, functional, margin);
        break;
    case STRIBECK_STATE_BOUND:
        answer = stribeck_bound(&r, false, functional, margin);
        break;
    case STRIBECK_HISTORY_BOUND:
        answer = stribeck_bound(&r, true, functional, margin);
        break;
    case STEADY_STATE:
        answer = steady_state(&r, functional, margin);
        break;
    case ODD_SYMMETRY:
        answer = odd_symmetry(&r, functional, margin);
        break;
    case N_PROPERTIES:
        break;
    }
    run_clear(&r);
    return answer;
}

enum answer rigorous_violated(const struct rigorous_case *c, slong max_prec, arb_t functional,
                              arb_t margin)
{
    enum answer answer = ANSWER_UNDECIDED;
    for (slong prec = 128; answer == ANSWER_UNDECIDED && prec <= max_prec; prec *= 2)
        answer = rigorous_evaluate(c, prec, functional, margin);
    return answer;
}
