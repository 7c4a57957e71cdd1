/* Counts which kinds of signals the search draws. */
#include "properties/trials/signal_coverage.h"

void PREC(coverage_add)(struct signal_coverage *shares, const struct model *model,
                        const struct sample *s)
{
    const real length = model->length ? model->length(s->p) : C(1e-5);
    const real speed = model->stribeck_speed ? model->stribeck_speed(s->p) : C(1e-3);
    bool has[N_COVERED] = { false };
    real before = 0, last_moving = 0;
    for (unsigned i = 0; i < s->n; i++) {
        const real v = s->holds[i].v, h = s->holds[i].h, travel = r_abs(v) * h;
        has[STICK] |= travel < C(0.1) * length;
        has[SLIP] |= travel > length;
        has[REVERSAL] |= (v > 0 && last_moving < 0) || (v < 0 && last_moving > 0);
        has[SATURATION] |= v != 0 && model->settling_rate && model->settling_rate(s->p, v) * h >= 5;
        has[HIGH_SPEED] |= r_abs(v) > r_min(10 * speed, C(0.1));
        has[CREEP] |= v != 0 && r_abs(v) < C(0.01) * speed;
        has[INCREASE] |= i > 0 && r_abs(v) > r_abs(before);
        before = v;
        if (v != 0)
            last_moving = v;
    }
    shares->signals++;
    for (unsigned k = 0; k < N_COVERED; k++)
        shares->with[k] += has[k];
}

enum share PREC(coverage_missing)(const struct signal_coverage *shares, const struct model *model,
                                  enum signal_class signals)
{
    for (unsigned k = 0; k < N_COVERED; k++) {
        if (k == INCREASE && signals == SLOWING_SIGNAL)
            continue;
        if (k == REVERSAL && signals == ONE_WAY_SIGNAL)
            continue;
        if (k == SATURATION && !model->settling_rate)
            continue;
        if (!(shares->with[k] >= share_floors[k] * shares->signals) || shares->signals == 0)
            return (enum share)k;
    }
    return N_COVERED;
}
