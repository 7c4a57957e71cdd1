/* prove: searches for a proof that a claim holds, and writes it to a file. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "models/model.h"
#include "properties/checker/property.h"
#include "properties/plugin/law_choice.h"
#include "properties/prover/pieces.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/options.h"

enum { MOST_SETS = 2 * MODEL_MAX_PARAMS };

struct request {
    struct law_choice law;
    const struct model *model;
    enum property property;
    char low[MODEL_MAX_PARAMS][DECIMAL_TEXT], high[MODEL_MAX_PARAMS][DECIMAL_TEXT]; /* model's */
    const char *sets[MOST_SETS]; /* NAME=VALUE or NAME=LOW:HIGH */
    int n_sets;
    uint64_t boxes;
    const char *path, *cut; /* cut: the parameter whose range is cut, or NULL */
};

static void list(void)
{
    for (const struct arb_law *const *law = arb_laws; *law; law++) {
        const struct dissipation_inequality balance = dissipation_find((*law)->name);
        if (!balance.law)
            continue;
        printf("%s:", balance.law);
        for (unsigned i = 0; i < N_PROPERTIES; i++)
            if (proof_applicable(&balance, (enum property)i))
                printf(" %s", property_info[i].name);
        puts("");
    }
}

static void take_number(const struct quantity *q, const char *text, char to[DECIMAL_TEXT])
{
    if (strlen(text) >= DECIMAL_TEXT || !decimal_valid(text))
        cli_fail("--set %s: expected a number, got '%s'", q->name, text);
    const double value = strtod(text, NULL);
    if (!(value >= q->lo && value <= q->hi))
        cli_fail("--set: %s is from %g to %g, got '%s'", q->name, q->lo, q->hi, text);
    memcpy(to, text, strlen(text) + 1);
}

/* Reads NAME=VALUE or NAME=LOW:HIGH. */
static void set(struct request *r, const char *text)
{
    char name[64], first[DECIMAL_TEXT];
    const char *equals = strchr(text, '='), *colon = strchr(text, ':');
    if (!equals || equals - text >= (long)sizeof name ||
        (colon && colon - equals > (long)sizeof first))
        cli_fail("--set: expected NAME=VALUE or NAME=LOW:HIGH, got '%s'", text);
    snprintf(name, sizeof name, "%.*s", (int)(equals - text), text);
    const unsigned i = quantity_index(r->model->params, r->model->n_params, name);
    if (i == r->model->n_params)
        cli_fail("--set: model '%s' has no parameter '%s'", r->model->name, name);
    const size_t length = colon ? (size_t)(colon - equals - 1) : strlen(equals + 1);
    if (length >= sizeof first)
        cli_fail("--set %s: expected a number, got '%s'", name, equals + 1);
    snprintf(first, sizeof first, "%.*s", (int)length, equals + 1);
    take_number(&r->model->params[i], first, r->low[i]);
    take_number(&r->model->params[i], colon ? colon + 1 : first, r->high[i]);
    if (colon && strtod(r->low[i], NULL) >= strtod(r->high[i], NULL))
        cli_fail("--set %s: expected a lower end below the upper, got '%s'", name, equals + 1);
}

static void take_model(void *request, char *name)
{
    struct request *r = request;
    r->law = law_choose(name, NULL);
    r->model = r->law.model;
    for (unsigned i = 0; i < r->model->n_params; i++) {
        decimal_of_double(r->low[i], r->model->params[i].value);
        memcpy(r->high[i], r->low[i], DECIMAL_TEXT);
    }
}

static void take_property(void *request, char *name)
{
    struct request *r = request;
    r->property = law_property(name);
}

static void take_set(void *request, char *text)
{
    struct request *r = request;
    if (r->n_sets == MOST_SETS)
        cli_fail("--set: at most %d", MOST_SETS);
    r->sets[r->n_sets++] = text;
}

static const struct option_entry options[] = {
    { "model", "M", "of --list, or the text of a law, FILE.mo", OPTION_CALL, .read = take_model },
    { "property", "P", "passivity, dissipation or state_bound", OPTION_CALL,
      .read = take_property },
    { "set", "NAME=...",
      "a parameter's value, or its range LOW:HIGH; repeatable (default: the model's value)",
      OPTION_CALL, .read = take_set },
    { "boxes", "N", "give up beyond so many", OPTION_COUNT, .into = offsetof(struct request, boxes),
      .lo = 1, .hi = 1000000000, .initial = "1000000" },
    { "cut", "NAME",
      "cover the range of this parameter by pieces with a storage each, of at most 4000 boxes or "
      "--boxes; those after the first go to FILE_2, FILE_3 and so on",
      OPTION_TEXT, .into = offsetof(struct request, cut) },
    { "output", "FILE", "write the proof there (default: only tell whether there is one)",
      OPTION_TEXT, .into = offsetof(struct request, path), .letter = 'o', .is_aside = true },
    { "list", NULL, "show what can be proved of which model", OPTION_SHOW, .show = list },
    { NULL },
};

