/* One seeded fault for each property and declaration. Each fault wraps functions of the law under
 * test. */
#include "properties/suite/seeded_fault.h"

#include "properties/suite/suite_law.h"
#include "properties/trials/evaluate_property.h"

/* holds: passivity. The sign misprinted in the seed's Stribeck law, (1.7): the force pushes
 * along the motion. */
static real work_along_motion(const real p[], const struct memory *mem, real v, real s, real h,
                              const real x[])
{
    return -LAW.work(p, mem, v, s, h, x);
}

/* refuted: passivity. A law that only ever dissipates. */
static real work_steady(const real p[], const struct memory *mem, real v, real s, real h,
                        const real x[])
{
    (void)mem, (void)s, (void)x;
    return LAW.steady_force(p, v) * h;
}

/* holds: state bounds. Every state runs 1 % too far in each hold. */
static void flow_overshooting(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    LAW.flow(p, mem, v, s, h, x);
    for (unsigned i = 0; i < LAW.n_states; i++)
        x[i] *= C(1.01);
}

/* refuted: (12b). The Stribeck state follows its equilibrium without lag, and is therefore already
 * within the bound at the next velocity: it vanishes. */
static void flow_without_stribeck(const real p[], struct memory *mem, real v, real s, real h,
                                  real x[])
{
    LAW.flow(p, mem, v, s, h, x);
    x[PREC(trial_state_index)(&LAW, "y")] = 0;
}

/* holds: steady state. Too large by a thousandth. */
static real steady_force_too_large(const real p[], real v)
{
    return C(1.001) * LAW.steady_force(p, v);
}

/* holds: odd symmetry. A friction level that is a thousandth larger forwards. */
static real force_skewed(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    const real F = LAW.force(p, mem, v, s, x);
    return v > 0 ? C(1.001) * F : F;
}

/* holds: dissipation. Half as much energy again as is stored. */
static real storage_too_large(const real p[], const struct memory *mem, const real x[])
{
    return C(1.5) * LAW.storage(p, mem, x);
}

/* holds: creep. A hundredth too little. */
static real creep_resistance_too_small(const real p[]) { return C(0.99) * LAW.creep_resistance(p); }

/* refuted: dissipation. Nothing is stored. */
static real storage_empty(const real p[], const struct memory *mem, const real x[])
{
    (void)p, (void)mem, (void)x;
    return 0;
}

/* refuted: passivity as printed. The force as it should have been printed. */
static real printed_correctly(const real p[], real v) { return LAW.steady_force(p, v); }

/* holds: rate independence. A hundredth more force at 1 m/s. */
static real force_with_rate(const real p[], const struct memory *mem, real v, real s,
                            const real x[])
{
    return LAW.force(p, mem, v, s, x) * (1 + C(0.01) * r_min(r_abs(v), 1));
}

/* refuted: no drift. A spring: the deflection is the travel. */
static void flow_elastic(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    (void)p, (void)mem, (void)s;
    for (unsigned i = 0; i < LAW.n_states; i++)
        x[i] += v * h;
}

/* holds: no drift. A tenth of the deflection leaks away in every hold. */
static void flow_leaking(const real p[], struct memory *mem, real v, real s, real h, real x[])
{
    LAW.flow(p, mem, v, s, h, x);
    x[0] *= C(0.9);
}

/* holds: finite force. 0/0 at rest. */
static real force_per_speed(const real p[], const struct memory *mem, real v, real s,
                            const real x[])
{
    return LAW.force(p, mem, v, s, x) * (v / v);
}

/* refuted: I3, I4. Parts of the energy that can only be dissipated. */
static void parts_dissipating(const real p[], const struct memory *mem, real v, real s, real h,
                              const real x[], real part[])
{
    LAW.work_parts(p, mem, v, s, h, x, part);
    for (unsigned i = 0; i < LAW.n_parts; i++)
        part[i] = s * r_abs(part[i]);
}

/* holds: I1, I2. The minus in the first line of (14) of Martinez-Rosas et al. */
static void parts_with_wrong_sign(const real p[], const struct memory *mem, real v, real s, real h,
                                  const real x[], real part[])
{
    LAW.work_parts(p, mem, v, s, h, x, part);
    for (unsigned i = 0; i < LAW.n_parts; i++)
        part[i] = -part[i];
}

/* holds: regressor. The last column without its sign. */
static void regressor_without_sign(const real p[], const struct memory *mem, real v, real s,
                                   const real x[], real u[])
{
    LAW.regressor(p, mem, v, s, x, u);
    u[LAW.n_regressors - 1] = r_abs(u[LAW.n_regressors - 1]);
}

/* holds: regressor as printed. A velocity a thousandth too large. */
static real printed_regressor_too_fast(const real p[], real v0, real v, real s, const real x[])
{
    return LAW.printed_regressor(p, v0, C(1.001) * v, s, x);
}

