/* Reads a preprocessed unit (unit.h). */
#include "benchmarks/exporting/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* The reader's state: a declaration under construction. */
struct reader {
    struct unit *unit;
    struct tokens tokens;
    const char *comment; /* the last comment before the tokens */
    size_t file;         /* number of the present file, plus 1 */
    bool file_begins;
    int depth; /* of brackets */
};

size_t function_parameters(const struct declaration *function)
{
    size_t i = 0;
    while (!tokens_is(&function->tokens, i, "("))
        i++;
    return i;
}

size_t function_body(const struct declaration *function)
{
    return tokens_closing(&function->tokens, function_parameters(function)) + 1;
}

/* Returns true when the tokens begin with the members of a struct, or the constants of an enum. */
static bool lists_members(const struct tokens *tokens, const char *word)
{
    return tokens_is(tokens, 0, word) && (tokens_is(tokens, 1, "{") || tokens_is(tokens, 2, "{"));
}

static void classify(struct declaration *declaration)
{
    const struct tokens *tokens = &declaration->tokens;
    size_t i = 0;
    declaration->kind = DECLARED_OTHER;
    if (tokens_is(tokens, 0, "typedef"))
        return;
    if (lists_members(tokens, "enum"))
        declaration->kind = DECLARED_ENUM;
    if (lists_members(tokens, "struct")) {
        declaration->kind = DECLARED_STRUCT;
        declaration->name = tokens->at[1].text;
    }
    if (declaration->kind != DECLARED_OTHER)
        return;
    while (i < tokens->n && !strchr("(=[", *tokens->at[i].text))
        i++;
    if (i == 0 || i >= tokens->n || !tokens_is_name(tokens, i - 1))
        return;
    declaration->name = tokens->at[i - 1].text;
    if (!tokens_is(tokens, i, "("))
        declaration->kind = DECLARED_OBJECT;
    else if (tokens_is(tokens, tokens->n - 1, "}"))
        declaration->kind = DECLARED_FUNCTION;
}

/* Returns true when the tokens, which end outside brackets, are a declaration: with a semicolon, or
 * a function's body. */
static bool is_complete(const struct tokens *tokens)
{
    if (tokens_is(tokens, tokens->n - 1, ";"))
        return true;
    if (!tokens_is(tokens, tokens->n - 1, "}") || lists_members(tokens, "struct") ||
        lists_members(tokens, "enum"))
        return false;
    for (size_t i = 0; i < tokens->n && !tokens_is(tokens, i, "="); i++)
        if (tokens_is(tokens, i, "("))
            return true;
    return false;
}

static void declare(struct reader *r)
{
    struct unit *unit = r->unit;
    unit->at = memory_grown(unit->at, unit->n, &unit->capacity, sizeof *unit->at);
    struct declaration *declaration = &unit->at[unit->n++];
    *declaration = (struct declaration){ .tokens = r->tokens, .comment = r->comment };
    classify(declaration);
    r->tokens = (struct tokens){ 0 };
    r->comment = NULL;
}

/* Enters the file that a line marker names. */
static void enter_file(struct reader *r, const char *marker, size_t length)
{
    struct unit *unit = r->unit;
    const char *quote = memchr(marker, '"', length);
    if (!quote)
        return;
    const char *path = texts_print(&unit->texts, "%.*s", (int)strcspn(quote + 1, "\""), quote + 1);
    r->file = 0;
    while (r->file < unit->n_files && strcmp(unit->files[r->file].path, path) != 0)
        r->file++;
    if (r->file++ == unit->n_files) {
        unit->files = memory_resized(unit->files, unit->n_files + 1, sizeof *unit->files);
        unit->files[unit->n_files++] = (struct unit_file){ path, NULL };
    }
    r->file_begins = strncmp(marker, "# 1 ", 4) == 0;
}

/* Reads a line that begins with #: a marker, or a request to unroll a loop. */
static const char *read_directive(struct reader *r, const char *text)
{
    const size_t length = strcspn(text, "\n");
    if (strncmp(text, "#pragma", 7) == 0)
        tokens_read(&r->tokens, &r->unit->texts, "\n    UNROLL");
    else
        enter_file(r, text, length);
    return text + length;
}

