/* Prints a table of options as help, and reads a command line by it. */
#include "tools/base/options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/context.h"
#include "tools/base/memory.h"
#include "tools/base/near.h"
#include "tools/base/options_forms.h"

/* The layout of the help; and FIRST, from which getopt_long numbers options, beyond all letters. */
enum { WIDTH = 80, TEXT_COLUMN = 20, MOST_OPTIONS = 64, FIRST = 256 };

const char *const option_formats[] = { "table", "csv", "json", NULL };

/* Returns the column at which a broken line goes on: below what follows two blanks in it, which is
 * the second column of a list, or else below its beginning. */
static size_t hanging(const char *line, size_t length)
{
    const size_t begin = strspn(line, " ");
    for (size_t i = begin; i + 2 < length; i++)
        if (line[i] == ' ' && line[i + 1] == ' ' && i + strspn(line + i, " ") < WIDTH / 2)
            return i + strspn(line + i, " ");
    return begin < WIDTH / 2 ? begin : 0;
}

/* Returns how much of the text fits into the room: whole words beyond the `least` characters, or
 * all that there is room for. */
static size_t fitting(const char *text, size_t length, size_t room, size_t least)
{
    size_t n = room;
    if (length <= room)
        return length;
    while (n > least && text[n] != ' ')
        n--;
    return n > least ? n : room;
}

static void print_line(FILE *out, size_t column, const char *text, size_t length)
{
    const size_t hang = hanging(text, length);
    for (size_t at = column, least = hang;; at = column + hang, least = 0) {
        const size_t n = fitting(text, length, WIDTH - at, least);
        fprintf(out, "%.*s\n", (int)n, text);
        text += n;
        length -= n;
        for (; length > 0 && *text == ' '; length--)
            text++;
        if (length == 0)
            return;
        fprintf(out, "%*s", (int)(column + hang), "");
    }
}

/* Prints the lines of the text, the first of them at `column`, where the output stands. */
static void print_text(FILE *out, size_t column, const char *text)
{
    do {
        const size_t length = strcspn(text, "\n");
        print_line(out, column, text, length);
        text += length + (text[length] == '\n');
        if (*text)
            fprintf(out, "%*s", (int)column, "");
    } while (*text);
}

/* "table (default), csv or json" */
static void print_choices(FILE *out, const struct option_entry *o)
{
    for (const char *const *c = o->choices; *c; c++) {
        const char *separator = c == o->choices ? "" : c[1] ? ", " : " or ";
        const bool is_default = o->initial && strcmp(*c, o->initial) == 0;
        fprintf(out, "%s%s%s", separator, *c, is_default ? " (default)" : "");
    }
}

char *options_text(const struct option_entry *o)
{
    struct memory_stream help;
    FILE *out = memory_open(&help);
    if (o->kind == OPTION_CHOICE)
        print_choices(out, o);
    fputs(o->help, out);
    if (o->initial && o->kind != OPTION_CHOICE)
        fprintf(out, " (default %s)", o->initial);
    return memory_close(&help);
}

char *options_notes(const struct command *command)
{
    struct memory_stream notes;
    FILE *out = memory_open(&notes);
    if (command->notes)
        fprintf(out, "%s\n\n", command->notes);
    fputs("Examples:\n", out);
    for (const char *const *example = command->examples; *example; example++)
        fprintf(out, "  %s\n", *example);
    fprintf(out, "\nExit: %s", command->exits);
    return memory_close(&notes);
}

static void print_option(FILE *out, const struct option_entry *o)
{
    const char letter[] = { '-', o->letter, ',', ' ', '\0' };
    char *text = options_text(o);
    const int length = fprintf(out, "  %s--%s%s%s", o->letter ? letter : "", o->name,
                               o->value ? " " : "", o->value ? o->value : "");
    if (length < TEXT_COLUMN)
        fprintf(out, "%*s", TEXT_COLUMN - length, "");
    else
        fprintf(out, "\n%*s", TEXT_COLUMN, "");
    print_text(out, TEXT_COLUMN, text);
    free(text);
}

_Noreturn static void print_help(const struct command *command)
{
    printf("usage: %s %s\n", command->name, command->usage);
    print_text(stdout, 0, command->about);
    fputc('\n', stdout);
    for (const struct option_entry *o = command->options; o->name; o++)
        print_option(stdout, o);
    puts("  --help, --version, --man, --completion (for bash)");
    fputc('\n', stdout);
    char *notes = options_notes(command);
    print_text(stdout, 0, notes);
    free(notes);
    exit(EXIT_AS_DECLARED);
}

static unsigned choose(const struct option_entry *o, const char *option, const char *text)
{
    char names[256] = "";
    unsigned i = 0;
    for (; o->choices[i] && strcmp(o->choices[i], text) != 0; i++) {
        const size_t used = strlen(names);
        snprintf(names + used, sizeof names - used, "%s%s", i > 0 ? ", " : "", o->choices[i]);
    }
    if (o->choices[i])
        return i;
    struct near near = { .word = text };
    char hint[NEAR_HINT];
    for (const char *const *c = o->choices; *c; c++)
        near_try(&near, *c);
    cli_fail("%s: '%s' is none of %s%s", option, text, names, near_hint(&near, hint));
}

