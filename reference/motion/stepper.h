/* Inside motion.h: one step of a motion, of laws with linear equations (step.h) or of any law that
 * is known by its equations (general.h). */
#ifndef BRISTLE_REFERENCE_MOTION_STEPPER_H
#define BRISTLE_REFERENCE_MOTION_STEPPER_H

#include "reference/motion/motion.h"
#include "reference/taylor/general.h"
#include "reference/taylor/range.h"
#include "reference/taylor/step.h"

struct stepper {
    bool is_linear;
    struct taylor_step linear;
    struct general_step general;
    /* Of either: */
    int n_states, n_parts;
    slong prec;
    double cost;                        /* of a step, in units of work (work_limit.h) */
    arb_srcptr from, to, centre, reach; /* of the last step */
};

/* Returns true when there are steps for the law at that precision. */
bool stepper_has(const struct arb_law *law, slong prec);

void stepper_init(struct stepper *s, const struct arb_law *law, struct ties *ties, arb_srcptr p,
                  slong prec);
void stepper_clear(struct stepper *s);

/* Tells what lengths are short: steps that end before a kink end that close to it, s. */
void stepper_set_least(struct stepper *s, const arb_t least);

/* general_step_go, taylor_step_try and taylor_step_solve; the step ends at s->to. */
enum general_end stepper_go(struct stepper *s, const struct arb_segment *segment, int sign,
                            const arb_t from, const arb_t to, arb_srcptr x);

/* tau within the step as u; states and energies there: general_step_at, taylor_step_at. */
void stepper_place(arb_t u, const struct stepper *s, const arb_t tau);
void stepper_at(const struct stepper *s, const arb_t u, arb_ptr x, arb_srcptr energy0,
                arb_ptr energy);

/* Tells that the states at u, from stepper_at, are those of the next step. */
void stepper_keep(struct stepper *s, const arb_t u, arb_srcptr x);

/* A part of the motion by its range (range.h); stepper_move takes the states x to its end. */
bool stepper_range(struct stepper *s, struct taylor_range *r, const struct arb_segment *segment,
                   arb_srcptr x, const arb_t from, const arb_t to, int sign);
void stepper_add_range(const struct stepper *s, const struct taylor_range *r, arb_ptr energy);
void stepper_move(struct stepper *s, const struct taylor_range *r, arb_ptr x);

#endif
