/* Draws witnesses, has them judged by the program and by the miniature, and compares the
 * answers. */
#include <cjson/cJSON.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "properties/checker/property.h"
#include "properties/independent/audit.h"
#include "properties/stored.h"
#include "tools/base/cli.h"
#include "tools/base/json.h"

enum { STEPS = 1500, STEPS_OF_A_GUESS = 150 };

/* Below it numbers of binary128 have no bits left: the miniature takes smaller ones for 0. */
static const quad least = 0x1p-16000L;

static const char not_yet[] = "nothing is claimed";

/* Rewrites some holds as other kinds of segments with constant velocity. */
static void disguise(struct rng *rng, cJSON *witness)
{
    static const char *const keys[][4] = { { "v0", "v1" },
                                           { "mean", "amp", "omega", "phase" },
                                           { "mean", "amp", "w0", "w1" } };
    static const char *const names[] = { "ramp", "sine", "chirp" };
    cJSON *signal = cJSON_GetObjectItem(witness, "signal"), *segment;
    cJSON_ArrayForEach(segment, signal)
    {
        cJSON *v = cJSON_GetObjectItem(segment, "v");
        const unsigned k = rng_below(rng, 3);
        if (!v || rng_below(rng, 2) == 0)
            continue;
        for (int i = 0; i < 4 && keys[k][i]; i++)
            cJSON_AddStringToObject(segment, keys[k][i],
                                    i == 0 || k == 0 ? v->valuestring
                                    : i == 1         ? "0"
                                                     : "1");
        cJSON_SetValuestring(cJSON_GetObjectItem(segment, "kind"), names[k]);
        cJSON_DeleteItemFromObject(segment, "v");
    }
}

/* Changes a number of a violating witness until the property is kept, and then goes back, randomly
 * near to the boundary, on either side. */
static void approach_boundary(struct rng *rng, cJSON *witness)
{
    cJSON *number = sample_scalable(rng, witness);
    if (!number)
        return;
    const double start = strtod(number->valuestring, NULL);
    double bad = 0, good = 6 * (2 * rng_uniform(rng) - 1); /* exponents of 2 */
    const double close = rng_log_uniform(rng, 1e-14, 1e-3);
    const bool last = rng_below(rng, 2);
    sample_set_number(number, start * exp2(good), 17);
    if (!sample_valid(witness) || mini_guess(witness, STEPS_OF_A_GUESS) != MINI_KEPT) {
        sample_set_number(number, start, 17);
        return;
    }
    while (fabs(good - bad) > close) {
        const double middle = (good + bad) / 2;
        sample_set_number(number, start * exp2(middle), 17);
        const int answer = mini_guess(witness, STEPS_OF_A_GUESS);
        if (answer == MINI_UNDECIDED)
            break;
        *(answer == MINI_KEPT ? &good : &bad) = middle;
    }
    sample_set_number(number, start * exp2(last ? good : bad), 17);
}

static unsigned n_stored(void)
{
    unsigned n = 0;
    while (stored_witnesses[n].name)
        n++;
    return n;
}

/* Returns a stored witness, which violates its property. */
static struct sample stored_sample(struct rng *rng)
{
    const unsigned n = n_stored();
    if (n == 0)
        cli_fail("no witnesses are stored");
    const char *text = stored_witnesses[rng_below(rng, n)].text;
    struct sample sample = { cJSON_Parse(text), "hold" };
    cJSON_DeleteItemFromObject(sample.json, "claims");
    sample_vary(rng, sample.json);
    if (rng_below(rng, 3) != 0)
        approach_boundary(rng, sample.json);
    if (rng_below(rng, 3) == 0) {
        disguise(rng, sample.json);
        sample.kind = "held otherwise";
    }
    return sample;
}

static struct sample draw(struct rng *rng, const struct audit *audit)
{
    if (rng_below(rng, 8) == 0)
        return stored_sample(rng);
    struct sample sample = sample_witness(rng, &audit->subject[rng_below(rng, audit->n_subjects)]);
    if (rng_below(rng, 12) == 0) {
        disguise(rng, sample.json);
        sample.kind = "held otherwise";
    }
    return sample;
}

