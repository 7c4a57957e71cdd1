/* search: how many simulations it takes to refute false claims, guided and random. */
#include <cjson/cJSON.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/options/options.h"
#include "benchmarks/speed/search_rate.h"
#include "properties/checker/property.h"
#include "properties/judgement/judge.h"
#include "properties/plugin/law_choice.h"
#include "properties/trials/draw.h"
#include "properties/trials/signal_coverage.h"
#include "tools/base/cli.h"
#include "tools/base/clock.h"
#include "tools/base/columns.h"
#include "tools/base/options.h"
#include "tools/base/wrap.h"

enum { MAX_SEEDS = 1000 };

struct request {
    struct law_choice law;     /* that is named */
    const struct model *model; /* NULL: all */
    const char *file;          /* that the model is from; NULL: it is one of Bristle */
    enum property property;    /* N_PROPERTIES: all */
    unsigned seeds, trials;
    enum { REFUTATIONS, SHARES, RATE } what;
    enum format format;
    const char *path;
};

/* The refutations of one claim by one strategy. */
struct budget_needed {
    unsigned refuted, seeds;
    unsigned simulations[MAX_SEEDS]; /* of the seeds that refuted, sorted */
    unsigned most_pieces;            /* segments of the simplest witness, at most */
};

static int ascending(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* Counts the segments of a witness file. */
static unsigned segments(const char *text)
{
    unsigned n = 0;
    for (const char *at = text; (at = strstr(at, "\"kind\"")); at++)
        n++;
    return n;
}

static void measure(const struct model *model, const struct claim *claim, enum strategy strategy,
                    unsigned seeds, unsigned trials, struct budget_needed *needed)
{
    *needed = (struct budget_needed){ .seeds = seeds };
    for (unsigned seed = 0; seed < seeds; seed++) {
        const struct search_budget budget = {
            .seed = seed, .trials = trials, .strategy = strategy, .ignore_stored = true
        };
        struct judgement j;
        PREC(judge)(model, arb_law_find(model->name), claim, &budget, &j);
        if (j.simplest) {
            const unsigned n = segments(j.simplest);
            needed->simulations[needed->refuted++] = j.trials;
            needed->most_pieces = n > needed->most_pieces ? n : needed->most_pieces;
        }
        judgement_clear(&j);
        cli_progress("%s %s, %s: %u of %u seeds", model->name, property_info[claim->property].name,
                     strategy == SEARCH_GUIDED ? "guided" : "random", seed + 1, seeds);
    }
    qsort(needed->simulations, needed->refuted, sizeof *needed->simulations, ascending);
}

/* Returns the k-th smallest of all seeds; seeds that did not refute come last, as 0. */
static unsigned quantile(const struct budget_needed *n, unsigned k)
{
    return k < n->refuted ? n->simulations[k] : 0;
}

static const char *const strategies[] = {
    [SEARCH_GUIDED] = "guided",
    [SEARCH_RANDOM] = "random",
};

static void print_needed(FILE *out, const struct budget_needed *n)
{
    char median[16], most[16];
    const unsigned middle = quantile(n, (n->seeds - 1) / 2), last = quantile(n, n->seeds - 1);
    snprintf(median, sizeof median, middle > 0 ? "%u" : "-", middle);
    snprintf(most, sizeof most, last > 0 ? "%u" : "-", last);
    fprintf(out, " %6s [%4u, %5s]", median, quantile(n, 0), most);
}

/* Returns the name of a row: the property, or the domain if the property alone is ambiguous. */
static const char *subject(const struct model *model, const struct claim *claim)
{
    if (claim->declared == HOLDS)
        return claim->domain;
    for (unsigned i = 0; i < model->n_claims && &model->claims[i] != claim; i++)
        if (model->claims[i].declared == REFUTED && model->claims[i].property == claim->property)
            return claim->domain;
    return property_info[claim->property].name;
}

/* Prints the name of a row: above the row where it is longer than its column. */
static void print_subject(FILE *out, const char *text)
{
    enum { INDENT = 2, ROOM = 20 };
    const bool fits = text[wrap_fit(text, ROOM)] == '\0';
    fprintf(out, "%*s", INDENT, "");
    if (!fits)
        wrap_print(out, INDENT, INDENT, text);
    fprintf(out, "%*s", fits ? -ROOM : INDENT + ROOM, fits ? text : "");
}

static void print_row(FILE *out, const struct model *model, const struct claim *claim,
                      const struct budget_needed needed[2])
{
    print_subject(out, subject(model, claim));
    print_needed(out, &needed[SEARCH_GUIDED]);
    print_needed(out, &needed[SEARCH_RANDOM]);
    fprintf(out, " %3u %3u%8u\n", needed[SEARCH_GUIDED].refuted, needed[SEARCH_RANDOM].refuted,
            needed[SEARCH_GUIDED].most_pieces);
}

static void state_row(struct columns *c, const struct model *model, const struct claim *claim,
                      enum strategy strategy, const struct budget_needed *n)
{
    column_text(c, "model", model->name);
    column_text(c, "property", property_info[claim->property].name);
    column_text(c, "domain", claim->domain);
    column_text(c, "strategy", strategies[strategy]);
    column_count(c, "seeds", n->seeds);
    column_count(c, "refuted", n->refuted);
    if (!c->is_json) {
        column_count(c, "median", quantile(n, (n->seeds - 1) / 2));
        column_count(c, "least", quantile(n, 0));
        column_count(c, "most", quantile(n, n->seeds - 1));
    } else {
        cJSON *simulations = cJSON_CreateArray();
        for (unsigned i = 0; i < n->refuted; i++)
            cJSON_AddItemToArray(simulations, cJSON_CreateNumber(n->simulations[i]));
        column_json(c, "simulations", simulations);
    }
    column_count(c, "most_pieces", n->most_pieces);
    columns_end_row(c);
}

/* Runs both strategies on one claim. Rows of a table appear one by one. */
static void measure_both(FILE *out, struct columns *c, const struct model *model,
                         const struct claim *claim, const struct request *r)
{
    static struct budget_needed needed[2];
    for (int s = SEARCH_GUIDED; s <= SEARCH_RANDOM; s++)
        measure(model, claim, (enum strategy)s, r->seeds, r->trials, &needed[s]);
    cli_progress_done();
    if (r->format == FORMAT_TABLE)
        print_row(out, model, claim, needed);
    for (int s = SEARCH_GUIDED; r->format != FORMAT_TABLE && s <= SEARCH_RANDOM; s++)
        state_row(c, model, claim, (enum strategy)s, &needed[s]);
}

/* Returns true when the claim holds on an interval of one parameter, the others at their defaults.
 * *wide is then the claim with the interval's upper end two per cent higher. */
static bool widened(const struct claim *claim, struct claim *wide)
{
    *wide = *claim;
    wide->box[0].hi *= 1.02;
    wide->domain = "2 % too wide";
    return claim->declared == HOLDS && claim->base == AT_DEFAULTS && claim->n_box == 1 &&
           claim->box[0].lo < claim->box[0].hi;
}

/* Returns true when the claim, or its widened form, is to be refuted. */
static bool is_asked_for(const struct model *model, const struct claim *claim, bool also,
                         const struct request *r)
{
    return (claim->declared == REFUTED || also) && (!r->model || r->model == model) &&
           (r->property == N_PROPERTIES || r->property == claim->property);
}

static void refutations(FILE *out, const struct request *r)
{
    unsigned claims = 0;
    const struct model *last = NULL;
    struct columns c = columns_begin(out, r->format, "search-1");
    if (r->format == FORMAT_TABLE)
        fprintf(out, "%-22s %20s %20s refuted\n%-22s %20s %20s        segments\n", "",
                "guided: simulations", "random: simulations", "model, property",
                "median [least, most]", "median [least, most]");
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned i = 0; i < (*m)->n_claims; i++) {
            const struct claim *claim = &(*m)->claims[i];
            struct claim wide;
            const bool also = widened(claim, &wide);
            if (!is_asked_for(*m, claim, also, r))
                continue;
            if (r->format == FORMAT_TABLE && *m != last)
                fprintf(out, "%s\n", (*m)->name);
            measure_both(out, &c, *m, also ? &wide : claim, r);
            last = *m;
            claims++;
        }
    if (claims == 0)
        cli_fail("nothing that was asked for is declared refuted");
    columns_finish(&c);
}

