#include "benchmarks/firmware/console.h"
#include "benchmarks/firmware/port.h"

static char buffer[64];
static uint8_t filled;

static void flush(void)
{
    port_write(buffer, filled);
    filled = 0;
}

static void put(char c)
{
    if (filled == sizeof buffer)
        flush();
    buffer[filled++] = c;
}

void console_text(const char text[])
{
    while (*text)
        put(*text++);
}

void console_decimal(uint32_t value)
{
    char digits[10];
    uint8_t n = 0;
    do {
        digits[n++] = (char)('0' + value % 10);
        value /= 10;
    } while (value);
    while (n)
        put(digits[--n]);
}

void console_hexadecimal(uint64_t value, unsigned digits)
{
    while (digits-- > 0) {
        const unsigned digit = (unsigned)(value >> 4 * digits) & 15;
        put((char)(digit < 10 ? '0' + digit : 'a' + digit - 10));
    }
}

void console_line_end(void)
{
    put('\n');
    flush();
}

static int digit_of(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

uint64_t console_parse_hexadecimal(const char **line)
{
    uint64_t value = 0;
    while (**line == ' ')
        ++*line;
    for (; digit_of(**line) >= 0; ++*line)
        value = value << 4 | (unsigned)digit_of(**line);
    return value;
}
