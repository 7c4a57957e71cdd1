/* A small reader of 32-bit little-endian ELF files, the images of firmware. */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_ELF_FILE_H
#define BRISTLE_BENCHMARKS_FIRMWARE_ELF_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct elf_file {
    unsigned char *bytes; /* owned */
    size_t size;
};

/* A segment: its address in the memory of the running program, and where a loader puts its first
 * file_size bytes (`stored`). */
struct elf_segment {
    uint32_t address, stored, file_size, memory_size;
    const unsigned char *bytes; /* file_size, within the file */
};

/* Reads a file. Returns false, with one line in message[n], when it cannot be read or is no such
 * file. elf_free releases it. */
bool elf_read(const char *path, struct elf_file *file, char message[], size_t n);
void elf_free(struct elf_file *file);

/* Finds the section of that name. Returns false when there is none. */
bool elf_section(const struct elf_file *file, const char *name, uint32_t *address, uint32_t *size);

/* Finds the value of the symbol of that name. Returns false when there is none. */
bool elf_symbol(const struct elf_file *file, const char *name, uint32_t *value);

/* Finds loaded segment i. Returns false when there are no more. */
bool elf_segment(const struct elf_file *file, unsigned i, struct elf_segment *segment);

#endif
