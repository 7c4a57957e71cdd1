/* Tokens and declarations: see export_source.h. */
#include "benchmarks/export_source.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "properties/cli.h"

struct source_block {
    struct source_block *next;
    max_align_t content[];
};

static void *grown(void *at, size_t size)
{
    void *memory = realloc(at, size);
    if (!memory)
        cli_fail("out of memory");
    return memory;
}

void *source_array(struct source *source, size_t size)
{
    struct source_block *block = grown(NULL, sizeof *block + size);
    block->next = source->blocks;
    source->blocks = block;
    return block->content;
}

static char *kept(struct source *source, size_t length)
{
    char *text = source_array(source, length + 1);
    text[length] = '\0';
    return text;
}

static const char *kept_text(struct source *source, const char *text, size_t length)
{
    return memcpy(kept(source, length), text, length);
}

const char *source_text(struct source *source, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    char *text = kept(source, (size_t)length);
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return text;
}

_Noreturn void source_fail(const char *what, const struct tokens *tokens, size_t i)
{
    char near[160] = "";
    size_t used = 0;
    for (size_t k = i > 6 ? i - 6 : 0; k < tokens->n && k < i + 6 && used < sizeof near - 1; k++)
        used += (size_t)snprintf(near + used, sizeof near - used, " %.20s", tokens->at[k].text);
    cli_fail("cannot export: %s near \"%s\"", what, near);
}

bool token_is(const struct tokens *tokens, size_t i, const char *text)
{
    return i < tokens->n && strcmp(tokens->at[i].text, text) == 0;
}

bool token_is_name(const struct tokens *tokens, size_t i)
{
    return i < tokens->n && tokens->at[i].kind == TOKEN_NAME;
}

bool token_is_member(const struct tokens *tokens, size_t i)
{
    return token_is_name(tokens, i) && i > 0 &&
           (token_is(tokens, i - 1, ".") || token_is(tokens, i - 1, "->"));
}

void tokens_replace(struct tokens *tokens, size_t from, size_t to, const struct token *by, size_t n)
{
    const size_t total = tokens->n - (to - from) + n;
    if (total > tokens->capacity) {
        tokens->capacity = 2 * total;
        tokens->at = grown(tokens->at, tokens->capacity * sizeof *tokens->at);
    }
    struct token first = { 0 };
    if (from < to)
        first = tokens->at[from];
    if (tokens->n > to)
        memmove(tokens->at + from + n, tokens->at + to, (tokens->n - to) * sizeof *tokens->at);
    for (size_t i = 0; i < n; i++)
        tokens->at[from + i] = by[i];
    if (n > 0 && from < to) { /* it stands where the old text stood */
        tokens->at[from].space = first.space;
        tokens->at[from].line = first.line;
    }
    tokens->n = total;
}

void tokens_remove(struct tokens *tokens, size_t from, size_t to)
{
    const bool line = from < to && tokens->at[from].line;
    tokens_replace(tokens, from, to, NULL, 0);
    if (line && from < tokens->n)
        tokens->at[from].line = true;
}

void tokens_free(struct tokens *tokens)
{
    free(tokens->at);
    *tokens = (struct tokens){ 0 };
}

void token_rename(struct source *source, struct tokens *tokens, size_t i, const char *text)
{
    tokens->at[i].text = source_text(source, "%s", text);
    if (isdigit((unsigned char)*text))
        tokens->at[i].kind = TOKEN_NUMBER;
}

/* Length of the token at text, which is not white space. */
static size_t token_length(const char *text, enum token_kind *kind)
{
    static const char *const marks[] = { "<<=", ">>=", "...", "->", "++", "--", "<<", ">>",
                                         "<=",  ">=",  "==",  "!=", "&&", "||", "+=", "-=",
                                         "*=",  "/=",  "%=",  "&=", "|=", "^=" };
    size_t n = 1;
    if (strncmp(text, "/*", 2) == 0) {
        const char *end = strstr(text + 2, "*/");
        *kind = TOKEN_COMMENT;
        return end ? (size_t)(end - text) + 2 : strlen(text);
    }
    if (isalpha((unsigned char)*text) || *text == '_') {
        *kind = TOKEN_NAME;
        while (isalnum((unsigned char)text[n]) || text[n] == '_')
            n++;
        return n;
    }
    if (isdigit((unsigned char)*text)) {
        *kind = TOKEN_NUMBER;
        while (isalnum((unsigned char)text[n]) || text[n] == '.' ||
               ((text[n] == '+' || text[n] == '-') && strchr("eEpP", text[n - 1])))
            n++;
        return n;
    }
    if (*text == '"' || *text == '\'') {
        *kind = TOKEN_TEXT;
        while (text[n] && text[n] != *text)
            n += text[n] == '\\' && text[n + 1] ? 2 : 1;
        return n + (text[n] != '\0');
    }
    *kind = TOKEN_MARK;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strncmp(text, marks[i], strlen(marks[i])) == 0)
            return strlen(marks[i]);
    return 1;
}

