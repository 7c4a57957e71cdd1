/* Archives from outside: what is needed is unpacked byte by byte, and what would do harm is refused
 * in one line, with nothing outside the folder. */
#include "properties/fmu/unpack.h"

#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* An archive in the making, and a folder to unpack it to. */
struct trial {
    char folder[4000], archive[4096], out[4096];
    zip_t *zip;
};

static void begin(struct trial *t)
{
    int code = 0;
    cr_assert(program_folder(t->folder, sizeof t->folder));
    snprintf(t->archive, sizeof t->archive, "%s/a.fmu", t->folder);
    snprintf(t->out, sizeof t->out, "%s/out", t->folder);
    cr_assert_eq(mkdir(t->out, S_IRWXU), 0);
    t->zip = zip_open(t->archive, ZIP_CREATE, &code);
    cr_assert(t->zip);
}

static zip_uint64_t add(struct trial *t, const char *path, const char *text)
{
    const zip_int64_t i =
        zip_file_add(t->zip, path, zip_source_buffer(t->zip, text, strlen(text), 0), 0);
    cr_assert_geq(i, 0, "%s: %s", path, zip_strerror(t->zip));
    return (zip_uint64_t)i;
}

/* Unpacks what has been added. Returns false where it is refused, which is said in one line. */
static bool unpacked(struct trial *t, char problem[FMU_PROBLEM])
{
    *problem = '\0';
    if (t->zip)
        cr_assert_eq(zip_close(t->zip), 0);
    const bool is_unpacked = unpack(t->archive, t->out, problem);
    cr_assert_eq(is_unpacked, *problem == '\0');
    cr_assert_null(strchr(problem, '\n'));
    return is_unpacked;
}

static void expect_refused(struct trial *t, const char *word)
{
    char problem[FMU_PROBLEM];
    cr_assert_not(unpacked(t, problem), "%s", word);
    cr_assert(strstr(problem, word), "'%s' does not say '%s'", problem, word);
    program_remove(t->folder);
}

Test(unpack, what_is_needed)
{
    struct trial t;
    char problem[FMU_PROBLEM];
    begin(&t);
    add(&t, "modelDescription.xml", "<a/>");
    add(&t, "binaries/linux64/a.so", "binary");
    add(&t, "resources/deep/er/b..c", "text");
    add(&t, "sources/a.c", "int a;");
    cr_assert(unpacked(&t, problem), "%s", problem);
    static const char *const paths[] = { "modelDescription.xml", "binaries/linux64/a.so",
                                         "resources/deep/er/b..c" };
    static const char *const texts[] = { "<a/>", "binary", "text" };
    for (int i = 0; i < 3; i++) {
        char *path = memory_text("%s/%s", t.out, paths[i]), *text = cli_read(path);
        cr_assert_str_eq(text, texts[i]);
        free(text);
        free(path);
    }
    char *left_out = memory_text("%s/sources/a.c", t.out);
    cr_assert_neq(access(left_out, F_OK), 0);
    free(left_out);
    program_remove(t.folder);
}

/* Binaries of Linux by either standard, resources and texts of laws are needed, and no more. */
Test(unpack, nothing_else)
{
    static const struct {
        const char *path;
        bool is_needed;
    } files[] = {
        { "binaries/linux64/a.so", true },
        { "binaries/x86_64-linux/a.so", true },
        { "binaries/linux32/a.so", false },
        { "binaries/win64/a.dll", false },
        { "binaries/a.so", false },
        { "resources/..a", true },
        { "resource", false },
        { "documentation/a.mo", true },
        { "documentation/a.html", false },
        { "documentation/deep/a.mo", false },
        { "more/documentation/a.mo", false },
        { "modelDescription.xml.txt", false },
        { "model.png", false },
        { "a.mo", false },
    };
    enum { FILES = sizeof files / sizeof *files };
    struct trial t;
    char problem[FMU_PROBLEM];
    begin(&t);
    for (int i = 0; i < FILES; i++)
        add(&t, files[i].path, "text");
    cr_assert_geq(zip_dir_add(t.zip, "resources/empty", 0), 0);
    cr_assert(unpacked(&t, problem), "%s", problem);
    for (int i = 0; i < FILES; i++) {
        char *path = memory_text("%s/%s", t.out, files[i].path);
        cr_expect_eq(access(path, F_OK) == 0, files[i].is_needed, "%s", path);
        free(path);
    }
    program_remove(t.folder);
}

