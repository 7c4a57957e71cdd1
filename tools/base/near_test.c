/* Slips of one and two letters are recognized, other words are not. */
#include "tools/base/near.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static const char *const names[] = { "lugre", "lugre_increment", "dahl", "coulomb", "viscous" };
enum { N = sizeof names / sizeof *names };

static struct near nearest(const char *word)
{
    struct near near = { .word = word };
    for (size_t i = 0; i < N; i++)
        near_try(&near, names[i]);
    return near;
}

/* Each name with one letter left out, doubled, exchanged with the next, or replaced by another. */
Test(near, one_slip_is_recognized)
{
    for (size_t i = 0; i < N; i++) {
        const size_t n = strlen(names[i]);
        for (size_t k = 0; k < n; k++)
            for (int way = 0; way < 4; way++) {
                char word[64];
                const int at = (int)k;
                const char letter = names[i][k], next = names[i][k + 1];
                if (way == 0)
                    snprintf(word, sizeof word, "%.*s%s", at, names[i], names[i] + k + 1);
                else if (way == 1)
                    snprintf(word, sizeof word, "%.*s%c%s", at, names[i], letter, names[i] + k);
                else if (way == 2 && next)
                    snprintf(word, sizeof word, "%.*s%c%c%s", at, names[i], next, letter,
                             names[i] + k + 2);
                else
                    snprintf(word, sizeof word, "%.*s#%s", at, names[i], names[i] + k + 1);
                const struct near near = nearest(word);
                cr_assert(near.name, "%s", word);
                cr_expect_str_eq(near.name, names[i], "%s", word);
                cr_expect_leq(near.slips, 1, "%s", word);
            }
    }
}

Test(near, other_words_are_not)
{
    static const char *const others[] = { "", "ice", "karnopp", "l", "lu", "elastoplastic" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        cr_expect_null(nearest(others[i]).name, "%s", others[i]);
    char word[200];
    memset(word, 'x', sizeof word - 1);
    word[sizeof word - 1] = '\0';
    cr_expect_null(nearest(word).name);
}

/* As many slips as a third of the letters, rounded up, and not one more; the fewest win. */
Test(near, slips_are_counted)
{
    static const struct {
        const char *word, *name;
        size_t slips;
    } cases[] = {
        { "dahl", "dahl", 0 },   { "dxhx", "dahl", 2 },    { "xxxl", NULL, 0 }, { "lgu", NULL, 0 },
        { "ulgre", "lugre", 1 }, { "lugre_inc", NULL, 0 }, { "lug", NULL, 0 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct near near = nearest(cases[i].word);
        if (!cases[i].name)
            cr_expect_null(near.name, "%s: %s", cases[i].word, near.name ? near.name : "");
        else {
            cr_assert(near.name, "%s", cases[i].word);
            cr_expect_str_eq(near.name, cases[i].name);
            cr_expect_eq(near.slips, cases[i].slips, "%s: %zu", cases[i].word, near.slips);
        }
    }
}

Test(near, hint_is_a_question)
{
    char hint[NEAR_HINT];
    const struct near some = nearest("luger"), none = nearest("ice");
    cr_expect_str_eq(near_hint(&some, hint), " (did you mean 'lugre'?)");
    cr_expect_str_empty(near_hint(&none, hint));
}
