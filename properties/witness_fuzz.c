/* One entry point for fuzzers, tests and files: whatever bytes come in, the answer is a verdict
 * or one clear line, in bounded time, and the same when the witness is written again. */
#include "properties/witness_fuzz.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/witness.h"

enum {
    MAX_HOLDS = 64, /* of a witness that is also judged */
    MAX_PREC = 384, /* bits */
};

static void demand(bool condition, const char *what, const uint8_t *data, size_t size)
{
    if (condition)
        return;
    fprintf(stderr, "%s: %.*s\n", what, (int)size, (const char *)data);
    abort();
}

/* Written again, with a fresh enclosure, a confirmed witness is not rejected. */
static void rewrite(const struct witness *w, const uint8_t *data, size_t size)
{
    struct witness again;
    struct witness_error error;
    char *text = witness_write(&(struct witness_numbers){
        .law = w->law,
        .property = w->property,
        .param = w->param,
        .v = w->v,
        .h = w->h,
        .n_holds = w->n_holds,
        .pieces = w->pieces,
    });
    demand(text, "cannot be written again", data, size);
    demand(witness_parse(text, strlen(text), &again, &error), "cannot be read again", data, size);
    demand(witness_check(&again, MAX_PREC).confirmed != ANSWER_NO, "rejected when written again",
           data, size);
    witness_free(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct witness w;
    struct witness_error error = { "" };
    if (!witness_parse((const char *)data, size, &w, &error)) {
        demand(error.text[0] && !strchr(error.text, '\n'), "no clear line", data, size);
        return 0;
    }
    if (w.n_holds <= MAX_HOLDS) {
        const struct verdict_on_witness verdict = witness_check(&w, MAX_PREC);
        demand(verdict.reason, "no reason", data, size);
        if (verdict.confirmed == ANSWER_YES) {
            demand(verdict.functional_lo <= verdict.functional_hi, "an empty enclosure", data,
                   size);
            rewrite(&w, data, size);
        }
    }
    witness_free(&w);
    return 0;
}
