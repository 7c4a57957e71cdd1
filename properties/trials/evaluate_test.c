/* Every margin is what evaluate_property.h says it is: computed once more, by the plainest loops,
 * along all short signals over a few velocities. */
#include "properties/trials/evaluate_test.h"
#include "tools/testing/test_stack.h"

/* All that these laws compute are dyadic numbers but for the quotients of the margins. */
static const double exact = 8 * R_EPSILON;

/* A propagator that moves half as far as the law does, and reports other energies and larger
 * peaks. */
static void report(void *ctx, struct exact_state *w, struct hold hold, struct seen seen)
{
    (void)ctx;
    const real x[2] = { w->x[0], w->x[1] };
    flow(NULL, NULL, hold.v / 2, 0, hold.h, w->x);
    if (seen.energy)
        *seen.energy = C(1.5) - 2 * hold.h;
    for (unsigned i = 0; seen.part && i < PARTS; i++)
        seen.part[i] = (real)i - 2 * hold.h;
    for (unsigned i = 0; seen.peak && i < 2; i++)
        seen.peak[i] = C(1.5) * r_max(r_abs(x[i]), r_abs(w->x[i]));
}

static double force_after(const struct record *r, unsigned holds, double v)
{
    return (double)force_at((real)v) + r->x[holds][0] / 4 - r->x[holds][1] / 8;
}

/* Returns the share of the energies, of all parts or of one. */
static double share(const struct record *r, int part, bool strict)
{
    double sum = 0, all = 0;
    for (unsigned i = 0; i < r->n; i++) {
        const double energy = part < 0 ? r->energy[i] : r->part[i][part];
        sum += energy;
        all += fabs(energy);
    }
    return all > 0 ? sum / all : strict && r->path > 0 ? 0 : 1;
}

static double dissipated(const struct record *r)
{
    double least = HUGE_VAL, all = 0;
    for (unsigned i = 0; i < r->n; i++) {
        const double stored = r->x[i + 1][0] * r->x[i + 1][0] + fabs(r->x[i + 1][1]) -
                              r->x[i][0] * r->x[i][0] - fabs(r->x[i][1]);
        least = fmin(least, r->energy[i] - stored);
        all += fabs(r->energy[i]) + fabs(stored);
    }
    return all > 0 ? least / all : 1;
}

static double within_bounds(const struct record *r)
{
    double most = 0;
    for (unsigned i = 0; i < r->n; i++)
        most = fmax(most, fmax(r->peak[i][0] / 2, r->peak[i][1] / 0.75));
    return 1 - most;
}

/* State 1 is y; the curve counts from the beginning of a hold on. */
static double within_curve(const struct record *r, bool over_history)
{
    double margin = 1, largest = 0;
    for (unsigned i = 0; i < r->n; i++) {
        const double g = 1 / (1 + fabs((double)r->hold[i].v));
        largest = fmax(largest, g);
        margin = fmin(margin,
                      (over_history ? largest : g) - fmax(fabs(r->x[i][1]), r->peak[i][1]) / 0.75);
    }
    return margin;
}

static bool is_gentle(const struct record *r, unsigned i)
{
    const double v = r->hold[i].v;
    const double limit = 0.9 * (v == 0 ? 1.25 : fmin(1.25, fabs(2 * (double)force_at((real)v))));
    return fabs(force_after(r, i, v)) <= limit && fabs(force_after(r, i + 1, v)) <= limit;
}

static double undrifted(const struct record *r)
{
    double margin = 1;
    for (unsigned from = 0; from < r->n; from++)
        for (unsigned to = from; to < r->n; to++) {
            bool forth = false, back = false, gentle = true;
            double path = 0, gap = 0, net = 0;
            for (unsigned i = from; i <= to; i++) {
                forth |= r->hold[i].v > 0;
                back |= r->hold[i].v < 0;
                gentle &= is_gentle(r, i);
                path += fabs((double)r->hold[i].v) * (double)r->hold[i].h;
                net += (double)r->hold[i].v * (double)r->hold[i].h;
            }
            /* the bound of q is infinite here: q is the travel */
            gap = fabs(r->x[to + 1][1] - r->x[from][1]);
            if (forth && back && gentle)
                margin = fmin(margin, (1000 * gap - fabs(net)) / path);
        }
    return margin;
}

/* The residual of U P, or of the printed form, at both ends of each hold; the travel counts at the
 * end of the hold. */
