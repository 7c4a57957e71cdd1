/* An independent way from a witness to its verdict, slow and plain, that shares only the laws'
 * equations with the checker.
 *
 * The equations, evaluated at points, are integrated along the signal by collocation in binary128
 * arithmetic, energies along with the states, from event to event. Nothing is enclosed: two rules
 * of different orders and tolerances integrate everything, and their difference is the error.
 *
 * This code states the signal's formulas (reference/inputs/signal.h), the meaning of the properties
 * (models/property_list.h) and of exact decimals once more, by itself. */
#ifndef BRISTLE_PROPERTIES_INDEPENDENT_MINIATURE_H
#define BRISTLE_PROPERTIES_INDEPENDENT_MINIATURE_H

#include <stdbool.h>

#include "models/property_list.h"
#include "reference/arb/law.h"
#include "reference/inputs/signal_kind.h"

struct cJSON;

#ifdef __SIZEOF_FLOAT128__
typedef __float128 quad;
#else
typedef long double quad; /* binary128 where there is no other name for it */
#endif

/* MINI_PREC: bits of the laws' equations and of times; MINI_BITS: bits with which decimals are
 * read. */
enum { MINI_PREC = 192, MINI_BITS = 256, MINI_STATES = 4, MINI_SWITCHES = 24, MINI_STAGES = 28 };

/* Numbers of a segment in the grammar's order, T last; rows of a csv are ramps. */
struct mini_segment {
    enum signal_kind kind;
    arb_struct value[4], T;
};

struct mini {
    const struct arb_law *law;
    enum property property;
    arb_ptr p;
    unsigned n;
    struct mini_segment *segment;
    bool has_null, has_claims;
    double null[8];
    arb_t lo, hi; /* claims */
};

/* The verdict, and the functional, with an error of at most `error` as far as two integrations
 * tell. */
struct mini_verdict {
    enum { MINI_KEPT, MINI_VIOLATED, MINI_UNDECIDED } answer;
    quad functional, error;
    bool has_functional;
    int enclosed;    /* claims: 1 right, -1 wrong, 0 none or too close to tell */
    const char *why; /* static text; undecided only */
};

/* Reads a valid witness. Returns false, and nothing to clear, when it cannot represent the witness.
 * mini_clear releases *mini. */
bool mini_read(struct mini *mini, const struct cJSON *json);
void mini_clear(struct mini *mini);

/* Convert numbers: mini_get rounds the midpoint, mini_set is exact. */
quad mini_get(const arb_t x);
void mini_set(arb_t x, quad value);
/* Reads a decimal as a number without a radius. */
void mini_decimal(arb_t x, const char *text);

/* Computes v at the time tau in the segment, without a radius. */
void mini_velocity(arb_t v, const struct mini_segment *segment, const arb_t tau);

/* A part of a segment in which v has one sign s and |v| rises or falls: from t0 on. */
struct mini_part {
    arb_struct t0, length;
    int s;
};

/* Finds the parts of a segment, cut also where |v| passes `band` (NULL: nowhere). mini_parts_clear
 * releases them. Returns 0 when there are more than `most`. */
unsigned mini_parts(struct mini_part part[], unsigned most, const struct mini_segment *segment,
                    const arb_struct *band);
void mini_parts_clear(struct mini_part part[], unsigned n);

/* A collocation rule on Radau's nodes with n stages. */
struct mini_rule {
    int n; /* stages */
    double tolerance;
    quad node[MINI_STAGES], weight[MINI_STAGES], a[MINI_STAGES][MINI_STAGES];
    quad legendre[MINI_STAGES][MINI_STAGES + 1]; /* P_k at the nodes */
};

void mini_rule_set(struct mini_rule *rule, int n, double tolerance);

/* The two rules; constant once they are set. */
struct mini_rules {
    struct mini_rule rule[2];
};

void mini_rules_set(struct mini_rules *rules);

/* Judges the witness in at most `steps` steps of integration. */
struct mini_verdict mini_judge(const struct mini *mini, const struct mini_rules *rules,
                               unsigned long steps);
/* Returns the answer in a third of the time, by the coarser rule alone, which gives no error. */
int mini_guess(const struct mini *mini, const struct mini_rules *rules, unsigned long steps);
/* Returns the `enclosed` of a verdict. */
int mini_enclosed(const struct mini *mini, const struct mini_verdict *verdict);

/* An integration along the signal. */
struct mini_run {
    const struct mini *mini;
    const struct mini_rule *rule;
    int n;                      /* states */
    int speed;                  /* 1, or factor of velocities and divisor of times */
    arb_ptr x, dx, g, p;        /* x, for the law: states and memory */
    arb_t v, s, F, tau, t, end; /* end: velocity at the end of the last segment */
    quad state[MINI_STATES], energy, gross, travel, path;
    bool moved, resting;
    int before, side[MINI_SWITCHES]; /* before: the last part's sign; 2: none */
    unsigned long steps;             /* left */
    double rounding; /* in units in the last place: one a stage, and last corrections */
    const char *why; /* why it has given up, or NULL */
    /* A quantity whose largest value is wanted, at run->v, and its largest values so far. */
    quad (*level)(struct mini_run *run, const quad *x, int s);
    quad worst, history;
    void (*note)(struct mini_run *run); /* called at the beginning and end of each step */
};

void mini_run_init(struct mini_run *run, const struct mini *mini, const struct mini_rule *rule,
                   int speed, unsigned long steps);
void mini_run_clear(struct mini_run *run);
/* Runs over a segment. Returns false when it gives up; run->why says why. */
bool mini_run_segment(struct mini_run *run, const struct mini_segment *segment);
/* Returns the force at v in the present state, N; at rest with direction 0. */
quad mini_force(struct mini_run *run, const arb_t v);
/* Returns the law's parameter of that name, or `otherwise` if it has none. */
quad mini_param(const struct mini *mini, const char *name, double otherwise);

#endif
