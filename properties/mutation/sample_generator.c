/* Writes a source, for the test that bugs in generators are noticed in what they write. */
#include <stdio.h>

int main(int argc, char *argv[])
{
    FILE *out = argc == 2 ? fopen(argv[1], "w") : NULL;
    const int sides = 3, corners = sides + 1;
    if (!out)
        return 2;
    fprintf(out, "extern const int sample_corners;\nconst int sample_corners = %d;\n", corners);
    return fclose(out) ? 2 : 0;
}
