/* Lines for the host: a word that says what the line is, then fields `name=value`. Programs end
 * with the line "end". */
#ifndef BRISTLE_BENCHMARKS_FIRMWARE_CONSOLE_H
#define BRISTLE_BENCHMARKS_FIRMWARE_CONSOLE_H

#include <stddef.h>
#include <stdint.h>

/* These fill a buffer, which console_line_end hands to the host (and what fills it up). */
void console_text(const char text[]);
void console_decimal(uint32_t value);
/* The low 4 digits bits of value, in hexadecimal. */
void console_hexadecimal(uint64_t value, unsigned digits);
void console_line_end(void);

/* The next word of *line as a hexadecimal number; advances *line. 0 where there is no number. */
uint64_t console_parse_hexadecimal(const char **line);

#endif
