/* The tables of a page are the ranking's numbers, read back from what is shown. */
#include "properties/identification/fit_page.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/identification/ranked_test.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* Puts a '|' in place of each run of tags. */
static void strip(char *html)
{
    char *to = html;
    bool in_tag = false;
    for (const char *c = html; *c; c++) {
        if (*c == '<' || in_tag) {
            if (to == html || to[-1] != '|')
                *to++ = '|';
            in_tag = *c != '>';
        } else if (*c != '\n')
            *to++ = *c;
    }
    *to = '\0';
}

/* Returns the cells behind the one with this text, in *cells, n numbers. */
static void read_cells(const char *text, const char *head, unsigned n, double cells[])
{
    char *mark = memory_text("|%s|", head);
    const char *at = strstr(text, mark);
    cr_assert(at, "no '%s'", head);
    at += strlen(mark);
    for (unsigned i = 0; i < n; i++) {
        char *end;
        cells[i] = strtod(at, &end);
        cr_assert(end > at && *end == '|', "%s, cell %u: %.40s", head, i, at);
        at = end + 1;
    }
    free(mark);
}

/* Expects the value rounded to so many digits. */
static void expect_digits(const char *what, double shown, double value, int digits)
{
    const double last = value == 0 ? 1 : pow(10, floor(log10(fabs(value))) - digits + 1);
    cr_expect(fabs(shown - value) <= 0.5000001 * last, "%s: %.9g, shown as %g", what, value, shown);
}

Test(fit_page, tables_have_the_numbers)
{
    enum { LAW_CELLS = 6, PARAMETER_CELLS = 3 };
    struct ranked_log r;
    double cells[LAW_CELLS];
    char folder[4000];
    const struct model *model = model_find_f64("stribeck");
    rank_made("stribeck", RIG_SHORT, 500, 0.0312, 5,
              (const char *const[]){ "stribeck", "coulomb_viscous", "coulomb", NULL }, &r);
    cr_assert(program_folder(folder, sizeof folder));
    char *path = memory_text("%s/page.html", folder);
    r.ranking.law[0].fit.rig_left = (struct rig_left){ COGGING_SINE, 0.25, 0.00345 };
    r.ranking.law[0].fit.lag_one = 0.37;
    fit_page_write(path, &r.ranking, &r.measured, "first <line>\nsecond\n");
    char *text = cli_read(path);
    cr_assert(text);
    cr_expect(strstr(text, "first &#60;line&#62;\nsecond\n</pre>"));
    cr_expect(strstr(text, "  offset "));
    cr_expect(strstr(text, "correlated by 0.37.\n"));
    cr_expect(strstr(text, "25 % of what is left may be the rig"));
    cr_expect(strstr(text, " --rig offset,delay,cogging=0.00345\n</pre>"));
    cr_expect(strstr(text, "id=\"force-1\"") && strstr(text, "id=\"error-1\""));
    strip(text);
    for (size_t i = 0; i < r.ranking.n; i++) {
        const struct ranked *law = &r.ranking.law[i];
        const char *name = law->law->model->name;
        cr_assert(law->fit.is_finished, "%s", name);
        read_cells(strstr(text, "parameters|known"), name, LAW_CELLS, cells);
        cr_expect_eq(cells[0], law->group);
        expect_digits(name, cells[1], law->held_out, 4);
        expect_digits(name, cells[2], law->apart, 3);
        cr_expect_float_eq(cells[3], law->bic, 0.5000001);
        cr_expect_eq(cells[4], law->fit.n_free);
        cr_expect_eq(cells[5], law->known);
    }
    for (unsigned i = 0; i < model->n_params; i++) {
        double lo, hi;
        law_fit_interval(&r.ranking.law[0].fit, i, &lo, &hi);
        read_cells(strstr(text, "|parameter|value|"), model->params[i].name, PARAMETER_CELLS,
                   cells);
        expect_digits(model->params[i].name, cells[0], r.ranking.law[0].fit.estimate.fit.p[i], 6);
        expect_digits(model->params[i].name, cells[1], lo, 6);
        expect_digits(model->params[i].name, cells[2], hi, 6);
    }
    free(text);
    free(path);
    program_remove(folder);
    release(&r);
}

/* Where no law was fitted, the page says so, lists the laws, and has nothing of a law. */
Test(fit_page, says_that_nothing_explains_the_data)
{
    struct ranked_log r;
    double cells[1];
    char folder[4000];
    rank_made("viscous", RIG_SHORT, 200, 0.02, 5, (const char *const[]){ "viscous", NULL }, &r);
    cr_assert(program_folder(folder, sizeof folder));
    char *path = memory_text("%s/page.html", folder);
    r.ranking.law[0].fit.is_finished = false;
    fit_page_write(path, &r.ranking, &r.measured, "said");
    char *text = cli_read(path),
         *banner = memory_text("than a constant force does (%.4g N)", r.ranking.nothing);
    cr_assert(text);
    cr_expect(strstr(text, "No law explains these data better") && strstr(text, banner));
    cr_expect_null(strstr(text, "id=\"parameters\""));
    cr_expect_null(strstr(text, "id=\"force-1\""));
    strip(text);
    const char *far = strstr(text, "|viscous|far|");
    cr_assert(far);
    read_cells(far, "far", 1, cells);
    expect_digits("far", cells[0], r.ranking.law[0].fit.rms, 3);
    free(banner);
    free(text);
    free(path);
    program_remove(folder);
    release(&r);
}