static double explained(const struct record *r, bool as_printed)
{
    double margin = 0, travel = 0, v0 = 0;
    for (unsigned i = 0; i < r->n; i++) {
        const double v = r->hold[i].v;
        v0 = v0 == 0 ? v : v0;
        travel += fabs(v) * (double)r->hold[i].h;
        const double error = as_printed ? (v == 0 ? 0 : fabs(v - v0) / 16) : v == 2 ? 0.375 : 0;
        margin = fmin(margin, -error / scale_of(v, travel));
    }
    return margin;
}

/* The margin by its definition. */
static double defined(const struct record *r, enum property property)
{
    const double v = r->hold[r->n - 1].v, F = force_after(r, r->n, v);
    double mirrored, sum = 0, all = 0;
    switch (property) {
    case PASSIVITY:
        return share(r, -1, true);
    case I1_NONNEGATIVE:
        return share(r, 1, true);
    case I2_NONNEGATIVE:
        return share(r, 3, true);
    case I3_NONNEGATIVE:
        return share(r, 0, false);
    case I4_NONNEGATIVE:
        return share(r, 2, false);
    case PASSIVITY_AS_PRINTED:
        for (unsigned i = 0; i < r->n; i++) {
            const double w = r->hold[i].v,
                         energy = w * (double)r->hold[i].h * (0.125 - (double)force_at((real)w));
            sum += energy;
            all += fabs(energy);
        }
        return all > 0 ? sum / all : r->path > 0 ? 0 : 1;
    case DISSIPATION:
        return dissipated(r);
    case STATE_BOUND:
        return within_bounds(r);
    case STRIBECK_STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        return within_curve(r, property == STRIBECK_HISTORY_BOUND);
    case STEADY_STATE:
        return v == 0 ? 1
                      : 2 * exp(-fabs(v) * (double)r->hold[r->n - 1].h) -
                            fabs(F - 2 * (double)force_at((real)v)) / scale_of(v, r->path);
    case ODD_SYMMETRY: /* the states of the mirrored motion are the negative ones */
        mirrored = (double)force_at(-(real)v) - r->x[r->n][0] / 4 + r->x[r->n][1] / 8;
        return -fabs(F + mirrored) / scale_of(v, r->path);
    case RATE_INDEPENDENCE: /* the travels are the same */
        return -fabs((double)(force_at((real)v) - force_at(4 * (real)v))) /
               scale_of(4 * v, r->path);
    case CREEPING:
        return v == 0 ? 1 : 1 - fabs(F) / (0.5 * fabs(v));
    case NO_DRIFT:
        return undrifted(r);
    case REGRESSOR:
    case REGRESSOR_AS_PRINTED:
        return explained(r, property == REGRESSOR_AS_PRINTED);
    default:
        return NAN;
    }
}

static bool is_along_a_signal(enum property property)
{
    return property != FINITE_FORCE && property != IDENTIFIABILITY &&
           property != IDENTIFIABLE_RANK && property != EXPERIMENT;
}

/* How many signals of a property were violated and kept. */
struct count {
    unsigned violated, kept;
};

static void unbounded_q(const real p[], real b[])
{
    bound(p, b);
    b[0] = (real)INFINITY;
}

/* The worst prefix is the longest of those with the smallest margin; before anything moves there is
 * none. */
static void compare_prefix(const struct model *model, struct record *r, enum property property)
{
    const unsigned n = r->n;
    unsigned worst = n;
    double least = HUGE_VAL;
    for (r->n = 1; is_energy(property) && r->n <= n; r->n++) {
        const double margin = defined(r, property);
        const bool moved = r->hold[r->n - 1].v != 0 || least < HUGE_VAL;
        if (moved && margin <= least) {
            least = margin;
            worst = r->n;
        }
    }
    r->n = n;
    stack_is_dirty();
    cr_assert_eq(PREC(evaluate_worst_prefix)(model, NULL, property, r->hold, n), worst,
                 "%s: the worst of %u holds are %u", property_info[property].name, n, worst);
}

/* The distance is the smallest mean force of a moving hold over its scale at rest, at least 0; 100
 * where nothing moves, and 0 for other properties. */
static void compare_distance(const struct model *model, const struct record *r,
                             enum property property)
{
    static const int parts[] = { [I1_NONNEGATIVE] = 1,
                                 [I2_NONNEGATIVE] = 3,
                                 [I3_NONNEGATIVE] = 0,
                                 [I4_NONNEGATIVE] = 2,
                                 [PASSIVITY] = -1 };
    double distance = is_energy(property) ? 100 : 0;
    for (unsigned i = 0; is_energy(property) && i < r->n; i++) {
        const int part = parts[property];
        const double v = fabs((double)r->hold[i].v);
        if (v > 0)
            distance = fmin(distance, (part < 0 ? r->energy[i] : r->part[i][part]) /
                                          (v * (double)r->hold[i].h) / scale_of(0, r->path));
    }
    const struct margin m = PREC(evaluate_property)(model, NULL, property, r->hold, r->n);
    cr_assert_float_eq((double)m.distance, fmax(distance, 0), exact, "%s: distance %g, not %g",
                       property_info[property].name, (double)m.distance, distance);
}

