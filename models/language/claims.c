/* Reads the claims that a text states (statements.h). */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "models/language/statements_reading.h"
#include "tools/base/memory.h"

/* Box(p = {lo, hi}, ...) */
static void read_box(struct statements_reading *r, const struct syntax *box,
                     struct claim_text *claim)
{
    const struct quantity_list *parameters = &r->law->parameters;
    for (const struct syntax *a = box->first; a && !text_failed(r->text); a = a->next) {
        unsigned i = 0;
        while (i < parameters->n && strcmp(parameters->of[i].name, a->text) != 0)
            i++;
        const struct syntax *lo = a->kind == SYNTAX_ARGUMENT ? a->first->first : NULL;
        if (i == parameters->n || !lo || a->first->kind != SYNTAX_LIST || !lo->next ||
            lo->next->next) {
            statement_fail(r, a, "expected parameter = {lo, hi}");
            return;
        }
        claim->box = memory_grown(claim->box, claim->n_box, &claim->room_box, sizeof *claim->box);
        claim->box[claim->n_box++] =
            (struct box_text){ i, statement_number(r, lo), statement_number(r, lo->next) };
        const struct box_text *last = &claim->box[claim->n_box - 1];
        if (!(last->lo <= last->hi))
            statement_fail(r, a, "expected rising ends");
        if (claim->n_box > CLAIM_MAX_BOX)
            statement_fail(r, a, "too many ranges; a condition says more");
    }
    if (strcmp(box->text, "Box") != 0)
        statement_fail(r, box, "expected Box(parameter = {lo, hi}, ...)");
}

/* A condition on the parameters. */
static expression condition_of(struct statements_reading *r, const struct syntax *syntax)
{
    struct value value;
    if (!statement_value(r, syntax, &value))
        return EXPRESSION_NONE;
    if (!value.is_condition || graph_depends(&r->law->graph, value.e, SYMBOL_INPUT, ANY_INDEX) ||
        graph_depends(&r->law->graph, value.e, SYMBOL_STATE, ANY_INDEX))
        statement_fail(r, syntax, "expected a condition on parameters");
    return value.e;
}

/* Returns false where a claim has no such part. */
static bool read_claim_part(struct statements_reading *r, const struct syntax *a,
                            struct claim_text *claim)
{
    static const char *const verdicts[] = { "holds", "refuted", "unknown", NULL },
                             *const signals[] = { "any", "slowing", "one_way", "cycle", NULL },
                             *const bases[] = { "valid", "defaults", NULL },
                             *const origins[] = { "printed", "assumed", "misprint", NULL };
    const struct {
        const char *word;
        const char **to;
    } texts[] = { { "id", &claim->id },
                  { "domain", &claim->domain },
                  { "source", &claim->source },
                  { "witness", &claim->witness },
                  { "instead", &claim->instead } };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(a->text, texts[i].word) == 0) {
            *texts[i].to = statement_string(r, a);
            return true;
        }
    if (strcmp(a->text, "verdict") == 0 && a->first->kind == SYNTAX_LOGICAL)
        claim->declared = strcmp(a->first->text, "true") == 0 ? HOLDS : REFUTED;
    else if (strcmp(a->text, "verdict") == 0)
        claim->declared = (enum declared)statement_word(r, a, verdicts);
    else if (strcmp(a->text, "signals") == 0)
        claim->signals = (enum signal_class)statement_word(r, a, signals);
    else if (strcmp(a->text, "base") == 0)
        claim->base = (enum parameter_base)statement_word(r, a, bases);
    else if (strcmp(a->text, "origin") == 0)
        claim->origin = (enum origin)(ORIGIN_PRINTED + statement_word(r, a, origins));
    else if (strcmp(a->text, "where") == 0)
        claim->where = condition_of(r, a->first);
    else if (strcmp(a->text, "box") == 0 && a->first->kind == SYNTAX_CALL)
        read_box(r, a->first, claim);
    else
        return false;
    return true;
}

static const char *const properties[] = {
#define X(id, name, functional, unit, meaning) name,
    PROPERTY_LIST(X)
#undef X
};

/* Returns a condition as the text has it behind "where=", in one line. */
static const char *words_of(struct statements_reading *r, const struct syntax *where)
{
    const char *from = strchr(r->text->at + where->at, '=') + 1, *to = from;
    from += strspn(from, " \t\r\n");
    for (int depth = 0; *to && (depth > 0 || (*to != ',' && *to != ')' && *to != '}')); to++)
        depth += (*to == '(' || *to == '{') - (*to == ')' || *to == '}');
    char *words = arena_copy(&r->law->arena, from, (size_t)(to - from)), *end = words;
    for (const char *c = words; *c; c++)
        if (!isspace((unsigned char)*c))
            *end++ = *c;
        else if (end > words && end[-1] != ' ')
            *end++ = ' ';
    while (end > words && end[-1] == ' ')
        end--;
    *end = '\0';
    return words;
}

