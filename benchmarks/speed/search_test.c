/* What search prints of judgements and signals that are made up: which claims it asks for, by which
 * searches, the quantiles of what they took, and what share of the signals does what. Linked with
 * -Wl,--wrap=judge_f64,--wrap=coverage_add_f64. */
#include <cjson/cJSON.h>
#include <criterion/criterion.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "models/model.h"
#include "properties/checker/property.h"
#include "properties/judgement/judge.h"
#include "properties/trials/signal_coverage.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/testing/test_process.h"

int search_main(int argc, char **argv);

enum { SEEDS = 5, TRIALS = 321, LINE = 1024, STRATEGIES = 2 };

static const char *const strategies[STRATEGIES] = { "guided", "random" };

/* Returns the simulations of a search; 0: it does not refute. Claims differ by their texts, and the
 * hardest are never refuted; widened ones by their intervals. */
static unsigned simulations_of(const struct model *model, const struct claim *claim,
                               unsigned strategy, unsigned seed)
{
    unsigned hash = 17 * strategy + 7 * ((seed * 3 + 2) % SEEDS) + claim->property;
    for (const char *s = model->name; *s; s++)
        hash = 31 * hash + (unsigned char)*s;
    for (const char *s = claim->domain; *s; s++)
        hash = 31 * hash + (unsigned char)*s;
    hash = (hash ^ hash >> 13) * 2654435761u;
    return (hash >> 8) % 3 == 0 && strategy == SEARCH_RANDOM ? 0 : 1 + (hash >> 10) % 5000;
}

/* Segments of the witness. */
static unsigned pieces_of(unsigned simulations) { return 1 + simulations % 6; }

/* NOLINTBEGIN(bugprone-reserved-identifier): the linker's */
void __wrap_judge_f64(const struct model *model, const struct arb_law *law,
                      const struct claim *claim, const struct search_budget *budget,
                      struct judgement *j);
void __wrap_judge_f64(const struct model *model, const struct arb_law *law,
                      const struct claim *claim, const struct search_budget *budget,
                      struct judgement *j)
{
    cr_expect_eq(law, arb_law_find(model->name));
    cr_expect(budget->trials == TRIALS && budget->ignore_stored && budget->seed < SEEDS);
    /* a claim that holds is made false by an interval that ends two per cent higher */
    if (claim->declared == HOLDS) {
        bool widened = false;
        for (unsigned i = 0; i < model->n_claims; i++) {
            const struct claim *c = &model->claims[i];
            widened |= c->declared == HOLDS && c->property == claim->property && c->n_box == 1 &&
                       c->box[0].lo == claim->box[0].lo && c->box[0].hi * 1.02 == claim->box[0].hi;
        }
        cr_expect(widened, "%s, %s", model->name, claim->domain);
    }
    memset(j, 0, sizeof *j);
    const unsigned n =
        simulations_of(model, claim, (unsigned)budget->strategy, (unsigned)budget->seed);
    j->trials = n > 0 ? n : TRIALS;
    if (n == 0)
        return;
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    for (unsigned i = 0; i < pieces_of(n); i++)
        fputs("{ \"kind\": \"hold\" }\n", out);
    j->simplest = memory_close(&stream);
}

/* Every second signal is of the first kind, every third of the next one, and so on. */
void __wrap_coverage_add_f64(struct signal_coverage *shares, const struct model *model,
                             const struct sample *sample);
void __wrap_coverage_add_f64(struct signal_coverage *shares, const struct model *model,
                             const struct sample *sample)
{
    (void)model;
    (void)sample;
    shares->signals++;
    for (unsigned k = 0; k < N_COVERED; k++)
        shares->with[k] += shares->signals % (k + 2) == 0;
}
/* NOLINTEND(bugprone-reserved-identifier) */

/* A claim that is asked for, as it is handed on. */
struct asked {
    const struct model *model;
    struct claim claim;
    const char *subject; /* of its row in the table */
};

/* Lists the claims of one law, or of all, and of one property, or all. */
static size_t claims_of(const char *law, int property, struct asked list[], size_t most)
{
    size_t n = 0;
    for (const struct model *const *m = PREC(models); *m; m++)
        for (unsigned i = 0; i < (*m)->n_claims; i++) {
            struct asked a = { .model = *m, .claim = (*m)->claims[i] };
            const bool interval = a.claim.declared == HOLDS && a.claim.base == AT_DEFAULTS &&
                                  a.claim.n_box == 1 && a.claim.box[0].lo < a.claim.box[0].hi;
            if ((a.claim.declared != REFUTED && !interval) ||
                (law && strcmp(law, (*m)->name) != 0) ||
                (property >= 0 && a.claim.property != (enum property)property))
                continue;
            bool first = true;
            for (unsigned k = 0; k < i; k++)
                first &= (*m)->claims[k].declared != REFUTED ||
                         (*m)->claims[k].property != a.claim.property;
            if (interval) {
                a.claim.box[0].hi *= 1.02;
                a.claim.domain = "2 % too wide";
            }
            a.subject = interval || !first ? a.claim.domain : property_info[a.claim.property].name;
            cr_assert_lt(n, most);
            list[n++] = a;
        }
    return n;
}

