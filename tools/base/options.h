/* A program's command line, stated once: its table of options is what --help prints and what
 * command_read reads by.
 *
 *     static const struct option_entry options[] = {
 *         { "trials", "N", "simulations per claim", OPTION_UNSIGNED,
 *           .into = offsetof(struct request, trials), .lo = 1, .hi = 1000000000,
 *           .initial = "50000" },
 *         OPTIONS_OUTPUT(struct request),
 *         { NULL },
 *     };
 */
#ifndef BRISTLE_TOOLS_BASE_OPTIONS_H
#define BRISTLE_TOOLS_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What the value of an option becomes in the program's request. */
enum option_kind {
    OPTION_FLAG,     /* bool: true. The option takes no value. */
    OPTION_TEXT,     /* const char *: the value itself, borrowed from the command line */
    OPTION_CHOICE,   /* unsigned, or an enum: the value's place among `choices` */
    OPTION_UNSIGNED, /* unsigned: a whole number from lo to hi */
    OPTION_COUNT,    /* uint64_t: likewise */
    OPTION_NUMBER,   /* double: finite */
    OPTION_POSITIVE, /* double: finite and above 0 */
    OPTION_CALL,     /* what `read` makes of it, each time that the option is given */
    OPTION_SHOW,     /* nothing: `show` prints something, and the program ends with exit 0 */
};

/* Reads a value, which it may cut up, or refuses it by cli_fail. The text lives as long as the
 * command line; that of a default, as long as the call; NULL: the option takes no value. */
typedef void option_read(void *request, char *text);

/* One option of a table. */
struct option_entry {
    const char *name;  /* without its dashes; NULL ends a table */
    const char *value; /* what the help calls its value; NULL: it takes none */
    const char *help;  /* any length: the help breaks lines; of a choice, what follows the list */
    enum option_kind kind;
    size_t into;         /* its offset in the request */
    uint64_t lo, hi;     /* of whole numbers */
    const char *initial; /* the default, read like a value before the command line; NULL: none */
    const char *const *choices; /* of OPTION_CHOICE, ended by NULL */
    option_read *read;          /* of OPTION_CALL */
    void (*show)(void);         /* of OPTION_SHOW */
    char letter;                /* the short option; 0: none */
    bool is_aside;              /* changes no result: is no part of its context (context.h) */
};

enum { MOST_EXAMPLES = 6 };

/* A program's command line. name is the program's. */
struct command {
    const char *name;
    const char *usage; /* behind the name */
    const char *about; /* what the program does */
    const struct option_entry *options;
    const char *notes; /* behind the options: columns and other words; NULL: none */
    /* Command lines that work, two at least, each from the program's name on and in one line of the
     * help; two blanks or more part it from a word about it. //:programs_test runs them. */
    const char *examples[MOST_EXAMPLES + 1];
    const char *exits; /* exit statuses */
    bool has_operands; /* arguments beside the options are the program's to read */
};

/* Names the program in messages (cli_start) and in JSON (context.h), then reads the command line in
 * its order into the request; options may be abbreviated. --help and --version print and end the
 * program; what the table does not allow is refused with one line, exit 2. Returns where the
 * operands begin in argv, behind which there is nothing else. */
int command_read(const struct command *command, int argc, char **argv, void *request);

/* Cuts A,B,C up and returns how many parts there are, between 1 and `most`; refuses others by
 * cli_fail, which calls them `what`: "names". */
size_t option_split(const char *option, const char *what, char *text, char *parts[], size_t most);

/* The formats of results, in the order of enum format. */
extern const char *const option_formats[];

/* --format and --output of a request that has `format` (enum format) and `path`. */
#define OPTION_FORMAT(request, more)                                                               \
    {                                                                                              \
        .name = "format", .value = "F", .help = more, .kind = OPTION_CHOICE,                       \
        .into = offsetof(request, format), .initial = "table", .choices = option_formats,          \
        .is_aside = true                                                                           \
    }
#define OPTION_OUTPUT(request)                                                                     \
    {                                                                                              \
        .name = "output", .value = "FILE", .help = "write there instead of to standard output",    \
        .kind = OPTION_TEXT, .into = offsetof(request, path), .letter = 'o', .is_aside = true      \
    }
#define OPTIONS_OUTPUT(request) OPTION_FORMAT(request, ""), OPTION_OUTPUT(request)

#endif
