/* Units: read, combined and written. */
#include "models/language/read_test.h"

static struct unit unit(const char *text)
{
    struct unit u;
    const char *wrong = unit_read(text, NULL, NULL, &u);
    cr_expect(!wrong, "%s: %s", text, wrong);
    return u;
}

static int find_n(void *context, const char *name, size_t n)
{
    (void)context;
    return n == 1 && *name == 'n' ? 7 : -1;
}

static void expect_written(const struct unit *u, const char *text)
{
    char written[UNIT_TEXT];
    unit_write(u, "n", written);
    cr_expect_str_eq(written, text, "%s", written);
}

Test(units, are_products_of_base_units)
{
    static const char *const equal[][2] = {
        { "N", "kg.m/s2" },      { "J", "N.m" },   { "W", "J/s" },    { "Pa", "N/m2" },
        { "N.s/m", "kg/s" },     { "1/s", "Hz" },  { "rad/s", "Hz" }, { "V.A", "W" },
        { "N/(m.s)", "Pa.m/s" }, { "m.m-1", "1" }, { "Ohm", "V/A" },  { "C", "A.s" },
    };
    for (size_t i = 0; i < sizeof equal / sizeof *equal; i++) {
        const struct unit a = unit(equal[i][0]), b = unit(equal[i][1]);
        cr_expect(unit_equal(&a, &b), "%s and %s", equal[i][0], equal[i][1]);
    }
    const struct unit metre = unit("m"), second = unit("s");
    cr_expect(!unit_equal(&metre, &second));
    struct unit u;
    cr_expect(unit_quotient(&metre, &second, &u));
    expect_written(&u, "m/s");
    cr_expect(unit_power(&u, 2, 1, &u));
    expect_written(&u, "m2/s2");
    cr_expect(unit_power(&u, 1, 2, &u) && unit_power(&u, 1, 2, &u));
    expect_written(&u, "m^(1/2)/s^(1/2)");
}

/* (1/m^n)^(1/n) is 1/m; m^n times 1/m^n is 1. */
Test(units, may_have_a_whole_parameter_as_exponent)
{
    struct unit u, power, one;
    cr_expect(!unit_read("1/m^n", find_n, NULL, &u));
    expect_written(&u, "1/m^n");
    cr_expect(unit_root_of(&u, 7, &one));
    expect_written(&one, "1/m");
    const struct unit metre = unit("m");
    cr_expect(unit_power_of(&metre, 7, &power) && unit_product(&u, &power, &one));
    expect_written(&one, "1");
    cr_expect(unit_equal(&one, &unit_one));
    cr_expect(!unit_root_of(&metre, 7, &one));
    cr_expect(unit_power_of(&metre, 8, &power) && !unit_product(&u, &power, &one));
    cr_expect(unit_read("1/m^q", find_n, NULL, &u) && unit_read("1/m^n", NULL, NULL, &u));
}
