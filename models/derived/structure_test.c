/* The structure that is found in the laws is what is known of them. */
#include <stdlib.h>

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
