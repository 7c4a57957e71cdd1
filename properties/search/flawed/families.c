/* The families: what makes each harder, why its right laws are right, and the witness of a flawed
 * one, by the construction of its template (templates/). Right laws are moved along it, too: their
 * d may be 0, or what makes the claim true. */
#include <math.h>

#include "properties/search/flawed/witness.h"

static void at_band(struct flawed_witness *w, double d)
{
    (void)d;
    flawed_hold(w, 0.37, 1);
}

static void above(struct flawed_witness *w, double d) { flawed_hold(w, fmin(1.1 * d, 1000), 1); }

/* Springs pull with 0.2 N at most. */
static void far_above(struct flawed_witness *w, double d) { flawed_hold(w, fmin(2 * d, 1000), 1); }

static void below(struct flawed_witness *w, double d) { flawed_hold(w, d / 2, 1); }

/* Age is then 0.95, of which a tenth is worn off; 0.63 is enough. */
static void after_rest(struct flawed_witness *w, double d)
{
    flawed_hold(w, 0, 3 * d);
    flawed_hold(w, 0.1, 0.01);
}

/* The same, by a way of a tenth of what wears age off. */
static void after_true_rest(struct flawed_witness *w, double d)
{
    flawed_hold(w, 0, 3 * d);
    flawed_hold(w, 1, 1e-3);
}

/* Charging costs about 1e-6 J; the push lasts until the lead of about exp(-d) has decayed. */
static void after_charge(struct flawed_witness *w, double d)
{
    flawed_hold(w, 1e-3, 2 * d + 3);
    flawed_hold(w, 100, exp(-d) / 2);
}

/* The charges differ most after 2 ln 2 s, and by 1/2 per second less from then on. */
static void within_window(struct flawed_witness *w, double d)
{
    flawed_hold(w, 0, 2 * log(2));
    flawed_hold(w, 1, d / 3);
}

static void at_pair(struct flawed_witness *w, double d)
{
    (void)d;
    flawed_hold(w, 0.11, 0.05);
    flawed_hold(w, 0.37, 1);
}

/* Slow strokes of four lengths cost little; each adds almost 1. The last is fast. */
static void after_reversals(struct flawed_witness *w, double d)
{
    const unsigned strokes = 2 * ((unsigned)ceil(0.8 * d) + 1);
    for (unsigned i = 0; i < strokes; i++)
        flawed_hold(w, i % 2 ? -1e-4 : 1e-4, 40);
    flawed_hold(w, 1, 4e-3);
}

/* Each stroke of four lengths is counted. */
static void after_strokes(struct flawed_witness *w, double d)
{
    const unsigned strokes = (unsigned)ceil(d);
    for (unsigned i = 0; i < strokes; i++)
        flawed_hold(w, i % 2 ? -1e-4 : 1e-4, 40);
    flawed_hold(w, 1, 4e-3);
}

/* Forth by half a length, back by a quarter, and forth until the deflection z = -expm1(-d s)/d, in
 * lengths, is where it was, which takes less. */
static void around_a_cycle(struct flawed_witness *w, double d)
{
    const double v = 1e-5, turned = -expm1(-0.5 * d) / d,
                 back = (turned + 1 / d) * exp(-0.25 * d) - 1 / d;
    flawed_hold(w, v, 0.5);
    flawed_hold(w, -v, 0.25);
    flawed_hold(w, v, log((1 - back * d) / (1 - turned * d)) / d);
}

/* After that many periods the mass moves by 0.86 of what it will. */
static void at_resonance(struct flawed_witness *w, double d)
{
    flawed_sine(w, 1, 0.1, 2 + (unsigned)ceil(0.64 * d));
}

/* Both lags settle, and the quick one stays within d for d/63 s. */
static void at_ratio(struct flawed_witness *w, double d)
{
    flawed_hold(w, 0.01, 12);
    flawed_hold(w, 0.073, 0.008 * d);
}

static void after_sequence(struct flawed_witness *w, double d)
{
    for (int i = 1; i <= d; i++)
        flawed_hold(w, sin(5 * i), 0.05);
    flawed_hold(w, 2, 1);
}

static void after_way(struct flawed_witness *w, double d) { flawed_hold(w, 1, 3.5 * d); }

static void after_fast_way(struct flawed_witness *w, double d) { flawed_hold(w, 10, 0.35 * d); }

