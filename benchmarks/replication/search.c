/* Bisects for roots and minima over alpha. */
#include "benchmarks/replication/search.h"

#include <math.h>

double findings_root(findings_function *f, double target, double lo, double hi, enum method method)
{
    double a = log(lo), b = log(hi);
    double fa = f(lo, method) - target, fb = f(hi, method) - target;
    if (!(fa * fb < 0))
        return NAN;
    for (int side = 0, i = 0; b - a > 1e-6; i++) {
        /* Steps and kinks defeat false position: every third step bisects. */
        const double c = i % 3 == 2 ? 0.5 * (a + b) : (fa * b - fb * a) / (fa - fb);
        const double fc = f(exp(c), method) - target;
        if (fc * fa > 0) {
            a = c;
            fa = fc;
            fb *= side == -1 ? 0.5 : 1;
            side = -1;
        } else {
            b = c;
            fb = fc;
            fa *= side == 1 ? 0.5 : 1;
            side = 1;
        }
        if (fabs(fc) < 1e-9 * fabs(target))
            return exp(c);
    }
    return exp(0.5 * (a + b));
}

double findings_minimum(findings_function *f, double lo, double hi, enum method method)
{
    const double section = 0.6180339887498949;
    double a = log(lo), b = log(hi);
    double x = b - section * (b - a), y = a + section * (b - a);
    double fx = f(exp(x), method), fy = f(exp(y), method);
    while (b - a > 1e-3) {
        if (fx <= fy) {
            b = y;
            y = x;
            fy = fx;
            x = b - section * (b - a);
            fx = f(exp(x), method);
        } else {
            a = x;
            x = y;
            fx = fy;
            y = a + section * (b - a);
            fy = f(exp(y), method);
        }
    }
    return exp(0.5 * (a + b));
}
