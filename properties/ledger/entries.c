/* The entries of the ledger (ledger.h): data only. */
#include "properties/ledger/ledger.h"

#define MODEL "martinez_rosas"

const struct ledger_entry ledger_entries[] = {
    { .id = "C1",
      .claim = "At constant velocity the force tends to LuGre's steady friction curve.",
      .where = "(5)-(7)",
      .verdict = LEDGER_TRUE,
      .truth = "z relaxes at the rate sigma0 |v|, y at 1/s, to (5) and (6); v = 0 is left out, "
               "where z keeps its value.",
      .evidence = { { MODEL, STEADY_STATE, NULL }, { "lugre", STEADY_STATE, NULL } } },
    { .id = "C2",
      .claim = "From zero state |z| <= 1/sigma0.",
      .where = "(12a)",
      .verdict = LEDGER_TRUE,
      .truth = "z moves towards sgn(v)/sigma0 and never past it.",
      .evidence = { { MODEL, STATE_BOUND, NULL } } },
    { .id = "C3",
      .claim = "From zero state |y| <= exp(-n|v|^m)/sigma0 at all times.",
      .where = "(12b)",
      .verdict = LEDGER_FALSE,
      .truth = "The bound falls at once when |v| grows, y only at 1/s: it is kept while |v| never "
               "increases, and otherwise by the largest value that the bound had in the past.",
      .evidence = { { MODEL, STRIBECK_STATE_BOUND, NULL },
                    { MODEL, STRIBECK_STATE_BOUND, "slowing" },
                    { MODEL, STRIBECK_HISTORY_BOUND, NULL } } },
    { .id = "C4",
      .claim = "The map from velocity to force is strictly passive whenever Fs >= Fc.",
      .where = "Proposition 1, (8)",
      .verdict = LEDGER_FALSE,
      .truth = "At Table I and m = 2 it is passive for 25000 <= alpha <= 108926.079 N s/m; Table I "
               "has 10^9. The proof uses (12b) in (15) and after (16).",
      .evidence = { { MODEL, PASSIVITY, NULL }, { MODEL, PASSIVITY, "window" } } },
    { .id = "C5",
      .claim = "The terms of the energy in dy/dt and y, I3 and I4, are never negative.",
      .where = "(15), after (16)",
      .verdict = LEDGER_FALSE,
      .truth = "Both can give energy back: I3 when |v| grows faster than y decays, I4 when v turns "
               "against a y that has been charged. Their bounds rest on (12b).",
      .evidence = { { MODEL, I3_NONNEGATIVE, NULL }, { MODEL, I4_NONNEGATIVE, NULL } } },
    { .id = "C6",
      .claim = "The terms of the energy in dz/dt, v and z, I1 and I2, are positive.",
      .where = "(13), (14)",
      .verdict = LEDGER_CONDITIONAL,
      .truth = "True once there was motion, I1 for sigma2 > 0 as the paper has it. Misprints: the "
               "first line of (14) should have + sigma0 |v| z and follows from (12a), not (12b); "
               "(15) lacks a factor 1/sigma0.",
      .evidence = { { MODEL, I1_NONNEGATIVE, NULL }, { MODEL, I2_NONNEGATIVE, NULL } } },
    { .id = "C7",
      .claim = "Its passivity is equivalent to that of LuGre.",
      .where = "abstract, section V, conclusions",
      .verdict = LEDGER_FALSE,
      .truth = "Neither is passive at Table I. LuGre needs sigma2 >= sigma1 (Fs-Fc)/Fc = 158.1 "
               "N s/m and has 0.4; this model needs an alpha from its window.",
      .evidence = { { "lugre", PASSIVITY, NULL },
                    { "lugre", PASSIVITY, "window" },
                    { MODEL, PASSIVITY, NULL },
                    { MODEL, PASSIVITY, "window" } } },
    { .id = "C8",
      .claim = "F = U P with exp(-n|v|^m) = beta exp(-|v|^m), beta an unknown constant.",
      .where = "(17)-(19)",
      .verdict = LEDGER_FALSE,
      .truth =
          "No constant beta fits two speeds unless n = 1 (vs = 1 m/s), and then it is 1. With n "
          "known and exp(-n|v|^m) in U the force is linear in P.",
      .evidence = { { MODEL, REGRESSOR_AS_PRINTED, NULL },
                    { MODEL, REGRESSOR_AS_PRINTED, "vs_1" },
                    { MODEL, REGRESSOR, NULL } } },
    { .id = "C9",
      .claim = "All friction parameters, the six entries of P, can be identified.",
      .where = "abstract, section VI, (18), (19)",
      .verdict = LEDGER_FALSE,
      .truth = "Columns 4 and 5 of U are y and -y: of P4 and P5 only the difference acts. The "
               "other four and P4 - P5 can be told apart, if z, y and n are known; so can LuGre's "
               "three.",
      .evidence = { { MODEL, IDENTIFIABILITY, NULL },
                    { MODEL, IDENTIFIABLE_RANK, NULL },
                    { "lugre", IDENTIFIABILITY, NULL } } },
    { .id = "C10",
      .claim = "At Table I it shows pre-sliding displacement and stick-slip motion.",
      .where = "Figs. 2, 6, 7",
      .verdict = LEDGER_FALSE,
      .truth =
          "In these experiments the mass does not move: alpha dy/dt is a relay of 10 kN, which "
          "holds it until y has crept up. What was computed for the figures is unknown.",
      .evidence = { { MODEL, EXPERIMENT, "pre_sliding_moves" },
                    { MODEL, EXPERIMENT, "pre_sliding_sticks" },
                    { MODEL, EXPERIMENT, "stick_slip_slips" },
                    { MODEL, EXPERIMENT, "stick_slip_sticks" } } },
    { .id = "C11",
      .claim = "Under PID control its limit cycles die out, with an error 65 % below LuGre's.",
      .where = "Fig. 10",
      .verdict = LEDGER_FALSE,
      .truth = "The mass sticks for 69 s, is then thrown hundreds of metres, and goes on in cycles "
               "of that size.",
      .evidence = { { MODEL, EXPERIMENT, "pid_error" },
                    { MODEL, EXPERIMENT, "pid_error_shrinks" },
                    { MODEL, EXPERIMENT, "pid_sticks" },
                    { MODEL, EXPERIMENT, "pid_thrown" } } },
    { .id = "C12",
      .claim = "The terms in dz/dt and dy/dt matter only when the direction of motion changes.",
      .where = "section II, before (4)",
      .verdict = LEDGER_FALSE,
      .truth = "Without any change of direction the model returns energy, and without alpha dy/dt "
               "it would not.",
      .evidence = { { MODEL, PASSIVITY, "one_way" }, { MODEL, PASSIVITY, "one_way_alpha_0" } } },
    { .id = NULL },
};
