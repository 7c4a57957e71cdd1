/* Computes with units (units.h). */
#include "models/language/units.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    KG = UNIT_KILOGRAM,
    M = UNIT_METRE,
    S = UNIT_SECOND,
    A,
    K,
    MOL,
    CD,
    MOST = 100 * UNIT_PARTS
};

const struct unit unit_one = { .parameter = -1 };

static const char *const bases[UNIT_BASES] = { "kg", "m", "s", "A", "K", "mol", "cd" };

/* Units that are products of base units; SI without prefixes. */
static const struct {
    const char *name;
    signed char exponent[UNIT_BASES];
} known[] = {
    { "kg", { [KG] = 1 } },
    { "m", { [M] = 1 } },
    { "s", { [S] = 1 } },
    { "A", { [A] = 1 } },
    { "K", { [K] = 1 } },
    { "mol", { [MOL] = 1 } },
    { "cd", { [CD] = 1 } },
    { "rad", { 0 } },
    { "Hz", { [S] = -1 } },
    { "N", { [KG] = 1, [M] = 1, [S] = -2 } },
    { "J", { [KG] = 1, [M] = 2, [S] = -2 } },
    { "W", { [KG] = 1, [M] = 2, [S] = -3 } },
    { "Pa", { [KG] = 1, [M] = -1, [S] = -2 } },
    { "C", { [S] = 1, [A] = 1 } },
    { "V", { [KG] = 1, [M] = 2, [S] = -3, [A] = -1 } },
    { "Ohm", { [KG] = 1, [M] = 2, [S] = -3, [A] = -2 } },
};

static bool within(const struct unit *u)
{
    for (int i = 0; i < UNIT_BASES; i++)
        if (abs(u->whole[i]) > MOST || abs(u->times[i]) > MOST)
            return false;
    return true;
}

/* Forgets a parameter that has cancelled. */
static void settle(struct unit *u)
{
    bool used = false;
    for (int i = 0; i < UNIT_BASES; i++)
        used |= u->times[i] != 0;
    if (!used)
        u->parameter = -1;
}

static bool combine(const struct unit *a, const struct unit *b, int sign, struct unit *c)
{
    if (a->parameter >= 0 && b->parameter >= 0 && a->parameter != b->parameter)
        return false;
    struct unit u = { .parameter = a->parameter >= 0 ? a->parameter : b->parameter,
                      .is_any = a->is_any || (sign > 0 && b->is_any) };
    for (int i = 0; i < UNIT_BASES; i++) {
        u.whole[i] = a->whole[i] + sign * b->whole[i];
        u.times[i] = a->times[i] + sign * b->times[i];
    }
    settle(&u);
    *c = u;
    return within(c);
}

bool unit_product(const struct unit *a, const struct unit *b, struct unit *product)
{
    return combine(a, b, 1, product);
}

bool unit_quotient(const struct unit *a, const struct unit *b, struct unit *quotient)
{
    return combine(a, b, -1, quotient);
}

bool unit_equal(const struct unit *a, const struct unit *b)
{
    struct unit ratio;
    if (a->is_any || b->is_any)
        return true;
    if (!unit_quotient(a, b, &ratio))
        return false;
    for (int i = 0; i < UNIT_BASES; i++)
        if (ratio.whole[i] != 0 || ratio.times[i] != 0)
            return false;
    return true;
}

bool unit_power(const struct unit *a, long p, long q, struct unit *power)
{
    if (labs(p) > MOST || q > MOST)
        return false;
    struct unit u = *a;
    for (int i = 0; i < UNIT_BASES; i++) {
        if (u.whole[i] * p % q != 0 || u.times[i] * p % q != 0)
            return false;
        u.whole[i] = (int)(u.whole[i] * p / q);
        u.times[i] = (int)(u.times[i] * p / q);
    }
    settle(&u);
    *power = u;
    return within(power);
}

bool unit_power_of(const struct unit *a, int parameter, struct unit *power)
{
    struct unit u = *a;
    if (a->parameter >= 0)
        return false;
    u.parameter = parameter;
    memcpy(u.times, a->whole, sizeof u.times);
    memset(u.whole, 0, sizeof u.whole);
    settle(&u);
    *power = u;
    return true;
}

bool unit_root_of(const struct unit *a, int parameter, struct unit *root)
{
    struct unit u = *a;
    for (int i = 0; i < UNIT_BASES; i++)
        if (a->whole[i] != 0)
            return false;
    if (a->parameter >= 0 && a->parameter != parameter)
        return false;
    u.parameter = -1;
    memcpy(u.whole, a->times, sizeof u.whole);
    memset(u.times, 0, sizeof u.times);
    *root = u;
    return true;
}

