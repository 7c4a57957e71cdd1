/* Reads descriptions (description.h): what both standards share, then the structure of each. */
#include "properties/fmu/description.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fmu/xml.h"
#include "tools/base/memory.h"

/* Most variables that a friction law's unit is read with. */
enum { MOST_VARIABLES = 100000 };

/* The elements of types in either standard. */
static const struct {
    const char *name;
    enum fmu_type type;
} types[] = {
    { "Real", FMU_REAL }, { "Float64", FMU_REAL }, { "Integer", FMU_WHOLE }, { "Int32", FMU_WHOLE }
};

static enum fmu_type type_of(const xmlNode *element)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (xml_is(element, types[i].name))
            return types[i].type;
    return FMU_OTHER;
}

static enum fmu_causality causality_of(const xmlNode *element)
{
    static const char *const words[] = { "local", "input", "output", "parameter" };
    char *text = xml_text(element, "causality", "local");
    enum fmu_causality found = FMU_LOCAL;
    for (unsigned i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(text, words[i]) == 0)
            found = (enum fmu_causality)i;
    free(text);
    return found;
}

/* Returns the type that the variable is declared with, or NULL: what the variable does not say
 * itself is said there. */
static const xmlNode *declared_type(const xmlNode *root, const xmlNode *of)
{
    char *name = xml_text(of, "declaredType", NULL);
    const xmlNode *all = xml_child(root, "TypeDefinitions"), *found = NULL;
    for (xmlNodePtr type = all && name ? xml_element(all->children) : NULL; type && !found;
         type = xml_element(type->next)) {
        char *own = xml_text(type, "name", "");
        if (strcmp(own, name) == 0)
            found = xml_is(type, "SimpleType") ? xml_element(type->children) : type;
        free(own);
    }
    free(name);
    return found;
}

static double number(const xmlNode *of, const xmlNode *type, const char *name, double otherwise,
                     bool *is_wrong)
{
    const double declared = type ? xml_number(type, name, otherwise, is_wrong) : otherwise;
    return xml_number(of, name, declared, is_wrong);
}

/* of: the element that has the name; attributes: that which has the values, in 2.0 another one. */
static bool read_variable(const xmlNode *root, const xmlNode *of, const xmlNode *attributes,
                          struct fmu_variable *v, char *problem)
{
    const xmlNode *type = declared_type(root, attributes);
    bool is_wrong = false;
    *v = (struct fmu_variable){ .name = xml_text(of, "name", ""),
                                .note = xml_text(of, "description", ""),
                                .causality = causality_of(of),
                                .type = type_of(attributes) };
    char *unit = type ? xml_text(type, "unit", "") : memory_text("%s", "");
    v->unit = xml_text(attributes, "unit", unit);
    free(unit);
    const double reference = xml_number(of, "valueReference", -1, &is_wrong);
    v->derivative_of = (long)xml_number(attributes, "derivative", -1, &is_wrong);
    if (xml_child(attributes, "Dimension"))
        v->type = FMU_OTHER;
    v->start = v->lo = v->hi = v->nominal = NAN;
    if (v->type != FMU_OTHER) {
        v->start = xml_number(attributes, "start", NAN, &is_wrong);
        v->lo = number(attributes, type, "min", -INFINITY, &is_wrong);
        v->hi = number(attributes, type, "max", INFINITY, &is_wrong);
        v->nominal = number(attributes, type, "nominal", NAN, &is_wrong);
    }
    if (is_wrong || !(reference >= 0 && reference <= 4294967295.0) || !*v->name)
        return fmu_wrong(problem,
                         "describes the variable '%.100s' with a value that is no number, or "
                         "without name or value reference",
                         v->name);
    v->reference = (unsigned)reference;
    return true;
}

static bool read_variables(const xmlNode *root, struct fmu_description *d, char *problem)
{
    size_t room = 0;
    const xmlNode *all = xml_child(root, "ModelVariables");
    for (xmlNodePtr of = all ? xml_element(all->children) : NULL; of; of = xml_element(of->next)) {
        const xmlNode *attributes = d->version == 2 ? xml_element(of->children) : of;
        if (!attributes)
            return fmu_wrong(problem, "describes a variable without a type");
        if (d->n == MOST_VARIABLES)
            return fmu_wrong(problem, "has more than %d variables", MOST_VARIABLES);
        d->variables = memory_grown(d->variables, d->n, &room, sizeof *d->variables);
        if (!read_variable(root, of, attributes, &d->variables[d->n++], problem))
            return false;
    }
    return d->n > 0 || fmu_wrong(problem, "describes no variables");
}

/* Returns the place of a variable by its number, which 2.0 counts from 1 and 3.0 gives as a value
 * reference; n: there is none. */
static size_t place_of(const struct fmu_description *d, double number)
{
    size_t i = 0;
    if (d->version == 2)
        return number >= 1 && number <= (double)d->n ? (size_t)number - 1 : d->n;
    while (i < d->n && d->variables[i].reference != number)
        i++;
    return i;
}

