/* Laws by their names and from texts, what is refused of either, and the names that are meant. */
#include "properties/plugin/law_choice.h"

#include <unistd.h>

#include "properties/checker/property.h"
#include "properties/plugin/text_law.h"
#include "tools/base/memory.h"
#include "tools/testing/test_process.h"

/* Every law of Bristle comes with its balls and its equations, and is no file. */
Test(law_choice, finds_laws_by_their_names)
{
    for (const struct model *const *m = PREC(models); *m; m++) {
        const struct law_choice law = law_choose((*m)->name, NULL), of = law_choice_of(*m);
        law_check_name((*m)->name);
        cr_expect(law.model == *m && of.model == *m, "%s", (*m)->name);
        cr_expect(law.rigorous && strcmp(law.rigorous->name, (*m)->name) == 0 &&
                      of.rigorous == law.rigorous,
                  "%s", (*m)->name);
        cr_expect(law.equations && strcmp(law.equations->name, (*m)->name) == 0 &&
                      of.equations == law.equations,
                  "%s", (*m)->name);
        cr_expect(!law.file && !law.digest && !law.stated);
    }
}

static int choose(const void *name)
{
    printf("%s", law_choose(name, NULL).model->name);
    return 0;
}

static int property(const void *name)
{
    printf("%s", property_info[law_property(name)].name);
    return 0;
}

/* A name that is none is refused, with the one that may be meant. */
Test(law_choice, refuses_other_names)
{
    static const struct {
        int (*of)(const void *);
        const char *name, *words, *meant;
    } names[] = {
        { choose, "lugree", "--model: unknown model 'lugree'", "lugre" },
        { choose, "viscos", "--model: unknown model 'viscos'", "viscous" },
        { choose, ".mo", "--model: unknown model '.mo'", "" },
        { choose, "so", "--model: unknown model 'so'", "" },
        { property, "passivty", "--property: unknown property 'passivty'", "passivity" },
        { property, "identifiable_rang", "unknown property", "identifiable_rank" },
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const struct ended e = in_process(names[i].of, names[i].name);
        expect_refused(&e, names[i].words);
        cr_expect(strstr(e.said, names[i].meant), "%s", e.said);
    }
    for (enum property p = 0; p < N_PROPERTIES; p++)
        cr_expect_eq(law_property(property_info[p].name), p);
}

static const char form[] = "model %s \"Made up\"\n  input Real v(unit=\"m/s\");\n"
                           "  output Real F(unit=\"N\");\n"
                           "  parameter Real k(unit=\"N.s/m\", min=1, max=9) = 2;\n"
                           "equation\n  F = k*v;\n  annotation(__Bristle(source=\"made up\", "
                           "speed_max=1%s));\nend %s;\n";
static const char claims[] = ", claims={passivity(source=\"made up\")}";

static char home[512]; /* the folder from which the program seems to be called */

static void write_text(const char *file, const char *name, const char *more)
{
    char *path = memory_text("%s/%s", home, file);
    FILE *out = fopen(path, "w");
    cr_assert(out, "%s", path);
    free(path);
    fprintf(out, form, name, more, name);
    fclose(out);
}

static void use_folder(void)
{
    const char *temporary = getenv("TEST_TMPDIR");
    snprintf(home, sizeof home, "%s/texts.XXXXXX", temporary ? temporary : "/tmp");
    cr_assert(mkdtemp(home));
    setenv("BUILD_WORKING_DIRECTORY", home, 1);
    setenv("HOME", home, 1);
    unsetenv("XDG_CACHE_HOME");
}

/* By the compiler or interpreted, a text by a path or by its ending alone is the law that it says;
 * one with the name of a law of Bristle, or without claims, is none of one's own. */
Test(law_choice, reads_texts, .init = use_folder)
{
    static const struct {
        const char *file, *name, *more, *refused;
    } texts[] = {
        { "mine.mo", "mine", claims, NULL },
        { "./mine.mo", "mine", claims, NULL },
        { "ours.mo", "lugre", claims, "one of Bristle's own, 'lugre'" },
        { "silent.mo", "mine", "", "n_claims is 0" },
    };
    char *path = memory_text("%s", getenv("PATH"));
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int compiled = 0; compiled < 2; compiled++) {
            setenv("PATH", compiled ? path : "/nonexistent", 1);
            write_text(texts[i].file, texts[i].name, texts[i].more);
            const struct ended e = in_process(choose, texts[i].file);
            if (texts[i].refused) {
                cr_expect(e.status == 2 && strstr(e.said, texts[i].refused), "%s: %s",
                          texts[i].file, e.said);
                continue;
            }
            cr_expect(e.status == 0 && strcmp(e.out, "mine") == 0, "%s: %s", texts[i].file, e.said);
            cr_expect_eq(!!strstr(e.said, "is interpreted, which is slower: none of cc, gcc and "
                                          "clang is on the PATH"),
                         !compiled, "%s", e.said);
        }
    setenv("PATH", "/nonexistent", 1);
    const struct law_choice law = law_choose("mine.mo", NULL);
    cr_expect(law.rigorous && law.digest && law.equations && !law.stated);
    cr_expect_str_eq(law.file, "mine.mo");
    cr_expect_str_eq(law.equations->name, "mine");
    cr_expect_str_eq(text_law_reference("ours.mo").model->name, "lugre");
    cr_expect_eq(text_law_reference("silent.mo").model->n_claims, 0U);
    const struct ended missing = in_process(choose, "no_such_file.mo");
    expect_refused(&missing, "no_such_file.mo");
    free(path);
}
