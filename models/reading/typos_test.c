/* Typos that are planted in the texts of all laws: how many the texts' own statements notice, and
 * how many the comparison with what is written by hand does: rates and forces, and in laws that
 * have C by hand events. The seeds of the places are 1 and 11. */
#include "models/derived/by_hand_test.h"
#include "models/reading/code_test.h"
#include "models/reading/weak_spots.h"

/* What becomes of one law's typos. */
struct shares {
    size_t planted, nothing, noticed, by_rates, by_code, by_either;
};

/* Returns the law as it is written by hand. */
static struct model second_statement(const char *name)
{
    struct model law = *PREC(model_find)(name);
    for (const struct model *hand = by_hand; hand->name; hand++)
        if (strcmp(hand->name, name) == 0) {
            law.rate = hand->rate;
            law.force = hand->force;
        }
    return law;
}

/* Returns what the code says against the text with the typo; "refused" when it is no text. */
static const char *by_code(const struct law_text *t, const struct typo *typo, unsigned also)
{
    const struct model code = second_statement(t->text.name);
    char *source = typo_plant(&t->text, typo);
    struct text text = { .name = t->text.name, .at = source, .n = strlen(source) };
    struct equations law;
    struct statements statements = { .source = "" };
    const char *word = "refused";
    if (equations_read(&text, &law) && statements_read(&text, &law, &statements))
        word = two_compare(&code, &law, &statements, also);
    statements_free(&statements);
    equations_free(&law);
    free(source);
    return word;
}

static struct shares look(const char *name)
{
    struct law_text t;
    struct examination x;
    law_text_open(&t, name);
    examine(&x, &t.text, &t.law, &t.statements, 1);
    struct weak_spots spots = weak_spots_find(&x);
    struct shares s = { .planted = spots.n, .nothing = spots.fates[FATE_NOTHING] };
    s.noticed = spots.fates[FATE_REFUSED] + spots.fates[FATE_NOTICED];
    for (size_t i = 0; i < spots.n; i++) {
        if (spots.of[i].fate == FATE_NOTHING)
            continue;
        const bool is_noticed =
            spots.of[i].fate == FATE_REFUSED || spots.of[i].fate == FATE_NOTICED;
        const char *word = by_code(&t, &spots.of[i].typo, TWO_EVENTS);
        s.by_rates += *by_code(&t, &spots.of[i].typo, 0) != '\0';
        s.by_code += *word != '\0';
        s.by_either += is_noticed || *word;
        if (!*word && !is_noticed) {
            size_t line = 1;
            for (size_t c = 0; c < spots.of[i].typo.at; c++)
                line += t.source[c] == '\n';
            printf("  left: %s.mo:%zu: %s\n", name, line, spots.of[i].typo.says);
        }
    }
    free(spots.of);
    examination_free(&x);
    law_text_close(&t);
    return s;
}

Test(planted, are_noticed)
{
    struct shares all = { .planted = 0 };
    printf("%-16s %7s %7s %10s %10s %10s\n", "law", "planted", "change", "by text", "by code",
           "by either");
    for (size_t i = 0; i < N_TEXTS; i++) {
        const struct shares s = look(texts[i]);
        printf("%-16s %7zu %7zu %10zu %10zu %10zu\n", texts[i], s.planted, s.planted - s.nothing,
               s.noticed, s.by_code, s.by_either);
        all.planted += s.planted;
        all.nothing += s.nothing;
        all.noticed += s.noticed;
        all.by_rates += s.by_rates;
        all.by_code += s.by_code;
        all.by_either += s.by_either;
    }
    const double n = (double)(all.planted - all.nothing);
    printf("%-16s %7zu %7.0f %8.1f %% %8.1f %% %8.1f %%; without events %.1f %%\n", "all",
           all.planted, n, 100 * (double)all.noticed / n, 100 * (double)all.by_code / n,
           100 * (double)all.by_either / n, 100 * (double)all.by_rates / n);
    cr_expect(all.planted >= 300);
    cr_expect((double)all.noticed >= 0.85 * n);
    cr_expect((double)all.by_either >= 0.98 * n);
}
