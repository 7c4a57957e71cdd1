/* Rows of the judged claims, as pages show them. */
#ifndef BRISTLE_BENCHMARKS_SECTIONS_CLAIMS_H
#define BRISTLE_BENCHMARKS_SECTIONS_CLAIMS_H

#include "benchmarks/sections/parts.h"

/* The file of the judged claims. */
extern const char report_verdicts[];

enum { REPORT_ID = 96, REPORT_INSTEAD = 1024 };

/* Writes a claim's id on the pages: "lugre-passivity", with the claim's own name behind it where it
 * has one, and a number where there are several of that name. */
const char *report_claim_id(char id[REPORT_ID], const struct csv *csv, size_t row);

/* On what the verdict rests, as a sign and in a word. */
enum page_verdict report_claim_badge(const struct csv *csv, size_t row);
const char *report_claim_word(const struct csv *csv, size_t row);

/* Writes on what the verdict rests, in a word, and for which parameters where it is a proof for
 * some: "proved for alpha in [25200, 104000]". */
void report_claim_rest(char text[REPORT_INSTEAD], const struct csv *csv, size_t row);

/* Writes what holds instead of a false claim, as running text: what the claim states of it, or the
 * domains for which the property holds; "": nothing is known. */
void report_claim_instead(char text[REPORT_INSTEAD], const struct csv *csv, size_t row);

/* Counts all claims by what their verdicts rest on. Returns how many are not as declared. */
size_t report_claim_counts(const struct csv *csv, size_t counts[PAGE_VERDICTS]);

/* The words for them, as running text. */
extern const char *const report_claim_words[PAGE_VERDICTS];

/* What the first page shows of the claims: whose passivity holds, and all that is false. */
void report_draw_claims(const struct report *report, struct page *page);

#endif
