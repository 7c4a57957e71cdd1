/* The program law_speed: what a law as printed from its text takes, by what it takes by hand. */
#include <stdio.h>
#include <stdlib.h>

#include "models/derived/derived.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/near.h"
#include "tools/base/options.h"
#include "tools/base/rng.h"

extern const struct model *const PREC(derived_laws)[];

enum { PLACES = 256, CALLS = 40, ROUNDS = 41 };

struct places {
    real p[MODEL_MAX_PARAMS], x[PLACES][MODEL_MAX_STATES], v[PLACES];
    struct memory memory;
};

/* States within their bounds, velocities around the law's own. */
static void draw(const struct model *law, struct places *at)
{
    struct rng rng = rng_keyed(1, law->name, 0);
    real bound[MODEL_MAX_STATES];
    PREC(model_defaults)(law, at->p);
    memset(&at->memory, 0, sizeof at->memory);
    if (law->start)
        law->start(at->p, 0, &at->memory);
    if (law->bound)
        law->bound(at->p, bound);
    for (unsigned i = 0; i < PLACES; i++) {
        at->v[i] = (real)rng_log_uniform(&rng, 1e-5, 1) * (rng_below(&rng, 2) == 0 ? -1 : 1);
        for (unsigned k = 0; k < law->n_states; k++)
            at->x[i][k] = (real)(2 * rng_uniform(&rng) - 1) *
                          (law->bound && isfinite(bound[k]) ? bound[k] : law->length(at->p));
    }
}

/* Each calls one function of a law at a place and returns what keeps it from being left out. */
typedef real law_call(const struct model *law, const struct places *at, unsigned i);

static real call_response(const struct model *law, const struct places *at, unsigned i)
{
    real dx[MODEL_MAX_STATES];
    return PREC(model_response)(law, at->p, &at->memory, at->v[i], r_sign(at->v[i]), at->x[i], dx);
}

static real call_jacobian(const struct model *law, const struct places *at, unsigned i)
{
    struct jacobian jac;
    law->jacobian(at->p, &at->memory, at->v[i], r_sign(at->v[i]), at->x[i], &jac);
    return jac.force_v;
}

static real call_flow(const struct model *law, const struct places *at, unsigned i)
{
    real x[MODEL_MAX_STATES];
    memcpy(x, at->x[i], sizeof x);
    law->flow(at->p, NULL, at->v[i], r_sign(at->v[i]), C(1e-4), x);
    return x[0];
}

static real call_work(const struct model *law, const struct places *at, unsigned i)
{
    return law->work(at->p, NULL, at->v[i], r_sign(at->v[i]), C(1e-4), at->x[i]);
}

static double seconds(const struct model *law, const struct places *at, law_call *call)
{
    volatile real sum = 0;
    const double begin = clock_thread();
    for (unsigned n = 0; n < CALLS; n++)
        for (unsigned i = 0; i < PLACES; i++)
            sum = sum + call(law, at, i);
    return clock_thread() - begin;
}

/* The least time of either over rounds that alternate. */
static double ratio(const struct model *text, const struct model *code, const struct places *at,
                    law_call *call)
{
    double printed = INFINITY, by_hand = INFINITY;
    for (unsigned n = 0; n < ROUNDS; n++) {
        printed = fmin(printed, seconds(text, at, call));
        by_hand = fmin(by_hand, seconds(code, at, call));
    }
    return printed / by_hand;
}

static void print_ratio(bool both, const struct model *text, const struct model *code,
                        const struct places *at, law_call *call)
{
    if (both)
        printf("%12.2f", ratio(text, code, at, call));
    else
        printf("%12s", "-");
}

struct request {
    const struct model *law; /* NULL: all */
};

static const char *law_name(size_t i)
{
    return PREC(derived_laws)[i] ? PREC(derived_laws)[i]->name : NULL;
}

static void read_model(void *request, char *name)
{
    struct request *r = request;
    for (const struct model *const *law = PREC(derived_laws); *law; law++)
        if (strcmp((*law)->name, name) == 0)
            r->law = *law;
    if (!r->law)
        near_refuse("--model: unknown model", name, law_name, "models/laws");
}

static const struct option_entry options[] = {
    { "model", "M", "only this law", OPTION_CALL, .read = read_model },
    { NULL },
};

static const struct command command_line = {
    .name = "law_speed",
    .usage = "[OPTION]...",
    .about = "What a law as printed from its text takes, as a multiple of what it takes by hand: "
             "rate and force, Jacobian, flow and work, at random places, in " R_NAME ".",
    .options = options,
    .examples = { "law_speed", "law_speed --model karnopp" },
    .exits = "0, or 2.",
};

int main(int argc, char **argv)
{
    static struct places at;
    struct request r = { .law = NULL };
    command_read(&command_line, argc, argv, &r);
    printf("%-18s%12s%12s%12s%12s\n", "law", "response", "jacobian", "flow", "work");
    for (const struct model *const *law = PREC(derived_laws); *law; law++) {
        const struct model *text = *law, *code = PREC(model_find)(text->name);
        if (r.law && r.law != text)
            continue;
        draw(code, &at);
        printf("%-18s", text->name);
        print_ratio(true, text, code, &at, call_response);
        print_ratio(text->jacobian && code->jacobian, text, code, &at, call_jacobian);
        print_ratio(text->relaxation && code->flow, text, code, &at, call_flow);
        print_ratio(text->work && code->work, text, code, &at, call_work);
        putchar('\n');
        fflush(stdout);
    }
    return 0;
}
