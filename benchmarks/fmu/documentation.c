/* Writes what people read of a unit (documentation.h). */
#include "benchmarks/fmu/documentation.h"

#include <string.h>

#include "benchmarks/fmu/variables.h"
#include "models/property_list.h"
#include "tools/base/cli.h"
#include "tools/figures/page.h"

#define X(id, name, shown, unit, meaning) [id] = (name),
static const char *const property_names[] = { PROPERTY_LIST(X) };
#undef X

static void put_cell(FILE *file, const char *text)
{
    fputs("<td>", file);
    page_escape(file, text ? text : "");
    fputs("</td>", file);
}

static void put_tagged(FILE *file, const char *tag, const char *text)
{
    fprintf(file, "<%s>", tag);
    page_escape(file, text);
    fprintf(file, "</%s>\n", tag);
}

static void put_parameters(FILE *file, const struct model *m)
{
    fputs("<h2>Parameters</h2>\n<table>\n<tr><th>name</th><th>unit</th><th>default</th>"
          "<th>from</th><th>to</th><th>note</th></tr>\n",
          file);
    for (unsigned i = 0; i < m->n_params; i++) {
        const struct quantity *q = &m->params[i];
        fputs("<tr>", file);
        put_cell(file, q->name);
        put_cell(file, q->unit);
        fprintf(file, "<td>%.9g</td><td>%.9g</td><td>%.9g</td>", q->value, q->lo, q->hi);
        put_cell(file, q->note);
        fputs("</tr>\n", file);
    }
    fputs("</table>\n", file);
}

static void put_claims(FILE *file, const struct model *m)
{
    static const char *const verdicts[] = { "holds", "refuted", "unknown" };
    fputs("<h2>Claims</h2>\n<p>What is claimed of the law, and what Bristle declares of it. "
          "<code>verify</code> judges each.</p>\n<table>\n<tr><th>property</th>"
          "<th>claimed for</th><th>verdict</th><th>source</th></tr>\n",
          file);
    for (unsigned i = 0; i < m->n_claims; i++) {
        const struct claim *c = &m->claims[i];
        fputs("<tr>", file);
        put_cell(file, property_names[c->property]);
        put_cell(file, c->domain ? c->domain : "always");
        put_cell(file, verdicts[c->declared]);
        put_cell(file, c->source);
        fputs("</tr>\n", file);
    }
    fputs("</table>\n", file);
}

static void put_use(FILE *file, const struct model *m, bool is_mass, const char *method)
{
    fputs("<h2>Use</h2>\n<p>", file);
    fputs(is_mass
              ? "The unit is a mass with this friction. The input <code>u</code> is the force "
                "that is applied to it, the outputs are its position <code>x</code>, its velocity "
                "<code>v</code> and the friction force <code>F</code>: m dv/dt = u - F."
              : "The input <code>v</code> is the relative velocity of two surfaces, the output "
                "<code>F</code> the friction force, which opposes motion: a mass obeys "
                "m dv/dt = u - F.",
          file);
    fputs(" Units are those of SI. Parameters can be set before the simulation, and states unless "
          "they follow from parameters; values out of range end the initialization with a "
          "message.</p>\n",
          file);
    fprintf(file, "<p>The law is stated for speeds up to %g m/s.%s%s</p>\n", m->speed_max,
            m->n_guards > 0 ? " What happens in it (a slip begins, a bond snaps) are events, with "
                              "an indicator each."
                            : "",
            !variables_jump(m) ? ""
            : is_mass ? " Where it comes to rest the mass is held, v is 0 exactly and F = u, "
                        "until u is more than the friction bears; both are events."
                      : " Its force jumps where v changes its sign, which is an event, too; at "
                        "v = 0 after an event the force is that of no direction.");
    fputs("<p>Co-simulation takes steps by this method: ", file);
    page_escape(file, method);
    fputs(is_mass ? "; the velocity at the end of a step is that at which the momentum is in "
                    "balance.</p>\n"
                  : ".</p>\n",
          file);
}

void documentation_write(FILE *file, const struct model *m, bool is_mass, const char *method)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n", file);
    put_tagged(file, "title", m->title);
    fputs("</head>\n<body>\n", file);
    put_tagged(file, "h1", m->title);
    fputs("<pre>\n", file);
    for (const char *equation = m->law; *equation;) {
        char line[1024];
        const size_t n = strcspn(equation, ";");
        snprintf(line, sizeof line, "%.*s", (int)n, equation);
        page_escape(file, line);
        fputc('\n', file);
        equation += n;
        equation += strspn(equation, "; ");
    }
    fputs("</pre>\n<p>Source: ", file);
    page_escape(file, m->source);
    fprintf(file,
            ". <a href=\"%s.mo\">The law as a text</a> says more. Made by Bristle " BRISTLE_VERSION
            ", a test bench for friction models.</p>\n",
            m->name);
    put_use(file, m, is_mass, method);
    put_parameters(file, m);
    put_claims(file, m);
    fputs("</body>\n</html>\n", file);
}
