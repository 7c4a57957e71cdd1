/* Writes a reading for people (reading.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/reading/reading.h"
#include "models/reading/structure_words.h"

/* Columns: of all, where notes begin, and where the last of them may. */
enum { WIDTH = 80, NOTE = 51, NOTE_MOST = 56 };

/* Writes a text from a column on, broken at blanks within the width; ends the line. */
static void wrapped(FILE *out, size_t column, const char *text)
{
    const size_t room = WIDTH - column;
    while (strlen(text) > room) {
        size_t n = room;
        while (n > 0 && text[n] != ' ')
            n--;
        n = n > 0 ? n : room;
        fprintf(out, "%.*s\n%*s", (int)n, text, (int)column, "");
        text += n;
        text += strspn(text, " ");
    }
    fprintf(out, "%s\n", text);
}

/* Returns how many quantities from the i-th on are elements of one array with equal values. */
static size_t equals(const struct quantity_list *list, size_t i)
{
    const struct quantity_text *q = list->of;
    size_t n = 1;
    while (i + n < list->n && q[i + n].at == q[i].at && q[i + n].value == q[i].value &&
           q[i + n].lo == q[i].lo && q[i + n].hi == q[i].hi && q[i + n].start == q[i].start)
        n++;
    return n;
}

static const char *range(const struct quantity_text *q, char text[64])
{
    if (isinf(q->lo) && isinf(q->hi))
        return "";
    snprintf(text, 64, "%g to %g", q->lo, q->hi);
    return text;
}

static void table(FILE *out, const char *heading, const struct quantity_list *list, bool has_value)
{
    char ends[64], value[32];
    if (list->n == 0)
        return;
    fprintf(out, "\n%-14s %-8s %-10s %-15s note\n", heading, "unit", has_value ? "default" : "",
            "range");
    for (size_t i = 0, n; i < list->n; i += n) {
        const struct quantity_text *q = &list->of[i];
        n = equals(list, i);
        char name[64];
        if (n > 1)
            snprintf(name, sizeof name, "%.28s..%.28s", q->name, q[n - 1].name);
        else
            snprintf(name, sizeof name, "%s", q->name);
        snprintf(value, sizeof value, "%g", q->value);
        char line[256];
        int used = snprintf(line, sizeof line, "  %-12s %-8s %-10s %-15s ", name, q->unit,
                            has_value ? value : "", range(q, ends));
        while (!*q->note && used > 0 && line[used - 1] == ' ')
            used--;
        fprintf(out, "%.*s", used, line);
        if (used > NOTE_MOST)
            fprintf(out, "\n%*s", NOTE, "");
        wrapped(out, used > NOTE_MOST ? NOTE : (size_t)used, q->note);
    }
}

static void structure(FILE *out, const struct reading *r)
{
    const char *words[READING_WORDS];
    const size_t n = reading_structure(&r->structure, r->law.states.n > 0, words);
    fputs("\nStructure\n", out);
    for (size_t i = 0; i < n; i++)
        fprintf(out, "  %s\n", words[i]);
    if (r->law.states.n > 0 && !structure_relaxes(&r->structure))
        fputs("  no closed form of the motion at held velocity: few claims are judged\n", out);
    fprintf(out, "  operations for rates and force: %zu; guards: %zu\n", r->operations,
            r->law.n_events);
}

static void needs(FILE *out, const struct reading *r)
{
    fprintf(out, "\n%-24s %-7s %-26s %s\n", "Property", "claims", "lacks, to be judged",
            "to be proved");
    for (unsigned p = 0; p < N_PROPERTIES; p++) {
        const struct need *need = &r->needs[p];
        if (p == EXPERIMENT)
            continue;
        char claims[16] = "-";
        if (need->claims > 0)
            snprintf(claims, sizeof claims, "%u", need->claims);
        fprintf(out, "  %-22s %-7s %-26s %s\n", needs_property((enum property)p), claims,
                *need->judged ? need->judged : "nothing",
                !need->has_proof ? "-"
                : *need->proved  ? need->proved
                                 : "nothing");
    }
}

