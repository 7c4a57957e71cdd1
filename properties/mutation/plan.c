/* Reads the build graph and follows dependencies from a file to tests (plan.h). */
#include "properties/mutation/plan.h"

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

static const char *text_of(const cJSON *line, const char *name)
{
    const char *text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(line, name));
    if (!text)
        cli_fail("the plan of the build: a line lacks \"%s\"", name);
    return text;
}

/* Returns the texts of an array, ended by NULL. */
static char **texts_of(const cJSON *line, const char *name)
{
    size_t n = 0;
    const cJSON *array = cJSON_GetObjectItemCaseSensitive(line, name), *item;
    char **texts = memory_array((size_t)cJSON_GetArraySize(array) + 1, sizeof *texts);
    cJSON_ArrayForEach(item, array) texts[n++] = item->valuestring;
    return texts;
}

static void read_test(struct plan *plan, const cJSON *line)
{
    const cJSON *files = cJSON_GetObjectItemCaseSensitive(line, "files"), *pair;
    const size_t n = (size_t)cJSON_GetArraySize(files);
    struct test *test = &plan->tests[plan->n_tests++];
    *test = (struct test){
        .label = text_of(line, "label"),
        .executable = text_of(line, "executable"),
        .args = texts_of(line, "args"),
        .env = texts_of(line, "env"),
        .places = memory_array(n, sizeof *test->places),
        .files = memory_array(n, sizeof *test->files),
    };
    cJSON_ArrayForEach(pair, files)
    {
        test->places[test->n_files] = cJSON_GetArrayItem(pair, 0)->valuestring;
        test->files[test->n_files++] = cJSON_GetArrayItem(pair, 1)->valuestring;
    }
}

static void read_action(struct plan *plan, const cJSON *line, enum action_kind kind)
{
    plan->actions[plan->n_actions++] = (struct action){
        .kind = kind,
        .output = text_of(line, "output"),
        .source = kind == ACTION_COMPILE ? text_of(line, "source") : NULL,
        .testonly = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(line, "testonly")),
        .argv = texts_of(line, "argv"),
        .env = texts_of(line, "env"),
        .files = texts_of(line, "inputs"),
    };
}

static int by_output(const void *a, const void *b)
{
    return strcmp(((const struct action *)a)->output, ((const struct action *)b)->output);
}

static int by_label(const void *a, const void *b)
{
    return strcmp(((const struct test *)a)->label, ((const struct test *)b)->label);
}

size_t plan_action(const struct plan *plan, const char *output)
{
    const struct action key = { .output = output };
    const struct action *found =
        bsearch(&key, plan->actions, plan->n_actions, sizeof key, by_output);
    return found ? (size_t)(found - plan->actions) : plan->n_actions;
}

/* Returns true when the path is that of a source in the tree, which is neither generated nor of a
 * library. */
static bool is_own_source(const char *path)
{
    return path[0] != '/' && strncmp(path, "bazel-out/", 10) != 0 &&
           (cli_ends_in(path, ".c") || cli_ends_in(path, ".h"));
}

/* Connects a file that the action reads: it is a source, or the output of another action, or none
 * of our files. */
static void connect(const struct plan *plan, struct action *action, const char *path,
                    size_t *n_headers)
{
    const size_t i = plan_action(plan, path);
    if (is_own_source(path)) {
        action->headers =
            memory_resized((void *)action->headers, *n_headers + 2, sizeof *action->headers);
        action->headers[(*n_headers)++] = memory_text("%s", path);
        action->headers[*n_headers] = NULL;
    } else if (i < plan->n_actions && &plan->actions[i] != action) {
        action->inputs =
            memory_resized(action->inputs, action->n_inputs + 1, sizeof *action->inputs);
        action->inputs[action->n_inputs++] = i;
    }
}

/* Connects what a compilation reads, by the rule of make that the compiler has written beside the
 * object. */
static void connect_compilation(const struct plan *plan, struct action *action)
{
    size_t n_headers = 0;
    char *path = memory_text("%s/%s", plan->root, action->output);
    path[strlen(path) - 1] = 'd';
    char *text = cli_read(path), *save = NULL;
    if (!text)
        cli_fail("cannot read '%s': %s; build the tests first", path, strerror(errno));
    for (char *word = strtok_r(text, " \\\n", &save); word; word = strtok_r(NULL, " \\\n", &save))
        connect(plan, action, word, &n_headers);
    free(text);
    free(path);
}

