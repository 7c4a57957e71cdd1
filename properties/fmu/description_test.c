/* Descriptions of either standard are read as they stand; what has no end, or is not as the
 * standards say, is refused in one line. */
#include "properties/fmu/description.h"

#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "properties/fmu/mapping.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* Reads the text as a description. */
static bool read(const char *text, struct fmu_description *d, char problem[FMU_PROBLEM])
{
    char folder[4000];
    *problem = '\0';
    cr_assert(program_folder(folder, sizeof folder));
    char *path = memory_text("%s/modelDescription.xml", folder);
    cr_assert(program_write(path, text));
    const bool is_read = description_read(folder, d, problem);
    cr_assert_eq(is_read, *problem == '\0');
    cr_assert_null(strchr(problem, '\n'));
    program_remove(folder);
    free(path);
    return is_read;
}

static void expect_refused(const char *text, const char *word)
{
    struct fmu_description d;
    char problem[FMU_PROBLEM];
    cr_assert_not(read(text, &d, problem), "%s", text);
    cr_assert(strstr(problem, word), "'%s' does not say '%s'", problem, word);
    description_free(&d);
}

#define HEAD_2                                                                                     \
    "<fmiModelDescription fmiVersion='2.0' modelName='Block 1' guid='{1}' description='a block' "  \
    "generationTool='T' numberOfEventIndicators='2'>"                                              \
    "<ModelExchange modelIdentifier='block' canGetAndSetFMUstate='true'/>"                         \
    "<TypeDefinitions><SimpleType name='Stiffness'><Real unit='N/m' min='0' max='9'/>"             \
    "</SimpleType></TypeDefinitions><ModelVariables>"
#define VARIABLES_2                                                                                \
    "<ScalarVariable name='speed' valueReference='7' causality='input'><Real unit='m/s' "          \
    "start='0' min='-3' max='2'/></ScalarVariable>"                                                \
    "<ScalarVariable name='load' valueReference='8' causality='input'><Real unit='N' start='5'/>"  \
    "</ScalarVariable>"                                                                            \
    "<ScalarVariable name='force' valueReference='9' causality='output'><Real unit='N'/>"          \
    "</ScalarVariable>"                                                                            \
    "<ScalarVariable name='k.a' valueReference='3' causality='parameter' description='stiff'>"     \
    "<Real declaredType='Stiffness' start='4' max='8'/></ScalarVariable>"                          \
    "<ScalarVariable name='n' valueReference='3' causality='parameter'><Integer start='2' "        \
    "min='1'/></ScalarVariable>"                                                                   \
    "<ScalarVariable name='name' valueReference='1' causality='parameter'><String start='x'/>"     \
    "</ScalarVariable>"                                                                            \
    "<ScalarVariable name='z' valueReference='4'><Real nominal='0.5' start='0'/></ScalarVariable>" \
    "<ScalarVariable name='der(z)' valueReference='5'><Real derivative='7'/></ScalarVariable>"
#define TAIL_2                                                                                     \
    "</ModelVariables><ModelStructure><Derivatives><Unknown index='8'/></Derivatives>"             \
    "</ModelStructure></fmiModelDescription>"

Test(description, of_2)
{
    struct fmu_description d;
    char problem[FMU_PROBLEM];
    cr_assert(read(HEAD_2 VARIABLES_2 TAIL_2, &d, problem), "%s", problem);
    cr_assert_eq(d.version, 2);
    cr_assert_str_eq(d.name, "Block 1");
    cr_assert_str_eq(d.token, "{1}");
    cr_assert_str_eq(d.exchange, "block");
    cr_assert(!d.steps && d.saves && !d.has_slopes);
    cr_assert(d.n == 8 && d.n_indicators == 2 && d.n_states == 1);
    cr_assert(d.states[0] == 6 && d.rates[0] == 7);
    const struct fmu_variable *k = &d.variables[3];
    cr_assert_str_eq(k->unit, "N/m");
    cr_assert_str_eq(k->note, "stiff");
    cr_assert(k->start == 4 && k->lo == 0 && k->hi == 8, "what it says itself goes first");
    cr_assert(d.variables[4].type == FMU_WHOLE && isinf(d.variables[4].hi));
    cr_assert(d.variables[5].type == FMU_OTHER);
    cr_assert(d.variables[6].nominal == 0.5 && isnan(d.variables[2].start));
    description_free(&d);
}

