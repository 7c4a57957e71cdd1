/* Strict reading of JSON files that certificates stand on. What two readers might understand in two
 * ways is refused: keys that are unknown or stand twice, text behind the end, strings that a zero
 * byte cuts short, numbers that are not plain decimals. */
#ifndef BRISTLE_TOOLS_BASE_STRICT_JSON_H
#define BRISTLE_TOOLS_BASE_STRICT_JSON_H

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stddef.h>

/* What is wrong with a file, as one clear line. */
struct file_error {
    char text[256];
};

/* Fills in the line, in which control characters become '?'. Returns false, for callers to pass on.
 */
bool file_fail(struct file_error *error, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Returns the document, which must be an object and all of the text, to be deleted by the caller
 * (cJSON_Delete); NULL with *error filled in. */
cJSON *strict_json_parse(const char *text, size_t size, struct file_error *error);

/* Returns true when every key of the object is one of the allowed names (ended by NULL) and stands
 * once; otherwise fills in *error. `where` says which object it is. */
bool strict_json_keys(const cJSON *object, const char *const *allowed, const char *where,
                      struct file_error *error);

/* Returns the decimal (decimal.h) at object[key], which must be a string, or NULL with *error
 * filled in. The decimal belongs to the document. */
const char *strict_json_decimal(const cJSON *object, const char *key, const char *where,
                                struct file_error *error);

/* Returns the decimal of an item of an array likewise. */
const char *strict_json_decimal_item(const cJSON *item, const char *where,
                                     struct file_error *error);

#endif
