/* What shared objects of laws rely on changes only together with PLUGIN_ABI: layouts and constants
 * must be those of the file models/plugin_abi_*.txt of that number, which is never deleted, and the
 * functions' parameters must be those in this file. For a new ABI raise PLUGIN_ABI, and make its
 * file from what this test prints. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "models/plugin_layout.h"
#include "reference/arb/linear.h"
#include "tools/base/memory.h"

/* These declarations fail to compile if a function of the table has other parameters. */
#define P const double p[], const struct memory *
#define S double, double
void rate(P, S, const double[], double[]);
double force(P, S, const double[]);
double rate_and_force(P, S, const double[], double[]);
void start(const double[], uint64_t, struct memory *);
void guard(P, double, const double[], double[]);
double kink(P, double, const double[]);
enum status transition(const double[], unsigned, double, double[], struct memory *);
void stiction(P, const double[], double[2]);
void jacobian(P, S, const double[], struct jacobian *);
void flow(const double[], struct memory *, S, double, double[]);
void relaxation(const double[], S, double[], double[]);
double work(P, S, double, const double[]);
void work_parts(P, S, double, const double[], double[]);
double of_speed(const double[], double);
void bound(const double[], double[]);
double force_scale(const double[], double, double);
double storage(P, const double[]);
double of_parameters(const double[]);
void regressor(P, S, const double[], double[]);
double printed_regressor(const double[], double, S, const double[]);
const char *validate(const double[]);
bool contains(const double[]);

#define SAME(member, function)                                                                     \
    _Static_assert(                                                                                \
        _Generic(((struct model *)0)->member, __typeof__(&(function)) : 1, default : 0), #member)
SAME(validate, validate);
SAME(rate, rate);
SAME(force, force);
SAME(rate_and_force, rate_and_force);
SAME(start, start);
SAME(guard, guard);
SAME(transition, transition);
SAME(kink, kink);
SAME(initial, bound);
SAME(scales, bound);
SAME(stiction, stiction);
SAME(stick_band, of_parameters);
SAME(jacobian, jacobian);
SAME(flow, flow);
SAME(relaxation, relaxation);
SAME(work, work);
SAME(work_parts, work_parts);
SAME(steady_force, of_speed);
SAME(settling_rate, of_speed);
SAME(bound, bound);
SAME(force_scale, force_scale);
SAME(magnification, of_speed);
SAME(stribeck, of_speed);
SAME(storage, storage);
SAME(break_away, of_parameters);
SAME(creep_resistance, of_parameters);
SAME(length, of_parameters);
SAME(stribeck_speed, of_parameters);
SAME(printed_force, of_speed);
SAME(regressor, regressor);
SAME(coefficients, bound);
SAME(printed_regressor, printed_regressor);

static const struct plugin_layout layout[] = {
    PLUGIN_LAYOUT(PLUGIN_SIZE, PLUGIN_MEMBER, PLUGIN_VALUE)
    /* */
    PLUGIN_RIGOROUS_LAYOUT(PLUGIN_SIZE, PLUGIN_MEMBER, PLUGIN_VALUE)
};

enum { N_LAYOUT = sizeof layout / sizeof *layout };

static void write_abi(FILE *out)
{
    fprintf(out, "abi %d\n", PLUGIN_ABI);
    fprintf(out, "struct plugin %zu %zu %zu %zu\n", sizeof(struct plugin),
            offsetof(struct plugin, abi), offsetof(struct plugin, real_size),
            offsetof(struct plugin, layout));
    for (int i = 0; i < N_LAYOUT; i++)
        fprintf(out, "%s %u %u\n", layout[i].name, layout[i].offset, layout[i].size);
    fprintf(out, "properties %s\n", PLUGIN_PROPERTIES);
}

/* Properties may be added at the end: objects that do not know them stay valid. */
Test(plugin_abi, is_the_one_that_is_stored)
{
    char path[64], *line, *rest;
    size_t i = 0;
    char stored[8192] = "";
    struct memory_stream stream;
    write_abi(memory_open(&stream));
    char *now = memory_close(&stream);
    snprintf(path, sizeof path, "models/plugin_abi_%d.txt", PLUGIN_ABI);
    FILE *in = fopen(path, "r");
    cr_assert(in, "%s is missing, it should be:\n%s", path, now);
    cr_assert(fread(stored, 1, sizeof stored - 1, in) > 0);
    fclose(in);
    cr_assert_eq(strlen(stored) > 0 ? stored[strlen(stored) - 1] : 0, '\n');
    stored[strlen(stored) - 1] = '\0'; /* what follows it may be more properties */
    for (line = strtok_r(stored, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        const size_t n = strlen(line);
        const bool last = strncmp(line, "properties ", 11) == 0;
        cr_assert(strncmp(now + i, line, n) == 0 && (last || now[i + n] == '\n'),
                  "\"%s\" of ABI %d has become \"%.*s\": raise PLUGIN_ABI", line, PLUGIN_ABI,
                  (int)strcspn(now + i, "\n"), now + i);
        i += n + 1;
    }
    cr_expect(i >= stream.size || strchr(now + i, '\n') == now + stream.size - 1,
              "there is more than ABI %d had: raise PLUGIN_ABI\n%s", PLUGIN_ABI, now + i);
    free(now);
}
