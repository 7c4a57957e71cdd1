/* Writes archives with libzip (archive.h). */
#include "benchmarks/fmu/archive.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* The first day that an archive can name, in its own notation: 1980-01-01, 0:00. */
enum { DAY = 1 << 5 | 1, TIME_OF_DAY = 0 };

/* An ordinary file that all may read, for Unix. */
static const zip_uint32_t MODE = UINT32_C(0100644) << 16;

_Noreturn static void fail(const struct archive *archive)
{
    cli_fail("the archive cannot be written: %s",
             archive->zip ? zip_strerror(archive->zip) : "out of memory");
}

void archive_open(struct archive *archive)
{
    *archive = (struct archive){ .bytes = zip_source_buffer_create(NULL, 0, 0, NULL) };
    if (archive->bytes)
        archive->zip = zip_open_from_source(archive->bytes, ZIP_TRUNCATE, NULL);
    if (!archive->zip)
        fail(archive);
    zip_source_keep(archive->bytes); /* closing the archive gives its own hold up */
}

void archive_add(struct archive *archive, const char *path, const void *bytes, size_t n)
{
    void *copy = memory_array(n + 1, 1);
    memcpy(copy, bytes, n);
    zip_source_t *source = zip_source_buffer(archive->zip, copy, n, 1);
    const zip_int64_t index =
        source ? zip_file_add(archive->zip, path, source, ZIP_FL_ENC_UTF_8) : -1;
    if (index < 0 ||
        zip_file_set_dostime(archive->zip, (zip_uint64_t)index, TIME_OF_DAY, DAY, 0) < 0 ||
        zip_file_set_external_attributes(archive->zip, (zip_uint64_t)index, 0, ZIP_OPSYS_UNIX,
                                         MODE) < 0)
        fail(archive);
}

void archive_write(struct archive *archive, FILE *file)
{
    zip_stat_t stat;
    char block[4096];
    zip_int64_t n = -1;
    if (zip_close(archive->zip) < 0)
        fail(archive);
    archive->zip = NULL;
    if (zip_source_stat(archive->bytes, &stat) < 0 || zip_source_open(archive->bytes) < 0)
        fail(archive);
    while ((n = zip_source_read(archive->bytes, block, sizeof block)) > 0)
        fwrite(block, 1, (size_t)n, file);
    if (n < 0)
        fail(archive);
    zip_source_close(archive->bytes);
    zip_source_free(archive->bytes);
}
