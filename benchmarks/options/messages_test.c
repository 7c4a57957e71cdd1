/* What is refused is refused in one line, which names the input, with exit 2; the list has all that
 * there is. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/options/options.h"
#include "tools/base/memory.h"
#include "tools/testing/test_process.h"

static const struct model *lugre(void) { return PREC(model_find)("lugre"); }

static void by_model(const char *text) { (void)option_model(text); }
static void by_integrator(const char *text) { (void)option_integrator(text); }
static void by_scenario(const char *text) { (void)option_scenario(text); }

static void by_set(const char *text)
{
    struct assignments a = { .option = "--set" };
    double p[MODEL_MAX_PARAMS];
    option_assign(&a, text);
    option_params(lugre(), &a, p);
}

static void by_plant(const char *text)
{
    struct assignments a = { .option = "--plant" };
    struct setup setup;
    option_assign(&a, text);
    option_setup(scenario_find("stick_slip"), &a, &setup);
    setup_free(&setup);
}

static void by_velocity(const char *text)
{
    struct setup setup;
    option_velocity(text, &setup);
    setup_free(&setup);
}

static void by_many(const char *text)
{
    struct assignments a = { .option = "--set" };
    for (size_t i = 0; i < MODEL_MAX_PARAMS; i++)
        option_assign(&a, "Fs=100");
    option_assign(&a, text);
}

static void by_list(const char *text)
{
    (void)text;
    option_print_list();
    fflush(stdout);
}

/* A function and its input. */
struct call {
    void (*function)(const char *);
    const char *input;
};

static int make(const void *context)
{
    const struct call *call = context;
    call->function(call->input);
    return 0;
}

static struct ended ended(void (*function)(const char *), const char *input)
{
    struct call call = { function, input };
    return in_process(make, &call);
}

/* Inputs that are refused: by what, and what the line says, in this order. */
static const struct {
    void (*function)(const char *);
    const char *input, *says[3];
} refused[] = {
    { by_model, "ice", { "--model: unknown model 'ice'", "--list", "" } },
    { by_model, "ice.mo", { "--model: 'ice.mo' is a file", "verify, simulate", "" } },
    { by_integrator, "magic", { "unknown integrator 'magic'", "--list", "" } },
    { by_scenario, "party", { "--scenario: unknown scenario 'party'", "--list", "" } },
    { by_set, "Fs", { "--set: 'Fs' is not of the form NAME=VALUE", "", "" } },
    { by_set, "mu=1", { "--set: model 'lugre' has no parameter 'mu'", "--list", "" } },
    { by_set, "Fsx=1", { "--set: model 'lugre' has no parameter 'Fsx'", "", "" } },
    { by_set, "Fs=x", { "--set", "'x'", "" } },
    { by_set, "Fs=0.5", { "--set: model 'lugre' needs ", "Fs", "" } },
    { by_plant, "mass=0", { "--plant: mass = 0 is out of range, expected ", " to ", " kg" } },
    { by_plant, "kp=1", { "--plant: scenario 'stick_slip' has no parameter 'kp'", "", "" } },
    { by_velocity, "wobble 1", { "--velocity: 'wobble 1': ", "unknown kind 'wobble'", "" } },
    { by_many, "vs=0.5", { "--set: 'vs=0.5' is one assignment too many", "", "" } },
};

Test(messages, name_what_is_refused_in_one_line)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        const struct ended e = ended(refused[i].function, refused[i].input);
        const char *at = e.said;
        expect_refused(&e, refused[i].says[0]);
        for (size_t k = 0; k < 3 && at; k++) {
            at = strstr(at, refused[i].says[k]);
            cr_expect(at, "'%s', not '%s'", e.said, refused[i].says[k]);
        }
    }
}

/* A range is printed as the table has it. */
Test(messages, have_the_range_and_the_unit)
{
    const struct model *law = lugre();
    for (unsigned i = 0; i < law->n_params; i++) {
        const struct quantity *q = &law->params[i];
        char input[96], line[256];
        snprintf(input, sizeof input, "%s=-1e300", q->name);
        snprintf(line, sizeof line, "--set: %s = -1e300 is out of range, expected %g to %g %s\n",
                 q->name, q->lo, q->hi, q->unit);
        const struct ended e = ended(by_set, input);
        const char *at = strstr(e.said, line);
        expect_refused(&e, line);
        cr_expect(at && strcmp(at, line) == 0, "'%s', not '%s'", e.said, line);
    }
}

/* What is right is none of these. */
Test(messages, are_none_of_what_is_right)
{
    static const struct {
        void (*function)(const char *);
        const char *input;
    } right[] = { { by_model, "lugre" }, { by_integrator, "rk4" }, { by_scenario, "pid" },
                  { by_set, "Fs=2" },    { by_plant, "mass=2" },   { by_velocity, "hold 1 1" } };
    for (size_t i = 0; i < sizeof right / sizeof *right; i++) {
        const struct ended e = ended(right[i].function, right[i].input);
        cr_expect(e.status == 0 && !*e.said, "%s: exit %d, '%s'", right[i].input, e.status, e.said);
    }
    cr_expect_str_eq(option_model("dahl")->name, "dahl");
    cr_expect_str_eq(option_integrator("heun")->name, "heun");
    cr_expect_str_eq(option_scenario("pid")->name, "pid");
}

static void list_item(FILE *out, const char *name, const char *title, const struct quantity of[],
                      unsigned n)
{
    fprintf(out, "  %-16s %s%s", name, title, n > 0 ? "; parameters" : "");
    for (unsigned i = 0; i < n; i++)
        fprintf(out, " %s=%g", of[i].name, of[i].value);
    fputc('\n', out);
}

/* Joins lines with those that go on with them, behind 19 blanks; none may be above 80 characters.
 */
static void unwrap(char *text)
{
    static const char goes_on[] = "\n                   ";
    char *to = text;
    for (char *line = text; *line; line += strcspn(line, "\n") + 1)
        cr_expect_leq(strcspn(line, "\n"), 80, "%s", line);
    while (*text) {
        const bool joined = strncmp(text, goes_on, sizeof goes_on - 1) == 0;
        *to++ = joined ? ' ' : *text;
        text += joined ? sizeof goes_on - 1 : 1;
    }
    *to = '\0';
}

/* All laws, methods and scenarios in their order, with their defaults. */
Test(list, has_all_that_there_is)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    fputs("models (--set):\n", out);
    for (const struct model *const *m = PREC(models); *m; m++)
        list_item(out, (*m)->name, (*m)->title, (*m)->params, (*m)->n_params);
    fputs("integrators:\n", out);
    for (const struct integrator *const *i = PREC(integrators); *i; i++)
        fprintf(out, "  %-16s %s; %s\n", (*i)->name, (*i)->title, (*i)->source);
    fputs("scenarios (--plant):\n", out);
    for (const struct scenario *const *s = scenarios; *s; s++)
        list_item(out, (*s)->name, (*s)->title, (*s)->params, (*s)->n_params);
    char *expected = memory_close(&stream);
    struct ended e = ended(by_list, "");
    cr_expect_eq(e.status, 0);
    unwrap(e.out);
    cr_expect_str_eq(e.out, expected, "\n%s\ninstead of\n%s", e.out, expected);
    free(expected);
}
