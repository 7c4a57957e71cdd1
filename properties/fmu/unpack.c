/* Reads archives with libzip (unpack.h). All entries are checked before the first is written. */
#include "properties/fmu/unpack.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zip.h>

#include "tools/base/cli.h"
#include "tools/base/memory.h"

/* An archive that is being unpacked. */
struct unpacking {
    zip_t *zip;
    const char *folder;
    char *problem;
    zip_uint64_t declared, found; /* bytes of all files */
};

/* Names of paths are shown up to here. */
#define SHOWN "%.200s"

/* Returns true when a part of the path is "..". */
static bool climbs(const char *path)
{
    for (const char *part = path; part; part = strchr(part, '/')) {
        part += *part == '/';
        if (strncmp(part, "..", 2) == 0 && (part[2] == '/' || part[2] == '\0'))
            return true;
    }
    return false;
}

static bool check_path(const char *path, char *problem)
{
    if (*path == '\0' || *path == '/' || strchr(path, '\\') || climbs(path))
        return fmu_wrong(problem,
                         "holds the path '" SHOWN "', expected paths below the archive, of names "
                         "joined by '/'",
                         path);
    for (const char *c = path; *c; c++)
        if ((unsigned char)*c < ' ')
            return fmu_wrong(problem, "holds a path with control characters");
    return true;
}

/* Unix keeps a file's kind in the upper half of its attributes. */
static bool check_kind(const struct unpacking *u, zip_uint64_t i, const char *path)
{
    zip_uint8_t system = 0;
    zip_uint32_t attributes = 0;
    if (zip_file_get_external_attributes(u->zip, i, 0, &system, &attributes) < 0 ||
        system != ZIP_OPSYS_UNIX)
        return true;
    enum { KIND = 0170000, FILE_KIND = 0100000, FOLDER_KIND = 0040000 };
    const zip_uint32_t kind = attributes >> 16 & KIND;
    return kind == 0 || kind == FILE_KIND || kind == FOLDER_KIND ||
           fmu_wrong(u->problem, "holds '" SHOWN "', which is a link or a device", path);
}

static bool check_entry(struct unpacking *u, zip_uint64_t i)
{
    zip_stat_t stat;
    if (zip_stat_index(u->zip, i, 0, &stat) < 0 ||
        (stat.valid & (ZIP_STAT_NAME | ZIP_STAT_SIZE)) != (ZIP_STAT_NAME | ZIP_STAT_SIZE))
        return fmu_wrong(u->problem, "is a damaged archive: entry %d has no name or size", (int)i);
    if (!check_path(stat.name, u->problem) || !check_kind(u, i, stat.name))
        return false;
    if (stat.size > UNPACK_BYTES || (u->declared += stat.size) > UNPACK_BYTES)
        return fmu_wrong(u->problem, "unpacks to more than %d MiB", UNPACK_BYTES >> 20);
    return true;
}

bool unpack_is_text(const char *path)
{
    static const char folder[] = "documentation/";
    const size_t n = strlen(folder);
    return strncmp(path, folder, n) == 0 && !strchr(path + n, '/') && cli_ends_in(path, ".mo");
}

/* Returns true for what a program needs of a unit; folders come with what is in them. */
static bool is_needed(const char *path)
{
    static const char *const folders[] = { "binaries/linux64/", "binaries/x86_64-linux/",
                                           "resources/" };
    if (path[strlen(path) - 1] == '/')
        return false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (strncmp(path, folders[i], strlen(folders[i])) == 0)
            return true;
    return strcmp(path, "modelDescription.xml") == 0 || unpack_is_text(path);
}

/* Opens a new file, and makes the folders above it. Returns -1, with errno, when it cannot. */
static int create(char *path, size_t from)
{
    for (char *slash = path + from; (slash = strchr(slash + 1, '/')) != NULL;) {
        *slash = '\0';
        const bool is_made = mkdir(path, S_IRWXU) == 0 || errno == EEXIST;
        *slash = '/';
        if (!is_made)
            return -1;
    }
    return open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, S_IRUSR | S_IWUSR);
}

static bool copy(struct unpacking *u, zip_file_t *from, int to, const zip_stat_t *stat)
{
    char block[1 << 16];
    zip_uint64_t size = 0;
    zip_int64_t n;
    while ((n = zip_fread(from, block, sizeof block)) > 0) {
        size += (zip_uint64_t)n;
        u->found += (zip_uint64_t)n;
        if (size > stat->size || u->found > UNPACK_BYTES)
            return fmu_wrong(u->problem, "holds '" SHOWN "', which unpacks to more than it says",
                             stat->name);
        if (write(to, block, (size_t)n) != n)
            return fmu_wrong(u->problem, "cannot be unpacked: %s", strerror(errno));
    }
    return (n == 0 && size == stat->size) ||
           fmu_wrong(u->problem, "is a damaged archive: '" SHOWN "' cannot be read", stat->name);
}

static bool write_entry(struct unpacking *u, zip_uint64_t i)
{
    zip_stat_t stat;
    if (zip_stat_index(u->zip, i, 0, &stat) < 0 || !is_needed(stat.name))
        return true;
    char *path = memory_text("%s/%s", u->folder, stat.name);
    zip_file_t *from = zip_fopen_index(u->zip, i, 0);
    const int to = from ? create(path, strlen(u->folder)) : -1;
    bool is_written;
    if (!from)
        is_written = fmu_wrong(u->problem, "is a damaged archive: '" SHOWN "': %s", stat.name,
                               zip_strerror(u->zip));
    else if (to < 0)
        is_written = fmu_wrong(u->problem, "cannot be unpacked: '" SHOWN "': %s", stat.name,
                               strerror(errno));
    else
        is_written = copy(u, from, to, &stat);
    if (from)
        zip_fclose(from);
    if (to >= 0 && close(to) != 0 && is_written)
        is_written = fmu_wrong(u->problem, "cannot be unpacked: %s", strerror(errno));
    free(path);
    return is_written;
}

static bool unpack_all(struct unpacking *u)
{
    const zip_int64_t n = zip_get_num_entries(u->zip, 0);
    if (n > UNPACK_FILES)
        return fmu_wrong(u->problem, "holds %lld files, expected at most %d", (long long)n,
                         UNPACK_FILES);
    for (zip_int64_t i = 0; i < n; i++)
        if (!check_entry(u, (zip_uint64_t)i))
            return false;
    for (zip_int64_t i = 0; i < n; i++)
        if (!write_entry(u, (zip_uint64_t)i))
            return false;
    return true;
}

bool unpack(const char *archive, const char *folder, char problem[FMU_PROBLEM])
{
    int code = 0;
    struct unpacking u = { .folder = folder, .problem = problem };
    u.zip = zip_open(archive, ZIP_RDONLY, &code);
    if (!u.zip) {
        zip_error_t error;
        zip_error_init_with_code(&error, code);
        fmu_wrong(problem, "cannot be read as a unit, which is a zip archive: %s",
                  zip_error_strerror(&error));
        zip_error_fini(&error);
        return false;
    }
    const bool is_unpacked = unpack_all(&u);
    zip_discard(u.zip);
    return is_unpacked;
}
