/* Unpacks an archive into a folder, for tests in the shell. */
#include "benchmarks/fmu/unpacked.h"
#include "tools/base/cli.h"

int main(int argc, char **argv)
{
    cli_start("unpack");
    if (argc != 3)
        cli_fail("expected an archive and a folder");
    unpack(argv[1], argv[2]);
    return 0;
}
