/* What is compiled for an archive, and what is said, in one line, where that cannot be. */
#include "benchmarks/fmu/object.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/memory.h"
#include "tools/base/program.h"
#include "tools/testing/test_process.h"

static char good[] = "#include \"number.h\"\n"
                     "__attribute__((visibility(\"default\"))) int number(void);\n"
                     "int number(void) { return NUMBER + hidden(); }\n"
                     "int hidden(void) { return 2; }\n",
            header[] = "#define NUMBER 40\nint hidden(void);\n",
            bad[] = "#error there is no such law\nint wrong(void) { return nothing; }\n";

static char name_c[] = "sources/number.c", name_h[] = "number.h", bad_c[] = "bad.c";

/* Loads the bytes as an object. */
static void *loaded(const void *bytes, size_t size)
{
    char folder[3000];
    cr_assert(program_folder(folder, sizeof folder));
    char *path = memory_text("%s/number.so", folder);
    FILE *file = fopen(path, "wb");
    cr_assert(file && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
    void *handle = dlopen(path, RTLD_NOW);
    program_remove(folder);
    free(path);
    return handle;
}

/* It is what the sources say, all of it, without what they do not offer; and the same bytes again:
 * there is no folder's name in them. */
Test(object, is_the_same_each_time)
{
    const struct object_file files[] = { { name_c, good }, { name_h, header } };
    size_t size = 0, again = 0;
    char *bytes = object_of(files, 2, &size), *others = object_of(files, 2, &again);
    void *handle = loaded(bytes, size);
    cr_assert(handle, "it cannot be loaded");
    int (*number)(void) = NULL;
    *(void **)&number = dlsym(handle, "number");
    cr_assert(number);
    cr_expect_eq(number(), 42);
    cr_expect_null(dlsym(handle, "hidden"));
    dlclose(handle);
    cr_expect(size == again && memcmp(bytes, others, size) == 0);
    free(bytes);
    free(others);
}

/* The folder for new folders, and for a PATH. */
static char folder[3000];

static unsigned entries(void)
{
    unsigned n = 0;
    DIR *all = opendir(folder);
    cr_assert(all);
    for (const struct dirent *entry; (entry = readdir(all)) != NULL;)
        n += entry->d_name[0] != '.';
    closedir(all);
    return n;
}

struct task {
    struct object_file files[2];
    const char *path, *tmp; /* NULL: as they are */
};

static int compile(const void *context)
{
    const struct task *task = context;
    size_t size;
    if (task->path)
        setenv("PATH", task->path, 1);
    setenv("TMPDIR", task->tmp ? task->tmp : folder, 1);
    free(object_of(task->files, 2, &size));
    return 0;
}

/* Nothing is left behind, whatever comes of it. */
static void expect_failure(const struct task *task, const char *words)
{
    cr_assert(program_folder(folder, sizeof folder));
    const struct ended e = in_process(compile, task);
    expect_refused(&e, words);
    cr_expect_eq(entries(), 0, "a folder is left behind");
    program_remove(folder);
}

/* The compiler is named, with its first error and no more of what it says. */
Test(object, fails_in_one_line)
{
    const struct task ok = { { { name_c, good }, { name_h, header } }, NULL, NULL };
    cr_assert(program_folder(folder, sizeof folder));
    const struct ended e = in_process(compile, &ok);
    cr_expect(e.status == 0 && !*e.said && entries() == 0, "%s", e.said);
    program_remove(folder);
    expect_failure(&(struct task){ { { name_c, good }, { bad_c, bad } }, NULL, NULL },
                   "cannot export: cc: error: ");
    expect_failure(&(struct task){ { { bad_c, bad }, { name_h, header } }, NULL, NULL },
                   "there is no such law\n");
}

/* Without a compiler, or a place for files, there is no object. */
Test(object, needs_a_compiler_and_a_folder)
{
    expect_failure(&(struct task){ { { name_c, good }, { name_h, header } }, "/nonexistent", NULL },
                   "cannot export: none of cc, gcc and clang is on the PATH: apt-get install gcc");
    expect_failure(&(struct task){ { { name_c, good }, { name_h, header } }, NULL, "/nonexistent" },
                   "cannot export: no folder can be made in TMPDIR, or /tmp");
    char under_a_file[] = "number.h/number.c";
    expect_failure(&(struct task){ { { name_h, header }, { under_a_file, good } }, NULL, NULL },
                   "number.h/number.c: cannot be written");
}
