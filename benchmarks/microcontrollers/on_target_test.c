/* The core of the property suite on the emulated cores: the host judges what kernels compute there.
 * If a kernel calls no function of libm, the arithmetic is the same everywhere, and so is every
 * bit; otherwise results may differ by the change from some roundings of a step's inputs
 * (host_spread). Nothing is recompiled: these are the kernels whose cost is measured. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/firmware/on_target.h"
#include "benchmarks/microcontrollers/emulate.h"
#include "benchmarks/microcontrollers/on_target_host.h"
#include "benchmarks/microcontrollers/read.h"
#include "integrators/integrator.h"
#include "reference/solutions/reference_solution.h"

enum { PATH_SIZE = 1024, LINE = 1024, NAME = 32 };

/* Functions that may round differently; the operations of IEEE 754, which include roots, do not. */
static const char *const libm[] = {
    "exp",    "expf",  "expm1", "expm1f", "exp2", "exp2f", "log",  "logf", "log1p",
    "log1pf", "pow",   "powf",  "sin",    "sinf", "cos",   "cosf", "tan",  "tanf",
    "atan",   "atanf", "sinh",  "sinhf",  "tanh", "tanhf", NULL,
};

/* The roundings of a step's inputs that stand for two libraries' functions and their polynomials.
 * The property suite allows kernels on the host as many. */
static const double ROUNDINGS = 32;

/* A kernel on a core, as its lines name it. */
struct subject {
    const char *core;
    char law[NAME], method[NAME], precision[NAME];
    bool exact; /* calls no function of libm */
    const struct model *model;
    const struct integrator *integrator;
    double epsilon;
};

static bool is_float(const struct subject *s) { return strcmp(s->precision, "f32") == 0; }

static void expect_close(const struct subject *s, const char *what, unsigned number, double value,
                         double expected, double slack)
{
    if (s->exact)
        slack = 0;
    const bool same =
        value == expected || (isnan(value) && isnan(expected)) || fabs(value - expected) <= slack;
    cr_expect(same, "%s: %s by %s in %s, %s %u: %a, not %a within %g", s->core, s->law, s->method,
              s->precision, what, number, value, expected, slack);
}

static void expect_states(const struct subject *s, const char *line, const char *what,
                          unsigned number, const double expected[], const double slack[])
{
    const char *text = embedded_field(line, "states");
    for (unsigned i = 0; i < s->model->n_states; i++) {
        char *end = NULL;
        cr_assert(text, "%s", line);
        const uint64_t bits = strtoull(text, &end, 16);
        expect_close(s, what, number, embedded_value(bits, s->precision), expected[i], slack[i]);
        text = *end == ',' ? end + 1 : NULL;
    }
}

static void word(const char *line, const char *name, char text[NAME])
{
    const char *value = embedded_field(line, name);
    cr_assert(value, "%s: no %s", line, name);
    snprintf(text, NAME, "%.*s", (int)strcspn(value, " "), value);
}

static uint64_t number(const char *line, const char *name, int base)
{
    uint64_t value = 0;
    cr_assert(embedded_number(line, name, base, &value), "%s: no %s", line, name);
    return value;
}

static double value(const struct subject *s, const char *line, const char *name)
{
    return embedded_value(number(line, name, 16), s->precision);
}

static void slack_of(const struct subject *s, const struct host_step *step, double *force,
                     double x[])
{
    const struct spread spread = host_spread(s->law, s->method, step);
    *force = ROUNDINGS * s->epsilon * spread.force;
    for (unsigned i = 0; i < s->model->n_states; i++)
        x[i] = ROUNDINGS * s->epsilon * spread.x[i];
}

/* Judges single steps from random states. */
static void judge_step(const struct subject *s, const char *line)
{
    const unsigned trial = (unsigned)number(line, "trial", 10);
    const struct host_step host = is_float(s) ? host_trial_f32(s->law, s->method, trial)
                                              : host_trial_f64(s->law, s->method, trial);
    double force_slack = 0, slack[MODEL_MAX_STATES] = { 0 };
    if (!s->exact)
        slack_of(s, &host, &force_slack, slack);
    expect_close(s, "trial", trial, value(s, line, "force"), host.force, force_slack);
    if (!isnan(host.force))
        expect_states(s, line, "trial", trial, host.x, slack);
}

/* Computes the exact states at the end of the first n holds. Returns false when there is no
 * reference. */
