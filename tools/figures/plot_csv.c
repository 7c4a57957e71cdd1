/* Writes a figure's points as CSV (plot_inline.h). */
#include <stdlib.h>

#include "tools/base/cli.h"
#include "tools/figures/plot_inline_parts.h"

/* Half the size at which most panels are drawn: enough to draw them again. */
enum { WIDTH = 170, HEIGHT = 115, MOST = 300 };

static void put_name(FILE *out, const char *title, size_t i)
{
    if (title)
        cli_csv_field(out, title);
    else
        fprintf(out, "%zu", i + 1);
    fputc(',', out);
}

void plot_csv(FILE *out, const struct plot_panel *panels, size_t n)
{
    fputs("panel,series,x,y\n", out);
    for (size_t k = 0; k < n; k++) {
        struct plot_axis x, y;
        double lo, hi;
        plot_extent(&panels[k], true, &lo, &hi);
        plot_axis_fit(&x, panels[k].x_label, panels[k].log_x, lo, hi, 0);
        plot_extent(&panels[k], false, &lo, &hi);
        plot_axis_fit(&y, panels[k].y_label, panels[k].log_y, lo, hi, 0);
        for (size_t i = 0; i < panels[k].n && !x.empty && !y.empty; i++) {
            const struct plot_series *s = &panels[k].series[i];
            struct plot_kept kept = plot_thin(s, &x, &y, WIDTH, HEIGHT, MOST);
            for (size_t j = 0; j < kept.n; j++) {
                if (kept.at[j] == PLOT_BREAK)
                    continue;
                put_name(out, panels[k].title, k);
                put_name(out, s->title, i);
                fprintf(out, "%.9g,%.9g\n", s->x[kept.at[j]], s->y[kept.at[j]]);
            }
            free(kept.at);
        }
    }
}
