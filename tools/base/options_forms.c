/* Writes a program's help as a manual page and as a completion (options_forms.h). */
#include "tools/base/options_forms.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"

/* Writes text that means itself: a backslash, a hyphen, and a point or an apostrophe that begins a
 * line are roff's own. */
static void put(FILE *out, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        const bool begins = i == 0 || text[i - 1] == '\n';
        if (text[i] == '\\')
            fputs("\\e", out);
        else if (text[i] == '-')
            fputs("\\-", out);
        else if (begins && (text[i] == '.' || text[i] == '\''))
            fprintf(out, "\\&%c", text[i]);
        else
            fputc(text[i], out);
    }
}

static void put_all(FILE *out, const char *text) { put(out, text, strlen(text)); }

/* Lines that begin with blanks are examples and lists: they stay as they are. */
static void put_notes(FILE *out, const char *notes)
{
    bool kept = false;
    while (*notes) {
        const size_t n = strcspn(notes, "\n");
        const bool keep =
            *notes == ' ' || (n > 0 && strstr(notes, "  ") && strstr(notes, "  ") < notes + n);
        if (keep != kept)
            fputs(keep ? ".nf\n" : ".fi\n", out);
        kept = keep;
        if (n == 0)
            fputs(".PP", out);
        put(out, notes, n);
        fputc('\n', out);
        notes += n + (notes[n] == '\n');
    }
    fputs(kept ? ".fi\n" : "", out);
}

void options_man(FILE *out, const struct command *command)
{
    fputs(".TH ", out);
    for (const char *s = command->name; *s; s++)
        fputc(toupper((unsigned char)*s), out);
    fputs(" 1 \"\" \"Bristle " BRISTLE_VERSION "\"\n.SH NAME\n", out);
    put_all(out, command->name);
    fputs(" \\- ", out);
    put(out, command->about, strcspn(command->about, ".\n"));
    fputs("\n.SH SYNOPSIS\n.B ", out);
    put_all(out, command->name);
    fputs("\n", out);
    put_all(out, command->usage);
    fputs("\n.SH DESCRIPTION\n", out);
    put_all(out, command->about);
    fputs("\n.SH OPTIONS\n", out);
    for (const struct option_entry *o = command->options; o->name; o++) {
        char *text = options_text(o);
        fputs(".TP\n", out);
        if (o->letter)
            fprintf(out, "\\fB\\-%c\\fR, ", o->letter);
        fputs("\\fB\\-\\-", out);
        put_all(out, o->name);
        fputs("\\fR", out);
        if (o->value) {
            fputs(" \\fI", out);
            put_all(out, o->value);
            fputs("\\fR", out);
        }
        fputc('\n', out);
        put_all(out, text);
        fputc('\n', out);
        free(text);
    }
    fputs(".SH NOTES\n", out);
    char *notes = options_notes(command);
    put_notes(out, notes);
    free(notes);
}

void options_completion(FILE *out, const struct command *command)
{
    fprintf(out,
            "_bristle_%s() {\n"
            "  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
            "  case $before in\n",
            command->name);
    for (const struct option_entry *o = command->options; o->name; o++) {
        if (o->kind != OPTION_CHOICE)
            continue;
        fprintf(out, "    --%s) COMPREPLY=($(compgen -W '", o->name);
        for (const char *const *c = o->choices; *c; c++)
            fprintf(out, "%s%s", c == o->choices ? "" : " ", *c);
        fputs("' -- \"$word\")); return ;;\n", out);
    }
    fputs("  esac\n  COMPREPLY=($(compgen -W '", out);
    for (const struct option_entry *o = command->options; o->name; o++)
        fprintf(out, "--%s ", o->name);
    fprintf(out,
            "--help --version' -- \"$word\"))\n"
            "}\n"
            "complete -o default -F _bristle_%s %s\n",
            command->name, command->name);
}
