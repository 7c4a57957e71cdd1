/* Sections, symbols and segments of an image that is made up, whole and cut off. */
#include "benchmarks/firmware/elf_file.h"
#include "benchmarks/microcontrollers/image_test.h"

Test(elf, sections_symbols_and_segments_are_found)
{
    const struct image made = image();
    struct elf_file elf;
    struct elf_segment s;
    char path[PATH], message[PATH] = "";
    uint32_t address = 0, size = 0;
    put_bytes("a.elf", &made, sizeof made);
    cr_assert(elf_read(path_of("a.elf", path), &elf, message, sizeof message), "%s", message);
    cr_expect_eq(elf.size, sizeof made);
    cr_expect(elf_section(&elf, "driver", &address, &size) && address == 0x1230 && size == 0x40);
    cr_expect(elf_section(&elf, ".shstrtab", &address, &size));
    cr_expect(!elf_section(&elf, "drive", &address, &size) &&
              !elf_section(&elf, "driver2", &address, &size));
    cr_expect(elf_symbol(&elf, "exp", &address) && address == 0x2a1);
    cr_expect(elf_symbol(&elf, "expm1f", &address) && address == 0x4c3, "the last one");
    cr_expect(!elf_symbol(&elf, "expm1", &address), "it is not defined here");
    cr_expect(!elf_symbol(&elf, "ex", &address));
    cr_assert(elf_segment(&elf, 0, &s));
    cr_expect(s.address == 0 && s.stored == 0 && s.file_size == 100 && s.memory_size == 100);
    cr_expect_arr_eq(s.bytes, made.loaded, 100);
    cr_assert(elf_segment(&elf, 1, &s));
    cr_expect(s.address == 0x800100 && s.stored == 100 && s.file_size == 10 && s.memory_size == 50);
    cr_expect_arr_eq(s.bytes, made.loaded + 100, 10);
    cr_expect(!elf_segment(&elf, 2, &s));
    elf_free(&elf);
    cr_expect_null(elf.bytes);
}

/* Each is found exactly where all bytes that state it lie before the end: what follows an end in
 * memory, here the rest of the image, is not read. */
Test(elf, nothing_behind_the_end_is_read)
{
    struct image made = image();
    struct elf_segment s;
    uint32_t address, size;
    for (size_t n = 0; n <= sizeof made; n++) {
        const struct elf_file elf = { .bytes = (uint8_t *)&made, .size = n };
        const struct {
            size_t needed;
            bool found;
        } cases[] = {
            { AT(section_names) + sizeof "\0driver", elf_section(&elf, "driver", &address, &size) },
            { AT(section_names) + sizeof section_names,
              elf_section(&elf, ".shstrtab", &address, &size) },
            { AT(symbol_names) + sizeof "\0exp", elf_symbol(&elf, "exp", &address) },
            { AT(symbol_names) + sizeof symbol_names, elf_symbol(&elf, "expm1f", &address) },
            { AT(loaded) + 100, elf_segment(&elf, 0, &s) },
            { AT(loaded) + 110, elf_segment(&elf, 1, &s) },
        };
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
            cr_expect_eq(cases[k].found, n >= cases[k].needed, "case %zu of %zu bytes", k, n);
    }
}

/* A table of sections, symbols or segments may be the end of the file, and is complete there. */
Test(elf, what_ends_with_the_file_is_read)
{
    static struct {
        struct image image;
        char end[sizeof(Elf32_Shdr) * 5 + sizeof(Elf32_Sym) * 6 + sizeof(Elf32_Phdr) * 3];
    } made;
    struct elf_segment s;
    uint32_t address, size;
    for (int table = 0; table < 3; table++) {
        made.image = image();
        const size_t at = sizeof made.image;
        const void *from = made.image.sections;
        size_t n = sizeof made.image.sections;
        if (table == 0) {
            made.image.header.e_shoff = (Elf32_Off)at;
        } else if (table == 1) {
            made.image.sections[2].sh_offset = (Elf32_Off)at;
            from = made.image.symbols;
            n = sizeof made.image.symbols;
        } else {
            made.image.header.e_phoff = (Elf32_Off)at;
            from = made.image.programs;
            n = sizeof made.image.programs;
        }
        memcpy((char *)&made + at, from, n);
        for (size_t less = 0; less < 2; less++) {
            const struct elf_file elf = { .bytes = (uint8_t *)&made, .size = at + n - less };
            const bool whole = less == 0;
            /* the last section has the names of all, the last symbol is expm1f */
            cr_expect_eq(elf_section(&elf, "driver", &address, &size), table != 0 || whole);
            cr_expect_eq(elf_symbol(&elf, "expm1f", &address), table != 1 || whole);
            cr_expect_eq(elf_segment(&elf, 1, &s), table != 2 || whole);
        }
    }
}

/* Shorter files and files of other kinds are refused, at once or where something is missing. */
Test(elf, what_is_missing_is_not_read)
{
    struct image made = image();
    struct elf_file elf;
    struct elf_segment s;
    char path[PATH], message[PATH];
    uint32_t address, size;
    for (size_t n = 0; n < sizeof made; n += 7) {
        put_bytes("a.elf", &made, n);
        const bool read = elf_read(path_of("a.elf", path), &elf, message, sizeof message);
        cr_expect_eq(read, n >= sizeof made.header, "%zu", n);
        if (!read)
            continue;
        const bool names = n >= AT(section_names) + sizeof section_names;
        cr_expect(!elf_section(&elf, ".shstrtab", &address, &size) || names, "%zu", n);
        const bool symbols = n >= AT(symbol_names) + sizeof symbol_names;
        cr_expect(!elf_symbol(&elf, "expm1f", &address) || symbols, "%zu", n);
        cr_expect(!elf_segment(&elf, 1, &s), "%zu", n);
        cr_expect_eq(elf_segment(&elf, 0, &s), n >= AT(loaded) + 100, "%zu", n);
        elf_free(&elf);
    }
    unsigned char *const kinds[] = { &made.header.e_ident[0], &made.header.e_ident[EI_CLASS],
                                     &made.header.e_ident[EI_DATA] };
    for (size_t k = 0; k < 3; k++) {
        *kinds[k] ^= 3;
        put_bytes("a.elf", &made, sizeof made);
        cr_expect(!elf_read(path_of("a.elf", path), &elf, message, sizeof message));
        cr_expect(strstr(message, "not a 32-bit little-endian ELF file"));
        *kinds[k] ^= 3;
    }
    cr_expect(!elf_read(path_of("none.elf", path), &elf, message, sizeof message));
    cr_expect(strstr(message, "No such file"), "%s", message);
}
