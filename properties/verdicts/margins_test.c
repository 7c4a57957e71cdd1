/* The margins of the code and of the ball model are one number, of every property of every law,
 * along signals and with parameters of which nothing is claimed: also where it is violated. */
#include <criterion/criterion.h>
#include <math.h>

#include "properties/checker/property.h"
#include "properties/search/draw.h"
#include "properties/verdicts/certify.h"

enum { TRIALS = 40, MOST_HOLDS = 6, BITS = 1024 };

/* Draws a trial. Returns false where drawing finds none, or one that takes long. */
static bool drawn(const struct model *model, const struct claim *claim, uint64_t number,
                  struct sample *sample)
{
    struct rng rng = rng_keyed(23, model->name, 100 * number + claim->property);
    struct candidate candidate;
    if (!PREC(draw_parameters)(model, claim, &rng, &candidate))
        return false;
    PREC(draw_segments)(model, claim->signals, &rng, &candidate);
    return PREC(candidate_sample)(model, claim, &candidate, sample) && sample->n <= MOST_HOLDS;
}

Test(margins, of_code_and_balls_agree)
{
    unsigned compared = 0, violated = 0;
    for (const struct model *const *m = PREC(models); *m; m++)
        for (enum property property = 0; property < N_PROPERTIES; property++) {
            const struct arb_law *law = arb_law_find((*m)->name);
            const struct claim claim = {
                .property = property,
                .domain = "anything",
                .signals = property == NO_DRIFT ? CYCLE_SIGNAL : ANY_SIGNAL,
            };
            if (!PREC(property_applicable)(*m, property) || !rigorous_applicable(law, property))
                continue;
            for (uint64_t number = 0; number < TRIALS; number++) {
                struct sample s;
                if (!drawn(*m, &claim, number, &s))
                    continue;
                const struct margin margin =
                    PREC(evaluate_property)(*m, s.p, property, s.holds, s.n);
                if (!isfinite(margin.value)) /* the states have run away */
                    continue;
                const struct certificate c = PREC(certify)(*m, law, property, &s, margin, BITS);
                cr_expect(c.agrees, "%s, %s, trial %u: %.9g by the code, %.9g by balls", (*m)->name,
                          property_info[property].name, (unsigned)number, (double)margin.value,
                          c.margin);
                cr_expect(c.violated != ANSWER_YES || margin.value <= margin.rounding);
                cr_expect(c.violated != ANSWER_NO || margin.value >= -margin.rounding);
                compared++;
                violated += c.violated == ANSWER_YES;
            }
        }
    cr_expect(compared > 4000 && violated > compared / 20, "%u of %u are violated", violated,
              compared);
}
