#include "benchmarks/firmware/on_target.h"
#include "benchmarks/firmware/image.h"
#include "benchmarks/firmware/law_run.h"

static struct driven driven, mirrored;
static struct memory mirrored_memory;

static real step(const struct image_kernel *kernel, struct driven *d, real v0, real v1)
{
    const real v[] = { v0, v1 };
    return PREC(driver)(kernel->step, d, v, 1);
}

/* Starts a run and its mirror image, which has its own memory. */
static void start_both(real h)
{
    start_law(&driven, h);
    mirrored = driven;
    if (driven.memory) {
        mirrored_memory = *driven.memory;
        mirrored.memory = &mirrored_memory;
    }
}

static void write_kernel(const char *kind, const struct image_kernel *kernel)
{
    write_word(kind, kernel->law);
    write_word(" method=", kernel->method);
    write_word(" precision=", R_NAME);
}

static void run_trials(const struct image_kernel *kernel, const struct law_data *law)
{
    for (unsigned i = 0; i < TRIAL_COUNT; i++) {
        start_law(&driven, TRIAL_STEP);
        const struct trial trial = trial_number(i, law->scale, law->n_states, driven.memory);
        memcpy(driven.states, trial.x, sizeof trial.x);
        const real force = step(kernel, &driven, trial.v0, trial.v1);
        write_kernel("step law=", kernel);
        write_number(" trial=", i);
        write_real(" force=", force);
        write_states(&driven);
        console_line_end();
    }
}

static void run_holds(const struct image_kernel *kernel)
{
    start_law(&driven, TRIAL_HOLD);
    for (unsigned i = 0; i < TRIAL_HOLDS; i++) {
        const real v = trial_hold(i);
        step(kernel, &driven, v, v);
        write_kernel("hold law=", kernel);
        write_number(" hold=", i);
        write_states(&driven);
        console_line_end();
    }
}

static real largest_part(const struct law_data *law, real most)
{
    for (unsigned i = 0; i < law->n_states; i++)
        most = r_max(most, r_abs(driven.states[i]) / law->scale[i]);
    return most;
}

/* Runs the profile and its mirror image as long as forces are finite. */
static void run_profile(const struct image_kernel *kernel, const struct law_data *law)
{
    struct velocity velocity = { 0 };
    unsigned steps = 0, asymmetric = 0;
    uint64_t digest = 0;
    real v0, v1 = next_sample(&velocity) / TRIAL_SLOWER, most = 0;
    start_both(TRIAL_STEP);
    while (!velocity_over(&velocity)) {
        v0 = v1;
        v1 = next_sample(&velocity) / TRIAL_SLOWER;
        const real force = step(kernel, &driven, v0, v1);
        const real back = step(kernel, &mirrored, -v0, -v1);
        if (!is_finite(force) || !states_are_finite(&driven))
            break;
        digest = trial_digest(digest, bits_of(force));
        asymmetric += !(force == -back);
        most = largest_part(law, most);
        steps++;
    }
    write_number(" steps=", steps);
    console_text(" digest=");
    console_hexadecimal(digest, 16);
    write_real(" bound=", most);
    write_number(" asymmetric=", asymmetric);
}

static real settle(const struct image_kernel *kernel)
{
    real force = 0;
    start_law(&driven, 1);
    for (unsigned i = 0; i < TRIAL_SETTLING; i++)
        force = step(kernel, &driven, TRIAL_SPEED, TRIAL_SPEED);
    return force;
}

void PREC(on_target)(void)
{
    struct law_data law;
    port_copy(&law, &PREC(law_data), sizeof law);
    for (const struct image_kernel *kernel = PREC(image_kernels); kernel->law; kernel++) {
        run_trials(kernel, &law);
        run_holds(kernel);
        write_kernel("run law=", kernel);
        console_text(" entry=");
        console_hexadecimal((uintptr_t)kernel->step, 2 * sizeof(uintptr_t));
        run_profile(kernel, &law);
        if (law.settles)
            write_real(" settled=", settle(kernel));
        console_line_end();
    }
}
