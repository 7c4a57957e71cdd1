/* Fills the stack below the caller, so that a test notices who relies on what was left there. */
#ifndef BRISTLE_TOOLS_TESTING_TEST_STACK_H
#define BRISTLE_TOOLS_TESTING_TEST_STACK_H

#include <string.h>

/* Leaves bytes of which doubles are huge and counts are large. */
static __attribute__((noinline, unused)) void stack_is_dirty(void)
{
    unsigned char room[1 << 14];
    memset(room, 0x7e, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory");
}

#endif
