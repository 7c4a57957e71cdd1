/* Collects the mutants of all operators, each text once (operators.h). */
#include "properties/mutation/operators.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

const struct operator operators[] = {
    { "sign", "+ for -, - for +, a minus dropped", plant_sign },
    { "term", "a term of a sum dropped", plant_term },
    { "factor", "a factor or divisor dropped", plant_factor },
    { "inverse", "* for /, / for *", plant_inverse },
    { "exponent", "a square root or power dropped", plant_exponent },
    { "abs", "an absolute value dropped or added", plant_abs },
    { "overflow", "divided by a product instead of one by one", plant_overflow },
    { "constant", "a number that is another", plant_constant },
    { "swap", "the next parameter, state, member or constant", plant_swap },
    { "arguments", "two arguments exchanged", plant_arguments },
    { "minmax", "max for min, min for max", plant_minmax },
    { "guard", "a limit by min or max dropped", plant_guard },
    { "sign_at_zero", "sgn(0) = 1", plant_sign_at_zero },
    { "unit", "another unit", plant_unit },
    { "status", "success for failure, failure for success", plant_status },
    { "compare", "< for >, == for !=, && for ||, a negation dropped", plant_compare },
    { "boundary", "< for <=, <= for <", plant_boundary },
    { "index", "an index or loop off by one", plant_index },
    { "branch", "a branch or event lost, or always taken", plant_branch },
    { "statement", "a statement dropped", plant_statement },
    { "stale", "a rate taken at the step's beginning", plant_stale },
    { "function", "a function for a similar one, as arb_sub for arb_add", plant_function },
    { "extreme", "the last for the extreme or the sum", plant_extreme },
    { "rounding", "rounded to the other side, the other end taken", plant_rounding },
    { "radius", "a ball without its radius", plant_radius },
    { "scale", "10 and 1000 times as much", plant_scale },
    { "answer", "undecided for an answer, one answer for another", plant_answer },
    { "column", "two columns exchanged", plant_column },
    { "return", "an error that is passed over", plant_return },
    { NULL, NULL, NULL },
};

size_t mutant_token(const struct source *s, const struct mutant *mutant)
{
    size_t i = 0;
    while (i < s->n && s->tokens[i].begin != mutant->begin)
        i++;
    return i;
}

char *mutant_text(const struct source *source, const struct mutant *mutant)
{
    return memory_text("%.*s%s%s", (int)mutant->begin, source->text, mutant->text,
                       source->text + mutant->end);
}

/* The hash FNV-1a. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = 0xcbf29ce484222325u;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 0x100000001b3u;
    return hash;
}

static bool is_new(const struct mutants *mutants, uint64_t hash)
{
    for (size_t i = 0; i < mutants->n; i++)
        if (mutants->at[i].hash == hash)
            return false;
    return hash != hash_of(mutants->source->text);
}

void plant(struct mutants *mutants, size_t from, size_t to, const char *format, ...)
{
    const struct source *source = mutants->source;
    if (from >= to || to > source->n)
        return;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    struct mutant mutant = {
        .operator= mutants->operator,
        .line = source->tokens[from].line,
        .begin = source->tokens[from].begin,
        .end = source->tokens[to - 1].end,
        .text = memory_array((size_t)length + 1, 1),
    };
    vsnprintf(mutant.text, (size_t)length + 1, format, again);
    va_end(again);
    char *whole = mutant_text(source, &mutant);
    mutant.hash = hash_of(whole);
    free(whole);
    if (!is_new(mutants, mutant.hash)) {
        free(mutant.text);
        return;
    }
    mutants->at = memory_grown(mutants->at, mutants->n, &mutants->room, sizeof *mutants->at);
    mutants->at[mutants->n++] = mutant;
}

void mutants_list(struct mutants *mutants, const struct source *source)
{
    *mutants = (struct mutants){ .source = source };
    for (const struct operator* o = operators; o->name; o++) {
        mutants->operator= o->name;
        for (size_t i = 0; i < source->n; i++)
            o->plant(mutants, i);
    }
}

void mutants_free(struct mutants *mutants)
{
    for (size_t i = 0; i < mutants->n; i++)
        free(mutants->at[i].text);
    free(mutants->at);
    *mutants = (struct mutants){ 0 };
}