static const char *read_factor(const char **text, unit_parameter *find, void *context,
                               struct unit *unit)
{
    const char *name = *text;
    size_t n = 0;
    *unit = unit_one;
    while (isalpha((unsigned char)name[n]))
        n++;
    *text = name + n;
    if (n == 0 && *name == '1') {
        (*text)++;
        return NULL;
    }
    size_t i = 0;
    while (i < sizeof known / sizeof *known &&
           (strlen(known[i].name) != n || strncmp(known[i].name, name, n) != 0))
        i++;
    if (i == sizeof known / sizeof *known)
        return "SI units without prefixes are known: m, kg, s, N, J, W, Pa, Hz, rad, ...";
    for (int k = 0; k < UNIT_BASES; k++)
        unit->whole[k] = UNIT_PARTS * known[i].exponent[k];
    if (**text == '^') {
        const char *parameter = ++*text;
        while (isalnum((unsigned char)**text) || **text == '_')
            (*text)++;
        const int index = find ? find(context, parameter, (size_t)(*text - parameter)) : -1;
        if (index < 0 || !unit_power_of(unit, index, unit))
            return "an exponent is a whole number, or ^ and a whole parameter";
        return NULL;
    }
    if (**text == '-' || isdigit((unsigned char)**text)) {
        char *end;
        const long exponent = strtol(*text, &end, 10);
        if (end == *text || labs(exponent) > 9 || !unit_power(unit, exponent, 1, unit))
            return "an exponent has one digit";
        *text = end;
    }
    return NULL;
}

/* Reads factors with dots between them. */
static const char *read_product(const char **text, unit_parameter *find, void *context,
                                struct unit *unit)
{
    const char *wrong = read_factor(text, find, context, unit);
    while (!wrong && **text == '.') {
        struct unit factor;
        (*text)++;
        wrong = read_factor(text, find, context, &factor);
        if (!wrong && !unit_product(unit, &factor, unit))
            wrong = "its exponents have two parameters";
    }
    return wrong;
}

const char *unit_read(const char *text, unit_parameter *find, void *context, struct unit *unit)
{
    const char *wrong = read_product(&text, find, context, unit);
    if (!wrong && *text == '/') {
        struct unit below;
        const bool many = *++text == '(';
        text += many;
        wrong = (many ? read_product : read_factor)(&text, find, context, &below);
        if (!wrong && many && *text++ != ')')
            wrong = "')' is missing";
        if (!wrong && !unit_quotient(unit, &below, unit))
            wrong = "its exponents have two parameters";
    }
    return wrong || *text == '\0' ? wrong : "expected a unit like \"N.s/m\"";
}

static int common_divisor(int a, int b) { return b == 0 ? a : common_divisor(b, a % b); }

/* Writes the factors whose exponents have that sign. */
static size_t write_side(const struct unit *u, const char *parameter, int sign, char text[],
                         size_t used)
{
    bool first = true;
    for (int i = 0; i < UNIT_BASES; i++) {
        const int whole = sign * u->whole[i], times = sign * u->times[i];
        if (whole < 0 || times < 0 || (whole == 0 && times == 0))
            continue;
        used += (size_t)snprintf(text + used, UNIT_TEXT - used, "%s%s", first ? "" : ".", bases[i]);
        first = false;
        if (times > 0)
            used += (size_t)snprintf(text + used, UNIT_TEXT - used, "^%s", parameter);
        else if (whole % UNIT_PARTS != 0) {
            const int common = common_divisor(whole, UNIT_PARTS);
            used += (size_t)snprintf(text + used, UNIT_TEXT - used, "^(%d/%d)", whole / common,
                                     UNIT_PARTS / common);
        } else if (whole != UNIT_PARTS)
            used += (size_t)snprintf(text + used, UNIT_TEXT - used, "%d", whole / UNIT_PARTS);
    }
    return used;
}

void unit_write(const struct unit *u, const char *parameter, char text[UNIT_TEXT])
{
    char below[UNIT_TEXT];
    size_t used = write_side(u, parameter, 1, text, 0);
    if (used == 0)
        used = (size_t)snprintf(text, UNIT_TEXT, "1");
    if (write_side(u, parameter, -1, below, 0) > 0 && used < UNIT_TEXT)
        snprintf(text + used, UNIT_TEXT - used, strchr(below, '.') ? "/(%s)" : "/%s", below);
}
