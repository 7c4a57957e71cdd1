/* Proves the passivity of laws without states by the sign of their force (passive.h). */
#include "properties/structure/passive.h"

#include "properties/structure/odd.h"
#include "properties/workbench/motion.h"

enum answer passive_prove(const struct law_graph *law)
{
    struct motion m;
    if (law->rate.n > 0 || odd_prove(law) != ANSWER_YES)
        return ANSWER_UNDECIDED;
    motion_open(&m, law);
    motion_go(&m, 1);
    const expression F = motion_there(&m, law->force);
    const bool is = workbench_is_defined(&m.w, F) && workbench_is_positive(&m.w, F);
    motion_close(&m);
    return is ? ANSWER_YES : ANSWER_UNDECIDED;
}
