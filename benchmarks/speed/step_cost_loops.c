/* LuGre and Martinez-Rosas by hand: the equations are in their texts in
 * models/laws/, the methods in integrators/. */
#include "benchmarks/speed/step_cost_loops.h"

#include <math.h>

static const double g = 1 - 0.70710678118654752440; /* of ROS2 */

/* exp(-k) x + (1 - exp(-k)) x_ss */
static double relax(double x, double x_ss, double k)
{
    return k < 1 ? x + (x - x_ss) * expm1(-k) : x_ss + (x - x_ss) * exp(-k);
}

static double sign(double v) { return (v > 0) - (v < 0); }

/* LuGre: p = sigma0, sigma1, sigma2, Fc, Fs, vs, m. */

static double level(const double p[], double v)
{
    const double r = v / p[5];
    return p[3] + (p[4] - p[3]) * exp(-r * r);
}

/* sigma0 |v|/G, 1/s: dz/dt = v - stiffness z. */
static double stiffness(const double p[], double v) { return p[0] * fabs(v) / level(p, v); }

void hand_lugre_euler(const double p[], double h, const double v[], size_t n, double x[])
{
    double z = x[0];
    for (size_t i = 0; i < n; i++)
        z += h * (v[i] - stiffness(p, v[i]) * z);
    x[0] = z;
}

void hand_lugre_exponential(const double p[], double h, const double v[], size_t n, double x[])
{
    double z = x[0];
    for (size_t i = 0; i < n; i++) {
        const double middle = (v[i] + v[i + 1]) / 2, G = level(p, middle);
        z = relax(z, G / p[0] * sign(middle), p[0] * fabs(middle) / G * h);
    }
    x[0] = z;
}

void hand_lugre_rk4(const double p[], double h, const double v[], size_t n, double x[])
{
    double z = x[0];
    for (size_t i = 0; i < n; i++) {
        const double middle = (v[i] + v[i + 1]) / 2;
        const double a = stiffness(p, middle);
        const double k1 = v[i] - stiffness(p, v[i]) * z;
        const double k2 = middle - a * (z + h / 2 * k1);
        const double k3 = middle - a * (z + h / 2 * k2);
        const double k4 = v[i + 1] - stiffness(p, v[i + 1]) * (z + h * k3);
        z += h / 6 * (k1 + 2 * (k2 + k3) + k4);
    }
    x[0] = z;
}

void hand_lugre_rosenbrock2(const double p[], double h, const double v[], size_t n, double x[])
{
    double z = x[0];
    for (size_t i = 0; i < n; i++) {
        const double a = stiffness(p, v[i]), inverse = 1 / (1 + g * h * a);
        const double k1 = (v[i] - a * z) * inverse;
        const double f2 = v[i + 1] - stiffness(p, v[i + 1]) * (z + h * k1);
        const double k2 = (f2 - 2 * k1) * inverse;
        z += h / 2 * (3 * k1 + k2);
    }
    x[0] = z;
}

/* Martinez-Rosas: p = sigma0, sigma1, sigma2, Fc, Fs, vs, m, alpha. */

/* sgn(v) g(v)/sigma0, to which y relaxes; `towards` is the sign at v = 0. */
static double target(const double p[], double v, double towards)
{
    const double r = v / p[5];
    return sign(v != 0 ? v : towards) * exp(-r * r) / p[0];
}

void hand_martinez_rosas_euler(const double p[], double h, const double v[], size_t n, double x[])
{
    double z = x[0], y = x[1];
    for (size_t i = 0; i < n; i++) {
        z += h * (v[i] - p[0] * fabs(v[i]) * z);
        y += h * (target(p, v[i], v[i + 1]) - y);
    }
    x[0] = z;
    x[1] = y;
}

void hand_martinez_rosas_exponential(const double p[], double h, const double v[], size_t n,
                                     double x[])
{
    double z = x[0], y = x[1];
    for (size_t i = 0; i < n; i++) {
        const double middle = (v[i] + v[i + 1]) / 2;
        z = relax(z, sign(middle) / p[0], p[0] * fabs(middle) * h);
        y = relax(y, target(p, middle, 0), h);
    }
    x[0] = z;
    x[1] = y;
}

void hand_martinez_rosas_rk4(const double p[], double h, const double v[], size_t n, double x[])
{
    double z = x[0], y = x[1];
    for (size_t i = 0; i < n; i++) {
        const double v1 = v[i], v4 = v[i + 1], v2 = (v1 + v4) / 2;
        const double a1 = p[0] * fabs(v1), a2 = p[0] * fabs(v2), a4 = p[0] * fabs(v4);
        const double k1 = v1 - a1 * z, k2 = v2 - a2 * (z + h / 2 * k1);
        const double k3 = v2 - a2 * (z + h / 2 * k2), k4 = v4 - a4 * (z + h * k3);
        z += h / 6 * (k1 + 2 * (k2 + k3) + k4);
        const double t1 = target(p, v1, v4), t2 = target(p, v2, 0), t4 = target(p, v4, v1);
        const double l1 = t1 - y, l2 = t2 - (y + h / 2 * l1);
        const double l3 = t2 - (y + h / 2 * l2), l4 = t4 - (y + h * l3);
        y += h / 6 * (l1 + 2 * (l2 + l3) + l4);
    }
    x[0] = z;
    x[1] = y;
}

/* The Jacobian is diagonal. */
void hand_martinez_rosas_rosenbrock2(const double p[], double h, const double v[], size_t n,
                                     double x[])
{
    const double y_inverse = 1 / (1 + g * h);
    double z = x[0], y = x[1];
    for (size_t i = 0; i < n; i++) {
        const double v1 = v[i], v2 = v[i + 1], a1 = p[0] * fabs(v1), a2 = p[0] * fabs(v2);
        const double inverse = 1 / (1 + g * h * a1);
        const double k1 = (v1 - a1 * z) * inverse;
        const double k2 = (v2 - a2 * (z + h * k1) - 2 * k1) * inverse;
        z += h / 2 * (3 * k1 + k2);
        const double l1 = (target(p, v1, v2) - y) * y_inverse;
        const double l2 = (target(p, v2, v1) - (y + h * l1) - 2 * l1) * y_inverse;
        y += h / 2 * (3 * l1 + l2);
    }
    x[0] = z;
    x[1] = y;
}