static bool true_end(const struct subject *s, const char *holds, unsigned n, double x[])
{
    char error[SIGNAL_TEXT];
    double p[MODEL_MAX_PARAMS];
    struct setup setup;
    struct trajectory t;
    model_defaults_f64(s->model, p);
    cr_assert(setup_velocity(holds, &setup, error), "%s", error);
    trajectory_init(&t, 2, s->model->n_states, n * TRIAL_HOLD);
    const bool known = !reference_solution_run(s->model, p, &setup, &t, NULL);
    for (unsigned k = 0; k < s->model->n_states; k++)
        x[k] = t.law[s->model->n_states + k];
    trajectory_free(&t);
    setup_free(&setup);
    return known;
}

/* Computes the exact states at the end of each hold. */
static bool true_holds(const struct subject *s, double x[TRIAL_HOLDS][MODEL_MAX_STATES])
{
    char text[TRIAL_HOLDS * 48];
    size_t length = 0;
    bool known = true;
    for (unsigned i = 0; i < TRIAL_HOLDS && known; i++) {
        length += (size_t)snprintf(text + length, sizeof text - length, "%shold %.17g %.17g",
                                   i > 0 ? ";" : "", trial_hold(i), TRIAL_HOLD);
        known = true_end(s, text, i + 1, x[i]);
    }
    return known;
}

/* Compares the exact flow with the reference: each hold adds its own roundings to those before,
 * which the flow does not enlarge. */
static void judge_hold(const struct subject *s, const char *line)
{
    static struct host_step steps[TRIAL_HOLDS];
    static double exact[TRIAL_HOLDS][MODEL_MAX_STATES];
    static double slack[TRIAL_HOLDS][MODEL_MAX_STATES];
    static bool known;
    const unsigned hold = (unsigned)number(line, "hold", 10);
    if (!(s->integrator->flags & INTEGRATOR_USES_FLOW))
        return;
    if (hold == 0) {
        double force;
        known = true_holds(s, exact);
        host_holds_f64(s->law, s->method, steps);
        for (unsigned i = 0; i < TRIAL_HOLDS; i++) {
            slack_of(s, &steps[i], &force, slack[i]);
            for (unsigned k = 0; i > 0 && k < s->model->n_states; k++)
                slack[i][k] += slack[i - 1][k];
        }
    }
    if (!known)
        return;
    struct subject rounding = *s;
    rounding.exact = false; /* the reference is computed in another precision */
    expect_states(&rounding, line, "hold", hold, exact[hold], slack[hold]);
}

/* Judges bounds, odd symmetry, the steady state, and all forces of the profile. */
static void judge_run(const struct subject *s, const char *line)
{
    double p[MODEL_MAX_PARAMS], bound[MODEL_MAX_STATES] = { 0 };
    const bool flows = s->integrator->flags & INTEGRATOR_USES_FLOW;
    const struct host_run host =
        is_float(s) ? host_run_f32(s->law, s->method) : host_run_f64(s->law, s->method);
    model_defaults_f64(s->model, p);
    cr_expect_eq(number(line, "asymmetric", 10), 0U, "%s: %s", s->core, line);
    if (s->exact) {
        cr_expect_eq(number(line, "steps", 10), host.steps, "%s: %s", s->core, line);
        cr_expect_eq(number(line, "digest", 16), host.digest, "%s: %s", s->core, line);
        expect_close(s, "bound", 0, value(s, line, "bound"), host.bound, 0);
        if (s->model->steady_force)
            expect_close(s, "settled", 0, value(s, line, "settled"), host.settled, 0);
    }
    if (!flows)
        return;
    bool bounded = s->model->bound != NULL;
    if (bounded)
        s->model->bound(p, bound);
    for (unsigned i = 0; i < s->model->n_states; i++)
        bounded &= isfinite(bound[i]);
    cr_expect(!bounded || value(s, line, "bound") <= 1 + ROUNDINGS * s->epsilon, "%s: %s", s->core,
              line);
    if (s->model->steady_force) {
        struct subject rounding = *s;
        rounding.exact = false;
        const double scale = s->model->force_scale(p, TRIAL_SPEED, 0);
        const double left = 2 * exp(-s->model->settling_rate(p, TRIAL_SPEED) * TRIAL_SETTLING);
        expect_close(&rounding, "steady state", 0, value(s, line, "settled"),
                     s->model->steady_force(p, TRIAL_SPEED),
                     scale * (left + ROUNDINGS * s->epsilon));
    }
}

static struct subject subject_of(const char *core, const char *line)
{
    struct subject s = { .core = core };
    word(line, "law", s.law);
    word(line, "method", s.method);
    word(line, "precision", s.precision);
    s.model = model_find_f64(s.law);
    s.integrator = integrator_find_f64(s.method);
    s.epsilon = is_float(&s) ? (double)FLT_EPSILON : DBL_EPSILON;
    cr_assert(s.model && s.integrator, "%s", line);
    return s;
}

