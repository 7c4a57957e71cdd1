/* Reads what a text states beside its equations (statements.h). */
#include "models/language/statements.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/language/declare.h"
#include "tools/base/memory.h"

enum shape { ONE, EACH_STATE, LIST, NAMED };

static const struct {
    const char *word;
    enum shape shape;
    const char *unit;
} known[] = {
#define X(id, word, shape, unit) { word, shape, unit },
    STATEMENTS(X)
#undef X
};

/* Reading in progress. */
struct reading {
    struct text *text;
    struct equations *law;
    struct statements *to;
};

static void fail(struct reading *r, const struct syntax *at, const char *what)
{
    text_fail(r->text, at->at, "%s", what);
}

static void check_unit(struct reading *r, const struct syntax *at, const struct unit *unit,
                       const char *expected)
{
    struct unit wanted;
    if (*expected && !unit_read(expected, NULL, NULL, &wanted) && !unit_equal(unit, &wanted))
        text_fail(r->text, at->at, "'%s' is in %s; this has another unit", at->text, expected);
}

/* Reads one value. Returns false where there is another number of them. */
static bool one_value(struct reading *r, const struct syntax *at, struct value *value)
{
    struct value_list list = equations_values(r->text, r->law, at);
    const bool is_one = list.n == 1;
    if (is_one)
        *value = list.of[0];
    else
        fail(r, at, "expected one value");
    free(list.of);
    return is_one;
}

static void read_one(struct reading *r, const struct syntax *m, enum statement which)
{
    struct statement_values *values = &r->to->values[which];
    struct value value;
    if (m->is_nested || !m->first) {
        fail(r, m, "expected one value");
        return;
    }
    if (!one_value(r, m->first, &value))
        return;
    check_unit(r, m, &value.unit, known[which].unit);
    values->e = arena_new(&r->law->arena, sizeof *values->e);
    values->e[0] = value.e;
    values->n = 1;
}

static void read_list(struct reading *r, const struct syntax *m, enum statement which)
{
    struct statement_values *values = &r->to->values[which];
    if (m->is_nested || !m->first || m->first->kind != SYNTAX_LIST) {
        fail(r, m, "expected a list, {...}");
        return;
    }
    struct value_list list = equations_values(r->text, r->law, m->first);
    values->n = list.n;
    values->e = arena_new(&r->law->arena, (list.n + 1) * sizeof *values->e);
    for (size_t i = 0; i < list.n; i++)
        values->e[i] = list.of[i].e;
    free(list.of);
}

static void read_named(struct reading *r, const struct syntax *m, enum statement which)
{
    struct statement_values *values = &r->to->values[which];
    size_t n = 0;
    for (const struct syntax *part = m->first; part; part = part->next)
        n++;
    values->e = arena_new(&r->law->arena, (n + 1) * sizeof *values->e);
    values->names = arena_new(&r->law->arena, (n + 1) * sizeof *values->names);
    for (const struct syntax *part = m->first; part && m->is_nested; part = part->next) {
        struct value value;
        if (part->is_nested || !one_value(r, part->first, &value)) {
            fail(r, part, "expected NAME = expression");
            return;
        }
        check_unit(r, part, &value.unit, known[which].unit);
        values->names[values->n] = part->text;
        values->e[values->n++] = value.e;
    }
    if (!m->is_nested)
        fail(r, m, "expected (NAME = expression, ...)");
}

