/* What a result in JSON comes from: the program, what it was asked for, and the machine. Nothing in
 * it changes from run to run or with the number of threads. */
#ifndef BRISTLE_TOOLS_BASE_CONTEXT_H
#define BRISTLE_TOOLS_BASE_CONTEXT_H

#include <stdint.h>

struct cJSON;

/* Forget what was noted and note: the program; an option as it was given, value NULL: it takes
 * none; the seed; a file or another argument. command_read calls them (options.h). Texts are
 * copied. */
void context_begin(const char *program);
void context_option(const char *name, const char *value);
void context_seed(uint64_t seed);
void context_operand(const char *text);

/* Returns, to be owned by the caller:
 *
 *     { "version": "0.1.0", "program": "verify", "options": ["--model=lugre", "--bare"],
 *       "operands": ["FILE"], "seed": 0,
 *       "machine": { "processor": "...", "processors": 2, "system": "Linux 6.1.0 x86_64",
 *                    "compiler": "gcc 12.2.0" } }
 *
 * Options have their full names, in the order in which they were given, without the seed and those
 * that change no result, as --jobs. operands: only where there are some; seed: only where the
 * program has the option, all digits. */
struct cJSON *context_json(void);

/* Adds context_json as the member "context". */
void context_add(struct cJSON *object);

#endif
