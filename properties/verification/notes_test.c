/* What is said beside a table of laws from files: what is tested only, each once for each law, and
 * why motion is computed by numbers. */
#include "properties/verification/notes.h"

#include "properties/checker/property.h"
#include "tools/testing/test_process.h"

/* Rows of two laws from files whose ball models lack a storage and an inverse, and of one of
 * Bristle. */
static int note_rows(const void *unused)
{
    static const struct model one = { .name = "one" }, two = { .name = "two" };
    static const struct claim stores = { .property = DISSIPATION },
                              passive = { .property = PASSIVITY },
                              finite = { .property = FINITE_FORCE };
    struct arb_law law = *arb_law_find("lugre");
    law.storage = NULL;
    struct verdict_row rows[] = {
        { .model = &one, .claim = &stores, .file = "one.so" },
        { .model = &one, .claim = &passive, .file = "one.so" },
        { .model = &one, .claim = &stores, .file = "one.so" },
        { .model = &one, .claim = &finite, .file = "one.so" },
        { .model = &two, .claim = &stores, .file = "two.so" },
        { .model = &two, .claim = &stores, .file = "two.so" },
        { .model = &two, .claim = &stores },
        { .model = &one, .claim = &stores, .file = "three.so" },
        { .model = &one, .claim = &stores, .file = "four.so" },
    };
    enum { N = sizeof rows / sizeof *rows };
    const struct verdicts v = { rows, N };
    (void)unused;
    for (size_t i = 0; i < N; i++) {
        rows[i].rigorous = i == 7 ? NULL : &law;
        rows[i].judgement.method = i == 8 ? METHOD_PROVED : METHOD_TESTED;
    }
    note_uncertified(&v);
    return 0;
}

Test(notes, tell_what_is_not_certified)
{
    const struct ended e = in_process(note_rows, NULL);
    cr_expect_eq(e.status, 0);
    cr_expect_str_eq(e.said,
                     "verify: 'one.so': dissipation is tested, not certified: the ball model has "
                     "no storage\nverify: 'two.so': dissipation is tested, not certified: the ball "
                     "model has no storage\n");
}

static int note_law(const void *law)
{
    note_motion(law);
    return 0;
}

static void some_flow(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h, (void)x;
}

static real some_work(const real p[], const struct memory *mem, real v, real s, real h,
                      const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)h, (void)x;
    return 0;
}

Test(notes, tell_why_motion_is_by_numbers)
{
    static const char *const words[] = { "its events leave no closed form",
                                         "its states do not relax",
                                         "its force is not affine in its states" };
    for (int k = 0; k < 16; k++) {
        const struct model model = { .name = "law",
                                     .n_guards = k & 1,
                                     .flow = k & 2 ? some_flow : NULL,
                                     .work = k & 4 ? some_work : NULL };
        const struct law_choice law = { .model = &model,
                                        .file = "law.mo",
                                        .digest = k & 8 ? "of a text" : NULL };
        const struct ended e = in_process(note_law, &law);
        const char *expected = !law.digest || (model.flow && model.work) ? NULL
                               : model.n_guards > 0                      ? words[0]
                               : !model.flow                             ? words[1]
                                                                         : words[2];
        cr_expect(expected ? strstr(e.said, expected) && strstr(e.said, "'law.mo'") : !*e.said,
                  "%d: '%s'", k, e.said);
    }
}
