/* Samples a box of parameters, states and velocities for points where a proof's sum is negative. */
#include "properties/independent/proof_search.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/property.h"

enum { POINTS = 300, STEPS = 300, MOST_DIMS = ARB_LAW_MAX, NUMBERS = 6, VECTORS = 5 };

/* A point of a box: the parameters' places between their ends, in [0, 1], a speed, and states over
 * their bounds. For state_bound, state face/2 is at its bound with the sign of face % 2. */
struct point {
    double place[MOST_DIMS], speed, state[MINI_STATES];
    int face;
};

/* A proof's statement, and the values at a point. */
struct search {
    const struct arb_law *law;
    enum property property;
    const char *low[MOST_DIMS], *high[MOST_DIMS];
    int n_params, n_states, n_storage;
    bool is_whole[MOST_DIMS]; /* parameters that are whole numbers */
    arb_ptr p, x, dx, bound, c;
    arb_t v, s, F, t, u, before;
    struct point at;
};

static void search_init(struct search *q, const cJSON *proof)
{
    const cJSON *params = cJSON_GetObjectItem(proof, "params");
    const cJSON *storage = cJSON_GetObjectItem(proof, "storage"), *item;
    *q = (struct search){
        .law = arb_law_find(cJSON_GetStringValue(cJSON_GetObjectItem(proof, "model"))),
        .property = property_find(cJSON_GetStringValue(cJSON_GetObjectItem(proof, "property"))),
    };
    const struct model *model = PREC(model_find)(q->law->name);
    q->n_params = arb_law_count(q->law->params);
    q->n_states = arb_law_count(q->law->states);
    for (int i = 0; i < q->n_params; i++) {
        const cJSON *ends = cJSON_GetObjectItem(params, q->law->params[i]);
        q->is_whole[i] = model_param_is_whole(
            model, quantity_index(model->params, model->n_params, q->law->params[i]));
        q->low[i] = cJSON_GetStringValue(cJSON_GetArrayItem(ends, 0));
        q->high[i] = cJSON_GetStringValue(cJSON_GetArrayItem(ends, 1));
    }
    arb_ptr *const vectors[VECTORS] = { &q->p, &q->x, &q->dx, &q->bound, &q->c };
    for (int i = 0; i < VECTORS; i++)
        *vectors[i] = _arb_vec_init(MOST_DIMS);
    arb_struct *const numbers[NUMBERS] = { q->v, q->s, q->F, q->t, q->u, q->before };
    for (int i = 0; i < NUMBERS; i++)
        arb_init(numbers[i]);
    cJSON_ArrayForEach(item, storage) mini_decimal(q->c + q->n_storage++, item->valuestring);
}

static void search_clear(struct search *q)
{
    arb_struct *const numbers[NUMBERS] = { q->v, q->s, q->F, q->t, q->u, q->before };
    for (int i = 0; i < NUMBERS; i++)
        arb_clear(numbers[i]);
    arb_ptr const vectors[VECTORS] = { q->p, q->x, q->dx, q->bound, q->c };
    for (int i = 0; i < VECTORS; i++)
        _arb_vec_clear(vectors[i], MOST_DIMS);
}

/* Sets the parameters at a place between their ends, on a logarithmic scale if both ends are
 * positive. */
static void set_params(struct search *q)
{
    for (int i = 0; i < q->n_params; i++) {
        double place = q->at.place[i];
        if (q->is_whole[i])
            place = place < 0.5 ? 0 : 1;
        mini_decimal(q->p + i, place >= 1 ? q->high[i] : q->low[i]);
        if (place <= 0 || place >= 1)
            continue;
        mini_decimal(q->t, q->high[i]);
        arb_sub(q->t, q->t, q->p + i, MINI_BITS);
        const double low = strtod(q->low[i], NULL), high = strtod(q->high[i], NULL);
        if (low > 0 && high > 4 * low) /* where that is, as a part of the way */
            place = (low * pow(high / low, place) - low) / (high - low);
        arb_set_d(q->u, fmin(fmax(place, 0), 1));
        arb_addmul(q->p + i, q->t, q->u, MINI_BITS);
        mag_zero(arb_radref(q->p + i));
    }
}

/* Sets the speed and the states at the point; states without a bound are 0. */
static void set_motion(struct search *q)
{
    if (q->law->bound && q->n_states > 0)
        q->law->bound(q->bound, q->p, MINI_PREC);
    for (int j = 0; j < q->n_states; j++) {
        const bool at_face = q->property == STATE_BOUND && j == q->at.face / 2;
        arb_set_d(q->x + j, at_face ? (q->at.face % 2 ? 1 : -1) : q->at.state[j]);
        if (arb_is_finite(q->bound + j))
            arb_mul(q->x + j, q->x + j, q->bound + j, ARF_PREC_EXACT);
        else
            arb_zero(q->x + j);
        mag_zero(arb_radref(q->x + j));
        mag_zero(arb_radref(q->bound + j));
    }
    arb_set_d(q->v, q->at.speed);
    arb_set_si(q->s, q->at.speed < 0 ? -1 : 1);
    if (q->law->rate)
        q->law->rate(q->dx, q->p, q->v, q->s, q->x, MINI_PREC);
}

