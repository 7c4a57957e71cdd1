/* What interprets a law; only the files of interpreted.h include this header. */
#ifndef BRISTLE_PROPERTIES_PLUGIN_INTERPRETED_PARTS_H
#define BRISTLE_PROPERTIES_PLUGIN_INTERPRETED_PARTS_H

#include "models/algebra/interpret.h"
#include "models/derived/relaxing.h"
#include "properties/plugin/interpreted.h"

/* Where a discrete variable stands in struct memory. */
struct interpreted_place {
    bool is_real;
    unsigned index;
};

/* Values of a member of the table; those that are infinite are in no program. */
struct interpreted_values {
    struct graph_program program;
    bool *infinite;
    size_t n; /* 0: the law does not have the member */
};

struct interpreted {
    struct equations *law;
    struct statements *statements;
    struct structure structure;
    struct model model;
    struct claim *claims;             /* the model's */
    const char **whole;               /* by parameter: what one that is no whole number should be */
    struct interpreted_place *memory; /* by discrete variable */
    struct law_relaxing *relaxing;    /* by state, where each relaxes by itself */
    bool *has_level;                  /* of these: moves to a level with the sign of v */
    /* Programs, in the order of what models/model.h fills. */
    struct graph_program rate, force, jacobian, stiction, initial, start, guard, *transition;
    struct graph_program affine; /* b, then k */
    struct graph_program drawn;  /* where each state is drawn, then k */
    struct graph_program steady; /* and k */
    struct graph_program mean, parts;
    struct graph_program constraints, *domains;
    struct interpreted_values members[LAW_MEMBERS];
};

/* The state of a law, as the members of struct model have it. */
struct interpreted_point {
    const real *p;
    const struct memory *mem;
    real v, s;
    const real *x;
    real travel, reference;
};

/* Makes the programs of a law. */
void interpreted_programs(struct interpreted *is);

/* Fills the tables of is->model. */
void interpreted_tables(struct interpreted *is);

/* Evaluates a program. */
void interpreted_run(const struct interpreted *is, const struct graph_program *program,
                     const struct interpreted_point *at, const real rates[], real value[]);

/* Return what members of struct model return. */
const char *interpreted_validate(const struct interpreted *is, const real p[]);
bool interpreted_contains(const struct interpreted *is, unsigned claim, const real p[]);
void interpreted_jacobian(const struct interpreted *is, const struct interpreted_point *at,
                          struct jacobian *jac);
void interpreted_initial(const struct interpreted *is, const real p[], real x[]);
void interpreted_start(const struct interpreted *is, const real p[], struct memory *mem);
void interpreted_guard(const struct interpreted *is, const struct interpreted_point *at, real g[]);
enum status interpreted_transition(const struct interpreted *is, const real p[], unsigned guard,
                                   real v, real x[], struct memory *mem) MUST_CHECK;
void interpreted_flow(const struct interpreted *is, const struct interpreted_point *at, real h,
                      real x[]);
void interpreted_relaxation(const struct interpreted *is, const struct interpreted_point *at,
                            real steady[], real rate[]);
/* h times the means of the expressions of the program. */
void interpreted_work(const struct interpreted *is, const struct graph_program *program,
                      const struct interpreted_point *at, real h, real value[]);
/* Member k of law_members. */
void interpreted_values(const struct interpreted *is, unsigned k,
                        const struct interpreted_point *at, real value[]);
real interpreted_value(const struct interpreted *is, unsigned k,
                       const struct interpreted_point *at);

#endif
