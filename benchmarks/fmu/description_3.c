/* Writes modelDescription.xml and buildDescription.xml by FMI 3.0.1, sections 2.4 and 2.5
 * (description.h). */
#include "benchmarks/fmu/description_parts.h"
#include "tools/base/cli.h"

static void put_kinds(FILE *file, const struct variables *list)
{
    for (int kind = 0; kind < 2; kind++) {
        fputs(kind == 0 ? "  <ModelExchange"
                        : "  <CoSimulation canHandleVariableCommunicationStepSize=\"true\"",
              file);
        put_text(file, "modelIdentifier", list->name);
        put_text(file, "canGetAndSetFMUState", "true");
        put_text(file, "providesDirectionalDerivatives", list->model->jacobian ? "true" : "false");
        fputs("/>\n", file);
    }
}

static void put_variable(FILE *file, const struct variables *list, unsigned i)
{
    const struct variable *v = &list->at[i];
    const struct role_words words = role_words(v);
    fputs(v->is_whole ? "    <Int32" : "    <Float64", file);
    put_text(file, "name", v->name);
    fprintf(file, " valueReference=\"%u\"", i);
    if (v->note)
        put_text(file, "description", v->note);
    put_text(file, "causality", words.causality);
    put_text(file, "variability", words.variability);
    if (words.initial)
        put_text(file, "initial", words.initial);
    if (v->role == VARIABLE_RATE)
        fprintf(file, " derivative=\"%u\"", v->of);
    if (v->role == VARIABLE_STATE)
        put_number(file, "nominal", v->nominal);
    put_type(file, v);
    fputs("/>\n", file);
}

static void put_unknown(FILE *file, const struct variables *list, const char *what, unsigned i,
                        bool depends)
{
    fprintf(file, "    <%s valueReference=\"%u\"", what, i);
    if (depends)
        put_dependencies(file, list, 0);
    fputs("/>\n", file);
}

static void put_structure(FILE *file, const struct variables *list)
{
    fputs("  <ModelStructure>\n", file);
    for (unsigned i = 0; i < list->n; i++)
        if (is_output(&list->at[i]))
            put_unknown(file, list, "Output", i, true);
    for (unsigned i = 0; i < list->n; i++)
        if (list->at[i].role == VARIABLE_RATE)
            put_unknown(file, list, "ContinuousStateDerivative", i, true);
    for (unsigned i = 0; i < list->n; i++)
        if (is_initial_unknown(&list->at[i]))
            put_unknown(file, list, "InitialUnknown", i, false);
    for (unsigned i = 0; i < list->n; i++)
        if (list->at[i].role == VARIABLE_INDICATOR)
            put_unknown(file, list, "EventIndicator", i, true);
    fputs("  </ModelStructure>\n", file);
}

void description_3(FILE *file, const struct description *d)
{
    const struct variables *list = d->variables;
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"3.0\"",
          file);
    put_text(file, "modelName", list->name);
    put_text(file, "instantiationToken", d->token);
    put_text(file, "description", list->model->title);
    put_text(file, "generationTool", "Bristle " BRISTLE_VERSION);
    put_text(file, "variableNamingConvention", "structured");
    fputs(">\n", file);
    put_kinds(file, list);
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

void description_build(FILE *file, const struct description *d)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<fmiBuildDescription fmiVersion=\"3.0\">\n  <BuildConfiguration",
          file);
    put_text(file, "modelIdentifier", d->variables->name);
    fputs(">\n    <SourceFileSet language=\"C11\">\n", file);
    for (const char *const *source = d->sources; *source; source++)
        fprintf(file, "      <SourceFile name=\"%s\"/>\n", *source);
    fputs("    </SourceFileSet>\n  </BuildConfiguration>\n</fmiBuildDescription>\n", file);
}
