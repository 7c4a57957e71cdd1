/* Calls friction_modelica.c as a simulation by Friction.mo does: velocities from standard input,
 * forces to standard output. Arguments: the rate in Hz, then the parameters of the law or none. */
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/coupling/friction_modelica.h"

enum { MOST_PARAMETERS = 64 };

extern void ModelicaError(const char *text);

void ModelicaError(const char *text)
{
    fprintf(stderr, "%s\n", text);
    exit(2);
}

int main(int argc, char **argv)
{
    const double h = argc > 1 ? 1 / strtod(argv[1], NULL) : 1;
    double p[MOST_PARAMETERS], v;
    size_t n = 0;
    for (int i = 2; i < argc && n < MOST_PARAMETERS; i++)
        p[n++] = strtod(argv[i], NULL);
    void *object = friction_open(p, n);
    while (scanf("%lf", &v) == 1)
        printf("%.17g\n", friction_step(object, h, v));
    friction_close(object);
    return 0;
}
