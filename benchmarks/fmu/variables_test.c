/* The variables of units, as descriptions of either standard list them, are those that the laws'
 * tables state: read back attribute by attribute, of the law alone and of a mass with its friction.
 */
#include "benchmarks/fmu/variables.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/fmu/description.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

static const double MAX_STEP = 3e-5, FIRST_STEP = 7e-3;

enum { TEXT = 512 };

/* A description that has been written. */
struct written {
    const struct model *law;
    bool is_mass;
    int version;
    unsigned n; /* of variables that have been read back, which is the next one's reference */
    char *text;
};

static void write_it(struct written *w)
{
    static const char *const sources[] = { "a.c", "b.c", NULL };
    struct variables variables;
    struct memory_stream stream;
    FILE *file = memory_open(&stream);
    const struct description d = { &variables, "{token}", sources, FIRST_STEP };
    variables_of(&variables, w->law, w->is_mass, MAX_STEP);
    (w->version == 2 ? description_2 : description_3)(file, &d);
    w->text = memory_close(&stream);
    w->n = 0;
}

static void with_all(void (*test)(struct written *w))
{
    for (const struct model *const *law = PREC(models); *law; law++)
        for (int kind = 0; kind < 4; kind++) {
            struct written w = { .law = *law, .is_mass = kind % 2, .version = 2 + kind / 2 };
            write_it(&w);
            test(&w);
            free(w.text);
        }
}

/* Puts characters in the places of their numbers, which stand for them in XML: "&#62;". */
static void unescape(char *text)
{
    for (char *at = text; (at = strstr(at, "&#")) != NULL; at++) {
        char *end;
        *at = (char)strtoul(at + 2, &end, 10);
        cr_assert_eq(*end++, ';');
        memmove(at + 1, end, strlen(end) + 1);
    }
}

/* Writes the value of an attribute of the line that begins there, "" where it is missing. */
static void attribute(const char *line, const char *key, char value[TEXT])
{
    char *before = memory_text(" %s=\"", key);
    const char *at = strstr(line, before), *end = strchr(line, '\n');
    *value = '\0';
    if (at && at < end) {
        at += strlen(before);
        snprintf(value, TEXT, "%.*s", (int)strcspn(at, "\""), at);
        unescape(value);
    }
    free(before);
}

static void expect_attribute(const char *line, const char *key, const char *value)
{
    char found[TEXT];
    attribute(line, key, found);
    cr_expect_str_eq(found, value, "%s '%s', not '%s': %.200s", key, found, value, line);
}

static void expect_whole(const char *line, const char *key, unsigned value)
{
    char text[TEXT];
    snprintf(text, sizeof text, "%u", value);
    expect_attribute(line, key, text);
}

/* Expects the number, all of its digits; none where it is not finite. */
static void expect_value(const char *line, const char *key, double value)
{
    char found[TEXT];
    attribute(line, key, found);
    if (isfinite(value))
        cr_expect(*found && strtod(found, NULL) == value, "%s '%s', not %g: %.200s", key, found,
                  value, line);
    else
        cr_expect_str_empty(found, "%s '%s': %.200s", key, found, line);
}

/* What a variable should be. NAN: no start. */
struct expected {
    const char *name, *unit, *causality, *variability, *initial, *note;
    double start, lo, hi, nominal;
    bool is_whole;
    unsigned derivative; /* of a rate: as the standard counts; else 0 */
};

/* Reads the next variable back. */
static void expect_variable(struct written *w, const struct expected *e)
{
    char *before = memory_text(" name=\"%s\" valueReference=\"", e->name);
    const char *line = strstr(w->text, before);
    const char *type = w->version == 2 ? (e->is_whole ? "<Integer" : "<Real")
                                       : (e->is_whole ? "<Int32" : "<Float64");
    cr_assert(line, "%s%s, FMI %d.0: no %s", w->law->name, w->is_mass ? " with a mass" : "",
              w->version, e->name);
    while (line[-1] != '\n')
        line--;
    const char *found = strstr(line, type);
    cr_expect(found && found < strchr(line, '\n'), "no %s: %.200s", type, line);
    expect_whole(line, "valueReference", w->n++);
    expect_attribute(line, "unit", e->unit);
    expect_attribute(line, "causality", e->causality);
    expect_attribute(line, "variability", e->variability);
    expect_attribute(line, "initial", e->initial);
    if (e->note)
        expect_attribute(line, "description", e->note);
    expect_value(line, "start", e->start);
    expect_value(line, "min", e->lo);
    expect_value(line, "max", e->hi);
    expect_value(line, "nominal", e->nominal);
    if (e->derivative > 0)
        expect_whole(line, "derivative", e->derivative);
    else
        expect_attribute(line, "derivative", "");
    free(before);
}

