/* Groups, orders and what is explained follow from errors as is said of them (ranking.h). */
#include "properties/identification/ranked_laws_test.h"

static real no_force(const real p[], const struct memory *mem, real v, real s, const real x[])
{
    (void)p, (void)mem, (void)v, (void)s, (void)x;
    return (real)NAN;
}

/* By how much laws have to differ, N^2: by what errors of the motion make of the force, within
 * limits. */
static double least_difference(double noise, double by_motion)
{
    const double part = by_motion * by_motion / (noise * noise);
    return (part < 0.01 ? 0.01 : part > 0.1 ? 0.1 : part) * noise * noise;
}

/* Of two laws the right one is first. The other one, too large by `off`, is in its group unless it
 * is worse by two standard errors and by enough; sets by how many times it passes either, and the
 * part of the noise's square that errors of the motion make. */
static void expect_group(struct wave wave, double off, double *errors, double *differences,
                         double *by_motion)
{
    static struct ranked_laws r;
    measure(wave, &r);
    set_law(&r, 0, "off",
            (double[]){ wave.is_steep ? wave.a : wave.a + off, wave.is_steep ? off : 0, 0 }, 0);
    set_law(&r, 1, "right", (double[]){ wave.a, 0, 0 }, 0);
    for (int i = 0; i < 2 && wave.is_steep; i++)
        r.model[i].force = steep_when_slow;
    ranking_make(r.law, r.settings, 2, &r.measured, 1, &r.ranking);
    const struct ranked *best = &r.ranking.law[0], *worse = &r.ranking.law[1];
    cr_assert(best->fit.is_finished && worse->fit.is_finished);
    cr_expect_leq(best->held_out, worse->held_out);
    const double noise = r.ranking.noise;
    const struct mean m = mean_of(r.measured.run, worse->left, best->left, 25 * noise * noise);
    *errors = m.mean / (2 * m.error);
    const double larger = fmax(best->by_motion, worse->by_motion);
    *differences = m.mean / least_difference(noise, larger);
    *by_motion = pow(larger / noise, 2);
    cr_expect_eq(worse->group, *errors > 1 && *differences > 1 ? 2 : 1, "%g, %g: group %u", *errors,
                 *differences, worse->group);
    release(&r);
}

/* Laws that are worse by one to two times what is asked for are among the logs, and such as are by
 * half as much to as much: neither twice the error nor half of it would say the same of all. Far
 * forces, whichever law is asked, count as five times the noise. */
Test(ranking_rules, laws_differ_by_two_standard_errors)
{
    for (int has_spikes = 0; has_spikes <= 1; has_spikes++) {
        unsigned less = 0, more = 0;
        for (uint64_t seed = 0; seed < 24; seed++) {
            double errors, differences, by_motion;
            expect_group((struct wave){ 800, seed, 1, 0, false, false, has_spikes ? 3 : 0 },
                         0.04 + 0.01 * (double)(seed % 8), &errors, &differences, &by_motion);
            less += differences > 1 && errors > 0.5 && errors < 1;
            more += differences > 1 && errors > 1 && errors < 2;
        }
        cr_expect(less >= 2 && more >= 2, "%d: %u, %u", has_spikes, less, more);
    }
}

/* Where next to no error adds up it is the difference that counts: a hundredth of the noise's
 * square, a tenth of it, or between them what errors of the motion make. Laws are among those
 * compared that pass it by less than twice, and such as miss it by less than that. */
Test(ranking_rules, laws_differ_by_enough)
{
    static const double speed_noise[] = { 0, 1e-1, 4e-1 };
    for (int k = 0; k < 3; k++) {
        unsigned less = 0, more = 0;
        for (unsigned i = 0; i < 26; i++) {
            const unsigned step = i / 2;
            const double off = 0.02 * pow(1.3, step);
            const uint64_t seed = 1 + i % 2;
            double errors, differences, part;
            expect_group((struct wave){ MOST_SAMPLES, seed, 30, speed_noise[k], true, true, 0 },
                         off, &errors, &differences, &part);
            cr_expect_eq(k, part < 0.01 ? 0 : part < 0.1 ? 1 : 2, "%d: %g", k, part);
            less += errors > 1 && differences > 0.5 && differences < 1;
            more += errors > 1 && differences > 1 && differences < 2;
        }
        cr_expect(less > 0 && more > 0, "%d: %u, %u", k, less, more);
    }
}

/* Data are explained where the first law is better than a constant by three standard errors; with a
 * force that is as weak as this there are logs on either side. */
