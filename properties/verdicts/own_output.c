/* Says what is known at one's own parameters (own_output.h). */
#include "properties/verdicts/own_output.h"

#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "properties/trials/readable.h"
#include "tools/base/decimal.h"
#include "tools/base/wrap.h"

enum { WIDTH = WRAP_WIDTH, INDENT = 6 };

static void print_words(FILE *out, const char *word, size_t *column)
{
    const size_t n = strlen(word);
    if (*column > INDENT && *column + 1 + n > WIDTH) {
        fprintf(out, "\n%*s", INDENT, "");
        *column = INDENT;
    }
    *column += (size_t)fprintf(out, *column > INDENT ? " %s" : "%s", word);
}

/* Six digits or more keep numbers of people's sizes out of powers of ten. */
static int digits_of(double x)
{
    const int digits = (int)round_trip_digits(x);
    return digits > 6 ? digits : 6;
}

/* Prints the parameters that differ from the law's defaults. */
static void print_parameters(FILE *out, const struct verdict_row *row)
{
    size_t column = INDENT;
    bool any = false;
    fprintf(out, "%*s", INDENT, "");
    print_words(out, "at", &column);
    for (unsigned i = 0; i < row->stated->n_params; i++) {
        const struct quantity *q = &row->model->params[i];
        char text[160];
        if (q->value == row->stated->params[i].value)
            continue;
        snprintf(text, sizeof text, "%s = %.*g,", q->name, digits_of(q->value), q->value);
        print_words(out, text, &column);
        any = true;
    }
    print_words(out, any ? "else the defaults" : "the defaults", &column);
    fputc('\n', out);
}

void own_print_model(FILE *out, const struct verdict_row *row)
{
    wrap_format(out, 0, 4, "%s%s%s%s: %s", row->model->name, row->file ? " (" : "",
                row->file ? row->file : "", row->file ? ")" : "", row->model->source);
    if (row->stated)
        print_parameters(out, row);
}

static void side_evidence(const struct edge_side *side, char text[VERDICTS_EVIDENCE])
{
    const struct judgement j = { .verdict = side->verdict,
                                 .method = side->method,
                                 .trials = side->trials,
                                 .enclosed = side->enclosed };
    verdicts_evidence(text, &j);
}

/* Appends what was found on one side. */
static void say_side(char text[], size_t size, const struct edge_side *side)
{
    char evidence[VERDICTS_EVIDENCE];
    const size_t n = strlen(text);
    if (!side->judged)
        return;
    side_evidence(side, evidence);
    snprintf(text + n, size - n, "%s at %.5g %s (%s)", n > 0 ? "," : ";", side->at,
             verdict_names[side->verdict], evidence);
}

/* Rounds to seven digits, towards larger values or smaller ones. */
static double rounded(double value, bool up)
{
    char text[DECIMAL_TEXT];
    snprintf(text, sizeof text, "%.7g", value);
    double near = strtod(text, NULL);
    if (value != 0 && (up ? near < value : near > value)) {
        snprintf(text, sizeof text, "%.6e", near);
        const double last = pow(10, strtod(strchr(text, 'e') + 1, NULL) - 6);
        snprintf(text, sizeof text, "%.7g", near + (up ? last : -last));
        near = strtod(text, NULL);
    }
    return near;
}

/* Returns how the claim stands to the edge's value. */
static const char *words_of(const struct claim_edge *edge)
{
    if (edge->is_point)
        return "at";
    if (edge->is_open)
        return edge->is_from ? "above" : "below";
    return edge->is_from ? "from" : "up to";
}

static void print_edge(FILE *out, const struct verdict_row *row, const struct claim_edge *edge)
{
    const char *name = row->model->params[edge->param].name;
    char line[256], sides[160] = "";
    const double value = edge->is_point ? edge->value : rounded(edge->value, edge->is_from);
    snprintf(line, sizeof line, "claimed %s %.60s = %.7g; yours is %.7g", words_of(edge), name,
             value, edge->yours);
    say_side(sides, sizeof sides, &edge->inside);
    say_side(sides, sizeof sides, &edge->outside);
    const bool fits = INDENT + strlen(line) + strlen(sides) <= WIDTH;
    fprintf(out, "%*s", INDENT, "");
    wrap_format(out, INDENT, INDENT + 2, "%s%s", line, fits ? sides : *sides ? ";" : "");
    if (!fits && *sides)
        fprintf(out, "%*s%s\n", INDENT + 1, "", sides + 1);
}

void own_print_edges(FILE *out, const struct verdict_row *row)
{
    for (unsigned i = 0; i < row->edges.n; i++)
        print_edge(out, row, &row->edges.edge[i]);
    if (!row->stated || row->judgement.verdict != VERDICT_NOT_APPLICABLE || row->edges.n > 0)
        return;
    fprintf(out, "%*s%s\n", INDENT, "",
            row->claim->property == EXPERIMENT
                ? "at the parameters of its experiment"
                : "not claimed for these parameters, whichever one of them changes");
}

static cJSON *side_json(const struct edge_side *side)
{
    if (!side->judged)
        return cJSON_CreateNull();
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "at", side->at);
    cJSON_AddStringToObject(json, "verdict", verdict_names[side->verdict]);
    cJSON_AddStringToObject(json, "method", method_names[side->method]);
    cJSON_AddNumberToObject(json, "trials", side->trials);
    cJSON_AddNumberToObject(json, "enclosed", side->enclosed);
    return json;
}

cJSON *own_edges_json(const struct verdict_row *row)
{
    cJSON *edges = cJSON_CreateArray();
    for (unsigned i = 0; i < row->edges.n; i++) {
        const struct claim_edge *edge = &row->edges.edge[i];
        cJSON *json = cJSON_CreateObject();
        cJSON_AddStringToObject(json, "parameter", row->model->params[edge->param].name);
        cJSON_AddStringToObject(json, "claimed", words_of(edge));
        cJSON_AddNumberToObject(json, "value", edge->value);
        cJSON_AddNumberToObject(json, "yours", edge->yours);
        cJSON_AddItemToObject(json, "inside", side_json(&edge->inside));
        cJSON_AddItemToObject(json, "outside", side_json(&edge->outside));
        cJSON_AddItemToArray(edges, json);
    }
    return edges;
}

cJSON *own_parameters_json(const struct verdict_row *row)
{
    cJSON *json = cJSON_CreateObject();
    for (unsigned i = 0; i < row->model->n_params; i++) {
        char text[DECIMAL_TEXT];
        decimal_of_double(text, row->model->params[i].value);
        cJSON_AddStringToObject(json, row->model->params[i].name, text);
    }
    return json;
}