static void checks(FILE *out, const struct reading *r)
{
    if (r->statements.n_checks > 0)
        fputs("\nNumbers of the source\n", out);
    for (size_t i = 0; i < r->statements.n_checks; i++) {
        const struct checked *c = &r->checks[i];
        fprintf(out, "  v = %g m/s: F = %g N to %g N", c->check->v, c->check->force,
                c->check->tolerance);
        if (isnan(c->force))
            fputs("; not known: state steady or steady_force\n", out);
        else
            fprintf(out, "; the equations say %.6g N: %s\n", c->force,
                    c->holds ? "holds" : "does not hold");
    }
    const struct examination *x = &r->examination;
    if (x->n_contradictions > 0)
        fputs("\nContradictions\n", out);
    for (size_t i = 0; i < x->n_contradictions; i++) {
        const struct contradiction *c = &x->contradictions[i];
        fprintf(out, "  %s: %s: %.9g, %.9g\n", c->identity.word, c->identity.says, c->left,
                c->right);
        if (strcmp(c->identity.word, "check") != 0 && strcmp(c->identity.word, "defaults") != 0)
            fprintf(out, "    at v = %.9g m/s\n", c->place.inputs[0]);
    }
}

/* Writes the changed line, and a caret below the place, as much as fits. */
static void show(FILE *out, const struct text *text, const struct typo *typo)
{
    enum { INDENT = 4, ROOM = WIDTH - INDENT };
    size_t column;
    char *line = reading_changed_line(text, typo, &column);
    const size_t from = column > ROOM - 10 ? column - (ROOM - 10) : 0;
    fprintf(out, "%*s%.*s\n%*s^\n", INDENT, "", ROOM, line + from, (int)(INDENT + column - from),
            "");
    free(line);
}

/* "regressor 8, bound 3", most first. */
static void words(FILE *out, const struct weak_spots *spots)
{
    const char *seen[64];
    size_t n_seen = 0, counts[64] = { 0 };
    for (size_t i = 0; i < spots->n; i++) {
        size_t k = 0;
        if (spots->of[i].fate != FATE_NOTICED)
            continue;
        while (k < n_seen && strcmp(seen[k], spots->of[i].word) != 0)
            k++;
        if (k == n_seen && n_seen < 64)
            seen[n_seen++] = spots->of[i].word;
        counts[k < 64 ? k : 63]++;
    }
    for (size_t done = 0; done < n_seen; done++) {
        size_t best = 0;
        for (size_t k = 1; k < n_seen; k++)
            best = counts[k] > counts[best] ? k : best;
        fprintf(out, "    by %s: %zu\n", seen[best], counts[best]);
        counts[best] = 0;
    }
}

static void weak_spots(FILE *out, const struct reading *r)
{
    const struct weak_spots *spots = &r->spots;
    const size_t weak = spots->fates[FATE_SURVIVES], all = spots->n - spots->fates[FATE_NOTHING];
    fprintf(out, "\nTypos of one symbol\n  %zu planted, of which %zu change nothing\n", spots->n,
            spots->fates[FATE_NOTHING]);
    fprintf(out, "  %zu refused when read: form, names, units\n", spots->fates[FATE_REFUSED]);
    fprintf(out, "  %zu contradict what else the text says\n", spots->fates[FATE_NOTICED]);
    words(out, spots);
    if (weak == 0) {
        fputs("  no weak spots\n", out);
        return;
    }
    fprintf(out, "  %zu weak spot%s, %.1f %%: nothing in the text would notice\n", weak,
            weak == 1 ? "" : "s", 100 * (double)weak / (double)all);
    for (size_t i = 0; i < spots->n; i++) {
        const struct typo *typo = &spots->of[i].typo;
        size_t line, column;
        if (spots->of[i].fate != FATE_SURVIVES)
            continue;
        reading_place(r->text, typo->at, &line, &column);
        fprintf(out, "  %zu:%zu: %.60s\n", line, column, typo->says);
        show(out, r->text, typo);
    }
}

void reading_write(FILE *out, const struct reading *r)
{
    fprintf(out, "%s: ", r->law.name);
    wrapped(out, strlen(r->law.name) + 2, r->law.title);
    if (*r->statements.source) {
        fputs("  ", out);
        wrapped(out, 2, r->statements.source);
    }
    table(out, "Parameters", &r->law.parameters, true);
    table(out, "Inputs", &r->law.inputs, false);
    table(out, "States", &r->law.states, false);
    table(out, "Remembered", &r->law.memory, false);
    fputs("\nEquations\n", out);
    lines_write(out, &r->lines);
    structure(out, r);
    needs(out, r);
    checks(out, r);
    weak_spots(out, r);
}
