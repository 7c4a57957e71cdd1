/* Memory of FLINT that ends with bytes which nobody may change. */
#ifndef BRISTLE_PROPERTIES_RIGOROUS_GUARDED_TEST_H
#define BRISTLE_PROPERTIES_RIGOROUS_GUARDED_TEST_H

#include <criterion/criterion.h>
#include <flint/flint.h>
#include <stdlib.h>
#include <string.h>

enum { GUARD_FRONT = 16, GUARD_BACK = 64, GUARD_BYTE = 0x5a };

static inline void *guarded(size_t size)
{
    unsigned char *whole = malloc(GUARD_FRONT + size + GUARD_BACK);
    cr_assert(whole);
    memcpy(whole, &size, sizeof size);
    memset(whole + GUARD_FRONT + size, GUARD_BYTE, GUARD_BACK);
    return whole + GUARD_FRONT;
}

static inline void *guarded_zeros(size_t n, size_t size)
{
    return memset(guarded(n * size), 0, n * size);
}

/* Returns the size of what is guarded. */
static inline size_t guarded_size(const unsigned char *data)
{
    size_t size;
    unsigned char expected[GUARD_BACK];
    memcpy(&size, data - GUARD_FRONT, sizeof size);
    memset(expected, GUARD_BYTE, GUARD_BACK);
    cr_assert_arr_eq(data + size, expected, GUARD_BACK, "behind %zu bytes", size);
    return size;
}

static inline void guarded_free(void *data)
{
    if (!data)
        return;
    guarded_size(data);
    free((unsigned char *)data - GUARD_FRONT);
}

static inline void *guarded_resized(void *data, size_t size)
{
    void *result = guarded(size);
    const size_t before = data ? guarded_size(data) : 0;
    if (data)
        memcpy(result, data, before < size ? before : size);
    guarded_free(data);
    return result;
}

/* To be called before anything else of FLINT. */
static inline void guard_memory(void)
{
    __flint_set_memory_functions(guarded, guarded_zeros, guarded_resized, guarded_free);
}

#endif
