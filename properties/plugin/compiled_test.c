/* The cache of compiled laws: an object for each content, made once, in the user's own folder. */
#include "properties/plugin/compiled.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "properties/plugin/plugin_load.h"
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
    cr_assert_eq(compiled_law(name, text, false, &of), COMPILED, "%s", of.problem);
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

/* An object that is not as it was made is made again, and what a run has left beside it goes after
 * some minutes only. */
Test(compiled, is_made_again_where_it_is_spoilt, .init = use_home)
{
    const struct compilation first = made("model_made", source);
    char *young = memory_text("%s.1.c", first.path), *old = memory_text("%s.2.so", first.path);
    const struct timeval long_ago[] = { { 1000, 0 }, { 1000, 0 } };
    struct stat is;
    cr_assert_eq(stat(first.path, &is), 0);
    const off_t length = is.st_size;
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(i == 0 ? young : old, "w");
        cr_assert(file && fclose(file) == 0);
    }
    cr_assert_eq(utimes(old, long_ago), 0);
    made("model_made", source);
    cr_expect_eq(access(old, F_OK), 0, "nothing is made, and nothing removed");
    cr_assert_eq(truncate(first.path, length - 1), 0);
    const struct compilation again = made("model_made", source);
    cr_expect_str_eq(again.path, first.path);
    cr_expect(stat(first.path, &is) == 0 && is.st_size == length);
    cr_expect_eq(access(young, F_OK), 0);
    cr_expect_neq(access(old, F_OK), 0);
    free(old);
    free(young);
}

/* Where others may write, or the path has no room, the object is in a folder of its own, which is
 * removed. */
Test(compiled, is_not_kept_where_others_write, .init = use_home)
{
    char *cache = memory_text("%s/cache", home), *folder = memory_text("%s/bristle", cache);
    char far[COMPILED_PATH + 16];
    cr_assert(mkdir(cache, 0700) == 0 && mkdir(folder, 0700) == 0);
    memset(far, 'f', sizeof far - 1);
    far[0] = '/';
    far[sizeof far - 1] = '\0';
    for (int i = 0; i < 3; i++) {
        struct compilation of;
        setenv("XDG_CACHE_HOME", i == 1 ? far : cache, 1);
        cr_assert_eq(chmod(folder, i == 0 ? 0770 : 0700), 0);
        cr_assert_eq(compiled_law("model_made", source, false, &of), COMPILED, "%s", of.problem);
        cr_expect_eq(strncmp(of.path, folder, strlen(folder)) == 0, i == 2, "%d: %s", i, of.path);
        cr_expect_eq(*of.temporary != '\0', i < 2, "%d: '%s'", i, of.temporary);
        cr_expect(i == 2 || strncmp(of.path, of.temporary, strlen(of.temporary)) == 0);
        cr_expect_eq(access(of.path, R_OK), 0);
        compiled_remove(&of);
        cr_expect_eq(access(of.path, R_OK) == 0, i == 2, "%d", i);
    }
    free(folder);
    free(cache);
}

/* Float and double are two objects, and only what is in float is loaded as such. */
Test(compiled, is_of_one_precision, .init = use_home)
{
    static const char law[] = "const struct model PREC(model_made) = { .name = \"made\" };\n";
    struct compilation of[2];
    char problem[PLUGIN_TEXT];
    for (int is_single = 0; is_single < 2; is_single++) {
        cr_assert_eq(compiled_law("made", law, is_single, &of[is_single]), COMPILED, "%s",
                     of[is_single].problem);
        const void *table = plugin_load_single(of[is_single].path, problem);
        cr_expect_eq(table != NULL, is_single, "%s", problem);
    }
    cr_expect_str_neq(of[0].path, of[1].path);
    cr_expect_null(plugin_load_single("nowhere.so", problem));
    cr_expect_str_eq(problem, "cannot be read: No such file or directory");
}

/* What the compiler says is passed on in a line. */
Test(compiled, says_why_not, .init = use_home)
{
    struct compilation of;
    cr_expect_eq(compiled_law("model_made", "int no_end(", false, &of), NOT_COMPILED);
    cr_expect(*of.problem && !strchr(of.problem, '\n') && strstr(of.problem, "error"), "'%s'",
              of.problem);
}
