/* For tests: laws that are interpreted from texts. */
#ifndef BRISTLE_PROPERTIES_PLUGIN_INTERPRETED_TEST_H
#define BRISTLE_PROPERTIES_PLUGIN_INTERPRETED_TEST_H

#include <criterion/criterion.h>
#include <string.h>

#include "properties/plugin/interpreted.h"
#include "tools/base/memory.h"

/* Texts and what is made of them stay: the law does. */
static inline const struct model *interpreted(const char *name, const char *source)
{
    struct text *text = memory_array(1, sizeof *text);
    struct equations *law = memory_array(1, sizeof *law);
    struct statements *statements = memory_array(1, sizeof *statements);
    *text = (struct text){ .name = name, .at = source, .n = strlen(source) };
    cr_assert(equations_read(text, law) && statements_read(text, law, statements), "%s",
              text->error);
    return interpreted_law(law, statements);
}

static inline void expect_same_text(const char *law, const char *a, const char *b)
{
    cr_expect(a == b || (a && b && strcmp(a, b) == 0), "%s: '%s', printed '%s'", law,
              a ? a : "none", b ? b : "none");
}

#endif
