/* Writes the project that measures steps of an exported header on a board (README.md). */
#ifndef BRISTLE_BENCHMARKS_BOARD_PROJECT_H
#define BRISTLE_BENCHMARKS_BOARD_PROJECT_H

#include "benchmarks/microcontrollers/run.h"

/* A project: its folder, the core that it is for, and the header that it begins with. */
struct project {
    const char *folder;
    const struct embedded_core *core;
    const char *kernel; /* the header's name, less ".h"; NULL: none yet */
    const char *header; /* its text */
};

/* Ends the program with one line, exit 2, where there is something at the folder's path. */
void project_refuse(const char *folder);

/* Writes the folder. Where that fails it is removed, and the program ends with one line, exit 2. */
void project_write(const struct project *project);

#endif
