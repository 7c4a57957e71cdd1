/* Units of laws of Bristle are those laws again: their tables, and bit for bit their rates, forces,
 * derivatives and events, at any place and in any order of questions. */
#include "properties/fmu/fmu_law.h"

#include <criterion/criterion.h>
#include <glob.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zip.h>

#include "models/model.h"
#include "properties/fmu/description.h"
#include "properties/fmu/records.h"
#include "properties/fmu/unpack.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"
#include "tools/testing/test_random.h"

enum { PLACES = 300 };

/* A unit and its law. */
struct pair {
    const struct model *unit, *law;
    bool has_speed;
};

static struct pair load(const char *name, const char *end)
{
    struct fmu_law unit;
    char problem[FMU_PROBLEM], *path = memory_text("models/%s%s.fmu", name, end);
    cr_assert(fmu_law_load(path, NULL, &unit, problem), "%s: %s", path, problem);
    return (struct pair){ unit.model, PREC(model_find)(name), unit.has_speed };
}

static void with_all(void (*test)(const struct pair *pair))
{
    static const char *const names[] = { "coulomb", "lugre", "maxwell_slip", "martinez_rosas" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct pair pair = load(names[i], i % 2 == 0 ? "" : "_fmi3");
        test(&pair);
    }
}

static void expect_quantities(const struct quantity a[], const struct quantity b[], unsigned n,
                              bool are_states)
{
    for (unsigned i = 0; i < n; i++) {
        cr_assert_str_eq(a[i].name, b[i].name);
        cr_assert(strcmp(a[i].unit, b[i].unit) == 0 || strcmp(b[i].unit, "1") == 0, "%s: %s",
                  a[i].unit, b[i].unit);
        cr_assert_str_eq(a[i].note, b[i].note);
        cr_assert(are_states ||
                  (a[i].value == b[i].value && a[i].lo == b[i].lo && a[i].hi == b[i].hi));
    }
}

static void tables(const struct pair *t)
{
    const struct model *unit = t->unit, *law = t->law;
    cr_assert_str_eq(unit->name, law->name);
    cr_assert(unit->n_params == law->n_params && unit->n_states == law->n_states);
    cr_assert(t->has_speed && unit->speed_max == law->speed_max);
    cr_assert_eq(unit->whole_params, law->whole_params);
    cr_assert_eq(!unit->stiction, !law->stiction);
    cr_assert_eq(!unit->jacobian, !law->jacobian);
    cr_assert_eq(unit->n_guards, law->n_guards);
    expect_quantities(unit->params, law->params, law->n_params, false);
    expect_quantities(unit->states, law->states, law->n_states, true);
}

Test(fmu_law, tables) { with_all(tables); }

/* Copies an archive, with a file of those bytes in it, in place of one of that name. */
static void copy_bytes(const char *to, const char *name, const char *bytes, size_t n)
{
    FILE *from = fopen("models/coulomb.fmu", "rb"), *file = fopen(to, "wb");
    int c, code = 0;
    cr_assert(from && file);
    while ((c = getc(from)) != EOF)
        putc(c, file);
    fclose(from);
    cr_assert_eq(fclose(file), 0);
    if (!name)
        return;
    zip_t *zip = zip_open(to, 0, &code);
    cr_assert_geq(zip_file_add(zip, name, zip_source_buffer(zip, bytes, n, 0), ZIP_FL_OVERWRITE),
                  0);
    cr_assert_eq(zip_close(zip), 0);
}

static void copy(const char *to, const char *name, const char *text)
{
    copy_bytes(to, name, text, text ? strlen(text) : 0);
}

/* Returns the law of a unit with that file in it. */
static struct fmu_law law_with(const char *name, const char *bytes, size_t n)
{
    char folder[4000], problem[FMU_PROBLEM];
    struct fmu_law law;
    cr_assert(program_folder(folder, sizeof folder));
    char *path = memory_text("%s/a.fmu", folder);
    copy_bytes(path, name, bytes, n);
    cr_assert(fmu_law_load(path, NULL, &law, problem), "%s", problem);
    free(path);
    program_remove(folder);
    return law;
}

