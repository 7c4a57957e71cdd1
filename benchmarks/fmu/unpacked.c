/* Unpacks archives with libzip (unpacked.h). */
#include "benchmarks/fmu/unpacked.h"

#include <stdio.h>
#include <stdlib.h>
#include <zip.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

/* Returns the bytes of a file in the archive, to be freed. */
static char *read_entry(zip_t *zip, const char *archive, zip_uint64_t i, zip_stat_t *stat)
{
    zip_file_t *file = zip_stat_index(zip, i, 0, stat) == 0 ? zip_fopen_index(zip, i, 0) : NULL;
    char *bytes = memory_array(file ? stat->size + 1 : 1, 1);
    if (!file || zip_fread(file, bytes, stat->size) != (zip_int64_t)stat->size)
        cli_fail("%s: file %d of it cannot be read", archive, (int)i);
    zip_fclose(file);
    return bytes;
}

void unpack(const char *archive, const char *folder)
{
    int code = 0;
    zip_t *zip = zip_open(archive, ZIP_RDONLY, &code);
    if (!zip)
        cli_fail("%s: cannot be read as a zip archive", archive);
    for (zip_int64_t i = 0; i < zip_get_num_entries(zip, 0); i++) {
        zip_stat_t stat;
        char *bytes = read_entry(zip, archive, (zip_uint64_t)i, &stat);
        char *path = memory_text("%s/%s", folder, stat.name);
        FILE *out = program_write(path, "") ? fopen(path, "wb") : NULL;
        if (!out || fwrite(bytes, 1, stat.size, out) != stat.size || fclose(out) != 0)
            cli_fail("%s: cannot be written", path);
        free(path);
        free(bytes);
    }
    zip_discard(zip);
}
