/* What all programs share on the command line: one-line errors, numbers, paths, and output
 * files that appear whole or not at all. */
#ifndef BRISTLE_TOOLS_BASE_CLI_H
#define BRISTLE_TOOLS_BASE_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/base/unfinished.h"

#define BRISTLE_VERSION "0.1.0"

/* Exit statuses of all programs: 2 wins over 1 wins over 3. */
enum { EXIT_AS_DECLARED = 0, EXIT_NOT_AS_DECLARED = 1, EXIT_USAGE = 2, EXIT_UNDECIDED = 3 };

/* Formats of results (--format). */
enum format { FORMAT_TABLE, FORMAT_CSV, FORMAT_JSON };

/* Prints "program: message" as one line on stderr, control characters replaced, and exits with
 * status 2. */
_Noreturn void cli_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints such a line and goes on. */
void cli_note(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Sets the name used in messages, and what an interrupt does. command_read calls it (options.h). */
void cli_start(const char *program);

/* Sets what an interrupt prints, in place of "interrupted, nothing was written"; the text must be
 * static. */
void cli_interruptible(const char *words);

/* Return the value of the option of that name: a finite number, a positive one, or a count in
 * [lo, hi]. Other texts end the program by cli_fail. */
double cli_number(const char *option, const char *text);
double cli_positive(const char *option, const char *text);
uint64_t cli_count(const char *option, const char *text, uint64_t lo, uint64_t hi);

/* Returns the number of processors, at least 1. */
unsigned cli_processors(void);

/* Returns true when a file's name ends so, ".mo", and has more before it. */
bool cli_ends_in(const char *name, const char *ending);

/* Returns the path, in buffer[size]: a relative path means the caller's directory, also under
 * `bazel run`. A path that does not fit ends the program by cli_fail. */
const char *cli_path(const char *path, char *buffer, size_t size);

/* Returns what the file at that path holds, with a zero behind it, to be freed by the caller. NULL,
 * with errno: it cannot be read. */
char *cli_read(const char *path);

/* A file to be written whole: a temporary beside it, renamed by cli_close. path NULL:
 * stdout. A failure to open or write is a one-line error, exit 2, and leaves nothing. It stays
 * where it is in memory while it is open. */
struct cli_output {
    FILE *file;
    char path[4096];
    struct unfinished temporary;
};
void cli_open(struct cli_output *output, const char *path);
void cli_close(struct cli_output *output);

/* Prints a line on stderr that overwrites itself, when stderr is a terminal, and not a dumb one (by
 * TERM). cli_progress_done ends the line. */
void cli_progress(const char *format, ...) __attribute__((format(printf, 1, 2)));
void cli_progress_done(void);

/* Returns true when output to this stream is to be coloured: it is a terminal, not a dumb one, and
 * NO_COLOR is unset. */
bool cli_colour(FILE *file);

/* Writes a CSV field, quoted when it must be. */
void cli_csv_field(FILE *file, const char *text);

#endif
