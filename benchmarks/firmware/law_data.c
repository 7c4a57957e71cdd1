/* Writes a law's defaults, initial states and initial memory as C source, in the precision that it
 * is compiled for, so that firmware needs neither the law's table nor its start.
 *
 *     law_data LAW FILE
 */
#include <stdio.h>
#include <stdlib.h>

#include "integrators/kernels/kernel_sampled.h"

static void write_reals(FILE *file, const char *name, const real values[], unsigned n)
{
    if (n == 0)
        return;
    fprintf(file, "    .%s = {", name);
    for (unsigned i = 0; i < n; i++)
        fprintf(file, " C(%a),", (double)values[i]);
    fprintf(file, " },\n");
}

static void write_memory(FILE *file, const struct model *model, const real p[])
{
    struct memory memory = { 0 };
    if (model->start)
        model->start(p, 1, &memory);
    fprintf(file, "static PORT_CONSTANT const struct memory initial = {\n");
    fprintf(file, "    .seed = %lluu,\n    .ints = {", (unsigned long long)memory.seed);
    for (unsigned i = 0; i < MODEL_MAX_INTS; i++)
        fprintf(file, " %lld,", (long long)memory.ints[i]);
    fprintf(file, " },\n    .reals = {");
    for (unsigned i = 0; i < MODEL_MAX_REALS; i++)
        fprintf(file, " C(%a),", (double)memory.reals[i]);
    fprintf(file, " },\n};\n\n"
                  "struct memory *PREC(law_memory)(void)\n{\n"
                  "    static struct memory memory;\n"
                  "    port_copy(&memory, &initial, sizeof memory);\n"
                  "    return &memory;\n}\n");
}

static void write_law(FILE *file, const struct model *model)
{
    real p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], scale[MODEL_MAX_STATES];
    PREC(model_defaults)(model, p);
    PREC(model_initial)(model, p, x);
    sampled_scale(&(struct sampled){ .law = model, .p = p }, scale);
    fprintf(file, "#include \"benchmarks/firmware/law_data.h\"\n"
                  "#include \"benchmarks/firmware/port.h\"\n\n"
                  "PORT_CONSTANT const struct law_data PREC(law_data) = {\n");
    fprintf(file, "    .n_params = %u,\n    .n_states = %u,\n    .settles = %d,\n", model->n_params,
            model->n_states, model->steady_force != NULL);
    write_reals(file, "params", p, model->n_params);
    write_reals(file, "states", x, model->n_states);
    write_reals(file, "scale", scale, model->n_states);
    fprintf(file, "};\n\n");
    if (model->n_ints + model->n_reals > 0)
        write_memory(file, model, p);
    else
        fprintf(file, "struct memory *PREC(law_memory)(void) { return NULL; }\n");
}

int main(int argc, char **argv)
{
    const struct model *model = argc == 3 ? PREC(model_find)(argv[1]) : NULL;
    if (!model) {
        fprintf(stderr, "usage: law_data LAW FILE, with a law of models/\n");
        return 2;
    }
    FILE *file = fopen(argv[2], "w");
    if (!file) {
        perror(argv[2]);
        return 2;
    }
    write_law(file, model);
    return fclose(file) == 0 ? 0 : 2;
}
