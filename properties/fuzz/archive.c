/* Fuzzes archives of units. What is unpacked is what is needed, and no more than is allowed. */
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "properties/fmu/unpack.h"
#include "properties/fuzz/fuzz.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

static int check(const char *path, const struct stat *status, int kind)
{
    (void)path;
    fuzz_demand(kind == FTW_F || kind == FTW_D, "neither a file nor a folder");
    fuzz_demand(kind == FTW_D || status->st_size <= UNPACK_BYTES, "too large a file");
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[4000], problem[FMU_PROBLEM] = "";
    fuzz_demand(program_folder(folder, sizeof folder), "no folder");
    char *archive = memory_text("%s/a.fmu", folder), *out = memory_text("%s/out", folder);
    FILE *file = fopen(archive, "wb");
    fuzz_demand(file && fwrite(data, 1, size, file) == size && fclose(file) == 0, "no file");
    fuzz_demand(mkdir(out, S_IRWXU) == 0, "no folder");
    if (!unpack(archive, out, problem))
        fuzz_demand_line(problem);
    ftw(out, check, 8);
    program_remove(folder);
    free(archive);
    free(out);
    return 0;
}
