/* A page about a ranking: data and fit, residuals, steady curve and loops, parameters, claims. */
#ifndef BRISTLE_PROPERTIES_IDENTIFICATION_FIT_PAGE_H
#define BRISTLE_PROPERTIES_IDENTIFICATION_FIT_PAGE_H

#include "properties/identification/ranking.h"

/* Writes a single file of HTML. said: what the program prints about the law that is first, beside
 * its parameters. A failure is one line on stderr, exit 2. */
void fit_page_write(const char *path, const struct ranking *ranking,
                    const struct measured *measured, const char *said);

#endif