static int ascending(const void *a, const void *b)
{
    const unsigned x = *(const unsigned *)a, y = *(const unsigned *)b;
    return (x > y) - (x < y);
}

/* The searches of a claim by one strategy: sorted, those that do not refute last, as 0. */
struct needed {
    unsigned refuted, sorted[SEEDS], pieces;
};

static struct needed needed_of(const struct asked *a, unsigned strategy)
{
    struct needed n = { .refuted = 0 };
    for (unsigned seed = 0; seed < SEEDS; seed++) {
        const unsigned simulations = simulations_of(a->model, &a->claim, strategy, seed);
        if (simulations == 0)
            continue;
        n.sorted[n.refuted++] = simulations;
        n.pieces = pieces_of(simulations) > n.pieces ? pieces_of(simulations) : n.pieces;
    }
    qsort(n.sorted, n.refuted, sizeof *n.sorted, ascending);
    return n;
}

/* Runs the program; returns what it writes, to be freed. */
static char *written(const char *arguments)
{
    char path[300], text[LINE], *words[24] = { (char *)"search" }, *rest = NULL;
    const char *directory = getenv("TEST_TMPDIR");
    int n = 1;
    snprintf(path, sizeof path, "%.200s/search.%d", directory ? directory : "/tmp", (int)getpid());
    snprintf(text, sizeof text, "--seeds %d --trials %d -o %s %s", SEEDS, TRIALS, path, arguments);
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        words[n++] = word;
    optind = 0; /* glibc: restarts getopt */
    cr_expect_eq(search_main(n, words), 0);
    char *result = cli_read(path);
    cr_assert(result);
    remove(path);
    return result;
}

enum { MOST = 200 };

/* Expects the claims in all formats. */
static void expect_claims(const char *arguments, const char *law, int property)
{
    static struct asked asked[MOST];
    static const char *const formats[] = { "table", "csv", "json" };
    const size_t n = claims_of(law, property, asked, MOST);
    struct memory_stream streams[2];
    FILE *table = memory_open(&streams[0]), *csv = memory_open(&streams[1]);
    char *text[3];
    cr_expect_gt(n, 0, "%s", arguments);
    for (size_t i = 0; i < 3; i++) {
        char words[LINE];
        snprintf(words, sizeof words, "%s --format %s", arguments, formats[i]);
        text[i] = written(words);
    }
    cJSON *json = cJSON_Parse(text[2]);
    const cJSON *row = cJSON_GetObjectItem(json, "results")->child;
    fprintf(csv, "model,property,domain,strategy,seeds,refuted,median,least,most,most_pieces\n");
    for (size_t i = 0; i < n; i++) {
        struct needed by[STRATEGIES];
        if (i == 0 || asked[i].model != asked[i - 1].model)
            fprintf(table, "%s\n", asked[i].model->name);
        fprintf(table, "  %-20s", asked[i].subject);
        for (unsigned s = 0; s < STRATEGIES; s++, row = row ? row->next : NULL) {
            char median[16] = "-", most[16] = "-";
            const char *property_name = property_info[asked[i].claim.property].name,
                       *domain = asked[i].claim.domain, *quote = strpbrk(domain, ",\"") ? "\"" : "";
            by[s] = needed_of(&asked[i], s);
            if (by[s].sorted[SEEDS / 2] > 0)
                snprintf(median, sizeof median, "%u", by[s].sorted[SEEDS / 2]);
            if (by[s].sorted[SEEDS - 1] > 0)
                snprintf(most, sizeof most, "%u", by[s].sorted[SEEDS - 1]);
            fprintf(table, " %6s [%4u, %5s]", median, by[s].sorted[0], most);
            fprintf(csv, "%s,%s,%s%s%s,%s,%d,%u,%u,%u,%u,%u\n", asked[i].model->name, property_name,
                    quote, domain, quote, strategies[s], SEEDS, by[s].refuted,
                    by[s].sorted[SEEDS / 2], by[s].sorted[0], by[s].sorted[SEEDS - 1],
                    by[s].pieces);
            const cJSON *simulations = cJSON_GetObjectItem(row, "simulations");
            cr_assert_eq(cJSON_GetArraySize(simulations), (int)by[s].refuted);
            for (unsigned k = 0; k < by[s].refuted; k++)
                cr_expect_eq(cJSON_GetArrayItem(simulations, (int)k)->valuedouble, by[s].sorted[k]);
            cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(row, "domain")), domain);
            cr_expect_str_eq(cJSON_GetStringValue(cJSON_GetObjectItem(row, "strategy")),
                             strategies[s]);
            cr_expect_eq(cJSON_GetObjectItem(row, "most_pieces")->valuedouble, by[s].pieces);
        }
        fprintf(table, " %3u %3u%8u\n", by[0].refuted, by[1].refuted, by[0].pieces);
    }
    cr_expect_null(row, "%s: more rows", arguments);
    char *rows = memory_close(&streams[0]), *lines = memory_close(&streams[1]);
    char heading[256];
    snprintf(heading, sizeof heading, "%22s %20s %20s refuted\n%-22s %20s %20s        segments\n",
             "", "guided: simulations", "random: simulations", "model, property",
             "median [least, most]", "median [least, most]");
    cr_expect(strncmp(text[0], heading, strlen(heading)) == 0, "%.200s", text[0]);
    const char *below = strchr(strchr(text[0], '\n') + 1, '\n') + 1;
    cr_expect_str_eq(below, rows, "%s:\n%s\nnot\n%s", arguments, below, rows);
    cr_expect_str_eq(text[1], lines, "%s:\n%s\nnot\n%s", arguments, text[1], lines);
    cJSON_Delete(json);
    for (size_t i = 0; i < 3; i++)
        free(text[i]);
    free(rows);
    free(lines);
}