Test(description, of_3)
{
    struct fmu_description d;
    char problem[FMU_PROBLEM];
    cr_assert(
        read("<fmiModelDescription fmiVersion='3.0.1' modelName='b' instantiationToken='t'>"
             "<ModelExchange modelIdentifier='e' providesDirectionalDerivatives='1'/>"
             "<CoSimulation modelIdentifier='s' canGetAndSetFMUState='true'/>"
             "<TypeDefinitions><Float64Type name='S' unit='m/s' min='-1'/></TypeDefinitions>"
             "<ModelVariables><Float64 name='v' valueReference='4000000000' causality='input' "
             "declaredType='S' start='0'/><Float64 name='F' valueReference='2' "
             "causality='output'/><Float64 name='z' valueReference='6'/>"
             "<Float64 name='dz' valueReference='5' derivative='6'/>"
             "<Float64 name='a' valueReference='8' causality='parameter' start='1 2'>"
             "<Dimension start='2'/></Float64></ModelVariables><ModelStructure>"
             "<ContinuousStateDerivative valueReference='5'/><EventIndicator valueReference='2'/>"
             "</ModelStructure></fmiModelDescription>",
             &d, problem),
        "%s", problem);
    cr_assert(d.version == 3 && d.has_slopes && !d.saves && d.saves_steps);
    cr_assert(d.variables[0].reference == 4000000000u && d.variables[0].lo == -1);
    cr_assert_str_eq(d.variables[0].unit, "m/s");
    cr_assert(d.n_states == 1 && d.states[0] == 2 && d.rates[0] == 3 && d.n_indicators == 1);
    cr_assert(d.variables[4].type == FMU_OTHER, "an array");
    description_free(&d);
}

/* Each level has ten of the one below: in ten levels ten thousand million. */
Test(description, entities)
{
    expect_refused("<!DOCTYPE x [<!ENTITY a 'a'><!ENTITY b '&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;'>"
                   "<!ENTITY c '&b;&b;&b;&b;&b;&b;&b;&b;&b;&b;'>]>"
                   "<fmiModelDescription fmiVersion='2.0' modelName='&c;'/>",
                   "document type");
    expect_refused("<!DOCTYPE x [<!ENTITY a SYSTEM 'file:///etc/passwd'>]>"
                   "<fmiModelDescription fmiVersion='2.0'>&a;</fmiModelDescription>",
                   "document type");
    expect_refused("<!DOCTYPE fmiModelDescription SYSTEM 'http://localhost/x.dtd'>"
                   "<fmiModelDescription fmiVersion='2.0'/>",
                   "document type");
}

Test(description, what_is_wrong)
{
    expect_refused("no document", "not well formed");
    expect_refused("<a>", "not well formed");
    expect_refused("<a/>", "another kind");
    expect_refused("<fmiModelDescription fmiVersion='1.0'/>", "expected FMI 2.0 or 3.0");
    expect_refused("<fmiModelDescription fmiVersion='2.0'/>", "neither model exchange");
    expect_refused("<fmiModelDescription fmiVersion='2.0'><ModelExchange "
                   "modelIdentifier='../../x'/></fmiModelDescription>",
                   "model identifier");
    expect_refused(HEAD_2 TAIL_2, "no variables");
    expect_refused(HEAD_2 "<ScalarVariable name='a' valueReference='x'><Real/></ScalarVariable>"
                          "</ModelVariables></fmiModelDescription>",
                   "'a'");
    expect_refused(HEAD_2 "<ScalarVariable name='a' valueReference='1'/>"
                          "</ModelVariables></fmiModelDescription>",
                   "without a type");
    expect_refused(HEAD_2 "<ScalarVariable name='a' valueReference='1'><Real start='nan'/>"
                          "</ScalarVariable></ModelVariables></fmiModelDescription>",
                   "no number");
    expect_refused(HEAD_2 VARIABLES_2 "</ModelVariables><ModelStructure><Derivatives>"
                                      "<Unknown index='3'/></Derivatives></ModelStructure>"
                                      "</fmiModelDescription>",
                   "derivative");
}

