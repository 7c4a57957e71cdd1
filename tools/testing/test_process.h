/* What code prints, and how it ends, in a process of its own: it may exit or crash. */
#ifndef BRISTLE_TOOLS_TESTING_TEST_PROCESS_H
#define BRISTLE_TOOLS_TESTING_TEST_PROCESS_H

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* What a process has come to. */
struct ended {
    int status;                  /* of its exit; -1: a signal ended it */
    char out[16384], said[4096]; /* its standard output and error, which fit */
};

#ifdef __SANITIZE_ADDRESS__
/* A child looks for no leaks: what the sanitizer says of threads that it has not would stand in its
 * output. */
__attribute__((weak)) int test_process_is_child;
int __lsan_is_turned_off(void);
__attribute__((weak)) int __lsan_is_turned_off(void) { return test_process_is_child; }
#endif

static inline void take_output(FILE *file, char text[], size_t size)
{
    rewind(file);
    const size_t n = fread(text, 1, size, file);
    cr_assert_lt(n, size, "more output than a test has room for");
    text[n] = '\0';
    fclose(file);
}

/* Runs work(context) in a process of its own, which exits with what it returns. Files hold more
 * than a pipe does before somebody reads it. */
static inline struct ended in_process(int (*work)(const void *context), const void *context)
{
    struct ended e;
    int status = 0;
    FILE *out = tmpfile(), *said = tmpfile();
    cr_assert(out && said);
    fflush(NULL);
    const pid_t child = fork();
    cr_assert_geq(child, 0);
    if (child == 0) {
#ifdef __SANITIZE_ADDRESS__
        test_process_is_child = 1;
#endif
        dup2(fileno(out), STDOUT_FILENO);
        dup2(fileno(said), STDERR_FILENO);
        const int result = work(context);
        fflush(NULL);
        _exit(result);
    }
    cr_assert_eq(waitpid(child, &status, 0), child);
    e.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    take_output(out, e.out, sizeof e.out);
    take_output(said, e.said, sizeof e.said);
    return e;
}

/* Expects that it has refused something: exit 2, and one line with these words. */
static inline void expect_refused(const struct ended *e, const char *words)
{
    const char *end = strchr(e->said, '\n');
    cr_expect_eq(e->status, 2, "exit %d, not a refusal: '%s'", e->status, words);
    cr_expect(end && !end[1], "not one line: '%s'", e->said);
    cr_expect(strstr(e->said, words), "'%s', not '%s'", e->said, words);
}

#endif
