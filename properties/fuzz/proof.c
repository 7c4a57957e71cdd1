/* Fuzzes proofs. An accepted proof is decided, in a time that its length bounds. */
#include "properties/checker/proof.h"

#include <stdlib.h>

#include "properties/fuzz/fuzz.h"

enum { MOST_DECIDED = 4096 /* bytes of a proof that is also decided */ };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct proof proof;
    struct file_error error = { "" };
    char *text = fuzz_text(data, size);
    if (proof_parse(text, size, &proof, &error)) {
        if (size <= MOST_DECIDED) {
            const struct verdict_on_proof verdict = proof_check(&proof, NULL);
            const bool proved = verdict.proved == ANSWER_YES;
            fuzz_demand(!proved || verdict.boxes > 0, "proved by no box");
            fuzz_demand(proved == !verdict.problem, "proved, with a problem");
            if (!proved)
                fuzz_demand_line(verdict.problem);
        }
        proof_free(&proof);
    } else
        fuzz_demand_line(error.text);
    free(text);
    return 0;
}