/* What calculated variables that are continuous have in common. */
static struct expected calculated(const char *name, const char *unit, const char *causality)
{
    return (struct expected){ name, unit,      causality, "continuous", "calculated", NULL,
                              NAN,  -INFINITY, INFINITY,  NAN,          false,        0 };
}

/* As the standards write a unit: no blanks, and none of numbers. */
static void plain_unit(const char *unit, char text[TEXT])
{
    snprintf(text, TEXT, "%s", strcmp(unit, "1") == 0 ? "" : unit);
    for (char *c = text; *c; c++)
        *c = *c == ' ' ? '.' : *c;
}

/* What is the law's, and has the name of a quantity of the mass, says so. */
static void own_name(const struct written *w, const char *name, char text[TEXT])
{
    const char *const taken = " x v u F mass ";
    char *word = memory_text(" %s ", name);
    snprintf(text, TEXT, "%s%s", w->is_mass && strstr(taken, word) ? "friction." : "", name);
    free(word);
}

/* Time, the input in its range, and the force. */
static void expect_ends(struct written *w)
{
    struct expected time = calculated("time", "s", "independent"),
                    input = calculated(w->is_mass ? "u" : "v", w->is_mass ? "N" : "m/s", "input"),
                    force = calculated("F", "N", "output");
    time.initial = input.initial = "";
    input.start = 0;
    input.lo = w->is_mass ? (double)-INFINITY : -w->law->speed_max;
    input.hi = w->is_mass ? (double)INFINITY : w->law->speed_max;
    expect_variable(w, &time);
    expect_variable(w, &input);
    expect_variable(w, &force);
}

static void expect_motion(struct written *w)
{
    for (int i = 0; i < 2; i++) {
        struct expected state = calculated(i == 0 ? "x" : "v", i == 0 ? "m" : "m/s", "output");
        state.initial = "exact";
        state.start = 0;
        state.nominal = i == 0 ? 1e-3 : 1e-2; /* a millimetre, and a centimetre a second */
        expect_variable(w, &state);
    }
}

/* States begin at 0; where they follow from parameters they cannot be set. */
static void expect_states(struct written *w)
{
    const struct model *m = w->law;
    double p[MODEL_MAX_PARAMS], scale[MODEL_MAX_STATES] = { 0 };
    PREC(model_defaults)(m, p);
    PREC(model_scales)(m, p, m->length ? m->length(p) : 1, scale);
    if (w->is_mass)
        expect_motion(w);
    for (unsigned i = 0; i < m->n_states; i++) {
        char name[TEXT], unit[TEXT];
        own_name(w, m->states[i].name, name);
        plain_unit(m->states[i].unit, unit);
        struct expected state = calculated(name, unit, "local");
        state.note = m->states[i].note;
        state.initial = m->initial ? "calculated" : "exact";
        state.start = m->initial ? (double)NAN : 0;
        state.nominal = isfinite(scale[i]) && scale[i] > 0 ? scale[i] : 1;
        expect_variable(w, &state);
    }
}

/* The names of a law's state and of its rate's unit, which is that of the state a second. */
static void name_rate(const struct written *w, const struct quantity *state, char name[TEXT],
                      char rate[TEXT])
{
    char own[TEXT], unit[TEXT];
    own_name(w, state->name, own);
    plain_unit(state->unit, unit);
    snprintf(name, TEXT, "der(%.99s)", own);
    if (strchr(unit, '/'))
        snprintf(rate, TEXT, "%.*s/(%.99s.s)", (int)strcspn(unit, "/"), unit,
                 strchr(unit, '/') + 1);
    else
        snprintf(rate, TEXT, "%.99s/s", *unit ? unit : "1");
}

