/* What is printed of a law is read back, and compared with the law's code. */
#include <cjson/cJSON.h>
#include <math.h>

#include "models/model.h"
#include "models/reading/reading.h"
#include "models/reading/texts_test.h"
#include "properties/trials/evaluate_property.h"
#include "tools/base/memory.h"

/* A law's text, its reading, and what is printed of it. */
struct printed {
    char *source;
    struct text text;
    struct reading reading;
    const struct model *model;
    char *table;
    cJSON *json;
};

static void open_printed(struct printed *p, const char *name)
{
    char path[128];
    struct memory_stream stream;
    snprintf(path, sizeof path, "models/laws/%s.mo", name);
    *p = (struct printed){ .source = cli_read(path), .model = PREC(model_find)(name) };
    cr_assert(p->source && p->model, "%s", name);
    p->text = (struct text){ .name = name, .at = p->source, .n = strlen(p->source) };
    cr_assert(reading_open(&p->reading, &p->text, 1), "%s", p->text.error);
    reading_write(memory_open(&stream), &p->reading);
    p->table = memory_close(&stream);
    reading_write_json(memory_open(&stream), &p->reading);
    char *json = memory_close(&stream);
    p->json = cJSON_Parse(json);
    cr_assert(p->json, "%s", name);
    free(json);
}

static void close_printed(struct printed *p)
{
    cJSON_Delete(p->json);
    free(p->table);
    reading_close(&p->reading);
    free(p->source);
}

static const char *text_of(const cJSON *object, const char *key)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItem(object, key));
    return text ? text : "(none)";
}

static double number_of(const cJSON *object, const char *key)
{
    return cJSON_GetNumberValue(cJSON_GetObjectItem(object, key));
}

/* Rows of the table: of an array with equal elements one row, "alpha1..alpha4". */
static void expect_row(const struct printed *p, const struct quantity *q, bool has_default)
{
    char name[80], value[32], range[64];
    const char *row = p->table;
    snprintf(name, sizeof name, "\n  %s ", q->name);
    snprintf(value, sizeof value, " %g ", q->value);
    snprintf(range, sizeof range, " %g to %g", q->lo, q->hi);
    row = strstr(row, name);
    if (!row) {
        snprintf(name, sizeof name, "\n  %.*s1..", (int)strcspn(q->name, "0123456789"), q->name);
        row = strstr(p->table, name);
    }
    cr_assert(row, "%s: no row of %s", p->model->name, q->name);
    const char *end = row + 1 + strcspn(row + 1, "\n");
    const char *found = strstr(row, value);
    cr_expect(!has_default || (found && found < end), "%s: %s", p->model->name, q->name);
    found = strstr(row, range);
    cr_expect(isinf(q->lo) || (found && found < end), "%s: %s", p->model->name, q->name);
}

static void compare(const struct printed *p, const char *key, const struct quantity q[], unsigned n,
                    bool has_default)
{
    const cJSON *rows = cJSON_GetObjectItem(p->json, key);
    cr_assert_eq(cJSON_GetArraySize(rows), (int)n, "%s", p->model->name);
    for (unsigned i = 0; i < n; i++) {
        const cJSON *row = cJSON_GetArrayItem(rows, (int)i);
        cr_expect_str_eq(text_of(row, "name"), q[i].name);
        cr_expect(!has_default || number_of(row, "default") == q[i].value, "%s", q[i].name);
        cr_expect(isinf(q[i].lo) || number_of(row, "min") == q[i].lo, "%s", q[i].name);
        cr_expect(isinf(q[i].hi) || number_of(row, "max") == q[i].hi, "%s", q[i].name);
        expect_row(p, &q[i], has_default);
    }
}

/* Counts the operations below e that are not counted yet, from the root on. */
static size_t count(const struct graph *g, expression e, bool counted[])
{
    size_t n = 0;
    if (counted[e] || graph_arguments(g->nodes[e].operation) == 0)
        return 0;
    counted[e] = true;
    for (unsigned k = 0; k < graph_arguments(g->nodes[e].operation); k++)
        n += count(g, g->nodes[e].argument[k], counted);
    return n + 1;
}

static void compare_structure(const struct printed *p)
{
    const struct equations *law = &p->reading.law;
    const cJSON *structure = cJSON_GetObjectItem(p->json, "structure");
    bool *counted = memory_array(law->graph.n, sizeof *counted);
    size_t n = count(&law->graph, law->force, counted);
    for (size_t i = 0; i < law->states.n; i++)
        n += count(&law->graph, law->rate[i], counted);
    free(counted);
    char line[64];
    snprintf(line, sizeof line, "\n  operations for rates and force: %zu; guards: %zu\n", n,
             law->n_events);
    cr_expect(strstr(p->table, line), "%s:%s", p->model->name, line);
    cr_expect_eq(number_of(structure, "operations"), (double)n);
    cr_expect_eq(number_of(structure, "guards"), (double)law->n_events);
    cr_expect_eq(law->n_events > 0, p->model->n_guards > 0);
    const struct {
        const char *key, *words;
        bool needs_states;
    } known[] = {
        { "static", "static: no states", false },
        { "diagonal", "each in its own state", true },
        { "by_path", "the states are a function of the path", true },
        { "rate_independent", "\n  rate independent\n", false },
        { "odd", "odd: a reversed motion", false },
        { "jumps", "the force jumps at v = 0", false },
        { "hybrid", "hybrid: events change it", false },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const bool is = cJSON_IsTrue(cJSON_GetObjectItem(structure, known[i].key)) &&
                        (!known[i].needs_states || p->model->n_states > 0);
        cr_expect_eq(strstr(p->table, known[i].words) != NULL, is, "%s: %s", p->model->name,
                     known[i].key);
    }
    cr_expect_eq(cJSON_IsTrue(cJSON_GetObjectItem(structure, "static")),
                 p->model->n_states == 0 && p->model->n_ints == 0);
    /* A law has a jump where its code can stick. */
    if (p->model->n_guards == 0)
        cr_expect_eq(cJSON_IsTrue(cJSON_GetObjectItem(structure, "jumps")),
                     p->model->stiction != NULL, "%s", p->model->name);
}

