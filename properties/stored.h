/* The witness files of properties/witnesses/, built into the programs. */
#ifndef BRISTLE_PROPERTIES_STORED_H
#define BRISTLE_PROPERTIES_STORED_H

/* All of them, ended by a NULL name (generated). */
struct stored_witness {
    const char *name, *text;
};
extern const struct stored_witness stored_witnesses[];

/* The text of the file of that name, or NULL. */
const char *stored_witness_find(const char *name);

#endif