Test(search, has_the_false_claims_and_those_made_false)
{
    expect_claims("", NULL, -1);
    expect_claims("--model martinez_rosas", "martinez_rosas", -1);
    expect_claims("--property passivity", NULL, PASSIVITY);
    expect_claims("--model martinez_rosas --property passivity", "martinez_rosas", PASSIVITY);
}

/* Expects the text, which is a number or "-", right below the end of its heading. */
static void expect_below(const char *heading, const char *line, const char *name, const char *text)
{
    const char *at = strstr(heading, name);
    cr_assert(at && strchr(line, '\n'), "%s: %s", name, heading);
    const size_t end = (size_t)(at - heading) + strlen(name);
    cr_assert_lt(end, strcspn(line, "\n") + 1, "%s: %s", name, line);
    cr_expect(strncmp(line + end - strlen(text), text, strlen(text)) == 0 &&
                  line[end - strlen(text) - 1] == ' ' && strchr(" \n", line[end]),
              "%s: not %s in %s", name, text, line);
}

/* Saturation is that of laws that settle. */
Test(search, shares_stand_below_their_headings)
{
    static const char *const laws[] = { "reset_integrator", "armstrong" };
    for (size_t i = 0; i < 2; i++) {
        char arguments[100], share[16];
        snprintf(arguments, sizeof arguments, "--shares --model %s", laws[i]);
        char *text = written(arguments);
        const char *row = strchr(text, '\n') + 1, *floors = strchr(row, '\n') + 1;
        cr_expect(strncmp(row, laws[i], strlen(laws[i])) == 0, "%s", row);
        cr_expect(strncmp(floors, "at least ", 9) == 0, "%s", floors);
        for (unsigned k = 0; k < N_COVERED; k++) {
            snprintf(share, sizeof share, "%.1f", 100.0 / (k + 2));
            expect_below(text, row, share_names[k], k == SATURATION && i == 1 ? "-" : share);
            snprintf(share, sizeof share, "%.1f", 100 * share_floors[k]);
            expect_below(text, floors, share_names[k], share);
        }
        free(text);
    }
}

static int search_asked(const void *command)
{
    free(written(command));
    return 0;
}

/* One line and exit 2. */
Test(search, refuses_what_it_cannot_do)
{
    static const char *const cases[][2] = {
        { "--model ice", "unknown model 'ice'" },
        { "--property beauty", "--property: unknown property 'beauty', see --list" },
        { "--property pasivity", "unknown property 'pasivity' (did you mean 'passivity'?)" },
        { "--model viscous --property passivity", "nothing that was asked for" },
        { "--shares --format csv", "--format: --shares and --rate have a table only" },
        { "--rate --format json", "--format: --shares and --rate have a table only" },
        { "--rate --model viscous --property stribeck_state_bound",
          "'stribeck_state_bound' does not apply to model 'viscous'" },
        { "--model properties/plugin/texts/duhem.mo --shares", "of which there is --rate only" },
        { "--model properties/plugin/texts/duhem.mo", "of which there is --rate only" },
        { "--seeds 0", "--seeds" },
        { "--seeds 1001", "--seeds" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const struct ended e = in_process(search_asked, cases[i][0]);
        expect_refused(&e, cases[i][1]);
    }
}
