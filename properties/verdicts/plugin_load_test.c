/* A law from a shared object gets the same judgement, bit for bit, as the law of Bristle that it
 * was made from, in this process or in one of its own. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "properties/plugin/law_choice.h"
#include "properties/plugin/plugin_load.h"
#include "properties/verdicts/verdicts.h"

static struct law_choice twin(void)
{
    const struct law_choice law = law_choose("properties/lugre_twin.so", NULL);
    cr_assert_str_eq(law.model->name, "lugre_twin");
    cr_assert(law.rigorous);
    return law;
}

/* LuGre with the name of the law in the shared object: the name seeds the search. */
static struct model renamed(void)
{
    struct model model = *PREC(model_find)("lugre");
    model.name = "lugre_twin";
    return model;
}

static void same_text(const char *a, const char *b)
{
    cr_expect(!a == !b);
    if (a && b)
        cr_expect_str_eq(a, b);
}

static void same(const struct judgement *a, const struct judgement *b, const struct claim *claim)
{
    cr_expect_eq(a->verdict, b->verdict, "%s", claim->domain);
    cr_expect_eq(a->method, b->method, "%s", claim->domain);
    cr_expect_eq(a->as_declared, b->as_declared, "%s", claim->domain);
    cr_expect(a->margin == b->margin || (isnan(a->margin) && isnan(b->margin)), "%s: %a, %a",
              claim->domain, a->margin, b->margin);
    cr_expect_eq(a->trials, b->trials);
    cr_expect_eq(a->enclosed, b->enclosed);
    same_text(a->simplest, b->simplest);
    same_text(a->deepest, b->deepest);
    cr_expect_str_eq(judgement_note(a), judgement_note(b));
}

static void compare_rows(bool rigorous)
{
    struct law_choice law = twin();
    const struct search_budget budget = { .trials = 200, .signals = 4, .ignore_stored = true };
    const struct model original = renamed();
    if (!rigorous)
        law.rigorous = NULL;
    struct verdicts rows = verdicts_run(&law, 1, N_PROPERTIES, &budget, 2);
    cr_assert(rows.rows);
    cr_assert_eq(rows.n, original.n_claims);
    for (size_t i = 0; i < rows.n; i++) {
        struct judgement j;
        PREC(judge)(&original, law.rigorous, &original.claims[i], &budget, &j);
        same(&j, &rows.rows[i].judgement, &original.claims[i]);
        judgement_clear(&j);
    }
    verdicts_free(&rows);
}

Test(plugin, is_judged_like_the_original_in_double) { compare_rows(false); }

Test(plugin, is_judged_like_the_original_in_ball_arithmetic) { compare_rows(true); }

/* What is no shared object is refused by what it is instead. */
Test(plugin, what_cannot_be_loaded_is_refused)
{
    const char *temporary = getenv("TEST_TMPDIR");
    char folder[1024], text[1100], missing[1100];
    snprintf(folder, sizeof folder, "%s", temporary ? temporary : "/tmp");
    snprintf(text, sizeof text, "%s/text_%ld.so", folder, (long)getpid());
    snprintf(missing, sizeof missing, "%s/missing_%ld.so", folder, (long)getpid());
    FILE *file = fopen(text, "w");
    cr_assert(file && fputs("no object", file) >= 0 && fclose(file) == 0);
    const struct {
        const char *path, *says;
    } of[] = { { text, "cannot be loaded as a shared object: " },
               { missing, "cannot be read: " },
               { folder, "is not a file" } };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        char problem[PLUGIN_TEXT] = "";
        cr_expect_null(plugin_load(of[i].path, problem), "%s", of[i].path);
        cr_expect(strncmp(problem, of[i].says, strlen(of[i].says)) == 0, "%s: '%s'", of[i].path,
                  problem);
        cr_expect_not(plugin_try(of[i].path, problem), "%s", of[i].path);
    }
    remove(text);
}