/* The inputs of a link are among its arguments. */
static void connect_inputs(const struct plan *plan, struct action *action)
{
    size_t n_headers = 0;
    if (action->kind == ACTION_COMPILE)
        connect_compilation(plan, action);
    for (char **path = action->kind == ACTION_LINK ? action->argv : action->files; *path; path++)
        connect(plan, action, *path, &n_headers);
}

static void read_lines(struct plan *plan, char *text)
{
    size_t room = 0;
    char *save = NULL;
    for (char *line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
        cJSON *json = cJSON_Parse(line);
        if (!json)
            cli_fail("the plan of the build has a line that is not JSON: '%.60s'", line);
        plan->lines = memory_grown(plan->lines, plan->n_lines, &room, sizeof(cJSON *));
        plan->lines[plan->n_lines++] = json;
    }
}

void plan_open(struct plan *plan, const char *path, const char *root)
{
    *plan = (struct plan){ 0 };
    snprintf(plan->root, sizeof plan->root, "%s", root);
    char *text = cli_read(path);
    if (!text)
        cli_fail("cannot read '%s': %s", path, strerror(errno));
    read_lines(plan, text);
    free(text);
    plan->actions = memory_array(plan->n_lines, sizeof *plan->actions);
    plan->tests = memory_array(plan->n_lines, sizeof *plan->tests);
    for (size_t i = 0; i < plan->n_lines; i++) {
        static const char *const kinds[] = {
            [ACTION_COMPILE] = "compile", [ACTION_LINK] = "link", [ACTION_GENERATE] = "generate"
        };
        const char *kind = text_of(plan->lines[i], "kind");
        if (strcmp(kind, "test") == 0)
            read_test(plan, plan->lines[i]);
        for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
            if (strcmp(kind, kinds[k]) == 0)
                read_action(plan, plan->lines[i], (enum action_kind)k);
    }
    qsort(plan->actions, plan->n_actions, sizeof *plan->actions, by_output);
    qsort(plan->tests, plan->n_tests, sizeof *plan->tests, by_label);
    for (size_t i = 0; i < plan->n_actions; i++)
        connect_inputs(plan, &plan->actions[i]);
}

void plan_close(struct plan *plan)
{
    for (size_t i = 0; i < plan->n_actions; i++) {
        struct action *action = &plan->actions[i];
        for (char **header = action->headers; header && *header; header++)
            free(*header);
        free((void *)action->headers);
        free((void *)action->argv);
        free((void *)action->env);
        free((void *)action->files);
        free(action->inputs);
    }
    for (size_t i = 0; i < plan->n_tests; i++) {
        free((void *)plan->tests[i].args);
        free((void *)plan->tests[i].env);
        free((void *)plan->tests[i].places);
        free((void *)plan->tests[i].files);
    }
    for (size_t i = 0; i < plan->n_lines; i++)
        cJSON_Delete(plan->lines[i]);
    free(plan->lines);
    free(plan->actions);
    free(plan->tests);
}

bool plan_reads(const struct action *action, const char *file)
{
    for (char **header = action->headers; header && *header; header++)
        if (strcmp(*header, file) == 0)
            return true;
    return false;
}

void plan_depends(const struct plan *plan, const char *file, bool depends[])
{
    bool more = true;
    for (size_t i = 0; i < plan->n_actions; i++)
        depends[i] = plan_reads(&plan->actions[i], file);
    while (more) {
        more = false;
        for (size_t i = 0; i < plan->n_actions; i++)
            for (size_t k = 0; !depends[i] && k < plan->actions[i].n_inputs; k++)
                more |= depends[i] = depends[plan->actions[i].inputs[k]];
    }
}

bool plan_test_depends(const struct plan *plan, const struct test *test, const bool depends[])
{
    for (size_t i = 0; i < test->n_files; i++) {
        const size_t action = plan_action(plan, test->files[i]);
        if (action < plan->n_actions && depends[action])
            return true;
    }
    return false;
}
