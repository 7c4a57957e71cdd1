/* verify: the verdict table over models and claims. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "properties/checker/property.h"
#include "properties/checker/rigorous.h"
#include "properties/ledger/ledger.h"
#include "properties/plugin/law_choice.h"
#include "properties/prover/threshold_options.h"
#include "properties/verdicts/verdicts.h"
#include "properties/verification/list.h"
#include "properties/violations/attribution_table.h"
#include "tools/base/cli.h"

static const char help[] =
    "usage: verify [OPTION]...\n"
    "Judges what friction models, or the papers they come from, claim.\n"
    "\n"
    "  --model M         only this model, or the one in the shared object M (see\n"
    "                    properties/plugin/README.md); repeatable\n"
    "  --property P      only this property\n"
    "  --integrator I    along the trajectories of this integrator, of simulate's list: tells "
    "what\n"
    "                    the equations violate from what the integrator does at this step\n"
    "  --step H          its largest step, s; adaptive methods need none\n"
    "  --everywhere      at random parameters of each claim's domain, not the model's defaults\n"
    "  --rtol R, --atol A   tolerances of adaptive methods (default 1e-6, R)\n"
    "  --trials N        simulations per claim (default 50000; 500 along an integrator)\n"
    "  --signals N       signals along which a claim that holds is to be enclosed in ball\n"
    "                    arithmetic (default 128; 0: none)\n"
    "  --seed N          another set of signals (default 0)\n"
    "  --random          a purely random search, not guided by an optimiser\n"
    "  --bare            set stored witnesses aside: what is refuted must be found anew\n"
    "  --witnesses DIR   write what the search finds there: the witness that is simplest to\n"
    "                    read, and the deepest\n"
    "  --timeout S       seconds that a claim of a shared object may take (default 300)\n"
    "  --jobs N          threads (default: all cores); results do not depend on it\n"
    "  --timing          add the seconds that each claim took\n"
    "  --format F        table (default), csv or json\n"
    "  -o FILE           write there instead of to standard output\n"
    "  --ledger          judge the claims of Martinez-Rosas et al., C1 to C12, each with the rows\n"
    "                    of the verdict table that it rests on\n"
    "  --threshold NAME  bracket where the model's passivity turns from proved to refuted as this\n"
    "                    parameter moves; with --witnesses DIR the proofs and witnesses are kept\n"
    "  --set NAME=VALUE  another parameter for that, repeatable (default: the model's own)\n"
    "  --over NAME=FROM:TO:N[:log]   the same at N values of another parameter, spaced evenly or\n"
    "                    by their ratio; of up to two, which then make a grid\n"
    "  --width W         relative width of the brackets to aim at (default 0.0006; wider is "
    "faster)\n"
    "  --list            show models and properties\n"
    "  --catalogue       show the models as a Markdown table\n"
    "  --help, --version\n"
    "\n"
    "Exit: 0 all as declared, 1 something is not, 2 wrong usage.\n";

static int judge_ledger(const struct search_budget *budget, unsigned jobs, enum format format,
                        const char *path)
{
    struct verdicts verdicts = ledger_run(budget, jobs);
    struct cli_output output;
    if (!verdicts.rows)
        cli_fail("out of memory");
    cli_open(&output, path);
    if (format == FORMAT_TABLE)
        ledger_table(output.file, &verdicts);
    else if (format == FORMAT_CSV)
        ledger_csv(output.file, &verdicts);
    else if (!ledger_json(output.file, &verdicts))
        cli_fail("out of memory");
    cli_close(&output);
    const int status = ledger_status(&verdicts);
    verdicts_free(&verdicts);
    return status;
}

static void write_verdicts(const struct verdicts *verdicts, enum format format, bool timing,
                           const char *path)
{
    struct cli_output output;
    cli_open(&output, path);
    if (format == FORMAT_TABLE)
        verdicts_table(output.file, verdicts, timing);
    else if (format == FORMAT_CSV)
        verdicts_csv(output.file, verdicts, timing);
    else if (!verdicts_json(output.file, verdicts, timing))
        cli_fail("out of memory");
    cli_close(&output);
}

static void write_attribution(const struct attribution_table *table, enum format format,
                              const char *path)
{
    struct cli_output output;
    cli_open(&output, path);
    if (format == FORMAT_TABLE)
        attribution_table_print(output.file, table);
    else if (format == FORMAT_CSV)
        attribution_table_csv(output.file, table);
    else if (!attribution_table_json(output.file, table))
        cli_fail("out of memory");
    cli_close(&output);
}

static const struct integrator *find_integrator(const char *name)
{
    const struct integrator *integrator = PREC(integrator_find)(name);
    if (strcmp(name, "reference") == 0)
        cli_fail("--integrator: the reference is what trajectories are compared with");
    if (!integrator)
        cli_fail("--integrator: unknown integrator '%s', see //benchmarks:simulate --list", name);
    return integrator;
}

enum { MOST_LAWS = 64 };

/* What is asked for. */
struct request {
    struct law_choice laws[MOST_LAWS];
    size_t n_laws;          /* 0: all of Bristle's own */
    enum property property; /* N_PROPERTIES: all */
    struct search_budget budget;
    struct integration_scheme scheme; /* without an integrator: along the exact solution */
    unsigned jobs;
    bool timing, ledger;
    enum format format;
    const char *path, *witnesses;
    struct threshold_request threshold;
};

