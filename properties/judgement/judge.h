/* From a claim to a verdict.
 *
 * A claim declared `holds` is judged by the stored witnesses, then by a search for a counterexample
 * among signals and parameters of its domain. Ball arithmetic decides a trial that needs a
 * certificate, so that a violation is never rounding. If the law's code violates the property but
 * its ball model does not, the code is wrong, and the claim fails as well. A violation that is
 * found is enlarged, shrunk and certified again. A claim declared `refuted` stands on its stored
 * witness, evaluated in ball arithmetic and by the code. */
#ifndef BRISTLE_PROPERTIES_JUDGEMENT_JUDGE_H
#define BRISTLE_PROPERTIES_JUDGEMENT_JUDGE_H

#include "models/model.h"
#include "properties/judgement/looked_at.h"
#include "properties/judgement/power.h"
#include "properties/search/search.h"
#include "reference/arb/law.h"

enum verdict { VERDICT_HOLDS, VERDICT_REFUTED, VERDICT_INCONCLUSIVE, VERDICT_NOT_APPLICABLE };
/* How the verdict was reached. Tested: no counterexample in so many simulations. Enclosed: tested,
 * and kept for certain along a stated set of signals (enclose.h). Proved: for certain over all
 * parameters of a box, along all signals of the class. Witness: a certified counterexample. Agreed:
 * two independent computations of the reference of an experiment. */
enum method {
    METHOD_NONE,
    METHOD_TESTED,
    METHOD_ENCLOSED,
    METHOD_PROVED,
    METHOD_WITNESS,
    METHOD_AGREED,
};

enum { JUDGE_BOX = 2048 };

/* Defaults of the programs: simulations per claim, and signals along which it is enclosed. */
enum { BUDGET_DEFAULT = 50000, BUDGET_SIGNALS = 128 };

/* How hard to search; zero means the default. */
struct search_budget {
    uint64_t seed;    /* every value is a seed, also 0 */
    unsigned trials;  /* simulations per claim; 0: 2000 */
    unsigned signals; /* signals along which to enclose a claim that holds; 0: none */
    enum strategy strategy;
    bool ignore_stored; /* judge without stored witnesses: only the search refutes */
    bool notes;         /* note where the search has looked */
    /* What a guided search tries first, not owned; NULL: nothing. */
    const struct candidate *first;
    unsigned n_first;
    const struct trial_lanes *lanes; /* what evaluates many trials at once; NULL: nothing */
    bool is_proved; /* from equations: only code may still fail, and gets a tenth of the trials */
    double timeout; /* s, per claim of a law from a shared object; 0: SUBPROCESS_TIMEOUT */
};

struct judgement {
    enum verdict verdict;
    enum method method;
    bool as_declared;
    double margin; /* smallest found (evaluate_property.h); rigorous with a ball model; NAN: none */
    unsigned trials;     /* simulations made */
    unsigned enclosed;   /* signals along which the property is kept for certain */
    unsigned undecided;  /* signals along which the balls stay too wide */
    char box[JUDGE_BOX]; /* proved: intervals of the parameters, for people; else "" */
    /* When not as declared: what happened, with the whole trial to replay, of any length; read it
     * by judgement_note. */
    char *note;
    /* Witness files of counterexamples that the search found: the one that is easiest to read,
     * which keeps half of the violation, and the one with the largest violation. NULL: none. */
    char *simplest, *deepest;
    /* Simulations that say nothing: their motion takes too many steps, or balls exclude what it
     * shows. */
    unsigned unfinished;
    struct looked_at looked; /* where the search has looked; trials 0: not noted */
    struct power power;      /* of the search */
};

/* Returns the verdict that a declaration claims. */
enum verdict verdict_declared(enum declared declared);

/* Judges one claim of the model. law: its ball model, or NULL. */
void PREC(judge)(const struct model *model, const struct arb_law *law, const struct claim *claim,
                 const struct search_budget *budget, struct judgement *judgement);

/* Frees note, simplest and deepest. */
void judgement_clear(struct judgement *judgement);

/* judgement_say appends to the note. judgement_note returns the note, "" if there is none. */
void judgement_say(struct judgement *judgement, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
const char *judgement_note(const struct judgement *judgement);

extern const char *const verdict_names[], *const method_names[], *const declared_names[];

#endif
