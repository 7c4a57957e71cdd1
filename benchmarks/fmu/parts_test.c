/* Parts of archives, read back: the page that people read, the header that ties a unit's C to its
 * law, and the archive itself. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <zip.h>

#include "benchmarks/fmu/archive.h"
#include "benchmarks/fmu/documentation.h"
#include "benchmarks/fmu/glue.h"
#include "models/property_list.h"
#include "tools/base/cli.h"
#include "tools/base/memory.h"
#include "tools/figures/page.h"

/* Returns a text as a page has it. */
static char *escaped(const char *text)
{
    struct memory_stream stream;
    FILE *file = memory_open(&stream);
    page_escape(file, text);
    return memory_close(&stream);
}

/* Expects a text next, and moves behind it. */
static void expect_next(const char **at, const char *text)
{
    const size_t n = strlen(text);
    cr_assert_eq(strncmp(*at, text, n), 0, "found '%.80s', not '%s'", *at, text);
    *at += n;
}

static void expect_element(const char **at, const char *open, const char *text, const char *close)
{
    char *own = escaped(text);
    expect_next(at, open);
    expect_next(at, own);
    expect_next(at, close);
    free(own);
}

static void expect_cell(const char **at, const char *text)
{
    expect_element(at, "<td>", text, "</td>");
}

/* Expects a number of nine digits, which is half of a unit of the last from the true one at most;
 * "inf" is the infinite one. */
static void expect_number(const char **at, double value)
{
    char *end;
    expect_next(at, "<td>");
    const double found = strtod(*at, &end);
    cr_expect(found == value || fabs(found - value) <= 5e-9 * fabs(value), "%g, not %g", found,
              value);
    *at = end;
    expect_next(at, "</td>");
}

static void move_to(const char **at, const char *text)
{
    const char *found = strstr(*at, text);
    cr_assert(found, "no '%s'", text);
    *at = found;
}

/* A line for each equation of the law, without what parts them. */
static void expect_equations(const char **at, const char *law)
{
    expect_next(at, "<pre>\n");
    while (*law) {
        char *equation = memory_text("%.*s", (int)strcspn(law, ";"), law);
        expect_element(at, "", equation, "\n");
        law += strlen(equation);
        law += strspn(law, "; ");
        free(equation);
    }
    expect_next(at, "</pre>\n");
}

static void expect_parameters(const char **at, const struct model *m)
{
    move_to(at, "<h2>Parameters</h2>");
    move_to(at, "</th></tr>\n");
    expect_next(at, "</th></tr>\n");
    for (unsigned i = 0; i < m->n_params; i++) {
        const struct quantity *q = &m->params[i];
        expect_next(at, "<tr>");
        expect_cell(at, q->name);
        expect_cell(at, q->unit);
        expect_number(at, q->value);
        expect_number(at, q->lo);
        expect_number(at, q->hi);
        expect_cell(at, q->note ? q->note : "");
        expect_next(at, "</tr>\n");
    }
    expect_next(at, "</table>\n");
}

static void expect_claims(const char **at, const struct model *m)
{
#define X(id, name, shown, unit, meaning) [id] = (name),
    static const char *const properties[] = { PROPERTY_LIST(X) };
#undef X
    static const char *const verdicts[] = {
        [HOLDS] = "holds", [REFUTED] = "refuted", [UNKNOWN] = "unknown"
    };
    move_to(at, "<h2>Claims</h2>");
    move_to(at, "</th></tr>\n");
    expect_next(at, "</th></tr>\n");
    for (unsigned i = 0; i < m->n_claims; i++) {
        const struct claim *claim = &m->claims[i];
        expect_next(at, "<tr>");
        expect_cell(at, properties[claim->property]);
        expect_cell(at, claim->domain ? claim->domain : "always");
        expect_cell(at, verdicts[claim->declared]);
        expect_cell(at, claim->source ? claim->source : "");
        expect_next(at, "</tr>\n");
    }
    expect_next(at, "</table>\n</body>\n</html>\n");
    cr_expect_eq(**at, '\0');
}

