/* Compiles the C of a law to a shared object, once for each content. */
#ifndef BRISTLE_PROPERTIES_PLUGIN_COMPILED_H
#define BRISTLE_PROPERTIES_PLUGIN_COMPILED_H

#include <stdbool.h>
#include <stddef.h>

/* What a printed law is compiled with: models/derived/derived.h and models/plugin.c, ended by a
 * zero (generated). */
extern const unsigned char compiled_prelude[];

enum { COMPILED_TEXT = 1024, COMPILED_PATH = 4096 };

/* What came of it. */
enum compiled {
    COMPILED,    /* path is a shared object */
    NO_COMPILER, /* there is none here */
    NOT_COMPILED /* problem says why not, in a line */
};

/* Returns the first of cc, gcc and clang that runs, or NULL; version[size] is what it says of
 * itself. Call before starting threads. */
const char *compiled_by(char version[], size_t size);

/* Compiles a law's source, behind the prelude and with -DLAW=name, in double or in float, by the
 * first of cc, gcc and clang on the path. The object stays in the user's cache, under a name by
 * content: source, prelude, precision, compiler and flags; found there as it was made, it is not
 * compiled again. Two programs at a time do no harm. Where the cache cannot be written, or is not
 * the user's alone, the object is in a new folder, temporary[0] != 0, which the caller removes by
 * compiled_remove once it is loaded. Call before starting threads. */
struct compilation {
    char path[COMPILED_PATH], temporary[COMPILED_PATH];
    char problem[COMPILED_TEXT];
};
enum compiled compiled_law(const char *name, const char *source, bool is_single,
                           struct compilation *made);
void compiled_remove(const struct compilation *made);

#endif
