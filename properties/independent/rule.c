/* Computes collocation rules on Radau's nodes (miniature.h). */
#include <math.h>

#include "properties/independent/inside.h"

enum { STAGES = MINI_STAGES };

/* Computes P_0 .. P_n at x. */
static void legendre(quad *p, int n, quad x)
{
    p[0] = 1;
    p[1] = x;
    for (int k = 1; k < n; k++)
        p[k + 1] = ((2 * k + 1) * x * p[k] - k * p[k - 1]) / (k + 1);
}

void mini_integrals(quad *a, const struct mini_rule *rule, quad x)
{
    quad p[STAGES + 2];
    legendre(p, rule->n + 1, x);
    for (int j = 0; j < rule->n; j++) {
        quad sum = 1 + x;
        for (int k = 1; k < rule->n; k++)
            sum += rule->legendre[j][k] * (p[k + 1] - p[k - 1]);
        a[j] = rule->weight[j] * sum / 2;
    }
}

/* P_(n-1) - P_n, whose zeros are Radau's nodes. */
static quad radau(int n, quad x)
{
    quad p[STAGES + 1];
    legendre(p, n, x);
    return p[n - 1] - p[n];
}

void mini_rule_set(struct mini_rule *rule, int n, double tolerance)
{
    const int grid = 16 * n;
    const double pi = acos(-1);
    int found = 0;
    rule->n = n;
    rule->tolerance = tolerance;
    for (int i = 0; i + 1 < grid; i++) {
        quad lo = -cos(pi * (i + 0.5) / grid), hi = -cos(pi * (i + 1.5) / grid);
        const bool falls = radau(n, lo) > 0;
        if (falls == (radau(n, hi) > 0) || found + 1 == n)
            continue;
        for (int k = 0; k < 120; k++) {
            const quad middle = (lo + hi) / 2;
            *((radau(n, middle) > 0) == falls ? &lo : &hi) = middle;
        }
        rule->node[found++] = (lo + hi) / 2;
    }
    rule->node[n - 1] = 1;
    for (int i = 0; i < n; i++) {
        quad *p = rule->legendre[i];
        legendre(p, n, rule->node[i]);
        rule->weight[i] = (1 + rule->node[i]) / (2 * (quad)n * n * p[n - 1] * p[n - 1]);
    }
    for (int i = 0; i < n; i++)
        mini_integrals(rule->a[i], rule, rule->node[i]);
}
