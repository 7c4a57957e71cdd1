/* Laws are ranked as the logs were made, and nothing is found where there is nothing. */
#include "properties/identification/ranked_test.h"
#include "properties/identification/ranking_output.h"
#include "tools/testing/test_output.h"

static const char *const laws[] = { "viscous", "coulomb_viscous", "dahl", "bouc_wen", NULL };

/* Forces that are noise alone are explained by nothing. */
Test(ranking, crowns_nothing_for_noise)
{
    const struct model *model = model_find_f64("viscous");
    double p[MODEL_MAX_PARAMS];
    struct ranked_log r;
    model_defaults_f64(model, p);
    p[0] = 0;
    rank(&(struct rig){ model, p, RIG_SHORT, 500, 1e-6, 0.3, 1, 0, 7, 0 }, laws, &r);
    cr_expect_not(r.ranking.is_explained);
    cr_expect_float_eq(r.ranking.nothing, 0.3, 0.02);
    release(&r);
}

/* Returns how far two laws are apart at sample i, from all pairs of forces, one at i and one at a
 * sample that is at most one farther away than the time that delays leave open. */
static double apart_at(const struct measured_run *run, const struct ranked *a,
                       const struct ranked *b, size_t i, double noise)
{
    const double delay[] = { a->fit.estimate.fit.nuisances.value[DELAY],
                             b->fit.estimate.fit.nuisances.value[DELAY] };
    const double open = fabs(delay[0] - delay[1]) + fmax(a->fit.jitter, b->fit.jitter);
    const double *e = a->fit.error, *g = b->fit.error, *F = run->force;
    const double here = fabs(e[i] - g[i]);
    double least = here, most = 0;
    for (size_t j = 0; j < run->n; j++) {
        const size_t nearer = j < i ? j + 1 : j > i ? j - 1 : j;
        if (fabs(run->t[nearer] - run->t[i]) > open)
            continue;
        const double fa = F[j] - e[j] - (F[i] - e[i]), fb = F[j] - g[j] - (F[i] - g[i]);
        most = fmax(most, fmax(fabs(fa), fabs(fb)));
        least = fmin(least, fabs(F[i] - e[i] - (F[j] - g[j])));
        least = fmin(least, fabs(F[i] - g[i] - (F[j] - e[j])));
    }
    return most > 5 * noise ? least : here;
}

/* Returns what a law leaves at sample i, from all its forces at samples that are at most one
 * farther away than the time by which its delay may be off. */
static double left_at(const struct measured_run *run, const struct ranked *law, size_t i,
                      double noise)
{
    const double *e = law->fit.error, *F = run->force;
    double least = fabs(e[i]), most = 0;
    for (size_t j = 0; j < run->n; j++) {
        const size_t nearer = j < i ? j + 1 : j > i ? j - 1 : j;
        if (fabs(run->t[nearer] - run->t[i]) > law->fit.jitter)
            continue;
        most = fmax(most, fabs(F[j] - e[j] - (F[i] - e[i])));
        least = fmin(least, fabs(F[i] - (F[j] - e[j])));
    }
    return most > 5 * noise ? least : fabs(e[i]);
}

/* The numbers of a ranking are those that its definition gives: errors where held out, and how far
 * laws are apart. Threads change nothing. */
Test(ranking, follows_its_definition)
{
    const struct model *model = model_find_f64("dahl");
    double p[MODEL_MAX_PARAMS];
    struct ranked_log r, one;
    model_defaults_f64(model, p);
    const struct rig rig = { model, p, RIG_SHORT, 500, 1e-6, 0.02, 0, 0, 5, 0 };
    rank(&rig, laws, &r);
    const struct measured_run *run = &r.measured.run[0];
    const double most = 25 * r.ranking.noise * r.ranking.noise;
    for (size_t k = 0; k < r.ranking.n; k++) {
        const struct ranked *law = &r.ranking.law[k];
        double squares = 0, apart = 0;
        size_t n = 0, both = 0;
        if (!law->fit.is_finished)
            continue;
        for (size_t i = 0; i < run->n; i++) {
            const double e = left_at(run, law, i, r.ranking.noise);
            const double d = apart_at(run, law, &r.ranking.law[0], i, r.ranking.noise);
            if (!measured_moves(run, i))
                continue;
            apart += d * d;
            both++;
            if (!run->is_held_out[i])
                continue;
            squares += fmin(e * e, most);
            n++;
        }
        cr_expect_float_eq(law->apart, sqrt(apart / (double)both), 1e-9);
        cr_expect_float_eq(law->held_out, sqrt(squares / (double)n), 1e-12 * law->held_out);
        cr_expect(k == 0 || law->group >= r.ranking.law[k - 1].group);
    }
    rank(&rig, laws, &one);
    for (size_t k = 0; k < r.ranking.n; k++)
        cr_expect_eq(r.ranking.law[k].held_out, one.ranking.law[k].held_out);
    release(&one);
    release(&r);
}

