/* From a claim to a verdict.
 *
 * A claim declared `holds` is confronted with the stored witnesses, then searched for a
 * counterexample among signals and parameters of its domain. A suspicious trial is decided in
 * ball arithmetic, so that a violation is never rounding; and where the law's code violates but
 * its rigorous statement does not, the code is wrong, which fails the claim as well. What is
 * found is deepened, shrunk and certified again. A claim declared `refuted` stands on its
 * stored witness, evaluated in ball arithmetic and by the code.
 */
#ifndef BRISTLE_PROPERTIES_VERDICTS_JUDGE_H
#define BRISTLE_PROPERTIES_VERDICTS_JUDGE_H

#include "models/model.h"
#include "properties/search/search.h"
#include "reference/arb/law.h"

enum verdict { VERDICT_HOLDS, VERDICT_REFUTED, VERDICT_INCONCLUSIVE, VERDICT_NOT_APPLICABLE };
/* How it was found. Witness: a certified counterexample. Agreed: two independent computations of
 * the reference of an experiment. */
/* Tested: no counterexample in so many simulations. Enclosed: that, and kept for certain along a
 * stated set of signals (enclose.h). Proved: for certain over all parameters of a box, along all
 * signals of the class. */
enum method {
    METHOD_NONE,
    METHOD_TESTED,
    METHOD_ENCLOSED,
    METHOD_PROVED,
    METHOD_WITNESS,
    METHOD_AGREED,
};

enum { JUDGE_BOX = 2048 };

/* Of the programs: simulations per claim, and signals along which it is enclosed. */
enum { BUDGET_DEFAULT = 50000, BUDGET_SIGNALS = 128 };

/* How hard to look; zero means the default. */
struct search_budget {
    uint64_t seed;    /* 0 is a seed like any other */
    unsigned trials;  /* simulations per claim; 0: 2000 */
    unsigned signals; /* along which what holds is to be enclosed; 0: none */
    enum strategy strategy;
    bool
        ignore_stored; /* stored witnesses are set aside: what is refuted must fall to the search */
    double timeout;    /* s, for a claim of a law from a shared object; 0: SUBPROCESS_TIMEOUT */
};

struct judgement {
    enum verdict verdict;
    enum method method;
    bool as_declared;
    double margin;       /* worst found, see trial.h; rigorous where the law has a second
                            statement; NAN: none */
    unsigned trials;     /* simulations made until then */
    unsigned enclosed;   /* signals along which it is kept for certain */
    unsigned undecided;  /* signals along which ball arithmetic could not tell */
    char box[JUDGE_BOX]; /* proved: the parameters, for people; otherwise "" */
    /* When not as declared: what happened, with the whole trial to replay, of any length. See
     * judgement_note. */
    char *note;
    /* Found by the search: witness files of the counterexample that is easiest to read, keeping
     * half of the violation, and of the deepest. NULL: none. */
    char *simplest, *deepest;
};

/* The declared verdict as a verdict. */
enum verdict verdict_declared(enum declared declared);

/* Judges one claim of the model. law is its rigorous statement or NULL. */
void PREC(judge)(const struct model *model, const struct arb_law *law, const struct claim *claim,
                 const struct search_budget *budget, struct judgement *judgement);

/* Frees the texts. */
void judgement_clear(struct judgement *judgement);

/* Appends to the note, which stays as it is where memory runs out; the note, "" where there is
 * none.
 */
void judgement_say(struct judgement *judgement, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *judgement_note(const struct judgement *judgement);

extern const char *const verdict_names[], *const method_names[], *const declared_names[];

#endif
