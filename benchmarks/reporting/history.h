/* What reports found, kept by commit: a folder with a file for each commit, and what these say of
 * change. */
#ifndef BRISTLE_BENCHMARKS_REPORTING_HISTORY_H
#define BRISTLE_BENCHMARKS_REPORTING_HISTORY_H

#include "benchmarks/sections/parts.h"

/* The reports of one effort, by the time of their commits, each as the rows of its file. Columns:
 * kind, name, value. Kinds and names:
 *   about    commit; committed (when, UTC); cpu; effort (full or quick)
 *   verdict  a claim's id (claims.h); on what the verdict rests
 *   astray   a claim's id, where the verdict is not as declared; 1
 *   fastest  scenario and law; the fastest method with every error up to HISTORY_LIMIT
 *   speed    scenario and law; how many times as fast as CVODE at that error, within one run
 *   error    method and setting, scenario, law; the largest error, relative
 */
struct history {
    struct csv *entries;
    size_t n;
};
#define HISTORY_LIMIT 1e-4

/* Reads the folder, which is made if missing. A file of another kind that ends in .csv ends the
 * program with one line, exit 2. */
struct history history_read(const char *directory, bool quick);
void history_free(struct history *history);

/* Returns that value, or "". */
const char *history_text(const struct csv *entry, const char *kind, const char *name);

/* Writes what the report found to DIRECTORY/COMMIT.csv, a first look to COMMIT-quick.csv. */
void history_keep(const struct report *report, const char *directory);

/* The methods whose errors are followed: one with a given step and one with a tolerance, at
 * settings that every effort has. Writes "rosenbrock rtol=1e-06" and returns it. */
enum { HISTORY_FOLLOWED = 2, HISTORY_METHOD = 64 };
const char *history_followed(size_t k, char method[HISTORY_METHOD]);

/* Two reports compared, claim by claim. */
struct history_change {
    size_t differ, added, gone;
};
struct history_change history_compare(const struct csv *before, const struct csv *after);

/* Returns "Since COMMIT (DATE) 2 verdicts differ, 1 claim is new, 0 gone." where the history's last
 * report is of that commit and another is before it, else "". To be freed. */
char *history_sentence(const struct history *history, const char *commit);

/* The page of the report's history. */
void report_draw_history(const struct report *report, struct page *page);

#endif