/* Forces that jump at the next sample are not far apart: of a log of Coulomb's law, a smooth law
 * that has become as steep is closer than the noise, and in the same group. */
Test(ranking, jumps_at_the_next_sample_are_close)
{
    static const char *const steep[] = { "coulomb", "tanh_stribeck", NULL };
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct ranked_log r;
        rank_made("coulomb", RIG_SHORT, 500, 0.01, seed, steep, &r);
        for (size_t k = 0; k < r.ranking.n; k++) {
            cr_expect_eq(r.ranking.law[k].group, 1);
            cr_expect_lt(r.ranking.law[k].apart, r.ranking.noise, "%g", r.ranking.law[k].apart);
        }
        release(&r);
    }
}

/* Table, CSV and JSON say the same of each law, and what the ranking holds. */
Test(ranking, is_written_as_it_is)
{
    struct ranked_log r;
    rank_made("dahl", RIG_SHORT, 500, 0.02, 6, laws, &r);
    char *text[3];
    for (int format = FORMAT_TABLE; format <= FORMAT_JSON; format++) {
        struct memory_stream stream;
        memory_open(&stream);
        ranking_write(stream.file, (enum format)format, &r.ranking, true, NULL, 0, NULL);
        text[format] = memory_close(&stream);
    }
    cJSON *root = cJSON_Parse(text[FORMAT_JSON]);
    const cJSON *results = cJSON_GetObjectItem(root, "results");
    size_t row = 0;
    cr_expect_eq((size_t)cJSON_GetArraySize(results), r.ranking.n);
    for (size_t k = 0; k < r.ranking.n; k++) {
        const struct ranked *law = &r.ranking.law[k];
        const cJSON *item = cJSON_GetArrayItem(results, (int)k);
        const char *name = law->law->model->name;
        char line[CELL], cell[CELL];
        cr_expect_str_eq(cJSON_GetObjectItem(item, "model")->valuestring, name);
        cr_expect_eq(cJSON_GetObjectItem(item, "group")->valuedouble, law->group);
        if (!law->fit.is_finished)
            continue;
        cr_expect_eq(cJSON_GetObjectItem(item, "error")->valuedouble, law->held_out);
        cr_expect_eq(cJSON_GetObjectItem(item, "bic")->valuedouble, law->bic);
        snprintf(line, sizeof line, "%5u %-18s %11.4g %11.4g %8.0f  %u, %u known\n", law->group,
                 name, law->held_out, law->apart, law->bic, law->fit.n_free, law->known);
        cr_expect(strstr(text[FORMAT_TABLE], line), "no line '%s'", line);
        for (unsigned i = 0; i < law->law->model->n_params; i++, row++) {
            double lo, hi;
            const cJSON *parameter =
                cJSON_GetArrayItem(cJSON_GetObjectItem(item, "parameters"), (int)i);
            law_fit_interval(&law->fit, i, &lo, &hi);
            cr_expect_eq(cJSON_GetObjectItem(parameter, "value")->valuedouble,
                         law->fit.estimate.fit.p[i]);
            csv_cell(text[FORMAT_CSV], row, "model", cell);
            cr_expect_str_eq(cell, name);
            csv_cell(text[FORMAT_CSV], row, "parameter", cell);
            cr_expect_str_eq(cell, law->law->model->params[i].name);
            csv_cell(text[FORMAT_CSV], row, "low", cell);
            cr_expect_float_eq(strtod(cell, NULL), lo, 1e-8 * fabs(lo));
            csv_cell(text[FORMAT_CSV], row, "high", cell);
            cr_expect_float_eq(strtod(cell, NULL), hi, 1e-8 * fabs(hi));
        }
    }
    cJSON_Delete(root);
    for (int format = FORMAT_TABLE; format <= FORMAT_JSON; format++)
        free(text[format]);
    release(&r);
}

/* Of n forces and the positions with them, and k parameters, the noise among them: deviance + 2 k
 * n/(n - k - 1) and deviance + k log n, less those of the first law. */
