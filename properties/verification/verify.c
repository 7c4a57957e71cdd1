/* verify: the verdict table over models and claims. */
#include <string.h>
#include <sys/stat.h>

#include "properties/checker/property.h"
#include "properties/ledger/ledger.h"
#include "properties/plugin/law_choice.h"
#include "properties/power/power.h"
#include "properties/prover/threshold_options.h"
#include "properties/verdicts/verdicts.h"
#include "properties/verification/completed.h"
#include "properties/verification/implementation.h"
#include "properties/verification/list.h"
#include "properties/verification/notes.h"
#include "properties/verification/settings.h"
#include "properties/violations/attribution_table.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/near.h"
#include "tools/base/options.h"

static int judge_ledger(const struct search_budget *budget, unsigned jobs, enum format format,
                        const char *path)
{
    struct verdicts verdicts = ledger_run(budget, jobs);
    struct cli_output output;
    cli_open(&output, path);
    ledger_write(output.file, format, &verdicts);
    cli_close(&output);
    const int status = ledger_status(&verdicts);
    verdicts_free(&verdicts);
    return status;
}

enum { MOST_LAWS = 64 };

/* The request of the command line. */
struct request {
    struct law_choice laws[2 * MOST_LAWS]; /* of a unit, what is judged of its text, too */
    size_t n_laws;                         /* 0: all laws of Bristle */
    /* As given; law: the text to compare with, or NULL. */
    const char *models[MOST_LAWS], *law, *map;
    size_t n_models;
    enum property property; /* N_PROPERTIES: all */
    struct search_budget budget;
    struct integration_scheme scheme; /* no integrator: along the exact solution */
    unsigned jobs;
    bool timing, ledger, power;
    enum format format; /* or FORMAT_JUNIT */
    const char *path, *witnesses;
    struct threshold_request threshold;
};

_Noreturn static void no_claims(const struct request *r)
{
    cli_fail("--property: model '%s' claims nothing about '%s', see --list",
             r->n_laws == 1 ? r->laws[0].model->name : "any", property_info[r->property].name);
}

/* Adds a law; a law that is named twice counts once. */
static void add_law(struct request *r, struct law_choice law)
{
    for (size_t i = 0; i < r->n_laws; i++) {
        if (r->laws[i].model == law.model)
            return;
        if (strcmp(r->laws[i].model->name, law.model->name) == 0)
            cli_fail("--model: two laws have the name '%s'", law.model->name);
    }
    r->laws[r->n_laws++] = law;
}

static void add_model(void *request, char *text)
{
    struct request *r = request;
    if (r->n_models == MOST_LAWS)
        cli_fail("--model: at most %d", MOST_LAWS);
    law_check_name(text);
    r->models[r->n_models++] = text;
}

static void read_law(void *request, char *text)
{
    struct request *r = request;
    if (r->law)
        cli_fail("--law: expected one");
    r->law = text;
}

static void read_property(void *request, char *text)
{
    ((struct request *)request)->property = law_property(text);
}

static const char *integrator_name(size_t i)
{
    return PREC(integrators)[i] ? PREC(integrators)[i]->name : NULL;
}

static void read_integrator(void *request, char *name)
{
    struct request *r = request;
    if (strcmp(name, "reference") == 0)
        cli_fail("--integrator: the reference is what trajectories are compared with");
    if (!(r->scheme.integrator = PREC(integrator_find)(name)))
        near_refuse("--integrator: unknown integrator", name, integrator_name,
                    "//benchmarks:simulate --list");
}

static void search_randomly(void *request, char *text)
{
    struct request *r = request;
    (void)text;
    r->budget.strategy = SEARCH_RANDOM;
}

static void add_set(void *request, char *text)
{
    settings_add(&((struct request *)request)->threshold, text);
}

static void read_params(void *request, char *file)
{
    settings_read(&((struct request *)request)->threshold, file);
}

static void add_axis(void *request, char *text)
{
    struct threshold_request *t = &((struct request *)request)->threshold;
    if (t->n_over == THRESHOLD_AXES)
        cli_fail("--over: at most %d parameters", THRESHOLD_AXES);
    t->over[t->n_over++] = text;
}

