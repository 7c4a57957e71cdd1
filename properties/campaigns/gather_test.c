/* Slices are found in a file, in an archive, and by the events of a build, wherever they lie and
 * whatever their paths are: of each run and shard the last attempt. */
#include "properties/campaigns/gather.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <sys/stat.h>
#include <zip.h>

#include "tools/base/memory.h"
#include "tools/testing/test_process.h"

enum { SHARDS = 400, PATH = 512 };

/* A folder of the test's own, with characters that addresses do not have. */
static char folder[PATH];

static void make_folder(void)
{
    const char *temporary = getenv("TEST_TMPDIR");
    snprintf(folder, PATH, "%s/gather XXXXXX", temporary ? temporary : "/tmp");
    cr_assert(mkdtemp(folder));
    const size_t n = strlen(folder);
    snprintf(folder + n, PATH - n, "/100%% \xc3\xa9+#?");
    cr_assert_eq(mkdir(folder, 0700), 0);
}

static char *path_of(const char *name) { return memory_text("%s/%s", folder, name); }

/* The text of a slice of few claims. */
static char *slice_text(unsigned run, unsigned shard)
{
    struct memory_stream stream;
    struct slice slice = { .seed = 5, .trials = 7, .run = run, .shard = shard, .shards = SHARDS };
    slice_set_rows(&slice);
    slice_write(memory_open(&stream), &slice);
    slice_free(&slice);
    return memory_close(&stream);
}

static void write_file(const char *name, const char *text)
{
    char *path = path_of(name);
    FILE *file = fopen(path, "w");
    cr_assert(file, "%s", path);
    fputs(text, file);
    fclose(file);
    free(path);
}

/* Writes an archive with a log and, if there is one, a slice. */
static void write_archive(const char *name, const char *slice)
{
    char *path = path_of(name);
    zip_t *archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, NULL);
    cr_assert(archive, "%s", path);
    zip_file_add(archive, "test.log", zip_source_buffer(archive, "log", 3, 0), 0);
    if (slice)
        zip_file_add(archive, "slice.json", zip_source_buffer(archive, slice, strlen(slice), 0), 0);
    cr_assert_eq(zip_close(archive), 0);
    free(path);
}

/* Writes the event of an attempt, whose outputs lie in that archive. */
static void put_event(FILE *out, const char *label, unsigned run, unsigned shard, const char *name)
{
    char *path = path_of(name);
    fprintf(out,
            "{\"id\":{\"testResult\":{\"label\":\"%s\",\"run\":%u,\"shard\":%u}},\"testResult\":{"
            "\"testActionOutput\":[{\"name\":\"test.log\",\"uri\":\"file:///log\"},"
            "{\"name\":\"test.outputs__outputs.zip\",\"uri\":\"file://",
            label, run, shard);
    for (const char *c = path; *c; c++)
        fprintf(out, isalnum((unsigned char)*c) || *c == '/' ? "%c" : "%%%02X", (unsigned char)*c);
    fputs("\"}]}}\n", out);
    free(path);
}

static struct slices gathered(const char *name)
{
    struct slices slices = { NULL, 0 };
    char *path = path_of(name);
    slices_gather(&slices, path);
    free(path);
    return slices;
}

static bool has(const struct slices *slices, unsigned run, unsigned shard)
{
    for (size_t i = 0; i < slices->n; i++)
        if (slices->slices[i].run == run && slices->slices[i].shard == shard)
            return true;
    return false;
}

Test(gather, finds_a_slice_in_a_file_and_in_an_archive)
{
    make_folder();
    char *text = slice_text(3, 4);
    write_file("slice.json", text);
    write_archive("outputs.zip", text);
    free(text);
    for (int i = 0; i < 2; i++) {
        struct slices slices = gathered(i == 0 ? "slice.json" : "outputs.zip");
        cr_expect(slices.n == 1 && has(&slices, 3, 4), "%d: %zu slices", i, slices.n);
        slices_free(&slices);
    }
}

/* Two tests of two runs in two shards, each tried twice: first with the slice of another shard.
 * Other tests have no slice, other events no test. */
Test(gather, takes_the_last_attempt_of_each_test_run_and_shard)
{
    struct memory_stream stream;
    FILE *out = memory_open(&stream);
    make_folder();
    write_archive("none.zip", NULL);
    fputs("{\"id\":{\"started\":{}},\"started\":{}}\n", out);
    put_event(out, "//other:test", 1, 1, "none.zip");
    fputs("{\"id\":{\"testResult\":{\"label\":\"//"
          "other:log\",\"run\":1,\"shard\":1}},\"testResult\":{"
          "\"testActionOutput\":[{\"name\":\"test.log\",\"uri\":\"file:///log\"}]}}\n"
          "{\"id\":{\"testResult\":{\"run\":1}},\"testResult\":{}}\n",
          out);
    for (unsigned attempt = 0; attempt < 2; attempt++)
        for (unsigned k = 0; k < 8; k++) {
            char name[32];
            char *text = slice_text(k / 2 + 1, k % 2 + (attempt == 0 ? 10 : 0));
            snprintf(name, sizeof name, "%u of %u.zip", k, attempt);
            write_archive(name, text);
            put_event(out, k < 4 ? "//a:test" : "//b:test", k / 2 % 2 + 1, k % 2 + 1, name);
            free(text);
        }
    char *events = memory_close(&stream);
    write_file("events.json", events);
    free(events);
    struct slices slices = gathered("events.json");
    cr_expect_eq(slices.n, 8, "%zu slices", slices.n);
    for (unsigned k = 0; k < 8; k++)
        cr_expect(has(&slices, k / 2 + 1, k % 2), "slice %u", k);
    slices_free(&slices);
}

static int gather(const void *name)
{
    struct slices slices = gathered(name);
    slices_free(&slices);
    return 0;
}

/* What cannot be read is refused by its name. */
Test(gather, refuses_what_has_no_slice)
{
    static const struct {
        const char *name, *text, *words;
    } cases[] = {
        { "missing.json", NULL, "cannot read '" },
        { "text.zip", "no archive", "text.zip: cannot be read as a zip archive" },
        { "empty.zip", NULL, "empty.zip: has no slice.json" },
        { "broken.json", "{\"id\":{}}\n{\"id\"\n", "broken.json: line 2 is not JSON" },
        { "nothing.json", "{\"id\":{}}\n{\"id\":{}}\n",
          "nothing.json: no test of that build left a slice" },
        { "remote.json",
          "{\"id\":{\"testResult\":{\"label\":\"//a:b\",\"run\":2,\"shard\":3}},\"testResult\":{"
          "\"testActionOutput\":[{\"name\":\"test.outputs__outputs.zip\",\"uri\":"
          "\"bytestream://far/away\"}]}}\n",
          "remote.json: the outputs of //a:b run 2 shard 3 are not on this machine" },
        { "once.json", /* no run, no shard */
          "{\"id\":{\"testResult\":{\"label\":\"//a:b\"}},\"testResult\":{"
          "\"testActionOutput\":[{\"name\":\"test.outputs__outputs.zip\",\"uri\":"
          "\"bytestream://far/away\"}]}}\n",
          "once.json: the outputs of //a:b run 0 shard 0 are not on this machine" },
        { "wrong.json", "{\"format\": \"slice-1\"}\n", "wrong.json: \"" },
    };
    make_folder();
    write_archive("empty.zip", NULL);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (cases[i].text)
            write_file(cases[i].name, cases[i].text);
        const struct ended e = in_process(gather, cases[i].name);
        expect_refused(&e, cases[i].words);
    }
}
