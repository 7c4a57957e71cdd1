/* The report's directory: the page, and in data/ what it is drawn from, file by file, so that an
 * interrupted report goes on where it stopped.
 */
#ifndef BRISTLE_BENCHMARKS_REPORTING_STORE_H
#define BRISTLE_BENCHMARKS_REPORTING_STORE_H

#include <stdbool.h>
#include <stddef.h>

/* Beside a file of data an unfinished report keeps its mark, .NAME.done, which names the program
 * and the options that made it. */
struct store {
    char directory[4096];
    char key[32];
};

/* Makes the directory where it is missing. fresh: forgets what an unfinished report left. A
 * relative path means the caller's directory. A failure is one line, exit 2. */
void store_open(struct store *store, const char *directory, bool quick, bool fresh);

/* Whether this program wrote that file of data, with these options, in a report that did not come
 * to its end. */
bool store_has(const struct store *store, const char *name);

/* Writes a file of data, whole or not at all, and its mark. */
void store_put(const struct store *store, const char *name, const char *text);

/* The text of a file of data, to be freed; NULL: there is none. */
char *store_get(const struct store *store, const char *name);

/* The path of a file in the directory, outside data/. */
void store_path(const struct store *store, const char *name, char path[4200]);

/* The report is complete: the next one begins anew. */
void store_finish(const struct store *store);

#endif
