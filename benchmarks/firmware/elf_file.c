#include "benchmarks/firmware/elf_file.h"

#include <elf.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Copies an object of n bytes at that offset. Returns false when the file is too short. */
static bool copy(const struct elf_file *file, uint64_t offset, void *object, size_t n)
{
    if (offset > file->size || file->size - offset < n)
        return false;
    memcpy(object, file->bytes + offset, n);
    return true;
}

static bool read_all(FILE *stream, struct elf_file *file)
{
    long size;
    if (fseek(stream, 0, SEEK_END) != 0 || (size = ftell(stream)) < 0 ||
        fseek(stream, 0, SEEK_SET) != 0)
        return false;
    file->size = (size_t)size;
    file->bytes = malloc(file->size + 1);
    return file->bytes && fread(file->bytes, 1, file->size, stream) == file->size;
}

static bool is_ours(const struct elf_file *file)
{
    Elf32_Ehdr header;
    return copy(file, 0, &header, sizeof header) && memcmp(header.e_ident, ELFMAG, SELFMAG) == 0 &&
           header.e_ident[EI_CLASS] == ELFCLASS32 && header.e_ident[EI_DATA] == ELFDATA2LSB;
}

bool elf_read(const char *path, struct elf_file *file, char message[], size_t n)
{
    *file = (struct elf_file){ 0 };
    FILE *stream = fopen(path, "rb");
    if (!stream) {
        snprintf(message, n, "%s: %s", path, strerror(errno));
        return false;
    }
    const bool complete = read_all(stream, file);
    fclose(stream);
    if (complete && is_ours(file))
        return true;
    snprintf(message, n, "%s: not a 32-bit little-endian ELF file", path);
    elf_free(file);
    return false;
}

void elf_free(struct elf_file *file)
{
    free(file->bytes);
    *file = (struct elf_file){ 0 };
}

static bool section_header(const struct elf_file *file, unsigned i, Elf32_Shdr *section)
{
    Elf32_Ehdr header;
    return copy(file, 0, &header, sizeof header) && i < header.e_shnum &&
           copy(file, header.e_shoff + (uint64_t)i * header.e_shentsize, section, sizeof *section);
}

/* Returns true when the string at that offset of a table of strings is `name`. */
static bool is_named(const struct elf_file *file, const Elf32_Shdr *strings, uint32_t offset,
                     const char *name)
{
    const uint64_t at = (uint64_t)strings->sh_offset + offset;
    const size_t n = strlen(name) + 1;
    return at <= file->size && file->size - at >= n && memcmp(file->bytes + at, name, n) == 0;
}

bool elf_section(const struct elf_file *file, const char *name, uint32_t *address, uint32_t *size)
{
    Elf32_Ehdr header;
    Elf32_Shdr strings, section;
    if (!copy(file, 0, &header, sizeof header) ||
        !section_header(file, header.e_shstrndx, &strings))
        return false;
    for (unsigned i = 0; section_header(file, i, &section); i++)
        if (is_named(file, &strings, section.sh_name, name)) {
            *address = section.sh_addr;
            *size = section.sh_size;
            return true;
        }
    return false;
}

static bool symbol_in(const struct elf_file *file, const Elf32_Shdr *table, const char *name,
                      uint32_t *value)
{
    Elf32_Shdr strings;
    Elf32_Sym symbol;
    if (!section_header(file, table->sh_link, &strings))
        return false;
    for (uint32_t at = 0; at < table->sh_size; at += (uint32_t)sizeof symbol) {
        if (!copy(file, (uint64_t)table->sh_offset + at, &symbol, sizeof symbol))
            return false;
        if (symbol.st_shndx != SHN_UNDEF && is_named(file, &strings, symbol.st_name, name)) {
            *value = symbol.st_value;
            return true;
        }
    }
    return false;
}

bool elf_symbol(const struct elf_file *file, const char *name, uint32_t *value)
{
    Elf32_Shdr section;
    for (unsigned i = 0; section_header(file, i, &section); i++)
        if (section.sh_type == SHT_SYMTAB && symbol_in(file, &section, name, value))
            return true;
    return false;
}

bool elf_segment(const struct elf_file *file, unsigned i, struct elf_segment *segment)
{
    Elf32_Ehdr header;
    Elf32_Phdr program;
    if (!copy(file, 0, &header, sizeof header))
        return false;
    for (unsigned j = 0; j < header.e_phnum; j++) {
        if (!copy(file, header.e_phoff + (uint64_t)j * header.e_phentsize, &program,
                  sizeof program))
            return false;
        if (program.p_type != PT_LOAD || i-- > 0)
            continue;
        *segment = (struct elf_segment){
            .address = program.p_vaddr,
            .stored = program.p_paddr,
            .file_size = program.p_filesz,
            .memory_size = program.p_memsz,
            .bytes = file->bytes + program.p_offset,
        };
        return (uint64_t)program.p_offset + program.p_filesz <= file->size;
    }
    return false;
}
