/* The stored witnesses and proofs, built into the programs. */
#ifndef BRISTLE_PROPERTIES_STORED_H
#define BRISTLE_PROPERTIES_STORED_H

/* A file by its name and text. The tables end with a NULL name (generated). */
struct stored_witness {
    const char *name, *text;
};
extern const struct stored_witness stored_witnesses[];

/* Returns the text of the stored witness file of that name, or NULL. */
const char *stored_witness_find(const char *name);

#endif