/* Returns the answer that the program should give, from what the miniature knows; PROGRAM_ANSWERS
 * if the answer is open. */
static enum program_answer expected(const struct mini_verdict *v, const cJSON *witness)
{
    const int enclosed = mini_enclosed(witness, v);
    const bool claims = cJSON_GetObjectItem(witness, "claims") != NULL;
    if (v->answer == MINI_KEPT || enclosed < 0)
        return PROGRAM_REJECTED;
    if (v->answer == MINI_VIOLATED && (!claims || enclosed > 0))
        return PROGRAM_CONFIRMED;
    return PROGRAM_ANSWERS;
}

static void compare_row(struct audit_result *result, const char *text, const struct mini_verdict *v,
                        enum program_answer should, const struct program_row *row,
                        enum program_format format)
{
    char value[64];
    arb_t f;
    if (row->answer == PROGRAM_CRASHED)
        audit_report_fault(result, AUDIT_CRASH, text, "%s: no row", program_formats[format]);
    if (row->answer == PROGRAM_REFUSED)
        audit_report_fault(result, AUDIT_REFUSED, text, "exit 2");
    if (row->answer == PROGRAM_CONFIRMED && should == PROGRAM_REJECTED)
        audit_report_fault(result, AUDIT_FALSE_CONFIRMATION, text, "%s", row->text);
    if (row->answer == PROGRAM_REJECTED && should == PROGRAM_CONFIRMED)
        audit_report_fault(result, AUDIT_FALSE_REJECTION, text, "%s", row->text);
    if (!v->has_functional || !*row->lo ||
        !audit_outside(row->lo, row->hi, v->functional, v->error + least))
        return;
    arb_init(f);
    mini_set(f, v->functional);
    char *digits = arb_get_str(f, 30, ARB_STR_NO_RADIUS);
    snprintf(value, sizeof value, "%s", digits);
    flint_free(digits);
    arb_clear(f);
    audit_report_fault(result, AUDIT_NOT_ENCLOSED, text, "%s: [%s, %s], but it is %s, within %.1e",
                       program_formats[format], row->lo, row->hi, value, (double)v->error);
}

static void compare(struct audit_result *result, const char *text, const struct mini_verdict *v,
                    const cJSON *witness, const struct program_row row[PROGRAM_FORMATS])
{
    const enum program_answer should = expected(v, witness);
    result->answer = row[PROGRAM_CSV].answer;
    result->why = v->why == not_yet           ? NULL
                  : should == PROGRAM_ANSWERS ? v->why ? v->why : "claims too close to tell"
                                              : NULL;
    for (int f = 0; f < PROGRAM_FORMATS; f++) {
        if (row[f].answer == PROGRAM_TIMEOUT)
            continue;
        compare_row(result, text, v, should, &row[f], (enum program_format)f);
        if (row[f].answer != result->answer && result->answer != PROGRAM_TIMEOUT)
            audit_report_fault(result, AUDIT_FORMATS_DIFFER, text, "%s", row[f].text);
    }
}

/* Returns true when the program claims nothing about a witness, so that there is nothing to
 * judge. */
static bool claims_nothing(const struct program_row *row)
{
    return row->answer >= PROGRAM_TIMEOUT ||
           (row->answer == PROGRAM_UNDECIDED &&
            (!*row->lo || strpbrk(row->lo, "in") || strpbrk(row->hi, "in")));
}

/* A witness during its judgement. */
struct judged {
    struct mini_verdict verdict;
    struct audit_result *result;
    char *text;
};

static void describe(struct judged *j, const cJSON *json, const char *kind)
{
    const char *model = cJSON_GetStringValue(cJSON_GetObjectItem(json, "model"));
    const char *property = cJSON_GetStringValue(cJSON_GetObjectItem(json, "property"));
    *j->result = (struct audit_result){ .law = arb_law_find(model)->name,
                                        .kind = kind,
                                        .is_held = sample_is_held(json),
                                        .property = property_info[property_find(property)].name };
}

