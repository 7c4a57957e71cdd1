/* Laws as files of C: what they include stands in its place, once per mention; what is wrong is
 * said in a line. */
#include "properties/plugin/c_law.h"

#include "tools/base/memory.h"
#include "tools/base/program.h"
#include "tools/testing/test_process.h"

static const char law[] =
    "#include \"models/model.h\"\n"
    "  #  include \"parts/force.h\"\n"
    "static const struct quantity params[] = { { \"k\", \"N s/m\", 2, 1, 3, \"made up\" } };\n"
    "static const struct claim claims[] = { { .property = FINITE_FORCE, .declared = HOLDS, .domain "
    "= "
    "\"always\", .source = \"made up\" } };\n"
    "const struct model PREC(model_%s) = { .name = \"%s\", .title = \"Made up\", .law = \"F = "
    "k*v\",\n"
    "  .source = \"made up\", .params = params, .n_params = 1, .speed_max = 1, .claims = claims,\n"
    "  .n_claims = 1, .rate = rate, .force = force };\n";

static const char force[] =
    "#include \"parts/rate.h\"\n"
    "static real force(const real p[], const struct memory *mem, real v, real s, const real x[])\n"
    "{ return p[0] * v; }\n";

static const char rate[] = "static void rate(const real p[], const struct memory *mem, real v, "
                           "real s, const real x[], real "
                           "dx[])\n{ }\n";

/* Writes the file to the test's folder. Returns its path, to be freed. */
static char *written(const char *name, const char *text)
{
    const char *folder = getenv("TEST_TMPDIR");
    char *path = memory_text("%s/%d/%s", folder ? folder : "/tmp", (int)getpid(), name);
    cr_assert(program_write(path, text), "%s", path);
    return path;
}

/* Writes a law of that name, with its parts, to NAME.c. */
static char *law_file(const char *file, const char *name)
{
    char *text = memory_text(law, name, name);
    free(written("parts/force.h", force));
    free(written("parts/rate.h", rate));
    char *path = written(file, text);
    free(text);
    return path;
}

static void use_cache(void)
{
    const char *folder = getenv("TEST_TMPDIR");
    setenv("XDG_CACHE_HOME", folder ? folder : "/tmp", 1);
}

Test(c_law, has_its_parts_in_their_places, .init = use_cache)
{
    char *path = law_file("made.c", "made");
    struct text_code code = c_law_code("--model", path);
    cr_expect_str_eq(code.name, "made");
    cr_expect_null(code.square);
    const char *model = strstr(code.code, "\nstruct model {"), *first = strstr(code.code, rate),
               *second = strstr(code.code, "{ return p[0] * v; }"),
               *last = strstr(code.code, "PREC(model_made)");
    cr_expect(model && first && second && last && model < first && first < second && second < last);
    cr_expect_null(strstr(code.code, "#include \""));
    cr_expect_not_null(strstr(code.code, "#include <stdint.h>"));
    text_code_free(&code);
    const struct model *m = c_law_load("--model", path, true);
    cr_expect_str_eq(m->name, "made");
    cr_expect(m->force((const double[]){ 2 }, NULL, 0.75, 1, NULL) == 1.5);
    free(path);
}

static int load(const void *path)
{
    c_law_load("--model", path, true);
    return 0;
}

static void expect_refusal(char *path, const char *words)
{
    const struct ended e = in_process(load, path);
    expect_refused(&e, words);
    free(path);
}

Test(c_law, is_refused_in_a_line, .init = use_cache)
{
    expect_refusal(memory_text("nowhere.c"), "'nowhere.c' cannot be read: No such file");
    expect_refusal(written("lost.c", "#include \"lost.h\"\n"), "includes \"lost.h\", which is no");
    expect_refusal(written("loop.c", "#include \"loop.c\"\n"),
                   "includes \"loop.c\" without an end");
    expect_refusal(written("wrong.c", "int no_end(\n"), "wrong.c' cannot be compiled: ");
    expect_refusal(law_file("other.c", "name"), "other.c' ");
    expect_refusal(law_file("dahl.c", "dahl"), "the name of one of Bristle's own, 'dahl'");
}

Test(c_law, is_known_by_its_name)
{
    cr_expect(c_law_is("a.c") && c_law_is("b/my_law.c"));
    cr_expect_not(c_law_is(".c") || c_law_is("c") || c_law_is("a.cc") || c_law_is("a.mo"));
}
