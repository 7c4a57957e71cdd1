/* A law as a shared object, made by the compiler alone from the law's file and plugin.c;
 * properties/plugin/README.md has the command. Programs find in it the one symbol bristle_plugin,
 * and refuse what was compiled for other tables than theirs.
 *
 * PLUGIN_ABI is raised whenever a table in models/ changes its layout or the meaning of a member;
 * plugin_abi_N.txt keeps what belongs to number N, and a test compares.
 */
#ifndef BRISTLE_MODELS_PLUGIN_H
#define BRISTLE_MODELS_PLUGIN_H

#include "models/model.h"

struct arb_law;

enum { PLUGIN_ABI = 3 };

#define PLUGIN_MAGIC "bristle"

/* The name of the symbol, for dlsym. */
#define PLUGIN_SYMBOL "bristle_plugin"

/* A row of what both sides must have in common: the offset and size in bytes of a type or one of
 * its members; or a constant, whose value stands as the offset. */
struct plugin_layout {
    const char *name;
    uint32_t offset, size;
};

/* The symbol bristle_plugin of a shared object. */
struct plugin {
    /* These stay where they are, whatever the ABI. */
    char magic[8];
    uint32_t abi;
    uint32_t real_size; /* bytes; 8, of double */

    const struct plugin_layout *layout;
    uint32_t n_layout, n_rigorous_layout;
    const struct plugin_layout *rigorous_layout; /* of struct arb_law; NULL without one */
    const char *properties;    /* the names of PROPERTY_LIST in order, each with a blank behind */
    const struct model *model; /* in double */
    const struct arb_law *rigorous; /* the law's ball model, or NULL */
};

extern const struct plugin bristle_plugin;

#define PLUGIN_PROPERTY(id, name, functional, unit, meaning) name " "
#define PLUGIN_PROPERTIES                                    PROPERTY_LIST(PLUGIN_PROPERTY)

#endif
