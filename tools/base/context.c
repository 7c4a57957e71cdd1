/* Notes what the command line asks for, and looks at the machine (context.h). */
#include "tools/base/context.h"

#include <cjson/cJSON.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* Clang's version has its name in it. */
#ifdef __clang__
#define COMPILER __VERSION__
#else
#define COMPILER "gcc " __VERSION__
#endif

/* Texts, each of them this program's own. */
struct texts {
    char **at;
    size_t n, room;
};

/* What the present command line asks for, set by command_read, or by a program that says it again.
 */
static struct {
    char *program; /* NULL: no command line has been read */
    struct texts options, operands;
    bool has_seed;
    uint64_t seed;
} noted;

static void forget(struct texts *texts)
{
    for (size_t i = 0; i < texts->n; i++)
        free(texts->at[i]);
    texts->n = 0;
}

static void note(struct texts *texts, char *text)
{
    texts->at = memory_grown(texts->at, texts->n, &texts->room, sizeof *texts->at);
    texts->at[texts->n++] = text;
}

void context_begin(const char *program)
{
    free(noted.program);
    noted.program = memory_text("%s", program);
    forget(&noted.options);
    forget(&noted.operands);
    noted.has_seed = false;
}

void context_option(const char *name, const char *value)
{
    note(&noted.options, memory_text("--%s%s%s", name, value ? "=" : "", value ? value : ""));
}

void context_seed(uint64_t seed)
{
    noted.has_seed = true;
    noted.seed = seed;
}

void context_operand(const char *text) { note(&noted.operands, memory_text("%s", text)); }

static void add_texts(cJSON *json, const char *key, const struct texts *texts)
{
    cJSON *array = cJSON_AddArrayToObject(json, key);
    for (size_t i = 0; i < texts->n; i++)
        cJSON_AddItemToArray(array, cJSON_CreateString(texts->at[i]));
}

/* Numbers of JSON that are doubles would not hold all seeds. */
static void add_seed(cJSON *json, uint64_t seed)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%llu", (unsigned long long)seed);
    cJSON_AddRawToObject(json, "seed", digits);
}

/* Writes the name of the first processor, or of their kind where the system names none. */
static void processor_name(const struct utsname *system, char *name, size_t size)
{
    char line[512];
    snprintf(name, size, "%s", system->machine);
    FILE *file = fopen("/proc/cpuinfo", "r");
    while (file && fgets(line, sizeof line, file)) {
        const char *colon = strchr(line, ':');
        if (strncmp(line, "model name", 10) != 0 || !colon)
            continue;
        colon += 1 + strspn(colon + 1, " ");
        snprintf(name, size, "%.*s", (int)strcspn(colon, "\n"), colon);
        break;
    }
    if (file)
        fclose(file);
}

static void add_machine(cJSON *json)
{
    struct utsname system = { .sysname = "unknown" };
    char name[512], text[sizeof system];
    uname(&system);
    processor_name(&system, name, sizeof name);
    snprintf(text, sizeof text, "%s %s %s", system.sysname, system.release, system.machine);
    cJSON *machine = cJSON_AddObjectToObject(json, "machine");
    cJSON_AddStringToObject(machine, "processor", name);
    cJSON_AddNumberToObject(machine, "processors", cli_processors());
    cJSON_AddStringToObject(machine, "system", text);
    cJSON_AddStringToObject(machine, "compiler", COMPILER);
}

struct cJSON *context_json(void)
{
    cJSON *json = cJSON_CreateObject();
    cJSON_AddStringToObject(json, "version", BRISTLE_VERSION);
    cJSON_AddStringToObject(json, "program", noted.program ? noted.program : "bristle");
    add_texts(json, "options", &noted.options);
    if (noted.operands.n > 0)
        add_texts(json, "operands", &noted.operands);
    if (noted.has_seed)
        add_seed(json, noted.seed);
    add_machine(json);
    return json;
}

void context_add(struct cJSON *object) { cJSON_AddItemToObject(object, "context", context_json()); }