_Noreturn static void no_claims(const struct request *r)
{
    cli_fail("--property: model '%s' claims nothing about '%s', see --list",
             r->n_laws == 1 ? r->laws[0].model->name : "any", property_info[r->property].name);
}

/* One more law; one that comes again counts once. */
static void add_law(struct request *r, const char *text)
{
    const struct law_choice law = law_choose(text);
    for (size_t i = 0; i < r->n_laws; i++) {
        if (r->laws[i].model == law.model)
            return;
        if (strcmp(r->laws[i].model->name, law.model->name) == 0)
            cli_fail("--model: two laws have the name '%s'", law.model->name);
    }
    if (r->n_laws == MOST_LAWS)
        cli_fail("--model: at most %d", MOST_LAWS);
    r->laws[r->n_laws++] = law;
}

static void parse(int argc, char **argv, struct request *r)
{
    static const struct option options[] = {
        { "model", required_argument, NULL, 'm' },
        { "property", required_argument, NULL, 'p' },
        { "integrator", required_argument, NULL, 'i' },
        { "step", required_argument, NULL, 'H' },
        { "everywhere", no_argument, NULL, 'E' },
        { "rtol", required_argument, NULL, 'R' },
        { "atol", required_argument, NULL, 'A' },
        { "trials", required_argument, NULL, 't' },
        { "signals", required_argument, NULL, 'S' },
        { "seed", required_argument, NULL, 's' },
        { "random", no_argument, NULL, 'r' },
        { "bare", no_argument, NULL, 'b' },
        { "witnesses", required_argument, NULL, 'w' },
        { "timeout", required_argument, NULL, 'D' },
        { "jobs", required_argument, NULL, 'j' },
        { "timing", no_argument, NULL, 'T' },
        { "format", required_argument, NULL, 'f' },
        { "output", required_argument, NULL, 'o' },
        { "threshold", required_argument, NULL, 'X' },
        { "set", required_argument, NULL, 'P' },
        { "over", required_argument, NULL, 'O' },
        { "width", required_argument, NULL, 'W' },
        { "list", no_argument, NULL, 'l' },
        { "ledger", no_argument, NULL, 'L' },
        { "catalogue", no_argument, NULL, 'c' },
        CLI_COMMON,
    };
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    *r = (struct request){ .property = N_PROPERTIES, .jobs = cores > 0 ? (unsigned)cores : 1 };
    r->budget.signals = BUDGET_SIGNALS;
    for (int o; (o = cli_option(argc, argv, ":o:", options)) != -1;)
        switch (o) {
        case 'm':
            add_law(r, optarg);
            break;
        case 'p':
            if ((r->property = property_find(optarg)) == N_PROPERTIES)
                cli_fail("--property: unknown property '%s', see --list", optarg);
            break;
        case 'i':
            r->scheme.integrator = find_integrator(optarg);
            break;
        case 'H':
            r->scheme.settings.step = cli_positive("--step", optarg);
            break;
        case 'E':
            r->scheme.everywhere = true;
            break;
        case 'R':
            r->scheme.settings.rtol = cli_positive("--rtol", optarg);
            break;
        case 'A':
            r->scheme.settings.atol = cli_positive("--atol", optarg);
            break;
        case 't':
            r->budget.trials = (unsigned)cli_count("--trials", optarg, 1, 1000000000);
            break;
        case 'S':
            r->budget.signals = (unsigned)cli_count("--signals", optarg, 0, 1000000);
            break;
        case 's':
            r->budget.seed = cli_count("--seed", optarg, 0, UINT64_MAX);
            break;
        case 'r':
            r->budget.strategy = SEARCH_RANDOM;
            break;
        case 'b':
            r->budget.ignore_stored = true;
            break;
        case 'w':
            r->witnesses = optarg;
            break;
        case 'D':
            r->budget.timeout = cli_positive("--timeout", optarg);
            break;
        case 'j':
            r->jobs = (unsigned)cli_count("--jobs", optarg, 1, 256);
            break;
        case 'T':
            r->timing = true;
            break;
        case 'f':
            r->format = cli_format(optarg);
            break;
        case 'o':
            r->path = optarg;
            break;
        case 'X':
            r->threshold.param = optarg;
            break;
        case 'P':
            if (r->threshold.n_set == MODEL_MAX_PARAMS)
                cli_fail("--set: at most %d", MODEL_MAX_PARAMS);
            r->threshold.set[r->threshold.n_set++] = optarg;
            break;
        case 'O':
            if (r->threshold.n_over == THRESHOLD_AXES)
                cli_fail("--over: at most %d parameters", THRESHOLD_AXES);
            r->threshold.over[r->threshold.n_over++] = optarg;
            break;
        case 'W':
            r->threshold.width = cli_positive("--width", optarg);
            break;
        case 'L':
            r->ledger = true;
            break;
        case 'c':
            verify_catalogue();
            exit(0);
        default:
            verify_list();
            exit(0);
        }
    cli_no_operands(argc, argv);
}