/* Appends the next token; returns what follows it. */
static const char *token_append(struct source *source, const char *text, struct tokens *tokens)
{
    struct token token = { .line = tokens->n == 0 };
    const char *begin = text;
    while (isspace((unsigned char)*text))
        token.line |= *text++ == '\n';
    token.space = text > begin;
    if (!*text)
        return text;
    const size_t length = token_length(text, &token.kind);
    token.text = kept_text(source, text, length);
    tokens_replace(tokens, tokens->n, tokens->n, &token, 1);
    return text + length;
}

void source_tokens(struct source *source, const char *text, struct tokens *tokens)
{
    while (*text)
        text = token_append(source, text, tokens);
}

size_t tokens_closing(const struct tokens *tokens, size_t open)
{
    size_t depth = 0;
    for (size_t i = open; i < tokens->n; i++) {
        if (tokens->at[i].kind != TOKEN_MARK)
            continue;
        if (strchr("([{", *tokens->at[i].text))
            depth++;
        else if (strchr(")]}", *tokens->at[i].text) && --depth == 0)
            return i;
    }
    source_fail("a bracket is not closed", tokens, open);
}

size_t tokens_end_of_part(const struct tokens *tokens, size_t i, const char *stop)
{
    for (; i < tokens->n; i++) {
        if (tokens->at[i].kind != TOKEN_MARK)
            continue;
        if (strchr("([{", *tokens->at[i].text))
            i = tokens_closing(tokens, i);
        else if (strchr(",;)]}", *tokens->at[i].text) || (stop && token_is(tokens, i, stop)))
            return i;
    }
    return i;
}

size_t tokens_list(const struct tokens *tokens, size_t open, struct range parts[], size_t most)
{
    const size_t close = tokens_closing(tokens, open);
    size_t n = 0;
    for (size_t i = open + 1; i < close;) {
        if (n == most)
            source_fail("a list is too long", tokens, open);
        const size_t end = tokens_end_of_part(tokens, i, NULL);
        parts[n++] = (struct range){ i, end };
        i = end + 1;
    }
    return n;
}

size_t tokens_statement(const struct tokens *tokens, size_t i)
{
    while (i < tokens->n && tokens->at[i].kind == TOKEN_COMMENT)
        i++;
    if (token_is(tokens, i, "{"))
        return tokens_closing(tokens, i) + 1;
    if (token_is(tokens, i, "if")) {
        const size_t end = tokens_statement(tokens, tokens_closing(tokens, i + 1) + 1);
        return token_is(tokens, end, "else") ? tokens_statement(tokens, end + 1) : end;
    }
    if (token_is(tokens, i, "for") || token_is(tokens, i, "while") || token_is(tokens, i, "switch"))
        return tokens_statement(tokens, tokens_closing(tokens, i + 1) + 1);
    if (token_is(tokens, i, "UNROLL"))
        return tokens_statement(tokens, i + 1);
    if (token_is(tokens, i, "do") || token_is(tokens, i, "goto"))
        source_fail("a statement of an unknown kind", tokens, i);
    while (i < tokens->n && !token_is(tokens, i, ";"))
        i = strchr("([{", *tokens->at[i].text) && tokens->at[i].kind == TOKEN_MARK
                ? tokens_closing(tokens, i) + 1
                : i + 1;
    return i + 1;
}

size_t function_parameters(const struct declaration *function)
{
    size_t i = 0;
    while (!token_is(&function->tokens, i, "("))
        i++;
    return i;
}

size_t function_body(const struct declaration *function)
{
    return tokens_closing(&function->tokens, function_parameters(function)) + 1;
}

