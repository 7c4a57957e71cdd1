#include "benchmarks/microcontrollers/read.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

static bool parse_size(const char *line, struct embedded_cost *row)
{
    int end = 0;
    return sscanf(line, "%31[^,],%31[^,],%3[^,],%" SCNu32 ",%" SCNu32 "\n%n", row->law, row->method,
                  row->precision, &row->flash, &row->ram, &end) == 5 &&
           line[end] == '\0';
}

bool embedded_read_sizes(const char *path, struct embedded_cost **rows, size_t *n_rows,
                         char message[], size_t n)
{
    char line[256];
    size_t room = 0;
    FILE *file = fopen(path, "r");
    *rows = NULL;
    *n_rows = 0;
    if (!file) {
        snprintf(message, n, "%s: %s", path, strerror(errno));
        return false;
    }
    bool right =
        fgets(line, sizeof line, file) && strcmp(line, "law,method,precision,flash,ram\n") == 0;
    while (right && fgets(line, sizeof line, file)) {
        struct embedded_cost row = { 0 };
        right = parse_size(line, &row);
        *rows = memory_grown(*rows, *n_rows, &room, sizeof row);
        (*rows)[(*n_rows)++] = row;
    }
    fclose(file);
    if (right && *n_rows > 0)
        return true;
    snprintf(message, n, "%s: expected lines law,method,precision,flash,ram", path);
    free(*rows);
    *rows = NULL;
    return false;
}

#define SUM "%" SCNu64 ":%" SCNu64 ":%" SCNu64

static bool parse_count(const char *line, struct embedded_count *c)
{
    int known = 0;
    const int fields =
        sscanf(line, "%" SCNx64 " %" SCNu64 " " SUM " " SUM " " SUM " " SUM " %d", &c->entry,
               &c->steps, &c->instructions.min, &c->instructions.sum, &c->instructions.max,
               &c->calls.min, &c->calls.sum, &c->calls.max, &c->lo.min, &c->lo.sum, &c->lo.max,
               &c->hi.min, &c->hi.sum, &c->hi.max, &known);
    c->has_cycles = known == 1;
    return fields == 15;
}

bool embedded_read_counts(const char *path, struct embedded_counts *counts)
{
    char line[512];
    FILE *file = fopen(path, "r");
    counts->n = 0;
    if (!file)
        return false;
    bool right = fgets(line, sizeof line, file) && strncmp(line, "total ", 6) == 0;
    counts->limit = right && strstr(line, " limit") != NULL;
    while (right && fgets(line, sizeof line, file)) {
        right = counts->n < EMBEDDED_COUNTS && parse_count(line, &counts->count[counts->n]);
        counts->n++;
    }
    fclose(file);
    return right;
}

/* Returns the value of a field of a line, which ends at the next blank or the end; NULL: none. */
const char *embedded_field(const char *line, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = strchr(line, ' '); at; at = strchr(at + 1, ' '))
        if (strncmp(at + 1, name, n) == 0 && at[1 + n] == '=')
            return at + n + 2;
    return NULL;
}

static bool is_word(const char *value, const char *word)
{
    const size_t n = strlen(word);
    return value && strncmp(value, word, n) == 0 && (value[n] == ' ' || value[n] == '\0');
}

bool embedded_number(const char *line, const char *name, int base, uint64_t *value)
{
    const char *text = embedded_field(line, name);
    char *end = NULL;
    if (!text)
        return false;
    *value = strtoull(text, &end, base);
    return end > text && (*end == ' ' || *end == '\0');
}

double embedded_value(uint64_t bits, const char *precision)
{
    const uint32_t low = (uint32_t)bits;
    float single;
    double full;
    memcpy(&single, &low, sizeof single);
    memcpy(&full, &bits, sizeof full);
    return strcmp(precision, "f32") == 0 ? (double)single : full;
}

/* Reads the states; a law without states has no such field. */
static bool read_states(const char *line, struct embedded_cost *row)
{
    const char *text = embedded_field(line, "states");
    row->n_states = 0;
    while (text && row->n_states < EMBEDDED_STATES) {
        char *end;
        const uint64_t bits = strtoull(text, &end, 16);
        if (end == text)
            return false;
        row->state_bits[row->n_states] = bits;
        row->states[row->n_states++] = embedded_value(bits, row->precision);
        text = *end == ',' ? end + 1 : NULL;
    }
    return !text;
}

static struct embedded_cost *row_of(const char *line, struct embedded_cost rows[], size_t n)
{
    const char *law = embedded_field(line, "law"), *method = embedded_field(line, "method"),
               *precision = embedded_field(line, "precision");
    for (size_t i = 0; i < n; i++)
        if (is_word(law, rows[i].law) && is_word(method, rows[i].method) &&
            is_word(precision, rows[i].precision))
            return &rows[i];
    return NULL;
}

static struct embedded_range range_of(const struct embedded_sum *sum, uint64_t steps)
{
    return (struct embedded_range){ sum->min, sum->max, (double)sum->sum / (double)steps };
}

/* Returns the counts of the function at that address. */
static const struct embedded_count *count_at(const struct embedded_counts *counts, uint64_t entry)
{
    size_t i = 0;
    while (i < counts->n && counts->count[i].entry != entry)
        i++;
    return i < counts->n ? &counts->count[i] : NULL;
}

/* Reads the counts of a pointer. Pointers to Thumb code are odd, its addresses are even; elsewhere
 * the address is the pointer. */
static bool read_counts_of(const struct embedded_counts *counts, uint64_t pointer,
                           struct embedded_cost *row)
{
    const struct embedded_count *c = count_at(counts, pointer);
    if (!c)
        c = count_at(counts, pointer & ~(uint64_t)1);
    if (!c || c->steps != row->steps)
        return false;
    row->instructions = range_of(&c->instructions, c->steps);
    row->exp_calls = range_of(&c->calls, c->steps);
    row->cycles_lo = range_of(&c->lo, c->steps);
    row->cycles_hi = range_of(&c->hi, c->steps);
    row->has_cycles = c->has_cycles;
    return true;
}

static bool read_kernel(const char *line, const struct embedded_counts *counts,
                        struct embedded_cost rows[], size_t n_rows)
{
    uint64_t entry, stack;
    struct embedded_cost *row = row_of(line, rows, n_rows);
    if (!row || !embedded_number(line, "entry", 16, &entry) ||
        !embedded_number(line, "steps", 10, &row->steps) ||
        !embedded_number(line, "restarts", 10, &row->restarts) ||
        !embedded_number(line, "stack", 10, &stack) ||
        !embedded_number(line, "force", 16, &row->force_bits) || !read_states(line, row) ||
        !read_counts_of(counts, entry, row))
        return false;
    row->stack = (uint32_t)stack;
    row->force = embedded_value(row->force_bits, row->precision);
    row->status = EMBEDDED_OK;
    return true;
}

bool embedded_read_console(const char *path, const struct embedded_counts *counts,
                           struct embedded_cost rows[], size_t n_rows, bool *complete)
{
    char line[1024];
    FILE *file = fopen(path, "r");
    bool right = file != NULL;
    *complete = false;
    /* A line without an end is where the program stopped. */
    while (right && fgets(line, sizeof line, file) && strchr(line, '\n')) {
        line[strcspn(line, "\n")] = '\0';
        if (strncmp(line, "kernel ", 7) == 0)
            right = read_kernel(line, counts, rows, n_rows);
        *complete = strcmp(line, "end") == 0;
    }
    if (file)
        fclose(file);
    return right;
}
