/* The report's directory: the page, and in data/ the files that it is drawn from, so that an
 * interrupted report continues where it stopped. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_STORE_H
#define BRISTLE_BENCHMARKS_SECTIONS_STORE_H

#include <stdbool.h>
#include <stddef.h>

/* An unfinished report keeps a mark, .NAME.done, beside each file of data: the mark names the
 * program and the options that made the file. */
struct store {
    char directory[4096];
    const char *place; /* within data/: "", or a folder with a slash behind it */
    char key[32];
};

/* Opens the directory, and makes it and the place if missing. fresh: discards what an unfinished
 * report left. A relative path means the caller's directory. Ends the program with one line, exit
 * 2, on failure. */
void store_open(struct store *store, const char *directory, const char *place, bool quick,
                bool fresh);

/* Returns true when this program, with these options, wrote that file of data in an unfinished
 * report. */
bool store_has(const struct store *store, const char *name);

/* Writes a file of data, whole or not at all, and its mark. */
void store_put(const struct store *store, const char *name, const char *text);

/* Writes a file of data that is drawn, not computed: it has no mark. */
void store_put_data(const struct store *store, const char *name, const char *text);

/* Returns true when there is a file of data of that name, whoever wrote it. */
bool store_has_file(const struct store *store, const char *name);

/* Returns the text of a file of data, to be freed, or NULL. */
char *store_get(const struct store *store, const char *name);

/* Writes the path of a file in the directory, outside data/. */
void store_path(const struct store *store, const char *name, char path[4200]);

/* Removes the marks: the next report starts again. */
void store_finish(const struct store *store);

/* Removes a place other than "" with all that is in it. */
void store_remove(const struct store *store);

#endif