/* What is asked for must make sense together. */
static void check(const struct request *r)
{
    const struct settings *s = &r->scheme.settings;
    const struct integrator *integrator = r->scheme.integrator;
    if (r->ledger && (r->n_laws > 0 || r->property != N_PROPERTIES || r->timing || r->witnesses))
        cli_fail("--ledger takes no --model, --property, --timing or --witnesses");
    char path[4096];
    struct stat status;
    if (r->witnesses &&
        (stat(cli_path(r->witnesses, path, sizeof path), &status) != 0 || !S_ISDIR(status.st_mode)))
        cli_fail("--witnesses: '%s' is not a directory", r->witnesses);
    if (!integrator && (s->step > 0 || s->rtol > 0 || s->atol > 0 || r->scheme.everywhere))
        cli_fail("--step, --everywhere, --rtol and --atol need an --integrator");
    if (!integrator)
        return;
    if (!(integrator->flags & INTEGRATOR_ADAPTIVE) && !(s->step > 0))
        cli_fail("--integrator: '%s' takes steps of given size and needs a --step",
                 integrator->name);
    if (r->ledger || r->timing || r->witnesses || r->budget.ignore_stored || r->budget.strategy ||
        r->budget.signals != BUDGET_SIGNALS)
        cli_fail("--integrator goes without --ledger, --timing, --witnesses, --bare, --random and "
                 "--signals");
}

static int bracket(const struct request *r)
{
    const struct model *model = r->n_laws == 1 ? r->laws[0].model : NULL;
    struct threshold_table table;
    double p[MODEL_MAX_PARAMS];
    struct cli_output output;
    if (!model)
        cli_fail("--threshold needs one --model");
    threshold_table_of(&r->threshold, model, r->property == N_PROPERTIES ? PASSIVITY : r->property,
                       &table, p);
    table.budget.seed = r->budget.seed;
    cli_progress("%s over %s", model->name, r->threshold.param);
    if (!threshold_run(&table, p, r->jobs))
        cli_fail("out of memory");
    if (r->witnesses)
        threshold_write(&table, r->witnesses);
    cli_open(&output, r->path);
    if (r->format == FORMAT_TABLE)
        threshold_print(output.file, &table);
    else if (r->format == FORMAT_CSV)
        threshold_csv(output.file, &table);
    else if (!threshold_json(output.file, &table))
        cli_fail("out of memory");
    cli_close(&output);
    const bool any = threshold_any(&table);
    threshold_free(&table);
    return any ? EXIT_AS_DECLARED : EXIT_UNDECIDED;
}

static int along_trajectories(const struct request *r)
{
    struct attribution_table table =
        attribution_table_run(r->laws, r->n_laws, r->property, &r->scheme, &r->budget, r->jobs);
    if (!table.rows)
        cli_fail("out of memory");
    if (table.n == 0)
        no_claims(r);
    write_attribution(&table, r->format, r->path);
    const int status = attribution_table_status(&table);
    attribution_table_free(&table);
    return status;
}

/* Says which claims of a shared object cannot be certified by its ball model, and for want of
 * what. */
static void note_uncertified(const struct law_choice *law)
{
    bool said[N_PROPERTIES] = { [FINITE_FORCE] = true };
    for (unsigned i = 0; law->file && law->rigorous && i < law->model->n_claims; i++) {
        const enum property property = law->model->claims[i].property;
        const char *missing = rigorous_missing(law->rigorous, property);
        if (missing && !said[property])
            fprintf(stderr, "verify: '%s': %s is tested, not certified: the ball model has no %s\n",
                    law->file, property_info[property].name, missing);
        said[property] = true;
    }
}

static int along_solutions(const struct request *r)
{
    for (size_t i = 0; i < r->n_laws; i++)
        note_uncertified(&r->laws[i]);
    struct verdicts verdicts = verdicts_run(r->laws, r->n_laws, r->property, &r->budget, r->jobs);
    if (!verdicts.rows)
        cli_fail("out of memory");
    if (verdicts.n == 0)
        no_claims(r);
    if (r->witnesses)
        verdicts_write_witnesses(&verdicts, r->witnesses);
    write_verdicts(&verdicts, r->format, r->timing, r->path);
    const int status = verdicts_status(&verdicts);
    verdicts_free(&verdicts);
    return status;
}

int main(int argc, char **argv)
{
    struct request r;
    cli_start("verify", help);
    parse(argc, argv, &r);
    check(&r);
    if (r.threshold.param)
        return bracket(&r);
    if (r.threshold.n_set > 0 || r.threshold.n_over > 0 || r.threshold.width > 0)
        cli_fail("--set, --over and --width go with --threshold");
    if (r.scheme.integrator)
        return along_trajectories(&r);
    if (r.budget.trials == 0)
        r.budget.trials = BUDGET_DEFAULT;
    return r.ledger ? judge_ledger(&r.budget, r.jobs, r.format, r.path) : along_solutions(&r);
}