/* Maps the description, and checks what comes of it: "" for what fits. */
static void expect_map(const char *variables, const char *map, const char *word)
{
    struct fmu_description d;
    struct fmu_mapping m;
    char problem[FMU_PROBLEM] = "", *text = memory_text("%s%s%s", HEAD_2, variables, TAIL_2);
    cr_assert(read(text, &d, problem), "%s", problem);
    cr_assert_eq(fmu_map(&d, map, &m, problem), *word == '\0', "%s", problem);
    cr_assert(strstr(problem, word), "'%s' does not say '%s'", problem, word);
    description_free(&d);
    free(text);
}

/* Two inputs of one unit, two outputs of none. */
#define OPEN_2                                                                                     \
    "<ScalarVariable name='a' valueReference='1' causality='input'><Real start='0'/>"              \
    "</ScalarVariable><ScalarVariable name='b,c' valueReference='2' causality='input'><Real "      \
    "start='0'/></ScalarVariable><ScalarVariable name='f' valueReference='3' "                     \
    "causality='output'><Real/></ScalarVariable><ScalarVariable name='g' valueReference='4' "      \
    "causality='output'><Real/></ScalarVariable><ScalarVariable name='q' valueReference='4' "      \
    "causality='output'><Real unit='K'/></ScalarVariable>"                                         \
    "<ScalarVariable name='z' valueReference='5'><Real/></ScalarVariable>"                         \
    "<ScalarVariable name='x' valueReference='6'><Real/></ScalarVariable>"                         \
    "<ScalarVariable name='d' valueReference='7'><Real derivative='6'/></ScalarVariable>"

Test(mapping, by_causality_unit_and_name)
{
    struct fmu_description d;
    struct fmu_mapping m;
    char problem[FMU_PROBLEM];
    cr_assert(read(HEAD_2 VARIABLES_2 TAIL_2, &d, problem), "%s", problem);
    cr_assert(fmu_map(&d, NULL, &m, problem), "%s", problem);
    cr_assert(m.velocity == 0 && m.force == 2 && m.n_parameters == 3);
    cr_assert_str_eq(m.parameter_names[0], "load");
    cr_assert_str_eq(m.parameter_names[1], "k_a");
    cr_assert_str_eq(m.parameter_names[2], "n");
    cr_assert_str_eq(m.state_names[0], "z");
    cr_assert(fmu_map(&d, "N=load", &m, problem), "%s", problem);
    cr_assert_str_eq(m.parameter_names[0], "N");
    description_free(&d);
}

Test(mapping, by_a_map)
{
    expect_map(OPEN_2, NULL, "--map v=NAME");
    expect_map(OPEN_2, "v=a", "--map F=NAME");
    expect_map(OPEN_2, "v=a", "f, g, q");
    expect_map(OPEN_2, "v=a,F=g", "");
    expect_map(OPEN_2, "F=f,v=b,c", "");
    expect_map(OPEN_2, "F=f,v=b,c,N=a", "");
    expect_map(OPEN_2, "v=a,F=e", "no output 'e'");
    expect_map(OPEN_2, "v=f,F=g", "no input 'f'");
    expect_map(OPEN_2, "v=a,F=q", "in K, expected N");
    expect_map(OPEN_2, "x=a", "expected v=NAME,F=NAME,N=NAME");
    expect_map(OPEN_2, "v=a,F=f,N=none", "no input 'none'");
}

enum { MOST = MODEL_MAX_PARAMS + 3 };

