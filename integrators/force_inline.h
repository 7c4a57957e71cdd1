/* Inlining and unrolling of functions whose size is a constant at each call. */
#ifndef BRISTLE_INTEGRATORS_FORCE_INLINE_H
#define BRISTLE_INTEGRATORS_FORCE_INLINE_H

#ifdef __GNUC__
#define FORCE_INLINE static inline __attribute__((always_inline))
/* A function that is called seldom, from one that is called often. */
#define APART __attribute__((noinline, cold))
/* Unrolls the loop that follows, up to 8 or 16 times. */
#if defined __clang__ || __GNUC__ >= 8
#define UNROLL    _Pragma("GCC unroll 8")
#define UNROLL_16 _Pragma("GCC unroll 16")
#else
#define UNROLL
#define UNROLL_16
#endif
#else
#define FORCE_INLINE static inline
#define APART
#define UNROLL
#define UNROLL_16
#endif

/* Calls `function(n, ...)`, with a constant for n where n is 1 to 5. */
#define FOR_SIZE(n, function, ...)                                                                 \
    switch (n) {                                                                                   \
    case 1:                                                                                        \
        function(1, __VA_ARGS__);                                                                  \
        break;                                                                                     \
    case 2:                                                                                        \
        function(2, __VA_ARGS__);                                                                  \
        break;                                                                                     \
    case 3:                                                                                        \
        function(3, __VA_ARGS__);                                                                  \
        break;                                                                                     \
    case 4:                                                                                        \
        function(4, __VA_ARGS__);                                                                  \
        break;                                                                                     \
    case 5:                                                                                        \
        function(5, __VA_ARGS__);                                                                  \
        break;                                                                                     \
    default:                                                                                       \
        function(n, __VA_ARGS__);                                                                  \
    }

#endif
