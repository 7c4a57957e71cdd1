/* What kernels call and avr-libc does not have. */
#include <math.h>

/* W. Kahan's way: the error of log(u) is that of u = fl(1 + x), which the quotient undoes. */
float log1pf(float x)
{
    const float u = 1 + x;
    const float log_u = (float)logf(u); /* avr-libc: another name for log */
    return u == 1 ? x : log_u * x / (u - 1);
}
