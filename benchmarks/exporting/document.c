/* Writes the text of a header for a reader who does not know Bristle (document.h). */
#include "benchmarks/exporting/document.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/exporting/print.h"
#include "benchmarks/exporting/shake.h"
#include "tools/base/cli.h"

/* Appends a comment's text to the present comment; its lines already begin with " *". */
static void quote(FILE *file, const char *comment)
{
    const char *text = comment + 2, *end = comment + strlen(comment) - 2;
    fputs(" *", file);
    while (text < end && (end[-1] == ' ' || end[-1] == '\n'))
        end--;
    fwrite(text, 1, (size_t)(end - text), file);
    fputc('\n', file);
}

static void section(FILE *file, const char *title) { fprintf(file, " *\n * ---- %s\n *\n", title); }

static void describe_quantity(FILE *file, const char *name, const struct quantity *q,
                              bool parameter)
{
    fprintf(file, " *     %-10s [%s]", name, q->unit);
    if (parameter)
        fprintf(file, "  default %.9g, valid from %.9g to %.9g", q->value, q->lo, q->hi);
    else
        fprintf(file, "  %s; %.9g at first", q->note ? q->note : "", q->value);
    fputc('\n', file);
    if (parameter && q->note)
        fprintf(file, " *                 (%s)\n", q->note);
}

static void describe_quantities(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    section(file, "Parameters (struct ..._parameters)");
    for (unsigned i = 0; i < m->n_params; i++)
        describe_quantity(file, h->parameters[i].access, &m->params[i], true);
    print_paragraph(file, "",
                    "Each must be within its range%s; %s_check() says whether a set is valid. The "
                    "law is stated for speeds up to %g m/s.",
                    m->validate ? ", and they must fit together" : "", h->prefix, m->speed_max);
    section(file, "State (struct ..._state)");
    for (unsigned i = 0; i < m->n_states; i++)
        describe_quantity(file, m->states[i].name, &m->states[i], false);
    if (m->n_states == 0)
        fputs(" * None: the force follows the velocity at once.\n", file);
    if (h->has_memory)
        print_paragraph(file, "",
                        "Besides it has a memory (modes, bonds) that changes only where something "
                        "happens; init fills it.");
}

static const char *order(unsigned n)
{
    static const char *const words[] = { "varying", "first", "second", "third", "fourth" };
    return n < sizeof words / sizeof *words ? words[n] : "higher";
}

/* Describes the relaxation rates of the states, if the law states them: they limit an explicit
 * method. */
static void describe_rates(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    double p[MODEL_MAX_PARAMS], steady[MODEL_MAX_STATES], rate[MODEL_MAX_STATES];
    static const double speeds[] = { 0.001, 0.01, 0.1, 1 };
    if (!m->relaxation ||
        (h->method->flags & (INTEGRATOR_USES_FLOW | INTEGRATOR_RELAXING | INTEGRATOR_IMPLICIT)))
        return;
    for (unsigned i = 0; i < m->n_params; i++)
        p[i] = m->params[i].value;
    fputs(" *\n", file);
    print_paragraph(file, "",
                    "This method is explicit: h times the rate at which a state relaxes must stay "
                    "below about 2 (below 1 for a response without overshoot), or the state grows "
                    "without bound. With default parameters the largest rate is");
    for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
        double largest = 0;
        m->relaxation(p, speeds[k], 1, steady, rate);
        for (unsigned i = 0; i < m->n_states; i++)
            largest = fmax(largest, rate[i]);
        fprintf(file, " *     %8.3g 1/s at %g m/s, so h below %.2g s\n", largest, speeds[k],
                2 / largest);
    }
    print_paragraph(file, "", "The methods `exponential...` of the same law have no such limit.");
}

