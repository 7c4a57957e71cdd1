/* The main program of every image: PROGRAM H32 [H64], the bits of the step in both precisions. */
#include "benchmarks/firmware/console.h"
#include "benchmarks/firmware/port.h"
#include "benchmarks/firmware/profile.h"

int main(void)
{
    char line[64];
    port_command_line(line, sizeof line);
    const char *rest = strchr(line, ' ');
    if (!rest) {
        console_text("usage: profile H32 H64");
        console_line_end();
        return 2;
    }
    profile_f32(console_parse_hexadecimal(&rest));
#ifndef __AVR__ /* the AVR's double is a float */
    profile_f64(console_parse_hexadecimal(&rest));
#endif
    console_text("end");
    console_line_end();
    return 0;
}
