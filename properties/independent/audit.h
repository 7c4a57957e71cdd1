/* What the parts of the audit share. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_AUDIT_H
#define BRISTLE_PROPERTIES_INDEPENDENT_AUDIT_H

#include <stdbool.h>
#include <stdint.h>

#include "properties/independent/miniature.h"
#include "properties/independent/program.h"
#include "properties/independent/sample.h"

/* The possible faults. Each is a failure of the checker, except AUDIT_FINE. */
#define AUDIT_FAULTS(X)                                                                            \
    X(FINE, "nothing")                                                                             \
    X(FALSE_CONFIRMATION, "false confirmation")                                                    \
    X(FALSE_REJECTION, "false rejection")                                                          \
    X(NOT_ENCLOSED, "printed enclosure without the value")                                         \
    X(FORMATS_DIFFER, "formats that differ")                                                       \
    X(CRASH, "crash, or a row that cannot be read")                                                \
    X(REFUSED, "valid witness refused")                                                            \
    X(FALSE_PROOF, "proof of what is false")                                                       \
    X(INVALID_BOX, "proof over invalid parameters")                                                \
    X(WIDE_BOX, "printed box wider than the proved one")

enum audit_fault {
#define X(id, text) AUDIT_##id,
    AUDIT_FAULTS(X)
#undef X
        AUDIT_N_FAULTS
};

extern const char *const audit_faults[AUDIT_N_FAULTS];

/* One judged file. */
struct audit_result {
    enum audit_fault fault;
    char *text, *detail;        /* if faulty: the file, and what is wrong; else NULL */
    const char *law, *kind;     /* kind: of segments, or of the change; static */
    const char *property, *why; /* why: the miniature could not judge; NULL: it did */
    enum program_answer answer;
    bool is_held; /* a witness whose segments are all at one velocity */
};

struct audit {
    uint64_t seed;
    unsigned jobs;
    struct program program;
    const char *folder; /* for temporary files */
    struct sample_subject *subject;
    unsigned n_subjects;
    struct audit_result *result; /* n of them */
    size_t n;
};

/* Asks the program which laws and properties it can judge. */
void audit_subjects(struct audit *audit);

/* Draw, run and judge the files number first .. first + n - 1, and write result[base + first ..]; n
 * is at most AUDIT_BATCH. */
enum { AUDIT_BATCH = 16 };
void audit_witnesses(struct audit *audit, size_t base, size_t first, size_t n);
void audit_proofs(struct audit *audit, size_t base, size_t first, size_t n);

/* Judge a given file; `number` tells its temporary files from others'. */
void audit_witness_text(const struct audit *audit, struct audit_result *result, const char *text,
                        size_t number);
void audit_proof_text(const struct audit *audit, struct audit_result *result, struct rng *rng,
                      const char *text, const char *kind, size_t number);

/* Notes a fault and, in words, what is wrong. */
void audit_report_fault(struct audit_result *result, enum audit_fault fault, const char *text,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));

/* Writes a file; ends the program on failure. */
void audit_write(const char *path, const char *text);

/* Returns true when the printed ends, decimals, exclude a value that is known to within an error.
 * Ends that are not numbers exclude nothing. */
bool audit_outside(const char *lo, const char *hi, quad value, quad error);

#endif
