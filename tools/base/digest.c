/* SHA-256 by Nettle (digest.h). */
#include "tools/base/digest.h"

#include <nettle/sha2.h>
#include <stdio.h>
#include <string.h>

static void put(char hex[DIGEST_TEXT], struct sha256_ctx *context)
{
    uint8_t digest[SHA256_DIGEST_SIZE];
    sha256_digest(context, sizeof digest, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        snprintf(hex + 2 * i, 3, "%02x", (unsigned)digest[i]);
}

void digest_texts(char hex[DIGEST_TEXT], const char *const texts[], size_t n)
{
    struct sha256_ctx context;
    sha256_init(&context);
    for (size_t i = 0; i < n; i++)
        sha256_update(&context, strlen(texts[i]) + 1, (const uint8_t *)texts[i]);
    put(hex, &context);
}

void digest_bytes(char hex[DIGEST_TEXT], const void *bytes, size_t n)
{
    struct sha256_ctx context;
    sha256_init(&context);
    sha256_update(&context, n, bytes);
    put(hex, &context);
}