Test(unpack, paths_that_leave_the_folder)
{
    static const char *const paths[] = { "../resources/x",       "resources/../../x", "/tmp/x",
                                         "resources/..",         "resources\\x",      "..",
                                         "binaries/linux64/../x" };
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct trial t;
        begin(&t);
        add(&t, "modelDescription.xml", "<a/>");
        add(&t, paths[i], "text");
        expect_refused(&t, "expected paths below the archive");
    }
}

Test(unpack, links_and_devices)
{
    static const zip_uint32_t modes[] = { 0120777, 0020666, 0010666 };
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++) {
        struct trial t;
        begin(&t);
        const zip_uint64_t at = add(&t, "resources/link", "/etc/passwd");
        zip_file_set_external_attributes(t.zip, at, 0, ZIP_OPSYS_UNIX, modes[i] << 16);
        expect_refused(&t, "a link or a device");
    }
}

/* Files and folders of Unix, and what has no mode, are welcome; other systems have modes of their
 * own. */
Test(unpack, ordinary_modes)
{
    static const zip_uint32_t modes[] = { 0100644, 0100755, 0000644, 0040755 };
    for (size_t i = 0; i <= sizeof modes / sizeof *modes; i++) {
        struct trial t;
        char problem[FMU_PROBLEM];
        begin(&t);
        const bool is_unix = i < sizeof modes / sizeof *modes;
        const zip_uint64_t at = add(&t, "resources/a", "text");
        zip_file_set_external_attributes(t.zip, at, 0, is_unix ? ZIP_OPSYS_UNIX : ZIP_OPSYS_DOS,
                                         (is_unix ? modes[i] : 0120777) << 16);
        cr_expect(unpacked(&t, problem), "%s", problem);
        program_remove(t.folder);
    }
}

/* Other control characters than those of lines libzip takes for pictures of an old code page. */
Test(unpack, paths_that_cannot_be_shown)
{
    struct trial t;
    begin(&t);
    add(&t, "resources/a\n", "text");
    expect_refused(&t, "a path with control characters");
}

static void add_files(struct trial *t, int n)
{
    begin(t);
    for (int i = 0; i < n; i++) {
        char *path = memory_text("sources/%d", i);
        add(t, path, "");
        free(path);
    }
}

Test(unpack, too_many_files)
{
    struct trial t;
    char problem[FMU_PROBLEM];
    add_files(&t, UNPACK_FILES + 1);
    expect_refused(&t, "holds 2001 files, expected at most 2000");
    add_files(&t, UNPACK_FILES);
    cr_expect(unpacked(&t, problem), "%s", problem);
    program_remove(t.folder);
}

/* Writes a size into the archive's directory and before each of n files, as an attacker does. */
static void claim_size(const struct trial *t, int n_files, uint32_t size)
{
    FILE *file = fopen(t->archive, "r+b");
    unsigned char bytes[4096];
    cr_assert(file);
    const size_t n = fread(bytes, 1, sizeof bytes, file);
    int found = 0;
    for (size_t i = 0; i + 46 < n; i++) {
        const bool is_local = memcmp(bytes + i, "PK\3\4", 4) == 0;
        const bool is_central = memcmp(bytes + i, "PK\1\2", 4) == 0;
        for (size_t k = 0; (is_local || is_central) && k < 4; k++)
            bytes[i + (is_local ? 22 : 24) + k] = (unsigned char)(size >> 8 * k);
        found += is_local || is_central;
    }
    cr_assert_eq(found, 2 * n_files);
    rewind(file);
    cr_assert_eq(fwrite(bytes, 1, n, file), n);
    cr_assert_eq(fclose(file), 0);
}

