#include "benchmarks/firmware/profile.h"
#include "benchmarks/firmware/console.h"
#include "benchmarks/firmware/driver.h"
#include "benchmarks/firmware/image.h"
#include "benchmarks/firmware/law_data.h"
#include "benchmarks/firmware/port.h"
#include "benchmarks/firmware/velocity.h"

enum {
    CHUNK = 32, /* steps between two visits to the driver */
    PAINT = 0xA5,
};

static struct driven driven;
static struct memory memory;
static unsigned char *stack_at_entry;

static uint64_t bits_of(real value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    return bits;
}

static real real_of(uint64_t bits)
{
    real value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static void start_law(real h)
{
    struct law_data law;
    port_copy(&law, &PREC(law_data), sizeof law);
    memcpy(driven.params, law.params, sizeof law.params);
    memcpy(driven.states, law.states, sizeof law.states);
    port_copy(&memory, &PREC(law_memory), sizeof memory);
    driven.memory = law.has_memory ? &memory : NULL;
    driven.h = h;
}

static real next_sample(struct velocity *velocity)
{
    return (real)velocity_next(velocity) / (real)((int32_t)1 << 20);
}

/* Fills v[CHUNK + 1], whose first entry is the last one of the chunk before; returns the number of
 * steps. */
static unsigned next_chunk(struct velocity *velocity, real v[])
{
    unsigned n = 0;
    v[0] = v[CHUNK];
    while (n < CHUNK && !velocity_over(velocity))
        v[++n] = next_sample(velocity);
    return n;
}

/* Always the same frame, so that all kernels find the stack at one place. */
__attribute__((noinline, noclone)) static real one_period(kernel_step *step, unsigned *steps)
{
    static real v[CHUNK + 1];
    struct velocity velocity = { 0 };
    real force = 0;
    unsigned n;
    v[CHUNK] = next_sample(&velocity);
    for (*steps = 0; (n = next_chunk(&velocity, v)) > 0; *steps += n)
        force = PREC(driver)(step, &driven, v, n);
    return force;
}

/* From below the frames in use down. */
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

/* A kernel that says where kernels find the stack. */
__attribute__((noinline)) static real idle(const real p[], struct memory *mem, real h, real v0,
                                           real v1, real x[])
{
    (void)p, (void)mem, (void)h, (void)v0, (void)v1, (void)x;
    stack_at_entry = port_stack_pointer();
    return 0;
}

static void write_word(const char *field, const char *word)
{
    console_text(field);
    console_text(word);
}

static void write_real(const char *field, real value)
{
    console_text(field);
    console_hexadecimal(bits_of(value), 2 * sizeof value);
}

static void write_kernel(const struct image_kernel *kernel, unsigned steps, real force)
{
    struct law_data law;
    port_copy(&law, &PREC(law_data), sizeof law);
    write_word("kernel law=", kernel->law);
    write_word(" method=", kernel->method);
    write_word(" precision=", R_NAME);
    console_text(" entry=");
    console_hexadecimal((uintptr_t)kernel->step, 2 * sizeof(uintptr_t));
    console_text(" steps=");
    console_decimal(steps);
    console_text(" stack=");
    console_decimal(painted_stack_used());
    write_real(" force=", force);
    for (unsigned i = 0; i < law.n_states; i++)
        write_real(i == 0 ? " states=" : ",", driven.states[i]);
    console_line_end();
}

void PREC(profile)(uint64_t h_bits)
{
    unsigned steps;
    one_period(idle, &steps);
    for (const struct image_kernel *kernel = PREC(image_kernels); kernel->law; kernel++) {
        start_law(real_of(h_bits));
        paint_stack();
        const real force = one_period(kernel->step, &steps);
        write_kernel(kernel, steps, force);
    }
}
