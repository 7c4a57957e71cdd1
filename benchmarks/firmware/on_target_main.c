/* The main program of images whose results the host judges. */
#include "benchmarks/firmware/console.h"
#include "benchmarks/firmware/on_target.h"

int main(void)
{
    on_target_f32();
    on_target_f64();
    console_text("end");
    console_line_end();
    return 0;
}