/* A unit brings the only text in the folder of its documentation, byte for byte. */
Test(fmu_law, brings_its_text)
{
    static const char text[] = "model coulomb // any\n";
    static const char *const others[] = { "documentation/b.txt", "documentation/b/b.mo", "b.mo",
                                          "resources/b.mo" };
    struct fmu_law law = law_with("documentation/coulomb.mo", text, strlen(text));
    cr_assert(law.text && law.text_path);
    cr_expect_str_eq(law.text, text);
    cr_expect_str_eq(law.text_path, "documentation/coulomb.mo");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        law = law_with(others[i], text, strlen(text));
        cr_assert(law.text && law.text_path, "%s", others[i]);
        cr_expect(strstr(law.text, "\nend coulomb;"), "%s", others[i]);
        cr_expect_str_eq(law.text_path, "documentation/coulomb.mo");
    }
    law = law_with("documentation/b.mo", text, strlen(text));
    cr_expect(!law.text && !law.text_path, "nobody says which one of two");
}

/* A text is of a MiB at most, and has neither a zero byte in it nor nothing. */
Test(fmu_law, brings_a_text_that_can_be_read)
{
    enum { MOST = 1 << 20 };
    static char text[MOST + 2];
    memset(text, 'a', sizeof text - 1);
    struct fmu_law law = law_with("documentation/coulomb.mo", text, MOST);
    cr_assert(law.text && law.text_path);
    cr_expect_eq(strlen(law.text), MOST);
    law = law_with("documentation/coulomb.mo", text, MOST + 1);
    cr_expect(!law.text && !law.text_path);
    law = law_with("documentation/coulomb.mo", text, 0);
    cr_expect(!law.text && !law.text_path);
    text[100] = '\0';
    law = law_with("documentation/coulomb.mo", text, 200);
    cr_expect(!law.text && !law.text_path);
    law = law_with("documentation/coulomb.mo", text, 101);
    cr_expect(!law.text && !law.text_path, "the last byte");
}

/* A rate is stated in its state's unit a second. */
Test(fmu_law, states_units_of_rates)
{
    char folder[4000], problem[FMU_PROBLEM];
    static const char *const names[] = { "lugre", "martinez_rosas_fmi3" };
    for (int i = 0; i < 2; i++) {
        struct fmu_description d;
        cr_assert(program_folder(folder, sizeof folder));
        char *path = memory_text("models/%s.fmu", names[i]);
        cr_assert(unpack(path, folder, problem) && description_read(folder, &d, problem), "%s",
                  problem);
        cr_expect_geq(d.n_states, 1);
        for (size_t k = 0; k < d.n_states; k++) {
            char *unit = memory_text("%s/s", d.variables[d.states[k]].unit);
            cr_expect_str_eq(d.variables[d.rates[k]].unit, unit, "%s", names[i]);
            free(unit);
        }
        description_free(&d);
        free(path);
        program_remove(folder);
    }
}

/* The largest speed is that of the description, also a small one. */
Test(fmu_law, has_its_own_speeds)
{
    static const char most[] = "min=\"-1000\" max=\"1000\"";
    char folder[4000], problem[FMU_PROBLEM], text[1 << 14] = "";
    struct fmu_law unit;
    zip_stat_t stat;
    int code;
    cr_assert(program_folder(folder, sizeof folder));
    zip_t *zip = zip_open("models/coulomb.fmu", ZIP_RDONLY, &code);
    cr_assert_eq(zip_stat(zip, "modelDescription.xml", 0, &stat), 0);
    zip_file_t *file = zip_fopen(zip, "modelDescription.xml", 0);
    cr_assert(stat.size < sizeof text &&
              zip_fread(file, text, stat.size) == (zip_int64_t)stat.size);
    zip_fclose(file);
    zip_close(zip);
    char *at = strstr(text, most), *path = memory_text("%s/a.fmu", folder);
    cr_assert(at && !strstr(at + 1, most));
    memcpy(at, "min=\"-0.25\" max=\"0.25\"", sizeof most - 1);
    copy(path, "modelDescription.xml", text);
    cr_assert(fmu_law_load(path, NULL, &unit, problem), "%s", problem);
    cr_expect(unit.has_speed);
    cr_expect_eq(unit.model->speed_max, 0.25);
    free(path);
    program_remove(folder);
}

/* Returns how many files TMPDIR/any/NAME there are. */
static size_t found(const char *folder, const char *name)
{
    glob_t g;
    char *pattern = memory_text("%s/*/%s", folder, name);
    const size_t n = glob(pattern, 0, NULL, &g) == 0 ? g.gl_pathc : 0;
    globfree(&g);
    free(pattern);
    return n;
}