static void describe_step(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    section(file, "What a step does");
    print_paragraph(file, "",
                    "%s_step(parameters, state, h, v0, v1) advances the state by h seconds over "
                    "which the relative velocity goes linearly from v0 to v1 (m/s), and returns "
                    "the friction force in N at the end of the step. The force opposes motion: a "
                    "mass obeys m dv/dt = u - force. The method is of %s order in h. Where a "
                    "velocity is zero at one end of the step, the sign of a force that jumps "
                    "there is that within the step; zero at both ends, it is taken as no sign.",
                    h->prefix, m->n_states > 0 ? order(h->method->order) : "any");
    if (m->n_guards > 0)
        print_paragraph(file, "",
                        "What happens within a step (a slip begins, a bond snaps) is made to "
                        "happen at its end.");
    fputs(" *\n", file);
    print_paragraph(file, "",
                    "It returns NAN where the equations of a step have no solution; the state is "
                    "then not to be used again before init. Parameters are not checked, h must be "
                    "positive, and a velocity that is not finite makes state and force not "
                    "finite: check what you measure, and the force before you apply it.");
    describe_rates(file, h);
    section(file, "Cost");
    print_paragraph(file, "", "No heap, no globals; %u state%s, %u parameters. %s%s.", m->n_states,
                    m->n_states == 1 ? "" : "s", m->n_params,
                    *h->calls ? "A step may call, of libm: " : "A step calls no function of libm",
                    h->calls);
    if (*h->suffix && strstr(h->calls, "log1pf"))
        print_paragraph(file, "", "(avr-libc has no log1pf: declare one before this file there.)");
    if (h->square)
        print_paragraph(file, "", "%s = 2, the usual value, has code of its own that is faster.",
                        h->square);
    print_paragraph(file, "",
                    "Compile with -O2; -fno-math-errno and -fno-trapping-math make it faster, "
                    "smaller, and change no result. Not with -ffast-math. Results are those of "
                    "Bristle's library bit for bit (where libm's functions are) with "
                    "-ffp-contract=off, or -std=c11.");
}

static void describe_example(FILE *file, const struct header *h)
{
    const char *n = h->prefix;
    const bool seeded = h->start && function_declares(h->start, "seed");
    const bool needs_p = h->start && function_declares(h->start, "p");
    section(file, "Example: a control loop of 1 kHz");
    fprintf(file, " *     #include \"%s.h\"\n *\n", n);
    fprintf(file, " *     static const struct %s_parameters p = %s_DEFAULTS;\n", n, n);
    fprintf(file, " *     static struct %s_state state;\n", n);
    fprintf(file, " *     static %s v_before;\n *\n", h->real_type);
    fprintf(file, " *     void start(void) { %s_init(&state%s%s); }\n *\n", n,
            needs_p ? ", &p" : "", seeded ? ", 1" : "");
    fprintf(file, " *     void every_millisecond(void)\n *     {\n");
    fprintf(file, " *         const %s v = measured_velocity();\n", h->real_type);
    fprintf(file, " *         const %s friction = %s_step(&p, &state, 0.001%s, v_before, v);\n",
            h->real_type, n, h->suffix);
    fprintf(file, " *         v_before = v;\n");
    fprintf(file,
            " *         apply_force(wanted_force() + (isfinite(friction) ? friction : 0));\n");
    fprintf(file, " *     }\n");
}

void document_opening(FILE *file, const struct header *h)
{
    fprintf(file, "/* %s.h: %s,\n", h->prefix, h->model->title);
    fprintf(file, " * one time step by %s, in %s.\n *\n", h->method->title, h->real_type);
    print_paragraph(file, "",
                    "A friction law tells the force between two surfaces from how they move. This "
                    "file is all it takes to compute one in a control loop: include it. It needs "
                    "libm and nothing else. Every name in it begins with %s_.",
                    h->prefix);
    fputs(" *\n", file);
    print_paragraph(file, "",
                    "Made from the sources of Bristle %s, a test bench for friction models, by "
                    "//benchmarks:export_%s; change those, not this file.",
                    BRISTLE_VERSION, h->prefix);
    section(file, "The law");
    quote(file, h->about_law);
    section(file, "The method");
    quote(file, h->about_method);
    if (h->about_decay) {
        section(file, "The exponential");
        quote(file, h->about_decay);
    }
    describe_quantities(file, h);
    describe_step(file, h);
    describe_example(file, h);
    fputs(" */\n", file);
}

