/* Reads what a text states beside its equations (statements.h). */
#include "models/language/statements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/language/declare.h"
#include "models/language/statements_reading.h"
#include "tools/base/memory.h"

enum shape { ONE, EACH_STATE, LIST, NAMED };

static const struct {
    const char *word;
    enum shape shape;
    const char *unit, *symbols;
} known[] = {
#define X(id, word, shape, unit, symbols) { word, shape, unit, symbols },
    STATEMENTS(X)
#undef X
};

void statement_fail(struct statements_reading *r, const struct syntax *at, const char *what)
{
    text_fail(r->text, at->at, "%s", what);
}

bool statement_value(struct statements_reading *r, const struct syntax *at, struct value *value)
{
    struct value_list list = equations_values(r->text, r->law, at);
    const bool is_one = list.n == 1;
    if (is_one)
        *value = list.of[0];
    else
        statement_fail(r, at, "expected one value");
    free(list.of);
    return is_one;
}

const char *statement_string(struct statements_reading *r, const struct syntax *m)
{
    if (m->first && m->first->kind == SYNTAX_STRING)
        return m->first->text;
    statement_fail(r, m, "expected a string");
    return "";
}

double statement_number(struct statements_reading *r, const struct syntax *syntax)
{
    r->law->scope->text = r->text;
    return declare_number(r->law->scope, syntax);
}

