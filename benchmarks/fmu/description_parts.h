/* What descriptions of both standards are written with. */
#ifndef BRISTLE_BENCHMARKS_FMU_DESCRIPTION_PARTS_H
#define BRISTLE_BENCHMARKS_FMU_DESCRIPTION_PARTS_H

#include "benchmarks/fmu/description.h"

/* Write ` name="text"` and ` name="1.5"`. */
void put_text(FILE *file, const char *name, const char *text);
void put_number(FILE *file, const char *name, double value);

/* Writes start, unit and range of a variable, as both standards name them. */
void put_type(FILE *file, const struct variable *variable);

/* Writes the units that the variables have, in base units, and the categories of messages. */
void put_units(FILE *file, const struct variables *variables);

/* Writes ` dependencies="..."`: the input and all states, each with `offset` added. */
void put_dependencies(FILE *file, const struct variables *variables, unsigned offset);

/* What a role is called in both standards. */
struct role_words {
    const char *causality, *variability, *initial; /* initial: NULL: not said */
};
struct role_words role_words(const struct variable *variable);

bool is_output(const struct variable *variable);

/* Returns true where the value at first is computed, and is among the initial unknowns. */
bool is_initial_unknown(const struct variable *variable);

#endif
