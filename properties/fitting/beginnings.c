/* Where runs begin, one by one: a stretched bristle is no parameter of the law (fit.h). */
#include <math.h>

#include "properties/fitting/fit.h"

void fit_find_beginnings(struct fit *fit, const struct fit_data *data)
{
    enum { SLOPES = 6 };
    for (size_t j = 0; j < data->n_runs; j++) {
        const struct fit_data run = { &data->run[j], 1, fit_counts(&data->run[j]) };
        struct fit one = *fit;
        one.n = 0;
        fit_add_beginning(&one, j);
        if (one.n == 0 || run.n <= one.n)
            continue;
        fit_improve(&one, &run, SLOPES, FIT_CLOSE);
        for (unsigned i = 0; i < fit->model->n_states && one.is_finite; i++)
            fit->start[j][i] = one.start[j][i];
    }
}

void fit_improve_in_turns(struct fit *fit, const struct fit_data *data, int most, double gain)
{
    enum { TURNS = 20 };
    static const double LEAST = 0.01;
    double before = INFINITY;
    fit_improve(fit, data, most, gain);
    for (int turn = 0; turn < TURNS && data->n_runs > 1 && fit->loss < before * (1 - LEAST);
         turn++) {
        before = fit->loss;
        fit_find_beginnings(fit, data);
        fit_improve(fit, data, most, gain);
    }
}