/* A unit of an input, an output and n parameters, the first of which has that name. */
static bool map_many(unsigned n, const char *first, double start, struct fmu_mapping *m,
                     char problem[FMU_PROBLEM])
{
    static char none[1], name[FMU_NAME + 2];
    struct fmu_variable variables[MOST + 1];
    for (unsigned i = 0; i < n + 2; i++)
        variables[i] = (struct fmu_variable){
            .name = name,
            .unit = none,
            .note = none,
            .causality = i == 0       ? FMU_OUTPUT
                         : i == n + 1 ? FMU_INPUT
                                      : FMU_PARAMETER,
            .start = start,
        };
    snprintf(name, sizeof name, "%s", first);
    return fmu_map(&(struct fmu_description){ .variables = variables, .n = n + 2 }, NULL, m,
                   problem);
}

/* As many parameters as a law may have, of names as long as can be, and no more. */
Test(mapping, has_ends)
{
    char problem[FMU_PROBLEM], longest[FMU_NAME + 1];
    struct fmu_mapping m;
    memset(longest, 'p', sizeof longest);
    longest[FMU_NAME - 1] = '\0';
    cr_assert(map_many(MODEL_MAX_PARAMS, longest, 1, &m, problem), "%s", problem);
    cr_expect(m.n_parameters == MODEL_MAX_PARAMS && m.force == 0 &&
              m.velocity == MODEL_MAX_PARAMS + 1);
    for (unsigned i = 0; i < MODEL_MAX_PARAMS; i++) {
        cr_expect_eq(m.parameters[i], i + 1);
        cr_expect_str_eq(m.parameter_names[i], longest);
    }
    cr_expect_not(map_many(MODEL_MAX_PARAMS + 1, "p", 1, &m, problem));
    cr_expect(strstr(problem, "more than"), "%s", problem);
    longest[FMU_NAME - 1] = 'p';
    longest[FMU_NAME] = '\0';
    cr_expect_not(map_many(1, longest, 1, &m, problem));
    cr_expect(strstr(problem, "name is too long"), "%s", problem);
    cr_expect_not(map_many(1, "p", NAN, &m, problem));
    cr_expect(strstr(problem, "the parameter 'p' without a start value"), "%s", problem);
    cr_assert(map_many(1, "cosimulation.max_step", NAN, &m, problem), "%s", problem);
    cr_expect_eq(m.n_parameters, 0, "what is about steps is no part of a law");
    cr_assert(map_many(1, "cosimulation_max_step", 1, &m, problem), "%s", problem);
    cr_expect_eq(m.n_parameters, 1);
}

static char empty[1], speed_unit[] = "m/s", force_unit[] = "N", id_v[] = "v", id_w[] = "w",
                      id_F[] = "F", id_G[] = "G";

static struct fmu_variable variable(char *name, char *unit, enum fmu_causality causality,
                                    enum fmu_type type)
{
    return (struct fmu_variable){
        .name = name, .unit = unit, .note = empty, .causality = causality, .type = type
    };
}

/* The name goes before the unit, and the unit before there being no other; whole numbers are
 * neither velocity nor force. The first two are inputs, the others outputs. */