void statements_read_claims(struct statements_reading *r, const struct syntax *m)
{
    struct statements *to = r->to;
    if (m->is_nested || m->first->kind != SYNTAX_LIST) {
        statement_fail(r, m, "expected claims = {property(...), ...}");
        return;
    }
    for (const struct syntax *c = m->first->first; c && !text_failed(r->text); c = c->next) {
        struct claim_text claim = { .where = EXPRESSION_NONE, .at = c->at };
        while (claim.property < N_PROPERTIES && strcmp(c->text, properties[claim.property]) != 0)
            claim.property++;
        if (c->kind != SYNTAX_CALL || claim.property == N_PROPERTIES)
            statement_fail(r, c, "expected a property, such as passivity(...)");
        const struct syntax *where = NULL;
        for (const struct syntax *a = c->first; a && !text_failed(r->text); a = a->next)
            if (a->kind != SYNTAX_ARGUMENT)
                statement_fail(r, a, "expected NAME = value");
            else if (!read_claim_part(r, a, &claim))
                statement_fail(r, a,
                               "a claim has verdict, id, domain, source, witness, origin, "
                               "instead, signals, base, box and where");
            else if (strcmp(a->text, "where") == 0)
                where = a;
        if (!claim.domain)
            claim.domain = where && !text_failed(r->text) ? words_of(r, where) : "always";
        to->claims = memory_grown(to->claims, to->n_claims, &to->room_claims, sizeof *to->claims);
        to->claims[to->n_claims++] = claim;
    }
}

static void read_experiment_part(struct statements_reading *r, const struct syntax *a,
                                 struct experiment_text *e)
{
    static const char *const measures[] = {
#define X(id, word, unit, meaning) word,
        EXPERIMENT_MEASURES(X)
#undef X
            NULL
    };
    if (strcmp(a->text, "scenario") == 0)
        e->scenario = statement_string(r, a);
    else if (strcmp(a->text, "time") == 0)
        e->t_end = statement_number(r, a->first);
    else if (strcmp(a->text, "samples") == 0)
        e->samples = statement_number(r, a->first);
    else if (strcmp(a->text, "measure") == 0)
        e->measure = (enum measure)statement_word(r, a, measures);
    else if (strcmp(a->text, "at_least") == 0 || strcmp(a->text, "at_most") == 0) {
        e->at_least = strcmp(a->text, "at_least") == 0;
        e->limit = statement_number(r, a->first);
    } else if (!read_claim_part(r, a, &e->claim))
        statement_fail(r, a,
                       "an experiment has verdict, id, domain, source, scenario, time, samples, "
                       "measure, and at_least or at_most");
}

void statements_read_experiments(struct statements_reading *r, const struct syntax *m)
{
    struct statements *to = r->to;
    if (m->is_nested || m->first->kind != SYNTAX_LIST) {
        statement_fail(r, m, "expected experiments = {experiment(...), ...}");
        return;
    }
    for (const struct syntax *c = m->first->first; c && !text_failed(r->text); c = c->next) {
        struct experiment_text e = {
            .claim = { .property = EXPERIMENT, .where = EXPRESSION_NONE, .at = c->at },
            .limit = NAN,
        };
        if (c->kind != SYNTAX_CALL || strcmp(c->text, "experiment") != 0)
            statement_fail(r, c, "expected experiment(...)");
        for (const struct syntax *a = c->first; a && !text_failed(r->text); a = a->next)
            if (a->kind == SYNTAX_ARGUMENT)
                read_experiment_part(r, a, &e);
            else
                statement_fail(r, a, "expected NAME = value");
        if (!text_failed(r->text) &&
            (!e.scenario || !e.claim.id || !e.claim.domain || !e.claim.source || !(e.t_end > 0) ||
             !(e.samples >= 2 && e.samples <= 1e6) || isnan(e.limit)))
            statement_fail(r, c,
                           "an experiment needs id, domain, source, scenario, time, samples from 2 "
                           "to 1e6, measure, and at_least or at_most");
        to->experiments = memory_grown(to->experiments, to->n_experiments, &to->room_experiments,
                                       sizeof *to->experiments);
        to->experiments[to->n_experiments++] = e;
    }
}
