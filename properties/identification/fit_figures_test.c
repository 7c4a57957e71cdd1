/* Curves of a page's figures are those of the fit: read back from what is drawn, whose places are
 * told to a tenth of a unit. */
#include "properties/identification/fit_page.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/identification/fit_curves.h"
#include "properties/identification/ranked_test.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

enum { MOST_POINTS = 4000 };

/* A curve as it is drawn. */
struct curve {
    size_t n;
    double x[MOST_POINTS], y[MOST_POINTS];
};

/* Reads "M X Y l DX DY DX DY ..." or "M X Y h0 M X Y h0 ...", numbers apart by blanks, letters or
 * signs. */
static void read_path(const char *at, struct curve *c)
{
    bool is_relative = false;
    c->n = 0;
    while (*at && *at != '"') {
        char *end;
        if (*at == 'h')
            at += 2;
        else if (*at == 'M' || *at == 'l')
            is_relative = *at++ == 'l';
        else if (*at == ' ')
            at++;
        else {
            cr_assert_lt(c->n, (size_t)MOST_POINTS);
            const double x = strtod(at, &end), y = strtod(end, &end);
            cr_assert(end > at, "%.20s", at);
            at = end;
            c->x[c->n] = is_relative ? c->x[c->n - 1] + x : x;
            c->y[c->n] = is_relative ? c->y[c->n - 1] + y : y;
            c->n++;
        }
    }
}

/* Reads the curve of that look in a plot; of several the one of that number. */
static void read_curve(const char *text, const char *id, const char *look, int number,
                       struct curve *c)
{
    char *plot = memory_text("<svg class=\"plot\" id=\"%s\"", id),
         *path = memory_text("<path class=\"%s", look);
    const char *at = strstr(text, plot);
    cr_assert(at, "no %s", id);
    const char *end = strstr(at, "</svg>");
    for (int i = 0; i <= number; i++) {
        at = strstr(at, path);
        cr_assert(at && at < end, "%s has no %s, number %d", id, look, i);
        at += strlen(path);
    }
    read_path(strstr(at, " d=\"") + 4, c);
    free(path);
    free(plot);
}

/* Where numbers stand on an axis. */
struct axis {
    double from, unit;
};

static struct axis axis_of(double drawn_a, double a, double drawn_b, double b)
{
    const double unit = (drawn_b - drawn_a) / (b - a);
    return (struct axis){ drawn_a - unit * a, unit };
}

/* Three places are rounded, two of which tell the axis, which may be as far from the third. */
static void expect_place(const char *what, size_t i, struct axis axis, double number, double drawn)
{
    const double place = axis.from + axis.unit * number;
    cr_expect_float_eq(drawn, place, 0.2, "%s, %zu: %g is at %g, not %g", what, i, number, drawn,
                       place);
}

/* The numbers of least and most size. */
static void find_ends(size_t n, const double a[], size_t *least, size_t *most)
{
    *least = *most = 0;
    for (size_t i = 0; i < n; i++) {
        *least = a[i] < a[*least] ? i : *least;
        *most = a[i] > a[*most] ? i : *most;
    }
}

/* Of profiles each place, and the level of 95 % from the first to the last one. */
static void expect_profiles(const char *text, const struct law_fit *fit)
{
    static struct curve c;
    for (unsigned i = 0; i < fit->model->n_params; i++) {
        const struct profile *p = &fit->profile[i];
        char id[40];
        size_t least, most;
        snprintf(id, sizeof id, "profiles-normal-%u", i + 1);
        read_curve(text, id, "disc hue0", 0, &c);
        cr_assert_eq(c.n, p->n, "%s", id);
        find_ends(p->n, p->excess, &least, &most);
        const struct axis x = axis_of(c.x[0], p->value[0], c.x[c.n - 1], p->value[p->n - 1]),
                          y = axis_of(c.y[least], p->excess[least], c.y[most], p->excess[most]);
        for (size_t k = 0; k < c.n; k++) {
            expect_place(id, k, x, p->value[k], c.x[k]);
            expect_place(id, k, y, p->excess[k], c.y[k]);
        }
        read_curve(text, id, "line hue2", 0, &c);
        cr_assert_eq(c.n, 2u, "%s", id);
        for (size_t k = 0; k < 2; k++) {
            expect_place(id, k, x, p->value[k == 0 ? 0 : p->n - 1], c.x[k]);
            expect_place(id, k, y, ESTIMATE_95 * ESTIMATE_95, c.y[k]);
        }
    }
}

