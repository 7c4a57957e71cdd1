/* The functions of a ball model (reference/arb/law.h) that hand their arguments on to a law's text:
 * GRAPH_MEMBERS(id, law) defines id_rate, id_force and so on, where `law` is an expression for a
 * const struct law_graph *. */
#ifndef BRISTLE_REFERENCE_DERIVED_GRAPH_MEMBERS_H
#define BRISTLE_REFERENCE_DERIVED_GRAPH_MEMBERS_H

#include "reference/derived/graph_law.h"

#define GRAPH_MEMBERS(id, law)                                                                     \
    static inline const char *id##_validate(arb_srcptr p) { return graph_law_validate(law, p); }   \
    static inline void id##_start(arb_ptr memory, arb_srcptr p)                                    \
    {                                                                                              \
        graph_law_start(law, memory, p);                                                           \
    }                                                                                              \
    static inline void id##_initial(arb_ptr x, arb_srcptr p) { graph_law_initial(law, x, p); }     \
    static inline void id##_stick_band(arb_t band, arb_srcptr p)                                   \
    {                                                                                              \
        graph_law_stated(law, STATEMENT_STICK_BAND, band, p, NULL, GRAPH_NUMBER_BITS);             \
    }                                                                                              \
    static inline void id##_rate(arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s,           \
                                 arb_srcptr x, slong prec)                                         \
    {                                                                                              \
        graph_law_rate(law, dx, p, v, s, x, prec);                                                 \
    }                                                                                              \
    static inline void id##_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s,             \
                                  arb_srcptr x, slong prec)                                        \
    {                                                                                              \
        graph_law_force(law, F, p, v, s, x, prec);                                                 \
    }                                                                                              \
    static inline void id##_phase(arb_t F, arb_ptr dx, arb_srcptr p, const arb_t v, const arb_t s, \
                                  arb_srcptr x, const int side[], slong prec)                      \
    {                                                                                              \
        (void)side;                                                                                \
        graph_law_phase(law, F, dx, p, v, s, x, prec);                                             \
    }                                                                                              \
    static inline void id##_flow(arb_ptr x, arb_srcptr p, const arb_t v, const arb_t s,            \
                                 const arb_t h, slong prec)                                        \
    {                                                                                              \
        graph_law_flow(law, x, p, v, s, h, prec);                                                  \
    }                                                                                              \
    static inline void id##_work(arb_ptr part, arb_srcptr p, const arb_t v, const arb_t s,         \
                                 const arb_t h, arb_srcptr x0, arb_srcptr x1, slong prec)          \
    {                                                                                              \
        graph_law_work(law, part, p, v, s, h, x0, x1, prec);                                       \
    }                                                                                              \
    static inline void id##_steady_force(arb_t F, arb_srcptr p, const arb_t v, const arb_t s,      \
                                         slong prec)                                               \
    {                                                                                              \
        graph_law_values(law, &(law)->values.steady_force, 1, F, p, v, s, NULL, prec);             \
    }                                                                                              \
    static inline void id##_settling_rate(arb_t rate, arb_srcptr p, const arb_t v, slong prec)     \
    {                                                                                              \
        graph_law_curve(law, (law)->values.settling_rate, rate, p, v, NULL, prec);                 \
    }                                                                                              \
    static inline void id##_force_scale(arb_t scale, arb_srcptr p, const arb_t v,                  \
                                        const arb_t travel, slong prec)                            \
    {                                                                                              \
        graph_law_curve(law, (law)->values.force_scale, scale, p, v, travel, prec);                \
    }                                                                                              \
    static inline void id##_stribeck(arb_t g, arb_srcptr p, const arb_t v, slong prec)             \
    {                                                                                              \
        graph_law_curve(law, (law)->values.stribeck, g, p, v, NULL, prec);                         \
    }                                                                                              \
    static inline void id##_printed_force(arb_t F, arb_srcptr p, const arb_t v, slong prec)        \
    {                                                                                              \
        graph_law_curve(law, (law)->stated[STATEMENT_PRINTED_FORCE].of[0], F, p, v, NULL, prec);   \
    }                                                                                              \
    static inline void id##_bound(arb_ptr x_bound, arb_srcptr p, slong prec)                       \
    {                                                                                              \
        graph_law_bound(law, x_bound, p, prec);                                                    \
    }                                                                                              \
    static inline void id##_slack(arb_ptr slack, arb_srcptr p, const arb_t v, slong prec)          \
    {                                                                                              \
        graph_law_slack(law, slack, p, v, prec);                                                   \
    }                                                                                              \
    static inline void id##_storage(arb_t energy, arb_srcptr p, arb_srcptr x, slong prec)          \
    {                                                                                              \
        graph_law_stated(law, STATEMENT_STORAGE, energy, p, x, prec);                              \
    }                                                                                              \
    static inline void id##_break_away(arb_t F, arb_srcptr p, slong prec)                          \
    {                                                                                              \
        graph_law_stated(law, STATEMENT_BREAK_AWAY, F, p, NULL, prec);                             \
    }                                                                                              \
    static inline void id##_creep_resistance(arb_t R, arb_srcptr p, slong prec)                    \
    {                                                                                              \
        graph_law_stated(law, STATEMENT_CREEP_RESISTANCE, R, p, NULL, prec);                       \
    }                                                                                              \
    static inline void id##_regressor(arb_ptr u, arb_srcptr p, const arb_t v, const arb_t s,       \
                                      arb_srcptr x, slong prec)                                    \
    {                                                                                              \
        const struct law_list *of = &(law)->stated[STATEMENT_REGRESSOR];                           \
        graph_law_values(law, of->of, of->n, u, p, v, s, x, prec);                                 \
    }                                                                                              \
    static inline void id##_coefficients(arb_ptr coefficient, arb_srcptr p, slong prec)            \
    {                                                                                              \
        graph_law_stated(law, STATEMENT_COEFFICIENTS, coefficient, p, NULL, prec);                 \
    }                                                                                              \
    static inline void id##_printed_regressor(arb_t F, arb_srcptr p, const arb_t v0,               \
                                              const arb_t v, const arb_t s, arb_srcptr x,          \
                                              slong prec)                                          \
    {                                                                                              \
        graph_law_printed_regressor(law, F, p, v0, v, s, x, prec);                                 \
    }                                                                                              \
    static inline void id##_linear(struct arb_linear *e, arb_srcptr p, const acb_poly_t v,         \
                                   const arb_t s, slong len, slong prec)                           \
    {                                                                                              \
        graph_law_linear(law, e, p, v, s, len, prec);                                              \
    }

