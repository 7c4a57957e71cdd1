/* Fuzzes witnesses. The answer is a verdict or one clear line, in bounded time, and stays the same
 * when the witness is written again. */
#include "properties/checker/witness_text.h"

#include <stdlib.h>
#include <string.h>

#include "properties/fuzz/fuzz.h"

enum {
    MAX_HOLDS = 64, /* of a witness that is also judged */
    MAX_PREC = 384, /* bits */
};

/* Writes a confirmed witness again, with a new enclosure; the checker must not reject it. */
static void rewrite(const struct witness *w)
{
    struct witness again;
    struct file_error error;
    struct witness_numbers numbers = witness_numbers_of(w);
    numbers.null = w->property == IDENTIFIABILITY ? w->null : NULL;
    char *text = witness_write(&numbers);
    fuzz_demand(text, "cannot be written again");
    fuzz_demand(witness_parse(text, strlen(text), &again, &error), "cannot be read again");
    fuzz_demand(witness_check(&again, MAX_PREC, NULL).confirmed != ANSWER_NO,
                "rejected when written again");
    witness_free(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct witness w;
    struct file_error error = { "" };
    if (!witness_parse((const char *)data, size, &w, &error)) {
        fuzz_demand_line(error.text);
        return 0;
    }
    if (w.n_segments <= MAX_HOLDS) {
        const struct verdict_on_witness verdict = witness_check(&w, MAX_PREC, NULL);
        fuzz_demand(verdict.reason, "no reason");
        if (verdict.confirmed == ANSWER_YES) {
            fuzz_demand(strtod(verdict.lo, NULL) <= strtod(verdict.hi, NULL), "an empty enclosure");
            rewrite(&w);
        }
    }
    witness_free(&w);
    return 0;
}
