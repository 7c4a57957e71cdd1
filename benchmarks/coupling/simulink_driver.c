/* Runs sfun_bristle.c as a simulator would: velocities from standard input, forces to standard
 * output. Arguments: the rate in Hz, then the parameters of the law or none. */
#include <stdio.h>
#include <stdlib.h>

#include "benchmarks/coupling/simstruc_stand_in.h"

extern const struct sfunction sfun_bristle;

enum { MOST_PARAMETERS = 64 };

static int fail(const SimStruct *S)
{
    fprintf(stderr, "%s\n", S->error);
    return 2;
}

int main(int argc, char **argv)
{
    double h = argc > 1 ? 1 / strtod(argv[1], NULL) : 1, p[MOST_PARAMETERS];
    mxArray sample_time = { &h, 1 }, parameters = { p, 0 };
    SimStruct S = { .parameters = { &sample_time, &parameters }, .n_given = 2 };
    for (int i = 2; i < argc && parameters.n < MOST_PARAMETERS; i++)
        p[parameters.n++] = strtod(argv[i], NULL);
    sfun_bristle.sizes(&S);
    if (S.error)
        return fail(&S);
    for (int i = 0; i < S.n_work; i++)
        S.work[i] = calloc((size_t)S.work_width[i], sizeof(double));
    sfun_bristle.sample_times(&S);
    sfun_bristle.conditions(&S);
    while (!S.error && scanf("%lf", &S.input) == 1) {
        for (int k = 0; k < 2; k++) /* more than once, as solvers do */
            sfun_bristle.outputs(&S, 0);
        printf("%.17g\n", S.output);
        sfun_bristle.update(&S, 0);
    }
    sfun_bristle.terminate(&S);
    for (int i = 0; i < S.n_work; i++)
        free(S.work[i]);
    return S.error ? fail(&S) : 0;
}
