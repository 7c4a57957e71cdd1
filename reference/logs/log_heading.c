/* Reads names and units, in one line or two (log_heading.h). */
#include "reference/logs/log_heading.h"

#include <stdlib.h>
#include <string.h>

#include "reference/logs/log_choose.h"
#include "reference/logs/log_number.h"
#include "tools/base/memory.h"

/* Removes brackets around a unit that stands alone. */
static char *bare_unit(const char *cell)
{
    const size_t n = strlen(cell);
    const bool has_brackets =
        n >= 2 && ((*cell == '[' && cell[n - 1] == ']') || (*cell == '(' && cell[n - 1] == ')'));
    return has_brackets ? memory_text("%.*s", (int)(n - 2), cell + 1) : memory_text("%s", cell);
}

static bool is_unit(const char *cell)
{
    struct log_unit unit;
    char *text = bare_unit(cell);
    const bool is = log_unit_read(text, &unit);
    free(text);
    return is;
}

/* Returns true when the source's line has units, or what is meant as such, in the place of numbers:
 * of each column that is read. */
static bool is_unit_line(const struct log_choice *c)
{
    char mark = 0;
    double value;
    bool has_text = false;
    if (c->s->n_cells != c->h->n_cells)
        return false;
    for (enum log_quantity q = 0; q < LOG_QUANTITIES; q++) {
        const char *cell = log_is_chosen(c, q) ? c->s->cells[c->h->place[q]] : "";
        if (!*cell)
            continue;
        if (log_number(cell, &mark, &value) != LOG_NUMBER_TEXT || (c->unit[q] && !is_unit(cell)))
            return false;
        has_text = true;
    }
    return has_text;
}

/* Takes the units that the heading has not from the line below, if it is one of units. */
static bool read_second_line(struct log_choice *c)
{
    const enum log_line line = log_next(c->s);
    if (line == LOG_LINE_BAD)
        return false;
    c->h->has_row = line == LOG_LINE_READ && !is_unit_line(c);
    for (enum log_quantity q = 0; q < LOG_QUANTITIES; q++) {
        if (line == LOG_LINE_NONE || c->h->has_row || !log_is_chosen(c, q) || c->unit[q])
            continue;
        const char *cell = c->s->cells[c->h->place[q]];
        c->unit[q] = *cell ? bare_unit(cell) : NULL;
    }
    return true;
}

/* Reads the unit of a quantity; *angular is the first that is of lengths or of angles. */
static bool read_unit(struct log_choice *c, enum log_quantity q, enum log_quantity *decided)
{
    const struct log_quantity_words *words = &log_quantities[q];
    const char *name = c->h->cells[c->h->place[q]], *text = c->unit[q];
    struct log_unit unit;
    struct log_label label = log_label_read(name, q);
    bool is_angular = c->h->is_angular, good = false;
    if (!text || !*text)
        log_refuse(c->s,
                   "column '%.60s' has no unit, expected %s: write '%.60s [%.*s]' in the heading, "
                   "or columns '%s=%.60s [%.*s]'",
                   name, words->units, label.name, (int)strcspn(words->units, " ,"), words->units,
                   words->key, label.name, (int)strcspn(words->units, " ,"), words->units);
    else if (!log_unit_read(text, &unit) || !log_unit_fits(q, &unit, &is_angular))
        log_refuse(c->s,
                   "column '%.60s': '%.40s' is no unit of %s, expected %s; columns '%s=NAME "
                   "[UNIT]' takes another unit or column, '%s=' none",
                   name, text, words->meaning, words->units, words->key, words->key);
    else if (q != LOG_T && *decided != LOG_T && is_angular != c->h->is_angular)
        log_refuse(c->s,
                   "'%.60s' is of %s and '%.60s' of %s: expected m, m/s and N, or rad, rad/s and "
                   "N m",
                   c->h->cells[c->h->place[*decided]], is_angular ? "lengths" : "angles", name,
                   is_angular ? "angles" : "lengths");
    else
        good = true;
    log_label_free(&label);
    if (!good)
        return false;
    c->h->scale[q] = unit.scale;
    c->h->is_angular = is_angular;
    *decided = q;
    return true;
}

static bool read_units(struct log_choice *c)
{
    enum log_quantity decided = LOG_T;
    const size_t line = c->s->line;
    c->s->line = c->line;
    for (enum log_quantity q = 0; q < LOG_QUANTITIES; q++)
        if (log_is_chosen(c, q) && !read_unit(c, q, &decided))
            return false;
    c->s->line = line;
    return true;
}

/* Takes the names of the columns; numbers are none. */
static bool take_names(struct log_choice *c)
{
    struct log_heading *h = c->h;
    bool has_name = false;
    char mark = 0;
    double value;
    h->n_cells = c->s->n_cells;
    h->cells = memory_array(h->n_cells, sizeof *h->cells);
    for (size_t i = 0; i < h->n_cells; i++) {
        h->cells[i] = memory_text("%s", c->s->cells[i]);
        has_name |= log_number(h->cells[i], &mark, &value) == LOG_NUMBER_TEXT;
    }
    if (!has_name)
        return log_refuse(c->s, "found numbers, expected a heading with names and units, such as "
                                "'t [s],x [m],F [N]'");
    if (h->n_cells < 3)
        return log_refuse(c->s,
                          "found '%.60s', expected a heading of three columns or more, separated "
                          "by commas, semicolons, tabs or blanks, such as 't [s],x [m],F [N]'",
                          h->cells[0]);
    return true;
}

bool log_heading_read(struct log_source *s, const char *columns, struct log_heading *heading)
{
    struct log_choice c = { .s = s, .h = heading };
    *heading = (struct log_heading){ .cells = NULL };
    if (!log_columns_read(s, columns, &c.asked)) {
        log_columns_end(&c.asked);
        return false;
    }
    const enum log_line line = log_next(s);
    if (line == LOG_LINE_NONE) {
        s->line = 0;
        log_refuse(s, "is empty, expected CSV with a heading such as 't [s],x [m],F [N]'");
    }
    c.line = s->line;
    const bool good = line == LOG_LINE_READ && take_names(&c) && log_choose(&c) &&
                      read_second_line(&c) && read_units(&c);
    for (int q = 0; q < LOG_QUANTITIES; q++)
        free(c.unit[q]);
    log_columns_end(&c.asked);
    return good;
}

void log_heading_end(struct log_heading *heading)
{
    for (size_t i = 0; heading->cells && i < heading->n_cells; i++)
        free(heading->cells[i]);
    free(heading->cells);
}