/* The first state is variable 3; FMI 2.0 counts variables from 1. */
static void expect_rates(struct written *w)
{
    static const struct quantity of_mass[] = { { .name = "der(x)", .unit = "m/s" },
                                               { .name = "der(v)", .unit = "m/(s.s)" } };
    const unsigned moving = w->is_mass ? 2 : 0, first = w->version == 2 ? 4 : 3;
    for (unsigned i = 0; i < moving; i++) {
        struct expected e = calculated(of_mass[i].name, of_mass[i].unit, "local");
        e.derivative = first + i;
        expect_variable(w, &e);
    }
    for (unsigned i = 0; i < w->law->n_states; i++) {
        char name[TEXT], rate[TEXT];
        name_rate(w, &w->law->states[i], name, rate);
        struct expected e = calculated(name, rate, "local");
        e.derivative = first + moving + i;
        expect_variable(w, &e);
    }
}

static void expect_parameter(struct written *w, const char *name, const char *unit,
                             const struct quantity *q, bool is_whole)
{
    char text[TEXT];
    plain_unit(unit, text);
    const struct expected e = { name,        is_whole ? "" : text,
                                "parameter", "fixed",
                                "exact",     q->note,
                                q->value,    q->lo,
                                q->hi,       NAN,
                                is_whole,    0 };
    expect_variable(w, &e);
}

static void expect_parameters(struct written *w)
{
    const struct quantity mass = { "mass", "kg", 1, 0, INFINITY, "no part of the law" },
                          step = { "cosimulation.max_step", "s", MAX_STEP, 0, INFINITY, NULL };
    for (unsigned i = 0; i < w->law->n_params; i++) {
        char name[TEXT];
        const struct quantity *q = &w->law->params[i];
        own_name(w, q->name, name);
        expect_parameter(w, name, q->unit, q, model_param_is_whole(w->law, i));
    }
    if (w->is_mass)
        expect_parameter(w, mass.name, mass.unit, &mass, false);
    expect_parameter(w, step.name, step.unit, &step, false);
}

/* The law's guards, then the two that a jump at rest needs. */
static unsigned expect_indicators(struct written *w)
{
    static const char *const jumps[2][2] = { { "event.forward", "event.backward" },
                                             { "event.switch[1]", "event.switch[2]" } };
    const unsigned n = w->law->n_guards + (w->law->stiction ? 2 : 0);
    for (unsigned i = 0; i < n; i++) {
        char guard[TEXT];
        const bool is_guard = i < w->law->n_guards;
        snprintf(guard, sizeof guard, "event.guard[%u]", i + 1);
        const struct expected e =
            calculated(is_guard ? guard : jumps[w->is_mass][i - w->law->n_guards],
                       is_guard || w->is_mass ? "" : "m/s", "local");
        expect_variable(w, &e);
    }
    return n;
}

static unsigned count(const char *text, const char *word)
{
    unsigned n = 0;
    for (; (text = strstr(text, word)) != NULL; text++)
        n++;
    return n;
}

static void variables(struct written *w)
{
    expect_ends(w);
    expect_states(w);
    expect_rates(w);
    expect_parameters(w);
    const unsigned n = expect_indicators(w);
    cr_expect_eq(count(w->text, " name=\"") - count(w->text, "<Unit name=") -
                     count(w->text, "<Category name=") - count(w->text, "<File name="),
                 w->n, "%s: other variables than these", w->law->name);
    if (w->version == 2)
        expect_whole(strstr(w->text, "<fmiModelDescription"), "numberOfEventIndicators", n);
    else
        cr_expect_eq(count(w->text, "<EventIndicator "), n);
}

Test(variables, are_those_of_the_law) { with_all(variables); }

/* Expects `n` elements of that kind in a section, from variable `first` on, which depend on the
 * input and all states where they say so; returns what is behind the last one. */
