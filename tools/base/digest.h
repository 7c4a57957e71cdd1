/* Digests of texts: a name for contents. */
#ifndef BRISTLE_TOOLS_BASE_DIGEST_H
#define BRISTLE_TOOLS_BASE_DIGEST_H

#include <stddef.h>

enum { DIGEST_TEXT = 65 };

/* Writes SHA-256 of n texts, one after the other, each with its terminating zero, in hexadecimal
 * digits. */
void digest_texts(char hex[DIGEST_TEXT], const char *const texts[], size_t n);

/* Writes that of n bytes. */
void digest_bytes(char hex[DIGEST_TEXT], const void *bytes, size_t n);

#endif
