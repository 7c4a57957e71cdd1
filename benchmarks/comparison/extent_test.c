/* What is written of n comparisons is written of these and no others: of none, some, all. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "benchmarks/comparison/compare.h"
#include "benchmarks/comparison/ranking.h"
#include "tools/base/memory.h"

enum { ALL = 3 };

static const struct quantity states[] = { { .name = "z", .unit = "m" } };
static const struct scenario scenarios_of[ALL] = { { .name = "first_one" },
                                                   { .name = "second_one" },
                                                   { .name = "third_one" } };
static const struct model law = { .name = "bristles", .states = states, .n_states = 1 };
static const struct integrator method = { .name = "method" };

static struct compare_row rows[ALL];
static struct comparison comparisons[ALL];

static void make_comparisons(void)
{
    for (size_t i = 0; i < ALL; i++) {
        rows[i] = (struct compare_row){ .integrator = &method,
                                        .settings = { .step = 0.1 },
                                        .error_max = 1e-5,
                                        .timing = { .cpu = 1, .repetitions = 5 } };
        comparisons[i] = (struct comparison){ .scenario = &scenarios_of[i],
                                              .model = &law,
                                              .columns = { "z", "F" },
                                              .n_columns = 2,
                                              .rows = &rows[i],
                                              .n_rows = 1 };
    }
}

static size_t count(const char *text, const char *word)
{
    size_t n = 0;
    for (const char *at = text; (at = strstr(at, word)) != NULL; at++)
        n++;
    return n;
}

Test(extent, is_that_of_n_comparisons)
{
    void (*const writers[])(FILE * out, const struct comparison *c,
                            size_t n) = { compare_table, compare_csv, compare_json,
                                          ranking_table, ranking_csv, ranking_json };
    make_comparisons();
    for (size_t w = 0; w < sizeof writers / sizeof *writers; w++) {
        size_t times = 0;
        for (size_t n = 0; n <= ALL; n++) {
            struct memory_stream stream;
            writers[w](memory_open(&stream), comparisons, n);
            char *text = memory_close(&stream);
            for (size_t i = 0; i < ALL; i++) {
                const size_t found = count(text, scenarios_of[i].name);
                times = n == 1 && i == 0 ? found : times;
                cr_expect_eq(found, i < n ? times : 0, "writer %zu of %zu: %s", w, n, text);
                cr_expect(i >= n || found > 0);
            }
            free(text);
        }
    }
}
