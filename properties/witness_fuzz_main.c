/* The fuzz entry point on files, or on standard input: replays what a fuzzer has found. */
#include <stdio.h>
#include <stdlib.h>

#include "properties/witness_fuzz.h"

static int feed(FILE *file, const char *name)
{
    size_t size = 0, room = 1 << 16;
    uint8_t *data = malloc(room);
    while (data && (size += fread(data + size, 1, room - size, file)) == room) {
        uint8_t *larger = realloc(data, room *= 2);
        if (!larger)
            free(data);
        data = larger;
    }
    if (!data || ferror(file)) {
        fprintf(stderr, "witness_fuzz: cannot read '%s'\n", name);
        free(data);
        return 2;
    }
    LLVMFuzzerTestOneInput(data, size);
    free(data);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return feed(stdin, "standard input");
    for (int i = 1; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            fprintf(stderr, "witness_fuzz: cannot open '%s'\n", argv[i]);
            return 2;
        }
        const int status = feed(file, argv[i]);
        fclose(file);
        if (status != 0)
            return status;
    }
    return 0;
}