/* Drops `__attribute__((...))` where the tokens end with it; a weak one leaves a word. */
static void drop_attribute(struct tokens *tokens)
{
    int depth = 0;
    size_t i = tokens->n;
    if (!tokens_is(tokens, i - 1, ")"))
        return;
    do {
        i--;
        depth += tokens_is(tokens, i, ")");
        depth -= tokens_is(tokens, i, "(");
    } while (depth > 0 && i > 0);
    if (i == 0 || !tokens_is(tokens, i - 1, "__attribute__"))
        return;
    const bool weak = tokens_is(tokens, i + 2, "weak");
    if (weak)
        tokens->at[i - 1].text = "WEAK";
    tokens->n = i - 1 + weak;
}

/* A comment between declarations opens a file, is a remark on the declaration before it, or is
 * about the one behind it. */
static void take_comment(struct reader *r, bool same_line)
{
    struct unit *unit = r->unit;
    if (same_line && unit->n > 0) {
        struct tokens *last = &unit->at[unit->n - 1].tokens;
        tokens_replace(last, last->n, last->n, r->tokens.at, 1);
    } else if (r->file_begins && r->file > 0)
        unit->files[r->file - 1].about = r->tokens.at[0].text;
    else
        r->comment = r->tokens.at[0].text;
    r->file_begins = false;
    r->tokens.n = 0;
}

static void take(struct reader *r)
{
    const struct token *token = &r->tokens.at[r->tokens.n - 1];
    if (token->kind == TOKEN_MARK)
        r->depth += (strchr("([{", *token->text) != NULL) - (strchr(")]}", *token->text) != NULL);
    if (r->depth < 0)
        cli_fail("cannot export: a closing bracket too many in the unit");
    r->file_begins = false;
    drop_attribute(&r->tokens);
    if (r->tokens.n > 0 && r->depth == 0 && is_complete(&r->tokens))
        declare(r);
}

/* Returns the white space [from, to) with no more than its last line feed. */
static const char *gap_between(struct unit *unit, const char *from, const char *to)
{
    const char *gap = from;
    for (const char *c = from; c < to; c++)
        if (*c == '\n')
            gap = c;
    return texts_print(&unit->texts, "%.*s", (int)(to - gap), gap);
}

void unit_parse(struct unit *unit, const char *text)
{
    struct reader r = { .unit = unit };
    while (*text) {
        const char *mark = text + strspn(text, " \t\n");
        if (*mark == '#') {
            text = read_directive(&r, mark);
            continue;
        }
        const char *gap = gap_between(unit, text, mark);
        const bool is_first = r.tokens.n == 0;
        if (!*mark)
            break;
        text = tokens_read_one(&r.tokens, &unit->texts, gap, mark);
        if (is_first && r.tokens.at[0].kind == TOKEN_COMMENT)
            take_comment(&r, !strchr(gap, '\n'));
        else
            take(&r);
    }
    if (r.tokens.n > 0)
        cli_fail("cannot export: a declaration does not end: \"%s ...\"", r.tokens.at[0].text);
    tokens_free(&r.tokens);
}

void unit_free(struct unit *unit)
{
    for (size_t i = 0; i < unit->n; i++)
        tokens_free(&unit->at[i].tokens);
    free(unit->at);
    free(unit->files);
    texts_free(&unit->texts);
    *unit = (struct unit){ 0 };
}

/* Returns the index of the token that names a constant in its part of an enum. */
static size_t constant_name(const struct tokens *tokens, struct part part)
{
    size_t i = part.from;
    while (tokens->at[i].kind == TOKEN_COMMENT)
        i++;
    return i;
}

static size_t constants(const struct declaration *declaration, struct part parts[TOKENS_PARTS])
{
    if (declaration->kind != DECLARED_ENUM)
        return 0;
    return tokens_list(&declaration->tokens, tokens_is(&declaration->tokens, 1, "{") ? 1 : 2,
                       parts);
}

