/* Chooses columns by what is asked for, or by what they are called (log_choose.h). */
#include "reference/logs/log_choose.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"
#include "tools/base/near.h"

enum { LIST = 200 };

/* Writes the names of the columns, as many as there is room for; returns list. */
static const char *list_columns(const struct log_heading *h, char list[LIST])
{
    size_t n = 0;
    *list = '\0';
    for (size_t i = 0; i < h->n_cells; i++) {
        const size_t length = strlen(h->cells[i]);
        if (n + length + 8 > LIST) {
            snprintf(list + n, LIST - n, ", ...");
            break;
        }
        n += (size_t)snprintf(list + n, LIST - n, "%s'%s'", i > 0 ? ", " : "", h->cells[i]);
    }
    return list;
}

/* Returns true when column i is the one of that name: as a whole, or without its unit. */
static bool is_named(const struct log_choice *c, enum log_quantity q, size_t i, const char *name,
                     bool is_whole)
{
    if (is_whole)
        return log_same_name(c->h->cells[i], name);
    struct log_label own = log_label_read(c->h->cells[i], q);
    const bool is_same = name ? log_same_name(own.name, name) : log_is_called(q, own.name);
    log_label_free(&own);
    return is_same;
}

/* Returns true when the unit in the heading, if there is one, may be the quantity's. */
static bool may_be(const struct log_choice *c, enum log_quantity q, size_t i)
{
    struct log_label own = log_label_read(c->h->cells[i], q);
    struct log_unit unit;
    bool is_angular;
    const bool may =
        !own.unit || (log_unit_read(own.unit, &unit) && log_unit_fits(q, &unit, &is_angular));
    log_label_free(&own);
    return may;
}

/* Counts the columns of that name (NULL: any name of the quantity); *first and *second are the
 * first two. Among several, those whose unit cannot be the quantity's do not count. */
static size_t count(const struct log_choice *c, enum log_quantity q, const char *name,
                    bool is_whole, size_t *first, size_t *second)
{
    size_t n = 0, n_fit = 0, all[2] = { 0, 0 }, fit[2] = { 0, 0 };
    for (size_t i = 0; i < c->h->n_cells; i++) {
        if (!is_named(c, q, i, name, is_whole))
            continue;
        if (n < 2)
            all[n] = i;
        n++;
        if (!may_be(c, q, i))
            continue;
        if (n_fit < 2)
            fit[n_fit] = i;
        n_fit++;
    }
    const bool by_unit = n > 1 && n_fit > 0;
    *first = by_unit ? fit[0] : all[0];
    *second = by_unit ? fit[1] : all[1];
    return by_unit ? n_fit : n;
}

static char *lower_case(const char *text)
{
    char *lower = memory_text("%s", text);
    for (char *c = lower; *c; c++)
        *c = (char)tolower((unsigned char)*c);
    return lower;
}

static bool refuse_unknown(const struct log_choice *c, enum log_quantity q, const char *name)
{
    char hint[NEAR_HINT], list[LIST], *word = lower_case(name);
    struct near near = { .word = word };
    for (size_t i = 0; i < c->h->n_cells; i++) {
        struct log_label own = log_label_read(c->h->cells[i], q);
        char *lower = lower_case(own.name);
        near_try(&near, lower);
        if (near.name == lower)
            near.name = c->h->cells[i];
        free(lower);
        log_label_free(&own);
    }
    log_refuse(c->s, "columns: there is no column '%.60s'%s; the columns are %s", name,
               near_hint(&near, hint), list_columns(c->h, list));
    free(word);
    return false;
}

static bool refuse_several(const struct log_choice *c, enum log_quantity q, size_t first,
                           size_t second)
{
    const struct log_quantity_words *words = &log_quantities[q];
    return log_refuse(c->s,
                      "both '%.60s' and '%.60s' may be %s: say which one is, by columns "
                      "'%s=NAME [UNIT]', and give them different names",
                      c->h->cells[first], c->h->cells[second], words->meaning, words->key);
}

/* Finds the column that is asked for. */
static bool choose_asked(struct log_choice *c, enum log_quantity q)
{
    const char *asked = c->asked.text[q];
    size_t first, second;
    struct log_label label = log_label_read(asked, q);
    size_t n = count(c, q, asked, true, &first, &second);
    if (n == 0)
        n = count(c, q, asked, false, &first, &second);
    if (n == 0)
        n = count(c, q, label.name, true, &first, &second);
    if (n == 0)
        n = count(c, q, label.name, false, &first, &second);
    bool good = n == 1;
    if (n == 0)
        refuse_unknown(c, q, label.name);
    else if (n > 1)
        refuse_several(c, q, first, second);
    else
        c->h->place[q] = first;
    if (good && label.unit)
        c->unit[q] = memory_text("%s", label.unit);
    log_label_free(&label);
    return good;
}

/* Finds the column of a quantity, if there is one, and its unit, if the heading has it. */
static bool choose(struct log_choice *c, enum log_quantity q)
{
    const char *asked = c->asked.text[q];
    size_t first = 0, second = 0;
    c->h->place[q] = c->h->n_cells;
    if (asked && !*asked)
        return true;
    if (asked && !choose_asked(c, q))
        return false;
    if (!asked) {
        const size_t n = count(c, q, NULL, false, &first, &second);
        if (n > 1)
            return refuse_several(c, q, first, second);
        if (n == 0)
            return true;
        c->h->place[q] = first;
    }
    struct log_label own = log_label_read(c->h->cells[c->h->place[q]], q);
    if (!c->unit[q] && own.unit)
        c->unit[q] = memory_text("%s", own.unit);
    log_label_free(&own);
    return true;
}

bool log_is_chosen(const struct log_choice *c, enum log_quantity q)
{
    return c->h->place[q] < c->h->n_cells;
}

static bool refuse_missing(const struct log_choice *c, const char *what, const char *example)
{
    char list[LIST];
    return log_refuse(c->s,
                      "there is no column of %s; the columns are %s: name it '%s', or say which "
                      "one is, by columns '%c=NAME [UNIT]'",
                      what, list_columns(c->h, list), example, *example);
}

bool log_choose(struct log_choice *c)
{
    for (enum log_quantity q = 0; q < LOG_QUANTITIES; q++)
        if (!choose(c, q))
            return false;
    if (!log_is_chosen(c, LOG_T))
        return refuse_missing(c, "time", "t [s]");
    if (!log_is_chosen(c, LOG_X) && !log_is_chosen(c, LOG_V))
        return refuse_missing(c, "position or velocity", "x [m]");
    if (!log_is_chosen(c, LOG_F) && !log_is_chosen(c, LOG_U))
        return refuse_missing(c, "friction force or applied force", "F [N]");
    for (enum log_quantity q = 0; q < LOG_QUANTITIES; q++)
        for (enum log_quantity p = 0; p < q; p++)
            if (log_is_chosen(c, q) && c->h->place[p] == c->h->place[q])
                return log_refuse(c->s, "columns: '%.60s' is asked for twice, as %s and as %s",
                                  c->h->cells[c->h->place[q]], log_quantities[p].key,
                                  log_quantities[q].key);
    return true;
}
