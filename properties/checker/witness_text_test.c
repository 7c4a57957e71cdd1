/* Tests of written witnesses. */
#include <math.h>
#include <stdlib.h>

#include "properties/checker/witness_test.h"
#include "properties/stored.h"

/* A written witness says the numbers given, is confirmed, and claims an enclosure that any other
 * digit breaks. */
Test(write, round_trips)
{
    const struct arb_law *law = arb_law_find("lugre");
    const double p[] = { 1e5, 316.22776601683796, 0.4, 1, 1.5, 1e-3, 2 };
    const double v[] = { 1e-5, 1 }, h[] = { 10, 1e-4 };
    char *text = witness_text(law, p, PASSIVITY, v, h, 2);
    cr_assert(text);
    struct witness w;
    struct file_error error;
    cr_assert(witness_parse(text, strlen(text), &w, &error), "%s", error.text);
    cr_assert(w.law == law && w.property == PASSIVITY && w.n_segments == 2 && w.lo && w.hi);
    for (int i = 0; i < 7; i++)
        cr_expect_eq(strtod(w.param[i], NULL), p[i]);
    for (int i = 0; i < 2; i++)
        cr_expect(strtod(w.v[i], NULL) == v[i] && strtod(w.h[i], NULL) == h[i]);
    cr_expect(strtod(w.lo, NULL) >= -1.3023225e-3 && strtod(w.hi, NULL) <= -1.3023205e-3,
              "I = -1.302321e-3 J, known otherwise: %s, %s", w.lo, w.hi);
    witness_free(&w);
    cr_expect_eq(check_text(text), ANSWER_YES);
    const char *line = "    {\"kind\": \"hold\", \"v\": \"0.00001\", \"t\": \"10\"},\n";
    cr_expect(strstr(text, line), "%s", text);
    char *digit = strstr(text, "\"0.4\"") + 3;
    *digit = '5';
    cr_expect_eq(check_text(text), ANSWER_NO);
    free(text);
}

/* The stored files are written back with their layout, from the property to the last segment. */
Test(write, keeps_the_layout_of_the_stored_files)
{
    for (const struct stored_witness *s = stored_witnesses; s->name; s++) {
        struct witness w;
        struct file_error error;
        cr_assert(witness_parse(s->text, strlen(s->text), &w, &error), "%s", error.text);
        char *text = written_again(&w);
        cr_assert(text);
        cr_expect(strstr(text, "\"claims\""), "%s", text);
        const char *property = strstr(text, "\"property\"");
        const size_t same = (size_t)(strstr(property, "  ]") - property);
        cr_expect(strncmp(property, strstr(s->text, "\"property\""), same) == 0, "%s", text);
        cr_expect_eq(check_text(text), ANSWER_YES, "%s", text);
        free(text);
        witness_free(&w);
    }
}

Test(write, refuses_what_is_no_witness)
{
    const struct arb_law *law = arb_law_find("viscous");
    const double good = 1, negative = -1, nan = NAN, inf = INFINITY;
    cr_expect_null(witness_text(law, &nan, PASSIVITY, &good, &good, 1));
    cr_expect_null(witness_text(law, &good, PASSIVITY, &inf, &good, 1));
    cr_expect_null(witness_text(law, &good, PASSIVITY, &good, &negative, 1));
    cr_expect_null(witness_text(law, &negative, PASSIVITY, &good, &good, 1));
    cr_expect_null(witness_text(law, &good, DISSIPATION, &good, &good, 1));
}
