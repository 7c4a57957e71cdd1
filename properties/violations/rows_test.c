/* Which rows a table of attributions has: the claims about the property, by law, with the same
 * results in any number of threads, and in processes of their own. */
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#include "properties/violations/attribution_table.h"

static const char *const names[] = { "lugre", "dahl", "coulomb" };
enum { LAWS = sizeof names / sizeof *names };

static struct attribution_table run(const char *file, size_t n, enum property property,
                                    unsigned jobs)
{
    static struct integration_scheme scheme;
    const struct search_budget few = { .trials = 4 };
    struct law_choice laws[LAWS];
    scheme = (struct integration_scheme){ .integrator = PREC(integrator_find)("heun"),
                                          .settings = { .step = 1e-3 } };
    for (size_t i = 0; i < LAWS; i++) {
        laws[i] = law_choice_of(PREC(model_find)(names[i]));
        laws[i].file = file;
    }
    return attribution_table_run(laws, n, property, &scheme, &few, jobs);
}

static void expect_row(const struct attribution_row *row, const struct model *model, unsigned claim,
                       const char *file)
{
    cr_expect(row->model == model && row->claim == &model->claims[claim] && row->file == file,
              "%s, claim %u", model->name, claim);
}

Test(rows, are_the_claims_about_the_property)
{
    static const enum property asked[] = { PASSIVITY, STATE_BOUND, N_PROPERTIES, NO_DRIFT };
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
        size_t n = 0;
        struct attribution_table table = run(NULL, LAWS, asked[k], 1);
        for (size_t i = 0; i < LAWS; i++) {
            const struct model *model = PREC(model_find)(names[i]);
            for (unsigned c = 0; c < model->n_claims; c++)
                if (asked[k] == N_PROPERTIES || model->claims[c].property == asked[k]) {
                    cr_assert_lt(n, table.n);
                    expect_row(&table.rows[n++], model, c, NULL);
                }
        }
        cr_expect_eq(n, table.n);
        attribution_table_free(&table);
        cr_expect(!table.rows && table.n == 0);
    }
}

/* Without laws those of Bristle are meant. */
Test(rows, are_of_all_laws_where_none_is_named)
{
    size_t n = 0;
    struct attribution_table table = run(NULL, 0, DISSIPATION, 2);
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned c = 0; c < (*m)->n_claims; c++)
            if ((*m)->claims[c].property == DISSIPATION) {
                cr_assert_lt(n, table.n);
                expect_row(&table.rows[n++], *m, c, NULL);
            }
    cr_expect_eq(n, table.n);
    attribution_table_free(&table);
}

Test(rows, have_one_result_wherever_they_are_judged)
{
    struct attribution_table one = run(NULL, LAWS, PASSIVITY, 1),
                             three = run(NULL, LAWS, PASSIVITY, 3),
                             apart = run("law.so", LAWS, PASSIVITY, 2);
    cr_assert(one.n > LAWS && three.n == one.n && apart.n == one.n);
    for (size_t i = 0; i < one.n; i++) {
        const struct attribution *a = &one.rows[i].result;
        for (int k = 0; k < 2; k++) {
            const struct attribution *b = k == 0 ? &three.rows[i].result : &apart.rows[i].result;
            cr_expect(a->source == b->source && a->trials == b->trials &&
                          a->as_declared == b->as_declared && a->n_holds == b->n_holds &&
                          (a->margin == b->margin || (isnan(a->margin) && isnan(b->margin))),
                      "row %zu, %d", i, k);
        }
        cr_expect_str_eq(apart.rows[i].failure, "");
        cr_expect_str_eq(apart.rows[i].file, "law.so");
    }
    attribution_table_free(&apart);
    attribution_table_free(&three);
    attribution_table_free(&one);
}
