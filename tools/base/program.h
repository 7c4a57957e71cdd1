/* Runs another program, and hears what it says. */
#ifndef BRISTLE_TOOLS_BASE_PROGRAM_H
#define BRISTLE_TOOLS_BASE_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>

/* Runs the program arguments[0], found on the PATH, with its arguments, ended by NULL, for at most
 * `timeout` s. Returns true when it ends with status 0. said[size] receives the beginning of what
 * it prints to stdout and stderr; where it did not run, why. Call before starting threads. */
bool program_succeeds(const char *const arguments[], double timeout, char said[], size_t size);

/* Returns the first line with "error:" from there on, or the first line where there is none or the
 * linker's summary only, to be printed with "%.*s";
 * *length receives its length. */
const char *program_first_error(const char *said, int *length);

/* Makes a new folder for what is removed again, in TMPDIR or /tmp. Returns false when none can be
 * made. program_remove removes it with all that is in it. */
bool program_folder(char folder[], size_t size);
void program_remove(const char *folder);

/* Writes a text to a file, whose folders are made. Returns false when it cannot be written whole.
 */
bool program_write(const char *path, const char *text);

/* A file that is part of the program (tools/embed.bzl): its path in the tree, and its text. A list
 * ends with NULL. */
struct program_file {
    const char *path;
    const unsigned char *text;
};

/* Writes the files to their paths in the folder. Returns false when one cannot be written. */
bool program_lay_out(const char *folder, const struct program_file files[]);

#endif
