/* Units by what they are in SI units. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "reference/logs/log_units.h"

static const double pi = 3.14159265358979323846;

static void expect_unit(const char *text, double scale, int m, int s, int kg, int rad)
{
    struct log_unit unit;
    cr_assert(log_unit_read(text, &unit), "'%s'", text);
    const int power[LOG_BASES] = { [LOG_M] = m, [LOG_S] = s, [LOG_KG] = kg, [LOG_RAD] = rad };
    cr_expect(memcmp(unit.power, power, sizeof power) == 0, "'%s': m^%d s^%d kg^%d rad^%d", text,
              unit.power[LOG_M], unit.power[LOG_S], unit.power[LOG_KG], unit.power[LOG_RAD]);
    cr_expect(fabs(unit.scale / scale - 1) < 1e-15, "'%s': %.17g, not %.17g", text, unit.scale,
              scale);
}

/* The same unit, however it is written. */
static void expect_all(const char *const texts[], double scale, int m, int s, int kg, int rad)
{
    for (; *texts; texts++)
        expect_unit(*texts, scale, m, s, kg, rad);
}

Test(units, of_time_and_length)
{
    expect_unit("s", 1, 0, 1, 0, 0);
    expect_unit("ms", 1e-3, 0, 1, 0, 0);
    expect_unit("ns", 1e-9, 0, 1, 0, 0);
    expect_unit("sec", 1, 0, 1, 0, 0);
    expect_unit("min", 60, 0, 1, 0, 0);
    expect_unit("h", 3600, 0, 1, 0, 0);
    expect_unit("m", 1, 1, 0, 0, 0);
    expect_unit("mm", 1e-3, 1, 0, 0, 0);
    expect_unit("cm", 1e-2, 1, 0, 0, 0);
    expect_unit("nm", 1e-9, 1, 0, 0, 0);
    expect_unit("in", 0.0254, 1, 0, 0, 0);
    expect_all((const char *[]){ "um", "\xc2\xb5m", "\xce\xbcm", "\xb5m", NULL }, 1e-6, 1, 0, 0, 0);
}

Test(units, of_angle_and_velocity)
{
    expect_unit("rad", 1, 0, 0, 0, 1);
    expect_unit("mrad", 1e-3, 0, 0, 0, 1);
    expect_all((const char *[]){ "deg", "\xc2\xb0", "\xb0", NULL }, pi / 180, 0, 0, 0, 1);
    expect_unit("rev", 2 * pi, 0, 0, 0, 1);
    expect_unit("rpm", 2 * pi / 60, 0, -1, 0, 1);
    expect_unit("rev/min", 2 * pi / 60, 0, -1, 0, 1);
    expect_unit("rad/s", 1, 0, -1, 0, 1);
    expect_unit("deg/s", pi / 180, 0, -1, 0, 1);
    expect_unit("mm/s", 1e-3, 1, -1, 0, 0);
    expect_all((const char *[]){ "m/s", " m / s ", "m s^-1", "m.s-1",
                                 "m\xc2\xb7s\xe2\x81\xbb\xc2\xb9", "m*1/s", NULL },
               1, 1, -1, 0, 0);
}

Test(units, of_force_and_torque)
{
    expect_unit("N", 1, 1, -2, 1, 0);
    expect_unit("kN", 1e3, 1, -2, 1, 0);
    static const struct {
        const char *unit;
        double scale;
    } prefixed[] = { { "GN", 1e9 },         { "MN", 1e6 },     { "kN", 1e3 },
                     { "cN", 1e-2 },        { "mN", 1e-3 },    { "\xc2\xb5N", 1e-6 },
                     { "\xce\xbcN", 1e-6 }, { "\xb5N", 1e-6 }, { "uN", 1e-6 },
                     { "nN", 1e-9 },        { "pN", 1e-12 } };
    for (size_t i = 0; i < sizeof prefixed / sizeof *prefixed; i++)
        expect_unit(prefixed[i].unit, prefixed[i].scale, 1, -2, 1, 0);
    expect_unit("mN", 1e-3, 1, -2, 1, 0);
    expect_all((const char *[]){ "kg m/s^2", "kg.m/s/s", "kg*m*s^-2", "kg m/s\xc2\xb2", NULL }, 1,
               1, -2, 1, 0);
    expect_all((const char *[]){ "Nm", "N m", "N.m", "N*m", "N\xc2\xb7m", "N-m", "N\xe2\x8b\x85m",
                                 "N\xb7m", "kg m^2/s^2", NULL },
               1, 2, -2, 1, 0);
    expect_all((const char *[]){ "mNm", "mN.m", "N mm", "Nmm", NULL }, 1e-3, 2, -2, 1, 0);
    expect_all((const char *[]){ "Ncm", "N cm", "cNm", NULL }, 1e-2, 2, -2, 1, 0);
    expect_unit("g", 1e-3, 0, 0, 1, 0);
    expect_unit("kg", 1, 0, 0, 1, 0);
    expect_unit("mdeg", pi / 180e3, 0, 0, 0, 1);
    expect_all((const char *[]){ "m^3", "m3", "m+3", "m\xc2\xb3", NULL }, 1, 3, 0, 0, 0);
    expect_all((const char *[]){ "s^-2", "s-2", "1/s2", "s\xe2\x81\xbb\xc2\xb2", NULL }, 1, 0, -2,
               0, 0);
    expect_unit("m/s N", 1, 2, -3, 1, 0);
}

