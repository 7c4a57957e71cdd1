/* What a law's shared object and the program that loads it must agree on, as tables of struct
 * plugin_layout: PLUGIN_LAYOUT for models/, PLUGIN_RIGOROUS_LAYOUT for reference/arb/law.h, each by
 * way of
 *
 *     static const struct plugin_layout layout[] = {
 *         PLUGIN_LAYOUT(PLUGIN_SIZE, PLUGIN_MEMBER, PLUGIN_VALUE)
 *     };
 */
#ifndef BRISTLE_MODELS_PLUGIN_LAYOUT_H
#define BRISTLE_MODELS_PLUGIN_LAYOUT_H

#include "models/plugin.h"

#define PLUGIN_SIZE(type) { #type, 0, sizeof(type) },
#define PLUGIN_MEMBER(type, member)                                                                \
    { #type "." #member, offsetof(type, member), sizeof(__typeof__(((type *)0)->member)) },
#define PLUGIN_VALUE(constant) { #constant, constant, 0 },

#define PLUGIN_LAYOUT(SIZE, MEMBER, VALUE)                                                         \
    MEMBER(struct quantity, name)                                                                  \
    MEMBER(struct quantity, unit)                                                                  \
    MEMBER(struct quantity, value)                                                                 \
    MEMBER(struct quantity, lo)                                                                    \
    MEMBER(struct quantity, hi)                                                                    \
    MEMBER(struct quantity, note)                                                                  \
    SIZE(struct quantity)                                                                          \
    MEMBER(struct interval, param)                                                                 \
    MEMBER(struct interval, lo)                                                                    \
    MEMBER(struct interval, hi)                                                                    \
    SIZE(struct interval)                                                                          \
    MEMBER(struct claim, property)                                                                 \
    MEMBER(struct claim, declared)                                                                 \
    MEMBER(struct claim, id)                                                                       \
    MEMBER(struct claim, domain)                                                                   \
    MEMBER(struct claim, source)                                                                   \
    MEMBER(struct claim, base)                                                                     \
    MEMBER(struct claim, box)                                                                      \
    MEMBER(struct claim, n_box)                                                                    \
    MEMBER(struct claim, contains)                                                                 \
    MEMBER(struct claim, signals)                                                                  \
    MEMBER(struct claim, witness)                                                                  \
    MEMBER(struct claim, origin)                                                                   \
    MEMBER(struct claim, instead)                                                                  \
    SIZE(struct claim)                                                                             \
    MEMBER(struct memory, seed)                                                                    \
    MEMBER(struct memory, ints)                                                                    \
    MEMBER(struct memory, reals)                                                                   \
    SIZE(struct memory)                                                                            \
    MEMBER(struct jacobian, rate_x)                                                                \
    MEMBER(struct jacobian, rate_v)                                                                \
    MEMBER(struct jacobian, force_x)                                                               \
    MEMBER(struct jacobian, force_v)                                                               \
    SIZE(struct jacobian)                                                                          \
    MEMBER(struct model, name)                                                                     \
    MEMBER(struct model, title)                                                                    \
    MEMBER(struct model, law)                                                                      \
    MEMBER(struct model, source)                                                                   \
    MEMBER(struct model, params)                                                                   \
    MEMBER(struct model, n_params)                                                                 \
    MEMBER(struct model, whole_params)                                                             \
    MEMBER(struct model, speed_max)                                                                \
    MEMBER(struct model, unit_constants)                                                           \
    MEMBER(struct model, states)                                                                   \
    MEMBER(struct model, n_states)                                                                 \
    MEMBER(struct model, n_ints)                                                                   \
    MEMBER(struct model, n_reals)                                                                  \
    MEMBER(struct model, claims)                                                                   \
    MEMBER(struct model, n_claims)                                                                 \
    MEMBER(struct model, validate)                                                                 \
    MEMBER(struct model, inputs)                                                                   \
    MEMBER(struct model, n_inputs)                                                                 \
    MEMBER(struct model, rate)                                                                     \
    MEMBER(struct model, force)                                                                    \
    MEMBER(struct model, rate_and_force)                                                           \
    MEMBER(struct model, n_guards)                                                                 \
    MEMBER(struct model, start)                                                                    \
    MEMBER(struct model, guard)                                                                    \
    MEMBER(struct model, transition)                                                               \
    MEMBER(struct model, kink)                                                                     \
    MEMBER(struct model, stiction)                                                                 \
    MEMBER(struct model, stick_band)                                                               \
    MEMBER(struct model, jacobian)                                                                 \
    MEMBER(struct model, initial)                                                                  \
    MEMBER(struct model, scales)                                                                   \
    MEMBER(struct model, flow)                                                                     \
    MEMBER(struct model, relaxation)                                                               \
    MEMBER(struct model, work)                                                                     \
    MEMBER(struct model, part_names)                                                               \
    MEMBER(struct model, n_parts)                                                                  \
    MEMBER(struct model, work_parts)                                                               \
    MEMBER(struct model, steady_force)                                                             \
    MEMBER(struct model, settling_rate)                                                            \
    MEMBER(struct model, bound)                                                                    \
    MEMBER(struct model, force_scale)                                                              \
    MEMBER(struct model, magnification)                                                            \
    MEMBER(struct model, stribeck)                                                                 \
    MEMBER(struct model, storage)                                                                  \
    MEMBER(struct model, break_away)                                                               \
    MEMBER(struct model, creep_resistance)                                                         \
    MEMBER(struct model, length)                                                                   \
    MEMBER(struct model, stribeck_speed)                                                           \
    MEMBER(struct model, printed_force)                                                            \
    MEMBER(struct model, n_regressors)                                                             \
    MEMBER(struct model, regressor)                                                                \
    MEMBER(struct model, coefficients)                                                             \
    MEMBER(struct model, n_identifiable)                                                           \
    MEMBER(struct model, printed_regressor)                                                        \
    SIZE(struct model)                                                                             \
    VALUE(MODEL_MAX_PARAMS)                                                                        \
    VALUE(MODEL_MAX_STATES)                                                                        \
    VALUE(MODEL_MAX_GUARDS)                                                                        \
    VALUE(MODEL_MAX_PARTS)                                                                         \
    VALUE(MODEL_MAX_REGRESSORS)                                                                    \
    VALUE(MODEL_MAX_INTS)                                                                          \
    VALUE(MODEL_MAX_REALS)                                                                         \
    VALUE(CLAIM_MAX_BOX)                                                                           \
    VALUE(HOLDS)                                                                                   \
    VALUE(REFUTED)                                                                                 \
    VALUE(UNKNOWN)                                                                                 \
    VALUE(ANY_SIGNAL)                                                                              \
    VALUE(SLOWING_SIGNAL)                                                                          \
    VALUE(ONE_WAY_SIGNAL)                                                                          \
    VALUE(CYCLE_SIGNAL)                                                                            \
    VALUE(ORIGIN_NOT_STATED)                                                                       \
    VALUE(ORIGIN_PRINTED)                                                                          \
    VALUE(ORIGIN_ASSUMED)                                                                          \
    VALUE(ORIGIN_MISPRINT)                                                                         \
    VALUE(ALL_VALID)                                                                               \
    VALUE(AT_DEFAULTS)                                                                             \
    VALUE(STATUS_OK)                                                                               \
    VALUE(STATUS_NONFINITE)                                                                        \
    VALUE(STATUS_CHATTER)                                                                          \
    VALUE(STATUS_STACK_FULL)

#define PLUGIN_RIGOROUS_LAYOUT(SIZE, MEMBER, VALUE)                                                \
    MEMBER(struct arb_law, name)                                                                   \
    MEMBER(struct arb_law, params)                                                                 \
    MEMBER(struct arb_law, states)                                                                 \
    MEMBER(struct arb_law, parts)                                                                  \
    MEMBER(struct arb_law, n_memory)                                                               \
    MEMBER(struct arb_law, start)                                                                  \
    MEMBER(struct arb_law, initial)                                                                \
    MEMBER(struct arb_law, validate)                                                               \
    MEMBER(struct arb_law, rate)                                                                   \
    MEMBER(struct arb_law, force)                                                                  \
    MEMBER(struct arb_law, flow)                                                                   \
    MEMBER(struct arb_law, work)                                                                   \
    MEMBER(struct arb_law, stick_band)                                                             \
    MEMBER(struct arb_law, events)                                                                 \
    MEMBER(struct arb_law, steady_force)                                                           \
    MEMBER(struct arb_law, settling_rate)                                                          \
    MEMBER(struct arb_law, bound)                                                                  \
    MEMBER(struct arb_law, slack)                                                                  \
    MEMBER(struct arb_law, force_scale)                                                            \
    MEMBER(struct arb_law, storage)                                                                \
    MEMBER(struct arb_law, loss)                                                                   \
    MEMBER(struct arb_law, break_away)                                                             \
    MEMBER(struct arb_law, creep_resistance)                                                       \
    MEMBER(struct arb_law, printed_force)                                                          \
    MEMBER(struct arb_law, n_regressors)                                                           \
    MEMBER(struct arb_law, regressor)                                                              \
    MEMBER(struct arb_law, coefficients)                                                           \
    MEMBER(struct arb_law, n_identifiable)                                                         \
    MEMBER(struct arb_law, printed_regressor)                                                      \
    MEMBER(struct arb_law, stribeck)                                                               \
    MEMBER(struct arb_law, n_switches)                                                             \
    MEMBER(struct arb_law, switches)                                                               \
    MEMBER(struct arb_law, phase)                                                                  \
    MEMBER(struct arb_law, transition)                                                             \
    MEMBER(struct arb_law, turn)                                                                   \
    MEMBER(struct arb_law, linear)                                                                 \
    MEMBER(struct arb_law, by_path)                                                                \
    SIZE(struct arb_law)                                                                           \
    SIZE(struct arb_linear)                                                                        \
    VALUE(ARB_LAW_MAX)                                                                             \
    VALUE(ARB_LAW_MAX_SWITCHES)

#endif
