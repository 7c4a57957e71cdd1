/* The grid keeps its word: a flawed law's witness violates the claim, and no right law is violated
 * by it, by an independent computation (properties/independent/). */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/independent/miniature.h"
#include "properties/plugin/interpreted.h"
#include "properties/search/flawed/flawed.h"
#include "properties/trials/candidate.h"
#include "reference/derived/text_balls.h"
#include "tools/base/memory.h"

/* The law that the miniature finds by its name. */
static struct arb_law present;
const struct arb_law *const arb_own_laws[] = { &present, NULL };

enum { STEPS = 1000000 };

static double number(const cJSON *object, const char *key)
{
    return atof(cJSON_GetStringValue(cJSON_GetObjectItem(object, key)));
}

/* Expects that the law has the claim, and that the witness lies in its domain. */
static void expect_in_domain(const struct flawed_law *law, char *text, const cJSON *witness)
{
    struct text *read = memory_array(1, sizeof *read); /* these stay, as the model does */
    struct equations *equations = memory_array(1, sizeof *equations);
    struct statements *statements = memory_array(1, sizeof *statements);
    text_read(read, law->name, text, equations, statements);
    const struct model *model = interpreted_law(equations, statements);
    cr_assert(model && model->n_claims == 1, "%s", law->name);
    const struct claim *claim = &model->claims[0];
    real p[MODEL_MAX_PARAMS] = { 0 };
    const cJSON *params = cJSON_GetObjectItem(witness, "params"), *segment;
    cr_expect_eq(claim->property, law->family->property, "%s", law->name);
    cr_expect_eq(claim->declared, HOLDS, "%s", law->name);
    for (unsigned i = 0; i < model->n_params; i++)
        p[i] = (real)number(params, model->params[i].name);
    cJSON_ArrayForEach(segment, cJSON_GetObjectItem(witness, "signal"))
    {
        const bool held = cJSON_HasObjectItem(segment, "v");
        const struct hold hold = { (real)number(segment, held ? "v" : "amp"), 1 };
        cr_expect(in_domain_f64(model, claim, p, &hold, 1), "%s: %g m/s", law->name,
                  (double)hold.v);
    }
}

/* Judges a law along a witness of its family. */
static struct mini_verdict judged(const struct flawed_law *law, const char *witness)
{
    char *text = flawed_text(law); /* stays, as the balls do */
    const struct text_balls balls = text_balls_load(law->name, text);
    cr_assert(balls.rigorous, "%s has no balls", law->name);
    cr_assert_str_eq(balls.name, law->name);
    present = *balls.rigorous;
    cJSON *json = cJSON_Parse(witness);
    cr_assert(json, "%s", witness);
    cJSON_ReplaceItemInObject(json, "model", cJSON_CreateString(law->name));
    expect_in_domain(law, text, json);
    const struct mini_verdict verdict = mini_judge(json, STEPS);
    cJSON_Delete(json);
    return verdict;
}

/* The energy along the witness of `latch`, J, whose events the miniature does not know: its u is
 * above 0.96 after each stroke of four lengths, so that it counts one stroke each, on the way from
 * -0.5 to 0.5, and pushes at the latest in all of the last hold. Strokes take 4e-7 J each. */
static double most_by_latch(double d, double k) { return 4e-7 * ceil(d) + 0.004 * (1 - k); }

static void expect_flawed(const struct flawed_law *law)
{
    if (strcmp(law->family->name, "latch") == 0) {
        cr_expect_lt(most_by_latch(law->difficulty, law->strength), 0, "%s", law->name);
        return;
    }
    char *witness = flawed_witness_text(law);
    const struct mini_verdict v = judged(law, witness);
    cr_expect_eq(v.answer, MINI_VIOLATED, "%s is not violated: %s, %g within %g, along\n%s",
                 law->name, v.why ? v.why : "kept", (double)v.functional, (double)v.error, witness);
    free(witness);
}

/* A right law keeps its claim along the witness that a flawed one would have. */
static void expect_right(const struct flawed_law *law)
{
    char *witness = flawed_witness_text(law);
    const struct mini_verdict v = judged(law, witness);
    cr_expect_neq(v.answer, MINI_VIOLATED, "%s is violated: %g along\n%s", law->name,
                  (double)v.functional, witness);
    free(witness);
}

ParameterizedTestParameters(truth, of_family)
{
    static size_t numbers[64];
    const size_t n = flawed_families();
    for (size_t i = 0; i < n && i < 64; i++)
        numbers[i] = i;
    return cr_make_param_array(size_t, numbers, n);
}

/* A process has room for the balls of eight laws, and each family has one of its own. */
ParameterizedTest(size_t *number, truth, of_family)
{
    const struct flawed_family *family = flawed_family_at(*number);
    for (size_t i = 0; i < flawed_count(); i++) {
        const struct flawed_law law = flawed_at(i);
        if (law.family != family)
            continue;
#ifndef WHOLE
        if (law.number > 1)
            continue;
#endif
        if (law.is_right)
            expect_right(&law);
        else
            expect_flawed(&law);
    }
}

Test(grid, has_enough_laws_with_names_of_their_own)
{
    size_t flawed = 0, right = 0, held = 0;
    const size_t n = flawed_count();
    for (size_t i = 0; i < n; i++) {
        const struct flawed_law law = flawed_at(i);
        cr_expect(i < 8 || flawed_at(i - 8).family != law.family, "%s is a ninth", law.name);
        flawed += !law.is_right;
        right += law.is_right;
        held += law.is_held_back;
        for (size_t k = 0; k < i; k++) {
            const struct flawed_law other = flawed_at(k);
            cr_expect_str_neq(law.name, other.name);
        }
    }
    cr_expect_geq(flawed, 80);
    cr_expect_geq(right, 20);
    cr_expect(7 * held > n && 4 * held < n, "%zu of %zu are held back", held, n);
}
