/* A second way from a witness to its verdict, slow and plain, that shares nothing with the checker
 * but the laws' equations.
 *
 * The equations, evaluated at points, are integrated along the signal by collocation in binary128
 * arithmetic, energies along with the states, from event to event. Nothing is enclosed: the same is
 * done twice, by rules of different orders and tolerances, and what they differ by is the error.
 *
 * The signal's formulas (reference/inputs/signal.h), the meaning of the properties
 * (models/property_list.h) and of exact decimals are stated here once more.
 */
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

/* Bits of the laws' equations and of times, and those that decimals are read with. */
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

/* Whether a property is violated along the signal, and its functional, off by at most `error` as
 * far as two runs tell. */
struct mini_verdict {
    enum { MINI_KEPT, MINI_VIOLATED, MINI_UNDECIDED } answer;
    quad functional, error;
    bool has_functional;
    int enclosed;    /* claims: 1 right, -1 wrong, 0 none or too close to tell */
    const char *why; /* undecided: static */
};

/* Reads a witness that is valid. Returns false, and nothing to clear, where it cannot. */
bool mini_read(struct mini *mini, const struct cJSON *json);
void mini_clear(struct mini *mini);

/* Numbers: rounded to a midpoint, exactly. */
quad mini_get(const arb_t x);
void mini_set(arb_t x, quad value);
/* A decimal as a number without a radius. */
void mini_decimal(arb_t x, const char *text);

/* v at tau, without a radius. */
void mini_velocity(arb_t v, const struct mini_segment *segment, const arb_t tau);

/* A part of a segment in which v has one sign s and |v| rises or falls: from t0 on. */
struct mini_part {
    arb_struct t0, length;
    int s;
};

/* The parts of a segment, cut also where |v| passes `band` (NULL: nowhere), to be cleared. Returns
 * 0 where there are more than most. */
unsigned mini_parts(struct mini_part part[], unsigned most, const struct mini_segment *segment,
                    const arb_struct *band);
void mini_parts_clear(struct mini_part part[], unsigned n);

/* A collocation rule on Radau's nodes, and a motion. */
struct mini_rule {
    int n; /* stages */
    double tolerance;
    quad node[MINI_STAGES], weight[MINI_STAGES], a[MINI_STAGES][MINI_STAGES];
    quad legendre[MINI_STAGES][MINI_STAGES + 1]; /* P_k at the nodes */
};

void mini_rule_set(struct mini_rule *rule, int n, double tolerance);

/* The two rules, constant once they are set. */
struct mini_rules {
    struct mini_rule rule[2];
};

void mini_rules_set(struct mini_rules *rules);

/* Judges within so many steps of integration. */
struct mini_verdict mini_judge(const struct mini *mini, const struct mini_rules *rules,
                               unsigned long steps);
/* The same in a third of the time, by the coarser rule alone, which tells no error. */
int mini_guess(const struct mini *mini, const struct mini_rules *rules, unsigned long steps);
/* What `enclosed` of that verdict is. */
int mini_enclosed(const struct mini *mini, const struct mini_verdict *verdict);

struct mini_run {
    const struct mini *mini;
    const struct mini_rule *rule;
    int n;                      /* states */
    int speed;                  /* of the signal: 1, or velocities times that and times over it */
    arb_ptr x, dx, g, p;        /* for the law: states and memory, ... */
    arb_t v, s, F, tau, t, end; /* end: the velocity at the end of the last segment */
    quad state[MINI_STATES], energy, gross, travel, path;
    bool moved, resting;
    int before, side[MINI_SWITCHES]; /* the last part's sign; 2: none */
    unsigned long steps;             /* left */
    double rounding; /* so far, in units in the last place: one a stage, and last corrections */
    const char *why; /* it has given up */
    /* A quantity whose largest value is wanted, at run->v; what the run has seen of it. */
    quad (*level)(struct mini_run *run, const quad *x, int s);
    quad worst, history;
    void (*note)(struct mini_run *run); /* sees the beginning and the end of each step */
};

void mini_run_init(struct mini_run *run, const struct mini *mini, const struct mini_rule *rule,
                   int speed, unsigned long steps);
void mini_run_clear(struct mini_run *run);
/* Over segment i. Returns false where it gives up. */
bool mini_run_segment(struct mini_run *run, const struct mini_segment *segment);
/* The force at v in the present state, 0 its direction at rest. */
quad mini_force(struct mini_run *run, const arb_t v);
/* A parameter of the law by name, or otherwise. */
quad mini_param(const struct mini *mini, const char *name, double otherwise);

#endif
