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
