/* For functions of a size that is to become a constant, so that their loops unroll. */
#ifndef BRISTLE_INTEGRATORS_FORCE_INLINE_H
#define BRISTLE_INTEGRATORS_FORCE_INLINE_H

#ifdef __GNUC__
#define FORCE_INLINE static inline __attribute__((always_inline))
/* Before a loop that then vanishes. */
#if defined __clang__ || __GNUC__ >= 8
#define UNROLL _Pragma("GCC unroll 8")
#else
#define UNROLL
#endif
#else
#define FORCE_INLINE static inline
#define UNROLL
#endif

/* A statement with a call `function(n, ...)`, where n is a constant for the sizes that occur. */
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
