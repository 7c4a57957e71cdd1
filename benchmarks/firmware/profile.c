#include "benchmarks/firmware/profile.h"
#include "benchmarks/firmware/image.h"
#include "benchmarks/firmware/law_run.h"

enum { PAINT = 0xA5 };

static struct driven driven;
static unsigned char *stack_at_entry;

static real real_of(uint64_t bits)
{
    real value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* Paints the stack from below the frames in use downwards. */
__attribute__((noinline)) static void paint_stack(void)
{
    volatile unsigned char *byte = port_stack_limit();
    volatile unsigned char *const end = port_stack_pointer();
    while (byte < end)
        *byte++ = PAINT;
}

static unsigned painted_stack_used(void)
{
    const unsigned char *byte = port_stack_limit();
    while (byte < stack_at_entry && *byte == PAINT)
        byte++;
    return (unsigned)(stack_at_entry - byte);
}

struct period {
    unsigned steps, restarts;
    unsigned stack; /* bytes written by the steps, from the kernel's entry on */
    real force;     /* the last one, N */
};

static void note_stack(struct period *period)
{
    const unsigned used = painted_stack_used();
    if (used > period->stack)
        period->stack = used;
}

/* Runs one period in a frame that is equal for all kernels, so that they find the stack at one
 * place. A law whose states have run away starts again: a method that diverges at this step is
 * measured, too. */
__attribute__((noinline, noclone)) static struct period one_period(kernel_step *step, real h)
{
    static real v[2];
    struct velocity velocity = { 0 };
    struct period period = { 0 };
    v[1] = next_sample(&velocity);
    while (!velocity_over(&velocity)) {
        v[0] = v[1];
        v[1] = next_sample(&velocity);
        period.force = PREC(driver)(step, &driven, v, 1);
        period.steps++;
        if (!is_finite(period.force) || !states_are_finite(&driven)) {
            note_stack(&period);
            start_law(&driven, h);
            paint_stack();
            period.restarts++;
        }
    }
    note_stack(&period);
    return period;
}

/* A kernel that stores where kernels find the stack. */
__attribute__((noinline)) static real idle(const real p[], struct memory *mem, real h, real v0,
                                           real v1, real x[])
{
    (void)p, (void)mem, (void)h, (void)v0, (void)v1, (void)x;
    stack_at_entry = port_stack_pointer();
    return 0;
}

static void write_kernel(const struct image_kernel *kernel, const struct period *period)
{
    write_word("kernel law=", kernel->law);
    write_word(" method=", kernel->method);
    write_word(" precision=", R_NAME);
    console_text(" entry=");
    console_hexadecimal((uintptr_t)kernel->step, 2 * sizeof(uintptr_t));
    write_number(" steps=", period->steps);
    write_number(" restarts=", period->restarts);
    write_number(" stack=", period->stack);
    write_real(" force=", period->force);
    write_states(&driven);
    console_line_end();
}

void PREC(profile)(uint64_t h_bits)
{
    const real h = real_of(h_bits);
    one_period(idle, h);
    for (const struct image_kernel *kernel = PREC(image_kernels); kernel->law; kernel++) {
        start_law(&driven, h);
        paint_stack();
        const struct period period = one_period(kernel->step, h);
        write_kernel(kernel, &period);
    }
}
