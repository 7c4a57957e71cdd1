/* Writes the text of a header for a reader who does not know Bristle (document.h). */
#include "benchmarks/exporting/document.h"

#include <math.h>
#include <string.h>

#include "benchmarks/exporting/print.h"
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

/* Returns the next line of a law's text behind its first one if it is a comment, without the mark;
 * NULL: the comments have ended. */
static const char *next_note(const char **text, int *length)
{
    *text += strcspn(*text, "\n");
    *text += strspn(*text, "\n");
    const char *note = *text + strspn(*text, " \t");
    if (strncmp(note, "//", 2) != 0)
        return NULL;
    note += 2 + (note[2] == ' ');
    *length = (int)strcspn(note, "\n");
    return note;
}

/* Quotes the text of the law: its equations, its comments, its source. */
static void describe_law(FILE *file, const struct header *h)
{
    const char *text = h->text, *note;
    int length;
    fprintf(file, " * %s: %s.\n *\n", h->model->name, h->model->title);
    for (const char *equation = h->model->law; *equation;) {
        const int n = (int)strcspn(equation, ";");
        print_paragraph(file, "    ", "%.*s", n, equation);
        equation += n;
        equation += strspn(equation, "; ");
    }
    fputs(" *\n", file);
    while ((note = next_note(&text, &length)) != NULL)
        fprintf(file, " *%s%.*s\n", length > 0 ? " " : "", length, note);
    fprintf(file, " *\n * Source: %s.\n", h->model->source);
}

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
    if (m->start)
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
    section(file, "Example: a control loop of 1 kHz");
    fprintf(file, " *     #include \"%s.h\"\n *\n", n);
    fprintf(file, " *     static const struct %s_parameters p = %s_DEFAULTS;\n", n, n);
    fprintf(file, " *     static struct %s_state state;\n", n);
    fprintf(file, " *     static %s v_before;\n *\n", h->real_type);
    fprintf(file, " *     void start(void) { %s_init(&state%s%s); }\n *\n", n,
            h->init_takes_p ? ", &p" : "", h->init_takes_seed ? ", 1" : "");
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
    if (h->file)
        print_paragraph(file, "",
                        "Made from %s by the program export of Bristle %s, a test bench for "
                        "friction models; change that text, not this file.",
                        h->file, BRISTLE_VERSION);
    else
        print_paragraph(file, "",
                        "Made from the sources of Bristle %s, a test bench for friction models, by "
                        "//benchmarks:export_%s; change those, not this file.",
                        BRISTLE_VERSION, h->prefix);
    section(file, "The law");
    describe_law(file, h);
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
