/* Expressions in plain text (notation.h). */
#include <string.h>

#include "models/derived/notation.h"

enum tightness notation_tightness(const struct syntax *e)
{
    static const struct {
        const char *operators;
        enum tightness is;
    } known[] = { { " or ", TIGHT_OR },   { " and ", TIGHT_AND },
                  { " not ", TIGHT_NOT }, { " < <= > >= == <> ", TIGHT_RELATION },
                  { " + - ", TIGHT_SUM }, { " * / ", TIGHT_PRODUCT },
                  { " ^ ", TIGHT_POWER } };
    char word[8];
    snprintf(word, sizeof word, " %s ", e->text);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strstr(known[i].operators, word))
            return known[i].is;
    return TIGHT_PRIMARY;
}

bool notation_calls(const struct syntax *e, const char *function)
{
    return e->kind == SYNTAX_CALL && strcmp(e->text, function) == 0 && e->first;
}

const struct syntax *notation_plain(const struct syntax *e)
{
    for (;;)
        if (notation_calls(e, "noEvent") || notation_calls(e, "integer"))
            e = e->first;
        else if (notation_calls(e, "smooth") && e->first->next)
            e = e->first->next;
        else
            return e;
}

static void list(FILE *out, const struct syntax *first)
{
    for (const struct syntax *a = first; a; a = a->next) {
        notation_text(out, a, TIGHT_IF);
        fputs(a->next ? ", " : "", out);
    }
}

static void call(FILE *out, const struct syntax *e)
{
    if (notation_calls(e, "abs")) {
        fputc('|', out);
        notation_text(out, e->first, TIGHT_IF);
        fputc('|', out);
    } else if (notation_calls(e, "der")) {
        fputc('d', out);
        notation_text(out, e->first, TIGHT_IF);
        fputs("/dt", out);
    } else {
        fprintf(out, "%s(", strcmp(e->text, "sign") == 0 ? "sgn" : e->text);
        list(out, e->first);
        fputc(')', out);
    }
}

/* Both sides of an operator that is done from the left. A rate may be a factor: a dz/dt. */
static void operation(FILE *out, const struct syntax *e)
{
    const enum tightness here = notation_tightness(e);
    const struct syntax *a = e->first, *b = a->next;
    if (!b) {
        fprintf(out, "%s%s", e->text, here == TIGHT_NOT ? " " : "");
        notation_text(out, a, here == TIGHT_NOT ? TIGHT_RELATION : TIGHT_PRODUCT);
        return;
    }
    const bool is_power = here == TIGHT_POWER, is_tight = here >= TIGHT_PRODUCT;
    const bool is_relation = here == TIGHT_RELATION;
    const bool takes_rate = e->text[0] == '*' && notation_calls(notation_plain(b), "der");
    notation_text(out, a, is_power ? TIGHT_PRIMARY : is_relation ? TIGHT_SUM : here);
    fprintf(out, is_tight ? "%s" : " %s ", e->text);
    notation_text(out, b,
                  is_power      ? TIGHT_PRIMARY
                  : is_relation ? TIGHT_SUM
                  : takes_rate  ? here
                                : here + 1);
}

static void conditional(FILE *out, const struct syntax *condition)
{
    const char *word = "if ";
    for (; condition->next; condition = condition->next->next) {
        fputs(word, out);
        notation_text(out, condition, TIGHT_OR);
        fputs(" then ", out);
        notation_text(out, condition->next, TIGHT_OR);
        word = " elseif ";
    }
    fputs(" else ", out);
    notation_text(out, condition, TIGHT_OR);
}

static enum tightness tightness_of(const struct syntax *e)
{
    if (e->kind == SYNTAX_OPERATOR)
        return notation_tightness(e);
    if (notation_calls(e, "der"))
        return TIGHT_PRODUCT;
    return e->kind == SYNTAX_IF ? TIGHT_IF : TIGHT_PRIMARY;
}

static void bare(FILE *out, const struct syntax *e)
{
    switch (e->kind) {
    case SYNTAX_NAME:
        fputs(e->text, out);
        if (e->first) {
            fputc('[', out);
            list(out, e->first);
            fputc(']', out);
        }
        break;
    case SYNTAX_CALL:
        call(out, e);
        break;
    case SYNTAX_ARGUMENT:
        fprintf(out, "%s = ", e->text);
        notation_text(out, e->first, TIGHT_IF);
        break;
    case SYNTAX_OPERATOR:
        operation(out, e);
        break;
    case SYNTAX_IF:
        conditional(out, e->first);
        break;
    case SYNTAX_LIST:
        fputc('{', out);
        list(out, e->first);
        fputc('}', out);
        break;
    case SYNTAX_EACH:
        notation_text(out, e->first, TIGHT_IF);
        fprintf(out, ", %s = ", e->text);
        notation_text(out, e->first->next, TIGHT_SUM);
        fputs("..", out);
        notation_text(out, e->first->next->next, TIGHT_SUM);
        break;
    default:
        fputs(e->text, out);
    }
}

void notation_text(FILE *out, const struct syntax *syntax, enum tightness least)
{
    const struct syntax *e = notation_plain(syntax);
    const bool open = tightness_of(e) < least;
    fputs(open ? "(" : "", out);
    bare(out, e);
    fputs(open ? ")" : "", out);
}
