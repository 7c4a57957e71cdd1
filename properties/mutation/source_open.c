/* Reads a source (source.h). */
#include "properties/mutation/source.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* Returns the length of the mark at text. */
static size_t mark_length(const char *text)
{
    static const char *const marks[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                         "*=",  "/=",  "%=",  "&=", "|=", "^=" };
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(text, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    return 1;
}

static size_t token_length(const char *text, enum token_kind *kind)
{
    size_t n = 1;
    if (isalpha((unsigned char)*text) || *text == '_') {
        *kind = TOKEN_NAME;
        while (isalnum((unsigned char)text[n]) || text[n] == '_')
            n++;
    } else if (isdigit((unsigned char)*text)) {
        *kind = TOKEN_NUMBER;
        while (isalnum((unsigned char)text[n]) || text[n] == '.' ||
               ((text[n] == '+' || text[n] == '-') && strchr("eEpP", text[n - 1]) &&
                (strchr("eE", text[n - 1]) == NULL || text[1] != 'x')))
            n++;
    } else if (*text == '"' || *text == '\'') {
        *kind = TOKEN_TEXT;
        while (text[n] && text[n] != *text)
            n += text[n] == '\\' && text[n + 1] ? 2 : 1;
        n += text[n] != '\0';
    } else {
        *kind = TOKEN_MARK;
        n = mark_length(text);
    }
    return n;
}

/* Returns the length of white space, a comment or a preprocessor line at text; 0 if a token
 * begins. */
static size_t blank_length(const char *text, bool line_begins)
{
    size_t n = 0;
    if (strncmp(text, "/*", 2) == 0) {
        const char *end = strstr(text + 2, "*/");
        return end ? (size_t)(end - text) + 2 : strlen(text);
    }
    if (strncmp(text, "//", 2) == 0)
        return strcspn(text, "\n");
    if (*text == '#' && line_begins) {
        while (text[n] && text[n] != '\n')
            n += text[n] == '\\' && text[n + 1] ? 2 : 1;
        return n;
    }
    return isspace((unsigned char)*text) ? 1 : 0;
}

static void split(struct source *source)
{
    size_t room = 0, at = 0;
    unsigned line = 1;
    bool line_begins = true;
    while (source->text[at]) {
        const char *text = source->text + at;
        struct token token = { .begin = at, .line = line };
        const size_t blank = blank_length(text, line_begins);
        const size_t length = blank > 0 ? blank : token_length(text, &token.kind);
        for (size_t i = 0; i < length; i++)
            line += text[i] == '\n';
        at += length;
        line_begins = blank > 0 && (line_begins || *text == '\n');
        if (blank > 0)
            continue;
        token.end = at;
        source->tokens = memory_grown(source->tokens, source->n, &room, sizeof *source->tokens);
        source->tokens[source->n++] = token;
    }
}

/* Returns true when the declaration that ends at i contains a token of that text. */
static bool declares(const struct source *source, size_t i, const char *text)
{
    while (i > 0 && !token_among(source, i - 1, " ; } ")) {
        i--;
        if (token_is(source, i, text))
            return true;
    }
    return false;
}

static enum region region_of_block(const struct source *source, size_t open)
{
    if (open > 0 && token_is(source, open - 1, ")"))
        return REGION_BODY;
    if (open == 0 || !token_is(source, open - 1, "="))
        return REGION_DECLARATION;
    if (declares(source, open, "quantity"))
        return REGION_QUANTITIES;
    if (declares(source, open, "claim") || declares(source, open, "model") ||
        declares(source, open, "integrator") || declares(source, open, "char"))
        return REGION_TABLE;
    return REGION_NUMBERS;
}

/* Marks the regions: each outermost block decides the region of its tokens. */
static void mark_regions(struct source *source)
{
    for (size_t i = 0; i < source->n; i++) {
        if (!token_is(source, i, "{"))
            continue;
        const enum region region = region_of_block(source, i);
        const size_t end = token_closing(source, i);
        for (; i < end; i++) {
            source->tokens[i].region = region;
            if (region != REGION_BODY || !token_is(source, i, "for"))
                continue;
            const size_t close = token_closing(source, i + 1);
            for (size_t k = i + 2; k < close; k++)
                source->tokens[k].loop = true;
        }
    }
}

static const char *kept(struct source *owner, const struct source *from, size_t i)
{
    const struct token *token = &from->tokens[i];
    const size_t length = token->end - token->begin;
    char *name = memory_array(length + 1, 1);
    memcpy(name, from->text + token->begin, length);
    size_t room = owner->n_texts; /* exact room: names are few */
    owner->texts = memory_grown(owner->texts, owner->n_texts, &room, sizeof *owner->texts);
    owner->texts[owner->n_texts++] = name;
    return name;
}

static struct family *new_family(struct source *owner, bool members)
{
    size_t room = owner->n_families;
    owner->families =
        memory_grown(owner->families, owner->n_families, &room, sizeof *owner->families);
    struct family *family = &owner->families[owner->n_families++];
    *family = (struct family){ .members = members };
    return family;
}

static void add_name(struct source *owner, struct family *family, const struct source *from,
                     size_t i)
{
    if (family->n < sizeof family->names / sizeof *family->names)
        family->names[family->n++] = kept(owner, from, i);
}

/* Returns true for names of sizes, which no other name can replace. */
static bool is_size(const struct source *source, size_t i)
{
    const char *text = source->text + source->tokens[i].begin;
    return strncmp(text, "N_", 2) == 0 || token_is(source, i + 1, "=");
}

static void read_enumeration(struct source *owner, const struct source *from, size_t open)
{
    const size_t end = token_closing(from, open);
    struct family *family = new_family(owner, false);
    for (size_t i = open + 1; i < end; i = token_next(from, i, " , ") + 1)
        if (!is_size(from, i))
            add_name(owner, family, from, i);
}

/* Reads the members of type real: numbers, and pointers to numbers. */
static void read_struct(struct source *owner, const struct source *from, size_t open)
{
    const size_t end = token_closing(from, open);
    struct family *scalars = NULL;
    for (int pointers = 0; pointers < 2; pointers++) {
        scalars = new_family(owner, true);
        for (size_t i = open + 1; i < end; i = token_next(from, i, " ; ") + 1) {
            size_t at = i + token_is(from, i, "const");
            if (!token_is(from, at, "real"))
                continue;
            for (at++; at < end && !token_is(from, at - 1, ";");
                 at = token_next(from, at, " , ; ") + 1) {
                const bool star = token_is(from, at, "*");
                const size_t name = at + star;
                if ((star || token_is(from, name + 1, "[")) == (pointers == 1) &&
                    token_is_kind(from, name, TOKEN_NAME))
                    add_name(owner, scalars, from, name);
            }
        }
    }
}

static void read_families(struct source *owner, const struct source *from)
{
    for (size_t i = 0; i < from->n; i++) {
        const size_t open = i + 1 + token_is_kind(from, i + 1, TOKEN_NAME);
        if (token_is(from, i, "enum") && token_is(from, open, "{"))
            read_enumeration(owner, from, open);
        else if (token_is(from, i, "struct") && token_is(from, open, "{") &&
                 from->tokens[i].region != REGION_BODY)
            read_struct(owner, from, open);
    }
}

static bool read_text(struct source *source, const char *root, const char *path)
{
    char whole[4096];
    if (snprintf(whole, sizeof whole, "%s/%s", root, path) >= (int)sizeof whole) {
        errno = ENAMETOOLONG;
        return false;
    }
    source->text = cli_read(whole);
    if (!source->text)
        return false;
    source->size = strlen(source->text);
    split(source);
    mark_regions(source);
    return true;
}

/* Reads the files that the source includes, and their includes; files that do not exist below root
 * are the system's. */
static void read_included(struct source *owner, const struct source *from, const char *root,
                          unsigned depth)
{
    const char *at = from->text;
    while (depth > 0 && (at = strstr(at, "\n#include \""))) {
        char path[256];
        at += strlen("\n#include \"");
        const size_t length = strcspn(at, "\"\n");
        struct source included = { 0 };
        snprintf(path, sizeof path, "%.*s", (int)length, at);
        if (strncmp(path, "models/", 7) == 0 || strncmp(path, "integrators/", 12) == 0)
            if (read_text(&included, root, path)) {
                read_families(owner, &included);
                read_included(owner, &included, root, depth - 1);
            }
        source_close(&included);
    }
}

bool source_open(struct source *source, const char *root, const char *path)
{
    enum { DEPTH = 4 };
    *source = (struct source){ 0 };
    if (!read_text(source, root, path))
        return false;
    read_families(source, source);
    read_included(source, source, root, DEPTH);
    return true;
}

void source_close(struct source *source)
{
    for (size_t i = 0; i < source->n_texts; i++)
        free(source->texts[i]);
    free((void *)source->texts);
    free(source->families);
    free(source->tokens);
    free(source->text);
    *source = (struct source){ 0 };
}
