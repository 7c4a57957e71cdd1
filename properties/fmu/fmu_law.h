/* A friction law from a Functional Mock-up Unit by FMI 2.0 or 3.0: its inputs, parameters and
 * states give derivatives and an output, which are rates and force of struct model. */
#ifndef BRISTLE_PROPERTIES_FMU_FMU_LAW_H
#define BRISTLE_PROPERTIES_FMU_FMU_LAW_H

#include "models/model.h"
#include "properties/fmu/problem.h"

struct unit;

/* At a time, at most so many. */
enum { FMU_LAWS = 8 };

/* What a description may leave open, as units are not obliged to state it. Open ends of ranges are
 * infinite anyway. */
struct fmu_law {
    const struct model *model;
    bool has_speed; /* model->speed_max is stated: by the range of the velocity */
    /* Of a unit for co-simulation only: what takes its steps (steps.h). Its model has tables, and
     * no functions. NULL: it is for model exchange. */
    struct unit *steps;
    /* The only documentation/NAME.mo of the unit, which may be the text of its law, and its path in
     * the unit: they live as long as the program. NULL: there is none, or there are several. */
    const char *text, *text_path;
};

/* Loads the unit, which stays loaded; map: as fmu_map (mapping.h). What runs code of the unit runs
 * in a process of its own, first. Returns false, with a problem, for a unit that does not fit, does
 * harm, crashes or hangs. Call before starting threads, which may then share the law. */
bool fmu_law_load(const char *path, const char *map, struct fmu_law *law,
                  char problem[FMU_PROBLEM]) MUST_CHECK;

#endif
