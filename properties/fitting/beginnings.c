/* Where runs begin, one by one: a stretched bristle is no parameter of the law (fit.h). */
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
        fit_improve(&one, &run, SLOPES, 1e-6);
        for (unsigned i = 0; i < fit->model->n_states && one.is_finite; i++)
            fit->start[j][i] = one.start[j][i];
    }
}