/* What the page says of the use of the unit: what goes in, up to which speed, which events. */
static void expect_use(const char *page, const struct model *m, bool is_mass)
{
    double speed;
    const char *at = strstr(page, "stated for speeds up to ");
    cr_assert(at && sscanf(at, "stated for speeds up to %lf m/s", &speed) == 1);
    /* six digits: half of a unit of the last at most */
    cr_expect_float_eq(speed, m->speed_max, 5e-6 * m->speed_max);
    cr_expect_eq(strstr(page, "The unit is a mass") != NULL, is_mass);
    cr_expect_eq(strstr(page, "The input <code>v</code> is the relative velocity") != NULL,
                 !is_mass);
    cr_expect_eq(strstr(page, "(a slip begins, a bond snaps) are events") != NULL, m->n_guards > 0);
    cr_expect_eq(strstr(page, "it comes to rest the mass is held") != NULL,
                 is_mass && m->stiction != NULL);
    cr_expect_eq(strstr(page, "force jumps where v changes its sign") != NULL,
                 !is_mass && m->stiction != NULL);
    cr_expect_eq(strstr(page, "the momentum is in balance") != NULL, is_mass);
    cr_expect(strstr(page, "by this method: a &#60; b &#38; c"));
}

/* The page says what the tables of the law do, row by row. */
Test(documentation, is_that_of_the_law)
{
    for (const struct model *const *m = PREC(models); *m; m++)
        for (int is_mass = 0; is_mass < 2; is_mass++) {
            struct memory_stream stream;
            documentation_write(memory_open(&stream), *m, is_mass, "a < b & c");
            char *page = memory_close(&stream),
                 *file = memory_text("<a href=\"%s.mo\">", (*m)->name);
            const char *at = page;
            move_to(&at, "<title>");
            expect_element(&at, "<title>", (*m)->title, "</title>\n</head>\n<body>\n");
            expect_element(&at, "<h1>", (*m)->title, "</h1>\n");
            expect_equations(&at, (*m)->law);
            expect_element(&at, "<p>Source: ", (*m)->source, ". ");
            expect_next(&at, file);
            move_to(&at, "Made by Bristle " BRISTLE_VERSION ",");
            expect_use(page, *m, is_mass);
            expect_parameters(&at, *m);
            expect_claims(&at, *m);
            free(file);
            free(page);
        }
}

/* Expects that the header defines the name so, as words apart by a blank; NULL: not at all. */
static void expect_defined(const char *header, const char *name, const char *value)
{
    char *before = memory_text("\n#define %s ", name);
    const char *at = strstr(header, before);
    cr_expect_eq(at != NULL, value != NULL, "%s", name);
    if (at && value) {
        at += strlen(before);
        cr_expect(strlen(value) == strcspn(at, "\n") && strncmp(at, value, strlen(value)) == 0,
                  "%s is %.40s, not %s", name, at, value);
    }
    free(before);
}

static void expect_count(const char *header, const char *prefix, const char *name, uint64_t value)
{
    char *full = memory_text("%s_%s", prefix, name),
         *text = memory_text("%llu", (unsigned long long)value);
    expect_defined(header, full, text);
    free(full);
    free(text);
}

/* Nominal values of all states, all their digits; one number where there is no state. */
static void expect_nominals(const char *header, const struct variables *list)
{
    static const char before[] = "#define LAW_NOMINALS { ";
    const char *at = strstr(header, before);
    cr_assert(at);
    at += strlen(before);
    for (unsigned i = list->states; i < list->rates; i++) {
        char *end;
        cr_expect_eq(strtod(at, &end), list->at[i].nominal);
        at = end;
        expect_next(&at, ", ");
    }
    expect_next(&at, list->states == list->rates ? "1 }\n" : "}\n");
}

static void expect_functions(const char *header, const struct model *m, const char *small)
{
    static const struct {
        const char *name;
        unsigned of; /* all laws, those with guards, those with a Jacobian */
    } functions[] = { { "parameters", 0 },   { "instant", 0 }, { "parameter", 0 },
                      { "check", 0 },        { "begin", 0 },   { "advance", 0 },
                      { "respond", 0 },      { "watch", 1 },   { "settle", 1 },
                      { "differentiate", 2 } };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        const bool is_there = functions[i].of == 0   ? true
                              : functions[i].of == 1 ? m->n_guards > 0
                                                     : m->jacobian != NULL;
        char *name = memory_text("%s_%s", small, functions[i].name),
             *value = memory_text("any_law_%s", functions[i].name);
        expect_defined(header, name, is_there ? value : NULL);
        free(name);
        free(value);
    }
}

