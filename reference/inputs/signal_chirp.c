/* Evaluates a chirp and finds its zeros. In x = tau/T the phase is the quadratic a x + b x^2 with a
 * = W0 T and b = (W1 - W0) T/2; it turns back at x = -a/(2 b) when W0 and W1 have opposite signs.
 */
#include "reference/inputs/signal_chirp.h"

#include <float.h>
#include <math.h>

static const double PI = 3.14159265358979323846;

enum { MAX_PANELS = 128 }; /* more than integral() asks for */

struct phase {
    double a, b; /* rad */
};

static struct phase phase_of(const struct signal_segment *segment)
{
    const double w0 = segment->value[2], w1 = segment->value[3];
    return (struct phase){ w0 * segment->duration, (w1 - w0) * segment->duration / 2 };
}

static double phase_at(struct phase p, double x) { return x * (p.a + p.b * x); }

static double rate_at(struct phase p, double x) { return p.a + 2 * p.b * x; }

double signal_chirp_velocity(const struct signal_segment *segment, double tau)
{
    const double x = tau / segment->duration;
    return segment->value[0] + segment->value[1] * sin(phase_at(phase_of(segment), x));
}

double signal_chirp_slope(const struct signal_segment *segment, double tau)
{
    const struct phase phase = phase_of(segment);
    const double x = tau / segment->duration;
    return segment->value[1] * cos(phase_at(phase, x)) * rate_at(phase, x) / segment->duration;
}

/* Returns the smallest x after x0 at which the phase equals level, or infinity. Of the two roots
 * the one that would cancel is taken from their product, -level/b. */
static double next_at_level(struct phase p, double level, double x0)
{
    const double discriminant = p.a * p.a + 4 * p.b * level;
    if (!(discriminant >= 0))
        return HUGE_VAL;
    const double q = -(p.a + copysign(sqrt(discriminant), p.a)) / 2;
    const double roots[] = { q / p.b, -level / q };
    double next = HUGE_VAL;
    for (int i = 0; i < 2; i++)
        if (roots[i] > x0) /* false for the 0/0 of a level that is never reached */
            next = fmin(next, roots[i]);
    return next;
}

/* Zeros lie where the phase is c + 2 k pi or pi - c + 2 k pi, c = asin(-mean/amp). The first
 * such level met after x0 is the one above the phase at x0 or the one below it, also when
 * the phase turns back first. */
double signal_chirp_next_zero(const struct signal_segment *segment, double tau0)
{
    const double mean = segment->value[0], amp = segment->value[1], x0 = tau0 / segment->duration;
    const struct phase p = phase_of(segment);
    if (amp == 0 || fabs(mean) > fabs(amp))
        return HUGE_VAL;
    const double c = asin(-mean / amp), now = phase_at(p, x0);
    double next = HUGE_VAL;
    for (int branch = 0; branch < 2; branch++) {
        const double base = branch == 0 ? c : PI - c, below = floor((now - base) / (2 * PI));
        for (int k = -1; k <= 2; k++) /* one more on either side than without rounding */
            next = fmin(next, next_at_level(p, base + 2 * PI * (below + k), x0));
    }
    return next * segment->duration;
}

double signal_chirp_next_turn(const struct signal_segment *segment, double tau0)
{
    const double x0 = tau0 / segment->duration;
    const struct phase p = phase_of(segment);
    const double below = floor((phase_at(p, x0) - PI / 2) / PI), back = -p.a / (2 * p.b);
    double next = back > x0 ? back : HUGE_VAL;
    for (int k = -1; k <= 2; k++)
        next = fmin(next, next_at_level(p, PI / 2 + PI * (below + k), x0));
    return next * segment->duration;
}

/* The integral of sin(phase) by Gauss-Legendre with ten nodes on equal panels, on which the
 * phase varies by pi/2 at most. With rate the largest one, the 20th derivative is at most
 * rate^20 sum_j 20!/(j! (20-2j)!) (b/rate^2)^j; as the rate changes by 2 b (to - from), the sum
 * is below 2e11 for a single panel and shrinks with their number. A panel's error is thus
 * below (pi/2)^21 10!^4/(21 20!^3) 2e11/rate = 2e-15/rate. */
static double by_panels(struct phase p, double from, double to)
{
    static const double nodes[] = { 0.14887433898163121088, 0.43339539412924719080,
                                    0.67940956829902440623, 0.86506336668898451073,
                                    0.97390652851717172008 };
    static const double weights[] = { 0.29552422471475287017, 0.26926671930999635509,
                                      0.21908636251598204400, 0.14945134915058059315,
                                      0.06667134430868813759 };
    const double rate = fmax(fabs(rate_at(p, from)), fabs(rate_at(p, to)));
    const int n = (int)fmin(fmax(1, ceil(rate * (to - from) / (PI / 2))), MAX_PANELS);
    const double half = (to - from) / n / 2;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        const double middle = from + (2 * i + 1) * half;
        for (int k = 0; k < 5; k++)
            sum += weights[k] * (sin(phase_at(p, middle - half * nodes[k])) +
                                 sin(phase_at(p, middle + half * nodes[k])));
    }
    return sum * half;
}

/* Integration by parts, again and again, where the phase runs fast:
 *
 *     int exp(i phase) dx = exp(i phase)/(i rate) sum_k (2k-1)!! (-i e)^k,  e = 2 b/rate^2.
 *
 * The terms shrink until 2k = 1/e, to about exp(-1/(2 e)): with e <= 1/STEADY below 1e-17.
 * Between two instants both of which are on the same side of the turn the imaginary part of
 * this is the integral of the sine. */
static const double STEADY = 80;

static double antiderivative(struct phase p, double x)
{
    const double rate = rate_at(p, x), e = 2 * p.b / (rate * rate), theta = phase_at(p, x);
    double re = 0, im = 0, term = 1; /* term (-i)^k */
    for (int k = 0; 2 * k < STEADY && fabs(term) > DBL_EPSILON / 16; k++) {
        if (k % 2 == 0)
            re += k % 4 == 0 ? term : -term;
        else
            im += k % 4 == 1 ? -term : term;
        term *= (2 * k + 1) * e;
    }
    return (sin(theta) * im - cos(theta) * re) / rate;
}

/* The integral of sin(phase) from 0 to x. Few half waves are added up by panels. Of many only those
 * around the turn are, where the rate is below the slow one with e = 1/STEADY: twice STEADY of rate
 * times time, hence 102 panels. Before and after the turn the closed form is used; its rounding, a
 * few units of 1/rate, is then small beside the path. */
static double integral(struct phase p, double x)
{
    const double few = 16, slow = sqrt(2 * STEADY * fabs(p.b));
    const double rate = fmax(fabs(p.a), fabs(rate_at(p, x)));
    if (rate * fabs(x) <= few * PI)
        return by_panels(p, 0, x);
    double from = 0, to = 0; /* where |rate| < slow */
    if (p.b != 0) {
        const double turn = -p.a / (2 * p.b), half = slow / fabs(2 * p.b);
        from = fmin(fmax(turn - half, 0), x);
        to = fmin(fmax(turn + half, 0), x);
    }
    double sum = 0;
    if (from > 0)
        sum += antiderivative(p, from) - antiderivative(p, 0);
    if (to > from)
        sum += by_panels(p, from, to);
    if (x > to)
        sum += antiderivative(p, x) - antiderivative(p, to);
    return sum;
}

double signal_chirp_distance(const struct signal_segment *segment, double tau)
{
    const double x = tau / segment->duration;
    return segment->value[0] * tau +
           segment->value[1] * segment->duration * integral(phase_of(segment), x);
}