/* What a unit brings with it stays where it was told to be, as long as the program runs; nothing
 * else of a unit does. */
Test(fmu_law, resources_stay)
{
    char folder[4000], problem[FMU_PROBLEM];
    struct fmu_law unit;
    cr_assert(program_folder(folder, sizeof folder));
    setenv("TMPDIR", folder, 1);
    char *path = memory_text("%s/a.fmu", folder);
    copy(path, NULL, NULL);
    cr_assert(fmu_law_load(path, NULL, &unit, problem), "%s", problem);
    cr_expect_eq(found(folder, "*"), 0);
    copy(path, "resources/table.txt", "table");
    cr_assert(fmu_law_load(path, NULL, &unit, problem), "%s", problem);
    cr_expect_eq(found(folder, "resources/table.txt"), 1);
    free(path);
    const pid_t child = fork();
    if (child == 0)
        exit(0);
    cr_assert_eq(waitpid(child, NULL, 0), child);
    cr_expect_eq(found(folder, "*"), 0, "a program that ends leaves a folder");
    program_remove(folder);
}

/* A law's place with the memories of both. */
struct place {
    double p[MODEL_MAX_PARAMS], x[MODEL_MAX_STATES], v, s;
    struct memory of_unit, of_law;
};

/* Parameters are the defaults at each other place, so that they change to and fro. */
static void draw(const struct pair *t, unsigned i, unsigned long long *seed, struct place *at)
{
    PREC(model_defaults)(t->law, at->p);
    at->p[0] *= i % 2 == 0 || model_param_is_whole(t->law, 0) ? 1 : 1.5;
    PREC(model_scales)(t->law, at->p, t->law->length ? t->law->length(at->p) : 1, at->x);
    for (unsigned k = 0; k < t->law->n_states; k++)
        at->x[k] *= 1.6 * test_uniform(seed) - 0.8;
    at->v = exp(log(1e-9) * test_uniform(seed)) * (test_uniform(seed) < 0.5 ? -1 : 1);
    at->s = at->v > 0 ? 1 : -1;
}

static void expect_same(const struct pair *t, const struct place *at)
{
    double a[MODEL_MAX_STATES], b[MODEL_MAX_STATES];
    struct jacobian jac, expected;
    const unsigned n = t->law->n_states;
    const size_t size = n * sizeof *a;
    t->unit->rate(at->p, &at->of_unit, at->v, at->s, at->x, a);
    t->law->rate(at->p, &at->of_law, at->v, at->s, at->x, b);
    cr_assert_eq(memcmp(a, b, size), 0, "%s: %a, not %a", t->law->name, a[0], b[0]);
    const double force = t->law->force(at->p, &at->of_law, at->v, at->s, at->x);
    cr_assert_eq(t->unit->force(at->p, &at->of_unit, at->v, at->s, at->x), force);
    cr_assert_eq(t->unit->rate_and_force(at->p, &at->of_unit, at->v, at->s, at->x, a), force);
    cr_assert_eq(memcmp(a, b, size), 0);
    if (!t->law->jacobian)
        return;
    t->unit->jacobian(at->p, &at->of_unit, at->v, at->s, at->x, &jac);
    t->law->jacobian(at->p, &at->of_law, at->v, at->s, at->x, &expected);
    for (unsigned i = 0; i < n * n; i++)
        cr_assert_eq(jac.rate_x[i], expected.rate_x[i]);
    for (unsigned i = 0; i < n; i++)
        cr_assert(jac.rate_v[i] == expected.rate_v[i] && jac.force_x[i] == expected.force_x[i],
                  "%s at %a m/s: %a, not %a", t->law->name, at->v, jac.rate_v[i],
                  expected.rate_v[i]);
    cr_assert_eq(jac.force_v, expected.force_v);
}

static void equations(const struct pair *t)
{
    unsigned long long seed = test_seed();
    for (unsigned i = 0; i < PLACES; i++) {
        struct place at = { .v = 0 };
        draw(t, i, &seed, &at);
        if (t->law->start) {
            t->unit->start(at.p, 0, &at.of_unit);
            t->law->start(at.p, 0, &at.of_law);
        }
        expect_same(t, &at);
    }
}

Test(fmu_law, equations) { with_all(equations); }