static const struct command command_line = {
    .name = "prove",
    .usage = "--model M --property P [--set NAME=VALUE|LOW:HIGH]... [-o FILE]",
    .about = "Proves a claim for all velocities, all states and a box of parameters: finds a "
             "stored energy and cuts the space into boxes that ball arithmetic decides. The file "
             "is what //properties:check checks, which knows nothing of how it was found.",
    .options = options,
    .examples = { "prove --model dahl --property passivity",
                  "prove --model my_law.mo --property passivity --set sigma2=159 -o my_proof.json",
                  "prove --model lugre --property passivity --set sigma2=159:10000",
                  "prove --model dahl --property passivity --set Fc=0.1:10 --cut Fc" },
    .exits = "0 proved, 2 wrong usage, 3 not proved.",
};

static void parse(int argc, char **argv, struct request *r)
{
    *r = (struct request){ .property = N_PROPERTIES };
    command_read(&command_line, argc, argv, r);
    if (!r->model || r->property == N_PROPERTIES)
        cli_fail("expected a --model and a --property");
    if (r->cut &&
        quantity_index(r->model->params, r->model->n_params, r->cut) == r->model->n_params)
        cli_fail("--cut: model '%s' has no parameter '%s'", r->model->name, r->cut);
    for (int i = 0; i < r->n_sets; i++)
        set(r, r->sets[i]);
}

static void write_proof(const char *path, const char *text)
{
    struct cli_output output;
    cli_open(&output, path);
    fputs(text, output.file);
    fputc('\n', output.file);
    cli_close(&output);
}

/* Writes FILE.json, FILE_2.json and so on. */
static void write_pieces(const char *path, const struct pieces *pieces)
{
    const char *dot = strrchr(path, '.');
    const int stem = dot && !strchr(dot, '/') ? (int)(dot - path) : (int)strlen(path);
    for (unsigned i = 0; i < pieces->n; i++) {
        char *name = i == 0 ? memory_text("%s", path)
                            : memory_text("%.*s_%u%s", stem, path, i + 1, path + stem);
        write_proof(name, pieces->text[i]);
        free(name);
    }
}

/* Covers the range of one parameter. Returns the exit status. */
static int cover(const struct request *r, const struct arb_law *law, const char *const low[],
                 const char *const high[])
{
    enum { MOST_BOXES = 4000 };
    struct pieces pieces;
    const unsigned long most = r->boxes < 1000000 ? r->boxes : MOST_BOXES;
    const int param = arb_law_index(law->params, r->cut);
    const bool done =
        prove_pieces(law, r->law.digest, r->property, low, high, param, most, &pieces);
    if (done && r->path)
        write_pieces(r->path, &pieces);
    printf("%s %s: %s %lu boxes in %u pieces\n", r->model->name, property_info[r->property].name,
           done ? "proved," : "not proved, after", pieces.boxes, pieces.n);
    pieces_free(&pieces);
    return done ? EXIT_AS_DECLARED : EXIT_UNDECIDED;
}

int main(int argc, char **argv)
{
    struct request r;
    const char *low[ARB_LAW_MAX], *high[ARB_LAW_MAX];
    unsigned long boxes;
    parse(argc, argv, &r);
    const struct arb_law *law = r.law.rigorous ? r.law.rigorous : arb_law_find(r.model->name);
    const struct dissipation_inequality balance = dissipation_find(r.model->name);
    if (!law || !balance.law || !proof_applicable(&balance, r.property))
        cli_fail("--property: there is no way to prove '%s' of model '%s', see --list",
                 property_info[r.property].name, r.model->name);
    for (int i = 0; law->params[i]; i++) {
        const unsigned k = quantity_index(r.model->params, r.model->n_params, law->params[i]);
        low[i] = r.low[k];
        high[i] = r.high[k];
    }
    if (r.cut)
        return cover(&r, law, low, high);
    char speed[DECIMAL_TEXT],
        *text = prove_claim(law, r.law.digest, r.property, low, high, r.boxes, &boxes);
    const bool is_limited = !text && boxes < r.boxes;
    if (is_limited) { /* what is not so at all velocities may be so at those of the law */
        const unsigned long left = r.boxes - boxes;
        unsigned long more;
        decimal_of_double(speed, r.model->speed_max);
        text = prove_claim_up_to(speed, law, r.law.digest, r.property, low, high, left, &more);
        boxes += more;
    }
    if (text && r.path)
        write_proof(r.path, text);
    if (text)
        printf("%s %s: proved, %lu boxes%s%s%s\n", r.model->name, property_info[r.property].name,
               boxes, is_limited ? ", for |v| <= " : "", is_limited ? speed : "",
               is_limited ? " m/s" : "");
    else
        printf("%s %s: not proved, after %lu boxes\n", r.model->name,
               property_info[r.property].name, boxes);
    free(text);
    return text ? EXIT_AS_DECLARED : EXIT_UNDECIDED;
}