static void expect_glue(const struct model *m, bool is_mass)
{
    struct variables list;
    struct memory_stream stream;
    const char *prefix = is_mass ? "FRICTION" : "LAW";
    variables_of(&list, m, is_mass, 1);
    glue_write(memory_open(&stream), &(struct glue){ &list, "any_law", "{token}", 3e-5 });
    char *header = memory_close(&stream);
    expect_defined(header, "LAW_TOKEN", "\"{token}\"");
    expect_count(header, "LAW", "SLOPES", m->jacobian != NULL);
    expect_count(header, prefix, "PARAMETERS", m->n_params);
    expect_count(header, prefix, "STATES", m->n_states);
    expect_count(header, prefix, "GUARDS", m->n_guards);
    expect_count(header, prefix, "JUMPS", m->stiction != NULL);
    expect_count(header, prefix, "GIVEN", m->initial ? 0 : m->n_states);
    char *whole = memory_text("UINT64_C(%llu)", (unsigned long long)m->whole_params);
    expect_defined(header, "LAW_WHOLE", whole);
    expect_defined(header, is_mass ? "FRICTION_DEFAULTS" : "LAW_DEFAULTS", "any_law_DEFAULTS");
    expect_defined(header, "LAW_SHOWN", is_mass ? NULL : "0");
    const char *step = strstr(header, "#define LAW_MAX_STEP ");
    cr_expect(step && strtod(step + strlen("#define LAW_MAX_STEP "), NULL) == 3e-5);
    expect_nominals(header, &list);
    expect_functions(header, m, is_mass ? "friction" : "law");
    cr_expect(strstr(header, "#include \"any_law.h\"\n"));
    cr_expect_eq(strstr(header, "#include \"mass.h\"\n") != NULL, is_mass);
    free(whole);
    free(header);
}

Test(glue, ties_the_law_to_its_unit)
{
    for (const struct model *const *m = PREC(models); *m; m++)
        for (int is_mass = 0; is_mass < 2; is_mass++)
            expect_glue(*m, is_mass);
}

/* Files of an archive, in order: of no byte, of text, of all bytes and more than a block has. */
enum { BYTES = 10007, FILES = 4 };
static unsigned char all_bytes[BYTES];
static const struct {
    const char *path;
    const void *bytes;
    size_t n;
} files[FILES] = { { "z.txt", "text", 4 },
                   { "a/empty", "", 0 },
                   { "a/\xc2\xb5.bin", all_bytes, BYTES },
                   { "b.txt", "other", 5 } };

static size_t write_archive(void *bytes, size_t most)
{
    struct archive archive;
    FILE *file = tmpfile();
    for (size_t i = 0; i < BYTES; i++)
        all_bytes[i] = (unsigned char)(i % 251);
    cr_assert(file);
    archive_open(&archive);
    for (int i = 0; i < FILES; i++)
        archive_add(&archive, files[i].path, files[i].bytes, files[i].n);
    archive_write(&archive, file);
    rewind(file);
    const size_t n = fread(bytes, 1, most, file);
    fclose(file);
    cr_assert(n > 0 && n < most);
    return n;
}

static void expect_file(zip_t *zip, zip_uint64_t i)
{
    zip_stat_t stat;
    zip_uint8_t system;
    zip_uint32_t attributes;
    unsigned char bytes[BYTES + 1];
    cr_assert_eq(zip_stat_index(zip, i, ZIP_FL_ENC_STRICT, &stat), 0);
    cr_expect_str_eq(stat.name, files[i].path);
    zip_file_t *file = zip_fopen_index(zip, i, 0);
    cr_assert(file);
    cr_expect_eq(zip_fread(file, bytes, sizeof bytes), (zip_int64_t)files[i].n);
    cr_expect(memcmp(bytes, files[i].bytes, files[i].n) == 0, "%s", files[i].path);
    zip_fclose(file);
    cr_assert_eq(zip_file_get_external_attributes(zip, i, 0, &system, &attributes), 0);
    cr_expect_eq(system, ZIP_OPSYS_UNIX);
    cr_expect_eq(attributes >> 16, 0100644, "%o", attributes >> 16);
    const struct tm *day = localtime(&stat.mtime);
    cr_expect(day->tm_year == 80 && day->tm_mon == 0 && day->tm_mday == 1 && day->tm_hour == 0 &&
                  day->tm_min == 0 && day->tm_sec == 0,
              "not 1980-01-01, 0:00");
}

/* An archive has its files in the order in which they were added, with modes and dates that say
 * nothing of who made it and when: the same files are the same bytes. */
Test(archive, is_read_back)
{
    static char bytes[2 * BYTES], again[2 * BYTES];
    const size_t n = write_archive(bytes, sizeof bytes);
    cr_expect(write_archive(again, sizeof again) == n && memcmp(bytes, again, n) == 0);
    zip_source_t *source = zip_source_buffer_create(bytes, n, 0, NULL);
    zip_t *zip = zip_open_from_source(source, ZIP_RDONLY | ZIP_CHECKCONS, NULL);
    cr_assert(zip);
    cr_assert_eq(zip_get_num_entries(zip, 0), FILES);
    for (zip_uint64_t i = 0; i < FILES; i++)
        expect_file(zip, i);
    zip_discard(zip);
}
