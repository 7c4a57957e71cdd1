/* RADAU5, LSODA, VODE and DASPK as Debian's r-cran-desolve brings them, called without R. */
#ifndef BRISTLE_BENCHMARKS_RACING_FORTRAN_RIVALS_H
#define BRISTLE_BENCHMARKS_RACING_FORTRAN_RIVALS_H

#include "benchmarks/racing/rival.h"

const char *desolve_version(void);
bool radau5_leg(struct run *run, struct leg *leg);
bool lsoda_leg(struct run *run, struct leg *leg);
bool vode_leg(struct run *run, struct leg *leg);
bool daspk_leg(struct run *run, struct leg *leg);

#endif