/* The formats, in the order of enum format, and one more that only verdicts have. */
enum { FORMAT_JUNIT = FORMAT_JSON + 1 };
static const char *const forms[] = { "table", "csv", "json", "junit", NULL };

static const struct option_entry options[] = {
    { "model", "M",
      "only this model, or the one in the shared object, text or unit M (see "
      "properties/plugin/README.md); repeatable",
      OPTION_CALL, .read = add_model },
    OPTION_MAP(struct request),
    { "law", "TEXT",
      "the text, FILE.mo, that --model is to be an implementation of: compares the two first, and "
      "judges the claims of both, in balls of the text",
      OPTION_CALL, .read = read_law },
    { "property", "P", "only this property", OPTION_CALL, .read = read_property },
    { "integrator", "I",
      "along the trajectories of this integrator, of simulate's list: tells what the equations "
      "violate from what the integrator does at this step",
      OPTION_CALL, .read = read_integrator },
    { "step", "H", "its largest step, s; adaptive methods need none", OPTION_POSITIVE,
      .into = offsetof(struct request, scheme.settings.step) },
    { "everywhere", NULL, "at random parameters of each claim's domain, not the model's defaults",
      OPTION_FLAG, .into = offsetof(struct request, scheme.everywhere) },
    { "rtol", "R", "relative tolerance of adaptive methods (default 1e-6)", OPTION_POSITIVE,
      .into = offsetof(struct request, scheme.settings.rtol) },
    { "atol", "A", "absolute tolerance of adaptive methods (default: that of --rtol)",
      OPTION_POSITIVE, .into = offsetof(struct request, scheme.settings.atol) },
    { "trials", "N",
      "simulations per claim (default 50000; 500 along an integrator), a tenth of them where its "
      "equations prove it",
      OPTION_UNSIGNED, .into = offsetof(struct request, budget.trials), .lo = 1, .hi = 1000000000 },
    { "signals", "N",
      "signals along which a claim that holds is to be enclosed in ball arithmetic (default 128; "
      "0: none)",
      OPTION_UNSIGNED, .into = offsetof(struct request, budget.signals), .hi = 1000000 },
    { "seed", "N", "another set of signals", OPTION_COUNT,
      .into = offsetof(struct request, budget.seed), .hi = UINT64_MAX, .initial = "0" },
    { "random", NULL, "a purely random search, not guided by an optimiser", OPTION_CALL,
      .read = search_randomly },
    { "bare", NULL, "set stored witnesses aside: what is refuted must be found anew", OPTION_FLAG,
      .into = offsetof(struct request, budget.ignore_stored) },
    { "witnesses", "DIR",
      "write what the search finds there: the witness that is simplest to read, and the deepest",
      OPTION_TEXT, .into = offsetof(struct request, witnesses) },
    { "timeout", "S", "seconds that a claim of a shared object or unit may take (default 300)",
      OPTION_POSITIVE, .into = offsetof(struct request, budget.timeout) },
    { "jobs", "N", "threads (default: all cores); results do not depend on it", OPTION_UNSIGNED,
      .into = offsetof(struct request, jobs), .lo = 1, .hi = 256, .is_aside = true },
    { "coverage", NULL,
      "say where each search has looked: speeds, times, ends of parameters, modes", OPTION_FLAG,
      .into = offsetof(struct request, budget.notes) },
    { "power", NULL,
      "say of claims that are not refuted how many planted flaws the same search finds: flaws of "
      "its law, minutes for one law",
      OPTION_FLAG, .into = offsetof(struct request, power) },
    { "timing", NULL, "add the seconds that each claim took", OPTION_FLAG,
      .into = offsetof(struct request, timing) },
    { "format", "F", "; junit: for continuous integration", OPTION_CHOICE,
      .into = offsetof(struct request, format), .initial = "table", .choices = forms,
      .is_aside = true },
    OPTION_OUTPUT(struct request),
    { "ledger", NULL,
      "judge the claims of Martinez-Rosas et al., C1 to C12, each with the rows of the verdict "
      "table that it rests on",
      OPTION_FLAG, .into = offsetof(struct request, ledger) },
    { "threshold", "NAME",
      "bracket where the model's passivity turns from proved to refuted as this parameter moves; "
      "with --witnesses DIR the proofs and witnesses are kept",
      OPTION_TEXT, .into = offsetof(struct request, threshold.param) },
    { "set", "NAME=VALUE",
      "a parameter at which to judge one --model, or for --threshold, repeatable (default: the "
      "model's own): a claim is judged there or is n/a, with the values at which it begins",
      OPTION_CALL, .read = add_set },
    { "params", "FILE",
      "the same from a file, a JSON object of numbers by name, which may be decimals as texts: "
      "{\"Fc\": 1, \"vs\": \"0.001\"}",
      OPTION_CALL, .read = read_params },
    { "over", "NAME=FROM:TO:N[:log]",
      "the same at N values of another parameter, spaced evenly or by their ratio; of up to two, "
      "which then make a grid",
      OPTION_CALL, .read = add_axis },
    { "width", "W", "relative width of the brackets to aim at (default 0.0006; wider is faster)",
      OPTION_POSITIVE, .into = offsetof(struct request, threshold.width) },
    { "list", NULL, "show models and properties", OPTION_SHOW, .show = verify_list },
    { "catalogue", NULL, "show the models as a Markdown table", OPTION_SHOW,
      .show = verify_catalogue },
    { NULL },
};

