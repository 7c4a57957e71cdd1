/* Says on stderr what the table leaves out (notes.h). */
#include "properties/verification/notes.h"

#include <string.h>

#include "properties/checker/property.h"
#include "properties/rigorous/rigorous.h"
#include "tools/base/cli.h"

void note_motion(const struct law_choice *law)
{
    if ((!law->digest && !law->is_unit) || (law->model->flow && law->model->work))
        return;
    if (law->is_unit)
        cli_note("'%s': a unit gives no closed form of its motion, which is computed by numbers",
                 law->file);
    else if (law->model->n_guards > 0)
        cli_note(
            "'%s': its events leave no closed form of its motion, which is computed by numbers",
            law->file);
    else if (!law->model->flow)
        cli_note("'%s': its states do not relax each by itself, dx/dt = b - k x at held velocity: "
                 "its motion is computed by numbers",
                 law->file);
    else
        cli_note("'%s': its force is not affine in its states: its work is computed by numbers",
                 law->file);
}

void note_uncertified(const struct verdicts *v)
{
    bool said[N_PROPERTIES] = { false };
    for (size_t i = 0; i < v->n; i++) {
        const struct verdict_row *row = &v->rows[i];
        const enum property property = row->claim->property;
        if (i > 0 && row->model != row[-1].model)
            memset(said, 0, sizeof said);
        const char *missing = row->file && row->rigorous && row->judgement.method == METHOD_TESTED
                                  ? rigorous_missing(row->rigorous, property)
                                  : NULL;
        if (!missing || said[property] || property == FINITE_FORCE)
            continue;
        fprintf(stderr, "verify: '%s': %s is tested, not certified: the ball model has no %s\n",
                row->file, property_info[property].name, missing);
        said[property] = true;
    }
}