/* Starting costs about a period; each gives back a part d of what it moves. */
static void through_filter(struct flawed_witness *w, double d)
{
    for (unsigned left = 2 + (unsigned)ceil(3 / (d > 0 ? d : 0.1)); left > 0;) {
        const unsigned periods = left < 50 ? left : 50;
        flawed_sine(w, 1, 100, periods);
        left -= periods;
    }
}

static void in_corner(struct flawed_witness *w, double d)
{
    (void)d;
    flawed_param(w, "a", 0.5);
    flawed_param(w, "b", 0.5);
    flawed_param(w, "c", 0.5);
    flawed_hold(w, 1, 1);
}

static void at_edge(struct flawed_witness *w, double d)
{
    (void)d;
    flawed_param(w, "a", 0.375);
    flawed_param(w, "b", 0.625);
    flawed_param(w, "c", 0);
    flawed_hold(w, 1, 1);
}

static void at_value(struct flawed_witness *w, double d)
{
    (void)d;
    flawed_param(w, "a", 0.3);
    flawed_hold(w, 1, 1);
}

static void at_count(struct flawed_witness *w, double d)
{
    flawed_param(w, "n", round(0.617 * d));
    flawed_hold(w, 1, 1);
}

/* Loading slowly costs some 40 Fc^2/sigma0. At 1000 m/s sigma1 pushes more than sigma2 pulls, over
 * d/2 of the length `shortest`: that gives back 1000 m/s sigma1 d^2/8 per length, which a small Fc
 * makes the larger of both. */
static void load_and_race(struct flawed_witness *w, double d, double Fc, double shortest)
{
    const double sigma1 = 0x1p13, within = fmax(d, 1e-4), slowly = 1e-12;
    flawed_param(w, "sigma0", 1);
    flawed_param(w, "sigma1", sigma1);
    flawed_param(w, "sigma2", (1 - fmin(d, d / 2)) * sigma1);
    flawed_param(w, "Fc", Fc);
    flawed_param(w, "Fs", 2 * Fc);
    flawed_param(w, "vs", 1e-3);
    flawed_hold(w, slowly, 2 * Fc * (log(8 / within) + 2) / slowly);
    flawed_hold(w, 1000, 0.45 * within * shortest / 1000);
}

static void past_threshold(struct flawed_witness *w, double d)
{
    load_and_race(w, d, 0x1p-16, 0x1p-16);
}

/* The stiff element unloads over a twentieth of the way. */
static void past_both(struct flawed_witness *w, double d)
{
    load_and_race(w, d, 0x1p-18, 0x1p-18 / 20);
}

static void at_one_speed(struct flawed_witness *w, double d)
{
    (void)d;
    flawed_hold(w, 1, 1);
}

/* At 0.5 and 2 m/s, four times as fast, the damping differs most. */
static void at_two_rates(struct flawed_witness *w, double d)
{
    (void)d;
    flawed_hold(w, 0.5, 1);
}

static void to_bound(struct flawed_witness *w, double d)
{
    flawed_param(w, "N", 1);
    flawed_param(w, "L", 1e-3);
    flawed_hold(w, 1, 1e-3 * (log(1 / fmax(d, 1e-9)) + 3));
}

/* What is left of the way to the steady force is below what the claim allows. */
static void until_steady(struct flawed_witness *w, double d)
{
    (void)d;
    flawed_hold(w, 0.37, 60e-3 / 0.37);
}

/* The claim allows twice what a lag of the stated rate has left: too little after ln 2/d. */
static void until_settled(struct flawed_witness *w, double d)
{
    flawed_hold(w, 999, 0.01 * (1.1 * log(2) / fmax(d, 0.01) + 0.1));
}

static void with_coefficient(struct flawed_witness *w, double d)
{
    flawed_param(w, "c", 1);
    at_band(w, d);
}

/* Within a way of about d lengths the spring has taken less than it is said to hold. */
static void within_way(struct flawed_witness *w, double d)
{
    flawed_param(w, "N", 1);
    flawed_param(w, "L", 1e-3);
    flawed_hold(w, 1e-3, fmax(d, 1e-6) / 2);
}

