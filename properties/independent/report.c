/* Counts answers and faults by class and prints them. */
#include "properties/independent/report.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/base/cli.h"
#include "tools/base/context.h"
#include "tools/base/json.h"
#include "tools/base/memory.h"

/* A class of files, and the numbers of answers and faults in it. */
struct class
{
    const char *law, *kind, *why;
    size_t n, undecided, faulty;
};

/* Counts by two names, in the order of their first appearance, that is of the files' numbers. To be
 * freed. */
static struct class *classes(const struct audit *audit, const struct report_part *part,
                             size_t *n_classes, bool by_reason)
{
    struct class *class = memory_array(part->n + 1, sizeof *class);
    *n_classes = 0;
    for (size_t i = 0; i < part->n; i++) {
        const struct audit_result *r = &audit->result[part->first + i];
        struct class *c = class;
        if (by_reason && !r->why)
            continue;
        while (c->law && (strcmp(c->law, r->law) != 0 || strcmp(c->kind, r->kind) != 0 ||
                          (by_reason && strcmp(c->why, r->why) != 0)))
            c++;
        *n_classes += !c->law;
        *c = (struct class){ r->law,
                             r->kind,
                             r->why,
                             c->n + 1,
                             c->undecided +
                                 (r->answer == PROGRAM_UNDECIDED || r->answer == PROGRAM_TIMEOUT),
                             c->faulty + (r->fault != AUDIT_FINE) };
    }
    return class;
}

static size_t count_answers(const struct audit *audit, const struct report_part *part,
                            enum program_answer answer)
{
    size_t n = 0;
    for (size_t i = 0; i < part->n; i++)
        n += audit->result[part->first + i].answer == answer;
    return n;
}

static size_t count_faults(const struct audit *audit, const struct report_part *part,
                           enum audit_fault fault)
{
    size_t n = 0;
    for (size_t i = 0; i < part->n; i++)
        n += audit->result[part->first + i].fault == fault;
    return n;
}

static size_t count_unjudged(const struct audit *audit, const struct report_part *part)
{
    size_t n = 0;
    for (size_t i = 0; i < part->n; i++)
        n += audit->result[part->first + i].why != NULL;
    return n;
}

/* Properties and laws for which the checker has no method along segments that are not holds, or
 * only one by ranges; NULL: every property, or every law. */
static const struct {
    const char *law, *property;
} held_only[] = {
    { "armstrong", NULL },
    { "karnopp", NULL },
    { "leuven", NULL },
    { "maxwell_slip", NULL },
    { "reset_integrator", NULL },
    { "bristle", "no_drift" },
    { NULL, "passivity_as_printed" },
};

static bool has_method(const struct audit_result *r)
{
    bool has = true;
    for (size_t i = 0; i < sizeof held_only / sizeof *held_only; i++)
        has &= (held_only[i].law && strcmp(held_only[i].law, r->law) != 0) ||
               (held_only[i].property && strcmp(held_only[i].property, r->property) != 0);
    return r->is_held || has;
}

/* Counts the other files, and how many of them are undecided. */
static size_t count_beside(const struct audit *audit, const struct report_part *part,
                           size_t *undecided)
{
    size_t n = 0;
    *undecided = 0;
    for (size_t i = 0; i < part->n; i++) {
        const struct audit_result *r = &audit->result[part->first + i];
        if (!has_method(r))
            continue;
        n++;
        *undecided += r->answer == PROGRAM_UNDECIDED || r->answer == PROGRAM_TIMEOUT;
    }
    return n;
}

static void table_part(FILE *out, const struct audit *audit, const struct report_part *part)
{
    size_t n_classes;
    struct class *class = classes(audit, part, &n_classes, false);
    fprintf(out, "%s: %zu, of which the checker\n", part->name, part->n);
    for (int a = 0; a < PROGRAM_ANSWERS; a++)
        fprintf(out, "  %-44s %6zu\n", program_answers[a],
                count_answers(audit, part, (enum program_answer)a));
    size_t undecided;
    const size_t beside = count_beside(audit, part, &undecided);
    fprintf(out, "  %-44s %6zu of %zu\n", "undecided where there is a method", undecided, beside);
    fprintf(out, "  %-44s %6zu\n", "not judged independently", count_unjudged(audit, part));
    for (int f = 1; f < AUDIT_N_FAULTS; f++)
        fprintf(out, "  %-44s %6zu\n", audit_faults[f],
                count_faults(audit, part, (enum audit_fault)f));
    fprintf(out, "  %-22s %-20s %6s %10s %7s\n", "law", "kind", "files", "undecided", "faulty");
    for (const struct class *c = class; c < class + n_classes; c++)
        fprintf(out, "  %-22s %-20s %6zu %10zu %7zu\n", c->law, c->kind, c->n, c->undecided,
                c->faulty);
    free(class);
    class = classes(audit, part, &n_classes, true);
    if (n_classes > 0)
        fprintf(out, "  not judged independently, why:\n");
    for (const struct class *c = class; c < class + n_classes; c++)
        fprintf(out, "  %-22s %-20s %6zu %s\n", c->law, c->kind, c->n, c->why);
    free(class);
    for (size_t i = 0; i < part->n; i++) {
        const struct audit_result *r = &audit->result[part->first + i];
        if (r->fault != AUDIT_FINE)
            fprintf(out, "  %zu: %s: %s %s, %s: %s\n", part->number + i, audit_faults[r->fault],
                    r->law, r->property, r->kind, r->detail);
    }
}

