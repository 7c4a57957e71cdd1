/* Reads units: names, prefixes, powers (log_units.h). */
#include "reference/logs/log_units.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Units by name. Signs are in UTF-8 and, with one byte, in Latin-1. */
static const struct unit_name {
    const char *name;
    struct log_unit unit;
    bool takes_prefix;
} names[] = {
    { "m", { 1, { [LOG_M] = 1 } }, true },
    { "s", { 1, { [LOG_S] = 1 } }, true },
    { "sec", { 1, { [LOG_S] = 1 } }, false },
    { "min", { 60, { [LOG_S] = 1 } }, false },
    { "h", { 3600, { [LOG_S] = 1 } }, false },
    { "in", { 0.0254, { [LOG_M] = 1 } }, false },
    { "g", { 1e-3, { [LOG_KG] = 1 } }, true },
    { "N", { 1, { [LOG_M] = 1, [LOG_S] = -2, [LOG_KG] = 1 } }, true },
    { "Nm", { 1, { [LOG_M] = 2, [LOG_S] = -2, [LOG_KG] = 1 } }, true },
    { "Ncm", { 1e-2, { [LOG_M] = 2, [LOG_S] = -2, [LOG_KG] = 1 } }, false },
    { "Nmm", { 1e-3, { [LOG_M] = 2, [LOG_S] = -2, [LOG_KG] = 1 } }, false },
    { "rad", { 1, { [LOG_RAD] = 1 } }, true },
    { "rev", { 2 * pi, { [LOG_RAD] = 1 } }, false },
    { "rpm", { 2 * pi / 60, { [LOG_S] = -1, [LOG_RAD] = 1 } }, false },
    { "deg", { pi / 180, { [LOG_RAD] = 1 } }, true },
    { "\xc2\xb0", { pi / 180, { [LOG_RAD] = 1 } }, false },
    { "\xb0", { pi / 180, { [LOG_RAD] = 1 } }, false },
    { "1", { 1, { 0 } }, false },
};

static const struct prefix {
    const char *name;
    double scale;
} prefixes[] = { { "G", 1e9 },  { "M", 1e6 },         { "k", 1e3 },         { "c", 1e-2 },
                 { "m", 1e-3 }, { "\xc2\xb5", 1e-6 }, { "\xce\xbc", 1e-6 }, { "\xb5", 1e-6 },
                 { "u", 1e-6 }, { "n", 1e-9 },        { "p", 1e-12 } };

static const char *const products[] = { " ", ".", "*", "\xc2\xb7", "\xe2\x8b\x85", "\xb7", "-" };

/* Returns how long the sign of a product is with which the text begins, or 0. */
static size_t product_at(const char *text)
{
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        if (strncmp(text, products[i], strlen(products[i])) == 0)
            return strlen(products[i]);
    return 0;
}

/* Finds the name of a unit without a prefix, of n bytes. */
static const struct unit_name *find(const char *text, size_t n)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strlen(names[i].name) == n && strncmp(text, names[i].name, n) == 0)
            return &names[i];
    return NULL;
}

/* Reads a name of n bytes. Whole names come first: "min" is no milli-inch, "m" no prefix. */
static bool read_name(const char *text, size_t n, struct log_unit *unit)
{
    const struct unit_name *found = find(text, n);
    if (found) {
        *unit = found->unit;
        return true;
    }
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const size_t length = strlen(prefixes[i].name);
        if (n <= length || strncmp(text, prefixes[i].name, length) != 0)
            continue;
        found = find(text + length, n - length);
        if (!found || !found->takes_prefix)
            continue;
        *unit = found->unit;
        unit->scale *= prefixes[i].scale;
        return true;
    }
    return false;
}

/* Reads "^2", "^-1", "-1", "2" or a raised 2, 3 or -1; without any, 1. */
static const char *read_power(const char *c, int *power)
{
    static const struct {
        const char *sign;
        int power;
    } raised[] = { { "\xc2\xb2", 2 },
                   { "\xc2\xb3", 3 },
                   { "\xe2\x81\xbb\xc2\xb9", -1 },
                   { "\xe2\x81\xbb\xc2\xb2", -2 } };
    *power = 1;
    for (size_t i = 0; i < sizeof raised / sizeof *raised; i++)
        if (strncmp(c, raised[i].sign, strlen(raised[i].sign)) == 0) {
            *power = raised[i].power;
            return c + strlen(raised[i].sign);
        }
    const char *digit = c + (*c == '^');
    const bool is_down = *digit == '-';
    digit += *digit == '-' || *digit == '+';
    if (*digit < '1' || *digit > '9')
        return c;
    *power = is_down ? -(*digit - '0') : *digit - '0';
    return digit + 1;
}

/* Reads a unit with its power at c. Returns what follows, or NULL. */
static const char *read_factor(const char *c, int sign, struct log_unit *unit)
{
    struct log_unit factor;
    size_t n = 0;
    int power;
    while (c[n] && !strchr("/^-+23456789", c[n]) && product_at(c + n) == 0 &&
           strncmp(c + n, "\xc2\xb2", 2) != 0 && strncmp(c + n, "\xc2\xb3", 2) != 0 &&
           strncmp(c + n, "\xe2\x81\xbb", 3) != 0)
        n++;
    if (!read_name(c, n, &factor))
        return NULL;
    c = read_power(c + n, &power);
    power *= sign;
    unit->scale *= pow(factor.scale, power);
    for (int i = 0; i < LOG_BASES; i++)
        unit->power[i] += power * factor.power[i];
    return c;
}

static const char *skip_blanks(const char *c)
{
    while (*c == ' ')
        c++;
    return c;
}

bool log_unit_read(const char *text, struct log_unit *unit)
{
    enum { MOST_FACTORS = 16 };
    const char *c = skip_blanks(text);
    int sign = 1;
    *unit = (struct log_unit){ .scale = 1 };
    for (int i = 0; i < MOST_FACTORS; i++) {
        c = read_factor(c, sign, unit);
        if (!c)
            return false;
        const char *next = skip_blanks(c);
        if (!*next)
            return isfinite(unit->scale) && unit->scale > 0;
        const size_t product = product_at(next);
        if (*next == '/')
            next++;
        else if (product > 0)
            next += product;
        else if (next == c)
            return false;
        sign = next > c && next[-1] == '/' ? -1 : 1;
        c = skip_blanks(next);
    }
    return false;
}