static const char *expect_unknowns(const struct written *w, const char *at, const char *element,
                                   unsigned first, unsigned n, bool depends)
{
    const unsigned offset = w->version == 2 ? 1 : 0;
    char dependencies[TEXT], *end = dependencies;
    end += sprintf(end, "%u", 1 + offset);
    for (unsigned i = 0; i < w->law->n_states + (w->is_mass ? 2 : 0); i++)
        end += sprintf(end, " %u", 3 + i + offset);
    for (unsigned i = 0; i < n; i++) {
        at += strspn(at, " \n");
        cr_assert_eq(strncmp(at, element, strlen(element)), 0, "no %s: %.99s", element, at);
        expect_whole(at, offset ? "index" : "valueReference", first + i + offset);
        expect_attribute(at, "dependencies", depends ? dependencies : "");
        at = strchr(at, '\n') + 1;
    }
    return at;
}

/* Moves behind the tags, which FMI 2.0 has around what FMI 3.0 has in one list. */
static const char *behind(const struct written *w, const char *at, const char *tags)
{
    at += strspn(at, " \n");
    for (; w->version == 2 && *tags; tags++) {
        at += strspn(at, " \n");
        cr_assert_eq(*at, *tags, "'%s' is missing: %.99s", tags, at);
        at++;
    }
    return at;
}

/* Outputs are the force and the motion of the mass. Unknown at first are the force, the rates, and
 * the states that follow from parameters. */
static void structure(struct written *w)
{
    const unsigned moving = w->is_mass ? 2 : 0, n = moving + w->law->n_states;
    const unsigned hidden = w->law->initial ? w->law->n_states : 0;
    const char *at = strstr(w->text, "<ModelStructure>\n") + strlen("<ModelStructure>\n");
    const char *output = w->version == 2 ? "<Unknown" : "<Output",
               *rate = w->version == 2 ? "<Unknown" : "<ContinuousStateDerivative",
               *initial = w->version == 2 ? "<Unknown" : "<InitialUnknown";
    at = behind(w, at, "<Outputs>");
    at = expect_unknowns(w, at, output, 2, 1 + moving, true);
    at = behind(w, at, n > 0 ? "</Outputs><Derivatives>" : "</Outputs>");
    at = expect_unknowns(w, at, rate, 3 + n, n, true);
    at = behind(w, at, n > 0 ? "</Derivatives>" : "");
    at = behind(w, at, "<InitialUnknowns>");
    at = expect_unknowns(w, at, initial, 2, 1, false);
    at = expect_unknowns(w, at, initial, 3 + moving, hidden, false);
    at = expect_unknowns(w, at, initial, 3 + n, n, false);
    at = behind(w, at, "</InitialUnknowns>");
    if (w->version == 3)
        at = expect_unknowns(w, at, "<EventIndicator",
                             3 + 2 * n + w->law->n_params + (w->is_mass ? 2 : 1),
                             count(w->text, "<EventIndicator "), true);
    at += strspn(at, " \n");
    cr_expect_eq(strncmp(at, "</ModelStructure>", 17), 0, "more: %.99s", at);
}

Test(variables, depend_on_input_and_states) { with_all(structure); }

/* Expects that an attribute is there, of that value. */
static void expect_in(const char *text, const char *element, const char *key, const char *value)
{
    const char *line = strstr(text, element);
    cr_assert(line, "no %s", element);
    expect_attribute(line, key, value);
}

/* What the unit is, and what it can do: all but derivatives, which only some laws have. */
static void abilities(struct written *w)
{
    static const char *const kinds[] = { "<ModelExchange", "<CoSimulation" };
    char *name = memory_text("%s%s", w->law->name, w->is_mass ? "_mass" : "");
    const bool is_2 = w->version == 2;
    expect_in(w->text, "<fmiModelDescription", "fmiVersion", is_2 ? "2.0" : "3.0");
    expect_in(w->text, "<fmiModelDescription", "modelName", name);
    expect_in(w->text, "<fmiModelDescription", is_2 ? "guid" : "instantiationToken", "{token}");
    expect_in(w->text, "<fmiModelDescription", "description", w->law->title);
    expect_in(w->text, "<fmiModelDescription", "generationTool", "Bristle " BRISTLE_VERSION);
    expect_in(w->text, "<fmiModelDescription", "variableNamingConvention", "structured");
    for (int i = 0; i < 2; i++) {
        expect_in(w->text, kinds[i], "modelIdentifier", name);
        expect_in(w->text, kinds[i], is_2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState",
                  "true");
        expect_in(w->text, kinds[i],
                  is_2 ? "providesDirectionalDerivative" : "providesDirectionalDerivatives",
                  w->law->jacobian ? "true" : "false");
    }
    expect_in(w->text, kinds[0], "completedIntegratorStepNotNeeded", is_2 ? "true" : "");
    expect_in(w->text, kinds[1], "canHandleVariableCommunicationStepSize", "true");
    expect_in(w->text, kinds[1], "canInterpolateInputs", is_2 ? "true" : "");
    cr_expect_eq(count(w->text, "<File name=\"a.c\"/>"), is_2 ? 2 : 0);
    cr_expect_eq(count(w->text, "<File name=\"b.c\"/>"), is_2 ? 2 : 0);
    expect_value(strstr(w->text, "<DefaultExperiment"), "stepSize", FIRST_STEP);
    free(name);
}