void report_table(FILE *out, const struct audit *audit, const struct report_part part[2])
{
    fprintf(out, "seed %llu\n", (unsigned long long)audit->seed);
    for (int k = 0; k < 2; k++)
        if (part[k].n > 0)
            table_part(out, audit, &part[k]);
}

static cJSON *part_json(const struct audit *audit, const struct report_part *part)
{
    size_t n_classes;
    struct class *class = classes(audit, part, &n_classes, false);
    cJSON *json = cJSON_CreateObject();
    cJSON_AddNumberToObject(json, "n", (double)part->n);
    for (int a = 0; a < PROGRAM_ANSWERS; a++)
        cJSON_AddNumberToObject(json, program_answers[a],
                                (double)count_answers(audit, part, (enum program_answer)a));
    cJSON_AddNumberToObject(json, "unjudged", (double)count_unjudged(audit, part));
    size_t undecided;
    cJSON_AddNumberToObject(json, "with_method", (double)count_beside(audit, part, &undecided));
    cJSON_AddNumberToObject(json, "undecided_with_method", (double)undecided);
    cJSON *faults = cJSON_AddArrayToObject(json, "faults");
    for (size_t i = 0; i < part->n; i++) {
        const struct audit_result *r = &audit->result[part->first + i];
        if (r->fault == AUDIT_FINE)
            continue;
        cJSON *fault = cJSON_CreateObject();
        cJSON_AddNumberToObject(fault, "number", (double)(part->number + i));
        cJSON_AddStringToObject(fault, "fault", audit_faults[r->fault]);
        cJSON_AddStringToObject(fault, "model", r->law);
        cJSON_AddStringToObject(fault, "property", r->property);
        cJSON_AddStringToObject(fault, "kind", r->kind);
        cJSON_AddStringToObject(fault, "detail", r->detail);
        cJSON_AddItemToArray(faults, fault);
    }
    cJSON *list = cJSON_AddArrayToObject(json, "classes");
    for (const struct class *c = class; c < class + n_classes; c++) {
        cJSON *item = cJSON_CreateObject();
        cJSON_AddStringToObject(item, "model", c->law);
        cJSON_AddStringToObject(item, "kind", c->kind);
        cJSON_AddNumberToObject(item, "n", (double)c->n);
        cJSON_AddNumberToObject(item, "undecided", (double)c->undecided);
        cJSON_AddNumberToObject(item, "faulty", (double)c->faulty);
        cJSON_AddItemToArray(list, item);
    }
    free(class);
    return json;
}

void report_json(FILE *out, const struct audit *audit, const struct report_part part[2])
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "format", "audit-1");
    context_add(json);
    cJSON_AddNumberToObject(json, "seed", (double)audit->seed);
    for (int k = 0; k < 2; k++)
        cJSON_AddItemToObject(json, part[k].name, part_json(audit, &part[k]));
    json_write(out, json);
}

size_t report_keep(const struct audit *audit, const struct report_part part[2], const char *folder)
{
    size_t kept = 0;
    for (int k = 0; k < 2; k++)
        for (size_t i = 0; i < part[k].n; i++) {
            const struct audit_result *r = &audit->result[part[k].first + i];
            char path[4096];
            if (r->fault == AUDIT_FINE)
                continue;
            if (kept++ == 0 && mkdir(folder, 0777) != 0 && errno != EEXIST)
                cli_fail("cannot make '%s': %s", folder, strerror(errno));
            snprintf(path, sizeof path, "%s/%llu-%s-%zu.json", folder,
                     (unsigned long long)audit->seed, part[k].name, part[k].number + i);
            FILE *file = fopen(path, "wb");
            if (!file || fputs(r->text, file) < 0 || fclose(file) != 0)
                cli_fail("cannot write '%s': %s", path, strerror(errno));
            fprintf(stderr, "%s %zu: %s; replay: check '%s', or audit --seed %llu --only %s:%zu\n",
                    part[k].name, part[k].number + i, audit_faults[r->fault], path,
                    (unsigned long long)audit->seed, part[k].name, part[k].number + i);
        }
    return kept;
}
