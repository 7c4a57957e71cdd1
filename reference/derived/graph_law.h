/* A ball model from a law's text: the functions of reference/arb/law.h for the law as data. */
#ifndef BRISTLE_REFERENCE_DERIVED_GRAPH_LAW_H
#define BRISTLE_REFERENCE_DERIVED_GRAPH_LAW_H

#include "models/derived/law_graph.h"
#include "reference/arb/law.h"

/* Most ball models from texts that a program reads while it runs. */
enum { GRAPH_LAWS = 8 };

/* Bits of what is a number of the parameters alone, where none are asked for. */
enum { GRAPH_NUMBER_BITS = 512 };

/* Returns the ball model of a law, which must live as long; NULL when there is none: a law with
 * random draws, one with too many parameters or states, or one more than GRAPH_LAWS. Members that
 * do not follow from the text are NULL. Call before starting threads. */
const struct arb_law *graph_law_open(const struct law_graph *law);

/* Returns a law that has been opened, by its name, or NULL. */
const struct law_graph *graph_law_opened(const char *name);

/* Returns the law of a ball model that has been opened, or NULL. */
const struct law_graph *graph_law_of_balls(const struct arb_law *balls);

/* The laws that are built in, as data, ended by NULL (generated, beside arb_laws): those with balls
 * from their texts, and these with those whose balls are by hand. */
extern const struct law_graph *const law_graphs[], *const law_texts[];

/* All laws that are built in, as data, those with discrete variables too; ended by NULL
 * (generated). */
extern const struct law_graph *const law_equations[];

/* Returns true when the law has a ball model. */
bool graph_law_has_balls(const struct law_graph *law);

/* Fills in what is not a function, and leaves out of a table with all functions those that do not
 * follow from the text. */
void graph_law_members(struct arb_law *balls, const struct law_graph *law);

/* The functions behind the members, each of which hands its arguments on. */
const char *graph_law_validate(const struct law_graph *law, arb_srcptr p);
void graph_law_start(const struct law_graph *law, arb_ptr memory, arb_srcptr p);
void graph_law_initial(const struct law_graph *law, arb_ptr x, arb_srcptr p);
void graph_law_rate(const struct law_graph *law, arb_ptr dx, arb_srcptr p, const arb_t v,
                    const arb_t s, arb_srcptr x, slong prec);
void graph_law_force(const struct law_graph *law, arb_t F, arb_srcptr p, const arb_t v,
                     const arb_t s, arb_srcptr x, slong prec);
void graph_law_phase(const struct law_graph *law, arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v,
                     const arb_t s, arb_srcptr x, slong prec);
void graph_law_flow(const struct law_graph *law, arb_ptr x, arb_srcptr p, const arb_t v,
                    const arb_t s, const arb_t h, slong prec);
void graph_law_work(const struct law_graph *law, arb_ptr part, arb_srcptr p, const arb_t v,
                    const arb_t s, const arb_t h, arb_srcptr x0, arb_srcptr x1, slong prec);
void graph_law_slack(const struct law_graph *law, arb_ptr slack, arb_srcptr p, const arb_t v,
                     slong prec);
void graph_law_linear(const struct law_graph *law, struct arb_linear *e, arb_srcptr p,
                      const acb_poly_t v, const arb_t s, slong len, slong prec);

/* For numbers, not for balls: the guards of a law's events at v and s, each of which has units of
 * its own and fires where it falls to zero; and what happens there: event i, unless that is -1, and
 * after it those that are due, by midpoints. */
void graph_law_guards(const struct law_graph *law, arb_ptr guard, arb_srcptr p, const arb_t v,
                      const arb_t s, arb_srcptr x, slong prec);
void graph_law_happen(const struct law_graph *law, arb_ptr x, arb_srcptr p, int i, const arb_t v,
                      const arb_t s, slong prec);

/* Values of a law: of[n] at parameters, velocity and selection, states and travel; NULL where the
 * expressions have no such symbol. They may overwrite the arguments. */
void graph_law_values(const struct law_graph *law, const expression of[], unsigned n,
                      arb_ptr values, arb_srcptr p, const arb_struct *v, const arb_struct *s,
                      arb_srcptr x, slong prec);

/* A curve over velocity, at the sign of v; what the text states. */
void graph_law_curve(const struct law_graph *law, expression of, arb_t value, arb_srcptr p,
                     const arb_t v, const arb_struct *travel, slong prec);
void graph_law_stated(const struct law_graph *law, enum statement statement, arb_ptr values,
                      arb_srcptr p, arb_srcptr x, slong prec);
/* The bounds that the text states; infinite for states without one. */
void graph_law_bound(const struct law_graph *law, arb_ptr x_bound, arb_srcptr p, slong prec);
void graph_law_printed_regressor(const struct law_graph *law, arb_t F, arb_srcptr p, const arb_t v0,
                                 const arb_t v, const arb_t s, arb_srcptr x, slong prec);

#endif