static const struct command command_line = {
    .name = "verify",
    .usage = "[OPTION]...",
    .about = "Judges what friction models, or the papers they come from, claim.",
    .options = options,
    .examples = { "verify --model lugre --trials 1000",
                  "verify --model dahl --integrator rk4 --step 1e-4",
                  "verify --model martinez_rosas --threshold alpha",
                  "verify --model lugre --set sigma2=200",
                  "verify --model my_law.mo --property passivity --witnesses .",
                  "verify --law my_law.mo --model ./my_law.so" },
    .exits = "0 all as declared, 1 something is not, or --model deviates from --law, 2 wrong "
             "usage, 3 undecided (--threshold).",
};

/* Ends the program if options contradict each other. */
static void check(const struct request *r)
{
    const struct settings *s = &r->scheme.settings;
    const struct integrator *integrator = r->scheme.integrator;
    if (r->ledger && (r->n_models > 0 || r->property != N_PROPERTIES || r->timing || r->witnesses ||
                      r->budget.notes || r->power))
        cli_fail("--ledger takes no --model, --property, --timing, --witnesses, --coverage or "
                 "--power");
    char path[4096];
    struct stat status;
    if (r->witnesses &&
        (stat(cli_path(r->witnesses, path, sizeof path), &status) != 0 || !S_ISDIR(status.st_mode)))
        cli_fail("--witnesses: '%s' is not a directory", r->witnesses);
    if (r->threshold.n_set > 0 && !r->threshold.param &&
        (r->n_models != 1 || r->ledger || integrator))
        cli_fail("--set and --params take one --model, and no --ledger or --integrator");
    if (r->law && (r->n_models != 1 || r->ledger || integrator || r->threshold.param))
        cli_fail("--law takes one --model, and no --ledger, --integrator or --threshold");
    if (!integrator && (s->step > 0 || s->rtol > 0 || s->atol > 0 || r->scheme.everywhere))
        cli_fail("--step, --everywhere, --rtol and --atol need an --integrator");
    if (!integrator)
        return;
    if (!(integrator->flags & INTEGRATOR_ADAPTIVE) && !(s->step > 0))
        cli_fail("--integrator: '%s' takes steps of given size and needs a --step",
                 integrator->name);
    if (r->ledger || r->timing || r->witnesses || r->budget.ignore_stored || r->budget.strategy ||
        r->budget.notes || r->power || r->budget.signals != BUDGET_SIGNALS)
        cli_fail("--integrator goes without --ledger, --timing, --witnesses, --bare, --random, "
                 "--coverage, --power and --signals");
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
    threshold_run(&table, p, r->jobs);
    if (r->witnesses)
        threshold_write(&table, r->witnesses);
    cli_open(&output, r->path);
    threshold_table_write(output.file, r->format, &table);
    cli_close(&output);
    const bool any = threshold_any(&table);
    threshold_free(&table);
    return any ? EXIT_AS_DECLARED : EXIT_UNDECIDED;
}

