/* Programs that end well, badly, late or not at all; folders and files made for them. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/cli.h"
#include "tools/base/digest.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

static bool shell(const char *script, double timeout, char said[], size_t size)
{
    const char *const arguments[] = { "sh", "-c", script, NULL };
    return program_succeeds(arguments, timeout, said, size);
}

Test(program, says_what_it_says)
{
    char said[64], little[6];
    cr_expect(shell("echo out; echo err >&2", 10, said, sizeof said));
    cr_expect_str_eq(said, "out\nerr\n");
    cr_expect(shell("echo out; exit 0", 10, little, sizeof little));
    cr_expect_str_eq(little, "out\n");
    cr_expect(shell("printf 123456789", 10, little, sizeof little));
    cr_expect_str_eq(little, "12345");
    cr_expect(shell(":", 10, said, sizeof said));
    cr_expect_str_eq(said, "");
}

Test(program, fails)
{
    char said[128];
    const char *const missing[] = { "no-such-program", NULL };
    cr_expect_not(shell("echo no; exit 3", 10, said, sizeof said));
    cr_expect_str_eq(said, "no\n");
    cr_expect_not(shell("kill -9 $$", 10, said, sizeof said));
    cr_expect_not(program_succeeds(missing, 10, said, sizeof said));
    cr_expect_not(shell("exec sleep 60", 0.2, said, sizeof said));
    cr_expect(strstr(said, "took longer"), "%s", said);
}

static void expect_error(const char *said, const char *error)
{
    int n;
    const char *at = program_first_error(said, &n);
    cr_expect(strlen(error) == (size_t)n && strncmp(at, error, (size_t)n) == 0, "%.*s", n, at);
}

Test(program, first_error_is_a_line)
{
    expect_error("a.c: In f:\na.c:1: error: no x\n  x\n", "error: no x");
    expect_error("undefined y\ncollect2: error: ld returned 1 exit status\n", "undefined y");
    expect_error("killed", "killed");
    expect_error("", "");
}

Test(program, folders_come_and_go)
{
    static const struct program_file files[] = {
        { "a/b/c.h", (const unsigned char *)"one\n" },
        { "d.h", (const unsigned char *)"two\n" },
        { NULL, NULL },
    };
    char folder[256], path[300];
    struct stat is;
    cr_assert(program_folder(folder, sizeof folder));
    cr_assert(program_lay_out(folder, files));
    snprintf(path, sizeof path, "%s/a/b/c.h", folder);
    char *text = cli_read(path);
    cr_expect_str_eq(text, "one\n");
    free(text);
    snprintf(path, sizeof path, "%s/d.h/e.h", folder); /* a file is no folder */
    cr_expect_not(program_write(path, "three"));
    cr_expect_not(program_write("/dev/full", "more than there is room for"));
    program_remove(folder);
    cr_expect_neq(stat(folder, &is), 0);
    cr_expect_not(program_folder(folder, 4));
    setenv("TMPDIR", "/no/such/folder", 1);
    cr_expect_not(program_folder(folder, sizeof folder));
}

/* SHA-256 of "abc", FIPS 180-2, B.1. */
Test(program, digest_of_bytes)
{
    char hex[DIGEST_TEXT];
    digest_bytes(hex, "abc", 3);
    cr_expect_str_eq(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}