Test(mapping, goes_by_name_then_unit_then_kind)
{
    const struct fmu_variable any = variable(id_w, empty, FMU_INPUT, FMU_REAL),
                              named = variable(id_v, empty, FMU_INPUT, FMU_REAL),
                              fast = variable(id_w, speed_unit, FMU_INPUT, FMU_REAL),
                              whole = variable(id_v, speed_unit, FMU_INPUT, FMU_WHOLE),
                              out = variable(id_G, empty, FMU_OUTPUT, FMU_REAL),
                              F = variable(id_F, empty, FMU_OUTPUT, FMU_REAL),
                              strong = variable(id_G, force_unit, FMU_OUTPUT, FMU_REAL),
                              count = variable(id_F, force_unit, FMU_OUTPUT, FMU_WHOLE);
    const struct {
        struct fmu_variable of[4];
        size_t velocity, force;
    } cases[] = {
        { { fast, named, strong, F }, 1, 3 },     { { named, fast, F, strong }, 0, 2 },
        { { any, fast, out, strong }, 1, 3 },     { { fast, any, strong, out }, 0, 2 },
        { { whole, any, count, out }, 1, 3 },     { { any, whole, out, count }, 0, 2 },
        { { whole, fast, count, strong }, 1, 3 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char problem[FMU_PROBLEM] = "";
        struct fmu_mapping m;
        struct fmu_variable of[4];
        memcpy(of, cases[i].of, sizeof of);
        const bool is_mapped =
            fmu_map(&(struct fmu_description){ .variables = of, .n = 4 }, NULL, &m, problem);
        cr_assert(is_mapped, "case %zu: %s", i, problem);
        cr_expect(m.velocity == cases[i].velocity && m.force == cases[i].force,
                  "case %zu: %zu, %zu", i, m.velocity, m.force);
        /* the other input is held where it is of real numbers */
        const bool is_held = of[1 - m.velocity].type == FMU_REAL;
        cr_expect_eq(m.n_parameters, is_held);
        cr_expect(!is_held || m.parameters[0] == 1 - m.velocity);
    }
}

/* As many states as a law may have, each under its own name, and no more. */
Test(mapping, has_states)
{
    static char names[MODEL_MAX_STATES + 1][8];
    static struct fmu_variable of[MODEL_MAX_STATES + 3];
    static size_t states[MODEL_MAX_STATES + 1];
    char problem[FMU_PROBLEM] = "";
    struct fmu_mapping m;
    of[0] = variable(id_v, empty, FMU_INPUT, FMU_REAL);
    of[1] = variable(id_F, empty, FMU_OUTPUT, FMU_REAL);
    for (size_t i = 0; i <= MODEL_MAX_STATES; i++) {
        snprintf(names[i], sizeof names[i], "z[%zu]", i);
        of[i + 2] = variable(names[i], empty, FMU_LOCAL, FMU_REAL);
        states[i] = i + 2;
    }
    struct fmu_description d = {
        .variables = of, .n = MODEL_MAX_STATES + 3, .states = states, .n_states = MODEL_MAX_STATES
    };
    cr_assert(fmu_map(&d, NULL, &m, problem), "%s", problem);
    for (size_t i = 0; i < MODEL_MAX_STATES; i++) {
        char expected[8];
        snprintf(expected, sizeof expected, "z_%zu_", i);
        cr_expect_str_eq(m.state_names[i], expected);
    }
    d.n_states++;
    cr_expect_not(fmu_map(&d, NULL, &m, problem));
    char *expected =
        memory_text("has %d states, expected at most %d", MODEL_MAX_STATES + 1, MODEL_MAX_STATES);
    cr_expect_str_eq(problem, expected, "%s", problem);
    free(expected);
}

/* What is open is told with the names between which to decide, eight of them at most. */
Test(mapping, names_what_is_open)
{
    static char names[9][4];
    static struct fmu_variable of[10];
    char problem[FMU_PROBLEM] = "";
    struct fmu_mapping m;
    for (int i = 0; i < 9; i++) {
        snprintf(names[i], sizeof names[i], "a%d", i + 1);
        of[i] = variable(names[i], empty, FMU_INPUT, FMU_REAL);
    }
    for (size_t n = 2; n <= 9; n++) {
        static const char all[] = "a1, a2, a3, a4, a5, a6, a7, a8";
        cr_expect_not(
            fmu_map(&(struct fmu_description){ .variables = of, .n = n }, NULL, &m, problem));
        char *expected = memory_text(
            "has several inputs: say by --map v=NAME which of them is the velocity: %.*s",
            (int)(4 * (n < 8 ? n : 8) - 2), all);
        cr_expect_str_eq(problem, expected, "%s", problem);
        free(expected);
    }
    cr_expect_not(fmu_map(&(struct fmu_description){ .variables = of, .n = 0 }, NULL, &m, problem));
    cr_expect_str_eq(problem, "has no input of real numbers that could be the velocity", "%s",
                     problem);
}