/* Returns how fast the state on the face leaves its bound, over the speed and the bound. */
static double outflow(struct search *q)
{
    const int j = q->at.face / 2;
    if (!arb_is_finite(q->bound + j))
        return -1;
    const double rate = (double)mini_get(q->dx + j) * (q->at.face % 2 ? 1 : -1);
    return rate / (fabs(q->at.speed) + (double)mini_get(q->bound + j));
}

/* Returns dS/dz of the declared storage, or of the storage that the law's proofs denote by 1, 0,
 * ... */
static quad declared_slope(struct search *q)
{
    const int Fc = arb_law_index(q->law->params, "Fc"),
              sigma0 = arb_law_index(q->law->params, "sigma0");
    if (!q->law->storage)
        return mini_get(q->p + Fc) * (sigma0 < 0 ? 1 : mini_get(q->p + sigma0)) * mini_get(q->x);
    const quad half = mini_get(q->bound) * (quad)0x1p-60;
    arb_set(q->u, q->x);
    for (int k = 0; k < 2; k++) { /* a step far below what binary128 needs */
        mini_set(q->t, k == 0 ? -half : half);
        arb_add(q->x, q->u, q->t, ARF_PREC_EXACT);
        q->law->storage(q->F, q->p, q->x, MINI_BITS);
        mag_zero(arb_radref(q->F));
        if (k == 0)
            arb_set(q->before, q->F);
    }
    arb_sub(q->F, q->F, q->before, MINI_BITS);
    arb_set(q->x, q->u);
    return mini_get(q->F) / (2 * half);
}

/* Returns the power minus the rise of the storage, over the sum of their magnitudes. */
static double excess(struct search *q)
{
    const quad v = mini_get(q->v);
    quad sum = 0, dz = 0;
    if (q->n_states > 0 && q->n_storage > 0) {
        const quad w = mini_get(q->x) / mini_get(q->bound);
        dz = mini_get(q->dx);
        for (int k = q->n_storage - 1; k >= 0; k--)
            sum = sum * w * w + mini_get(q->c + k);
        sum *= declared_slope(q);
    }
    q->law->force(q->F, q->p, q->v, q->s, q->x, MINI_PREC);
    const quad power = mini_get(q->F) * v, rise = sum * dz,
               size = (power < 0 ? -power : power) + (rise < 0 ? -rise : rise);
    return size > 0 ? (double)((power - rise) / size) : 0;
}

/* Returns the number that must not be negative at a point. */
static double slack_at(struct search *q)
{
    set_params(q);
    if (q->law->validate && q->law->validate(q->p))
        return 1;
    set_motion(q);
    const double slack = q->property == STATE_BOUND ? -outflow(q) : excess(q);
    return isfinite(slack) ? slack : 1;
}

static double draw_place(struct rng *rng)
{
    const unsigned how = rng_below(rng, 4);
    return how == 0 ? 0 : how == 1 ? 1 : rng_uniform(rng);
}

static void draw_point(struct rng *rng, struct search *q)
{
    for (int i = 0; i < q->n_params; i++)
        q->at.place[i] = draw_place(rng);
    q->at.speed = rng_log_uniform(rng, 1e-9, 1e5);
    for (int j = 0; j < MINI_STATES; j++) {
        const unsigned how = rng_below(rng, 4);
        q->at.state[j] = how == 0   ? 1 - rng_log_uniform(rng, 1e-12, 1)
                         : how == 1 ? rng_log_uniform(rng, 1e-12, 1) - 1
                                    : 2 * rng_uniform(rng) - 1;
    }
    if (rng_below(rng, 2)) { /* laws are odd, so both signs must hold */
        q->at.speed = -q->at.speed;
        for (int j = 0; j < MINI_STATES; j++)
            q->at.state[j] = -q->at.state[j];
    }
    q->at.face = q->n_states > 0 ? (int)rng_below(rng, 2 * (unsigned)q->n_states) : 0;
}

/* Moves a step away from the worst point so far. */
static void near_point(struct rng *rng, struct search *q, double reach)
{
    for (int i = 0; i < q->n_params; i++)
        if (rng_below(rng, 3) == 0)
            q->at.place[i] = fmin(1, fmax(0, q->at.place[i] + reach * (2 * rng_uniform(rng) - 1)));
    q->at.speed *= exp(6 * reach * (2 * rng_uniform(rng) - 1));
    for (int j = 0; j < MINI_STATES; j++)
        q->at.state[j] = fmin(1, fmax(-1, q->at.state[j] + reach * (2 * rng_uniform(rng) - 1)));
}

