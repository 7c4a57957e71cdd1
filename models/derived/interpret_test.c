/* The interpreter gives what printed C gives. */
#include <stdio.h>
#include <stdlib.h>

#include "models/algebra/interpret.h"
#include "models/derived/compare_test.h"
#include "models/derived/print_law.h"
#include "tools/base/cli.h"

/* Memory as the interpreter has it: all whole numbers, then the others. */
static void unpack(const struct model *model, const struct place *at, double memory[])
{
    for (unsigned i = 0; i < model->n_ints; i++)
        memory[i] = (double)at->memory.ints[i];
    for (unsigned i = 0; i < model->n_reals; i++)
        memory[model->n_ints + i] = at->memory.reals[i];
}

static void compare_place(struct equations *law, const struct model *model, const struct place *at)
{
    double memory[MODEL_MAX_INTS + MODEL_MAX_REALS], value[MODEL_MAX_STATES + 1];
    expression e[MODEL_MAX_STATES + 1];
    real dx[MODEL_MAX_STATES];
    unpack(model, at, memory);
    const struct graph_point point = {
        .parameters = at->p, .inputs = &at->v, .states = at->x, .memory = memory, .selection = at->s
    };
    for (unsigned i = 0; i < model->n_states; i++)
        e[i] = law->rate[i];
    e[model->n_states] = law->force;
    graph_evaluate(&law->graph, &point, e, value, model->n_states + 1);
    const real F = model->rate_and_force(at->p, &at->memory, at->v, at->s, at->x, dx);
    for (unsigned i = 0; i < model->n_states; i++)
        expect_near(model, "rate", i, at, value[i], dx[i], 0);
    expect_near(model, "force", 0, at, value[model->n_states], F, 0);
}

static void compare_law(const struct model *printed, const struct model *code)
{
    char path[256];
    struct equations law;
    struct rng rng = rng_keyed(11, code->name, 0);
    snprintf(path, sizeof path, "models/laws/%s.mo", code->name);
    char *source = cli_read(path);
    cr_assert(source, "%s", path);
    struct text text = { .name = path, .at = source, .n = strlen(source) };
    cr_assert(equations_read(&text, &law), "%s", text.error);
    for (unsigned i = 0; i < DRAWS; i++) {
        struct place at;
        if (draw_place(code, &rng, i, &at))
            compare_place(&law, printed, &at);
    }
    equations_free(&law);
    free(source);
}

Test(interpreter, computes_as_printed_code_does) { each_law(compare_law); }
