/* Writes a reading as JSON (reading.h). */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/reading/reading.h"
#include "tools/base/context.h"
#include "tools/base/json.h"

static void text(cJSON *object, const char *key, const char *value)
{
    cJSON_AddItemToObject(object, key, cJSON_CreateString(value));
}

/* What is not finite is null. */
static void number(cJSON *object, const char *key, double value)
{
    cJSON_AddItemToObject(object, key,
                          isfinite(value) ? cJSON_CreateNumber(value) : cJSON_CreateNull());
}

static void truth(cJSON *object, const char *key, bool value)
{
    cJSON_AddItemToObject(object, key, cJSON_CreateBool(value));
}

static cJSON *array(cJSON *object, const char *key)
{
    cJSON *added = cJSON_CreateArray();
    cJSON_AddItemToObject(object, key, added);
    return added;
}

static cJSON *row(cJSON *rows)
{
    cJSON *added = cJSON_CreateObject();
    cJSON_AddItemToArray(rows, added);
    return added;
}

static void quantities(cJSON *root, const char *key, const struct quantity_list *list,
                       bool has_value)
{
    cJSON *rows = array(root, key);
    for (size_t i = 0; i < list->n; i++) {
        const struct quantity_text *q = &list->of[i];
        cJSON *r = row(rows);
        text(r, "name", q->name);
        text(r, "unit", q->unit);
        if (has_value)
            number(r, "default", q->value);
        number(r, "min", q->lo);
        number(r, "max", q->hi);
        text(r, "note", q->note);
    }
}

static void equations(cJSON *root, const struct reading_lines *lines)
{
    cJSON *rows = array(root, "equations");
    for (size_t i = 0; i < lines->n; i++) {
        cJSON *r = row(rows);
        text(r, "text", lines->of[i].text);
        text(r, "latex", lines->of[i].latex);
    }
}

static void structure(cJSON *root, const struct reading *r)
{
    const struct structure *s = &r->structure;
    cJSON *o = cJSON_CreateObject();
    cJSON_AddItemToObject(root, "structure", o);
    truth(o, "static", s->is_static);
    truth(o, "affine", s->is_affine);
    truth(o, "diagonal", s->is_diagonal);
    truth(o, "by_path", s->is_by_path);
    truth(o, "rate_independent", s->is_rate_independent);
    truth(o, "odd", s->is_odd);
    truth(o, "jumps", s->jumps);
    truth(o, "hybrid", s->is_hybrid);
    number(o, "operations", (double)r->operations);
    number(o, "guards", (double)r->law.n_events);
}

static void needs(cJSON *root, const struct need needs[N_PROPERTIES])
{
    cJSON *rows = array(root, "properties");
    for (unsigned p = 0; p < N_PROPERTIES; p++) {
        if (p == EXPERIMENT)
            continue;
        cJSON *r = row(rows);
        text(r, "property", needs_property((enum property)p));
        number(r, "claims", needs[p].claims);
        text(r, "lacks_to_be_judged", needs[p].judged);
        if (needs[p].has_proof)
            text(r, "lacks_to_be_proved", needs[p].proved);
    }
}

static void checks(cJSON *root, const struct reading *r)
{
    cJSON *rows = array(root, "checks"), *against = array(root, "contradictions");
    for (size_t i = 0; i < r->statements.n_checks; i++) {
        const struct checked *c = &r->checks[i];
        cJSON *o = row(rows);
        number(o, "v", c->check->v);
        number(o, "F", c->check->force);
        number(o, "tolerance", c->check->tolerance);
        text(o, "source", c->check->source);
        number(o, "by_equations", c->force);
        truth(o, "holds", c->holds);
    }
    for (size_t i = 0; i < r->examination.n_contradictions; i++) {
        const struct contradiction *c = &r->examination.contradictions[i];
        cJSON *o = row(against);
        text(o, "statement", c->identity.word);
        text(o, "says", c->identity.says);
        number(o, "left", c->left);
        number(o, "right", c->right);
        number(o, "v", c->place.inputs[0]);
    }
}

static void typos(cJSON *root, const struct reading *r)
{
    static const char *const fates[] = { "refused", "noticed", "changes_nothing", "unnoticed" };
    cJSON *rows = array(root, "typos");
    for (size_t i = 0; i < r->spots.n; i++) {
        const struct judgement *j = &r->spots.of[i];
        size_t line, column, within;
        cJSON *o = row(rows);
        reading_place(r->text, j->typo.at, &line, &column);
        number(o, "line", (double)line);
        number(o, "column", (double)column);
        text(o, "kind", typo_words[j->typo.kind]);
        text(o, "change", j->typo.says);
        text(o, "fate", fates[j->fate]);
        text(o, "by", j->word);
        if (j->fate != FATE_SURVIVES)
            continue;
        char *changed = reading_changed_line(r->text, &j->typo, &within);
        text(o, "changed_line", changed);
        free(changed);
    }
}

void reading_write_json(FILE *out, const struct reading *r)
{
    cJSON *root = cJSON_CreateObject();
    text(root, "format", "law-1");
    context_add(root);
    text(root, "name", r->law.name);
    text(root, "title", r->law.title);
    text(root, "source", r->statements.source);
    quantities(root, "parameters", &r->law.parameters, true);
    quantities(root, "inputs", &r->law.inputs, false);
    quantities(root, "states", &r->law.states, false);
    quantities(root, "remembered", &r->law.memory, false);
    equations(root, &r->lines);
    structure(root, r);
    needs(root, r->needs);
    checks(root, r);
    typos(root, r);
    json_write(out, root);
}