Test(ranking, has_the_criteria_of_akaike_and_schwarz)
{
    struct ranked_log r;
    rank_made("stribeck", RIG_SHORT, 200, 0.1, 5,
              (const char *const[]){ "stribeck", "coulomb_viscous", "viscous", NULL }, &r);
    const double n = (double)r.measured.fine_data.n;
    double first[2] = { 0, 0 };
    for (size_t i = 0; i < r.ranking.n; i++) {
        const struct ranked *law = &r.ranking.law[i];
        const double k = law->fit.n_free + 1;
        const double aicc = law->fit.deviance + 2 * k * n / (n - k - 1),
                     bic = law->fit.deviance + k * log(n);
        cr_assert(law->fit.is_finished);
        if (i == 0) {
            first[0] = aicc;
            first[1] = bic;
        }
        cr_expect_float_eq(law->aicc, aicc - first[0], 1e-9 * fabs(aicc));
        cr_expect_float_eq(law->bic, bic - first[1], 1e-9 * fabs(bic));
    }
    release(&r);
}

/* A law whose error is larger by half of the noise, by its mean square, is in another group. */
Test(ranking, tells_laws_apart_by_half_the_noise)
{
    struct ranked_log r;
    double p[MODEL_MAX_PARAMS];
    const double noise = 0.1;
    const struct model *model = model_find_f64("coulomb_viscous");
    model_defaults_f64(model, p);
    p[quantity_index(model->params, model->n_params, "sigma2")] = 2;
    rank(&(struct rig){ model, p, RIG_RICH, 1000, 1e-6, noise, 0, 0, 5, 0 },
         (const char *const[]){ "coulomb_viscous", "coulomb", NULL }, &r);
    const struct ranked *second = &r.ranking.law[1];
    const double more = (second->held_out * second->held_out -
                         r.ranking.law[0].held_out * r.ranking.law[0].held_out) /
                        (noise * noise);
    cr_assert(more > 0.3 && more < 0.9, "%g", more);
    cr_expect_str_eq(r.ranking.law[0].law->model->name, "coulomb_viscous");
    cr_expect_eq(second->group, 2);
    release(&r);
}

/* What a constant force leaves of the samples that are held out, where the motion is known: the
 * mean is that of the others. */
Test(ranking, nothing_is_a_constant_force)
{
    struct ranked_log r;
    double sum = 0, squares = 0;
    size_t n = 0, n_out = 0;
    rank_made("viscous", RIG_SHORT, 500, 0.02, 5, (const char *const[]){ "viscous", NULL }, &r);
    const struct measured_run *run = &r.measured.run[0];
    for (size_t i = 0; i < run->n; i++)
        if (run->weight[i] > 0) {
            sum += run->force[i];
            n++;
        }
    for (size_t i = 0; i < run->n; i++)
        if (run->is_held_out[i] && measured_moves(run, i)) {
            const double left = run->force[i] - sum / (double)n;
            squares += left * left;
            n_out++;
        }
    cr_assert(n > 100 && n_out > 30);
    cr_expect_float_eq(r.ranking.nothing, sqrt(squares / (double)n_out), 1e-12);
    release(&r);
}

/* Of pairs that are known together the first four are named, and only pairs of parameters. */
Test(ranking, names_four_pairs_at_most)
{
    struct ranked_log r;
    rank_made("lugre", RIG_SHORT, 500, 0.02, 5, (const char *const[]){ "lugre", NULL }, &r);
    struct estimate *e = &r.ranking.law[0].fit.estimate;
    for (unsigned pairs = 0; pairs <= 6; pairs++) {
        unsigned n = 0;
        for (unsigned a = 0; a < e->fit.n; a++)
            for (unsigned b = a + 1; b < e->fit.n; b++) {
                const bool are = fit_is_parameter(&e->fit, a) && fit_is_parameter(&e->fit, b);
                e->correlation[a * FIT_MOST + b] = !are || n++ < pairs ? -0.9995 : 0.5;
            }
        struct memory_stream stream;
        ranking_write(memory_open(&stream), FORMAT_TABLE, &r.ranking, false, NULL, 0, NULL);
        char *text = memory_close(&stream);
        unsigned found = 0;
        for (const char *at = text; (at = strstr(at, "better than each: correlation -0.9995\n"));
             at++)
            found++;
        cr_expect_eq(found, pairs < 4 ? pairs : 4, "%u of %u", found, pairs);
        free(text);
    }
    release(&r);
}

