/* Finds the compiler and the cache, and runs the one for the other (compiled.h). */
#define _GNU_SOURCE /* pipe2, environ */
#include "properties/plugin/compiled.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/digest.h"
#include "tools/base/memory.h"
#include "tools/base/subprocess.h"

/* s; a law takes half of one */
static const double COMPILE_TIMEOUT = 60;

#define FLAGS "-std=c11", "-O2", "-ffp-contract=off", "-fPIC", "-shared", "-w"
static const char *const flags[] = { FLAGS };
static const char *const compilers[] = { "cc", "gcc", "clang" };

/* A run of a program: its arguments, and what it prints. */
struct run {
    const char *const *arguments;
    char *said;
    size_t size;
    bool succeeded;
};

/* Starts a program whose output goes to `out`. Returns its process, or -1. */
static pid_t spawn(const char *const arguments[], int out)
{
    posix_spawn_file_actions_t actions;
    pid_t pid;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
    const bool started =
        posix_spawnp(&pid, arguments[0], &actions, NULL, (char *const *)arguments, environ) == 0;
    posix_spawn_file_actions_destroy(&actions);
    return started ? pid : -1;
}

/* Answers what the program prints, and a character for its status. */
static void start(void *context, size_t i, FILE *answer)
{
    const struct run *run = context;
    int ends[2], status = -1;
    char said[COMPILED_TEXT];
    ssize_t n;
    (void)i;
    if (pipe2(ends, O_CLOEXEC) != 0)
        return;
    const pid_t pid = spawn(run->arguments, ends[1]);
    close(ends[1]);
    while ((n = read(ends[0], said, sizeof said)) > 0)
        fwrite(said, 1, (size_t)n, answer);
    if (pid > 0)
        waitpid(pid, &status, 0);
    fputc(status == 0 ? '0' : '1', answer);
}

/* Behind what the program prints stand its status and the end of a line. */
static void hear(void *context, size_t i, FILE *answer, const char *failure)
{
    struct run *run = context;
    (void)i;
    size_t n = answer ? fread(run->said, 1, run->size - 1, answer) : 0;
    n -= n > 0 && run->said[n - 1] == '\n';
    run->succeeded = n > 0 && run->said[n - 1] == '0';
    run->said[n > 0 ? n - 1 : 0] = '\0';
    if (!answer)
        snprintf(run->said, run->size, "%s", failure);
}

static bool succeeds(const char *const arguments[], char said[], size_t size)
{
    struct run run = { arguments, said, size, false };
    const struct subprocess_work work = {
        .n = 1, .jobs = 1, .timeout = COMPILE_TIMEOUT, .work = start, .take = hear, .context = &run
    };
    subprocess_map(&work);
    return run.succeeded;
}

/* Returns the first compiler there is, or NULL; `version` is what it says of itself. */
static const char *find_compiler(char version[], size_t size)
{
    for (size_t i = 0; i < sizeof compilers / sizeof *compilers; i++) {
        const char *const arguments[] = { compilers[i], "--version", NULL };
        if (succeeds(arguments, version, size))
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

/* Finds a folder that stays, or makes one that is removed. Returns false when there is neither. */
static bool find_folder(char folder[COMPILED_PATH], char temporary[COMPILED_PATH])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME"), *tmp = getenv("TMPDIR");
    temporary[0] = '\0';
    if (cache && cache[0] == '/') {
        mkdir(cache, S_IRWXU);
        if (snprintf(folder, COMPILED_PATH, "%s/bristle", cache) < COMPILED_PATH &&
            own_folder(folder))
            return true;
    } else if (home && home[0] == '/') {
        snprintf(folder, COMPILED_PATH, "%s/.cache", home);
        mkdir(folder, S_IRWXU);
        if (snprintf(folder, COMPILED_PATH, "%s/.cache/bristle", home) < COMPILED_PATH &&
            own_folder(folder))
            return true;
    }
    if (snprintf(temporary, COMPILED_PATH, "%s/bristle-XXXXXX", tmp && *tmp ? tmp : "/tmp") >=
            COMPILED_PATH ||
        !mkdtemp(temporary))
        return false;
    memcpy(folder, temporary, COMPILED_PATH);
    return true;
}

static bool write_source(const char *path, const char *name, const char *source)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fprintf(file, "#define LAW %s\n%s\n%s", name, (const char *)compiled_prelude, source);
    return fclose(file) == 0;
}

/* The first line with an error, or the first. */
static void first_error(const char *said, char problem[COMPILED_TEXT])
{
    const char *at = strstr(said, "error:");
    at = at ? at : said;
    snprintf(problem, COMPILED_TEXT, "%.*s", (int)strcspn(at, "\n"), at);
}

static bool compile(const char *compiler, const char *name, const char *source,
                    struct compilation *made)
{
    char c[COMPILED_PATH + 32], so[COMPILED_PATH + 32], said[COMPILED_TEXT * 4] = "";
    snprintf(c, sizeof c, "%s.%ld.c", made->path, (long)getpid());
    snprintf(so, sizeof so, "%s.%ld.so", made->path, (long)getpid());
    const char *const arguments[] = { compiler, FLAGS, "-o", so, c, "-lm", NULL };
    bool is_made = false;
    if (!write_source(c, name, source))
        snprintf(made->problem, sizeof made->problem, "cannot write %.900s", c);
    else if (!succeeds(arguments, said, sizeof said))
        first_error(said, made->problem);
    else if (rename(so, made->path) != 0)
        snprintf(made->problem, sizeof made->problem, "cannot write %.900s", made->path);
    else
        is_made = true;
    unlink(c);
    unlink(so);
    return is_made;
}

enum compiled compiled_law(const char *name, const char *source, struct compilation *made)
{
    char version[COMPILED_TEXT], folder[COMPILED_PATH], digest[DIGEST_TEXT];
    const char *texts[sizeof flags / sizeof *flags + 5];
    size_t n = 0;
    made->problem[0] = made->temporary[0] = '\0';
    const char *compiler = find_compiler(version, sizeof version);
    if (!compiler)
        return NO_COMPILER;
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++)
        texts[n++] = flags[i];
    texts[n++] = compiler;
    texts[n++] = version;
    texts[n++] = name;
    texts[n++] = (const char *)compiled_prelude;
    texts[n++] = source;
    digest_texts(digest, texts, n);
    if (!find_folder(folder, made->temporary) ||
        snprintf(made->path, sizeof made->path, "%s/%.40s-%s.so", folder, name, digest) >=
            (int)sizeof made->path) {
        snprintf(made->problem, sizeof made->problem, "found no folder to compile in");
        return NOT_COMPILED;
    }
    if (access(made->path, R_OK) == 0 || compile(compiler, name, source, made))
        return COMPILED;
    compiled_remove(made);
    return NOT_COMPILED;
}

void compiled_remove(const struct compilation *made)
{
    if (made->temporary[0] == '\0')
        return;
    unlink(made->path);
    rmdir(made->temporary);
}
