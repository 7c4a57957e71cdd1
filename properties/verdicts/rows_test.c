/* Which rows there are, which of them count, and which witnesses they write under which names. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "properties/verdicts/verdicts.h"
#include "tools/testing/test_process.h"

static const struct search_budget one = { .trials = 1, .ignore_stored = true };

/* Rows about a property are the claims about it, in the laws' order; laws from files have no
 * experiments. */
Test(rows, are_the_claims_about_the_property)
{
    static const char *const names[] = { "martinez_rosas", "dahl", "lugre" };
    static const enum property asked[] = { STATE_BOUND, ODD_SYMMETRY };
    struct law_choice laws[3];
    for (int i = 0; i < 3; i++)
        laws[i] = law_choice_of(PREC(model_find)(names[i]));
    for (size_t k = 0; k < sizeof asked / sizeof *asked; k++) {
        struct verdicts v = verdicts_run(laws, 3, asked[k], &one, 1);
        size_t n = 0;
        for (int i = 0; i < 3; i++)
            for (unsigned c = 0; c < laws[i].model->n_claims; c++) {
                if (laws[i].model->claims[c].property != asked[k])
                    continue;
                cr_assert_lt(n, v.n);
                cr_expect(v.rows[n].model == laws[i].model &&
                              v.rows[n].claim == &laws[i].model->claims[c] && !v.rows[n].file,
                          "row %zu", n);
                n++;
            }
        cr_expect_eq(v.n, n);
        verdicts_free(&v);
        cr_expect(!v.rows && v.n == 0);
    }
}

/* The claims of a law are its own, then those about its experiments. */
Test(rows, end_with_experiments)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        size_t i = 0;
        for (; i < (*m)->n_claims; i++)
            cr_expect_eq(verdicts_claim(*m, i), &(*m)->claims[i]);
        size_t experiments = 0;
        for (const struct claim *c; (c = verdicts_claim(*m, i)); i++, experiments++)
            cr_expect_eq(c->property, EXPERIMENT);
        cr_expect_eq(experiments > 0, strcmp((*m)->name, "martinez_rosas") == 0, "%s: %zu",
                     (*m)->name, experiments);
    }
}

Test(rows, of_files_have_no_experiments)
{
    const struct law_choice file = { .model = PREC(model_find)("martinez_rosas"), .file = "m.so" };
    struct verdicts v = verdicts_run(&file, 1, EXPERIMENT, &one, 1);
    cr_expect_eq(v.n, 0);
    verdicts_free(&v);
}

/* A law from a file has the balls that come with it, and not those of a law of ours that has its
 * name. */
Test(rows, of_files_have_their_own_balls)
{
    const struct search_budget few = { .trials = 5, .signals = 2, .ignore_stored = true };
    for (int own = 0; own < 2; own++) {
        const struct law_choice file = { .model = PREC(model_find)("dahl"),
                                         .rigorous = own ? arb_law_find("dahl") : NULL,
                                         .file = "d.so" };
        struct verdicts v = verdicts_run(&file, 1, PASSIVITY, &few, 1);
        cr_assert_gt(v.n, 0);
        for (size_t i = 0; i < v.n; i++)
            cr_expect_eq(v.rows[i].judgement.enclosed, own ? 2 : 0, "%s", v.rows[i].claim->domain);
        verdicts_free(&v);
    }
}

/* The first laws are those that verdicts.h names; the others are not. */
Test(rows, of_the_first_laws_are_counted)
{
    static const char *const first[] = { "coulomb",       "viscous",          "coulomb_viscous",
                                         "stribeck",      "exponential",      "bristle",
                                         "lugre",         "reset_integrator", "lugre_increment",
                                         "alvarez_icaza", "martinez_rosas" };
    static const struct claim holds = { .declared = HOLDS }, refuted = { .declared = REFUTED };
    unsigned found = 0;
    for (const struct model *const *m = PREC(models); *m; m++) {
        struct verdict_row rows[] = { { .model = *m, .claim = &holds },
                                      { .model = *m, .claim = &holds },
                                      { .model = *m, .claim = &refuted } };
        const struct verdicts v = { rows, 3 };
        bool is_first = false;
        for (size_t i = 0; i < sizeof first / sizeof *first; i++)
            is_first = is_first || strcmp(first[i], (*m)->name) == 0;
        rows[0].judgement.method = METHOD_PROVED;
        rows[1].judgement.method = METHOD_ENCLOSED;
        rows[2].judgement.method = METHOD_PROVED;
        const struct verdicts_share all = verdicts_share(&v, false),
                                    some = verdicts_share(&v, true);
        cr_expect(all.declared == 2 && all.proved == 1 && all.enclosed == 1, "%s", (*m)->name);
        cr_expect(some.declared == (is_first ? 2 : 0) && some.proved == is_first &&
                      some.enclosed == is_first,
                  "%s", (*m)->name);
        found += is_first;
        /* what is not claimed at one's own parameters does not count */
        rows[0].stated = *m;
        rows[0].judgement.verdict = VERDICT_NOT_APPLICABLE;
        const struct verdicts_share own = verdicts_share(&v, false);
        cr_expect(own.declared == 1 && own.proved == 0 && own.enclosed == 1);
    }
    cr_expect_eq(found, sizeof first / sizeof *first);
}

