/* Each function in each phase of a unit: well where the standard allows it, else an error, after
 * which the unit is in a fault and can be reset. */
#include <criterion/criterion.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "benchmarks/fmu/orders.h"
#include "benchmarks/fmu/unpacked.h"
#include "models/model.h"
#include "properties/fmu/calls.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"

enum { ERROR = 3, TOKEN = 64 };

/* A unit that has been unpacked and loaded. */
struct loaded {
    struct fmu_object object;
    const struct order *orders;
    char token[TOKEN];
};

#define ASK(function, ...) l->object.call->function(&l->object, __VA_ARGS__)

static void load(struct loaded *l, const char *law, int version)
{
    const char *end = version == 2 ? "" : "_fmi3",
               *attribute = version == 2 ? " guid=\"" : "Token=\"";
    char *archive = memory_text("models/%s%s.fmu", law, end);
    char *folder = memory_text("%s/%s_%d_%d", getenv("TEST_TMPDIR"), law, version, (int)getpid());
    char *binary =
        memory_text("%s/binaries/%s/%s.so", folder, version == 2 ? "linux64" : "x86_64-linux", law);
    char *path = memory_text("%s/modelDescription.xml", folder);
    unpack(archive, folder);
    char *description = cli_read(path);
    const char *at = strstr(description, attribute);
    cr_assert(at && sscanf(at + strlen(attribute), "%60[^\"]", l->token) == 1);
    void *handle = dlopen(binary, RTLD_NOW | RTLD_LOCAL);
    cr_assert(handle, "%s", dlerror());
    cr_assert_null(fmu_object_of(&l->object, handle, version, true, true));
    const struct model *m = PREC(model_find)(law);
    l->orders = (version == 2 ? orders_2 : orders_3)(handle, m->n_states,
                                                     m->n_guards + (m->stiction ? 2 : 0));
    cr_assert(l->orders);
    free(description);
    free(path);
    free(binary);
    free(folder);
    free(archive);
}

/* Returns a unit in that phase. */
static void *unit_in(struct loaded *l, bool steps, unsigned phase)
{
    struct fmu_event event;
    void *unit = ASK(open, l->token, NULL, steps);
    cr_assert(unit);
    if (phase >= AT_INIT)
        cr_assert(ASK(enter, unit, 0));
    if (phase >= AT_EVENT)
        cr_assert(ASK(leave, unit));
    if (phase == AT_TIME)
        cr_assert(ASK(settle, unit, &event));
    for (const struct order *o = l->orders; o->name; o++) {
        if (phase == AT_END && strstr(o->name, "Terminate"))
            cr_assert_eq(o->call(unit), 0);
        if (phase == AT_FAULT && strstr(o->name, "ExitInitializationMode"))
            cr_assert_eq(o->call(unit), ERROR); /* for the second time */
    }
    return unit;
}

static void expect(struct loaded *l, bool steps, unsigned phase, const struct order *o)
{
    void *unit = unit_in(l, steps, phase), *state = NULL;
    const bool has = o->kinds & (steps ? STEPS : EXCHANGE);
    const int status = o->call(unit);
    if (!has || !((o->legal | o->open) & phase)) {
        cr_assert_eq(status, ERROR, "%s in phase %u of kind %d: %d", o->name, phase, steps, status);
        cr_assert(ASK(save, unit, &state) && ASK(restore, unit, state) &&
                  ASK(forget, unit, &state));
        cr_assert(ASK(reset, unit) && ASK(enter, unit, 0) && ASK(leave, unit));
    } else if (!(o->open & phase))
        cr_assert_eq(status, 0, "%s in phase %u of kind %d: %d", o->name, phase, steps, status);
    ASK(close, unit);
}

/* Returns true where a unit of that kind has the phase. */
static bool has_phase(bool steps, unsigned phase)
{
    return steps ? phase != AT_EVENT && phase != AT_TIME : phase != AT_STEP;
}

static void try(const char *law, int version)
{
    struct loaded l;
    load(&l, law, version);
    for (int steps = 0; steps < 2; steps++)
        for (unsigned phase = AT_FIRST; phase <= AT_FAULT; phase *= 2)
            for (const struct order *o = l.orders; has_phase(steps, phase) && o->name; o++)
                expect(&l, steps, phase, o);
    fmu_object_free(&l.object);
}

Test(orders, of_2_with_states) { try("lugre", 2); }
Test(orders, of_2_with_jumps) { try("coulomb", 2); }
Test(orders, of_2_with_events) { try("maxwell_slip", 2); }
Test(orders, of_3_with_states) { try("lugre", 3); }
Test(orders, of_3_with_jumps) { try("coulomb", 3); }
Test(orders, of_3_with_events) { try("maxwell_slip", 3); }
