/* Finds a law's text among those that were embedded (law_source.h). */
#include "models/reading/law_source.h"

#include <string.h>

#include "tools/base/program.h"

/* NAME.mo of each law, ended by NULL (generated). */
extern const struct program_file law_sources[];

const char *law_source(const char *name)
{
    const size_t n = strlen(name);
    for (const struct program_file *f = law_sources; f->path; f++)
        if (strncmp(f->path, name, n) == 0 && strcmp(f->path + n, ".mo") == 0)
            return (const char *)f->text;
    return NULL;
}
