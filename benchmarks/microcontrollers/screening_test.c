/* A method that runs away on the cores runs away on the host, too, whether a program chooses or
 * draws it. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/microcontrollers/golden.h"
#include "benchmarks/microcontrollers/recommend.h"
#include "models/model.h"

/* The loop of the stored table, 1 kHz, at rest: the profile does not depend on the motion. */
static struct embedded_quality quality(const char *law, const char *method, bool single,
                                       unsigned steps)
{
    const double at_rest[] = { 0, 0 };
    const struct embedded_motion motion = { .period = 1e-3, .n = 1, .v = (double *)at_rest };
    double p[MODEL_MAX_PARAMS];
    PREC(model_defaults)(PREC(model_find)(law), p);
    return single ? embedded_quality_f32(law, method, p, steps, &motion)
                  : embedded_quality_f64(law, method, p, steps, &motion);
}

/* Splits a line of the table into fields, in place. */
static unsigned split(char *line, char *field[], unsigned most)
{
    unsigned n = 0;
    for (char *at = strtok(line, ","); at && n < most; at = strtok(NULL, ","))
        field[n++] = at;
    return n;
}

Test(screening, knows_what_runs_away_on_the_cores)
{
    enum { LAW = 1, METHOD, PRECISION, STEPS, MOST = 40 };
    unsigned seen = 0;
    for (const char *const *line = embedded_golden_lines; *line; line++) {
        char text[512], *field[MOST];
        snprintf(text, sizeof text, "%s", *line);
        const char *restarts = strrchr(*line, ',');
        if (strncmp(text, "m4f,", 4) != 0 || !restarts || atoi(restarts + 1) == 0)
            continue;
        cr_assert(split(text, field, MOST) > STEPS);
        const bool single = strcmp(field[PRECISION], "f32") == 0;
        const struct embedded_quality q =
            quality(field[LAW], field[METHOD], single, (unsigned)atoi(field[STEPS]));
        cr_expect_eq(embedded_quality_fault(&q), FAULT_DIVERGES, "%s by %s in %s", field[LAW],
                     field[METHOD], field[PRECISION]);
        seen++;
    }
    cr_expect(seen > 10, "%u rows that run away", seen);
}

/* Also in double, where methods only take longer to leave the format. */
Test(screening, leaves_out_what_is_explicit_at_a_millisecond)
{
    static const char *const laws[] = { "lugre", "martinez_rosas" };
    static const char *const explicit[] = { "euler", "heun", "rk4" };
    for (int l = 0; l < 2; l++)
        for (int single = 0; single < 2; single++) {
            for (int m = 0; m < 3; m++) {
                const struct embedded_quality q = quality(laws[l], explicit[m], single, 1);
                cr_expect_eq(embedded_quality_fault(&q), FAULT_DIVERGES, "%s by %s, %d", laws[l],
                             explicit[m], single);
            }
            const struct embedded_quality q = quality(laws[l], "exponential", single, 1);
            cr_expect(!q.runs_away, "%s", laws[l]);
        }
}