/* Writes a page, and returns it, to be freed. */
static char *page_of(const struct ranked_log *r)
{
    char folder[4000];
    cr_assert(program_folder(folder, sizeof folder));
    char *path = memory_text("%s/page.html", folder);
    fit_page_write(path, &r->ranking, &r->measured, "said");
    char *text = cli_read(path);
    cr_assert(text);
    free(path);
    program_remove(folder);
    return text;
}

/* Returns how often words stand in the figure of that name; -1: there is no such figure. */
static int count_in(const char *text, const char *id, const char *words)
{
    char *mark = memory_text("id=\"%s\"", id);
    const char *at = strstr(text, mark);
    int n = 0;
    free(mark);
    if (!at)
        return -1;
    const char *end = strstr(at, "</figure>");
    cr_assert(end, "%s does not end", id);
    while ((at = strstr(at, words)) && at < end) {
        at++;
        n++;
    }
    return n;
}

static const char *const series[][5] = {
    { "force-1", "measured<", "law<", NULL },
    { "loop", "measured<", "law<", NULL },
    { "steady", "measured, mean at that speed<", "law at steady speed<", "95 % band<", NULL },
    { "profiles", "likelihood lost<", "95 %<", NULL },
};

/* Figures have their series by name, a loop where the motion turns twice within a twentieth of the
 * run, a band where slopes hold, a profile where there is more than one place of it, and as many
 * runs as there are, up to four. */
Test(fit_page, figures_have_their_series)
{
    static const char FAST[] = "sine 0 2e-2 200 0 1";
    const struct model *model = model_find_f64("stribeck");
    double p[MODEL_MAX_PARAMS];
    struct ranked_log r = { .log = { .n_runs = 0 } };
    model_defaults_f64(model, p);
    for (uint64_t seed = 0; seed < 5; seed++)
        rig_measure(&(struct rig){ model, p, seed == 0 ? FAST : "ramp 0 2e-2 1", 500, 1e-7, 0.03, 0,
                                   0, seed, 0 },
                    &r.log);
    rank_log((const char *const[]){ "stribeck", NULL }, &r);
    struct law_fit *fit = &r.ranking.law[0].fit;
    law_fit_profiles(true, 1, fit);
    char *text = page_of(&r);
    for (size_t i = 0; i < sizeof series / sizeof *series; i++)
        for (int k = 1; series[i][k]; k++)
            cr_expect_geq(count_in(text, series[i][0], series[i][k]), 1, "%s: %s", series[i][0],
                          series[i][k]);
    cr_expect_eq(count_in(text, "loop", "<svg class=\"plot\""), 1);
    cr_expect_eq(count_in(text, "steady", "<svg class=\"plot\""), 1);
    for (int j = 1; j <= 5; j++) {
        char id[16];
        snprintf(id, sizeof id, "error-%d", j);
        cr_expect_eq(count_in(text, id, "what is left (N)") >= 1, j <= 4, "%s", id);
    }
    for (unsigned i = 0; i < model->n_params; i++) {
        char *label = memory_text("%s (%s)", model->params[i].name, model->params[i].unit);
        cr_expect_geq(count_in(text, "profiles", label), 1, "%s", label);
        free(label);
    }
    /* What is known of a parameter stands in its row, unless it is known. */
    fit->estimate.knowledge[fit_variable_of(&fit->estimate.fit, 1)] = AT_EDGE;
    free(text);
    text = page_of(&r);
    strip(text);
    for (unsigned i = 0; i < model->n_params; i++) {
        char *head = memory_text("|%s|", model->params[i].name);
        const char *row = strstr(strstr(text, "|parameter|value|"), head);
        cr_assert(row, "%s", head);
        char *next = i + 1 < model->n_params ? memory_text("|%s|", model->params[i + 1].name)
                                             : memory_text("Data and fit");
        const char *word = strstr(row, "known"), *edge = strstr(row, "at its edge"),
                   *end = strstr(row, next);
        cr_assert(end, "%s", next);
        cr_expect_eq(edge && edge < end, i == 1, "%s", head);
        cr_expect_not(word && word < end, "%s", head);
        free(next);
        free(head);
    }
    free(text);
    /* Without slopes that hold there is no band, with a single place no profile, and of a run that
     * goes one way no loop. */
    fit->estimate.jumps = true;
    for (unsigned i = 0; i < model->n_params; i++)
        fit->profile[i].n = i == 0 ? 2 : 1;
    r.measured.run[0].n /= 40;
    text = page_of(&r);
    cr_expect_geq(count_in(text, "steady", "law at steady speed<"), 1);
    cr_expect_eq(count_in(text, "steady", "95 % band<"), 0);
    cr_expect_eq(count_in(text, "loop", "law<"), -1);
    cr_expect_geq(count_in(text, "profiles", "likelihood lost<"), 1);
    char *label = memory_text("%s (%s)", model->params[1].name, model->params[1].unit);
    cr_expect_eq(count_in(text, "profiles", label), 0);
    free(label);
    free(text);
    r.measured.run[0].n *= 40;
    fit->profile[0].n = 1;
    text = page_of(&r);
    cr_expect_eq(count_in(text, "profiles", "95 %<"), -1);
    free(text);
    release(&r);
}
