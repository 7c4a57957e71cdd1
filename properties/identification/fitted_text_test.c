/* Texts of laws with other defaults: what is written, and that all laws can be. */
#include "properties/identification/fitted_text.h"

#include <criterion/criterion.h>
#include <stdlib.h>

#include "models/reading/law_source.h"
#include "tools/base/memory.h"

Test(fitted_text, writes_values_and_says_so)
{
    static const struct quantity params[] = { { "a", "N", 1, 0, 9, "" },
                                              { "k1", "N/m", 1, 0, 9, "" },
                                              { "k2", "N/m", 2, 0, 9, "" },
                                              { "b", "1", 3, 0, 9, "" } };
    static const struct model model = { .name = "law", .params = params, .n_params = 4 };
    static const double p[] = { 0.5, 0.25, 0.125, 7 };
    char *text = fitted_text("model law \"a = 1; parameter\"\n"
                             "  // parameter Real a = 1;\n"
                             "  constant Integer most = 2;\n"
                             "  parameter Real a(unit=\"N\", min=0, max=9) = 1 \"Table; I\";\n"
                             "  parameter Real k[most](each unit=\"N/m\") = {1, 2}, b = 3;\n"
                             "  parameter Real c(unit=\"N\") = a*b;\n"
                             "equation\n  F = a;\nend law;\n",
                             &model, p);
    cr_assert(text);
    cr_expect_str_eq(text,
                     "model law_fitted \"a = 1; parameter\"\n"
                     "  // parameter Real a = 1;\n"
                     "  constant Integer most = 2;\n"
                     "  parameter Real a(unit=\"N\", min=0, max=9) = 0.5 \"found by a fit; 1 was: "
                     "Table; I\";\n"
                     "  parameter Real k[most](each unit=\"N/m\") = {0.25, 0.125}, b = 7;\n"
                     "  parameter Real c(unit=\"N\") = a*b;\n"
                     "equation\n  F = a;\nend law_fitted;\n");
    free(text);
}

Test(fitted_text, refuses_what_is_not_there)
{
    static const struct quantity params[] = { { "a", "N", 1, 0, 9, "" } };
    static const struct model model = { .name = "law", .params = params, .n_params = 1 };
    static const double p[] = { 2 };
    cr_expect_null(fitted_text("model law parameter Real b = 1; end law;", &model, p));
    cr_expect_null(fitted_text("", &model, p));
}

/* Each parameter of each law has its own number in the text, once. */
Test(fitted_text, knows_all_laws)
{
    for (const struct model *const *m = models_f64; *m; m++) {
        double p[MODEL_MAX_PARAMS];
        for (unsigned i = 0; i < (*m)->n_params; i++)
            p[i] = 1000.0009765625 + i;
        char *text = fitted_text(law_source((*m)->name), *m, p);
        cr_assert(text, "%s", (*m)->name);
        for (unsigned i = 0; i < (*m)->n_params; i++) {
            char *number = memory_text("%.17g", p[i]);
            const char *at = strstr(text, number);
            cr_expect(at && !strstr(at + 1, number), "%s: %s", (*m)->name, (*m)->params[i].name);
            free(number);
        }
        free(text);
    }
}