/* JSON has the places of profiles, all digits of them; an interval ends where one says. */
Test(ranking, writes_profiles)
{
    const struct model *model = model_find_f64("dahl");
    struct ranked_log r;
    struct memory_stream stream;
    rank_made("dahl", RIG_SHORT, 500, 0.02, 5, (const char *const[]){ "dahl", NULL }, &r);
    law_fit_profiles(true, 2, &r.ranking.law[0].fit);
    ranking_write(memory_open(&stream), FORMAT_JSON, &r.ranking, false, NULL, 0, NULL);
    char *text = memory_close(&stream);
    cJSON *json = cJSON_Parse(text);
    const cJSON *law = cJSON_GetObjectItem(json, "results")->child;
    const cJSON *parameter = cJSON_GetObjectItem(law, "parameters")->child;
    for (unsigned i = 0; i < model->n_params; i++, parameter = parameter->next) {
        const struct profile *profile = &r.ranking.law[0].fit.profile[i];
        const cJSON *place = cJSON_GetObjectItem(parameter, "profile")->child;
        cr_expect_eq(cJSON_GetObjectItem(parameter, "low")->valuedouble, profile->lo);
        cr_expect_eq(cJSON_GetObjectItem(parameter, "high")->valuedouble, profile->hi);
        for (unsigned k = 0; k < profile->n; k++, place = place->next) {
            cr_expect_eq(cJSON_GetObjectItem(place, "value")->valuedouble, profile->value[k]);
            cr_expect_eq(cJSON_GetObjectItem(place, "excess")->valuedouble, profile->excess[k]);
        }
        cr_expect_null(place);
    }
    cJSON_Delete(json);
    free(text);
    release(&r);
}

/* What a rig adds has its value and unit, and an interval where it is known: deviations are in
 * units of its size. Without one it is said why; what is neither fitted nor given is not there.
 * Laws that were given up stand with what their first fit leaves. */
Test(ranking, says_what_is_known_of_the_rig)
{
    static const char *const lines[] = {
        "  offset       0.5          0.108007 to 0.891993         N, of the rig",
        "  drift        0.25         not known                    N/s, of the rig",
        "  asymmetry    0.125        given                        1, of the rig",
        "  delay        0.002        where forces jump            s, of the rig",
        "  cogging_sine 0            no effect                    N, of the rig",
    };
    const struct law_choice law = law_choice_of(model_find_f64("viscous"));
    struct fit_setup setup = { .model = law.model, .p = { 3 }, .is_free = { true } };
    struct ranked ranked[3] = { { .law = &law, .group = 1 }, { .law = &law }, { .law = &law } };
    const struct ranking ranking = { .law = ranked, .n = 3, .is_explained = true };
    struct estimate *e = &ranked[0].fit.estimate;
    setup.nuisances = (struct nuisances){
        .is_free = { [OFFSET] = true, [DRIFT] = true, [DELAY] = true, [COGGING_SINE] = true },
        .value = { [OFFSET] = 0.5, [DRIFT] = 0.25, [ASYMMETRY] = 0.125, [DELAY] = 0.002 },
        .size = { 2, 1, 1, 1, 1e-3, 1, 1 },
    };
    ranked[0].settings.setup = setup;
    ranked[0].fit.model = law.model;
    ranked[0].fit.is_finished = ranked[0].fit.is_finite = true;
    fit_begin(&e->fit, &setup);
    fit_hold(&e->fit, fit_nuisance_variable(&e->fit, DELAY));
    e->deviation[fit_nuisance_variable(&e->fit, OFFSET)] = 0.1;
    e->knowledge[fit_nuisance_variable(&e->fit, DRIFT)] = NOT_KNOWN;
    e->knowledge[fit_nuisance_variable(&e->fit, COGGING_SINE)] = NO_EFFECT;
    ranked[1].fit.is_finite = true;
    ranked[1].fit.rms = 0.375;
    struct memory_stream stream;
    ranking_write(memory_open(&stream), FORMAT_TABLE, &ranking, false, NULL, 0, NULL);
    char *text = memory_close(&stream);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        cr_expect(strstr(text, lines[i]), "no '%s' in\n%s", lines[i], text);
    cr_expect_null(strstr(text, "mass "));
    cr_expect_null(strstr(text, "cogging_cosine"));
    cr_expect(strstr(text, "\nfar from the data: viscous (0.38 N), viscous (no force)\n"), "%s",
              text);
    free(text);
}

/* A law whose numbers all differ and have more digits than are shown: its parameters are known, at
 * an edge, not known, and given. */