static void compare(struct record *r, struct count count[])
{
    const struct propagator by = { .hold = report };
    for (enum property property = 0; property < N_PROPERTIES; property++) {
        struct model model = made_up();
        if (property == NO_DRIFT)
            model.bound = unbounded_q;
        for (int reported = 0; is_along_a_signal(property) && reported < 2; reported++) {
            record(r, reported);
            const double expected = defined(r, property);
            stack_is_dirty();
            const struct margin m = PREC(evaluate_property_by)(&model, reported ? &by : NULL, NULL,
                                                               property, r->hold, r->n);
            cr_assert(fabs((double)m.value - expected) <= exact * fmax(1, fabs(expected)),
                      "%s%s: %.17g, by its definition %.17g, along %u holds of which the last is "
                      "(%g, %g)",
                      property_info[property].name, reported ? " as reported" : "", (double)m.value,
                      expected, r->n, (double)r->hold[r->n - 1].v, (double)r->hold[r->n - 1].h);
            *(expected < 0 ? &count[property].violated : &count[property].kept) += 1;
        }
        if (!is_along_a_signal(property))
            continue;
        record(r, false);
        compare_prefix(&model, r, property);
        compare_distance(&model, r, property);
    }
}

/* There are many violations of each property, and many signals along which it is kept. */
Test(margins, are_what_they_are_defined_to_be)
{
    static const struct hold holds[] = {
        { 1, 1 }, { 2, C(1.5) }, { -1, C(0.25) }, { -2, C(0.0625) }, { 0, 1 }
    };
    enum { N_HOLDS = sizeof holds / sizeof *holds };
    struct count count[N_PROPERTIES] = { { 0 } };
    struct record r;
    for (unsigned n = 1, signals = N_HOLDS; n <= MOST; n++, signals *= N_HOLDS)
        for (unsigned code = 0; code < signals; code++) {
            r.n = n;
            for (unsigned i = 0, rest = code; i < n; i++, rest /= N_HOLDS)
                r.hold[i] = holds[rest % N_HOLDS];
            compare(&r, count);
        }
    for (enum property property = 0; property < N_PROPERTIES; property++)
        if (is_along_a_signal(property))
            cr_expect(count[property].violated > 20 && count[property].kept > 20,
                      "%s: %u violations, %u kept", property_info[property].name,
                      count[property].violated, count[property].kept);
}

/* A guard that at 1 m/s fires just below a travel, and at no other velocity. */
static real guarded;

static void guard_at_one(const real p[], const struct memory *mem, real v, const real x[], real g[])
{
    (void)p, (void)mem;
    g[0] = v == 1 ? x[0] - guarded + R_EPSILON / 4 : 1;
}

static enum status nothing_happens(const real p[], unsigned guard, real v, real x[],
                                   struct memory *mem)
{
    (void)p, (void)guard, (void)v, (void)x, (void)mem;
    return STATUS_OK;
}

/* Forces at the end of a signal say nothing where rounding decides about a guard at the velocity of
 * the last hold, whatever comes before and behind. */
Test(margins, of_forces_next_to_a_guard_are_none)
{
    static const enum property of[] = { STEADY_STATE, ODD_SYMMETRY, RATE_INDEPENDENCE, CREEPING };
    static const real speeds[] = { 2, 1, -2 };
    struct model model = made_up();
    model.guard = guard_at_one;
    model.transition = nothing_happens;
    model.n_guards = 1;
    for (size_t k = 0; k < sizeof of / sizeof *of; k++)
        for (int code = 0; code < 27; code++) {
            const struct hold holds[] = { { speeds[code % 3], C(0.5) },
                                          { speeds[code / 3 % 3], C(0.5) },
                                          { speeds[code / 9], C(0.5) } };
            guarded = 0;
            for (unsigned n = 1; n <= 2; n++) {
                guarded += holds[n - 1].v * holds[n - 1].h;
                const struct margin m = PREC(evaluate_property)(&model, NULL, of[k], holds, n);
                cr_expect_eq(isinf(m.rounding) != 0, holds[n - 1].v == 1, "%s: %u holds, %d: %g",
                             property_info[of[k]].name, n, code, (double)m.rounding);
            }
        }
}
