/* The cache of compiled laws: an object for each content, made once, in the user's own folder. */
#include "properties/plugin/compiled.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/base/memory.h"

/* A law as it is printed, but for all that no compiler needs. */
static const char source[] = "const struct model model_made = { .name = \"made\" };\n";

static char home[512];

static void use_home(void)
{
    const char *temporary = getenv("TEST_TMPDIR");
    snprintf(home, sizeof home, "%s/home.XXXXXX", temporary ? temporary : "/tmp");
    cr_assert(mkdtemp(home));
    setenv("HOME", home, 1);
    unsetenv("XDG_CACHE_HOME");
}

static struct compilation made(const char *name, const char *text)
{
    struct compilation of;
    cr_assert_eq(compiled_law(name, text, &of), COMPILED, "%s", of.problem);
    cr_expect_str_empty(of.temporary);
    return of;
}

static struct timespec written(const char *path)
{
    struct stat is;
    cr_assert_eq(stat(path, &is), 0, "%s", path);
    return is.st_mtim;
}

/* A folder that is not there yet is made. What is the same has the same object, which stays;
 * another name or another source has another one. */
Test(compiled, is_made_once_for_each_content, .init = use_home)
{
    char *folder = memory_text("%s/.cache/bristle/", home);
    char *other = memory_text("%s\n", source);
    const struct compilation first = made("model_made", source);
    cr_expect(strncmp(first.path, folder, strlen(folder)) == 0, "%s", first.path);
    const struct timespec then = written(first.path);
    const struct compilation again = made("model_made", source),
                             changed = made("model_made", other);
    const struct timespec now = written(first.path);
    cr_expect_str_eq(again.path, first.path);
    cr_expect(then.tv_sec == now.tv_sec && then.tv_nsec == now.tv_nsec, "made again");
    cr_expect_str_neq(changed.path, first.path);
    free(other);
    free(folder);
}

/* What the compiler says is passed on in a line. */
Test(compiled, says_why_not, .init = use_home)
{
    struct compilation of;
    cr_expect_eq(compiled_law("model_made", "int no_end(", &of), NOT_COMPILED);
    cr_expect(*of.problem && !strchr(of.problem, '\n') && strstr(of.problem, "error"), "'%s'",
              of.problem);
}
