/* From files to a ranking, and what follows from the law that is first (data.h). */
#include "properties/identification/data.h"

#include <cjson/cJSON.h>
#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

#include "models/reading/law_source.h"
#include "properties/identification/advice.h"
#include "properties/identification/fit_page.h"
#include "properties/identification/fitted_text.h"
#include "properties/identification/ranking_output.h"
#include "properties/identification/rig.h"
#include "properties/measurement/look.h"
#include "reference/logs/log.h"
#include "tools/base/json.h"
#include "tools/base/memory.h"
#include "tools/base/wrap.h"

void data_parameters(const struct model *model, const char *const assignments[], unsigned n,
                     double p[], bool is_free[])
{
    unsigned param;
    const char *constraint;
    model_defaults_f64(model, p);
    for (unsigned i = 0; i < n; i++) {
        char name[64];
        const char *equals = strchr(assignments[i], '=');
        const size_t length = equals ? (size_t)(equals - assignments[i]) : 0;
        if (length == 0 || length >= sizeof name)
            cli_fail("--set: '%s' is not NAME=VALUE", assignments[i]);
        snprintf(name, sizeof name, "%.*s", (int)length, assignments[i]);
        const unsigned k = quantity_index(model->params, model->n_params, name);
        if (k == model->n_params)
            cli_fail("--set: model '%s' has no parameter '%s', see --list", model->name, name);
        p[k] = cli_number("--set", equals + 1);
        if (is_free)
            is_free[k] = false;
    }
    if (!model_valid_f64(model, p, &param, &constraint))
        cli_fail("--set: model '%s' needs %s%s", model->name,
                 constraint ? constraint : model->params[param].name,
                 constraint ? "" : " within its range");
}

static void read_logs(const struct data_request *q, struct log *log)
{
    char error[LOG_ERROR];
    *log = (struct log){ .n_runs = 0 };
    for (unsigned i = 0; i < q->n_files; i++)
        if (!log_read(log, q->files[i], q->columns, error))
            cli_fail("--data: %s", error);
    for (size_t i = 0; i < log->n_runs; i++) {
        const struct log_run *run = &log->runs[i];
        if (q->mass > 0 && !run->applied)
            cli_fail("--mass: '%s' has no applied force (u), which would move the mass", run->file);
        if (!(q->mass > 0) && !run->force)
            cli_fail("--data: '%s' has an applied force and no friction force: give the mass that "
                     "it moves, --mass KG",
                     run->file);
    }
    if (log->is_angular)
        cli_note("angles: where a law says m and N, read rad and N m");
    for (size_t i = 0; i < log->n_notes; i++)
        cli_note("%s", log->notes[i]);
}

static void measure_again(const struct data_request *q, const struct log *log,
                          struct measured *measured)
{
    measured_free(measured);
    measured_from(log, q->mass, q->hold_out, measured);
}

static void negate(size_t n, double a[])
{
    for (size_t i = 0; a && i < n; i++)
        a[i] = -a[i];
}

static void turn_forces(struct log *log)
{
    for (size_t j = 0; j < log->n_runs; j++) {
        negate(log->runs[j].n, log->runs[j].force);
        negate(log->runs[j].n, log->runs[j].applied);
    }
}

/* Finds the motion. A sensor may count forces, or positions, the other way: where forces drive the
 * motion, all of them are taken with the other sign, unless they would do so then, too, as those of
 * a wrong mass do. */
static void measure(const struct data_request *q, struct log *log, struct measured *measured)
{
    static const double DRIVES = -0.5;
    measured_from(log, q->mass, q->hold_out, measured);
    if (measured_resistance(measured) < DRIVES) {
        turn_forces(log);
        measure_again(q, log, measured);
        if (measured_resistance(measured) >= DRIVES)
            cli_note("forces drive the motion in these data, where friction resists: they are "
                     "taken with the other sign");
        else {
            turn_forces(log);
            measure_again(q, log, measured);
        }
    }
    for (size_t i = 0; i < measured->n_runs; i++)
        if (measured->run[i].is_summed)
            cli_note(
                "%s: velocities are differences of positions with an error: their sum is taken "
                "as the position",
                measured->run[i].file);
}

