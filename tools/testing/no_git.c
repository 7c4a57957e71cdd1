/* Stands in for libgit2 in tests. Criterion calls it to show how texts differ, in assertions that
 * no test here uses; each test case is a process of its own, and the loader would spend half of a
 * short one on libgit2 and the cryptography below it. */
#include <stddef.h>

int git_libgit2_init(void);
int git_libgit2_shutdown(void);
int git_diff_buffers(const void *from, size_t n_from, const char *from_name, const void *to,
                     size_t n_to, const char *to_name, const void *options, void *file,
                     void *binary, void *hunk, void *line, void *payload);

int git_libgit2_init(void) { return 1; }
int git_libgit2_shutdown(void) { return 0; }

/* No difference is shown. */
int git_diff_buffers(const void *from, size_t n_from, const char *from_name, const void *to,
                     size_t n_to, const char *to_name, const void *options, void *file,
                     void *binary, void *hunk, void *line, void *payload)
{
    (void)from, (void)n_from, (void)from_name, (void)to, (void)n_to, (void)to_name;
    (void)options, (void)file, (void)binary, (void)hunk, (void)line, (void)payload;
    return -1;
}