/* X(id, member): the functions of a ball model that GRAPH_MEMBERS defines. */
#define GRAPH_FUNCTIONS(X, id)                                                                     \
    X(id, validate)                                                                                \
    X(id, initial)                                                                                 \
    X(id, start)                                                                                   \
    X(id, stick_band)                                                                              \
    X(id, rate)                                                                                    \
    X(id, force)                                                                                   \
    X(id, phase)                                                                                   \
    X(id, flow)                                                                                    \
    X(id, work)                                                                                    \
    X(id, steady_force)                                                                            \
    X(id, settling_rate)                                                                           \
    X(id, bound)                                                                                   \
    X(id, slack)                                                                                   \
    X(id, force_scale)                                                                             \
    X(id, storage)                                                                                 \
    X(id, break_away)                                                                              \
    X(id, creep_resistance)                                                                        \
    X(id, printed_force)                                                                           \
    X(id, regressor)                                                                               \
    X(id, coefficients)                                                                            \
    X(id, printed_regressor)                                                                       \
    X(id, stribeck)                                                                                \
    X(id, linear)

/* All of them; what does not follow from the text is left out by graph_law_members. */
#define GRAPH_MEMBER(id, member) .member = id##_##member,
#define GRAPH_MEMBER_TABLE(id)                                                                     \
    {                                                                                              \
        GRAPH_FUNCTIONS(GRAPH_MEMBER, id)                                                          \
    }

#endif
