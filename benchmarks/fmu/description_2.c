/* Writes modelDescription.xml by FMI 2.0.4, section 2.2 (description.h). */
#include "benchmarks/fmu/description_parts.h"
#include "tools/base/cli.h"

static void put_kinds(FILE *file, const struct description *d)
{
    const struct variables *list = d->variables;
    const char *derivatives = list->model->jacobian ? "true" : "false";
    for (int kind = 0; kind < 2; kind++) {
        fputs(kind == 0 ? "  <ModelExchange completedIntegratorStepNotNeeded=\"true\""
                        : "  <CoSimulation canHandleVariableCommunicationStepSize=\"true\" "
                          "canInterpolateInputs=\"true\"",
              file);
        put_text(file, "modelIdentifier", list->name);
        put_text(file, "canGetAndSetFMUstate", "true");
        put_text(file, "providesDirectionalDerivative", derivatives);
        fputs(">\n    <SourceFiles>\n", file);
        for (const char *const *source = d->sources; *source; source++)
            fprintf(file, "      <File name=\"%s\"/>\n", *source);
        fprintf(file, "    </SourceFiles>\n  </%s>\n",
                kind == 0 ? "ModelExchange" : "CoSimulation");
    }
}

static void put_variable(FILE *file, const struct variables *list, unsigned i)
{
    const struct variable *v = &list->at[i];
    const struct role_words words = role_words(v);
    fputs("    <ScalarVariable", file);
    put_text(file, "name", v->name);
    fprintf(file, " valueReference=\"%u\"", i);
    if (v->note)
        put_text(file, "description", v->note);
    put_text(file, "causality", words.causality);
    put_text(file, "variability", words.variability);
    if (words.initial)
        put_text(file, "initial", words.initial);
    fputs(v->is_whole ? "><Integer" : "><Real", file);
    if (v->role == VARIABLE_RATE)
        fprintf(file, " derivative=\"%u\"", v->of + 1);
    if (v->role == VARIABLE_STATE)
        put_number(file, "nominal", v->nominal);
    put_type(file, v);
    fputs("/></ScalarVariable>\n", file);
}

/* Indices count from 1. */
static void put_unknown(FILE *file, const struct variables *list, unsigned i, bool depends)
{
    fprintf(file, "      <Unknown index=\"%u\"", i + 1);
    if (depends)
        put_dependencies(file, list, 1);
    fputs("/>\n", file);
}

static void put_structure(FILE *file, const struct variables *list)
{
    fputs("  <ModelStructure>\n    <Outputs>\n", file);
    for (unsigned i = 0; i < list->n; i++)
        if (is_output(&list->at[i]))
            put_unknown(file, list, i, true);
    fputs("    </Outputs>\n", file);
    if (list->rates > list->states) {
        fputs("    <Derivatives>\n", file);
        for (unsigned i = 0; i < list->n; i++)
            if (list->at[i].role == VARIABLE_RATE)
                put_unknown(file, list, i, true);
        fputs("    </Derivatives>\n", file);
    }
    fputs("    <InitialUnknowns>\n", file);
    for (unsigned i = 0; i < list->n; i++)
        if (is_initial_unknown(&list->at[i]))
            put_unknown(file, list, i, false);
    fputs("    </InitialUnknowns>\n  </ModelStructure>\n", file);
}

void description_2(FILE *file, const struct description *d)
{
    const struct variables *list = d->variables;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"2.0\"",
          file);
    put_text(file, "modelName", list->name);
    put_text(file, "guid", d->token);
    put_text(file, "description", list->model->title);
    put_text(file, "generationTool", "Bristle " BRISTLE_VERSION);
    put_text(file, "variableNamingConvention", "structured");
    fprintf(file, " numberOfEventIndicators=\"%u\">\n", list->n_indicators);
    put_kinds(file, d);
    put_units(file, list);
    fputs("  <DefaultExperiment", file);
    put_number(file, "stepSize", d->step);
    fputs("/>\n  <ModelVariables>\n", file);
    for (unsigned i = 0; i < list->n; i++)
        put_variable(file, list, i);
    fputs("  </ModelVariables>\n", file);
    put_structure(file, list);
    fputs("</fmiModelDescription>\n", file);
}