struct locals source_locals(const struct tokens *tokens, size_t i)
{
    static const char *const words[] = { "const",    "static",         "real",     "float",
                                         "double",   "unsigned",       "int",      "bool",
                                         "size_t",   "uint64_t",       "int64_t",  "uint32_t",
                                         "int32_t",  "uint_least32_t", "int8_t",   "uint8_t",
                                         "uint16_t", "char",           "volatile", "void" };
    struct locals locals = { .base_from = i };
    for (bool more = true; more;) {
        more = false;
        if (token_is(tokens, i, "struct") || token_is(tokens, i, "enum") ||
            token_is(tokens, i, "union")) {
            i += token_is_name(tokens, i + 1) ? 2 : 1;
            if (token_is(tokens, i, "{"))
                i = tokens_closing(tokens, i) + 1;
            more = true;
            continue;
        }
        for (size_t k = 0; k < sizeof words / sizeof *words && !more; k++)
            more = token_is(tokens, i, words[k]);
        i += more;
    }
    locals.base_to = i;
    if (i == locals.base_from || token_is(tokens, i, "("))
        return locals;
    for (;; i++) {
        const size_t from = i, end = tokens_end_of_part(tokens, i, NULL);
        while (token_is(tokens, i, "*") || token_is(tokens, i, "const"))
            i++;
        if (!token_is_name(tokens, i))
            source_fail("a declaration of an unknown form", tokens, i);
        if (locals.n == SOURCE_MOST_PARTS)
            source_fail("too many variables in one declaration", tokens, i);
        locals.name[locals.n] = i;
        locals.declarator[locals.n++] = (struct range){ from, end };
        i = end;
        if (!token_is(tokens, i, ","))
            break;
    }
    locals.end = i + 1;
    return locals;
}

bool function_declares(const struct declaration *function, const char *name)
{
    const struct tokens *tokens = &function->tokens;
    const size_t open = function_parameters(function);
    struct range parts[SOURCE_MOST_PARTS];
    const size_t n = tokens_list(tokens, open, parts, SOURCE_MOST_PARTS);
    for (size_t i = 0; i < n; i++)
        for (size_t k = parts[i].from; k < parts[i].to; k++)
            if (token_is(tokens, k, name) && !token_is(tokens, k - 1, "struct"))
                return true;
    for (size_t i = function_body(function); i + 1 < tokens->n; i++) {
        const bool begins =
            strchr("{};(", *tokens->at[i].text) != NULL || tokens->at[i].kind == TOKEN_COMMENT;
        if (!begins || !token_is_name(tokens, i + 1) || token_is(tokens, i - 1, "sizeof"))
            continue;
        const size_t next = tokens_end_of_part(tokens, i + 1, NULL);
        if (token_is(tokens, next, ")"))
            continue; /* a cast */
        const struct locals locals = source_locals(tokens, i + 1);
        for (size_t k = 0; k < locals.n; k++)
            if (token_is(tokens, locals.name[k], name))
                return true;
    }
    return false;
}

/* What a declaration, complete but for its kind and name, is. */
static void classify(struct declaration *declaration)
{
    const struct tokens *tokens = &declaration->tokens;
    size_t i = 0;
    declaration->kind = DECLARED_OTHER;
    if (token_is(tokens, 0, "typedef"))
        return;
    if (token_is(tokens, 0, "enum") && (token_is(tokens, 1, "{") || token_is(tokens, 2, "{"))) {
        declaration->kind = DECLARED_ENUM;
        return;
    }
    if (token_is(tokens, 0, "struct") && token_is(tokens, 2, "{")) {
        declaration->kind = DECLARED_TYPE;
        declaration->name = tokens->at[1].text;
        return;
    }
    while (i < tokens->n && !token_is(tokens, i, "(") && !token_is(tokens, i, "=") &&
           !token_is(tokens, i, "["))
        i++;
    if (i == 0 || i >= tokens->n || !token_is_name(tokens, i - 1))
        return;
    declaration->name = tokens->at[i - 1].text;
    if (token_is(tokens, i, "(")) {
        if (token_is(tokens, tokens->n - 1, "}"))
            declaration->kind = DECLARED_FUNCTION;
    } else
        declaration->kind = DECLARED_OBJECT;
}

/* Whether the tokens begin with the members of a struct, or the constants of an enum. */
static bool lists_members(const struct tokens *tokens)
{
    if (!token_is(tokens, 0, "struct") && !token_is(tokens, 0, "enum"))
        return false;
    return token_is(tokens, 1, "{") || token_is(tokens, 2, "{");
}

/* Whether the declaration is complete: a semicolon, or a function's body, outside brackets. */
static bool complete(const struct tokens *tokens)
{
    if (token_is(tokens, tokens->n - 1, ";"))
        return true;
    if (!token_is(tokens, tokens->n - 1, "}") || lists_members(tokens))
        return false;
    for (size_t i = 0; i < tokens->n && !token_is(tokens, i, "="); i++)
        if (token_is(tokens, i, "("))
            return true;
    return false;
}

static void declare(struct source *source, struct tokens *tokens, const char *comment)
{
    if (source->n == source->capacity) {
        source->capacity = 2 * source->capacity + 64;
        source->at = grown(source->at, source->capacity * sizeof *source->at);
    }
    struct declaration *declaration = &source->at[source->n++];
    *declaration = (struct declaration){ .tokens = *tokens, .comment = comment };
    tokens->at[0].line = true;
    classify(declaration);
    *tokens = (struct tokens){ 0 };
}