/* Means over speeds, and the law's curve and its band from the least speed to the largest. */
static void expect_steady(const char *text, const struct ranked *law, const struct measured *m)
{
    static struct curve c;
    static const char id[] = "steady-normal-1";
    const struct fit_bins bins = fit_bins_of(law, m);
    size_t least, most;
    read_curve(text, id, "disc hue0", 0, &c);
    cr_assert_eq(c.n, bins.n);
    find_ends(bins.n, bins.force, &least, &most);
    const struct axis x = axis_of(c.x[0], log(bins.v[0]), c.x[c.n - 1], log(bins.v[c.n - 1])),
                      y = axis_of(c.y[least], bins.force[least], c.y[most], bins.force[most]);
    for (size_t k = 0; k < c.n; k++) {
        expect_place(id, k, x, log(bins.v[k]), c.x[k]);
        expect_place(id, k, y, bins.force[k], c.y[k]);
    }
    for (int i = -1; i <= 1; i++) {
        read_curve(text, id, i == 0 ? "line hue1" : "line hue2", i > 0, &c);
        for (size_t k = 0; k < 2; k++) {
            const size_t at = k == 0 ? 0 : c.n - 1;
            double deviation;
            const double force = fit_steady(&law->fit.estimate, m->speed[k], &deviation);
            expect_place(id, k, x, log(m->speed[k]), c.x[at]);
            expect_place(id, k, y, force + i * ESTIMATE_95 * deviation, c.y[at]);
        }
    }
}

/* The window of the smallest loop. */
static void expect_loop(const char *text, const struct fit_run_of_law *f)
{
    static struct curve c;
    static const char id[] = "loop-normal-1";
    const struct fit_loop loop = fit_smallest_loop(f);
    size_t least, most;
    cr_assert_gt(loop.n, 0u);
    read_curve(text, id, "disc hue0", 0, &c);
    cr_assert_eq(c.n, loop.n);
    find_ends(loop.n, loop.x, &least, &most);
    const struct axis x = axis_of(c.x[least], loop.x[least], c.x[most], loop.x[most]);
    find_ends(loop.n, loop.force, &least, &most);
    const struct axis y = axis_of(c.y[least], loop.force[least], c.y[most], loop.force[most]);
    for (size_t k = 0; k < c.n; k++) {
        expect_place(id, k, x, loop.x[k], c.x[k]);
        expect_place(id, k, y, loop.force[k], c.y[k]);
    }
    read_curve(text, id, "line hue1", 0, &c);
    for (size_t k = 0; k < 2; k++) {
        expect_place(id, k, x, loop.x[k * (loop.n - 1)], c.x[k * (c.n - 1)]);
        expect_place(id, k, y, loop.law[k * (loop.n - 1)], c.y[k * (c.n - 1)]);
    }
}

/* Along time, of which a curve keeps its ends and its extremes: the force as measured and by the
 * law, and in a plot of its own what that leaves. */
static void expect_time(const char *text, const struct fit_run_of_law *f, size_t run)
{
    static struct curve c;
    const size_t n = f->run->n;
    const double *const numbers[] = { f->run->force, f->law, f->error };
    static const char *const looks[] = { "line hue0", "line hue1", "line hue0" };
    struct axis x = { 0, 0 }, y = x;
    for (int i = 0; i < 3; i++) {
        char id[40];
        size_t ends[2], drawn[2];
        snprintf(id, sizeof id, "%s-%zu-wide-1", i < 2 ? "force" : "error", run + 1);
        read_curve(text, id, looks[i], 0, &c);
        find_ends(n, numbers[i], &ends[0], &ends[1]);
        find_ends(c.n, c.y, &drawn[1], &drawn[0]); /* down is more */
        if (i != 1) {
            x = axis_of(c.x[0], f->run->t[0], c.x[c.n - 1], f->run->t[n - 1]);
            y = axis_of(c.y[drawn[0]], numbers[i][ends[0]], c.y[drawn[1]], numbers[i][ends[1]]);
        }
        for (size_t k = 0; k < 2; k++) {
            expect_place(id, k, y, numbers[i][ends[k]], c.y[drawn[k]]);
            expect_place(id, k, y, numbers[i][k * (n - 1)], c.y[k * (c.n - 1)]);
            expect_place(id, k, x, f->run->t[k * (n - 1)], c.x[k * (c.n - 1)]);
        }
    }
}

Test(fit_figures, have_the_curves_of_the_fit)
{
    static const char *const motions[] = { "sine 0 2e-2 200 0 1; sine 0 1e-3 300 0 0.2",
                                           "ramp 0 2e-2 1" };
    double p[MODEL_MAX_PARAMS];
    char folder[4000];
    struct ranked_log r = { .log = { .n_runs = 0 } };
    const struct model *model = model_find_f64("stribeck");
    model_defaults_f64(model, p);
    for (uint64_t seed = 0; seed < 2; seed++)
        rig_measure(&(struct rig){ model, p, motions[seed], 500, 1e-8, 0.03, 0, 0, seed, 0 },
                    &r.log);
    rank_log((const char *const[]){ "stribeck", NULL }, &r);
    law_fit_profiles(true, 1, &r.ranking.law[0].fit);
    cr_assert(program_folder(folder, sizeof folder));
    char *path = memory_text("%s/page.html", folder);
    fit_page_write(path, &r.ranking, &r.measured, "said");
    char *text = cli_read(path);
    cr_assert(text);
    expect_profiles(text, &r.ranking.law[0].fit);
    expect_steady(text, &r.ranking.law[0], &r.measured);
    for (size_t j = 0; j < 2; j++) {
        const struct fit_run_of_law f = fit_follow(&r.ranking.law[0], &r.measured, j);
        expect_time(text, &f, j);
        if (j == 0)
            expect_loop(text, &f);
        free(f.law);
    }
    free(text);
    free(path);
    program_remove(folder);
    release(&r);
}