/* One file of zeros, which is small in the archive. */
static void add_zeros(struct trial *t, size_t n)
{
    void *zeros = memory_array(n, 1);
    cr_assert_geq(
        zip_file_add(t->zip, "resources/zeros", zip_source_buffer(t->zip, zeros, n, 1), 0), 0);
    cr_assert_eq(zip_close(t->zip), 0);
    t->zip = NULL;
}

/* A file of many blocks is there, all of it. */
Test(unpack, large_files)
{
    enum { SIZE = 3 * 65536 + 17 };
    struct trial t;
    char problem[FMU_PROBLEM];
    begin(&t);
    char *text = memory_array(SIZE + 1, 1);
    for (int i = 0; i < SIZE; i++)
        text[i] = (char)('a' + i % 23);
    add(&t, "resources/large", text);
    cr_assert(unpacked(&t, problem), "%s", problem);
    char *path = memory_text("%s/resources/large", t.out), *read = cli_read(path);
    cr_expect_str_eq(read, text);
    free(read);
    free(path);
    free(text);
    program_remove(t.folder);
}

Test(unpack, declared_to_explode)
{
    struct trial t;
    begin(&t);
    add_zeros(&t, 100000);
    claim_size(&t, 1, UNPACK_BYTES + 1u);
    expect_refused(&t, "more than 512 MiB");
}

/* All files together, of which none is needed, have an end, too. */
Test(unpack, declared_to_explode_together)
{
    for (uint32_t more = 0; more < 2; more++) {
        struct trial t;
        char problem[FMU_PROBLEM];
        begin(&t);
        add(&t, "sources/a", "one");
        add(&t, "sources/b", "two");
        cr_assert_eq(zip_close(t.zip), 0);
        t.zip = NULL;
        claim_size(&t, 2, UNPACK_BYTES / 2 + more);
        cr_expect_eq(unpacked(&t, problem), more == 0, "%s", problem);
        cr_expect(more == 0 || strstr(problem, "more than 512 MiB"), "%s", problem);
        program_remove(t.folder);
    }
}

/* A file that has less than it says is not all there. */
Test(unpack, less_than_is_declared)
{
    struct trial t;
    begin(&t);
    add(&t, "resources/a", "text");
    cr_assert_eq(zip_close(t.zip), 0);
    t.zip = NULL;
    claim_size(&t, 1, 5);
    expect_refused(&t, "is a damaged archive: 'resources/a' cannot be read");
}

Test(unpack, explodes_beyond_what_is_declared)
{
    struct trial t;
    struct stat status;
    char problem[FMU_PROBLEM];
    begin(&t);
    add_zeros(&t, 1 << 20);
    claim_size(&t, 1, 10);
    cr_assert_not(unpacked(&t, problem));
    char *path = memory_text("%s/resources/zeros", t.out);
    cr_assert(stat(path, &status) != 0 || status.st_size <= 10);
    free(path);
    program_remove(t.folder);
}

Test(unpack, twice_the_same_path)
{
    struct trial t;
    FILE *file;
    char bytes[4096];
    begin(&t);
    add(&t, "resources/a", "one");
    add(&t, "resources/b", "two");
    cr_assert_eq(zip_close(t.zip), 0);
    t.zip = NULL;
    cr_assert((file = fopen(t.archive, "r+b")));
    const size_t n = fread(bytes, 1, sizeof bytes, file);
    for (size_t i = 0; i + 11 <= n; i++)
        if (memcmp(bytes + i, "resources/b", 11) == 0)
            bytes[i + 10] = 'a';
    rewind(file);
    cr_assert_eq(fwrite(bytes, 1, n, file), n);
    cr_assert_eq(fclose(file), 0);
    expect_refused(&t, "resources/a");
}

Test(unpack, what_is_no_archive)
{
    struct trial t;
    begin(&t);
    zip_discard(t.zip);
    t.zip = NULL;
    cr_assert(program_write(t.archive, "no archive"));
    expect_refused(&t, "a zip archive");
}