static int along_trajectories(const struct request *r)
{
    struct cli_output output;
    struct attribution_table table =
        attribution_table_run(r->laws, r->n_laws, r->property, &r->scheme, &r->budget, r->jobs);
    if (table.n == 0)
        no_claims(r);
    cli_open(&output, r->path);
    attribution_table_write(output.file, r->format, &table);
    cli_close(&output);
    const int status = attribution_table_status(&table);
    attribution_table_free(&table);
    return status;
}

static int along_solutions(const struct request *r)
{
    struct cli_output output;
    for (size_t i = 0; i < r->n_laws; i++)
        note_motion(&r->laws[i]);
    struct verdicts verdicts = verdicts_run(r->laws, r->n_laws, r->property, &r->budget, r->jobs);
    note_uncertified(&verdicts);
    if (r->power)
        power_measure(&verdicts, &r->budget, r->jobs);
    if (verdicts.n == 0)
        no_claims(r);
    if (r->witnesses)
        verdicts_write_witnesses(&verdicts, r->witnesses);
    cli_open(&output, r->path);
    if ((int)r->format == FORMAT_JUNIT)
        verdicts_junit(output.file, &verdicts, r->timing);
    else
        verdicts_write(output.file, r->format, &verdicts, r->timing);
    cli_close(&output);
    const int status = verdicts_status(&verdicts);
    verdicts_free(&verdicts);
    return status;
}

/* Adds an implementation, which must agree with its text: returns false when it does not. */
static bool add_implementation(struct request *r, struct implementation *of)
{
    if (of->code.is_unit)
        of->code.model = completed_tables(of->text.model, &of->code);
    if (!implementation_agrees(of, &r->budget, r->format, r->path))
        return false;
    const struct law_choice law = implementation_law(of);
    struct law_choice rest;
    add_law(r, law);
    if (implementation_rest(of, law.model, &rest))
        r->laws[r->n_laws++] = rest;
    return true;
}

/* Adds a law. A unit that brings the text of its law along is held against it, and judged as the
 * text claims. */
static bool add_choice(struct request *r, const char *name)
{
    struct implementation of = { .code_file = name, .code = law_choose(name, r->map) };
    char *text = of.code.text ? memory_text("%s/%s", name, of.code.text_path) : NULL;
    of.text_file = text;
    if (text && text_law_reference_of(text, of.code.text, &of.text))
        return add_implementation(r, &of);
    free(text);
    add_law(r, of.code);
    return true;
}

/* Loads the laws. Returns false when one does not agree with its text. */
static bool load_laws(struct request *r)
{
    bool agree = true;
    for (size_t i = 0; agree && !r->law && i < r->n_models; i++)
        agree = add_choice(r, r->models[i]);
    if (!r->law) {
        law_check_map(r->map, r->laws, r->n_laws);
        return agree;
    }
    struct implementation of = {
        .text_file = r->law,
        .code_file = r->models[0],
        .text = text_law_reference(r->law),
        .code = law_choose_code(r->models[0], r->map),
    };
    law_check_map(r->map, &of.code, 1);
    return add_implementation(r, &of);
}

int main(int argc, char **argv)
{
    struct request r = { .property = N_PROPERTIES,
                         .jobs = cli_processors(),
                         .budget.signals = BUDGET_SIGNALS };
    command_read(&command_line, argc, argv, &r);
    if ((int)r.format == FORMAT_JUNIT &&
        (r.ledger || r.threshold.param || r.scheme.integrator || r.law))
        cli_fail("--format junit goes without --ledger, --threshold, --integrator and --law");
    check(&r);
    if (!load_laws(&r))
        return EXIT_NOT_AS_DECLARED;
    if (r.threshold.param)
        return bracket(&r);
    if (r.threshold.n_over > 0 || r.threshold.width > 0)
        cli_fail("--over and --width go with --threshold");
    if (r.threshold.n_set > 0)
        r.laws[0] = settings_law(&r.threshold, &r.laws[0]);
    if (r.scheme.integrator)
        return along_trajectories(&r);
    if (r.budget.trials == 0)
        r.budget.trials = BUDGET_DEFAULT;
    return r.ledger ? judge_ledger(&r.budget, r.jobs, r.format, r.path) : along_solutions(&r);
}
