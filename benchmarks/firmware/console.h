/* Writes lines for the host: a word that names the kind of line, then fields `name=value`. Programs
 * end with the line "end". */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_CONSOLE_H
#define BRISTLE_BENCHMARKS_FIRMWARE_CONSOLE_H

#include <stddef.h>
#include <stdint.h>

/* Append to a buffer; console_line_end sends the buffer to the host, and so does a full buffer. */
void console_text(const char text[]);
void console_decimal(uint32_t value);
/* Appends the lowest 4 digits bits of value, in hexadecimal. */
void console_hexadecimal(uint64_t value, unsigned digits);
void console_line_end(void);

/* Returns the next word of *line as a hexadecimal number and advances *line; 0 if there is none. */
uint64_t console_parse_hexadecimal(const char **line);

#endif