/* Returns true when the kernel with that entry has called no function of libm. */
static bool calls_nothing(const struct embedded_counts *counts, uint64_t entry)
{
    for (size_t i = 0; i < counts->n; i++)
        if ((counts->count[i].entry | 1) == (entry | 1))
            return counts->count[i].calls.max == 0;
    cr_assert_fail("no counts of %llx", (unsigned long long)entry);
    return false;
}

/* Returns true for kernels that must not call libm: the laws' own exponential replaces it in float,
 * except for Jacobians and collocation, and for the logarithms and tangents in the flows of
 * bouc_wen and leuven. */
static bool stands_alone(const struct subject *s)
{
    const unsigned more = INTEGRATOR_IMPLICIT | INTEGRATOR_RELAXING;
    const bool flow = s->integrator->flags & INTEGRATOR_USES_FLOW;
    const bool tangents = strcmp(s->law, "bouc_wen") == 0 || strcmp(s->law, "leuven") == 0;
    return is_float(s) && !(s->integrator->flags & more) && !(flow && tangents);
}

/* Judges the console. The lines of one kernel are together; the last of them names the kernel. */
static void judge_console(const char *core, FILE *console, const struct embedded_counts *counts)
{
    static char lines[TRIAL_COUNT + TRIAL_HOLDS + 1][LINE];
    unsigned n = 0, kernels = 0;
    bool ended = false;
    while (fgets(lines[n], LINE, console)) {
        lines[n][strcspn(lines[n], "\n")] = '\0';
        ended = strcmp(lines[n], "end") == 0;
        if (strncmp(lines[n], "run ", 4) == 0) {
            struct subject s = subject_of(core, lines[n]);
            s.exact = calls_nothing(counts, number(lines[n], "entry", 16));
            cr_expect(s.exact || !stands_alone(&s), "%s calls libm: %s", core, lines[n]);
            kernels++;
            cr_assert_eq(n, (unsigned)(TRIAL_COUNT + TRIAL_HOLDS), "%s", lines[n]);
            if (host_fits_f64(s.law, s.method)) {
                judge_run(&s, lines[n]);
                for (unsigned i = 0; i < TRIAL_COUNT; i++)
                    judge_step(&s, lines[i]);
                for (unsigned i = TRIAL_COUNT; i < n; i++)
                    judge_hold(&s, lines[i]);
            }
            n = 0;
        } else if (n < TRIAL_COUNT + TRIAL_HOLDS) {
            n++;
        }
    }
    cr_assert(ended && kernels > 0, "%s: the program has not come to its end", core);
}

static const char *runfile(const char *name, char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/bristle/benchmarks/firmware/%s", getenv("TEST_SRCDIR"), name);
    return path;
}

static const char *scratch(const char *core, const char *law, const char *what,
                           char path[PATH_SIZE])
{
    snprintf(path, PATH_SIZE, "%s/%s_%s.%s", getenv("TEST_TMPDIR"), core, law, what);
    return path;
}

static void judge_law(const struct embedded_core *core, const char *law)
{
    static struct embedded_counts counts;
    char name[128], image[PATH_SIZE], counter[PATH_SIZE], console[PATH_SIZE], errors[PATH_SIZE];
    char counted[PATH_SIZE], message[512] = "";
    struct elf_file elf;
    snprintf(name, sizeof name, "on_target_%s/on_target_%s.elf", core->name, law);
    cr_assert(elf_read(runfile(name, image), &elf, message, sizeof message), "%s", message);
    const struct embedded_emulation emulation = {
        .core = core,
        .counter = runfile("counter.so", counter),
        .image = image,
        .elf = &elf,
        .program = "on_target",
        .functions = libm,
        .limit = UINT64_C(20000000000),
        .console = scratch(core->name, law, "console", console),
        .errors = scratch(core->name, law, "errors", errors),
        .counts = scratch(core->name, law, "counts", counted),
    };
    const int status = embedded_emulate(&emulation, message, sizeof message);
    cr_assert_eq(status, 0, "%s on %s: %d %s", law, core->name, status, message);
    cr_assert(embedded_read_counts(counted, &counts), "%s", counted);
    FILE *file = fopen(console, "r");
    cr_assert(file, "%s", console);
    judge_console(core->name, file, &counts);
    fclose(file);
    elf_free(&elf);
}

static void judge_core(const char *name)
{
    for (const struct model *const *law = models_f64; *law; law++)
        judge_law(embedded_core_find(name), (*law)->name);
}

#define CORE_TEST(core)                                                                            \
    Test(on_target, core) { judge_core(#core); }

CORE_TEST(m0p)
CORE_TEST(m3)
CORE_TEST(m4f)
CORE_TEST(m7)
CORE_TEST(rv32imac)
CORE_TEST(rv32imafc)
