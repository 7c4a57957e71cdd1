/* Limits the time that the checker takes for witnesses of 1000 holds, for every law and every
 * property that applies to it. */
#include <arb.h>
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "properties/checker/property.h"
#include "properties/checker/witness_text.h"
#include "properties/trials/draw.h"

/* The last precision of the checker takes seconds. Only equalities that it cannot decide get
 * there. */
#ifdef SLOW
enum { MAX_PREC = 8192 };
#else
enum { MAX_PREC = 1536 };
#endif
enum { HOLDS_PER_WITNESS = 1000, RUNS = 3 };

/* Limits in exponentials per hold, at each of the checker's first four precisions (128 to 1024
 * bits), timed beside the check: a limit in seconds would judge the machine. Runs are repeated
 * until one keeps the limit. The slowest decided witness goes through all four precisions and takes
 * half the limit, 50 ms where an exponential at 1024 bits takes 4.4 us. Finding out that the
 * highest precision does not decide, which only equalities ask for, takes longer. */
#ifdef __SANITIZE_ADDRESS__
static const double DECIDED = 160, UNDECIDED = 10000;
#else
static const double DECIDED = 16, UNDECIDED = 1000;
#endif

/* A hold that ends on elastoplastic's ramp takes quadratures, of some fifty exponentials each. A
 * hold of leuven has up to five parts, of an exponential and a logarithm each, and is computed
 * twice: for the states and for the work. no_drift looks at all windows of holds; each takes some
 * sums per state, together less than an exponential. */
static double allowance(const struct arb_law *law, enum property property)
{
    if (property == NO_DRIFT)
        return HOLDS_PER_WITNESS / 2.0 / DECIDED;
    if (strcmp(law->name, "leuven") == 0)
        return 3;
    return strcmp(law->name, "elastoplastic") == 0 ? 16 : 1;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Returns the time in s of one exponential per hold at each of the four precisions. */
static double time_exponentials(void)
{
    arb_t x, y;
    arb_init(x);
    arb_init(y);
    const double start = now();
    for (slong prec = 128; prec <= 1024; prec *= 2) {
        arb_set_si(x, -5);
        arb_div_ui(x, x, 7, prec);
        for (int i = 0; i < HOLDS_PER_WITNESS; i++)
            arb_exp(y, x, prec);
    }
    arb_clear(x);
    arb_clear(y);
    return now() - start;
}

/* Returns the text of a witness at default parameters along random holds, to be freed. */
static char *long_witness(const struct model *model, const struct arb_law *law,
                          enum property property)
{
    struct hold holds[DRAW_MAX_HOLDS];
    double p[MODEL_MAX_PARAMS], named[ARB_LAW_MAX], v[HOLDS_PER_WITNESS], h[HOLDS_PER_WITNESS];
    struct rng rng = rng_keyed(0, model->name, (uint64_t)property);
    PREC(model_defaults)(model, p);
    for (int i = 0; law->params[i]; i++)
        named[i] = p[quantity_index(model->params, model->n_params, law->params[i])];
    for (unsigned n = 0; n < HOLDS_PER_WITNESS;) {
        const unsigned more = PREC(sample_signal)(model, p, ANY_SIGNAL, &rng, holds);
        for (unsigned i = 0; i < more && n < HOLDS_PER_WITNESS; i++, n++) {
            v[n] = holds[i].v;
            h[n] = holds[i].h;
        }
    }
    return witness_text(law, named, property, v, h, HOLDS_PER_WITNESS);
}

Test(speed, a_thousand_holds_are_decided_at_the_cost_of_few_exponentials, .timeout = 200)
{
    unsigned decided = 0;
    for (const struct arb_law *const *law = arb_laws; *law; law++)
        for (unsigned k = 0; k < N_PROPERTIES; k++) {
            const enum property property = (enum property)k;
            if (!rigorous_applicable(*law, property))
                continue;
            char *text = long_witness(PREC(model_find)((*law)->name), *law, property);
            if (!text && property == IDENTIFIABILITY)
                continue; /* the law's parameters are all identifiable: such a witness does not
                             exist */
            cr_assert(text);
            enum answer answer = ANSWER_UNDECIDED;
            double best = INFINITY, unit = INFINITY, most = 0;
            for (int run = 0; run < RUNS && !(best < most * unit); run++) {
                struct witness w;
                struct file_error error;
                unit = fmin(unit, time_exponentials());
                const double start = now();
                cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
                answer = witness_check(&w, MAX_PREC, NULL).confirmed;
                witness_free(&w);
                best = fmin(best, now() - start);
                most =
                    allowance(*law, property) * (answer == ANSWER_UNDECIDED ? UNDECIDED : DECIDED);
            }
            free(text);
            static const char *const answers[] = { "rejected", "confirmed", "undecided" };
            fprintf(stderr, "%-16s %-22s %-9s %7.1f ms %7.1f exponentials per hold\n", (*law)->name,
                    property_info[k].name, answers[answer], 1e3 * best, best / unit);
            decided += answer != ANSWER_UNDECIDED;
            cr_expect(best < most * unit, "%s %s: %.4f s, %.1f exponentials per hold", (*law)->name,
                      property_info[k].name, best, best / unit);
        }
    cr_expect(decided > 40, "%u", decided);
}
