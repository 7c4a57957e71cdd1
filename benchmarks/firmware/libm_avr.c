/* Functions that kernels call and avr-libc lacks. */
#include <math.h>

/* W. Kahan's method: the error of log(u) is that of u = fl(1 + x), which the quotient cancels. */
float log1pf(float x)
{
    const float u = 1 + x;
    const float log_u = (float)logf(u); /* avr-libc: another name for log */
    return u == 1 ? x : log_u * x / (u - 1);
}
