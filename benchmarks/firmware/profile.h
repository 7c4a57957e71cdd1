/* Runs every kernel of the image over one period of velocity.h, from the law's initial states with
 * its default parameters, and writes for each a line
 *
 *     kernel law=W method=W precision=W entry=H steps=N restarts=N stack=N force=H states=H,H,...
 *
 * restarts: how often the force or a state was not finite, and the law started anew. W are words, N
 * decimal numbers, H hexadecimal ones: entry the kernel's address, force and states the bits of the
 * last values; stack the bytes of stack that the kernel has written to, from its entry on. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_PROFILE_H
#define BRISTLE_BENCHMARKS_FIRMWARE_PROFILE_H

#include <stdint.h>

/* h_bits are the bits of the step in s. */
void profile_f32(uint64_t h_bits);
void profile_f64(uint64_t h_bits);

#endif
