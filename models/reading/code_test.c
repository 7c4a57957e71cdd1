/* The texts of the laws say what their code says, in all modes, through events, and beside the
 * equations. */
#include "models/reading/code_test.h"

Test(code, is_what_its_text_says)
{
    for (size_t i = 0; i < N_TEXTS; i++) {
        struct law_text t;
        law_text_open(&t, texts[i]);
        const struct model *model = PREC(model_find)(texts[i]);
        struct two two;
        struct rng rng = rng_keyed(11, model->name, 0);
        two_open(&two, model, &t.law, &t.statements);
        for (unsigned k = 0; k < CODE_DRAWS; k++) {
            bool is_valid;
            two_draw(&two, &rng, k);
            cr_expect_str_empty(two_compare_motion(&two, &is_valid), "%s, motion %u", texts[i], k);
            if (is_valid) {
                cr_expect_str_empty(two_compare_members(&two), "%s, members %u", texts[i], k);
                cr_expect_str_empty(two_compare_events(&two), "%s, events %u", texts[i], k);
            }
        }
        two_close(&two);
        law_text_close(&t);
    }
}
