/* Finds the compiler and the cache, and runs the one for the other (compiled.h). */
#include "properties/plugin/compiled.h"

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "tools/base/digest.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* s; a law takes half of one */
static const double COMPILE_TIMEOUT = 60;

#define FLAGS "-std=c11", "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-w"
static const char *const flags[] = { FLAGS };
static const char *const compilers[] = { "cc", "gcc", "clang" };

enum { SEAL = DIGEST_TEXT - 1 };

/* What is to be compiled, and with what. */
struct task {
    const char *compiler, *name, *source;
    bool is_single;
    char key[DIGEST_TEXT];
};

const char *compiled_by(char version[], size_t size)
{
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
        const char *const arguments[] = { compilers[i], "--version", NULL };
        if (program_succeeds(arguments, COMPILE_TIMEOUT, version, size))
            return compilers[i];
    }
    return NULL;
}

/* Makes a folder, and returns true when it is the user's own, where nobody else writes. */
static bool own_folder(const char *path)
{
    struct stat is;
    mkdir(path, S_IRWXU);
    return lstat(path, &is) == 0 && S_ISDIR(is.st_mode) && is.st_uid == geteuid() &&
           (is.st_mode & (S_IWGRP | S_IWOTH)) == 0 && access(path, W_OK | X_OK) == 0;
}

/* Finds the user's folder. Returns false when there is none to write to. */
static bool find_cache(char folder[COMPILED_PATH])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (cache && cache[0] == '/') {
        mkdir(cache, S_IRWXU);
        return snprintf(folder, COMPILED_PATH, "%s/bristle", cache) < COMPILED_PATH &&
               own_folder(folder);
    }
    if (!home || home[0] != '/' ||
        snprintf(folder, COMPILED_PATH, "%s/.cache/bristle", home) >= COMPILED_PATH)
        return false;
    char *end = strrchr(folder, '/');
    *end = '\0';
    mkdir(folder, S_IRWXU);
    *end = '/';
    return own_folder(folder);
}

/* The line that decides the precision. */
static const char *precision(bool is_single) { return is_single ? "#define REAL_F32\n" : ""; }

static bool write_source(const char *path, const struct task *task)
{
    char *text = memory_text("%s#define LAW %s\n%s\n%s", precision(task->is_single), task->name,
                             (const char *)compiled_prelude, task->source);
    const bool is_written = program_write(path, text);
    free(text);
    return is_written;
}

/* An object ends in a seal: the digest of what is before it, and of its name by content. What is
 * cut off, changed, or was made for another name does not have it. */
static bool seal_of(FILE *file, long n, const char *key, char seal[DIGEST_TEXT])
{
    char *content = memory_array((size_t)n + 1, 1);
    char inside[DIGEST_TEXT];
    const bool is_read =
        fseek(file, 0, SEEK_SET) == 0 && fread(content, 1, (size_t)n, file) == (size_t)n;
    digest_bytes(inside, content, (size_t)n);
    digest_texts(seal, (const char *const[]){ key, inside }, 2);
    free(content);
    return is_read;
}

static long length_of(FILE *file) { return fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1; }

static bool set_seal(const char *path, const char *key)
{
    char seal[DIGEST_TEXT];
    FILE *file = fopen(path, "r+");
    if (!file)
        return false;
    const long n = length_of(file);
    const bool is_set = n > 0 && seal_of(file, n, key, seal) && fseek(file, 0, SEEK_END) == 0 &&
                        fwrite(seal, 1, SEAL, file) == SEAL;
    return fclose(file) == 0 && is_set;
}

static bool has_seal(const char *path, const char *key)
{
    char seal[DIGEST_TEXT], found[SEAL];
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    const long n = length_of(file) - SEAL;
    const bool has = n > 0 && seal_of(file, n, key, seal) && fseek(file, n, SEEK_SET) == 0 &&
                     fread(found, 1, SEAL, file) == SEAL && memcmp(found, seal, SEAL) == 0;
    fclose(file);
    return has;
}

/* Removes what runs that were killed have left beside the object, long after the last could still
 * need it. */
static void remove_leftovers(const char *object)
{
    char pattern[COMPILED_PATH + 4];
    struct stat is;
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s.*", object);
    if (glob(pattern, GLOB_NOSORT, NULL, &found) != 0)
        return;
    for (size_t i = 0; i < found.gl_pathc; i++)
        if (stat(found.gl_pathv[i], &is) == 0 &&
            difftime(time(NULL), is.st_mtime) > 2 * COMPILE_TIMEOUT)
            unlink(found.gl_pathv[i]);
    globfree(&found);
}

/* Compiles to made->path, under another name first: others see a whole object or none. */
static bool compile(const struct task *task, struct compilation *made)
{
    char c[COMPILED_PATH + 32], so[COMPILED_PATH + 32], said[COMPILED_TEXT * 4] = "";
    int length;
    snprintf(c, sizeof c, "%s.%ld.c", made->path, (long)getpid());
    snprintf(so, sizeof so, "%s.%ld.so", made->path, (long)getpid());
    const char *const arguments[] = { task->compiler, FLAGS, "-o", so, c, "-lm", NULL };
    bool is_made = false;
    remove_leftovers(made->path);
    if (!write_source(c, task))
        snprintf(made->problem, sizeof made->problem, "cannot write %.900s", c);
    else if (!program_succeeds(arguments, COMPILE_TIMEOUT, said, sizeof said)) {
        const char *error = program_first_error(said, &length);
        snprintf(made->problem, sizeof made->problem, "%.*s", length,
                 length > 0 ? error : "the compiler ended without a word");
    } else if (!set_seal(so, task->key) || rename(so, made->path) != 0)
        snprintf(made->problem, sizeof made->problem, "cannot write %.900s", made->path);
    else
        is_made = true;
    unlink(c);
    unlink(so);
    return is_made;
}

static bool name_object(const char *folder, const struct task *task, struct compilation *made)
{
    return snprintf(made->path, sizeof made->path, "%s/%.40s-%s.so", folder, task->name,
                    task->key) < (int)sizeof made->path;
}

static bool in_cache(const struct task *task, struct compilation *made)
{
    char folder[COMPILED_PATH];
    return find_cache(folder) && name_object(folder, task, made) &&
           (has_seal(made->path, task->key) || compile(task, made));
}

static bool in_temporary(const struct task *task, struct compilation *made)
{
    if (!program_folder(made->temporary, sizeof made->temporary)) {
        made->temporary[0] = '\0';
        snprintf(made->problem, sizeof made->problem, "found no folder to compile in");
        return false;
    }
    return name_object(made->temporary, task, made) && compile(task, made);
}

enum compiled compiled_law(const char *name, const char *source, bool is_single,
                           struct compilation *made)
{
    char version[COMPILED_TEXT];
    struct task task = { .name = name, .source = source, .is_single = is_single };
    const char *texts[sizeof flags / sizeof *flags + 6];
    size_t n = 0;
    made->problem[0] = made->temporary[0] = '\0';
    if (!(task.compiler = compiled_by(version, sizeof version)))
        return NO_COMPILER;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        texts[n++] = flags[i];
    texts[n++] = precision(is_single);
    texts[n++] = task.compiler;
    texts[n++] = version;
    texts[n++] = name;
    texts[n++] = (const char *)compiled_prelude;
    texts[n++] = source;
    digest_texts(task.key, texts, n);
    if (in_cache(&task, made) || in_temporary(&task, made))
        return COMPILED;
    compiled_remove(made);
    return NOT_COMPILED;
}

void compiled_remove(const struct compilation *made)
{
    if (made->temporary[0] != '\0')
        program_remove(made->temporary);
}