static void set_up(const struct data_request *q, const struct law_choice *law,
                   const struct measured *measured, struct law_fit_settings *settings)
{
    struct fit_setup *setup = &settings->setup;
    law_fit_defaults(law->model, measured, settings);
    if (q->rig)
        rig_read(q->rig, &setup->nuisances);
    data_parameters(law->model, q->assignments, q->n_assignments, setup->p, setup->is_free);
}

/* Returns the parameters as a JSON object by name, as --params of verify reads it. */
static cJSON *as_object(const struct ranked *law)
{
    cJSON *object = cJSON_CreateObject();
    for (unsigned i = 0; i < law->law->model->n_params; i++)
        cJSON_AddNumberToObject(object, law->law->model->params[i].name,
                                law->fit.estimate.fit.p[i]);
    return object;
}

static void write_parameters(const char *path, const struct ranked *law)
{
    struct cli_output output;
    cli_open(&output, path);
    json_write(output.file, as_object(law));
    cli_close(&output);
}

/* Ends the program unless all laws, of which any may be the first, have texts to be written. */
static void check_texts(const struct law_choice laws[], unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        if (!laws[i].equations || !(laws[i].file || law_source(laws[i].model->name)))
            cli_fail("--law-out: '%s' has no text whose defaults could be others",
                     laws[i].model->name);
}

/* Writes the law as a text with these parameters, from which verify, export and others go on. */
static void write_law(const char *path, const struct ranked *law)
{
    const struct law_choice *choice = law->law;
    char buffer[4200];
    char *read = choice->file ? cli_read(cli_path(choice->file, buffer, sizeof buffer)) : NULL;
    char *fitted = fitted_text(read ? read : law_source(choice->model->name), choice->model,
                               law->fit.estimate.fit.p);
    if (!fitted)
        cli_fail("--law-out: '%s' has parameters that its text does not state",
                 choice->model->name);
    struct cli_output output;
    cli_open(&output, path);
    fputs(fitted, output.file);
    cli_close(&output);
    free(fitted);
    free(read);
}

/* Looks at each run, with the law's lengths and speeds as the limits between ranges of friction. */
static struct look *look_at_runs(const struct log *log, const struct measured *measured,
                                 const struct law_fit *fit)
{
    struct look *looks = memory_array(log->n_runs, sizeof *looks);
    struct look_limits limits = { 1e-5, 1e-3 };
    const struct model *model = fit->model;
    const double *p = fit->estimate.fit.p;
    if (fit->is_finite && model->length && model->length(p) > 0)
        limits.length = model->length(p);
    if (fit->is_finite && model->stribeck_speed && model->stribeck_speed(p) > 0)
        limits.speed = 3 * model->stribeck_speed(p);
    for (size_t i = 0; i < log->n_runs; i++)
        looks[i] = look_at(&log->runs[i], log->is_angular, &measured->run[i].motion,
                           measured->run[i].speed_error, limits);
    return looks;
}

/* Says of each law which parameters the data can tell, at its starts. */
static void foresee(const struct law_fit_settings settings[], unsigned n,
                    const struct measured *measured, FILE *out)
{
    for (unsigned i = 0; i < n; i++) {
        struct law_fit fit;
        struct estimate e;
        struct memory_stream words;
        const struct model *model = settings[i].setup.model;
        unsigned unknown = 0;
        cli_progress("%s", model->name);
        law_fit_coarse(&settings[i], measured, &fit);
        memory_open(&words);
        if (fit.is_finite) {
            estimate_from(&fit.estimate.fit, &measured->coarse_data, &e);
            for (unsigned k = 0; k < e.fit.n; k++)
                if (fit_is_parameter(&e.fit, k) && e.knowledge[k] != KNOWN)
                    fprintf(words.file, "%s %s",
                            unknown++ > 0 ? "," : "not told:", model->params[e.fit.of[k]].name);
        }
        if (!fit.is_finite)
            fprintf(words.file, "no force along these motions");
        else if (unknown == 0)
            fprintf(words.file, "all parameters are told");
        wrap_close(out, (size_t)fprintf(out, "%-18s", model->name), 18, &words);
    }
    cli_progress_done();
}