/* Draws witness number i; judges it first if it is to have claims. */
static void prepare(const struct audit *audit, size_t i, struct judged *j)
{
    struct rng rng = rng_keyed(audit->seed, "witness", i);
    struct sample sample = draw(&rng, audit);
    j->verdict = (struct mini_verdict){ .answer = MINI_UNDECIDED, .why = not_yet };
    if (rng_below(&rng, 3) == 0)
        j->verdict = mini_judge(sample.json, STEPS);
    if (j->verdict.has_functional && j->verdict.error < (quad)1e200)
        sample_claim(&rng, sample.json, j->verdict.functional, j->verdict.error);
    describe(j, sample.json, sample.kind);
    j->text = json_text(sample.json);
    cJSON_Delete(sample.json);
}

/* Has the program judge n files in a second format, table and JSON in turn, if it claims anything:
 * the slow computation is the same in each format. */
static void run_other_formats(const struct audit *audit, const char *const names[], size_t n,
                              size_t number, const char *output,
                              struct program_row row[][PROGRAM_FORMATS])
{
    static const enum program_format formats[] = { PROGRAM_TABLE, PROGRAM_JSON };
    for (size_t i = 0; i < n; i++)
        for (int f = 0; f < PROGRAM_FORMATS; f++)
            row[i][f] = row[i][PROGRAM_CSV];
    for (size_t f = 0; f < 2; f++) {
        const char *claiming[AUDIT_BATCH];
        struct program_row rows[AUDIT_BATCH];
        size_t place[AUDIT_BATCH], m = 0;
        for (size_t i = 0; i < n; i++)
            if ((number + i) % 2 == f && !claims_nothing(&row[i][PROGRAM_CSV])) {
                claiming[m] = names[i];
                place[m++] = i;
            }
        if (m > 0)
            program_run(&audit->program, formats[f], claiming, m, output, rows);
        for (size_t k = 0; k < m; k++)
            row[place[k]][formats[f]] = rows[k];
    }
}

/* Has the program judge n witnesses, and compares. */
static void run(const struct audit *audit, struct judged j[], size_t n, size_t number)
{
    struct program_row row[AUDIT_BATCH][PROGRAM_FORMATS], csv[AUDIT_BATCH];
    char file[AUDIT_BATCH][512], output[512];
    const char *names[AUDIT_BATCH];
    for (size_t i = 0; i < n; i++) {
        snprintf(file[i], sizeof file[i], "%s/w%zu.json", audit->folder, number + i);
        audit_write(file[i], j[i].text);
        names[i] = file[i];
    }
    snprintf(output, sizeof output, "%s/w%zu.out", audit->folder, number);
    program_run(&audit->program, PROGRAM_CSV, names, n, output, csv);
    for (size_t i = 0; i < n; i++)
        row[i][PROGRAM_CSV] = csv[i];
    run_other_formats(audit, names, n, number, output, row);
    for (size_t i = 0; i < n; i++) {
        cJSON *json = cJSON_Parse(j[i].text);
        if (j[i].verdict.why == not_yet && !claims_nothing(&row[i][PROGRAM_CSV]))
            j[i].verdict = mini_judge(json, STEPS);
        compare(j[i].result, j[i].text, &j[i].verdict, json, row[i]);
        cJSON_Delete(json);
        cJSON_free(j[i].text);
        unlink(file[i]);
    }
}

void audit_witnesses(struct audit *audit, size_t base, size_t first, size_t n)
{
    struct judged j[AUDIT_BATCH];
    for (size_t i = 0; i < n; i++) {
        j[i].result = &audit->result[base + first + i];
        prepare(audit, first + i, &j[i]);
    }
    run(audit, j, n, first);
}

void audit_witness_text(const struct audit *audit, struct audit_result *result, const char *text,
                        size_t number)
{
    struct judged j = { .result = result, .verdict = { .why = not_yet } };
    cJSON *json = cJSON_Parse(text);
    describe(&j, json, "as given");
    j.text = json_text(json);
    cJSON_Delete(json);
    run(audit, &j, 1, number);
}
