/* An archive as files in a folder, for tests. */
#ifndef BRISTLE_BENCHMARKS_FMU_UNPACKED_H
#define BRISTLE_BENCHMARKS_FMU_UNPACKED_H

/* Writes what the archive holds to files in the folder, which are made. Ends the program with one
 * line, exit 2, where it cannot. */
void unpack(const char *archive, const char *folder);

#endif