static void set_numbers(const struct law_choice *law, struct ranked *ranked)
{
    struct fit_setup setup = { .model = law->model };
    struct law_fit *fit = &ranked->fit;
    model_defaults_f64(law->model, setup.p);
    for (unsigned i = 0; i < 3; i++)
        setup.is_free[i] = true;
    for (int i = 0; i < N_NUISANCES; i++)
        setup.nuisances.value[i] = 1.23456789012345 + i;
    *ranked = (struct ranked){ .law = law,
                               .held_out = 0.123456789012,
                               .apart = 0.0234567890123,
                               .aicc = 345.678901234,
                               .bic = 456.789012345,
                               .known = 2,
                               .group = 1 };
    fit->model = law->model;
    fit->is_finite = fit->is_finished = true;
    fit->rms = 0.0567890123456;
    fit->noise = 0.0678901234567;
    fit->lag_one = 0.123456789012;
    fit->correlation = -0.234567890123;
    fit->n_free = 3;
    fit_begin(&fit->estimate.fit, &setup);
    for (unsigned i = 0; i < 3; i++) {
        fit->estimate.fit.p[i] *= 1.23456789012345;
        fit->estimate.deviation[i] = 0.01 * (1 + i);
    }
    fit->estimate.knowledge[1] = AT_EDGE;
    fit->estimate.knowledge[2] = NOT_KNOWN;
    fit->estimate.correlation[0 * FIT_MOST + 1] = 0.345678901234;
    fit->estimate.correlation[1 * FIT_MOST + 2] = -0.456789012345;
}

static char *written(enum format format, const struct ranking *ranking)
{
    struct memory_stream stream;
    ranking_write(memory_open(&stream), format, ranking, false, NULL, 0, NULL);
    return memory_close(&stream);
}

/* A cell has as many digits as it is to have, which a shorter text would not and a longer one would
 * be more than; JSON has the number itself. */
static void expect_digits(const char *csv, size_t row, const cJSON *object, const char *key,
                          double value, int digits)
{
    char cell[CELL], expected[CELL];
    csv_cell(csv, row, key, cell);
    snprintf(expected, sizeof expected, "%.*g", digits, value);
    cr_expect_str_eq(cell, expected, "%s: '%s', not '%s'", key, cell, expected);
    const cJSON *number = cJSON_GetObjectItem(object, key);
    cr_expect(number && number->valuedouble == value, "%s", key);
}

/* Rows of CSV and members of JSON have each number of a law and of its parameters under its own
 * name. */
Test(ranking, rows_have_each_number)
{
    const struct law_choice law = law_choice_of(model_find_f64("lugre"));
    static const char *const words[] = { "known", "at its edge", "not known", "given" };
    struct ranked ranked;
    const struct ranking ranking = { .law = &ranked, .n = 1, .is_explained = true, .nothing = 7.5 };
    set_numbers(&law, &ranked);
    char *csv = written(FORMAT_CSV, &ranking), *json = written(FORMAT_JSON, &ranking);
    cJSON *root = cJSON_Parse(json);
    const cJSON *object = cJSON_GetObjectItem(root, "results")->child;
    const cJSON *parameters = cJSON_GetObjectItem(object, "parameters");
    const cJSON *parameter = parameters->child;
    cr_expect_eq(cJSON_GetObjectItem(root, "constant_error")->valuedouble, 7.5);
    for (unsigned i = 0; i < law.model->n_params; i++, parameter = parameter->next) {
        double lo, hi;
        law_fit_interval(&ranked.fit, i, &lo, &hi);
        expect_digits(csv, i, object, "error", ranked.held_out, 6);
        expect_digits(csv, i, object, "fit_error", ranked.fit.rms, 6);
        expect_digits(csv, i, object, "noise", ranked.fit.noise, 6);
        expect_digits(csv, i, object, "apart", ranked.apart, 6);
        expect_digits(csv, i, object, "aicc", ranked.aicc, 6);
        expect_digits(csv, i, object, "bic", ranked.bic, 6);
        expect_digits(csv, i, object, "group", 1, 6);
        expect_digits(csv, i, object, "fitted", 3, 6);
        expect_digits(csv, i, object, "known", 2, 6);
        for (int k = 0; k < N_NUISANCES; k++)
            expect_digits(csv, i, object, nuisance_words[k],
                          ranked.fit.estimate.fit.nuisances.value[k], 6);
        expect_digits(csv, i, object, "lag_one", ranked.fit.lag_one, 4);
        expect_digits(csv, i, object, "velocity_correlation", ranked.fit.correlation, 4);
        expect_digits(csv, i, parameter, "value", ranked.fit.estimate.fit.p[i], 9);
        expect_digits(csv, i, parameter, "low", lo, 9);
        expect_digits(csv, i, parameter, "high", hi, 9);
        expect_text(csv, parameters, i, "parameter", law.model->params[i].name);
        expect_text(csv, parameters, i, "unit", law.model->params[i].unit);
        expect_text(csv, parameters, i, "knowledge", words[i < 3 ? i : 3]);
    }
    cr_expect_null(parameter);
    cJSON_Delete(root);
    free(csv);
    free(json);
}