static void take(const struct option_entry *o, void *request, char *text)
{
    void *into = (char *)request + o->into;
    char option[64];
    snprintf(option, sizeof option, "--%s", o->name);
    switch (o->kind) {
    case OPTION_FLAG:
        *(bool *)into = true;
        break;
    case OPTION_TEXT:
        *(const char **)into = text;
        break;
    case OPTION_CHOICE:
        *(unsigned *)into = choose(o, option, text);
        break;
    case OPTION_UNSIGNED:
        *(unsigned *)into = (unsigned)cli_count(option, text, o->lo, o->hi);
        break;
    case OPTION_COUNT:
        *(uint64_t *)into = cli_count(option, text, o->lo, o->hi);
        break;
    case OPTION_NUMBER:
        *(double *)into = cli_number(option, text);
        break;
    case OPTION_POSITIVE:
        *(double *)into = cli_positive(option, text);
        break;
    case OPTION_CALL:
        o->read(request, text);
        break;
    case OPTION_SHOW:
        o->show();
        exit(EXIT_AS_DECLARED);
    }
}

static void take_default(const struct option_entry *o, void *request)
{
    char *copy = memory_text("%s", o->initial);
    take(o, request, copy);
    if (o->kind == OPTION_TEXT)
        *(const char **)((char *)request + o->into) = o->initial;
    free(copy);
}

/* Writes the table as getopt_long wants it: option i has the number FIRST + i, and maybe a letter.
 * Returns how many options there are. */
static int translate(const struct option_entry *table, struct option *longs, char *shorts)
{
    int n = 0;
    *shorts++ = ':';
    for (; table[n].name; n++) {
        if (n == MOST_OPTIONS)
            cli_fail("more than %d options", MOST_OPTIONS);
        const int argument = table[n].value ? required_argument : no_argument;
        longs[n] = (struct option){ table[n].name, argument, NULL, FIRST + n };
        if (!table[n].letter)
            continue;
        *shorts++ = table[n].letter;
        if (table[n].value)
            *shorts++ = ':';
    }
    *shorts = '\0';
    longs[n] = (struct option){ "help", no_argument, NULL, FIRST + n };
    longs[n + 1] = (struct option){ "version", no_argument, NULL, FIRST + n + 1 };
    longs[n + 2] = (struct option){ NULL, 0, NULL, 0 };
    return n;
}

/* Refuses the argument that getopt_long has read last and could not take. */
_Noreturn static void refuse(const struct command *command, int answer, const char *argument)
{
    const char letter[] = { '-', (char)optopt, '\0' };
    char word[64], hint[NEAR_HINT];
    snprintf(word, sizeof word, "%.*s", (int)strcspn(argument, "="), argument);
    struct near near = { .word = word };
    if (answer == ':')
        cli_fail("option '%s' needs a value, see --help", argument);
    if (optopt >= FIRST)
        cli_fail("option '%s' takes no value, see --help", argument);
    char names[MOST_OPTIONS][64];
    for (int i = 0; command->options[i].name && !optopt; i++) {
        snprintf(names[i], sizeof names[i], "--%s", command->options[i].name);
        near_try(&near, names[i]);
    }
    cli_fail("unknown or ambiguous option '%s'%s, see --help", optopt ? letter : argument,
             near_hint(&near, hint));
}

/* Returns the option of that number or letter. */
static const struct option_entry *find(const struct option_entry *table, int number)
{
    if (number >= FIRST)
        return &table[number - FIRST];
    while (table->letter != number)
        table++;
    return table;
}

/* What packagers ask for; not abbreviated, and alone on the command line. */
_Noreturn static void print_and_end(void (*print)(FILE *out, const struct command *command),
                                    const struct command *command)
{
    print(stdout, command);
    exit(EXIT_AS_DECLARED);
}

/* Returns true when the option is the seed, which the context names apart. */
static bool is_seed(const struct option_entry *o)
{
    return o->kind == OPTION_COUNT && strcmp(o->name, "seed") == 0;
}

/* Notes the seed, which may be the default, and the arguments beside the options. */
static void note_rest(const struct option_entry *table, int argc, char **argv, const void *request)
{
    for (const struct option_entry *o = table; o->name; o++)
        if (is_seed(o))
            context_seed(*(const uint64_t *)((const char *)request + o->into));
    for (int i = optind; i < argc; i++)
        context_operand(argv[i]);
}

int command_read(const struct command *command, int argc, char **argv, void *request)
{
    struct option longs[MOST_OPTIONS + 3];
    char shorts[2 * MOST_OPTIONS + 2];
    cli_start(command->name);
    context_begin(command->name);
    if (argc == 2 && strcmp(argv[1], "--man") == 0)
        print_and_end(options_man, command);
    if (argc == 2 && strcmp(argv[1], "--completion") == 0)
        print_and_end(options_completion, command);
    const int n = translate(command->options, longs, shorts);
    for (const struct option_entry *o = command->options; o->name; o++)
        if (o->initial)
            take_default(o, request);
    opterr = 0;
    for (int number; (number = getopt_long(argc, argv, shorts, longs, NULL)) != -1;) {
        if (number == '?' || number == ':')
            refuse(command, number, argv[optind - 1]);
        if (number == FIRST + n)
            print_help(command);
        if (number == FIRST + n + 1) {
            printf("%s (Bristle) " BRISTLE_VERSION "\n", command->name);
            exit(EXIT_AS_DECLARED);
        }
        const struct option_entry *o = find(command->options, number);
        if (!o->is_aside && !is_seed(o))
            context_option(o->name, optarg);
        take(o, request, optarg);
    }
    if (!command->has_operands && optind < argc)
        cli_fail("unexpected argument '%s', see --help", argv[optind]);
    note_rest(command->options, argc, argv, request);
    return optind;
}

size_t option_split(const char *option, const char *what, char *text, char *parts[], size_t most)
{
    size_t n = 0;
    char *rest = NULL;
    for (char *part = strtok_r(text, ",", &rest); part; part = strtok_r(NULL, ",", &rest)) {
        if (n == most)
            cli_fail("%s: more than %zu %s", option, most, what);
        parts[n++] = part;
    }
    if (n == 0)
        cli_fail("%s: expected %s separated by commas, see --help", option, what);
    return n;
}