/* Enters the file that a line marker names; true: it begins here, and was not known. */
static bool enter_file(struct source *source, const char *marker)
{
    const char *quote = strchr(marker, '"');
    if (!quote)
        return false;
    const char *path = kept_text(source, quote + 1, strcspn(quote + 1, "\""));
    for (size_t i = 0; i < source->n_files; i++)
        if (strcmp(source->files[i].path, path) == 0)
            return false;
    source->files = grown(source->files, (source->n_files + 1) * sizeof *source->files);
    source->files[source->n_files++] = (struct source_file){ path, NULL };
    return true;
}

static int depth_change(const struct token *token)
{
    if (token->kind != TOKEN_MARK)
        return 0;
    if (strchr("([{", *token->text))
        return 1;
    return strchr(")]}", *token->text) ? -1 : 0;
}

/* Drops `__attribute__((...))` when what has been read ends with it; weak leaves a word. */
static void drop_attribute(struct tokens *tokens)
{
    int depth = 0;
    for (size_t i = tokens->n; i-- > 0;) {
        depth += depth_change(&tokens->at[i]);
        if (depth == 0 && i + 1 < tokens->n) {
            if (i == 0 || !token_is(tokens, i - 1, "__attribute__"))
                return;
            const bool weak = token_is(tokens, i + 2, "weak");
            tokens_remove(tokens, i - 1 + weak, tokens->n);
            if (weak)
                tokens->at[i - 1].text = "WEAK";
            return;
        }
        if (depth >= 0)
            return;
    }
}

/* A line that begins with #: a marker, or the compiler's request to unroll. */
static const char *directive(struct source *source, const char *text, struct tokens *tokens,
                             bool *new_file)
{
    const char *end = text + strcspn(text, "\n");
    if (strncmp(text, "#pragma", 7) == 0) {
        source_tokens(source, "\nUNROLL\n", tokens);
        tokens->at[tokens->n - 1].line = true;
    } else
        *new_file = enter_file(source, kept_text(source, text, (size_t)(end - text)));
    return end;
}

struct source source_parse(const char *name, const char *text)
{
    struct source source = { 0 };
    struct tokens tokens = { 0 };
    const char *comment = NULL;
    bool new_file = false;
    long depth = 0;
    while (*text) {
        const char *mark = text + strspn(text, " \t\n");
        if (*mark == '#') {
            text = directive(&source, mark, &tokens, &new_file);
            continue;
        }
        const size_t before = tokens.n;
        const bool same_line = !memchr(text, '\n', (size_t)(mark - text));
        text = token_append(&source, text, &tokens);
        if (tokens.n == before)
            continue;
        const struct token *token = &tokens.at[before];
        if (token->kind == TOKEN_COMMENT && before == 0 && same_line && source.n > 0) {
            struct tokens *last = &source.at[source.n - 1].tokens; /* a remark behind it */
            tokens_replace(last, last->n, last->n, token, 1);
            last->at[last->n - 1].line = false;
            tokens.n = 0;
            continue;
        }
        if (token->kind == TOKEN_COMMENT && before == 0) {
            if (new_file)
                source.files[source.n_files - 1].about = token->text;
            comment = new_file ? NULL : token->text;
            new_file = false;
            tokens.n = 0;
            continue;
        }
        new_file = false;
        depth += depth_change(token);
        if (depth < 0)
            cli_fail("%s: a closing bracket too many, near \"%s\"", name, token->text);
        drop_attribute(&tokens);
        if (tokens.n > 0 && depth == 0 && complete(&tokens)) {
            declare(&source, &tokens, comment);
            comment = NULL;
        }
    }
    if (tokens.n > 0)
        cli_fail("%s: a declaration does not end, near \"%s\"", name, tokens.at[0].text);
    free(tokens.at);
    return source;
}

void source_free(struct source *source)
{
    for (size_t i = 0; i < source->n; i++)
        free(source->at[i].tokens.at);
    free(source->at);
    free(source->files);
    while (source->blocks) {
        struct source_block *next = source->blocks->next;
        free(source->blocks);
        source->blocks = next;
    }
    *source = (struct source){ 0 };
}

struct declaration *source_find(const struct source *source, enum declaration_kind kind,
                                const char *name)
{
    for (size_t i = 0; i < source->n; i++)
        if (source->at[i].kind == kind && source->at[i].name &&
            strcmp(source->at[i].name, name) == 0)
            return &source->at[i];
    return NULL;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

const char *source_about(const struct source *source, const char *path)
{
    for (size_t i = 0; i < source->n_files; i++)
        if (ends_with(source->files[i].path, path))
            return source->files[i].about;
    return NULL;
}