/* JSON has the correlation of each pair of parameters that has one, and none of a pair that has
 * not, of a parameter with itself, or with the state at first. */
Test(ranking, writes_correlations)
{
    static const double none[] = { NAN, 0, INFINITY };
    const struct law_choice law = law_choice_of(model_find_f64("lugre"));
    struct ranked ranked;
    const struct ranking ranking = { .law = &ranked, .n = 1, .is_explained = true };
    set_numbers(&law, &ranked);
    double *correlation = ranked.fit.estimate.correlation;
    correlation[0 * FIT_MOST + 3] = 0.5;
    for (unsigned i = 0; i < 3; i++)
        correlation[i * FIT_MOST + i] = 1;
    for (size_t k = 0; k < sizeof none / sizeof *none; k++) {
        correlation[0 * FIT_MOST + 2] = none[k];
        char *json = written(FORMAT_JSON, &ranking);
        cJSON *root = cJSON_Parse(json);
        const cJSON *pairs =
            cJSON_GetObjectItem(cJSON_GetObjectItem(root, "results")->child, "correlations");
        cr_expect_eq(cJSON_GetArraySize(pairs), 2);
        for (unsigned i = 0; i < 2; i++) {
            const cJSON *pair = cJSON_GetArrayItem(pairs, (int)i);
            expect_text(NULL, pairs, i, "of", law.model->params[i].name);
            expect_text(NULL, pairs, i, "and", law.model->params[i + 1].name);
            cr_expect_eq(cJSON_GetObjectItem(pair, "correlation")->valuedouble,
                         correlation[i * FIT_MOST + i + 1]);
        }
        cJSON_Delete(root);
        free(json);
    }
}

/* A table has a line for each parameter, its interval where it is known or has a profile, and a
 * word where it is not known; and says what is left where that is correlated by more than a tenth,
 * either way. */
Test(ranking, tables_have_each_parameter)
{
    const struct law_choice law = law_choice_of(model_find_f64("lugre"));
    static const char *const words[] = { "", "at its edge", "not known", "given" };
    static const double lags[] = { 0.0999, 0.1234, -0.0999, -0.3456 };
    struct ranked ranked;
    struct profile profile[MODEL_MAX_PARAMS] = { [2] = { .n = 2, .lo = 0.0123456789, .hi = 9 } };
    const struct ranking ranking = { .law = &ranked, .n = 1, .is_explained = true };
    set_numbers(&law, &ranked);
    for (int k = 0; k < 4; k++) {
        char expected[200], interval[80];
        ranked.fit.lag_one = lags[k];
        ranked.fit.profile = k < 2 ? profile : NULL;
        char *text = written(FORMAT_TABLE, &ranking);
        cr_expect(strstr(text, "lugre: error 0.1235 N where held out, 0.06789 N of it noise\n"));
        for (unsigned i = 0; i < law.model->n_params; i++) {
            double lo, hi;
            const struct quantity *q = &law.model->params[i];
            const bool has_both = i == 2 && k < 2;
            law_fit_interval(&ranked.fit, i, &lo, &hi);
            snprintf(interval, sizeof interval, "%.6g to %.6g", lo, hi);
            snprintf(expected, sizeof expected, "\n  %-12s %-12.6g %-28s %s%s%s\n", q->name,
                     ranked.fit.estimate.fit.p[i],
                     i == 0 || has_both ? interval : words[i < 3 ? i : 3], q->unit,
                     has_both ? ", " : "", has_both ? words[i] : "");
            cr_expect(strstr(text, expected), "no '%s' in\n%s", expected, text);
        }
        snprintf(expected, sizeof expected, "it is correlated by %.2f.\n", lags[k]);
        cr_expect_eq(strstr(text, expected) != NULL, k % 2 == 1, "%g", lags[k]);
        cr_expect_eq(strstr(text, "What is left is not noise") != NULL, k % 2 == 1);
        free(text);
    }
}
