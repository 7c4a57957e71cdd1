/* A law's text, and the first thing in it that is wrong. */
#ifndef BRISTLE_MODELS_LANGUAGE_TEXT_H
#define BRISTLE_MODELS_LANGUAGE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum { TEXT_ERROR = 1024, TEXT_MOST = 1 << 20 }; /* bytes of a message, of a text */

struct text {
    const char *name;       /* of the file, for messages */
    const char *at;         /* n bytes and a zero; borrowed */
    size_t n;               /* at most TEXT_MOST */
    char error[TEXT_ERROR]; /* "file:line:column: what", the line, and a caret below; "": none */
};

/* Notes what is wrong at a byte of the text, unless something is noted already. */
void text_fail(struct text *text, size_t at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

static inline bool text_failed(const struct text *text) { return text->error[0] != '\0'; }

#endif