/* Fits, ranks, and writes all that follows. Returns the exit status. */
static int fit_and_write(const struct data_request *q, const struct law_choice laws[],
                         const struct law_fit_settings settings[], unsigned n,
                         const struct log *log, const struct measured *measured)
{
    struct ranking ranking;
    struct cli_output output;
    struct memory_stream said;
    ranking_make(laws, settings, n, measured, q->jobs, &ranking);
    const struct ranked *first = ranking.law;
    const bool found = first->fit.is_finished && ranking.is_explained;
    if (found) {
        law_fit_profiles(q->page != NULL, q->jobs, &ranking.law[0].fit);
        ranking_count_known(&ranking.law[0]);
    }
    if (found && q->parameters)
        write_parameters(q->parameters, first);
    if (found && q->law_out)
        write_law(q->law_out, first);
    memory_open(&said);
    cJSON *beside = cJSON_CreateObject();
    if (found && (q->format != FORMAT_CSV || q->page)) {
        struct advice advice;
        advice_make(first, measured, q->trials, q->jobs, &advice);
        advice_write(said.file, &advice);
        advice_json(&advice, beside);
        advice_free(&advice);
    }
    char *words = memory_close(&said);
    if (q->page)
        fit_page_write(q->page, &ranking, measured, words);
    struct look *looks = look_at_runs(log, measured, &first->fit);
    cli_open(&output, q->path);
    if (q->format == FORMAT_TABLE) {
        look_write(output.file, FORMAT_TABLE, log->n_runs, looks);
        fputc('\n', output.file);
    }
    ranking_write(output.file, q->format, &ranking, q->all, looks, log->n_runs, beside);
    if (q->format == FORMAT_TABLE)
        fputs(words, output.file);
    cli_close(&output);
    free(looks);
    free(words);
    ranking_free(&ranking);
    return found ? EXIT_AS_DECLARED : EXIT_UNDECIDED;
}

/* Looks only. */
static int look_only(const struct data_request *q, const struct law_fit_settings settings[],
                     unsigned n, const struct log *log, const struct measured *measured)
{
    const struct law_fit nothing = { .is_finite = false };
    struct cli_output output;
    struct look *looks = look_at_runs(log, measured, &nothing);
    cli_open(&output, q->path);
    look_write(output.file, q->format, log->n_runs, looks);
    if (q->format == FORMAT_TABLE) {
        fputc('\n', output.file);
        foresee(settings, n, measured, output.file);
    }
    cli_close(&output);
    free(looks);
    return EXIT_AS_DECLARED;
}

int data_identify(const struct data_request *q)
{
    struct log log;
    struct measured measured;
    gsl_set_error_handler_off(); /* what cannot be solved comes back as a number that is none */
    read_logs(q, &log);
    struct law_choice *laws = memory_array(DATA_LAWS, sizeof *laws);
    struct law_fit_settings *settings = memory_array(DATA_LAWS, sizeof *settings);
    unsigned n = q->n_laws;
    memcpy(laws, q->laws, sizeof q->laws);
    for (const struct model *const *m = models_f64; q->n_laws == 0 && *m && n < DATA_LAWS; m++)
        laws[n++] = law_choice_of(*m);
    if (q->n_assignments > 0 && n != 1)
        cli_fail("--set: with --data it goes with one --model");
    if (q->law_out)
        check_texts(laws, n);
    cli_progress("finding the motion");
    measure(q, &log, &measured);
    if (measured.fine_data.n < (size_t)2 * MODEL_MAX_PARAMS)
        cli_fail("--data: the direction of motion is known in %zu samples only: move further, or "
                 "faster, than the noise of the position",
                 measured.fine_data.n);
    struct trace_lanes *lanes[DATA_LAWS];
    for (unsigned i = 0; i < n; i++) {
        set_up(q, &laws[i], &measured, &settings[i]);
        lanes[i] = trace_lanes_new(laws[i].equations, laws[i].model);
        settings[i].setup.lanes = lanes[i];
    }
    const int status = q->look ? look_only(q, settings, n, &log, &measured)
                               : fit_and_write(q, laws, settings, n, &log, &measured);
    for (unsigned i = 0; i < n; i++)
        trace_lanes_free(lanes[i]);
    measured_free(&measured);
    log_free(&log);
    free(settings);
    free(laws);
    return status;
}
