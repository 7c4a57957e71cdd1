/* Keeps data files with a digest of the program that made them (store.h). */
#include "benchmarks/sections/store.h"

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
    snprintf(path, PATH, "%s/data/%s.%s%s", store->directory, store->place, name, suffix);
}

static void data_path(const struct store *store, const char *name, char path[PATH])
{
    snprintf(path, PATH, "%s/data/%s%s", store->directory, store->place, name);
}

static void write_whole(const char *path, const char *text)
{
    struct cli_output output;
    cli_open(&output, path);
    fputs(text, output.file);
    cli_close(&output);
}

void store_open(struct store *store, const char *directory, const char *place, bool quick,
                bool fresh)
{
    char path[PATH];
    store->place = place;
    cli_path(directory, store->directory, sizeof store->directory);
    snprintf(store->key, sizeof store->key, "%016llx%s", (unsigned long long)program_digest(),
             quick ? " quick" : "");
    make_directory(store->directory);
    snprintf(path, sizeof path, "%s/data", store->directory);
    make_directory(path);
    if (*place) {
        data_path(store, "", path);
        make_directory(path);
    }
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
    data_path(store, name, path);
    return has && access(path, R_OK) == 0;
}

void store_put_data(const struct store *store, const char *name, const char *text)
{
    char path[PATH];
    data_path(store, name, path);
    write_whole(path, text);
}

bool store_has_file(const struct store *store, const char *name)
{
    char path[PATH];
    data_path(store, name, path);
    return access(path, R_OK) == 0;
}

void store_put(const struct store *store, const char *name, const char *text)
{
    char path[PATH];
    store_put_data(store, name, text);
    mark_path(store, name, path);
    write_whole(path, store->key);
}

char *store_get(const struct store *store, const char *name)
{
    char path[PATH];
    data_path(store, name, path);
    return cli_read(path);
}

void store_path(const struct store *store, const char *name, char path[4200])
{
    snprintf(path, 4200, "%s/%s", store->directory, name);
}

/* Removes the files of the place whose names end in that, or all. */
static void remove_files(const struct store *store, const char *end)
{
    char path[PATH];
    data_path(store, "", path);
    DIR *directory = opendir(path);
    for (const struct dirent *e; directory && (e = readdir(directory));) {
        const size_t n = strlen(e->d_name), n_end = strlen(end);
        if (n < n_end || strcmp(e->d_name + n - n_end, end) != 0)
            continue;
        data_path(store, e->d_name, path);
        unlink(path);
    }
    if (directory)
        closedir(directory);
}

void store_finish(const struct store *store) { remove_files(store, suffix); }

void store_remove(const struct store *store)
{
    char path[PATH];
    remove_files(store, "");
    data_path(store, "", path);
    rmdir(path);
}
