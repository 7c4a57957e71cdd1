/* Prints the results of the benchmark of detection (detection_rows.h). */
#include "benchmarks/speed/detection_rows.h"

#include <cjson/cJSON.h>
#include <stdlib.h>

#include "properties/checker/property.h"
#include "tools/base/columns.h"
#include "tools/base/memory.h"

static bool is_asked(const struct detections *d, unsigned by) { return d->by >> by & 1; }

const struct detection *detections_of(const struct detections *d, size_t law, enum detector by)
{
    return &d->runs[(law * DETECTORS + (size_t)by) * d->seeds];
}

unsigned detections_count(const struct detections *d, size_t law, enum detector by,
                          enum detected what)
{
    const struct detection *runs = detections_of(d, law, by);
    unsigned n = 0;
    for (unsigned i = 0; i < d->seeds; i++)
        n += runs[i].what == what;
    return n;
}

static int ascending(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* What one search did on laws from `first` to `end`. */
struct summary {
    unsigned runs, found, undecided, failed; /* of flawed laws */
    unsigned rights, alarms;                 /* of right laws */
    unsigned median, holds; /* of the runs that found the flaw: simulations; segments, at most */
    double hardest;         /* to which half of the runs found each flaw; 0: none */
};

static void add_law(const struct detections *d, size_t law, enum detector by, struct summary *s,
                    unsigned simulations[])
{
    const struct detection *runs = detections_of(d, law, by);
    const unsigned found = detections_count(d, law, by, DETECTED_FLAW);
    s->undecided += detections_count(d, law, by, DETECTED_UNDECIDED);
    s->failed += detections_count(d, law, by, DETECTED_FAILURE);
    if (d->laws[law].is_right) {
        s->rights += d->seeds;
        s->alarms += found;
        return;
    }
    s->runs += d->seeds;
    for (unsigned i = 0; i < d->seeds; i++)
        if (runs[i].what == DETECTED_FLAW) {
            simulations[s->found++] = runs[i].simulations;
            s->holds = runs[i].holds > s->holds ? runs[i].holds : s->holds;
        }
}

static struct summary summary_of(const struct detections *d, size_t first, size_t end,
                                 enum detector by)
{
    struct summary s = { .runs = 0 };
    unsigned *simulations = memory_array((end - first) * d->seeds + 1, sizeof *simulations);
    bool half = true;
    for (size_t i = first; i < end; i++) {
        add_law(d, i, by, &s, simulations);
        if (d->laws[i].is_right)
            continue;
        half = half && 2 * detections_count(d, i, by, DETECTED_FLAW) >= d->seeds;
        s.hardest = half ? d->laws[i].difficulty : s.hardest;
    }
    qsort(simulations, s.found, sizeof *simulations, ascending);
    s.median = s.found > 0 ? simulations[(s.found - 1) / 2] : 0;
    free(simulations);
    return s;
}

static size_t end_of_family(const struct detections *d, size_t first)
{
    size_t end = first;
    while (end < d->n_laws && d->laws[end].family == d->laws[first].family)
        end++;
    return end;
}

/* Prints "-" where there is nothing. */
static void print_count(FILE *out, int width, bool has, unsigned n)
{
    char text[16] = "-";
    if (has)
        snprintf(text, sizeof text, "%u", n);
    fprintf(out, " %*s", width, text);
}

static void print_share(FILE *out, const struct summary *s)
{
    char text[16] = "-";
    if (s->runs > 0)
        snprintf(text, sizeof text, "%.0f %%", 100.0 * s->found / s->runs);
    fprintf(out, " %6s", text);
}

/* A table of more than four searches has no room for what the first one took. */
static bool is_wide(const struct detections *d)
{
    unsigned n = 0;
    for (unsigned by = 0; by < DETECTORS; by++)
        n += is_asked(d, by);
    return n > 4;
}

/* One line: laws, shares of all searches, and more of the first one. */
static void print_line(FILE *out, const struct detections *d, const char *name, size_t first,
                       size_t end, bool is_family)
{
    struct summary of[DETECTORS] = { { .runs = 0 } };
    const struct summary *main = NULL;
    unsigned alarms = 0, rights = 0, flawed = 0;
    char hardest[16] = "-";
    for (size_t i = first; i < end; i++)
        flawed += !d->laws[i].is_right;
    fprintf(out, "%-11s%5u", name, flawed);
    for (unsigned by = 0; by < DETECTORS; by++) {
        if (!is_asked(d, by))
            continue;
        of[by] = summary_of(d, first, end, (enum detector)by);
        print_share(out, &of[by]);
        main = main ? main : &of[by];
        alarms += of[by].alarms;
        rights += of[by].rights;
    }
    if (!main)
        return;
    if (!is_wide(d)) {
        print_count(out, 6, main->found > 0, main->median);
        print_count(out, 5, main->found > 0, main->holds);
    }
    if (is_family && main->hardest > 0)
        snprintf(hardest, sizeof hardest, "%.3g", main->hardest);
    fprintf(out, " %7s", is_family ? hardest : "");
    print_count(out, 5, true, main->undecided + main->failed);
    print_count(out, 6, rights > 0, alarms);
    fputc('\n', out);
}

/* A line of the heading: `what` is the same for all searches, or NULL for their names. */
static void print_heading(FILE *out, const struct detections *d, const char *left, const char *what,
                          const char *took, const char *right)
{
    fprintf(out, "%-16s", left);
    for (unsigned by = 0; by < DETECTORS; by++)
        if (is_asked(d, by))
            fprintf(out, " %6.6s", what ? what : detector_names[by]);
    fprintf(out, "%s%s\n", is_wide(d) ? "" : took, right);
}

void detection_table(FILE *out, const struct detections *d)
{
    print_heading(out, d, "", NULL, " median  most", "    half   not  false");
    print_heading(out, d, "family      laws", "found", "   sims holds", "    to d  dec. alarms");
    for (size_t i = 0, end; i < d->n_laws; i = end) {
        end = end_of_family(d, i);
        print_line(out, d, d->laws[i].family->name, i, end, true);
    }
    print_line(out, d, "all", 0, d->n_laws, false);
}

static void state_row(struct columns *c, const struct detections *d, size_t law, enum detector by)
{
    const struct flawed_law *l = &d->laws[law];
    const struct detection *runs = detections_of(d, law, by);
    const struct summary s = summary_of(d, law, law + 1, by);
    column_text(c, "law", l->name);
    column_text(c, "family", l->family->name);
    column_text(c, "property", property_info[l->family->property].name);
    column_text(c, "claim", l->is_right ? "true" : "false");
    column_number(c, "difficulty", l->difficulty, 6);
    column_truth(c, "held_back", l->is_held_back);
    column_text(c, "search", detector_names[by]);
    column_count(c, "seeds", d->seeds);
    column_count(c, "refuted", detections_count(d, law, by, DETECTED_FLAW));
    column_count(c, "undecided", s.undecided);
    column_count(c, "failed", s.failed);
    if (!c->is_json) {
        column_count(c, "median", s.median);
    } else {
        cJSON *simulations = cJSON_CreateArray();
        for (unsigned i = 0; i < d->seeds; i++)
            if (runs[i].what == DETECTED_FLAW)
                cJSON_AddItemToArray(simulations, cJSON_CreateNumber(runs[i].simulations));
        column_json(c, "simulations", simulations);
    }
    column_count(c, "holds", s.holds);
    columns_end_row(c);
}

void detection_rows(FILE *out, enum format format, const struct detections *d)
{
    struct columns c = columns_begin(out, format, "detection-1");
    for (size_t i = 0; i < d->n_laws; i++)
        for (unsigned by = 0; by < DETECTORS; by++)
            if (is_asked(d, by))
                state_row(&c, d, i, (enum detector)by);
    columns_finish(&c);
}
