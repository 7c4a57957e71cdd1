/* Keeps data files with a digest of the program that made them (store.h). */
#include "benchmarks/reporting/store.h"

#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/cli.h"

enum { PATH = 4400 };
static const char suffix[] = ".done";

static void make_directory(const char *path)
{
    if (mkdir(path, 0777) != 0 && errno != EEXIST)
        cli_fail("-o: cannot make the directory '%s': %s", path, strerror(errno));
}

/* Returns a digest of the running program's contents (FNV-1a): another build measures again. */
static uint64_t program_digest(void)
{
    uint64_t digest = 0xcbf29ce484222325u;
    unsigned char buffer[65536];
    FILE *file = fopen("/proc/self/exe", "rb");
    for (size_t n; file && (n = fread(buffer, 1, sizeof buffer, file)) > 0;)
        for (size_t i = 0; i < n; i++)
            digest = (digest ^ buffer[i]) * 0x100000001b3u;
    if (file)
        fclose(file);
    return digest;
}

static void mark_path(const struct store *store, const char *name, char path[PATH])
{
    snprintf(path, PATH, "%s/data/.%s%s", store->directory, name, suffix);
}

static void write_whole(const char *path, const char *text)
{
    struct cli_output output;
    cli_open(&output, path);
    fputs(text, output.file);
    cli_close(&output);
}

void store_open(struct store *store, const char *directory, bool quick, bool fresh)
{
    char path[PATH];
    cli_path(directory, store->directory, sizeof store->directory);
    snprintf(store->key, sizeof store->key, "%016llx%s", (unsigned long long)program_digest(),
             quick ? " quick" : "");
    snprintf(path, sizeof path, "%s/data", store->directory);
    make_directory(store->directory);
    make_directory(path);
    if (fresh)
        store_finish(store);
}

bool store_has(const struct store *store, const char *name)
{
    char path[PATH];
    mark_path(store, name, path);
    char *mark = cli_read(path);
    const bool has = mark && strcmp(mark, store->key) == 0;
    free(mark);
    snprintf(path, sizeof path, "%s/data/%s", store->directory, name);
    return has && access(path, R_OK) == 0;
}

void store_put(const struct store *store, const char *name, const char *text)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/data/%s", store->directory, name);
    write_whole(path, text);
    mark_path(store, name, path);
    write_whole(path, store->key);
}

char *store_get(const struct store *store, const char *name)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/data/%s", store->directory, name);
    return cli_read(path);
}

void store_path(const struct store *store, const char *name, char path[4200])
{
    snprintf(path, 4200, "%s/%s", store->directory, name);
}

void store_finish(const struct store *store)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/data", store->directory);
    DIR *directory = opendir(path);
    for (const struct dirent *e; directory && (e = readdir(directory));) {
        const size_t n = strlen(e->d_name);
        if (e->d_name[0] != '.' || n <= sizeof suffix ||
            strcmp(e->d_name + n - (sizeof suffix - 1), suffix) != 0)
            continue;
        snprintf(path, sizeof path, "%s/data/%s", store->directory, e->d_name);
        unlink(path);
    }
    if (directory)
        closedir(directory);
}