/* Prints the shortest decimal that reads back as the value in the header's precision. */
static void print_number(FILE *file, const struct header *h, double value)
{
    const bool is_float = *h->suffix != '\0';
    char text[40];
    for (int digits = 1; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, value);
        if (is_float ? strtof(text, NULL) == (float)value : strtod(text, NULL) == value)
            break;
    }
    if (value == floor(value) && fabs(value) < 1e7)
        snprintf(text, sizeof text, "%.1f", value);
    fprintf(file, "%s%s%s", text, strpbrk(text, ".e") ? "" : ".0", h->suffix);
}

void document_parameters(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    fprintf(file, "struct %s_parameters {\n", h->prefix);
    for (unsigned i = 0; i < m->n_params; i++)
        if (h->parameters[i].member)
            fprintf(file, "    %s %s; /* %s */\n", h->real_type, h->parameters[i].member,
                    m->params[i].unit);
    fprintf(file,
            "};\n\n/* An initializer of the parameters. */\n#define %s_DEFAULTS \\\n    { \\\n",
            h->prefix);
    for (unsigned i = 0; i < m->n_params; i++) {
        fprintf(file, "        .%s = ", h->parameters[i].access);
        print_number(file, h, m->params[i].value);
        fputs(", \\\n", file);
    }
    fputs("    }\n\n", file);
}

void document_state(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    fprintf(file, "struct %s_state {\n", h->prefix);
    for (unsigned i = 0; i < m->n_states; i++)
        fprintf(file, "    %s %s; /* %s: %s */\n", h->real_type, m->states[i].name,
                m->states[i].unit, m->states[i].note ? m->states[i].note : "");
    if (h->has_memory)
        fprintf(file, "    struct %s_memory memory;\n", h->prefix);
    if (m->n_states == 0 && !h->has_memory)
        fputs("    unsigned char none; /* C has no empty structs */\n", file);
    fputs("};\n\n", file);
}

/* Calls a function of the unit; parameters and states replace its q and y. */
static void print_call(FILE *file, const struct declaration *function, const char *parameters,
                       const char *states)
{
    const char *names[SOURCE_MOST_PARTS];
    const size_t n = shake_parameters(function, names, SOURCE_MOST_PARTS);
    fprintf(file, "%s(", function->name);
    for (size_t i = 0; i < n; i++) {
        const char *argument = names[i];
        if (strcmp(names[i], "mem") == 0)
            argument = "&state->memory";
        else if (strcmp(names[i], "q") == 0)
            argument = parameters;
        else if (strcmp(names[i], "y") == 0)
            argument = states;
        fprintf(file, "%s%s", i > 0 ? ", " : "", argument);
    }
    fputc(')', file);
}

static void print_init(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    const bool seeded = h->start && function_declares(h->start, "seed");
    const bool needs_p = h->start && function_declares(h->start, "p");
    fprintf(file, "/* The state at the beginning, at rest and without load%s. */\n",
            seeded ? "; seed chooses the random numbers" : "");
    fprintf(file, "static inline void %s_init(struct %s_state *state", h->prefix, h->prefix);
    if (needs_p)
        fprintf(file, ", const struct %s_parameters *p", h->prefix);
    fprintf(file, "%s)\n{\n", seeded ? ", uint64_t seed" : "");
    for (unsigned i = 0; i < m->n_states; i++) {
        fprintf(file, "    state->%s = ", m->states[i].name);
        print_number(file, h, m->states[i].value);
        fputs(";\n", file);
    }
    if (h->start) {
        fputs("    ", file);
        print_call(file, h->start, "p", NULL);
        fputs(";\n", file);
    } else if (m->n_states == 0)
        fputs("    state->none = 0;\n", file);
    fputs("}\n\n", file);
}