/* Returns the width of a column: that of its heading, but enough for 100.0. */
static int share_width(unsigned k)
{
    const size_t heading = strlen(share_names[k]);
    return heading > 6 ? (int)heading : 6;
}

/* Prints the coverage of the random signals of one law. */
static void print_shares(FILE *out, const struct model *model)
{
    enum { SIGNALS = 20000 };
    static const struct claim anywhere = { .base = ALL_VALID };
    struct signal_coverage shares = { 0 };
    for (unsigned i = 0; i < SIGNALS; i++) {
        struct rng rng = rng_keyed(0, model->name, i);
        struct candidate c;
        struct sample sample;
        if (PREC(draw_parameters)(model, &anywhere, &rng, &c)) {
            PREC(draw_segments)(model, ANY_SIGNAL, &rng, &c);
            if (PREC(candidate_sample)(model, &anywhere, &c, &sample))
                PREC(coverage_add)(&shares, model, &sample);
        }
    }
    fprintf(out, "%-16s", model->name);
    for (unsigned k = 0; k < N_COVERED; k++)
        if (k == SATURATION && !model->settling_rate)
            fprintf(out, " %*s", share_width(k), "-");
        else
            fprintf(out, " %*.1f", share_width(k), 100.0 * shares.with[k] / shares.signals);
    fputc('\n', out);
}