/* At rest any selection, of a law that jumps there. */
Test(fmu_law, rest)
{
    const struct pair t = load("coulomb", "");
    double p[MODEL_MAX_PARAMS], f[2], expected[2];
    PREC(model_defaults)(t.law, p);
    for (int i = -8; i <= 8; i++)
        cr_assert_eq(t.unit->force(p, NULL, 0, i / 8.0, NULL),
                     t.law->force(p, NULL, 0, i / 8.0, NULL), "s = %g", i / 8.0);
    t.unit->stiction(p, NULL, NULL, f);
    t.law->stiction(p, NULL, NULL, expected);
    cr_assert(f[0] == expected[0] && f[1] == expected[1]);
}

/* Makes all events that are due. Returns how many. */
static unsigned settle(const struct model *model, const double p[], double v, double x[],
                       struct memory *mem)
{
    double g[MODEL_MAX_GUARDS];
    for (unsigned made = 0;; made++) {
        unsigned i = 0;
        model->guard(p, mem, v, x, g);
        while (i < model->n_guards && !(g[i] < 0))
            i++;
        if (i == model->n_guards)
            return made;
        cr_assert_eq(model->transition(p, i, v, x, mem), STATUS_OK);
    }
}

/* There and back by Euler's method; memories of before are good as long as they are kept. */
Test(fmu_law, events)
{
    const struct pair t = load("maxwell_slip", "");
    struct place at = { .s = 1 }, first;
    double rate[MODEL_MAX_STATES], x[MODEL_MAX_STATES];
    unsigned made = 0;
    PREC(model_defaults)(t.law, at.p);
    t.unit->start(at.p, 0, &at.of_unit);
    t.law->start(at.p, 0, &at.of_law);
    first = at;
    first.v = 0.004;
    for (unsigned i = 0; i < 4 * PLACES; i++) {
        at.v = i / PLACES % 2 == 0 ? 0.004 : -0.004;
        at.s = at.v > 0 ? 1 : -1;
        memcpy(x, at.x, sizeof x);
        made += settle(t.law, at.p, at.v, at.x, &at.of_law);
        settle(t.unit, at.p, at.v, x, &at.of_unit);
        cr_assert_eq(memcmp(x, at.x, t.law->n_states * sizeof *x), 0);
        expect_same(&t, &at);
        if (i % 50 == 0)
            expect_same(&t, &first);
        t.law->rate(at.p, &at.of_law, at.v, at.s, at.x, rate);
        for (unsigned k = 0; k < t.law->n_states; k++)
            at.x[k] += 1e-4 * rate[k];
    }
    cr_assert_gt(made, 3);
    for (unsigned i = 0; i < RECORDS; i++) {
        struct memory other;
        t.unit->start(at.p, 0, &other);
    }
    cr_assert(isnan(t.unit->force(first.p, &first.of_unit, 0.004, 1, first.x)),
              "a memory that is no longer kept gives no number");
}

/* What the law refuses the unit refuses, and goes on. */
Test(fmu_law, parameters)
{
    const struct pair t = load("lugre", "_fmi3");
    struct place at = { .v = 1e-3, .s = 1 };
    PREC(model_defaults)(t.law, at.p);
    cr_assert_null(t.unit->validate(at.p));
    double wrong[MODEL_MAX_PARAMS];
    memcpy(wrong, at.p, sizeof wrong);
    const unsigned Fc = quantity_index(t.law->params, t.law->n_params, "Fc");
    wrong[Fc] = 1e3; /* Fs < Fc */
    cr_assert(t.law->validate(wrong));
    cr_assert(t.unit->validate(wrong));
    cr_assert(isnan(t.unit->force(wrong, NULL, 1e-3, 1, at.x)));
    expect_same(&t, &at);
    at.x[0] = NAN;
    cr_assert(isnan(t.unit->force(at.p, NULL, 1e-3, 1, at.x)));
    at.x[0] = 1e-6;
    expect_same(&t, &at);
    const struct pair whole = load("maxwell_slip", "_fmi3");
    PREC(model_defaults)(whole.law, wrong);
    wrong[0] = 2.5; /* elements */
    cr_assert(whole.unit->validate(wrong));
}

Test(fmu_law, many_units)
{
    struct fmu_law unit;
    char problem[FMU_PROBLEM];
    for (int i = 0; i < FMU_LAWS; i++)
        load("coulomb", "");
    cr_assert_not(fmu_law_load("models/coulomb.fmu", NULL, &unit, problem));
    cr_assert(strstr(problem, "one too many"));
}
