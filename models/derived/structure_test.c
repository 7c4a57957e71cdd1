/* The structure that is found in the laws is what is known of them. */
#include <stdlib.h>

#include "models/derived/relaxing.h"
#include "models/derived/structure.h"
#include "models/language/read_test.h"
#include "tools/base/cli.h"

/* S static, A affine in the states, D each in its own, p a function of the path, i rate
 * independent, o odd, j the force jumps at v = 0, h hybrid. */
Test(laws, have_their_structure)
{
    static const char *const known[][2] = {
        { "alvarez_icaza", "ADoj" },  { "armstrong", "ojh" },
        { "bliman_sorine", "ADpio" }, { "bouc_wen", "pio" },
        { "bristle", "ADpih" },       { "brown_mcphee", "SADpo" },
        { "coulomb", "SADpioj" },     { "coulomb_viscous", "SADpoj" },
        { "dahl", "ADpio" },          { "elastoplastic", "o" },
        { "exponential", "SADpoj" },  { "karnopp", "ADojh" },
        { "leuven", "oh" },           { "lugre", "ADo" },
        { "lugre_increment", "ADo" }, { "martinez_rosas", "ADoj" },
        { "maxwell_slip", "ADoh" },   { "reset_integrator", "ADpoh" },
        { "stribeck", "SADpoj" },     { "tanh_stribeck", "SADpo" },
        { "viscous", "SADpo" },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char path[256];
        struct equations law;
        struct structure s;
        snprintf(path, sizeof path, "models/laws/%s.mo", known[i][0]);
        char *source = cli_read(path);
        cr_assert(source, "%s", path);
        read_law(source, &law);
        structure_find(&law, &s);
        const struct {
            bool is;
            char letter;
        } letters[] = { { s.is_static, 'S' },
                        { s.is_affine, 'A' },
                        { s.is_diagonal, 'D' },
                        { s.is_by_path, 'p' },
                        { s.is_rate_independent, 'i' },
                        { s.is_odd, 'o' },
                        { s.jumps, 'j' },
                        { s.is_hybrid, 'h' } };
        char found[16] = "";
        for (size_t k = 0, n = 0; k < sizeof letters / sizeof *letters; k++)
            if (letters[k].is)
                found[n++] = letters[k].letter;
        cr_expect_str_eq(found, known[i][1], "%s: %s", known[i][0], found);
        equations_free(&law);
        free(source);
    }
}

/* What has steps over a state is affine on each side of them, and not affine. */
Test(affine, has_no_steps)
{
    static const struct {
        const char *source;
        bool is_affine, has_work;
    } known[] = {
        { LAW_OF("v - abs(v)*z*k/N", "k*z"), true, true },
        { LAW_OF("v - abs(v)*z*k/N - c*sign(z)", "k*z"), false, false },
        { LAW_OF("v - abs(v)*z*k/N + (if v == 0 then c*sign(z) else 0)", "k*z"), false, false },
        { LAW_OF("v - abs(v)*z*k/N + (if z > N/k then c else 2*c)", "k*z"), false, false },
        { LAW_OF("v - abs(v)*z*k/N + min(c, k*z/N*c)", "k*z"), false, false },
        { LAW_OF("v - abs(v)*z*k/N + (if v > c then c else 2*c)", "k*z"), true, true },
        { LAW_OF("v - abs(v)*z*k/N", "k*z + N*sign(z)"), true, false },
        { LAW_OF("v - abs(v)*z*k/N", "k*z + (if z > N/k then N else 2*N)"), true, false },
        { LAW_OF("v - abs(v)*z*k/N", "k*z + N*sign(der(z))"), true, false },
        { LAW_OF("v - abs(v)*z*k/N", "k*z + N*sign(v)"), true, true },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        char source[1024];
        const char *rest = strstr(known[i].source, "  Real z");
        struct equations law;
        struct structure s;
        snprintf(source, sizeof source, "%.*s  constant Real N(unit=\"N\") = 1;\n%s",
                 (int)(rest - known[i].source), known[i].source, rest);
        read_law(source, &law);
        structure_find(&law, &s);
        cr_expect_eq(s.is_affine, known[i].is_affine, "%s", source);
        cr_expect_eq(structure_has_work(&law, &s), known[i].has_work, "%s", source);
        equations_free(&law);
    }
}

/* A state relaxes where it is drawn somewhere; how far it goes is no bounded value where the rate
 * may be 0. */
Test(relaxing, is_drawn_somewhere)
{
    static const struct {
        const char *rate, *least; /* the least value of the parameter a */
        bool relaxes, is_tame;
    } cases[] = {
        { "v", "0", false, false },
        { "v - 0*abs(v)*z/L", "0", false, false },
        { "v - a*abs(v)*z/L", "0", true, false },
        { "v - a*abs(v)*z/L", "1e-9", true, true },
        { "(L - z)/T", "0", true, true },
        { "v - a*z/T", "0", true, false },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char source[1024];
        struct equations law;
        struct structure s;
        snprintf(source, sizeof source,
                 "model m\n  input Real v(unit=\"m/s\");\n  output Real F(unit=\"N\");\n"
                 "  constant Real N(unit=\"N\") = 1, L(unit=\"m\") = 1, T(unit=\"s\") = 1;\n"
                 "  parameter Real a(min=%s, max=10) = 1;\n"
                 "  Real z(unit=\"m\", start=0, fixed=true);\nequation\n  der(z) = %s;\n"
                 "  F = N*z/L;\nend m;\n",
                 cases[i].least, cases[i].rate);
        read_law(source, &law);
        structure_find(&law, &s);
        cr_expect_eq(structure_relaxes(&s), cases[i].relaxes, "%s", cases[i].rate);
        cr_expect_eq(law_relaxing(&law, 0).is_tame, cases[i].is_tame, "%s, a >= %s", cases[i].rate,
                     cases[i].least);
        equations_free(&law);
    }
}
