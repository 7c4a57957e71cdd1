/* Reads the numbers of a source that a text states (statements.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/language/statements_reading.h"
#include "tools/base/memory.h"

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
static void read_at(struct statements_reading *r, const struct syntax *at, struct check_text *check)
{
    const struct quantity_list *parameters = &r->law->parameters;
    for (const struct syntax *a = at->first; a && !text_failed(r->text); a = a->next) {
        unsigned i = 0;
        while (i < parameters->n && strcmp(parameters->of[i].name, a->text) != 0)
            i++;
        if (i == parameters->n || a->kind != SYNTAX_ARGUMENT) {
            statement_fail(r, a, "expected parameter = value");
            return;
        }
        const struct quantity_text *q = &parameters->of[i];
        const double value = statement_number(r, a->first);
        if (!(value >= q->lo && value <= q->hi))
            text_fail(r->text, a->at, "%g is not in the range [%g, %g]", value, q->lo, q->hi);
        check->at = memory_grown(check->at, check->n_at, &check->room_at, sizeof *check->at);
        check->at[check->n_at++] = (struct box_text){ i, value, value };
    }
    if (at->kind != SYNTAX_CALL || strcmp(at->text, "At") != 0)
        statement_fail(r, at, "expected At(parameter = value, ...)");
}

static void read_check(struct statements_reading *r, const struct syntax *c,
                       struct check_text *check)
{
    *check = (struct check_text){ .v = NAN, .force = NAN, .source = "", .place = c->at };
    double digit = 0;
    if (c->kind != SYNTAX_CALL || strcmp(c->text, "check") != 0)
        statement_fail(r, c, "expected check(v = ..., F = ...)");
    for (const struct syntax *a = c->first; a && !text_failed(r->text); a = a->next)
        if (a->kind != SYNTAX_ARGUMENT)
            statement_fail(r, a, "expected NAME = value");
        else if (strcmp(a->text, "v") == 0)
            check->v = statement_number(r, a->first);
        else if (strcmp(a->text, "F") == 0) {
            check->force = statement_number(r, a->first);
            digit = half_digit(a->first);
        } else if (strcmp(a->text, "tolerance") == 0)
            check->tolerance = statement_number(r, a->first);
        else if (strcmp(a->text, "source") == 0)
            check->source = statement_string(r, a);
        else if (strcmp(a->text, "at") == 0)
            read_at(r, a->first, check);
        else
            statement_fail(r, a, "a check has v, F, tolerance, at and source");
    if (check->tolerance == 0)
        check->tolerance = digit;
    if (!isfinite(check->v) || check->v == 0 || !isfinite(check->force))
        statement_fail(r, c, "a check needs v, not 0, and F");
    else if (!(check->tolerance > 0))
        statement_fail(r, c, "a check needs a tolerance above 0, or F as a decimal");
}

void statements_read_checks(struct statements_reading *r, const struct syntax *m)
{
    struct statements *to = r->to;
    if (m->is_nested || m->first->kind != SYNTAX_LIST) {
        statement_fail(r, m, "expected checks = {check(v = ..., F = ...), ...}");
        return;
    }
    for (const struct syntax *c = m->first->first; c && !text_failed(r->text); c = c->next) {
        to->checks = memory_grown(to->checks, to->n_checks, &to->room_checks, sizeof *to->checks);
        read_check(r, c, &to->checks[to->n_checks++]);
    }
}
