/* The page of words: what verdicts, terms and properties mean (pages.h). */
#include "benchmarks/reporting/pages.h"
#include "properties/checker/property.h"

struct word {
    const char *word, *meaning;
};

static const struct word verdicts[] = {
    { "proved",
      "for certain along all velocities, for all parameters of a box: by the structure of "
      "the equations, or by a stored energy that `tools/bazel run //properties:check` "
      "confirms in ball arithmetic." },
    { "enclosed", "tested, and for certain along a stated number of signals, each of which was "
                  "enclosed in ball arithmetic." },
    { "agreed", "by two independent computations of an experiment's reference, to the accuracy "
                "stated." },
    { "tested", "no counterexample in so many simulations. That is no proof." },
    { "false",
      "a counterexample is certified: along a stated velocity the claim fails for certain, "
      "or, for an experiment, by two computations that agree." },
    { "undecided", "neither: not enough is known." },
    { "holds", "what programs say of a claim that is proved, enclosed, agreed or tested." },
    { "refuted", "what programs say of a claim that is false." },
    { "certified",
      "computed in ball arithmetic: with numbers that carry a bound of their own error, "
      "so that a sign is certain." },
    { "conditional", "of a paper's claim: true under a condition that the paper does not state." },
};

static const struct word terms[] = {
    { "witness", "a velocity over time from rest, and parameters, along which a claim fails. The "
                 "file says exactly these numbers; anyone can check it." },
    { "margin",
      "by how much a claim holds, relative to its own scale: of passivity the energy over "
      "all energy that is exchanged; negative where it is violated." },
    { "signal", "a velocity in the grammar of `simulate`: `hold V T` is V m/s for T s, `ramp V0 V1 "
                "T`, `sine MEAN AMP OMEGA PHASE T` and others." },
    { "reference", "the solution that errors are measured by, with a bound of its own error." },
    { "floor", "what the reference resolves: an error below it is shown as ≤." },
    { "error", "the largest over all samples and columns, relative to the column's largest "
               "magnitude, unless it is said otherwise." },
    { "load", "the share of a control period that a core needs for all steps of it, at most." },
    { "origin", "where a false claim comes from: printed in a paper, commonly assumed, or a "
                "misprint." },
    { "as declared", "the verdict found is the one that the law's text states." },
};

static void put(struct page *page, const char *id, const char *title, const struct word words[],
                size_t n)
{
    static const struct page_column columns[] = { { "word", PAGE_HEAD }, { "meaning", PAGE_TEXT } };
    char row[64];
    page_section(page, id, title);
    page_table_begin(page, title, columns, 2);
    for (size_t i = 0; i < n; i++) {
        int k = snprintf(row, sizeof row, "word-%s", words[i].word);
        for (int c = 0; c < k; c++)
            if (row[c] == ' ')
                row[c] = '-';
        page_row_id(page, row);
        page_cell(page, "%s", words[i].word);
        page_cell_running(page, "%s", words[i].meaning);
    }
    page_table_end(page);
}

void report_words(struct page *page)
{
    static const struct page_column columns[] = { { "property", PAGE_HEAD },
                                                  { "meaning", PAGE_TEXT } };
    char row[64];
    put(page, "words-verdicts", "Verdicts", verdicts, sizeof verdicts / sizeof *verdicts);
    put(page, "words-terms", "Terms", terms, sizeof terms / sizeof *terms);
    page_section(page, "words-properties", "Properties");
    page_table_begin(page, "Properties that are judged", columns, 2);
    for (int i = 0; i < N_PROPERTIES; i++) {
        snprintf(row, sizeof row, "word-%s", property_info[i].name);
        page_row_id(page, row);
        page_cell(page, "%s", property_info[i].name);
        page_cell(page, "%s", property_info[i].meaning);
    }
    page_table_end(page);
}
