/* The texts of the laws of Bristle, as part of the program. */
#ifndef BRISTLE_MODELS_READING_LAW_SOURCE_H
#define BRISTLE_MODELS_READING_LAW_SOURCE_H

/* Returns the text of the law of that name, or NULL. */
const char *law_source(const char *name);

#endif
