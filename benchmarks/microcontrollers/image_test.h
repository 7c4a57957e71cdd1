/* For tests that read images of firmware: files in a directory of their own, and an image. */
#ifndef BRISTLE_BENCHMARKS_MICROCONTROLLERS_IMAGE_TEST_H
#define BRISTLE_BENCHMARKS_MICROCONTROLLERS_IMAGE_TEST_H

#include <criterion/criterion.h>
#include <elf.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATH = 600 };

/* Returns the path of a file in a directory with a comma, which separates options of QEMU. */
static inline const char *path_of(const char *name, char path[PATH])
{
    const char *directory = getenv("TEST_TMPDIR");
    snprintf(path, PATH, "%.400s/run,%d", directory ? directory : "/tmp", (int)getpid());
    mkdir(path, 0700);
    if (*name)
        snprintf(path + strlen(path), PATH - strlen(path), "/%s", name);
    return path;
}

static inline void put_bytes(const char *name, const void *bytes, size_t n)
{
    char path[PATH];
    FILE *file = fopen(path_of(name, path), "wb");
    cr_assert(file && fwrite(bytes, 1, n, file) == n && fclose(file) == 0, "%s", path);
}

static inline void put(const char *name, const char *text) { put_bytes(name, text, strlen(text)); }

/* A file with a driver, four symbols, and two loaded segments, of 100 bytes of flash, and of 50
 * bytes of RAM, 10 of which are in the file. */
static const char section_names[] = "\0driver\0.symtab\0.strtab\0.shstrtab",
                  symbol_names[] = "\0exp\0expf\0expm1\0main\0expm1f";
struct image {
    Elf32_Ehdr header;
    Elf32_Phdr programs[3];
    Elf32_Shdr sections[5];
    Elf32_Sym symbols[6];
    char section_names[sizeof section_names], symbol_names[sizeof symbol_names], loaded[110];
};

#define AT(member) (uint32_t) offsetof(struct image, member)

static inline struct image image(void)
{
    struct image i = {
        .header = { .e_phoff = AT(programs),
                    .e_shoff = AT(sections),
                    .e_phentsize = sizeof(Elf32_Phdr),
                    .e_phnum = 3,
                    .e_shentsize = sizeof(Elf32_Shdr),
                    .e_shnum = 5,
                    .e_shstrndx = 4 },
        .programs = { { .p_type = PT_NOTE, .p_filesz = 7777, .p_memsz = 7777 },
                      { .p_type = PT_LOAD,
                        .p_offset = AT(loaded),
                        .p_filesz = 100,
                        .p_memsz = 100 },
                      { .p_type = PT_LOAD,
                        .p_offset = AT(loaded) + 100,
                        .p_vaddr = 0x800100,
                        .p_paddr = 100,
                        .p_filesz = 10,
                        .p_memsz = 50 } },
        .sections = { { 0 },
                      { .sh_name = 1, .sh_type = SHT_PROGBITS, .sh_addr = 0x1230, .sh_size = 0x40 },
                      { .sh_name = 8,
                        .sh_type = SHT_SYMTAB,
                        .sh_link = 3,
                        .sh_offset = AT(symbols),
                        .sh_size = sizeof i.symbols },
                      { .sh_name = 16, .sh_type = SHT_STRTAB, .sh_offset = AT(symbol_names) },
                      { .sh_name = 24, .sh_type = SHT_STRTAB, .sh_offset = AT(section_names) } },
        .symbols = { { 0 },
                     { .st_name = 1, .st_shndx = 1, .st_value = 0x2a1 },
                     { .st_name = 5, .st_shndx = 1, .st_value = 0x3b0 },
                     { .st_name = 10, .st_shndx = SHN_UNDEF, .st_value = 0x999 },
                     { .st_name = 16, .st_shndx = 1, .st_value = 0x111 },
                     { .st_name = 21, .st_shndx = 1, .st_value = 0x4c3 } },
    };
    memcpy(i.header.e_ident, ELFMAG, SELFMAG);
    i.header.e_ident[EI_CLASS] = ELFCLASS32;
    i.header.e_ident[EI_DATA] = ELFDATA2LSB;
    memcpy(i.section_names, section_names, sizeof section_names);
    memcpy(i.symbol_names, symbol_names, sizeof symbol_names);
    for (unsigned k = 0; k < sizeof i.loaded; k++)
        i.loaded[k] = (char)k;
    return i;
}

#endif