static bool add_state(const xmlNode *unknown, struct fmu_description *d, size_t *room,
                      char *problem)
{
    bool is_wrong = false;
    const char *by = d->version == 2 ? "index" : "valueReference";
    const size_t rate = place_of(d, xml_number(unknown, by, -1, &is_wrong));
    const size_t state = rate < d->n ? place_of(d, (double)d->variables[rate].derivative_of) : d->n;
    if (is_wrong || state == d->n || d->variables[state].type != FMU_REAL)
        return fmu_wrong(problem, "describes a derivative that is none of a variable of its own");
    if (d->n_states == *room) {
        *room = 2 * *room + 8;
        d->states = memory_resized(d->states, *room, sizeof *d->states);
        d->rates = memory_resized(d->rates, *room, sizeof *d->rates);
    }
    d->states[d->n_states] = state;
    d->rates[d->n_states++] = rate;
    return true;
}

static bool read_structure(const xmlNode *root, struct fmu_description *d, char *problem)
{
    size_t room = 0;
    bool is_wrong = false;
    const xmlNode *structure = xml_child(root, "ModelStructure");
    const xmlNode *all = d->version == 2 ? xml_child(structure, "Derivatives") : structure;
    const char *name = d->version == 2 ? "Unknown" : "ContinuousStateDerivative";
    for (xmlNodePtr of = all ? xml_element(all->children) : NULL; of; of = xml_element(of->next)) {
        if (xml_is(of, name) && !add_state(of, d, &room, problem))
            return false;
        d->n_indicators += xml_is(of, "EventIndicator");
    }
    if (d->version == 2) {
        const double n = xml_number(root, "numberOfEventIndicators", 0, &is_wrong);
        if (is_wrong || !(n >= 0 && n <= MOST_VARIABLES))
            return fmu_wrong(problem, "has a number of event indicators that is none");
        d->n_indicators = (size_t)n;
    }
    return true;
}

static void read_kinds(const xmlNode *root, struct fmu_description *d)
{
    const xmlNode *exchange = xml_child(root, "ModelExchange"),
                  *steps = xml_child(root, "CoSimulation");
    const char *saves = d->version == 2 ? "canGetAndSetFMUstate" : "canGetAndSetFMUState";
    d->exchange = exchange ? xml_text(exchange, "modelIdentifier", "") : NULL;
    d->steps = steps ? xml_text(steps, "modelIdentifier", "") : NULL;
    d->saves = exchange && xml_flag(exchange, saves);
    d->saves_steps = steps && xml_flag(steps, saves);
    d->has_slopes =
        exchange && xml_flag(exchange, d->version == 2 ? "providesDirectionalDerivative"
                                                       : "providesDirectionalDerivatives");
}

/* An identifier names a file: letters, digits and '_' by the standards. */
static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";

static bool is_identifier(const char *text)
{
    return !text || (*text && text[strspn(text, letters)] == '\0');
}

void fmu_make_identifier(char *name)
{
    while (*(name += strspn(name, letters)))
        *name = '_';
}

static bool read_root(const xmlNode *root, struct fmu_description *d, char *problem)
{
    char *version = xml_text(root, "fmiVersion", "");
    d->version = strncmp(version, "2.0", 3) == 0 ? 2 : strncmp(version, "3.0", 3) == 0 ? 3 : 0;
    if (d->version == 0)
        fmu_wrong(problem, "is by version '%.20s' of the standard, expected FMI 2.0 or 3.0",
                  version);
    free(version);
    if (d->version == 0)
        return false;
    d->name = xml_text(root, "modelName", "");
    d->title = xml_text(root, "description", "");
    d->tool = xml_text(root, "generationTool", "");
    d->token = xml_text(root, d->version == 2 ? "guid" : "instantiationToken", "");
    read_kinds(root, d);
    if (!d->exchange && !d->steps)
        return fmu_wrong(problem, "is for neither model exchange nor co-simulation");
    return is_identifier(d->exchange) && is_identifier(d->steps)
               ? read_variables(root, d, problem) && read_structure(root, d, problem)
               : fmu_wrong(problem, "has a model identifier that is none of letters, digits and "
                                    "'_'");
}

bool description_read(const char *folder, struct fmu_description *d, char problem[FMU_PROBLEM])
{
    char *path = memory_text("%s/modelDescription.xml", folder);
    *d = (struct fmu_description){ .version = 0 };
    xmlDocPtr document = xml_read(path, problem);
    free(path);
    if (!document)
        return false;
    const xmlNode *root = xmlDocGetRootElement(document);
    const bool is_read = root && xml_is(root, "fmiModelDescription")
                             ? read_root(root, d, problem)
                             : fmu_wrong(problem, "has a modelDescription.xml of another kind");
    xmlFreeDoc(document);
    return is_read;
}

void description_free(struct fmu_description *d)
{
    for (size_t i = 0; i < d->n; i++) {
        free(d->variables[i].name);
        free(d->variables[i].unit);
        free(d->variables[i].note);
    }
    free(d->variables);
    free(d->states);
    free(d->rates);
    free(d->name);
    free(d->title);
    free(d->tool);
    free(d->token);
    free(d->exchange);
    free(d->steps);
    *d = (struct fmu_description){ .version = 0 };
}