static void all_shares(FILE *out, const struct model *only)
{
    fprintf(out, "%-16s", "per cent with");
    for (unsigned k = 0; k < N_COVERED; k++)
        fprintf(out, " %*s", share_width(k), share_names[k]);
    fputc('\n', out);
    for (const struct model *const *m = PREC(models); *m; m++)
        if (!only || only == *m)
            print_shares(out, *m);
    fprintf(out, "%-16s", "at least");
    for (unsigned k = 0; k < N_COVERED; k++)
        fprintf(out, " %*.1f", share_width(k), 100 * share_floors[k]);
    fputc('\n', out);
}

static void read_model(void *request, char *name)
{
    struct request *r = request;
    r->law = law_choose(name, NULL);
    r->model = r->law.model;
    r->file = r->law.file;
}

static void read_property(void *request, char *name)
{
    ((struct request *)request)->property = law_property(name);
}

static void want_shares(void *request, char *text)
{
    (void)text;
    ((struct request *)request)->what = SHARES;
}

static void want_rate(void *request, char *text)
{
    (void)text;
    ((struct request *)request)->what = RATE;
}

static void show_list(void)
{
    option_print_list();
    puts("properties:");
    for (int i = 0; i < N_PROPERTIES; i++)
        printf("  %s\n", property_info[i].name);
}

static const struct option_entry options[] = {
    { "model", "M", "only this model; with --rate also one from a text, FILE.mo", OPTION_CALL,
      .read = read_model },
    { "property", "P", "only this property", OPTION_CALL, .read = read_property },
    { "seeds", "N", "seeds 0 .. N-1", OPTION_UNSIGNED, .into = offsetof(struct request, seeds),
      .lo = 1, .hi = MAX_SEEDS, .initial = "20" },
    { "trials", "N", "simulations at most (default 50000)", OPTION_UNSIGNED,
      .into = offsetof(struct request, trials), .lo = 1, .hi = 1000000000 },
    { "shares", NULL, "instead: what random signals make the laws do, in per cent", OPTION_CALL,
      .read = want_shares },
    { "rate", NULL, "instead: simulations per second and core of one property and law", OPTION_CALL,
      .read = want_rate },
    OPTIONS_OUTPUT(struct request),
    { "list", NULL, "show models and properties", OPTION_SHOW, .show = show_list },
    { NULL },
};

static const struct command command_line = {
    .name = "search",
    .usage = "[OPTION]...",
    .about = "How many simulations the search needs to refute claims that are false, from the bare "
             "claim: stored witnesses set aside, N seeds, guided by an optimiser and purely "
             "random. A refutation counts when its simplest witness is certified in ball "
             "arithmetic. Claims that hold on an interval of one parameter stand there as well, "
             "made false by an interval that ends two per cent higher.",
    .options = options,
    .examples = { "search --model lugre --seeds 5", "search --shares",
                  "search --rate --model dahl --property passivity" },
    .exits = "0, or 2 for wrong usage.",
};

/* Prints rates for martinez_rosas and passivity, unless others are named. */
static void print_rate(FILE *out, const struct request *r)
{
    const struct law_choice law =
        r->model ? r->law : law_choice_of(PREC(model_find)("martinez_rosas"));
    const enum property about = r->property == N_PROPERTIES ? PASSIVITY : r->property;
    if (!PREC(property_applicable)(law.model, about))
        cli_fail("--property: '%s' does not apply to model '%s'", property_info[about].name,
                 law.model->name);
    const struct search_rate rate = search_rate_measure(&law, about);
    search_rate_print(out, law.model, about, &rate);
}

int main(int argc, char **argv)
{
    struct request r = { .property = N_PROPERTIES, .trials = BUDGET_DEFAULT };
    struct cli_output output;
    command_read(&command_line, argc, argv, &r);
    if (r.what != RATE && r.file)
        cli_fail("--model: '%s' is a file, of which there is --rate only; expected a law of "
                 "Bristle",
                 r.file);
    if (r.what != REFUTATIONS && r.format != FORMAT_TABLE)
        cli_fail("--format: --shares and --rate have a table only");
    cli_open(&output, r.path);
    if (r.what == SHARES)
        all_shares(output.file, r.model);
    else if (r.what == RATE)
        print_rate(output.file, &r);
    else
        refutations(output.file, &r);
    cli_close(&output);
    return 0;
}
