/* Prints the results of an audit as a table or JSON. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_REPORT_H
#define BRISTLE_PROPERTIES_INDEPENDENT_REPORT_H

#include <stdio.h>

#include "properties/independent/audit.h"

/* n results, from `first` on, of witnesses or proofs (named "witnesses", "proofs"), of which the
 * first has the number `number`. */
struct report_part {
    const char *name;
    size_t first, n, number;
};

void report_table(FILE *out, const struct audit *audit, const struct report_part part[2]);
void report_json(FILE *out, const struct audit *audit, const struct report_part part[2]);

/* Keeps faulty files in a folder, and tells on stderr how to replay them. Returns their number. */
size_t report_keep(const struct audit *audit, const struct report_part part[2], const char *folder);

#endif
