/* Compares names, defaults, ranges and units (deviation_tables.h). */
#include "properties/self_check/deviation_tables.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "models/language/units.h"

static bool deviates(struct deviation *d, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static bool deviates(struct deviation *d, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(d->line, sizeof d->line, format, args);
    va_end(args);
    d->any = true;
    return false;
}

/* A decimal that is read, and one that is computed, are some roundings apart. */
static bool same_number(struct deviation *d, double text, double code, const char *unit,
                        const char *format, const char *name)
{
    const double allowed = DEVIATION_ROUNDINGS * DBL_EPSILON * fmax(fabs(text), fabs(code));
    if (text == code || fabs(text - code) <= allowed)
        return true;
    snprintf(d->what, sizeof d->what, format, name);
    d->text = text;
    d->code = code;
    d->allowed = allowed;
    return deviates(d,
                    "%s is %.17g (%a) %s by the text, %.17g (%a) by the implementation, off by "
                    "%.3g",
                    d->what, text, text, unit, code, code, fabs(text - code));
}

/* Finds each name of the text; own names that are left over are too many. */
static bool same_names(struct deviation *d, const char *kind, const struct quantity text[],
                       unsigned n_text, const struct quantity code[], unsigned n_code,
                       unsigned place[])
{
    for (unsigned i = 0; i < n_text; i++) {
        place[i] = quantity_index(code, n_code, text[i].name);
        snprintf(d->what, sizeof d->what, "%s %.60s", kind, text[i].name);
        if (place[i] == n_code)
            return deviates(d,
                            "the implementation has no %s, which the text has: %u by the text, "
                            "%u by the implementation",
                            d->what, n_text, n_code);
    }
    for (unsigned i = 0; i < n_code; i++) {
        snprintf(d->what, sizeof d->what, "%s %.60s", kind, code[i].name);
        if (quantity_index(text, n_text, code[i].name) == n_text)
            return deviates(d,
                            "the implementation has a %s, which the text has not: %u by the "
                            "text, %u by the implementation",
                            d->what, n_text, n_code);
    }
    return true;
}

/* Exponents of a unit may be a whole parameter. */
static int named_n(void *context, const char *name, size_t n)
{
    const struct model *model = *(const struct model **)context;
    for (unsigned i = 0; i < model->n_params; i++)
        if (strlen(model->params[i].name) == n && strncmp(model->params[i].name, name, n) == 0)
            return (int)i;
    return -1;
}

/* Reads a unit of a table, "N s/m". Returns false when it cannot be read. */
static bool read_unit(const struct model *model, const char *unit, struct unit *read)
{
    char modelica[UNIT_TEXT];
    size_t n = 0;
    for (const char *c = unit; *c && n + 1 < sizeof modelica; c++)
        if (*c != '^' || !strchr("-0123456789", c[1])) /* whole exponents stand without ^ */
            modelica[n++] = *c == ' ' || *c == '*' ? '.' : *c;
    modelica[n] = '\0';
    return unit_read(modelica, named_n, &model, read) == NULL;
}

static bool same_unit(struct deviation *d, const struct model *text, const char *kind,
                      const struct quantity *by_text, const struct quantity *by_code)
{
    struct unit a, b;
    if (strcmp(by_text->unit, by_code->unit) == 0 || !*by_code->unit)
        return true;
    snprintf(d->what, sizeof d->what, "unit of %s %.60s", kind, by_text->name);
    if (!read_unit(text, by_code->unit, &b))
        return deviates(d,
                        "%s is %s by the text, %s by the implementation, which is no unit that "
                        "is known",
                        d->what, by_text->unit, by_code->unit);
    return (read_unit(text, by_text->unit, &a) && unit_equal(&a, &b)) ||
           deviates(d, "%s is %s by the text, %s by the implementation", d->what, by_text->unit,
                    by_code->unit);
}

static bool same_parameter(struct deviation *d, const struct model *text, const struct model *code,
                           unsigned i, unsigned k)
{
    const struct quantity *a = &text->params[i], *b = &code->params[k];
    snprintf(d->what, sizeof d->what, "parameter %.60s", a->name);
    if (model_param_is_whole(text, i) != model_param_is_whole(code, k))
        return deviates(d, "%s is %s by the text, %s by the implementation", d->what,
                        model_param_is_whole(text, i) ? "a whole number" : "any number",
                        model_param_is_whole(code, k) ? "a whole number" : "any number");
    return same_number(d, a->value, b->value, a->unit, "default of %.60s", a->name) &&
           same_number(d, a->lo, b->lo, a->unit, "lower end of the range of %.60s", a->name) &&
           same_number(d, a->hi, b->hi, a->unit, "upper end of the range of %.60s", a->name) &&
           same_unit(d, text, "parameter", a, b);
}

/* Events change states and memory: without them the law is another one. */
static bool same_events(struct deviation *d, const struct model *text, const struct model *code,
                        bool is_unit)
{
    snprintf(d->what, sizeof d->what, "number of guards");
    return (text->n_guards > 0) == (code->n_guards > 0) || (is_unit && text->n_guards == 0) ||
           same_number(d, text->n_guards, code->n_guards, "", "%s", "number of guards");
}

bool PREC(deviation_tables)(const struct model *text, const struct model *code, bool is_unit,
                            struct names *names, struct deviation *d)
{
    bool same = same_names(d, "parameter", text->params, text->n_params, code->params,
                           code->n_params, names->param) &&
                same_names(d, "state", text->states, text->n_states, code->states, code->n_states,
                           names->state);
    for (unsigned i = 0; same && i < text->n_params; i++)
        same = same_parameter(d, text, code, i, names->param[i]);
    for (unsigned i = 0; same && i < text->n_states; i++) {
        names->same[i] = i;
        same = same_unit(d, text, "state", &text->states[i], &code->states[names->state[i]]);
    }
    return same && same_number(d, text->speed_max, code->speed_max, "m/s", "%s", "largest speed") &&
           same_events(d, text, code, is_unit);
}