const struct flawed_family flawed_table[] = {
    { "band", "relative half-width of a band of speed", PASSIVITY, "F v >= 0.001 N w v", at_band },
    { "speed", "m/s above which the law pushes", PASSIVITY, "F v >= 0 below d, above speed_max",
      above },
    { "fast", "m/s above which the law pushes", PASSIVITY,
      "S = 0.05 N L (z^2 + 5 y^2), and the damping is positive below d, above speed_max",
      far_above },
    { "slow", "m/s below which the law pushes", PASSIVITY, "F v >= 0.001 N w v", below },
    { "rest", "s at rest", PASSIVITY, "F v >= 0.001 N w v, as age stays in [0, 1]", after_rest },
    { "age", "s at rest", PASSIVITY,
      "S = 0.05 N L z^2, and the damping is positive, as age stays in [0, 1]", after_true_rest },
    { "charge", "time constants at one speed", PASSIVITY,
      "F v >= 0, as charge stays in [0, 1] and k < 1 - exp(-d)", after_charge },
    { "window", "relative width of a rest's length", PASSIVITY,
      "F v >= 0, as the charges never differ by more than 1/4, and k < 1 - d", within_window },
    { "pair", "relative half-width of two speeds", PASSIVITY,
      "F v >= 0.001 N w v, as charge stays in [0, 1]", at_pair },
    { "reversals", "reversals", PASSIVITY, "F v >= 0, as n stays in [0, 10 d] and 10 d k < d - 0.5",
      after_reversals },
    { "latch", "reversals that are counted", PASSIVITY, "F v >= 0.001 N w v, whatever n is",
      after_strokes },
    { "drift", "part of the deflection that is lost on a length", NO_DRIFT,
      "z is the travel, as k = 0", around_a_cycle },
    { "resonator", "quality of a resonance", PASSIVITY,
      "S = k d T V N (x^2 + u^2)/2: F v - dS/dt = V N (w^2 - 2 k w u + k u^2) >= 0 for k <= 1",
      at_resonance },
    { "ratio", "relative half-width of a ratio of speeds", PASSIVITY, "F v >= 0, as 400 k < d",
      at_ratio },
    { "sequence", "speeds to be met in order", PASSIVITY,
      "F v >= 0.001 N w v, as each x stays in [0, 1]", after_sequence },
    { "travel", "m of travel", PASSIVITY, "F v >= 0.001 N w v, as wear stays in [0, 1]",
      after_way },
    { "way", "m of travel", PASSIVITY,
      "S = 0.05 N L z^2, and the damping is positive, as wear stays in [0, 1]", after_fast_way },
    { "filter", "part above the threshold of a filter", PASSIVITY,
      "the real part of F/v is 1 - k or more at every frequency (positive real)", through_filter },
    { "corner", "size of a corner of three parameters", PASSIVITY, "F v >= 0.001 N w v",
      in_corner },
    { "edge", "width of an edge of two parameters", PASSIVITY, "F v >= 0.001 N w v", at_edge },
    { "exact", "relative half-width of a parameter", PASSIVITY, "F v >= 0.001 N w v", at_value },
    { "whole", "counts, one of which is flawed", PASSIVITY, "F v >= 0.001 N w v", at_count },
    { "threshold", "part by which a threshold is too low", PASSIVITY,
      "S = sigma0 z^2/2, by LuGre's condition (models/laws/lugre.mo)", past_threshold },
    { "bristles", "part by which a threshold is too low", PASSIVITY,
      "S = sigma0 (y^2 + 10 z^2)/2, by LuGre's condition for each element", past_both },
    { "asymmetry", "relative asymmetry", ODD_SYMMETRY,
      "|F(v) + F(-v)| <= d N |w| < 2^-60 N |w|, which the claim allows", at_one_speed },
    { "rate", "relative dependence on the rate", RATE_INDEPENDENCE,
      "the force changes by d N/3 at most, which is less than 2^-60 N", at_two_rates },
    { "bound", "part by which a bound is too low", STATE_BOUND,
      "dz/dt <= 0 at z = 1, and >= 0 at -1", to_bound },
    { "peak", "relative half-width of a band of speed", STATE_BOUND,
      "k < 0: z tends to less than 1", at_band },
    { "steady", "relative half-width of a band of speed", STEADY_STATE,
      "the gap is k N < 2^-60 N, which the claim allows", until_steady },
    { "settling", "part by which a rate is too high", STEADY_STATE,
      "of a change by 2000/1001 N at most, 2 N allow for all until it is below 2^-60 N",
      until_settled },
    { "regressor", "relative half-width of a band of speed", REGRESSOR,
      "the gap is k |F| < 2^-60 |F|, which the claim allows", with_coefficient },
    { "storage", "part by which an energy is too high", DISSIPATION, "F v - dS/dt = N |v| z^2 >= 0",
      within_way },
    { NULL, NULL, PASSIVITY, NULL, NULL },
};
