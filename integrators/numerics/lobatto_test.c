/* Lobatto's rules are exact for the polynomials that determine them. */
#include <criterion/criterion.h>

#include "integrators/numerics/lobatto.h"

/* The rounding of a sum of at most 7 terms, each within two roundings and with a coefficient of up
 * to 2. */
static const double ROUNDING = 64 * (double)R_EPSILON;

static double moment(const struct lobatto *rule, unsigned Q, const real weight[], int degree)
{
    double sum = 0;
    for (unsigned j = 0; j <= Q; j++)
        sum += (double)weight[j] * pow((double)rule->node[j], degree);
    return sum;
}

/* Q + 1 nodes: integrals to each node are exact up to degree Q, and the rule up to 2 Q - 1, which
 * no other nodes with both ends among them achieve. */
static void check_integrals(const struct lobatto *rule, unsigned Q)
{
    for (unsigned i = 1; i <= Q; i++)
        for (int d = 0; d <= (int)(i == Q ? 2 * Q - 1 : Q); d++) {
            const double exact = pow((double)rule->node[i], d + 1) / (d + 1);
            const double got = moment(rule, Q, rule->integral[i], d);
            cr_expect(fabs(got - exact) <= ROUNDING, "%u nodes, to node %u, degree %d: %.17g",
                      Q + 1, i, d, got);
        }
}

Test(lobatto, integrals_are_exact)
{
    check_integrals(&lobatto_3, 2);
    check_integrals(&lobatto_7, 6);
}

/* q times the mean up to q is the integral up to q: at and between the nodes. */
Test(lobatto, means_are_exact)
{
    for (int place = 1; place <= 16; place++)
        for (int d = 0; d <= 6; d++) {
            const double q = place / 16.0;
            double mean = 0;
            for (int k = 6; k >= 0; k--)
                mean = mean * (2 * q - 1) + moment(&lobatto_7, 6, lobatto_7_mean[k], d);
            cr_expect(fabs(mean - pow(q, d) / (d + 1)) <= ROUNDING, "degree %d to %g: %.17g", d, q,
                      mean);
        }
}

Test(lobatto, the_coarser_rule_has_order_6)
{
    for (int d = 0; d <= 5; d++) {
        real f[7] = { 0 };
        for (int j = 0; j < 7; j++)
            f[j] = (real)pow((double)lobatto_7.node[j], d);
        cr_expect(fabs((double)lobatto_7_coarser(f) - 1.0 / (d + 1)) <= ROUNDING, "degree %d", d);
    }
}

/* Nodes enter the differences from the ends inwards, the middle one last. */
Test(lobatto, the_middle_node_is_last)
{
    cr_expect(lobatto_3.node[lobatto_3.order[2]] == C(0.5));
    cr_expect(lobatto_7.node[lobatto_7.order[6]] == C(0.5));
}