unsigned statement_word(struct statements_reading *r, const struct syntax *m,
                        const char *const words[])
{
    const char *word = statement_string(r, m);
    for (unsigned i = 0; words[i]; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    statement_fail(r, m,
                   arena_text(&r->law->arena, "expected \"%s\", \"%s\"%s", words[0], words[1],
                              words[2] ? ", ..." : ""));
    return 0;
}

static void check_unit(struct statements_reading *r, const struct syntax *at,
                       const struct unit *unit, const char *expected)
{
    struct unit wanted;
    if (*expected && !unit_read(expected, NULL, NULL, &wanted) && !unit_equal(unit, &wanted))
        text_fail(r->text, at->at, "'%s' is in %s; this has another unit", at->text, expected);
}

/* A bound that moves with the velocity, say, is none. */
static void check_symbols(struct statements_reading *r, const struct syntax *m,
                          enum statement which)
{
    static const struct {
        enum graph_symbol symbol;
        char letter;
        const char *what;
    } kinds[] = {
        { SYMBOL_INPUT, 'v', "the velocity" }, { SYMBOL_SELECTION, 'v', "the velocity" },
        { SYMBOL_STATE, 'x', "states" },       { SYMBOL_MEMORY, 'm', "discrete variables" },
        { SYMBOL_TRAVEL, 't', "the travel" },  { SYMBOL_REFERENCE, '*', "a reference velocity" }
    };
    const struct statement_values *values = &r->to->values[which];
    const char *symbols = known[which].symbols;
    for (size_t i = 0; i < values->n && *symbols != '*'; i++)
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (values->e[i] != EXPRESSION_NONE && !strchr(symbols, kinds[k].letter) &&
                graph_depends(&r->law->graph, values->e[i], kinds[k].symbol, ANY_INDEX)) {
                text_fail(r->text, m->at, "'%s' may not depend on %s", m->text, kinds[k].what);
                return;
            }
}

static void read_one(struct statements_reading *r, const struct syntax *m, enum statement which)
{
    struct statement_values *values = &r->to->values[which];
    struct value value;
    if (m->is_nested || !m->first) {
        statement_fail(r, m, "expected one value");
        return;
    }
    if (!statement_value(r, m->first, &value))
        return;
    check_unit(r, m, &value.unit, known[which].unit);
    values->e = arena_new(&r->law->arena, sizeof *values->e);
    values->e[0] = value.e;
    values->n = 1;
}

static void read_list(struct statements_reading *r, const struct syntax *m, enum statement which)
{
    struct statement_values *values = &r->to->values[which];
    if (m->is_nested || !m->first || m->first->kind != SYNTAX_LIST) {
        statement_fail(r, m, "expected a list, {...}");
        return;
    }
    struct value_list list = equations_values(r->text, r->law, m->first);
    values->n = list.n;
    values->e = arena_new(&r->law->arena, (list.n + 1) * sizeof *values->e);
    for (size_t i = 0; i < list.n; i++)
        values->e[i] = list.of[i].e;
    free(list.of);
}

static void read_named(struct statements_reading *r, const struct syntax *m, enum statement which)
{
    struct statement_values *values = &r->to->values[which];
    size_t n = 0;
    for (const struct syntax *part = m->first; part; part = part->next)
        n++;
    values->e = arena_new(&r->law->arena, (n + 1) * sizeof *values->e);
    values->names = arena_new(&r->law->arena, (n + 1) * sizeof *values->names);
    for (const struct syntax *part = m->first; part && m->is_nested; part = part->next) {
        struct value value;
        if (part->is_nested || !statement_value(r, part->first, &value)) {
            statement_fail(r, part, "expected NAME = expression");
            return;
        }
        check_unit(r, part, &value.unit, known[which].unit);
        values->names[values->n] = part->text;
        values->e[values->n++] = value.e;
    }
    if (!m->is_nested)
        statement_fail(r, m, "expected (NAME = expression, ...)");
}

/* word(z = ..., y = ...): of an array one for all, or a list. */
static void read_each_state(struct statements_reading *r, const struct syntax *m,
                            enum statement which)
{
    struct statement_values *values = &r->to->values[which];
    const struct quantity_list *states = &r->law->states;
    values->n = states->n;
    values->e = arena_new(&r->law->arena, (states->n + 1) * sizeof *values->e);
    for (size_t i = 0; i < states->n; i++)
        values->e[i] = EXPRESSION_NONE;
    if (!m->is_nested)
        statement_fail(r, m, "expected (STATE = expression, ...)");
    for (const struct syntax *part = m->first; part && m->is_nested; part = part->next) {
        const struct declared_name *state = scope_find(r->law->scope, part->text);
        if (part->is_nested || !state || state->role != ROLE_STATE) {
            statement_fail(r, part, "expected a state = expression");
            break;
        }
        struct value_list list = equations_values(r->text, r->law, part->first);
        const size_t elements = state->size < 0 ? 1 : (size_t)state->size;
        if (list.n != 1 && list.n != elements)
            statement_fail(r, part, "expected one value, or one for each element");
        for (size_t i = 0; i < elements && !text_failed(r->text); i++) {
            const struct value *value = &list.of[list.n == 1 ? 0 : i];
            if (!unit_equal(&value->unit, &state->unit))
                statement_fail(r, part, "expected the unit of the state");
            values->e[state->first + i] = value->e;
        }
        free(list.of);
    }
}

static void read_statement(struct statements_reading *r, const struct syntax *m)
{
    static void (*const readers[])(struct statements_reading * r, const struct syntax *m,
                                   enum statement which) = {
        [ONE] = read_one, [EACH_STATE] = read_each_state, [LIST] = read_list, [NAMED] = read_named
    };
    for (unsigned i = 0; i < N_STATEMENTS; i++)
        if (strcmp(m->text, known[i].word) == 0) {
            if (r->to->values[i].n > 0)
                statement_fail(r, m, "this is stated already");
            readers[known[i].shape](r, m, (enum statement)i);
            if (!text_failed(r->text))
                check_symbols(r, m, (enum statement)i);
            return;
        }
    if (strcmp(m->text, "source") == 0)
        r->to->source = statement_string(r, m);
    else if (strcmp(m->text, "speed_max") == 0 && m->first)
        r->to->speed_max = statement_number(r, m->first);
    else if (strcmp(m->text, "identifiable") == 0 && m->first)
        r->to->identifiable = (long)statement_number(r, m->first);
    else if (strcmp(m->text, "claims") == 0)
        statements_read_claims(r, m);
    else if (strcmp(m->text, "experiments") == 0)
        statements_read_experiments(r, m);
    else if (strcmp(m->text, "checks") == 0)
        statements_read_checks(r, m);
    else
        text_fail(r->text, m->at, "no statement '%.40s'", m->text);
}

bool statements_read(struct text *text, struct equations *law, struct statements *statements)
{
    struct statements_reading r = { text, law, statements };
    *statements = (struct statements){ .source = "" };
    const struct syntax *own = declare_modification(law->syntax.annotation, "__Bristle");
    for (const struct syntax *m = own ? own->first : NULL; m && !text_failed(text); m = m->next)
        read_statement(&r, m);
    for (size_t i = 0; i < statements->n_claims; i++)
        if (!statements->claims[i].source)
            statements->claims[i].source = statements->source;
    return !text_failed(text);
}

void statements_free(struct statements *statements)
{
    for (size_t i = 0; i < statements->n_claims; i++)
        free(statements->claims[i].box);
    free(statements->claims);
    free(statements->experiments);
    for (size_t i = 0; i < statements->n_checks; i++)
        free(statements->checks[i].at);
    free(statements->checks);
    *statements = (struct statements){ .source = "" };
}
