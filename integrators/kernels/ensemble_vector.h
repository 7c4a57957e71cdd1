/* The functions of libm that libmvec has for vectors. Its own header declares those for
 * -ffast-math only, which the laws must not be compiled with. */
#include <math.h>

#if defined __x86_64__ && defined __GLIBC__
#define ENSEMBLE_VECTOR __attribute__((simd("notinbranch"), const, nothrow, leaf))
ENSEMBLE_VECTOR double exp(double);
ENSEMBLE_VECTOR double expm1(double);
ENSEMBLE_VECTOR double log(double);
ENSEMBLE_VECTOR double pow(double, double);
ENSEMBLE_VECTOR float expf(float);
ENSEMBLE_VECTOR float expm1f(float);
ENSEMBLE_VECTOR float powf(float, float);
#endif