/* Returns the smallest slack found: at random points, and then downhill. */
static double worst_slack(struct rng *rng, struct search *q)
{
    struct point best = q->at;
    double least = HUGE_VAL;
    for (int i = 0; i < 2 * POINTS; i++) {
        if (i < POINTS)
            draw_point(rng, q);
        else {
            q->at = best;
            near_point(rng, q, rng_log_uniform(rng, 1e-6, 0.5));
        }
        const double slack = slack_at(q);
        if (slack < least) {
            least = slack;
            best = q->at;
        }
    }
    q->at = best;
    return least;
}

/* Returns the constraint that some corner, or point, of the box violates, or NULL. */
static const char *forbidden(struct rng *rng, struct search *q)
{
    for (int i = 0; i < 64 && q->law->validate; i++) {
        for (int k = 0; k < q->n_params; k++)
            q->at.place[k] = i < 48 ? rng_below(rng, 2) : rng_uniform(rng);
        set_params(q);
        const char *violated = q->law->validate(q->p);
        if (violated)
            return violated;
    }
    return NULL;
}

static void put_point(struct search *q, cJSON *params)
{
    for (int i = 0; i < q->n_params; i++) {
        const bool inner = q->at.place[i] > 0 && q->at.place[i] < 1 && !q->is_whole[i];
        char *text = inner ? arb_get_str(q->p + i, 15, ARB_STR_NO_RADIUS) : NULL;
        cJSON_AddStringToObject(params, q->law->params[i],
                                text                    ? text
                                : q->at.place[i] >= 0.5 ? q->high[i]
                                                        : q->low[i]);
        flint_free(text);
    }
}

/* Returns true when a random motion with parameters of the box violates the claim. */
static bool contradicts(struct rng *rng, struct search *q, char *found, size_t size)
{
    const struct sample_subject subject = { q->law, q->property };
    struct sample sample = sample_witness(rng, &subject);
    for (int i = 0; i < q->n_params; i++)
        q->at.place[i] = draw_place(rng);
    set_params(q);
    cJSON_DeleteItemFromObject(sample.json, "params");
    put_point(q, cJSON_AddObjectToObject(sample.json, "params"));
    const bool violated =
        sample_valid(sample.json) && mini_judge(sample.json, STEPS).answer == MINI_VIOLATED;
    if (violated) {
        char *text = cJSON_PrintUnformatted(sample.json);
        snprintf(found, size, "violated by %s", text ? text : "a motion");
        cJSON_free(text);
    }
    cJSON_Delete(sample.json);
    return violated;
}

enum audit_fault proof_search(struct rng *rng, const cJSON *proof, char *found, size_t size)
{
    enum { MOTIONS = 2 };
    const double rounding = 1e-24;
    enum audit_fault fault = AUDIT_FINE;
    struct search q;
    search_init(&q, proof);
    const char *violated = forbidden(rng, &q);
    if (violated) {
        fault = AUDIT_INVALID_BOX;
        snprintf(found, size, "the box holds parameters against %s", violated);
    }
    const double slack = fault == AUDIT_FINE ? worst_slack(rng, &q) : 0;
    if (slack < -rounding) {
        fault = AUDIT_FALSE_PROOF;
        int n = snprintf(found, size,
                         "slack %g of its terms at v = %.17g, states over bounds %.17g "
                         "%.17g,",
                         slack, q.at.speed, q.at.state[0], q.at.state[1]);
        for (int i = 0; i < q.n_params && n > 0 && (size_t)n < size; i++)
            n += snprintf(found + n, size - (size_t)n, " %s=%.17g", q.law->params[i],
                          (double)mini_get(q.p + i));
    }
    for (int i = 0; i < MOTIONS && fault == AUDIT_FINE; i++)
        if (contradicts(rng, &q, found, size))
            fault = AUDIT_FALSE_PROOF;
    search_clear(&q);
    return fault;
}

bool proof_box_is_wide(const cJSON *proof, const char *text, char *found, size_t size)
{
    const cJSON *ends;
    bool wide = false;
    arb_t printed, own;
    arb_init(printed);
    arb_init(own);
    cJSON_ArrayForEach(ends, cJSON_GetObjectItem(proof, "params"))
    {
        char name[80], end[2][80];
        snprintf(name, sizeof name, " %s in [", ends->string);
        const char *at = strstr(text, name);
        if (!at || sscanf(at + strlen(name), "%79[^,], %79[^]]", end[0], end[1]) != 2)
            continue;
        for (int k = 0; k < 2; k++) {
            mini_decimal(printed, end[k]);
            mini_decimal(own, cJSON_GetStringValue(cJSON_GetArrayItem(ends, k)));
            if (k == 0 ? arb_lt(printed, own) : arb_gt(printed, own)) {
                wide = true;
                snprintf(found, size, "printed%s%s, %s], but proved in [%s, %s]", name, end[0],
                         end[1], cJSON_GetArrayItem(ends, 0)->valuestring,
                         cJSON_GetArrayItem(ends, 1)->valuestring);
            }
        }
    }
    arb_clear(own);
    arb_clear(printed);
    return wide;
}
