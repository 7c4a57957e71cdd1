/* What a search varies: every number that has a range, from wherever it is, up to the ends. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/trials/candidate.h"

/* A number that may be negative keeps its sign, and goes to the end of the range on its side. */
Test(search_variables, go_to_the_end_of_their_range)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    struct model law = *PREC(model_find)("dahl");
    struct quantity params[MODEL_MAX_PARAMS];
    memcpy(params, law.params, law.n_params * sizeof *params);
    law.params = params;
    for (unsigned k = 0; k < law.n_params; k++)
        for (int sign = -1; sign <= 1; sign += 2) {
            struct search_variable at[CANDIDATE_MAX_VARIABLES];
            struct candidate c = { .n = 1, .segments = { { SEGMENT_HOLD, { sign, 0 }, 1, 1, 0 } } };
            unsigned found = 0;
            params[k].lo = -3 * params[k].value;
            params[k].hi = 5 * params[k].value;
            for (unsigned i = 0; i < law.n_params; i++)
                c.p[i] = (i == k ? sign : 1) * params[i].value;
            const unsigned n = PREC(candidate_variables)(&law, &anywhere, &c, at);
            for (unsigned i = 0; i < n; i++)
                if (at[i].value == &c.p[k]) {
                    search_variable_set(&at[i], 1);
                    cr_expect_eq(c.p[k], sign < 0 ? params[k].lo : params[k].hi, "%s: %g",
                                 params[k].name, c.p[k]);
                    found++;
                }
            cr_expect_eq(found, 1);
            params[k] = PREC(model_find)("dahl")->params[k];
        }
}

/* A number without a unit may be varied from wherever it is in its range, also from either end. */
Test(search_variables, begin_anywhere_in_their_range)
{
    static const struct claim anywhere = { .base = ALL_VALID };
    struct model law = *PREC(model_find)("dahl");
    struct quantity params[MODEL_MAX_PARAMS];
    memcpy(params, law.params, law.n_params * sizeof *params);
    law.params = params;
    for (unsigned k = 0; k < law.n_params; k++) {
        const struct quantity own = params[k];
        const double places[] = { own.value / 2, own.value, 2 * own.value };
        params[k] = (struct quantity){ own.name, "1", own.value, places[0], places[2], "" };
        for (size_t place = 0; place < sizeof places / sizeof *places; place++) {
            struct search_variable at[CANDIDATE_MAX_VARIABLES];
            struct candidate c = { .n = 1, .segments = { { SEGMENT_HOLD, { 1, 0 }, 1, 1, 0, 0 } } };
            unsigned found = 0;
            for (unsigned i = 0; i < law.n_params; i++)
                c.p[i] = params[i].value;
            c.p[k] = places[place];
            const unsigned n = PREC(candidate_variables)(&law, &anywhere, &c, at);
            for (unsigned i = 0; i < n; i++)
                found += at[i].value == &c.p[k];
            cr_expect_eq(found, 1, "%s, place %zu", own.name, place);
        }
        params[k] = own;
    }
}

/* A parameter whose range, or whose box, is one number is no variable; the others are. */
Test(search_variables, have_more_than_one_value)
{
    struct model law = *PREC(model_find)("dahl");
    struct quantity params[MODEL_MAX_PARAMS];
    memcpy(params, law.params, law.n_params * sizeof *params);
    law.params = params;
    for (unsigned k = 0; k < law.n_params; k++)
        for (unsigned boxed = 0; boxed < 2; boxed++) {
            const double value = params[k].value;
            const struct claim claim = { .base = ALL_VALID,
                                         .box = { { k, value, value } },
                                         .n_box = boxed };
            struct search_variable at[CANDIDATE_MAX_VARIABLES];
            struct candidate c = { .n = 1, .segments = { { SEGMENT_HOLD, { 1, 0 }, 1, 1, 0, 0 } } };
            unsigned of_law = 0;
            if (!boxed)
                params[k].lo = params[k].hi = value;
            for (unsigned i = 0; i < law.n_params; i++)
                c.p[i] = params[i].value;
            const unsigned n = PREC(candidate_variables)(&law, &claim, &c, at);
            for (unsigned i = 0; i < n; i++) {
                cr_expect_lt(at[i].lo, at[i].hi);
                cr_expect_neq(at[i].value, &c.p[k], "%s", params[k].name);
                of_law += at[i].value >= c.p && at[i].value < c.p + MODEL_MAX_PARAMS;
            }
            cr_expect_eq(of_law, law.n_params - 1);
            params[k] = PREC(model_find)("dahl")->params[k];
        }
}