static char folder[256];

static char *content(const char *path)
{
    char *text = NULL;
    size_t room = 0;
    FILE *file = fopen(path, "r");
    cr_assert(file, "%s", path);
    const ssize_t n = getdelim(&text, &room, '\0', file);
    cr_assert(n >= 0);
    fclose(file);
    return text;
}

static void expect_file(const char *path, const char *name, const char *expected)
{
    char whole[512];
    snprintf(whole, sizeof whole, "%s/%s", folder, name);
    cr_expect_str_eq(path, whole);
    char *text = content(path);
    cr_expect_str_eq(text, expected);
    free(text);
    unlink(path);
}

Test(witnesses, are_files_under_their_names)
{
    static const struct model dahl = { .name = "dahl" }, lugre = { .name = "lugre" };
    static const struct claim given = { .property = PASSIVITY, .witness = "lugre_given.json" },
                              passivity = { .property = PASSIVITY },
                              drift = { .property = NO_DRIFT };
    static char texts[][16] = { "{ \"a\": 1 }", "{ \"b\": 2 }", "{ \"c\": 3 }", "{ \"d\": 4 }",
                                "{ \"e\": 5 }", "{ \"f\": 6 }", "{ \"g\": 7 }", "{ \"h\": 8 }" };
    struct verdict_row rows[] = {
        { .model = &lugre,
          .claim = &given,
          .judgement.simplest = texts[0],
          .judgement.deepest = texts[1] },
        { .model = &dahl,
          .claim = &passivity,
          .judgement.simplest = texts[2],
          .judgement.deepest = texts[3] },
        { .model = &dahl, .claim = &drift, .judgement.simplest = texts[4] },
        { .model = &dahl, .claim = &passivity },
        { .model = &dahl, .claim = &passivity, .judgement.simplest = texts[5] },
        { .model = &lugre,
          .claim = &given,
          .judgement.simplest = texts[6],
          .file = "l.mo",
          .digest = "d1gest" },
        { .model = &lugre, .claim = &given, .judgement.simplest = texts[7], .stated = &lugre },
    };
    struct verdicts v = { rows, sizeof rows / sizeof *rows };
    const char *at = getenv("TEST_TMPDIR");
    snprintf(folder, sizeof folder, "%s/witnesses_XXXXXX", at ? at : "/tmp");
    cr_assert(mkdtemp(folder));
    verdicts_write_witnesses(&v, folder);
    expect_file(rows[0].witness, "lugre_given.json", texts[0]);
    expect_file(rows[0].deepest, "lugre_given_deepest.json", texts[1]);
    expect_file(rows[1].witness, "dahl_passivity.json", texts[2]);
    expect_file(rows[1].deepest, "dahl_passivity_deepest.json", texts[3]);
    expect_file(rows[2].witness, "dahl_no_drift.json", texts[4]);
    cr_expect(!*rows[2].deepest && !*rows[3].witness && !*rows[3].deepest);
    /* one before it writes a witness of that law and property, one does not */
    expect_file(rows[4].witness, "dahl_passivity_2.json", texts[5]);
    /* a text's witness names the text first */
    expect_file(rows[5].witness, "lugre_passivity_2.json", "{\n  \"law\": \"d1gest\", \"g\": 7 }");
    expect_file(rows[6].witness, "lugre_passivity_3.json", texts[7]);
    cr_expect_eq(rmdir(folder), 0, "nothing else is written");
}

static int write_too_far(const void *length)
{
    static char text[] = "{}";
    static const struct model law = { .name = "law" };
    static const struct claim claim = { .property = PASSIVITY };
    struct verdict_row row = { .model = &law, .claim = &claim, .judgement.simplest = text };
    struct verdicts v = { &row, 1 };
    char directory[1024] = "";
    memset(directory, 'd', *(const size_t *)length);
    verdicts_write_witnesses(&v, directory);
    return 0;
}

/* A path that has no room in a row is refused, and not cut. */
Test(witnesses, have_no_path_that_is_cut)
{
    for (size_t length = 490; length <= 515; length++) {
        const struct ended e = in_process(write_too_far, &length);
        /* DIRECTORY/law_passivity.json of at most 511 characters; there is no such directory */
        expect_refused(&e, length + 19 >= 512 ? "too long a path" : "dddd");
        cr_expect(length + 19 >= 512 || !strstr(e.said, "too long a path"), "%zu: %s", length,
                  e.said);
    }
}
