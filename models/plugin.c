/* Makes a shared object of a law (models/plugin.h): compiled with -DLAW=name together with the file
 * that defines `const struct model PREC(model_name)`, in double; with -DRIGOROUS=name also with the
 * file that defines `const struct arb_law arb_law_name`. */
#include "models/plugin.h"
#include "models/plugin_layout.h"

#ifndef LAW
#ifndef __clang_analyzer__
#error "expected the law's name, as -DLAW=name"
#endif
#define LAW name
#endif

#define PLUGIN_PASTE(prefix, name) prefix##name
#define PLUGIN_NAMED(prefix, name) PLUGIN_PASTE(prefix, name)
#define PLUGIN_MODEL               PREC_OF(PLUGIN_NAMED(model_, LAW))

extern const struct model PLUGIN_MODEL;

static const struct plugin_layout layout[] = { PLUGIN_LAYOUT(PLUGIN_SIZE, PLUGIN_MEMBER,
                                                             PLUGIN_VALUE) };

#ifdef RIGOROUS
#include "reference/arb/linear.h"

extern const struct arb_law PLUGIN_NAMED(arb_law_, RIGOROUS);

static const struct plugin_layout rigorous_layout[] = { PLUGIN_RIGOROUS_LAYOUT(
    PLUGIN_SIZE, PLUGIN_MEMBER, PLUGIN_VALUE) };
#endif

const struct plugin bristle_plugin = {
    .magic = PLUGIN_MAGIC,
    .abi = PLUGIN_ABI,
    .real_size = sizeof(real),
    .layout = layout,
    .n_layout = sizeof layout / sizeof *layout,
    .properties = PLUGIN_PROPERTIES,
    .model = &PLUGIN_MODEL,
#ifdef RIGOROUS
    .rigorous_layout = rigorous_layout,
    .n_rigorous_layout = sizeof rigorous_layout / sizeof *rigorous_layout,
    .rigorous = &PLUGIN_NAMED(arb_law_, RIGOROUS),
#endif
};
