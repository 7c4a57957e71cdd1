/* Keeps a law's graph, from which its balls are evaluated (text_balls.h). */
#include "reference/derived/text_balls.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "models/derived/law_digest.h"
#include "reference/derived/graph_law.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* A law that stays. */
struct kept {
    struct text text;
    struct equations equations;
    struct statements statements;
    struct law_graph graph;
    char digest[DIGEST_TEXT];
};

char *text_source(const char *option, const char *name)
{
    char path[4096];
    char *source = cli_read(cli_path(name, path, sizeof path));
    if (!source)
        cli_fail("%s: '%s' cannot be read: %s", option, name, strerror(errno));
    return source;
}

void text_read(struct text *text, const char *name, const char *source, struct equations *law,
               struct statements *statements)
{
    *text = (struct text){ .name = name, .at = source, .n = strlen(source) };
    if (equations_read(text, law) && statements_read(text, law, statements))
        return;
    fprintf(stderr, "%s\n", text->error);
    exit(EXIT_USAGE);
}

struct text_balls text_balls_load(const char *name, const char *source)
{
    struct kept *kept = memory_array(1, sizeof *kept);
    text_read(&kept->text, name, source, &kept->equations, &kept->statements);
    kept->graph = law_graph_of(&kept->equations, &kept->statements);
    law_digest(kept->digest, &kept->graph);
    return (struct text_balls){ kept->graph.name, graph_law_open(&kept->graph), kept->digest,
                                &kept->graph };
}