/* word(z = ..., y = ...): of an array one for all, or a list. */
static void read_each_state(struct reading *r, const struct syntax *m, enum statement which)
{
    struct statement_values *values = &r->to->values[which];
    const struct quantity_list *states = &r->law->states;
    values->n = states->n;
    values->e = arena_new(&r->law->arena, (states->n + 1) * sizeof *values->e);
    for (size_t i = 0; i < states->n; i++)
        values->e[i] = EXPRESSION_NONE;
    if (!m->is_nested)
        fail(r, m, "expected (STATE = expression, ...)");
    for (const struct syntax *part = m->first; part && m->is_nested; part = part->next) {
        const struct declared_name *state = scope_find(r->law->scope, part->text);
        if (part->is_nested || !state || state->role != ROLE_STATE) {
            fail(r, part, "expected a state = expression");
            break;
        }
        struct value_list list = equations_values(r->text, r->law, part->first);
        const size_t elements = state->size < 0 ? 1 : (size_t)state->size;
        if (list.n != 1 && list.n != elements)
            fail(r, part, "expected one value, or one for each element");
        for (size_t i = 0; i < elements && !text_failed(r->text); i++) {
            const struct value *value = &list.of[list.n == 1 ? 0 : i];
            if (!unit_equal(&value->unit, &state->unit))
                fail(r, part, "expected the unit of the state");
            values->e[state->first + i] = value->e;
        }
        free(list.of);
    }
}

static const char *string_of(struct reading *r, const struct syntax *m)
{
    if (m->first && m->first->kind == SYNTAX_STRING)
        return m->first->text;
    fail(r, m, "expected a string");
    return "";
}

static double number_of(struct reading *r, const struct syntax *syntax)
{
    r->law->scope->text = r->text;
    return declare_number(r->law->scope, syntax);
}

/* Box(p = {lo, hi}, ...) */
static void read_box(struct reading *r, const struct syntax *box, struct claim_text *claim)
{
    const struct quantity_list *parameters = &r->law->parameters;
    for (const struct syntax *a = box->first; a && !text_failed(r->text); a = a->next) {
        unsigned i = 0;
        while (i < parameters->n && strcmp(parameters->of[i].name, a->text) != 0)
            i++;
        const struct syntax *lo = a->kind == SYNTAX_ARGUMENT ? a->first->first : NULL;
        if (i == parameters->n || !lo || a->first->kind != SYNTAX_LIST || !lo->next ||
            lo->next->next) {
            fail(r, a, "expected parameter = {lo, hi}");
            return;
        }
        claim->box = memory_grown(claim->box, claim->n_box, &claim->room_box, sizeof *claim->box);
        claim->box[claim->n_box++] =
            (struct box_text){ i, number_of(r, lo), number_of(r, lo->next) };
        const struct box_text *last = &claim->box[claim->n_box - 1];
        if (!(last->lo <= last->hi))
            fail(r, a, "expected rising ends");
        if (claim->n_box > CLAIM_MAX_BOX)
            fail(r, a, "too many ranges; a condition says more");
    }
    if (strcmp(box->text, "Box") != 0)
        fail(r, box, "expected Box(parameter = {lo, hi}, ...)");
}

/* A condition on the parameters. */
static expression condition_of(struct reading *r, const struct syntax *syntax)
{
    struct value value;
    if (!one_value(r, syntax, &value))
        return EXPRESSION_NONE;
    if (!value.is_condition || graph_depends(&r->law->graph, value.e, SYMBOL_INPUT, ANY_INDEX) ||
        graph_depends(&r->law->graph, value.e, SYMBOL_STATE, ANY_INDEX))
        fail(r, syntax, "expected a condition on parameters");
    return value.e;
}

