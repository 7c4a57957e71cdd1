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

/* Returns how far a force is from the curve of others, straight between samples j and j + 1, within
 * `open` seconds of sample i; INFINITY: no part of it is. */
static double from_curve(const struct measured_run *run, const double e[], size_t j, size_t i,
                         double open, double force)
{
    const double *t = run->t, *F = run->force;
    const double from = fmax(t[j], t[i] - open), to = fmin(t[j + 1], t[i] + open);
    const double slope = (F[j + 1] - e[j + 1] - (F[j] - e[j])) / (t[j + 1] - t[j]);
    const double a = F[j] - e[j] + slope * (from - t[j]), b = F[j] - e[j] + slope * (to - t[j]);
    if (from > to)
        return INFINITY;
    return (force - a) * (force - b) < 0 ? 0 : fmin(fabs(force - a), fabs(force - b));
}

/* Returns how far two laws are apart at sample i: from all pairs of forces, one at i and one at a
 * sample that is at most one farther away than the time that delays leave open, or between two. */
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
    for (size_t j = 0; j + 1 < run->n; j++) {
        least = fmin(least, from_curve(run, g, j, i, open, F[i] - e[i]));
        least = fmin(least, from_curve(run, e, j, i, open, F[i] - g[i]));
    }
    return most > 5 * noise ? least : here;
}

/* Returns what a law leaves at sample i, from all its forces at samples that are at most one
 * farther away than the time by which its delay may be off, and between those that are not; and
 * whether they jump there. */
static double left_at(const struct measured_run *run, const struct ranked *law, size_t i,
                      double noise, bool *is_jump)
{
    const double *e = law->fit.unexplained, *F = run->force;
    double least = fabs(e[i]), most = 0;
    for (size_t j = 0; j < run->n; j++) {
        const size_t nearer = j < i ? j + 1 : j > i ? j - 1 : j;
        if (fabs(run->t[nearer] - run->t[i]) > law->fit.jitter)
            continue;
        most = fmax(most, fabs(F[j] - e[j] - (F[i] - e[i])));
        least = fmin(least, fabs(F[i] - (F[j] - e[j])));
    }
    for (size_t j = 0; j + 1 < run->n; j++)
        least = fmin(least, from_curve(run, e, j, i, law->fit.jitter, F[i]));
    *is_jump = most > 5 * noise;
    return *is_jump ? least : fabs(e[i]);
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
        double squares = 0, apart = 0, by_motion = 0;
        size_t n = 0, both = 0;
        bool is_jump = false;
        if (!law->fit.is_finished)
            continue;
        for (size_t i = 0; i < run->n; i++) {
            const double e = left_at(run, law, i, r.ranking.noise, &is_jump);
            const double d = apart_at(run, law, &r.ranking.law[0], i, r.ranking.noise);
            if (!measured_moves(run, i))
                continue;
            apart += d * d;
            both++;
            if (!run->is_held_out[i])
                continue;
            squares += fmin(e * e, most);
            by_motion += is_jump ? 0 : pow(law->fit.error[i] - law->fit.unexplained[i], 2);
            n++;
        }
        cr_expect_float_eq(law->by_motion, sqrt(by_motion / (double)n), 1e-12 * law->by_motion);
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

/* Of laws of the first group it is found what the rig adds, here a mass that nobody has told; the
 * others are not looked at. */
Test(ranking, first_laws_are_looked_at_for_the_rig)
{
    struct ranked_log r;
    double p[MODEL_MAX_PARAMS];
    const struct model *model = model_find_f64("coulomb_viscous");
    model_defaults_f64(model, p);
    r.log = (struct log){ .n_runs = 0 };
    rig_measure(&(struct rig){ model, p, RIG_RICH, 500, 1e-7, 0.05, 0, 0, 5, 0.5 }, &r.log);
    r.log.runs->force = r.log.runs->applied;
    r.log.runs->applied = NULL;
    rank_log((const char *const[]){ "coulomb_viscous", "viscous", NULL }, &r);
    const struct ranked *law = r.ranking.law;
    cr_expect_str_eq(law[0].law->model->name, "coulomb_viscous");
    cr_expect_eq(law[0].fit.rig_left.nuisance, MASS);
    cr_expect_gt(law[0].fit.rig_left.share, 0.02);
    cr_expect_neq(law[1].group, 1);
    cr_expect_eq(law[1].fit.rig_left.share, 0);
    release(&r);
}

/* A law that contains another one explains as much, wherever its own starts lead: beside bristles
 * that are a thousand times as stiff as usual elastoplastic's lengths are not among eight draws. */
Test(ranking, a_law_that_contains_another_explains_as_much)
{
    struct ranked_log r = { .log = { .n_runs = 0 } };
    double p[MODEL_MAX_PARAMS];
    const struct model *model = model_find_f64("lugre");
    model_defaults_f64(model, p);
    p[quantity_index(model->params, model->n_params, "sigma0")] = 1e8;
    p[quantity_index(model->params, model->n_params, "sigma1")] = 10;
    rig_measure(&(struct rig){ model, p, RIG_SHORT, 500, 1e-7, 0.01, 0, 0, 21, 0 }, &r.log);
    measured_from(&r.log, 0, 0.25, &r.measured);
    static const char *const names[] = { "elastoplastic", "lugre" };
    for (r.n = 0; r.n < 2; r.n++) {
        r.laws[r.n] = law_choice_of(model_find_f64(names[r.n]));
        law_fit_defaults(r.laws[r.n].model, &r.measured, &r.settings[r.n]);
        r.settings[r.n].draws = r.n == 0 ? 8 : 64;
    }
    struct law_fit alone;
    law_fit_coarse(&r.settings[0], &r.measured, &alone);
    ranking_make(r.laws, r.settings, r.n, &r.measured, 1, &r.ranking);
    const struct ranked *best = &r.ranking.law[0], *other = &r.ranking.law[1];
    cr_expect_eq(other->group, 1);
    cr_expect(other->held_out < 1.1 * best->held_out, "%g, %g", best->held_out, other->held_out);
    cr_expect(alone.usual > 2 * best->fit.noise, "%g, %g", alone.usual, best->fit.noise);
    release(&r);
}