static void print_check(FILE *file, const struct header *h)
{
    const struct model *m = h->model;
    fputs("/* NULL where the parameters are valid, else what they should be. */\n", file);
    fprintf(file, "static inline const char *\n%s_check(const struct %s_parameters *p)\n{\n",
            h->prefix, h->prefix);
    for (unsigned i = 0; i < m->n_params; i++) {
        const struct quantity *q = &m->params[i];
        const char *name = h->parameters[i].access;
        fprintf(file, "    if (!(p->%s >= ", name);
        print_number(file, h, q->lo);
        fprintf(file, " && p->%s <= ", name);
        print_number(file, h, q->hi);
        fprintf(file, "))\n        return \"%s from %.9g to %.9g%s%s\";\n", name, q->lo, q->hi,
                strcmp(q->unit, "1") == 0 ? "" : " ", strcmp(q->unit, "1") == 0 ? "" : q->unit);
    }
    fputs("    return ", file);
    if (h->validate)
        print_call(file, h->validate, "p", NULL);
    else
        fputs("NULL", file);
    fputs(";\n}\n\n", file);
}

/* Prints the signature of a function like step, behind its linkage. */
static void print_signature(FILE *file, const struct header *h, const char *name)
{
    const char *n = h->prefix;
    const int column = (int)(strlen(n) + strlen(name)) + 2;
    fprintf(file, " %s\n%s_%s(const struct %s_parameters *p,\n", h->real_type, n, name, n);
    fprintf(file, "%*sstruct %s_state *state,\n", column, "", n);
    fprintf(file, "%*s%s h, %s v0, %s v1)\n{\n", column, "", h->real_type, h->real_type,
            h->real_type);
}

/* Marks arguments of the step that this law does not use. */
static void print_unused(FILE *file, const struct header *h)
{
    static const char *const names[] = { "h", "v0", "v1" };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!function_declares(h->respond, names[i]))
            fprintf(file, "    (void)%s; /* makes no difference to this law */\n", names[i]);
    if (!function_declares(h->respond, "y") && !function_declares(h->respond, "mem"))
        fputs("    (void)state; /* there is none */\n", file);
}

/* Prints the body of a step. It works on copies, which can stay in registers, or, if it is a
 * function apart for small size, on the parameters themselves. */
static void print_body(FILE *file, const struct header *h, bool apart)
{
    const struct model *m = h->model;
    const bool keeps = function_declares(h->respond, "y");
    print_unused(file, h);
    if (!apart)
        fprintf(file, "    %sstruct %s_parameters q = *p; /* copies can stay in registers */\n",
                h->square ? "" : "const ", h->prefix);
    if (keeps) {
        fprintf(file, "    %s x[] = { ", h->real_type);
        for (unsigned i = 0; i < m->n_states; i++)
            fprintf(file, "%sstate->%s", i > 0 ? ", " : "", m->states[i].name);
        fputs(" };\n", file);
    }
    if (h->square && !apart)
        fprintf(file, "    q.%s = 2; /* a constant from here on */\n", h->square);
    fprintf(file, "    const %s force = ", h->real_type);
    print_call(file, h->respond, apart ? "p" : "&q", "x");
    fputs(";\n", file);
    for (unsigned i = 0; i < m->n_states && keeps; i++)
        fprintf(file, "    state->%s = x[%u];\n", m->states[i].name, i);
    fputs("    return force;\n}\n", file);
}

static void print_step(FILE *file, const struct header *h)
{
    const char *n = h->prefix;
    if (h->square) {
        fprintf(file, "/* Where %s is not 2: out of the way of the usual case. */\n%s_APART",
                h->square, n);
        print_signature(file, h, "step_any");
        print_body(file, h, true);
        fputc('\n', file);
    }
    fputs(
        "/* One step of h seconds from velocity v0 to v1: the force in N at its end, or NAN. */\n",
        file);
    fprintf(file, "%s_FLATTEN static inline", n);
    print_signature(file, h, "step");
    if (h->square)
        fprintf(file, "    if (!%s(p->%s))\n        return %s_step_any(p, state, h, v0, v1);\n",
                h->is_two->name, h->square, n);
    print_body(file, h, false);
}

void document_functions(FILE *file, const struct header *h)
{
    print_init(file, h);
    print_check(file, h);
    print_step(file, h);
}
