/* Fuzzes descriptions of units, and which of their variables are a law's. */
#include <stdlib.h>

#include "properties/fmu/description.h"
#include "properties/fmu/mapping.h"
#include "properties/fuzz/fuzz.h"
#include "tools/base/memory.h"
#include "tools/base/program.h"

static void check(const struct fmu_description *d)
{
    static const char *const maps[] = { NULL, "v=v,F=F", "N=v,F=" };
    struct fmu_mapping m;
    fuzz_demand(d->version == 2 || d->version == 3, "a version that is none");
    fuzz_demand(d->exchange || d->steps, "of no kind");
    for (size_t i = 0; i < d->n_states; i++)
        fuzz_demand(d->states[i] < d->n && d->rates[i] < d->n, "a state that is no variable");
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        char problem[FMU_PROBLEM] = "";
        if (!fmu_map(d, maps[i], &m, problem)) {
            fuzz_demand_line(problem);
            continue;
        }
        fuzz_demand(m.velocity < d->n && m.force < d->n, "a role without a variable");
        for (unsigned k = 0; k < m.n_parameters; k++)
            fuzz_demand(m.parameters[k] < d->n, "a parameter that is no variable");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[4000], problem[FMU_PROBLEM] = "", *text = fuzz_text(data, size);
    struct fmu_description d;
    fuzz_demand(program_folder(folder, sizeof folder), "no folder");
    char *path = memory_text("%s/modelDescription.xml", folder);
    fuzz_demand(program_write(path, text), "no file");
    if (description_read(folder, &d, problem))
        check(&d);
    else
        fuzz_demand_line(problem);
    description_free(&d);
    program_remove(folder);
    free(path);
    free(text);
    return 0;
}
