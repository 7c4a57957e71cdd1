/* compare: accuracy and speed of integrators against the reference. */
#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/comparison/guide.h"
#include "benchmarks/comparison/options.h"
#include "benchmarks/comparison/ranking.h"
#include "benchmarks/timing/baseline.h"
#include "benchmarks/timing/changes.h"
#include "tools/base/memory.h"

static const double QUICK_SECONDS = 0.02;

/* All comparisons, in the order of scenarios and laws. */
struct comparisons {
    struct comparison *each;
    size_t n;
};

static void add_pair(const struct compare_options *o, const struct scenario *scenario,
                     const struct law_choice *law, struct comparisons *all)
{
    const struct compare_ladder ladder = {
        .steps = o->n_steps > 0 ? o->steps : NULL,
        .tolerances = o->n_tolerances > 0 ? o->tolerances : NULL,
        .n_steps = o->n_steps,
        .n_tolerances = o->n_tolerances,
        .quick = o->quick,
    };
    static const struct assignments none = { .option = "--set" };
    double p[MODEL_MAX_PARAMS];
    struct comparison *c = &all->each[all->n++];
    option_params(law->model, o->assignments.n > 0 ? &o->assignments : &none, p);
    *c = comparison_new(scenario, law->model, p);
    c->rigorous = law->rigorous;
    c->file = law->file;
    c->timeout = o->timeout;
    if (o->quick)
        c->effort.seconds = QUICK_SECONDS;
    c->progress = true;
    comparison_add_ladder(c, o->integrators, &ladder);
}

static struct comparisons ask(const struct compare_options *o)
{
    size_t n_scenarios = 0, n_models = 0;
    while (o->scenarios[n_scenarios])
        n_scenarios++;
    while (o->laws[n_models].model)
        n_models++;
    struct comparisons all = { memory_array(n_scenarios * n_models, sizeof *all.each), 0 };
    for (size_t s = 0; s < n_scenarios; s++)
        for (size_t m = 0; m < n_models; m++)
            add_pair(o, o->scenarios[s], &o->laws[m], &all);
    return all;
}

static void measure(const struct compare_options *o, const struct comparisons *all)
{
    comparisons_errors(all->each, all->n, o->jobs);
    for (size_t i = 0; i < all->n && !o->no_times; i++)
        (all->each[i].file ? comparison_times_isolated : comparison_times)(&all->each[i]);
}

static void print(const struct compare_options *o, const struct comparisons *all)
{
    struct cli_output output;
    cli_open(&output, o->path);
    FILE *out = output.file;
    if (o->format == FORMAT_TABLE)
        (o->ranking ? ranking_table : compare_table)(out, all->each, all->n);
    else if (o->format == FORMAT_CSV)
        (o->ranking ? ranking_csv : compare_csv)(out, all->each, all->n);
    else
        (o->ranking ? ranking_json : compare_json)(out, all->each, all->n);
    cli_close(&output);
}

/* Reads the baseline before anything is measured, so that a wrong file is refused at once. */
static cJSON *read_baseline(const char *name)
{
    char error[BASELINE_TEXT], path[4096];
    char *text = cli_read(cli_path(name, path, sizeof path));
    if (!text)
        cli_fail("--baseline: cannot read '%s': %s", name, strerror(errno));
    cJSON *json = baseline_parse(text, error);
    free(text);
    if (!json)
        cli_fail("--baseline: '%s': %s", name, error);
    return json;
}

/* Returns this comparison as if read from a file. */
static cJSON *now(const struct comparisons *all)
{
    char error[BASELINE_TEXT];
    struct memory_stream measured;
    compare_json(memory_open(&measured), all->each, all->n);
    char *text = memory_close(&measured);
    cJSON *json = baseline_parse(text, error);
    if (!json)
        cli_fail("%s", error);
    free(text);
    return json;
}

static void write_changes(const struct compare_options *o, const struct changes *changes)
{
    struct cli_output output;
    cli_open(&output, o->changes);
    if (o->format == FORMAT_TABLE)
        changes_table(output.file, changes);
    else
        changes_rows(output.file, o->format, changes);
    cli_close(&output);
}

static int differences(const struct compare_options *o, const struct comparisons *all,
                       cJSON *before)
{
    cJSON *json = now(all);
    struct changes changes = changes_between(before, json, o->threshold);
    const size_t n = changes.differences;
    if (o->changes)
        write_changes(o, &changes);
    changes_table(stdout, &changes);
    changes_lines(stdout, &changes);
    printf("differences from %s: %zu\n", o->baseline, n);
    changes_free(&changes);
    cJSON_Delete(json);
    cJSON_Delete(before);
    return n > 0 ? EXIT_NOT_AS_DECLARED : EXIT_AS_DECLARED;
}

static int guide(const struct compare_options *o)
{
    struct cli_output output;
    cli_open(&output, o->path);
    compare_guide(output.file, o->jobs);
    cli_close(&output);
    return EXIT_AS_DECLARED;
}

int main(int argc, char **argv)
{
    struct compare_options o;
    compare_read_options(argc, argv, &o);
    if (o.guide)
        return guide(&o);
    cJSON *before = o.baseline ? read_baseline(o.baseline) : NULL;
    struct comparisons all = ask(&o);
    measure(&o, &all);
    if (!before || o.path)
        print(&o, &all);
    const int status = before ? differences(&o, &all, before) : EXIT_AS_DECLARED;
    for (size_t i = 0; i < all.n; i++)
        comparison_free(&all.each[i]);
    free(all.each);
    return status;
}
