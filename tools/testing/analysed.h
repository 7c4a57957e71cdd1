/* What tests assert, as clang-tidy's analyser sees it (tools/style_test.sh): a condition, and the
 * end of the program where an assertion fails. Criterion's own macros print what failed, too, and
 * the analyser follows each way through that again for every check: it takes three times as long.
 */
#ifndef BRISTLE_TOOLS_TESTING_ANALYSED_H
#define BRISTLE_TOOLS_TESTING_ANALYSED_H

#define CRITERION_H_ /* in whose place this is */

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cr_told(const char *format, ...) __attribute__((format(printf, 1, 2)));
bool cr_are_same_text(const char *a, const char *b);
bool cr_are_same_bytes(const void *a, const void *b, size_t size);

#define Test(suite, name, ...)                                                                     \
    void suite##_##name##_(void);                                                                  \
    void suite##_##name##_(void)

#define cr_skip_test(...)   return
#define cr_expect_fail(...) cr_told(__VA_ARGS__)
#define cr_assert_fail(...) (cr_told(__VA_ARGS__), abort())

#define cr_expect(c, ...) ((void)(c), cr_told("" __VA_ARGS__))
#define cr_assert(c, ...) ((c) ? (void)0 : (cr_told("" __VA_ARGS__), abort()))

#define cr_expect_not(a, ...)        cr_expect(!(a), __VA_ARGS__)
#define cr_expect_null(a, ...)       cr_expect((a) == NULL, __VA_ARGS__)
#define cr_expect_not_null(a, ...)   cr_expect((a) != NULL, __VA_ARGS__)
#define cr_expect_str_empty(a, ...)  cr_expect(*(a) == 0, __VA_ARGS__)
#define cr_expect_eq(a, b, ...)      cr_expect((a) == (b), __VA_ARGS__)
#define cr_expect_neq(a, b, ...)     cr_expect((a) != (b), __VA_ARGS__)
#define cr_expect_lt(a, b, ...)      cr_expect((a) < (b), __VA_ARGS__)
#define cr_expect_gt(a, b, ...)      cr_expect((a) > (b), __VA_ARGS__)
#define cr_expect_leq(a, b, ...)     cr_expect((a) <= (b), __VA_ARGS__)
#define cr_expect_geq(a, b, ...)     cr_expect((a) >= (b), __VA_ARGS__)
#define cr_expect_str_eq(a, b, ...)  cr_expect(cr_are_same_text(a, b), __VA_ARGS__)
#define cr_expect_str_neq(a, b, ...) cr_expect(!cr_are_same_text(a, b), __VA_ARGS__)
#define cr_expect_float_eq(a, b, most, ...)                                                        \
    cr_expect(fabs((double)((a) - (b))) <= (double)(most), __VA_ARGS__)
#define cr_expect_arr_eq(a, b, size, ...) cr_expect(cr_are_same_bytes(a, b, size), __VA_ARGS__)

#define cr_assert_not(a, ...)       cr_assert(!(a), __VA_ARGS__)
#define cr_assert_null(a, ...)      cr_assert((a) == NULL, __VA_ARGS__)
#define cr_assert_not_null(a, ...)  cr_assert((a) != NULL, __VA_ARGS__)
#define cr_assert_eq(a, b, ...)     cr_assert((a) == (b), __VA_ARGS__)
#define cr_assert_neq(a, b, ...)    cr_assert((a) != (b), __VA_ARGS__)
#define cr_assert_lt(a, b, ...)     cr_assert((a) < (b), __VA_ARGS__)
#define cr_assert_gt(a, b, ...)     cr_assert((a) > (b), __VA_ARGS__)
#define cr_assert_leq(a, b, ...)    cr_assert((a) <= (b), __VA_ARGS__)
#define cr_assert_geq(a, b, ...)    cr_assert((a) >= (b), __VA_ARGS__)
#define cr_assert_str_eq(a, b, ...) cr_assert(cr_are_same_text(a, b), __VA_ARGS__)
#define cr_assert_float_eq(a, b, most, ...)                                                        \
    cr_assert(fabs((double)((a) - (b))) <= (double)(most), __VA_ARGS__)
#define cr_assert_arr_eq(a, b, size, ...) cr_assert(cr_are_same_bytes(a, b, size), __VA_ARGS__)

#endif