/* Returns the number of the string among the words, up to NULL. */
static unsigned word_of(struct reading *r, const struct syntax *m, const char *const words[])
{
    const char *word = string_of(r, m);
    for (unsigned i = 0; words[i]; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    fail(r, m,
         arena_text(&r->law->arena, "expected \"%s\", \"%s\"%s", words[0], words[1],
                    words[2] ? ", ..." : ""));
    return 0;
}

static void read_claim_part(struct reading *r, const struct syntax *a, struct claim_text *claim)
{
    static const char *const verdicts[] = { "holds", "refuted", "unknown", NULL },
                             *const signals[] = { "any", "slowing", "one_way", "cycle", NULL },
                             *const bases[] = { "valid", "defaults", NULL };
    const struct {
        const char *word;
        const char **to;
    } texts[] = { { "id", &claim->id },
                  { "domain", &claim->domain },
                  { "source", &claim->source },
                  { "witness", &claim->witness } };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        if (strcmp(a->text, texts[i].word) == 0) {
            *texts[i].to = string_of(r, a);
            return;
        }
    if (strcmp(a->text, "verdict") == 0 && a->first->kind == SYNTAX_LOGICAL)
        claim->declared = strcmp(a->first->text, "true") == 0 ? HOLDS : REFUTED;
    else if (strcmp(a->text, "verdict") == 0)
        claim->declared = (enum declared)word_of(r, a, verdicts);
    else if (strcmp(a->text, "signals") == 0)
        claim->signals = (enum signal_class)word_of(r, a, signals);
    else if (strcmp(a->text, "base") == 0)
        claim->base = (enum parameter_base)word_of(r, a, bases);
    else if (strcmp(a->text, "where") == 0)
        claim->where = condition_of(r, a->first);
    else if (strcmp(a->text, "box") == 0 && a->first->kind == SYNTAX_CALL)
        read_box(r, a->first, claim);
    else
        fail(r, a,
             "a claim has verdict, id, domain, source, witness, signals, base, box and where");
}

static const char *const properties[] = {
#define X(id, name, functional, unit, meaning) name,
    PROPERTY_LIST(X)
#undef X
};

static void read_claims(struct reading *r, const struct syntax *m)
{
    struct statements *to = r->to;
    if (m->is_nested || m->first->kind != SYNTAX_LIST) {
        fail(r, m, "expected claims = {property(...), ...}");
        return;
    }
    for (const struct syntax *c = m->first->first; c && !text_failed(r->text); c = c->next) {
        struct claim_text claim = { .where = EXPRESSION_NONE, .at = c->at };
        while (claim.property < N_PROPERTIES && strcmp(c->text, properties[claim.property]) != 0)
            claim.property++;
        if (c->kind != SYNTAX_CALL || claim.property == N_PROPERTIES)
            fail(r, c, "expected a property, such as passivity(...)");
        for (const struct syntax *a = c->first; a && !text_failed(r->text); a = a->next)
            if (a->kind == SYNTAX_ARGUMENT)
                read_claim_part(r, a, &claim);
            else
                fail(r, a, "expected NAME = value");
        to->claims = memory_grown(to->claims, to->n_claims, &to->room_claims, sizeof *to->claims);
        to->claims[to->n_claims++] = claim;
    }
}

/* Returns half a unit of the last digit of a number as it is written, or 0. */
static double half_digit(const struct syntax *number)
{
    if (number->kind == SYNTAX_OPERATOR && !number->first->next)
        number = number->first;
    if (number->kind != SYNTAX_NUMBER)
        return 0;
    const char *power = number->text + strcspn(number->text, "eE");
    const char *point = memchr(number->text, '.', (size_t)(power - number->text));
    const double unit = pow(10, point ? (double)(point + 1 - power) : 0);
    return unit / 2 * (*power ? pow(10, strtod(power + 1, NULL)) : 1);
}

/* At(p = value, ...) */
static void read_at(struct reading *r, const struct syntax *at, struct check_text *check)
{
    const struct quantity_list *parameters = &r->law->parameters;
    for (const struct syntax *a = at->first; a && !text_failed(r->text); a = a->next) {
        unsigned i = 0;
        while (i < parameters->n && strcmp(parameters->of[i].name, a->text) != 0)
            i++;
        if (i == parameters->n || a->kind != SYNTAX_ARGUMENT) {
            fail(r, a, "expected parameter = value");
            return;
        }
        const struct quantity_text *q = &parameters->of[i];
        const double value = number_of(r, a->first);
        if (!(value >= q->lo && value <= q->hi))
            text_fail(r->text, a->at, "%g is not in the range [%g, %g]", value, q->lo, q->hi);
        check->at = memory_grown(check->at, check->n_at, &check->room_at, sizeof *check->at);
        check->at[check->n_at++] = (struct box_text){ i, value, value };
    }
    if (at->kind != SYNTAX_CALL || strcmp(at->text, "At") != 0)
        fail(r, at, "expected At(parameter = value, ...)");
}

static void read_check(struct reading *r, const struct syntax *c, struct check_text *check)
{
    *check = (struct check_text){ .v = NAN, .force = NAN, .source = "", .place = c->at };
    double digit = 0;
    if (c->kind != SYNTAX_CALL || strcmp(c->text, "check") != 0)
        fail(r, c, "expected check(v = ..., F = ...)");
    for (const struct syntax *a = c->first; a && !text_failed(r->text); a = a->next)
        if (a->kind != SYNTAX_ARGUMENT)
            fail(r, a, "expected NAME = value");
        else if (strcmp(a->text, "v") == 0)
            check->v = number_of(r, a->first);
        else if (strcmp(a->text, "F") == 0) {
            check->force = number_of(r, a->first);
            digit = half_digit(a->first);
        } else if (strcmp(a->text, "tolerance") == 0)
            check->tolerance = number_of(r, a->first);
        else if (strcmp(a->text, "source") == 0)
            check->source = string_of(r, a);
        else if (strcmp(a->text, "at") == 0)
            read_at(r, a->first, check);
        else
            fail(r, a, "a check has v, F, tolerance, at and source");
    if (check->tolerance == 0)
        check->tolerance = digit;
    if (!isfinite(check->v) || check->v == 0 || !isfinite(check->force))
        fail(r, c, "a check needs v, not 0, and F");
    else if (!(check->tolerance > 0))
        fail(r, c, "a check needs a tolerance above 0, or F as a decimal");
}

static void read_checks(struct reading *r, const struct syntax *m)
{
    struct statements *to = r->to;
    if (m->is_nested || m->first->kind != SYNTAX_LIST) {
        fail(r, m, "expected checks = {check(v = ..., F = ...), ...}");
        return;
    }
    for (const struct syntax *c = m->first->first; c && !text_failed(r->text); c = c->next) {
        to->checks = memory_grown(to->checks, to->n_checks, &to->room_checks, sizeof *to->checks);
        read_check(r, c, &to->checks[to->n_checks++]);
    }
}

static void read_statement(struct reading *r, const struct syntax *m)
{
    static void (*const readers[])(struct reading * r, const struct syntax *m,
                                   enum statement which) = {
        [ONE] = read_one, [EACH_STATE] = read_each_state, [LIST] = read_list, [NAMED] = read_named
    };
    for (unsigned i = 0; i < N_STATEMENTS; i++)
        if (strcmp(m->text, known[i].word) == 0) {
            if (r->to->values[i].n > 0)
                fail(r, m, "this is stated already");
            readers[known[i].shape](r, m, (enum statement)i);
            return;
        }
    if (strcmp(m->text, "source") == 0)
        r->to->source = string_of(r, m);
    else if (strcmp(m->text, "speed_max") == 0 && m->first)
        r->to->speed_max = number_of(r, m->first);
    else if (strcmp(m->text, "identifiable") == 0 && m->first)
        r->to->identifiable = (long)number_of(r, m->first);
    else if (strcmp(m->text, "claims") == 0)
        read_claims(r, m);
    else if (strcmp(m->text, "checks") == 0)
        read_checks(r, m);
    else
        text_fail(r->text, m->at, "no statement '%.40s'", m->text);
}

bool statements_read(struct text *text, struct equations *law, struct statements *statements)
{
    struct reading r = { text, law, statements };
    *statements = (struct statements){ .source = "" };
    const struct syntax *own = declare_modification(law->syntax.annotation, "__Bristle");
    for (const struct syntax *m = own ? own->first : NULL; m && !text_failed(text); m = m->next)
        read_statement(&r, m);
    return !text_failed(text);
}

void statements_free(struct statements *statements)
{
    for (size_t i = 0; i < statements->n_claims; i++)
        free(statements->claims[i].box);
    free(statements->claims);
    for (size_t i = 0; i < statements->n_checks; i++)
        free(statements->checks[i].at);
    free(statements->checks);
    *statements = (struct statements){ .source = "" };
}