Test(ranking_rules, explained_is_by_three_standard_errors)
{
    static struct ranked_laws r;
    unsigned less = 0, more = 0;
    for (uint64_t seed = 0; seed < 24; seed++) {
        double nothing[MOST_SAMPLES];
        const double a = 0.06 + 0.02 * (double)(seed % 8);
        measure((struct wave){ 800, seed, a, 0, false, false, 0 }, &r);
        set_law(&r, 0, "right", (double[]){ a, 0, 0 }, 0);
        ranking_make(r.law, r.settings, 1, &r.measured, 1, &r.ranking);
        const struct measured_run *run = r.measured.run;
        constant_errors(run, nothing);
        const struct mean m = mean_of(run, nothing, r.ranking.law[0].left, INFINITY);
        const double errors = m.mean / (3 * m.error);
        cr_expect_eq(r.ranking.is_explained, errors > 1, "%g", errors);
        less += errors > 0.5 && errors < 1;
        more += errors > 1 && errors < 2;
        release(&r);
    }
    cr_expect(less >= 2 && more >= 2, "%u, %u", less, more);
}

/* Of laws that are as good as each other the one is first that has the fewest parameters, wherever
 * it is given, and the better one of those; the others follow by their errors. */
Test(ranking_rules, fewest_parameters_are_first)
{
    static const unsigned n_free[][4] = { { 1, 2, 3, 2 }, { 2, 3, 1, 1 }, { 3, 2, 2, 1 },
                                          { 2, 2, 3, 2 }, { 3, 1, 1, 2 }, { 2, 1, 3, 2 },
                                          { 3, 2, 1, 2 }, { 2, 3, 2, 1 }, { 3, 3, 3, 2 } };
    static struct ranked_laws r;
    for (size_t k = 0; k < sizeof n_free / sizeof *n_free; k++) {
        static const char *const names[] = { "e", "f", "g", "h" };
        unsigned fewest = 3;
        measure((struct wave){ 800, k, 1, 0, true, false, 0 }, &r);
        for (size_t i = 0; i < 4; i++) {
            /* Those of equally many parameters differ by what is held. */
            const double p[] = { 1 + 9e-3 * (double)i, n_free[k][i] < 2 ? 1e-3 * (double)i : 0, 0 };
            set_law(&r, i, names[i], p, n_free[k][i]);
            fewest = n_free[k][i] < fewest ? n_free[k][i] : fewest;
        }
        ranking_make(r.law, r.settings, 4, &r.measured, 1, &r.ranking);
        const struct ranked *law = r.ranking.law;
        cr_expect_eq(law[0].fit.n_free, fewest, "%zu: %u, not %u", k, law[0].fit.n_free, fewest);
        cr_expect_eq(law[0].apart, 0);
        double noise = INFINITY;
        for (size_t i = 0; i < 4; i++)
            noise = fmin(noise, law[i].fit.noise);
        cr_expect_eq(r.ranking.noise, noise, "%g, not %g", r.ranking.noise, noise);
        for (size_t i = 0; i < 4; i++) {
            cr_expect(law[i].fit.is_finished);
            cr_expect_eq(law[i].group, 1, "%zu", k);
            cr_expect(i == 0 || law[i].fit.n_free > fewest || law[i].held_out >= law[0].held_out);
            cr_expect(i < 2 || law[i].held_out >= law[i - 1].held_out);
        }
        release(&r);
    }
}

/* Laws that are given up follow those that are not, by what their first fit usually leaves; those
 * without a force are last; of equal ones it is their names that count. Three are kept that have a
 * force, however far they are, beside all that leave less than twice what the first one does. */
Test(ranking_rules, laws_that_are_given_up_have_an_order)
{
    static const struct {
        const char *name;
        double off;
        bool has_force;
    } given[LAWS] = { { "z", 4, true },    { "b", 0, false }, { "y", 3, true }, { "x", 3, true },
                      { "near", 0, true }, { "w", 8, true },  { "a", 0, false } };
    static const char *const order[LAWS] = { "near", "x", "y", "z", "w", "a", "b" };
    static struct ranked_laws r;
    for (size_t turn = 0; turn < LAWS; turn++) {
        measure((struct wave){ 800, 1, 1, 0, false, false, 0 }, &r);
        for (size_t i = 0; i < LAWS; i++) {
            const size_t k = (i + turn) % LAWS;
            set_law(&r, i, given[k].name, (double[]){ 1 + given[k].off, 0, 0 }, 0);
            r.model[i].force = given[k].has_force ? terms : no_force;
        }
        ranking_make(r.law, r.settings, LAWS, &r.measured, 1, &r.ranking);
        for (size_t i = 0; i < LAWS; i++) {
            const struct ranked *law = &r.ranking.law[i];
            cr_expect_eq(law->fit.is_finished, i < 3, "%zu: %s", i, law->law->model->name);
            cr_expect_eq(law->fit.is_finite, i < 5);
            cr_expect_eq(law->group > 0, i < 3);
            if (i < 1 || i > 2)
                cr_expect_str_eq(law->law->model->name, order[i], "%zu: %s", i,
                                 law->law->model->name);
        }
        release(&r);
    }
}
