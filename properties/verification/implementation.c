/* Compares an implementation with a text, and puts their claims together (implementation.h). */
#include "properties/verification/implementation.h"

#include <string.h>

#include "properties/checker/property.h"
#include "properties/self_check/deviation.h"
#include "properties/trials/evaluate_property.h"
#include "properties/verification/completed.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"
#include "tools/base/subprocess.h"

/* A comparison in a process of its own. */
struct attempt {
    const struct implementation *of;
    uint64_t seed;
    struct deviation deviation;
    char failure[SUBPROCESS_TEXT]; /* of the implementation's code; "": none */
};

static void compare(void *context, size_t i, FILE *answer)
{
    struct attempt *a = context;
    (void)i;
    (a->of->code.is_unit ? PREC(deviation_find_unit) : PREC(deviation_find))(
        a->of->text.model, a->of->code.model, a->seed, &a->deviation);
    fwrite(&a->deviation, sizeof a->deviation, 1, answer);
}

static void take(void *context, size_t i, FILE *answer, const char *failure)
{
    struct attempt *a = context;
    (void)i;
    if (failure)
        snprintf(a->failure, sizeof a->failure, "%s", failure);
    else if (fread(&a->deviation, sizeof a->deviation, 1, answer) != 1)
        snprintf(a->failure, sizeof a->failure, "gave no answer");
}

static void state(struct columns *c, const struct attempt *a)
{
    const struct deviation *d = &a->deviation;
    column_text(c, "model", a->of->code_file);
    column_text(c, "law", a->of->text_file);
    column_text(c, "deviates", *a->failure ? "code" : d->what);
    column_number(c, "text", d->text, 17);
    column_number(c, "implementation", d->code, 17);
    column_number(c, "allowed", d->allowed, 3);
    column_count(c, "places", d->places);
    column_count(c, "deviating", d->deviating);
    column_text(c, "note", *a->failure ? a->failure : d->line);
}

static void report(const struct attempt *a, enum format format, const char *path)
{
    struct cli_output output;
    cli_open(&output, path);
    struct columns c = columns_begin(output.file, format, "deviations-1");
    if (format != FORMAT_TABLE) {
        state(&c, a);
        columns_end_row(&c);
    } else if (*a->failure)
        fprintf(output.file, "%s deviates from %s: the law's code %s while they were compared\n",
                a->of->code_file, a->of->text_file, a->failure);
    else
        fprintf(output.file, "%s deviates from %s: %s\n", a->of->code_file, a->of->text_file,
                a->deviation.line);
    columns_finish(&c);
    cli_close(&output);
}

bool implementation_agrees(const struct implementation *of, const struct search_budget *budget,
                           enum format format, const char *path)
{
    struct attempt a = { .of = of, .seed = budget->seed };
    const struct subprocess_work work = {
        .n = 1,
        .jobs = 1,
        .timeout = budget->timeout,
        .work = compare,
        .take = take,
        .context = &a,
    };
    a.deviation.text = a.deviation.code = a.deviation.allowed = NAN;
    subprocess_map(&work);
    if (*a.failure || a.deviation.any) {
        report(&a, format, path);
        return false;
    }
    fprintf(stderr,
            "verify: %s agrees with %s within %d roundings: %lu values at %u places, of %s%s%s\n",
            of->code_file, of->text_file, DEVIATION_ROUNDINGS, a.deviation.values,
            a.deviation.places, a.deviation.compared,
            *a.deviation.left_out ? "; only one has " : "", a.deviation.left_out);
    return true;
}

static void note_left_out(const struct implementation *of, const struct claim *claim)
{
    if (!PREC(deviation_has_claim)(of->code.model, claim))
        fprintf(
            stderr,
            "verify: '%s': %s, \"%s\", is not judged: its condition takes the parameters in the "
            "order of the text\n",
            of->code_file, property_info[claim->property].name, claim->domain);
}

/* Returns true for a claim about what a unit has no functions for, and the text has. */
static bool is_beyond(const struct implementation *of, const struct model *unit,
                      const struct claim *claim)
{
    return of->code.is_unit && !PREC(property_applicable)(unit, claim->property) &&
           PREC(property_applicable)(of->text.model, claim->property);
}

static unsigned put_claims(const struct implementation *of, const struct model *completed,
                           struct claim claims[])
{
    const struct model *text = of->text.model, *code = of->code.model;
    struct model put = { .claims = claims };
    for (unsigned i = 0; i < text->n_claims; i++) {
        struct claim *own = &claims[put.n_claims];
        if (is_beyond(of, completed, &text->claims[i]))
            continue;
        if (!PREC(deviation_claim)(text, code, &text->claims[i], own)) {
            note_left_out(of, own);
            continue;
        }
        if (of->code.file) /* what is stored is about laws of Bristle */
            own->witness = NULL;
        put.n_claims++;
    }
    /* a unit's own are what is asked where nobody claims anything */
    for (unsigned i = 0; (!of->code.is_unit || put.n_claims == 0) && i < code->n_claims; i++)
        if (!PREC(deviation_has_claim)(&put, &code->claims[i]))
            claims[put.n_claims++] = code->claims[i];
    return put.n_claims;
}

struct law_choice implementation_law(const struct implementation *of)
{
    struct law_choice law = of->code;
    struct model *model = memory_array(1, sizeof *model);
    struct claim *claims =
        memory_array(of->text.model->n_claims + of->code.model->n_claims + 1, sizeof *claims);
    *model = *of->code.model;
    if (of->code.is_unit && !completed_members(&of->text, model))
        cli_note("'%s' has its parameters or states in another order than '%s', whose closed forms "
                 "and bounds are not used",
                 of->code_file, of->text_file);
    model->n_claims = put_claims(of, model, claims);
    model->claims = claims;
    if (model->n_claims == 0)
        cli_fail("--law: neither '%s' nor '%s' claims anything that could be judged", of->text_file,
                 of->code_file);
    law.model = model;
    law.rigorous = of->text.balls.rigorous ? of->text.balls.rigorous : law.rigorous;
    law.digest = of->text.balls.rigorous ? of->text.balls.digest : law.digest;
    return law;
}

bool implementation_rest(const struct implementation *of, const struct model *judged,
                         struct law_choice *rest)
{
    const struct model *text = of->text.model;
    struct model *model = memory_array(1, sizeof *model);
    struct claim *claims = memory_array(text->n_claims + 1, sizeof *claims);
    *model = *text;
    model->name = judged->name;
    model->claims = claims;
    model->n_claims = 0;
    for (unsigned i = 0; i < text->n_claims; i++)
        if (is_beyond(of, judged, &text->claims[i])) {
            claims[model->n_claims] = text->claims[i];
            claims[model->n_claims++].witness = NULL;
        }
    *rest = (struct law_choice){ .model = model,
                                 .rigorous = of->text.balls.rigorous,
                                 .file = of->text_file,
                                 .digest = of->text.balls.digest,
                                 .equations = of->text.balls.equations };
    return model->n_claims > 0;
}