Test(description, says_what_a_unit_can_do) { with_all(abilities); }

/* Units of which it is known how they are made of base units. */
static const struct {
    const char *name, *kg, *m, *s;
} made[] = {
    { "N", "1", "1", "-2" },    { "m", "", "1", "" },     { "s", "", "", "1" },
    { "kg", "1", "", "" },      { "m/s", "", "1", "-1" }, { "N/m", "1", "", "-2" },
    { "N.s/m", "1", "", "-1" }, { "1/s", "", "", "-1" },  { "m/(s.s)", "", "1", "-2" },
};

static void expect_made(const char *line, unsigned seen[])
{
    static const char *const others[] = { "A", "K", "mol", "cd", "rad", "factor", "offset" };
    char name[TEXT];
    attribute(line, "name", name);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        if (strcmp(name, made[i].name) == 0) {
            expect_attribute(line, "kg", made[i].kg);
            expect_attribute(line, "m", made[i].m);
            expect_attribute(line, "s", made[i].s);
            for (size_t k = 0; k < sizeof others / sizeof *others; k++)
                expect_attribute(line, others[k], "");
            seen[i]++;
        }
}

static unsigned seen_units[sizeof made / sizeof *made];

/* Each unit of a variable is defined once, and no other one; none has a factor or an offset, since
 * laws are stated in SI units. */
static void units(struct written *w)
{
    const char *const first = strstr(w->text, "<UnitDefinitions>");
    const char *const end = strstr(w->text, "</UnitDefinitions>");
    cr_assert(first && end);
    for (const char *at = first; (at = strstr(at, "<Unit name=\"")) != NULL && at < end; at++) {
        char name[TEXT];
        attribute(at, "name", name);
        char *definition = memory_text("<Unit name=\"%s\"", name);
        char *use = memory_text(" unit=\"%s\"", name);
        cr_expect_eq(count(w->text, definition), 1, "%s", name);
        cr_expect_geq(count(w->text, use), 1, "%s", name);
        expect_made(at, seen_units);
        free(definition);
        free(use);
    }
    for (const char *at = end; (at = strstr(at, " unit=\"")) != NULL; at++) {
        char name[TEXT];
        attribute(at, "unit", name);
        char *definition = memory_text("<Unit name=\"%s\"", name);
        cr_expect(strstr(first, definition), "%s has no %s", w->law->name, definition);
        free(definition);
    }
}

Test(description, defines_units)
{
    with_all(units);
    for (size_t i = 0; i < sizeof made / sizeof *made; i++)
        cr_expect_gt(seen_units[i], 0, "%s is the unit of nothing", made[i].name);
}

/* FMI 3.0 lists sources in a document of their own. */
Test(description, lists_sources)
{
    static const char *const sources[] = { "a.c", "b.c", NULL };
    struct variables list;
    struct memory_stream stream;
    variables_of(&list, PREC(model_find)("lugre"), true, MAX_STEP);
    description_build(memory_open(&stream),
                      &(struct description){ &list, "{token}", sources, FIRST_STEP });
    char *text = memory_close(&stream);
    expect_in(text, "<BuildConfiguration", "modelIdentifier", "lugre_mass");
    expect_in(text, "<SourceFileSet", "language", "C11");
    const char *a = strstr(text, "<SourceFile name=\"a.c\"/>"),
               *b = strstr(text, "<SourceFile name=\"b.c\"/>");
    cr_expect(a && b && a < b && count(text, "<SourceFile ") == 2, "%s", text);
    free(text);
}