Test(units, are_not_any_text)
{
    static const char *const texts[] = { "",     " ",   "V",      "foo",   "N/", "/s",   "m//s",
                                         "m^",   "m^0", "mmm",    "S",     "n",  "kmin", "m.",
                                         "m s)", "[m]", "2",      "m 2 3", "10", "-",    "m^-",
                                         "\xc2", "N2s", "m/s2kg", "Gm^9" };
    static const char many[] = "Gm^9.Gm^9.Gm^9.Gm^9.Gm^9";
    struct log_unit unit;
    for (size_t i = 0; i + 1 < sizeof texts / sizeof *texts; i++)
        cr_expect(!log_unit_read(texts[i], &unit), "'%s'", texts[i]);
    cr_expect(log_unit_read("Gm^9", &unit) && !log_unit_read(many, &unit), "beyond the numbers");
}

/* Prefixes are of units of SI, and of degrees; all others stand alone. */
Test(units, have_prefixes_where_they_may)
{
    static const char *const with[] = { "km", "ks", "kg", "kN", "kNm", "krad", "kdeg" };
    static const char *const without[] = { "ksec", "kmin", "kh",    "kin",       "kNcm", "kNmm",
                                           "krev", "krpm", "k\xb0", "k\xc2\xb0", "k1",   "kkm" };
    struct log_unit unit, plain;
    for (size_t i = 0; i < sizeof with / sizeof *with; i++) {
        cr_assert(log_unit_read(with[i], &unit) && log_unit_read(with[i] + 1, &plain), "%s",
                  with[i]);
        cr_expect(memcmp(unit.power, plain.power, sizeof unit.power) == 0, "%s", with[i]);
        /* one rounding of the product, and one of the quotient */
        cr_expect(fabs(unit.scale / plain.scale - 1e3) <= 1e3 * 0x1p-52, "%s", with[i]);
    }
    for (size_t i = 0; i < sizeof without / sizeof *without; i++) {
        cr_expect(!log_unit_read(without[i], &unit), "%s", without[i]);
        cr_expect(log_unit_read(without[i] + 1, &unit), "%s", without[i] + 1);
    }
}

/* Powers are of one digit, up and down; what is below or beyond all numbers is none. */
Test(units, have_powers)
{
    char text[32];
    for (int power = 1; power <= 9; power++) {
        snprintf(text, sizeof text, "m^%d", power);
        expect_unit(text, 1, power, 0, 0, 0);
        snprintf(text, sizeof text, "1/s^%d", power);
        expect_unit(text, 1, 0, -power, 0, 0);
        snprintf(text, sizeof text, "kg^-%d", power);
        expect_unit(text, 1, 0, 0, -power, 0);
        snprintf(text, sizeof text, "1/rad-%d", power);
        expect_unit(text, 1, 0, 0, 0, power);
    }
    expect_unit("min^2", 3600, 0, 2, 0, 0);
    expect_unit("m/min^2", 1 / 3600.0, 1, -2, 0, 0);
    struct log_unit unit;
    cr_expect(log_unit_read("pm^9.pm^9", &unit));
    cr_expect(!log_unit_read("pm^9.pm^9.pm^9.pm^9", &unit));
    expect_unit("m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m", 1, 16, 0, 0, 0);
    cr_expect(!log_unit_read("m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m.m", &unit), "more than 16 factors");
}
