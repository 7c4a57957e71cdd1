/* What is written of a ranking has each of its numbers. */
#include "properties/identification/ranked_test.h"
#include "properties/identification/ranking_output.h"
#include "tools/testing/test_output.h"

/* Of pairs that are known together the first four are named, and only pairs of parameters. */
Test(ranking_output, names_four_pairs_at_most)
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

/* Where slopes do not hold, what would is said. */
Test(ranking_output, says_where_less_travel_would_tell_more)
{
    struct ranked_log r;
    rank_made("dahl", RIG_SHORT, 500, 0.02, 5, (const char *const[]){ "dahl", NULL }, &r);
    for (int jumps = 0; jumps <= 1; jumps++) {
        struct memory_stream stream;
        r.ranking.law[0].fit.estimate.jumps = jumps;
        ranking_write(memory_open(&stream), FORMAT_TABLE, &r.ranking, false, NULL, 0, NULL);
        char *text = memory_close(&stream);
        cr_expect_eq(strstr(text, "\n  Forces jump within a hundredth") != NULL, jumps);
        free(text);
    }
    release(&r);
}

/* JSON has the places of profiles, all digits of them; an interval ends where one says. */
Test(ranking_output, writes_profiles)
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
Test(ranking_output, says_what_is_known_of_the_rig)
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
    fit->rig_left = (struct rig_left){ COGGING_SINE, 0.456789012345, 0.00234567890123 };
    fit_begin(&fit->estimate.fit, &setup);
    for (unsigned i = 0; i < 3; i++) {
        fit->estimate.fit.p[i] *= 1.23456789012345;
        fit->estimate.deviation[i] = 0.01 * (1 + i);
        fit->estimate.unsettled[i] = 0.0123456789012 * (1 + i);
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

static void expect_nothing(const char *csv, size_t row, const cJSON *object, const char *key)
{
    char cell[CELL];
    csv_cell(csv, row, key, cell);
    cr_expect_str_eq(cell, "", "%s: '%s'", key, cell);
    cr_expect(cJSON_IsNull(cJSON_GetObjectItem(object, key)), "%s", key);
}

/* Rows of CSV and members of JSON have each number of a law and of its parameters under its own
 * name. */
Test(ranking_output, rows_have_each_number)
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
        expect_digits(csv, i, object, "rig_left_share", ranked.fit.rig_left.share, 4);
        expect_digits(csv, i, object, "rig_left_period", ranked.fit.rig_left.period, 6);
        expect_digits(csv, i, parameter, "value", ranked.fit.estimate.fit.p[i], 9);
        expect_digits(csv, i, parameter, "low", lo, 9);
        expect_digits(csv, i, parameter, "high", hi, 9);
        if (i == 0)
            expect_digits(csv, i, parameter, "unsettled", ranked.fit.estimate.unsettled[i], 3);
        else
            expect_nothing(csv, i, parameter, "unsettled");
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
Test(ranking_output, writes_correlations)
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
Test(ranking_output, tables_have_each_parameter)
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
        snprintf(expected, sizeof expected,
                 "lugre: error 0.1235 N where held out, 0.06789 N of it %s\n",
                 k % 2 == 1 ? "not from errors of the motion" : "noise");
        cr_expect(strstr(text, expected), "no '%s' in\n%s", expected, text);
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

/* A parameter that is known is told where slopes would move it by more than half a deviation, to
 * either side; one that is not known, or of which that is no number, is not. */
Test(ranking_output, tells_what_has_not_settled)
{
    static const double steps[] = { 1.25, -0.75, 0.4, NAN };
    struct ranked_log r;
    rank_made("dahl", RIG_SHORT, 500, 0.02, 5, (const char *const[]){ "dahl", NULL }, &r);
    struct estimate *e = &r.ranking.law[0].fit.estimate;
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        for (int is_known = 0; is_known <= 1; is_known++) {
            char expected[128];
            for (unsigned k = 0; k < e->fit.n; k++)
                e->unsettled[k] = 0;
            const unsigned k = fit_variable_of(&e->fit, 1);
            e->unsettled[k] = steps[i];
            e->knowledge[k] = is_known ? KNOWN : NOT_KNOWN;
            char *text = written(FORMAT_TABLE, &r.ranking);
            snprintf(expected, sizeof expected,
                     "  %s has not settled: slopes would move it by %.3g deviations\n",
                     r.ranking.law[0].law->model->params[1].name, steps[i]);
            cr_expect_eq(strstr(text, expected) != NULL, is_known && i < 2, "%zu: %s", i, text);
            cr_expect_eq(strstr(text, "settled") != NULL, is_known && i < 2);
            free(text);
        }
    release(&r);
}

/* What the rig may add is told with what is fitted and given already, as the program takes it; of
 * cogging with its period. */
Test(ranking_output, tells_what_the_rig_may_add)
{
    static const struct {
        struct rig_left left;
        const char *word, *says;
    } told[] = {
        { { MASS, 0.125, 0 },
          "mass",
          "  At least 12 % of what is left may be the rig's: --rig offset,drift=0.25,mass\n" },
        { { COGGING_SINE, 0.5, 0.0025 },
          "cogging",
          "  At least 50 % of what is left may be the rig's: --rig "
          "offset,drift=0.25,cogging=0.0025\n" },
        { { MASS, 0, 0 }, "", NULL },
    };
    const struct law_choice law = law_choice_of(model_find_f64("lugre"));
    struct ranked ranked;
    const struct ranking ranking = { .law = &ranked, .n = 1, .is_explained = true };
    for (size_t i = 0; i < sizeof told / sizeof *told; i++) {
        set_numbers(&law, &ranked);
        struct nuisances *asked = &ranked.settings.setup.nuisances;
        asked->is_free[OFFSET] = true;
        asked->value[DRIFT] = 0.25;
        ranked.fit.rig_left = told[i].left;
        char *text = written(FORMAT_TABLE, &ranking), *csv = written(FORMAT_CSV, &ranking);
        char cell[CELL];
        csv_cell(csv, 0, "rig_left", cell);
        cr_expect_str_eq(cell, told[i].word);
        cr_expect_eq(strstr(text, "the rig's") != NULL, told[i].says != NULL);
        cr_expect(!told[i].says || strstr(text, told[i].says), "%s", text);
        free(csv);
        free(text);
    }
}
