/* Inside judge.h: a claim being judged, and what one trial says of it. */
#ifndef BRISTLE_PROPERTIES_JUDGEMENT_JUDGE_TRIAL_H
#define BRISTLE_PROPERTIES_JUDGEMENT_JUDGE_TRIAL_H

#include "properties/judgement/judge.h"
#include "properties/rigorous/rigorous.h"
#include "properties/search/search.h"
#include "reference/arb/law.h"
#include "reference/experiments/exact.h"

#define TRIAL_DISAGREES       "the model's code and its ball model disagree beyond rounding"
#define TRIAL_HARDLY_VIOLATED "violated by less than rounding, certified in ball arithmetic"

enum { TRIAL_PREC = 1024 /* bits at most, for a trial that needs a certificate */ };

/* A claim being judged, and what the search has seen. */
struct trial_of {
    const struct model *model;
    const struct arb_law *law; /* or NULL */
    const struct claim *claim;
    struct judgement *j;
    unsigned seen; /* number of trials so far */
    struct margin worst_margin;
    struct sample worst;
    struct candidate worst_candidate;
    struct candidate found; /* when refuted */
    struct sample found_sample;
    bool notes;        /* where trials look */
    unsigned doubtful; /* trials undecided because of rounding */
    unsigned compared; /* trials that were asked for in balls, whatever the code says of them */
    unsigned disputed; /* those of them that balls exclude */
    bool open;         /* the code violates the property where balls do not decide, here: */
    struct sample open_at;
    unsigned n_undone; /* violations that balls do not confirm */
    real undone;       /* the deepest margin of these */
    bool faint;        /* violated for certain, but by less than the code's rounding */
};

/* Returns true for a law without closed holds, whose balls take long. */
static inline bool trial_is_stepped(const struct trial_of *t)
{
    return t->law && !rigorous_has_closed_holds(t->law);
}

/* Returns true when a few of the code's trials may be off by more than they are said to be: the
 * motion is by numbers, of which no bound is certain, and balls count. */
static inline bool trial_is_by_numbers(const struct trial_of *t)
{
    return !exact_state_is_exact(t->model);
}

/* Returns true when the code disagrees with balls in most of the trials that no violation has
 * singled out. */
static inline bool trial_is_refuted_by_balls(const struct trial_of *t)
{
    return 2 * t->disputed > t->compared;
}

/* Adds the values as decimal and hex float to the note, for a replay. */
void PREC(trial_note)(struct judgement *j, const struct model *model, const struct sample *s);

/* Ends the judgement with a verdict other than the declared one, or with a refutation. */
void PREC(trial_contradict)(struct trial_of *t, enum verdict verdict, const char *what);

static inline void trial_leave_open(struct trial_of *t, const char *why)
{
    PREC(trial_contradict)(t, VERDICT_INCONCLUSIVE, why);
}

static inline void trial_refute(struct trial_of *t, const char *how)
{
    PREC(trial_contradict)(t, VERDICT_REFUTED, how);
}

/* Certifies a trial if it violates the property, if rounding leaves it undecided, or if cross_check
 * asks for it. Returns false when the trial ended the judgement. */
bool PREC(trial_check)(struct trial_of *t, const struct sample *s, struct margin m,
                       bool cross_check);

/* Judges a claim that is declared refuted by its stored witness. */
void PREC(trial_confront)(struct trial_of *t);

/* Judges the stored witnesses against the property of this law that lie in the claim's domain.
 * Returns false when one ended the judgement. */
bool PREC(trial_check_stored)(struct trial_of *t);

#endif
