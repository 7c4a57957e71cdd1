/* The tables of a law from a unit: names, quantities, claims. */
#ifndef BRISTLE_PROPERTIES_FMU_TABLES_H
#define BRISTLE_PROPERTIES_FMU_TABLES_H

#include "properties/fmu/description.h"
#include "properties/fmu/mapping.h"

/* Fills in identity, parameters, states and speeds of the model, and what any friction law may be
 * asked: claims that declare nothing. All of it stays. */
void tables_fill(const struct fmu_description *d, const struct fmu_mapping *m, const char *file,
                 struct model *model);

/* Returns the largest speed by the range of the velocity, m/s; 0 where it is open. */
double tables_speed(const struct fmu_description *d, const struct fmu_mapping *m);

#endif
