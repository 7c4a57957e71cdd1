/* Tells name and unit of a cell apart (log_label.h). */
#include "reference/logs/log_label.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

const struct log_quantity_words log_quantities[LOG_QUANTITIES] = {
    [LOG_T] = { "t",
                "the time",
                "s or ms",
                { "t", "time", "timestamp", "zeit" },
                { { [LOG_S] = 1 }, { [LOG_S] = 1 } } },
    [LOG_X] = { "x",
                "the position",
                "m, mm, rad or deg",
                { "x", "position", "pos", "displacement", "angle", "q" },
                { { [LOG_M] = 1 }, { [LOG_RAD] = 1 } } },
    [LOG_V] = { "v",
                "the velocity",
                "m/s, mm/s, rad/s or rpm",
                { "v", "velocity", "speed" },
                { { [LOG_M] = 1, [LOG_S] = -1 }, { [LOG_RAD] = 1, [LOG_S] = -1 } } },
    [LOG_F] = { "F",
                "the friction force",
                "N or N m",
                { "F", "force", "friction", "friction_force", "torque", "friction_torque" },
                { { [LOG_M] = 1, [LOG_S] = -2, [LOG_KG] = 1 },
                  { [LOG_M] = 2, [LOG_S] = -2, [LOG_KG] = 1 } } },
    [LOG_U] = { "u",
                "the applied force",
                "N or N m",
                { "u", "applied", "applied_force", "input", "motor_force", "applied_torque",
                  "motor_torque" },
                { { [LOG_M] = 1, [LOG_S] = -2, [LOG_KG] = 1 },
                  { [LOG_M] = 2, [LOG_S] = -2, [LOG_KG] = 1 } } },
};

static int folded(char c) { return c == ' ' || c == '-' ? '_' : tolower((unsigned char)c); }

bool log_same_name(const char *a, const char *b)
{
    while (*a && folded(*a) == folded(*b)) {
        a++;
        b++;
    }
    return !*a && !*b;
}

bool log_is_called(enum log_quantity q, const char *name)
{
    for (const char *const *own = log_quantities[q].names; *own; own++)
        if (log_same_name(*own, name))
            return true;
    return false;
}

bool log_unit_fits(enum log_quantity q, const struct log_unit *unit, bool *is_angular)
{
    const int(*power)[LOG_BASES] = log_quantities[q].power;
    const bool fits[] = { memcmp(unit->power, power[0], sizeof unit->power) == 0,
                          memcmp(unit->power, power[1], sizeof unit->power) == 0 };
    if (fits[0] != fits[1])
        *is_angular = fits[1];
    return fits[0] || fits[1];
}

/* Returns the text without the blanks around it, cut in place. */
static char *trimmed(char *text)
{
    while (*text == ' ')
        text++;
    size_t n = strlen(text);
    while (n > 0 && text[n - 1] == ' ')
        text[--n] = '\0';
    return text;
}

/* Cuts "v [m/s]", "v (m/s)" and "v/(m/s)" at the bracket. */
static bool cut_bracket(struct log_label *l)
{
    const size_t n = strlen(l->name);
    const char close = n > 0 ? l->name[n - 1] : '\0';
    char *open = close == ']' ? strrchr(l->name, '[') : close == ')' ? strrchr(l->name, '(') : NULL;
    if (!open)
        return false;
    l->name[n - 1] = '\0';
    *open = '\0';
    l->unit = trimmed(open + 1);
    trimmed(l->name);
    const size_t left = strlen(l->name);
    if (left > 0 && l->name[left - 1] == '/')
        l->name[left - 1] = '\0';
    trimmed(l->name);
    return true;
}

/* Cuts at the first of the signs behind which there is a unit; with fits, one of the quantity. */
static bool cut_sign(struct log_label *l, const char *signs, enum log_quantity q, bool fits)
{
    struct log_unit unit;
    bool is_angular;
    for (char *c = strpbrk(l->name, signs); c; c = strpbrk(c + 1, signs)) {
        if (!log_unit_read(c + 1, &unit) || (fits && !log_unit_fits(q, &unit, &is_angular)))
            continue;
        *c = '\0';
        l->unit = trimmed(c + 1);
        trimmed(l->name);
        return true;
    }
    return false;
}

struct log_label log_label_read(const char *cell, enum log_quantity q)
{
    struct log_label l = { .name = memory_text("%s", cell) };
    char *begin = trimmed(l.name);
    memmove(l.name, begin, strlen(begin) + 1);
    if (!cut_bracket(&l) && !cut_sign(&l, ",", q, false) && !cut_sign(&l, "_ ", q, true))
        cut_sign(&l, "/", q, false);
    return l;
}

void log_label_free(struct log_label *label)
{
    free(label->name);
    *label = (struct log_label){ .name = NULL };
}