static bool has_constant(const struct declaration *declaration, const char *name)
{
    struct part parts[TOKENS_PARTS];
    for (size_t k = constants(declaration, parts); k-- > 0;)
        if (tokens_is(&declaration->tokens, constant_name(&declaration->tokens, parts[k]), name))
            return true;
    return false;
}

struct declaration *unit_find(const struct unit *unit, const char *name)
{
    for (size_t d = 0; d < unit->n; d++) {
        struct declaration *declaration = &unit->at[d];
        if (declaration->kind == DECLARED_FUNCTION || declaration->kind == DECLARED_OBJECT
                ? strcmp(declaration->name, name) == 0
                : has_constant(declaration, name))
            return declaration;
    }
    return NULL;
}

/* Returns true and the value of an enum's constant: its own, or one more than the last one's. */
static bool constant_value(const struct unit *unit, const struct declaration *in, const char *name,
                           size_t *value)
{
    struct part parts[TOKENS_PARTS];
    const struct tokens *tokens = &in->tokens;
    const size_t n = constants(in, parts);
    size_t next = 0;
    for (size_t k = 0; k < n; k++) {
        const size_t i = constant_name(tokens, parts[k]);
        if (tokens_is(tokens, i + 1, "=") &&
            !unit_value(unit, tokens, (struct part){ i + 2, parts[k].to }, &next))
            return false;
        *value = next++;
        if (tokens_is(tokens, i, name))
            return true;
    }
    return false;
}

bool unit_value(const struct unit *unit, const struct tokens *tokens, struct part part,
                size_t *value)
{
    *value = 0;
    for (size_t i = part.from; i < part.to; i += 2) {
        char *end;
        const char *text = tokens->at[i].text;
        size_t term = strtoul(text, &end, 10);
        const struct declaration *in = *end ? unit_find(unit, text) : NULL;
        if (*end && !(in && constant_value(unit, in, text, &term)))
            return false;
        if (i + 1 < part.to && !tokens_is(tokens, i + 1, "+"))
            return false;
        *value += term;
    }
    return part.from < part.to;
}

/* Returns the struct or enum of that tag. */
static struct declaration *tagged(const struct unit *unit, const char *tag)
{
    for (size_t d = 0; d < unit->n; d++)
        if ((unit->at[d].kind == DECLARED_STRUCT || unit->at[d].kind == DECLARED_ENUM) &&
            tokens_is(&unit->at[d].tokens, 1, tag))
            return &unit->at[d];
    return NULL;
}

void unit_move_first(struct unit *unit, const char *tag)
{
    struct declaration *declaration = tagged(unit, tag);
    if (!declaration)
        cli_fail("cannot export: the unit has no struct %s", tag);
    const struct declaration first = *declaration;
    memmove(unit->at + 1, unit->at, (size_t)(declaration - unit->at) * sizeof *unit->at);
    unit->at[0] = first;
}

struct declaration *unit_mentioned(const struct unit *unit, const struct declaration *in, size_t i)
{
    const struct tokens *tokens = &in->tokens;
    if (!tokens_is_name(tokens, i) || tokens_is_member(tokens, i))
        return NULL;
    if (i > 0 && (tokens_is(tokens, i - 1, "struct") || tokens_is(tokens, i - 1, "enum")))
        return tagged(unit, tokens->at[i].text);
    if (in->kind == DECLARED_STRUCT && !tokens_is(tokens, i - 1, "["))
        return NULL; /* the name of a member */
    struct declaration *to = unit_find(unit, tokens->at[i].text);
    const bool is_call = tokens_is(tokens, i + 1, "(");
    return to && to->kind == DECLARED_FUNCTION && !is_call ? NULL : to;
}

const char *unit_about(const struct unit *unit, const char *path)
{
    const size_t m = strlen(path);
    for (size_t i = 0; i < unit->n_files; i++) {
        const size_t n = strlen(unit->files[i].path);
        if (n >= m && strcmp(unit->files[i].path + n - m, path) == 0)
            return unit->files[i].about;
    }
    return NULL;
}
