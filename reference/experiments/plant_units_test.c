/* Four times the mass, under four times the forces, moves as before and takes four times the
 * energy: whatever the integrator. Powers of two round nothing, but pivots, events and error norms
 * may be others. A step of an adaptive method may be off by 1000 roundings; twenty of these are
 * allowed. In both precisions. */
#include <math.h>
#include <stdio.h>

#include "integrators/work_test.h"
#include "reference/experiments/plant_test.h"

static const real SLACK = 20000 * R_EPSILON; /* as of other masses, plant_ode_test.c */

struct motion {
    real x[ODE_MAX_STATES];
    unsigned n;
    enum status status;
};

static void ignore(void *ctx, size_t i, real t, const real x[])
{
    (void)ctx, (void)i, (void)t, (void)x;
}

/* A spring with a damper pulls, and a force that turns pushes; the law's parameters in newtons
 * grow as well. */
static struct motion move(const struct integrator *in, const struct model *model, double scale)
{
    char force[96];
    real p[MODEL_MAX_PARAMS];
    const real times[] = { 0, C(0.0625), C(0.125) };
    const struct settings settings = { .step = C(0x1p-12), .rtol = 1000 * R_EPSILON };
    static struct moving moving;
    struct motion is = { .status = STATUS_OK };
    struct statistics statistics;
    snprintf(force, sizeof force, "hold %.17g 0.0625; hold %.17g 0.0625", 3 * scale, -4 * scale);
    struct plant plant = plant_under(force);
    plant.mass = scale;
    plant.stiffness = 8 * scale;
    plant.damping = 2 * scale;
    plant.place = 0.25;
    PREC(model_defaults)(model, p);
    for (unsigned i = 0; i < model->n_params; i++)
        if (model->params[i].unit[0] == 'N')
            p[i] *= (real)scale;
    const struct ode ode = PREC(plant_ode)(&moving, model, p, &plant, true);
    is.n = ode.n;
    is.status = PREC(drive)(in, &ode, &settings, times, 3, is.x, &work, ignore, NULL, &statistics);
    signal_free(&plant.force);
    return is;
}

Test(plant, moves_alike_when_mass_and_forces_grow)
{
    static const char *const laws[] = { "viscous", "coulomb_viscous", "karnopp", "dahl", "lugre" };
    unsigned compared = 0;
    for (size_t k = 0; k < sizeof laws / sizeof *laws; k++)
        for (const struct integrator *const *in = PREC(integrators); *in; in++) {
            const struct model *model = PREC(model_find)(laws[k]);
            const struct motion usual = move(*in, model, 1);
            if (usual.status != STATUS_OK)
                continue;
            cr_expect(usual.x[0] != 0 && usual.x[1] != 0, "%s, %s", laws[k], (*in)->name);
            for (int octaves = -2; octaves <= 2; octaves += 4) {
                const double scale = exp2(octaves);
                const struct motion is = move(*in, model, scale);
                cr_expect_eq(is.status, STATUS_OK, "%s, %s", laws[k], (*in)->name);
                for (unsigned i = 0; i < usual.n; i++) {
                    const real expected = usual.x[i] * (i + 1 == usual.n ? (real)scale : 1);
                    cr_expect(r_abs(is.x[i] - expected) <= SLACK * r_abs(expected),
                              "%s, %s, %g kg: state %u is %a, not %a", laws[k], (*in)->name, scale,
                              i, (double)is.x[i], (double)expected);
                }
            }
            compared++;
        }
    cr_expect_geq(compared, 40u, "%u", compared);
}
