/* Evaluates the segments of a signal in balls; a range over a short time is sharpened by the slope.
 */
#include "reference/solvers/signal_ball.h"

#include <math.h>

#include "reference/inputs/signal_table.h"

struct signal_ball signal_ball_of(const struct smooth_interval *interval)
{
    struct signal_ball signal = { interval->segment, NULL };
    if (interval->segment->kind != SIGNAL_CSV)
        return signal;
    const struct signal_table *table = interval->segment->table;
    const double start = interval->segment->start;
    const double end = interval->end < HUGE_VAL ? interval->end : interval->start;
    const double tau = (interval->start - start) / 2 + (end - start) / 2;
    size_t row = 0, above = table->n - 1; /* samples[row] <= tau < samples[above] */
    while (above - row > 1) {
        const size_t middle = row + (above - row) / 2;
        if (table->samples[middle].t <= tau)
            row = middle;
        else
            above = middle;
    }
    signal.row = &table->samples[row];
    return signal;
}

/* The line through (t0, v0) and (t1, v1) at tau. */
static void line(arb_t v, double t0, double v0, double t1, double v1, const arb_t tau, slong prec)
{
    arb_t part, w;
    arb_init(part);
    arb_init(w);
    arb_set_d(w, t0);
    arb_sub(part, tau, w, prec);
    arb_set_d(v, t1);
    arb_sub(w, v, w, prec);
    arb_div(part, part, w, prec);
    arb_set_d(v, v1);
    arb_set_d(w, v0);
    arb_sub(v, v, w, prec);
    arb_mul(v, v, part, prec);
    arb_add(v, v, w, prec);
    arb_clear(w);
    arb_clear(part);
}

/* W0 tau + (W1 - W0) tau^2/(2 T) */
static void chirp_phase(arb_t phase, const struct signal_segment *segment, const arb_t tau,
                        slong prec)
{
    arb_t rate, w;
    arb_init(rate);
    arb_init(w);
    arb_set_d(rate, segment->value[3]);
    arb_set_d(w, segment->value[2]);
    arb_sub(rate, rate, w, prec);
    arb_mul(rate, rate, tau, prec);
    arb_set_d(phase, segment->duration);
    arb_div(rate, rate, phase, prec);
    arb_mul_2exp_si(rate, rate, -1);
    arb_add(rate, rate, w, prec);
    arb_mul(phase, rate, tau, prec);
    arb_clear(w);
    arb_clear(rate);
}

/* omega tau + phase */
static void wave_phase(arb_t phase, const struct signal_segment *segment, const arb_t tau,
                       slong prec)
{
    arb_t w;
    arb_init(w);
    arb_set_d(w, segment->value[2]);
    arb_mul(w, w, tau, prec);
    arb_set_d(phase, segment->value[3]);
    arb_add(phase, phase, w, prec);
    arb_clear(w);
}

/* v <- mean + amplitude v */
static void about_mean(arb_t v, const struct signal_segment *segment, slong prec)
{
    arb_t w;
    arb_init(w);
    arb_set_d(w, segment->value[1]);
    arb_mul(v, v, w, prec);
    arb_set_d(w, segment->value[0]);
    arb_add(v, v, w, prec);
    arb_clear(w);
}

void signal_ball_value(arb_t v, const struct signal_ball *signal, const arb_t t, slong prec)
{
    const struct signal_segment *segment = signal->segment;
    const double *a = segment->value;
    arb_t tau;
    arb_init(tau);
    arb_set_d(tau, segment->start);
    arb_sub(tau, t, tau, prec);
    switch (segment->kind) {
    case SIGNAL_HOLD:
        arb_set_d(v, a[0]);
        break;
    case SIGNAL_RAMP:
        line(v, 0, a[0], segment->duration, a[1], tau, prec);
        break;
    case SIGNAL_CSV:
        if (signal->row)
            line(v, signal->row[0].t, signal->row[0].v, signal->row[1].t, signal->row[1].v, tau,
                 prec);
        break;
    case SIGNAL_SINE:
        wave_phase(v, segment, tau, prec);
        arb_sin(v, v, prec);
        about_mean(v, segment, prec);
        break;
    case SIGNAL_COSINE:
        wave_phase(v, segment, tau, prec);
        arb_cos(v, v, prec);
        about_mean(v, segment, prec);
        break;
    case SIGNAL_CHIRP:
        chirp_phase(v, segment, tau, prec);
        arb_sin(v, v, prec);
        about_mean(v, segment, prec);
        break;
    }
    arb_clear(tau);
}

/* Sharpens t, a zero of the signal known to about 1e-15 of the duration, by Newton's method with
 * differences over 2^-prec/3 of the duration: three steps from 50 bits reach all bits. Where the
 * slope is that of a double zero the steps are long, and t stays. */
static void sharpen(const struct signal_ball *signal, arb_t t, slong prec)
{
    arb_t v, w, h, at;
    arb_init(v);
    arb_init(w);
    arb_init(h);
    arb_init(at);
    arb_set(at, t);
    bool near = true;
    for (slong bits = 40; near && bits < 2 * prec; bits += prec / 3) {
        arb_set_d(h, signal->segment->duration);
        arb_mul_2exp_si(h, h, -prec / 3);
        signal_ball_value(v, signal, at, prec);
        arb_add(w, at, h, prec);
        signal_ball_value(w, signal, w, prec);
        arb_sub(w, w, v, prec);
        arb_div(w, w, h, prec);
        arb_div(v, v, w, prec);
        near = arb_is_finite(v) &&
               fabs(arf_get_d(arb_midref(v), ARF_RND_NEAR)) <= 1e-12 * signal->segment->duration;
        arb_sub(at, at, v, prec);
        mag_zero(arb_radref(at));
    }
    if (near)
        arb_set(t, at);
    arb_clear(at);
    arb_clear(h);
    arb_clear(w);
    arb_clear(v);
}

void signal_ball_end(arb_t end, const struct signal_ball *signal,
                     const struct smooth_interval *interval, slong prec)
{
    const struct signal_segment *segment = signal->segment;
    arb_set_d(end, interval->end);
    const bool is_sample = signal->row && interval->end == segment->start + signal->row[1].t;
    if (!is_sample && interval->end != segment->start + segment->duration)
        sharpen(signal, end, prec);
}
