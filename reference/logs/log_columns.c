/* Reads which columns are asked for (log_columns.h). */
#include "reference/logs/log_columns.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/memory.h"

/* Returns the comma or the end behind which the next entry begins: names may have commas, and an
 * entry has "=". */
static char *entry_end(char *entry)
{
    char *comma = strchr(entry, ',');
    for (; comma; comma = strchr(comma + 1, ',')) {
        const size_t next = strcspn(comma + 1, ",=");
        if (comma[1 + next] == '=')
            return comma;
    }
    return entry + strlen(entry);
}

static bool read_entry(const struct log_source *s, char *entry, struct log_columns *columns)
{
    char *name = strchr(entry, '=');
    if (!name)
        return log_refuse(s,
                          "columns: found '%.40s', expected NAME=COLUMN with one of t, x, v, F "
                          "and u as the name, such as 'F=Load cell [N]'",
                          entry);
    *name++ = '\0';
    while (*entry == ' ')
        entry++;
    for (size_t n = strlen(entry); n > 0 && entry[n - 1] == ' ';)
        entry[--n] = '\0';
    for (enum log_quantity q = 0; q < LOG_QUANTITIES; q++) {
        if (!log_is_called(q, entry))
            continue;
        if (columns->text[q])
            return log_refuse(s, "columns: %s is given twice", log_quantities[q].key);
        while (*name == ' ')
            name++;
        columns->text[q] = memory_text("%s", name);
        return true;
    }
    return log_refuse(s, "columns: found '%.40s', expected one of t, x, v, F and u before '='",
                      entry);
}

bool log_columns_read(const struct log_source *s, const char *text, struct log_columns *columns)
{
    *columns = (struct log_columns){ .text = { NULL } };
    char *copy = memory_text("%s", text ? text : "");
    bool good = true;
    for (char *entry = copy; good && *entry;) {
        char *end = entry_end(entry);
        char *const next = *end ? end + 1 : end;
        *end = '\0';
        good = read_entry(s, entry, columns);
        entry = next;
    }
    free(copy);
    return good;
}

void log_columns_end(struct log_columns *columns)
{
    for (int q = 0; q < LOG_QUANTITIES; q++)
        free(columns->text[q]);
}