/* A text lacks for a property what the code lacks. The bound of bristle's travel is infinite in the
 * code, and not stated in the text. */
static void compare_needs(const struct printed *p)
{
    const cJSON *rows = cJSON_GetObjectItem(p->json, "properties"), *row;
    unsigned seen = 0;
    cJSON_ArrayForEach(row, rows)
    {
        enum property property = 0;
        while (property < N_PROPERTIES &&
               strcmp(needs_property(property), text_of(row, "property")) != 0)
            property++;
        cr_assert(property < N_PROPERTIES && property != EXPERIMENT);
        const char *lacks = text_of(row, "lacks_to_be_judged");
        unsigned claims = 0;
        for (unsigned i = 0; i < p->model->n_claims; i++)
            claims += p->model->claims[i].property == property;
        cr_expect_eq(number_of(row, "claims"), claims, "%s", p->model->name);
        const bool is_travel = strcmp(p->model->name, "bristle") == 0 && property == STATE_BOUND;
        cr_expect_eq(!*lacks, PREC(property_applicable)(p->model, property) && !is_travel,
                     "%s, %s: '%s'", p->model->name, needs_property(property), lacks);
        char start[64];
        snprintf(start, sizeof start, "\n  %-22s ", needs_property(property));
        const char *line = strstr(p->table, start);
        cr_assert(line, "%s", start);
        cr_expect_eq(strncmp(line + strlen(start) + 8, *lacks ? lacks : "nothing",
                             strlen(*lacks ? lacks : "nothing")),
                     0, "%s: %.70s", p->model->name, line);
        seen++;
    }
    cr_expect_eq(seen, N_PROPERTIES - 1);
}

/* The table's numbers are those of the list, whose weak spots are texts that can be read. */
static void compare_typos(const struct printed *p)
{
    static const char *const fates[] = { "refused", "noticed", "changes_nothing", "unnoticed" };
    size_t n[4] = { 0 }, planted, nothing, refused, noticed, weak = 0;
    const cJSON *rows = cJSON_GetObjectItem(p->json, "typos"), *row;
    cJSON_ArrayForEach(row, rows)
    {
        size_t fate = 0;
        while (strcmp(fates[fate], text_of(row, "fate")) != 0)
            fate++;
        n[fate]++;
        cr_expect_eq(*text_of(row, "by") != '\0', fate == 1);
        if (fate == 3) {
            char place[96];
            snprintf(place, sizeof place, "\n  %g:%g: %.60s\n", number_of(row, "line"),
                     number_of(row, "column"), text_of(row, "change"));
            cr_expect(strstr(p->table, place), "%s", place);
            cr_expect_not(strstr(p->source, text_of(row, "changed_line")));
        }
    }
    const char *section = strstr(p->table, "\nTypos of one symbol\n");
    cr_assert_eq(sscanf(section,
                        "\nTypos of one symbol %zu planted, of which %zu change nothing %zu "
                        "refused when read: form, names, units %zu contradict",
                        &planted, &nothing, &refused, &noticed),
                 4);
    const char *words = strstr(section, " weak spot");
    if (!strstr(section, "\n  no weak spots\n"))
        cr_assert_eq(sscanf(words - 4, "%*[ \n]%zu", &weak), 1);
    cr_expect(planted == n[0] + n[1] + n[2] + n[3] && refused == n[0] && noticed == n[1] &&
                  nothing == n[2] && weak == n[3],
              "%s: %zu", p->model->name, weak);
    double share;
    if (weak > 0)
        cr_expect(sscanf(strchr(words, ','), ", %lf", &share) == 1 &&
                  fabs(share - 100 * (double)weak / (double)(planted - nothing)) <= 0.05001);
}

Test(report, agrees_with_the_code)
{
    for (size_t i = 0; i < N_TEXTS; i++) {
        struct printed p;
        open_printed(&p, texts[i]);
        cr_expect_str_eq(text_of(p.json, "name"), p.model->name);
        cr_expect_str_eq(text_of(p.json, "title"), p.model->title);
        cr_expect_str_eq(text_of(p.json, "source"), p.model->source);
        compare(&p, "parameters", p.model->params, p.model->n_params, true);
        compare(&p, "states", p.model->states, p.model->n_states, false);
        compare_structure(&p);
        compare_needs(&p);
        compare_typos(&p);
        for (const char *c = p.table; *c; c += strcspn(c, "\n") + 1)
            cr_expect(strcspn(c, "\n") <= 80, "%.*s", (int)strcspn(c, "\n"), c);
        cr_expect_eq(p.reading.examination.n_contradictions, 0, "%s", texts[i]);
        for (size_t k = 0; k < p.reading.statements.n_checks; k++)
            cr_expect(p.reading.checks[k].holds, "%s: check %zu", texts[i], k);
        close_printed(&p);
    }
}
