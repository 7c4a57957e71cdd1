/* Proofs. What is accepted is decided, in a time that its length bounds. */
#include "properties/proof.h"

#include <stdlib.h>

#include "properties/fuzz/fuzz.h"

enum { MOST_DECIDED = 4096 /* bytes of a proof whose boxes are decided, too */ };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct proof proof;
    struct proof_error error = { "" };
    unsigned long boxes = 0;
    char *text = fuzz_text(data, size);
    if (proof_parse(text, size, &proof, &error)) {
        if (size <= MOST_DECIDED) {
            const char *why_not = proof_check(&proof, &boxes);
            fuzz_demand(why_not || boxes > 0, "proved by no box");
            if (why_not)
                fuzz_demand_line(why_not);
        }
        proof_free(&proof);
    } else
        fuzz_demand_line(error.text);
    free(text);
    return 0;
}
