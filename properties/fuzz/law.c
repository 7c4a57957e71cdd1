/* Fuzzes texts of laws. Of an accepted text everything that follows from the equations is made:
 * structure, derivatives, values, C. */
#include <stdlib.h>
#include <string.h>

#include "models/algebra/derive.h"
#include "models/algebra/interpret.h"
#include "models/derived/print_c.h"
#include "models/derived/structure.h"
#include "models/language/statements.h"
#include "models/normal/normal.h"
#include "properties/fuzz/fuzz.h"
#include "tools/base/memory.h"

/* file:line:column: what is wrong; the line; a caret below it. */
static void demand_place(const char *error)
{
    size_t line, column;
    const char *shown = strchr(error, '\n'), *caret = shown ? strchr(shown + 1, '\n') : NULL;
    fuzz_demand(sscanf(error, "law.mo:%zu:%zu: ", &line, &column) == 2 && line > 0 && column > 0,
                "an error without its place");
    fuzz_demand(caret && strspn(caret + 1, " ") + 1 == strlen(caret + 1) &&
                    error[strlen(error) - 1] == '^',
                error);
}

/* Values at a point, of which only that they come is demanded. */
static void evaluate(const struct equations *law, const expression e[], size_t n)
{
    double at[EQUATIONS_QUANTITIES];
    for (size_t i = 0; i < EQUATIONS_QUANTITIES; i++)
        at[i] = 0.5;
    const struct graph_point point = {
        .parameters = at, .inputs = at, .states = at, .memory = at, .selection = 1
    };
    double *values = memory_array(n, sizeof *values);
    graph_evaluate(&law->graph, &point, e, values, n);
    free(values);
}

static void derive(struct equations *law)
{
    struct structure structure;
    structure_find(law, &structure);
    fuzz_demand(structure.is_affine || !structure.is_diagonal, "diagonal, and not affine");
    fuzz_demand(structure.is_by_path || !structure.is_rate_independent,
                "rate independent, and no function of the path");
    struct c_statement body[2 * EQUATIONS_QUANTITIES + 2];
    expression e[2 * EQUATIONS_QUANTITIES + 2];
    const expression v = graph_symbol(&law->graph, SYMBOL_INPUT, 0);
    size_t n = 0;
    for (size_t i = 0; i <= law->states.n; i++) {
        const expression y = i < law->states.n ? law->rate[i] : law->force;
        e[n++] = y;
        e[n++] = graph_derivative(&law->graph, y, v);
    }
    evaluate(law, e, n);
    for (size_t i = 0; i < n; i++)
        body[i] = (struct c_statement){ "y", e[i] };
    struct normal *normal = normal_new(law);
    for (size_t i = 1; i < n; i++)
        fuzz_demand(normal_same(normal, e[0], e[i]) == normal_same(normal, e[i], e[0]),
                    "the same in one order only");
    normal_free(normal);
    struct memory_stream stream;
    c_body(memory_open(&stream), law, body, n);
    free(memory_close(&stream));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *source = fuzz_text(data, size);
    struct text text = { .name = "law.mo", .at = source, .n = strlen(source) };
    struct equations law;
    struct statements statements = { .source = "" };
    if (equations_read(&text, &law) && statements_read(&text, &law, &statements))
        derive(&law);
    else
        demand_place(text.error);
    statements_free(&statements);
    equations_free(&law);
    free(source);
    return 0;
}