/* refuted: regressor as printed. With the curve as it should have been printed. */
static real printed_regressor_corrected(const real p[], real v0, real v, real s, const real x[])
{
    (void)v0;
    return LAW.force(p, NULL, v, s, x);
}

/* holds: identifiability. A column that repeats the first, as -y repeats y in (18). */
static void regressor_repeating(const real p[], const struct memory *mem, real v, real s,
                                const real x[], real u[])
{
    LAW.regressor(p, mem, v, s, x, u);
    u[LAW.n_regressors - 1] = LAW.n_regressors > 1 ? -u[0] : 0;
}

/* refuted: identifiability. No two columns alike: the last but one has the speed as a factor. */
static void regressor_of_its_own(const real p[], const struct memory *mem, real v, real s,
                                 const real x[], real u[])
{
    LAW.regressor(p, mem, v, s, x, u);
    u[LAW.n_regressors - 2] *= r_abs(v);
}

const struct model *PREC(planted)(enum property property, enum declared declared,
                                  struct model *storage, const char **mistake)
{
    *storage = LAW;
    *mistake = NULL;
    switch (property) {
    case PASSIVITY:
        storage->work = declared == HOLDS ? work_along_motion : work_steady;
        *mistake =
            declared == HOLDS ? "the force pushes along the motion" : "a law that only dissipates";
        break;
    case STATE_BOUND:
    case STRIBECK_HISTORY_BOUND:
        if (declared == HOLDS) {
            storage->flow = flow_overshooting;
            *mistake = "the states run 1 % too far";
        }
        break;
    case STRIBECK_STATE_BOUND:
        storage->flow = declared == HOLDS ? flow_overshooting : flow_without_stribeck;
        *mistake = declared == HOLDS ? "the states run 1 % too far" : "no Stribeck state";
        break;
    case DISSIPATION:
        if (declared == HOLDS) {
            storage->storage = storage_too_large;
            *mistake = "a stored energy 1.5 times too large";
        } else {
            storage->work = work_steady;
            storage->storage = storage_empty;
            *mistake = "a law that only dissipates";
        }
        break;
    case PASSIVITY_AS_PRINTED:
        if (declared == REFUTED) {
            storage->printed_force = printed_correctly;
            *mistake = "a printed force with the right sign";
        }
        break;
    case RATE_INDEPENDENCE:
        if (declared == HOLDS) {
            storage->force = force_with_rate;
            *mistake = "a force that grows by 1 % at 1 m/s";
        }
        break;
    case CREEPING:
        if (declared == HOLDS) {
            storage->creep_resistance = creep_resistance_too_small;
            *mistake = "a resistance to creep 1 % too small";
        }
        break;
    case NO_DRIFT:
        storage->flow = declared == HOLDS ? flow_leaking : flow_elastic;
        *mistake = declared == HOLDS ? "a deflection that leaks" : "a spring";
        break;
    case FINITE_FORCE:
        if (declared == HOLDS) {
            storage->force = force_per_speed;
            *mistake = "0/0 at rest";
        }
        break;
    case STEADY_STATE:
        if (declared == HOLDS) {
            storage->steady_force = steady_force_too_large;
            *mistake = "a steady force 0.1 % too large";
        }
        break;
    case ODD_SYMMETRY:
        if (declared == HOLDS) {
            storage->force = force_skewed;
            *mistake = "a force 0.1 % larger forwards than backwards";
        }
        break;
    case REGRESSOR:
        if (declared == HOLDS) {
            storage->regressor = regressor_without_sign;
            *mistake = "a column without its sign";
        }
        break;
    case REGRESSOR_AS_PRINTED:
        storage->printed_regressor =
            declared == HOLDS ? printed_regressor_too_fast : printed_regressor_corrected;
        *mistake = declared == HOLDS ? "a velocity 0.1 % too large" : "the right Stribeck curve";
        break;
    case IDENTIFIABILITY:
    case IDENTIFIABLE_RANK:
        if (declared == HOLDS) {
            storage->regressor = regressor_repeating;
            *mistake = "a column that repeats another";
        } else if (property == IDENTIFIABILITY && LAW.n_regressors > 1) {
            storage->regressor = regressor_of_its_own;
            *mistake = "a column of its own";
        }
        break;
    case I1_NONNEGATIVE:
    case I2_NONNEGATIVE:
        if (declared == HOLDS) {
            storage->work_parts = parts_with_wrong_sign;
            *mistake = "energy parts of the wrong sign";
        }
        break;
    case I3_NONNEGATIVE:
    case I4_NONNEGATIVE:
        if (declared == REFUTED) {
            storage->work_parts = parts_dissipating;
            *mistake = "an energy part that only dissipates";
        }
        break;
    case EXPERIMENT:
    case N_PROPERTIES:
        break;
    }
    return *mistake ? storage : NULL;
}