/* Every part of a shared object's description is checked. */
Test(plugin, what_does_not_fit_is_refused)
{
    char problem[PLUGIN_TEXT];
    const struct plugin *right = plugin_load("properties/lugre_twin.so", problem);
    cr_assert(right, "%s", problem);
    cr_assert(plugin_fits(right, problem), "%s", problem);
    struct plugin wrong[8];
    for (int i = 0; i < 8; i++)
        memcpy(&wrong[i], right, sizeof *right);
    wrong[0].magic[0] = 'B';
    wrong[1].abi++;
    wrong[2].real_size = 4;
    wrong[3].n_layout--;
    wrong[4].layout++;
    wrong[5].n_rigorous_layout--;
    wrong[6].properties = "beauty ";
    wrong[7].rigorous = arb_law_find("dahl");
    for (int i = 0; i < 8; i++)
        cr_expect(!plugin_fits(&wrong[i], problem), "mistake %d", i);
    /* A law of one's own has another name than those of Bristle, and claims. */
    struct model silent = *right->model;
    struct plugin other = *right;
    cr_expect(plugin_is_own(right, problem), "%s", problem);
    other.model = PREC(model_find)("lugre");
    cr_expect(!plugin_is_own(&other, problem));
    silent.n_claims = 0;
    other.model = &silent;
    cr_expect(plugin_fits(&other, problem) && !plugin_is_own(&other, problem));
    /* One that knows fewer properties, the first ones of the list, is accepted. */
    struct plugin older = *right;
    older.properties = "passivity dissipation ";
    cr_expect(plugin_fits(&older, problem), "%s", problem);
}

enum { MOST_ENTRIES = 128 };

/* Expects that the object with the changed layout is refused, and the problem to name the entry. */
static void refuse_layout(const struct plugin *right, bool of_balls,
                          const struct plugin_layout entries[], uint32_t n, const char *named)
{
    struct plugin wrong = *right;
    char problem[PLUGIN_TEXT] = "";
    *(of_balls ? &wrong.rigorous_layout : &wrong.layout) = entries;
    *(of_balls ? &wrong.n_rigorous_layout : &wrong.n_layout) = n;
    cr_expect(!plugin_fits(&wrong, problem) && strstr(problem, named), "%s: '%s'", named, problem);
}

/* A layout fits entry by entry: another name, place or size anywhere, an entry less or one more,
 * or none, is refused. */
Test(plugin, other_layouts_are_refused_wherever_they_differ)
{
    char problem[PLUGIN_TEXT];
    const struct plugin *right = plugin_load("properties/lugre_twin.so", problem);
    cr_assert(right && right->n_layout < MOST_ENTRIES && right->n_rigorous_layout < MOST_ENTRIES);
    for (int of_balls = 0; of_balls < 2; of_balls++) {
        struct plugin_layout entries[MOST_ENTRIES] = { { "one more", 0, 0 } };
        const uint32_t n = of_balls ? right->n_rigorous_layout : right->n_layout;
        const struct plugin_layout *own = of_balls ? right->rigorous_layout : right->layout;
        memcpy(entries, own, n * sizeof *own);
        entries[n] = (struct plugin_layout){ "one more", 0, 8 };
        for (uint32_t i = 0; i < n; i++) {
            entries[i].offset += 8;
            refuse_layout(right, of_balls, entries, n, own[i].name);
            entries[i] = own[i];
            entries[i].size--;
            refuse_layout(right, of_balls, entries, n, own[i].name);
            entries[i] = own[i];
            entries[i].name = "another";
            refuse_layout(right, of_balls, entries, n, own[i].name);
            entries[i] = own[i];
        }
        refuse_layout(right, of_balls, entries, n + 1, "entries");
        refuse_layout(right, of_balls, entries, n - 1, "entries");
        refuse_layout(right, of_balls, entries, 0, "0 entries");
        refuse_layout(right, of_balls, NULL, n, "0 entries");
    }
}

/* A ball model is that of the law, with what every ball model has. */
Test(plugin, other_ball_models_are_refused)
{
    char problem[PLUGIN_TEXT];
    const struct plugin *right = plugin_load("properties/lugre_twin.so", problem);
    cr_assert(right && right->rigorous);
    static const char *const other_states[] = { "y", NULL };
    struct arb_law laws[6];
    for (int i = 0; i < 6; i++)
        laws[i] = *right->rigorous;
    laws[0].rate = NULL;
    laws[1].force = NULL;
    laws[2].validate = NULL;
    laws[3].name = NULL;
    laws[4].states = other_states;
    laws[5].params = other_states;
    for (int i = 0; i < 6; i++) {
        struct plugin wrong = *right;
        wrong.rigorous = &laws[i];
        cr_expect(!plugin_fits(&wrong, problem), "mistake %d", i);
    }
    struct plugin without = *right;
    without.rigorous = NULL;
    without.rigorous_layout = NULL;
    without.n_rigorous_layout = 0;
    cr_expect(plugin_fits(&without, problem), "%s", problem);
}
