/* Units as exponents of base units, which may be multiples of a whole parameter: "1/m^n". */
#ifndef BRISTLE_MODELS_LANGUAGE_UNITS_H
#define BRISTLE_MODELS_LANGUAGE_UNITS_H

#include <stdbool.h>
#include <stddef.h>

enum { UNIT_BASES = 7, UNIT_PARTS = 60, UNIT_TEXT = 96 };

/* The first bases. */
enum { UNIT_KILOGRAM, UNIT_METRE, UNIT_SECOND };

/* The exponent of base i is (whole[i] + times[i] n)/UNIT_PARTS, n a whole parameter. */
struct unit {
    int whole[UNIT_BASES], times[UNIT_BASES];
    int parameter; /* by a number that its reader gives; -1: none */
    bool is_any;   /* that of the number 0, which may be a length as well as a force */
};

/* The unit of numbers. */
extern const struct unit unit_one;

/* Returns a number for a whole parameter of that name; -1: there is none. */
typedef int unit_parameter(void *context, const char *name, size_t n);

/* Reads a unit as Modelica writes it, "N.s/m", with exponents also as "m^n". Returns NULL, or what
 * is wrong (static text). */
const char *unit_read(const char *text, unit_parameter *find, void *context, struct unit *unit);

/* Writes it in base units, "kg.m/s2"; find_name gives the name of the parameter. */
void unit_write(const struct unit *unit, const char *parameter, char text[UNIT_TEXT]);

bool unit_equal(const struct unit *a, const struct unit *b);

/* Return the unit of a product and of a quotient. Exponents stay below some hundreds. Return false
 * when the exponents contain two different parameters, or are too large. */
bool unit_product(const struct unit *a, const struct unit *b, struct unit *product);
bool unit_quotient(const struct unit *a, const struct unit *b, struct unit *quotient);

/* Sets the unit of a power p/q, of a power that is a whole parameter, or one over it. Return false
 * where that has no exponents of this kind. */
bool unit_power(const struct unit *a, long p, long q, struct unit *power);
bool unit_power_of(const struct unit *a, int parameter, struct unit *power);
bool unit_root_of(const struct unit *a, int parameter, struct unit *root);

#endif
