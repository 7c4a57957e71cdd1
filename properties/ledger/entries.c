/* The ledger's entries: data only. */
#include "properties/ledger/ledger.h"

#define MODEL "martinez_rosas"

const struct ledger_entry ledger_entries[] = {
    { .id = "C1",
      .claim = "At constant velocity the force tends to LuGre's steady friction curve.",
      .where = "(5)-(7)",
      .verdict = LEDGER_TRUE,
      .truth = "z relaxes at the rate sigma0 |v|, y at 1/s, to (5) and (6); v = 0 is left out, "
               "where z keeps its value.",
      .evidence = { { MODEL, STEADY_STATE, "v != 0" }, { "lugre", STEADY_STATE, "v != 0" } } },
    { .id = "C2",
      .claim = "From zero state |z| <= 1/sigma0.",
      .where = "(12a)",
      .verdict = LEDGER_TRUE,
      .truth = "z moves towards sgn(v)/sigma0 and never past it.",
      .evidence = { { MODEL, STATE_BOUND, "always" } } },
    { .id = "C3",
      .claim = "From zero state |y| <= exp(-n|v|^m)/sigma0 at all times.",
      .where = "(12b)",
      .verdict = LEDGER_FALSE,
      .truth = "The bound falls at once when |v| grows, y only at 1/s: it is kept while |v| never "
               "increases, and otherwise by the largest value that the bound had in the past.",
      .evidence = { { MODEL, STRIBECK_STATE_BOUND, "always" },
                    { MODEL, STRIBECK_STATE_BOUND, "|v| never increases" },
                    { MODEL, STRIBECK_HISTORY_BOUND, "always" } } },
    { .id = "C4",
      .claim = "The map from velocity to force is strictly passive whenever Fs >= Fc.",
      .where = "Proposition 1, (8)",
      .verdict = LEDGER_FALSE,
      .truth = "At Table I and m = 2 it is passive for 25000 <= alpha <= 108926.079 N s/m; Table I "
               "has 10^9. The proof uses (12b) in (15) and after (16).",
      .evidence = { { MODEL, PASSIVITY, "Fs >= Fc" },
                    { MODEL, PASSIVITY, "Table I, alpha in [25000, 108926.079]" } } },
    { .id = "C5",
      .claim = "The terms of the energy in dy/dt and y, I3 and I4, are never negative.",
      .where = "(15), after (16)",
      .verdict = LEDGER_FALSE,
      .truth = "Both can give energy back: I3 when |v| grows faster than y decays, I4 when v turns "
               "against a y that has been charged. Their bounds rest on (12b).",
      .evidence = { { MODEL, I3_NONNEGATIVE, "Fs >= Fc" },
                    { MODEL, I4_NONNEGATIVE, "Fs >= Fc" } } },
    { .id = "C6",
      .claim = "The terms of the energy in dz/dt, v and z, I1 and I2, are positive.",
      .where = "(13), (14)",
      .verdict = LEDGER_CONDITIONAL,
      .truth = "True once there was motion, I1 for sigma2 > 0 as the paper has it. Misprints: the "
               "first line of (14) should have + sigma0 |v| z and follows from (12a), not (12b); "
               "(15) lacks a factor 1/sigma0.",
      .evidence = { { MODEL, I1_NONNEGATIVE, "sigma2 > 0" },
                    { MODEL, I2_NONNEGATIVE, "always" } } },
    { .id = "C7",
      .claim = "Its passivity is equivalent to that of LuGre.",
      .where = "abstract, section V, conclusions",
      .verdict = LEDGER_FALSE,
      .truth = "Neither is passive at Table I. LuGre needs sigma2 >= sigma1 (Fs-Fc)/Fc = 158.1 "
               "N s/m and has 0.4; this model needs an alpha from its window.",
      .evidence = { { "lugre", PASSIVITY, "Fs >= Fc" },
                    { "lugre", PASSIVITY, "sigma2 >= sigma1 (Fs-Fc)/Fc" },
                    { MODEL, PASSIVITY, "Fs >= Fc" },
                    { MODEL, PASSIVITY, "Table I, alpha in [25000, 108926.079]" } } },
    { .id = "C8",
      .claim = "F = U P with exp(-n|v|^m) = beta exp(-|v|^m), beta an unknown constant.",
      .where = "(17)-(19)",
      .verdict = LEDGER_FALSE,
      .truth =
          "No constant beta fits two speeds unless n = 1 (vs = 1 m/s), and then it is 1. With n "
          "known and exp(-n|v|^m) in U the force is linear in P.",
      .evidence = { { MODEL, REGRESSOR_AS_PRINTED, "always" },
                    { MODEL, REGRESSOR_AS_PRINTED, "vs = 1 m/s" },
                    { MODEL, REGRESSOR, "n = 1/vs^m known" } } },
    { .id = "C9",
      .claim = "All friction parameters, the six entries of P, can be identified.",
      .where = "abstract, section VI, (18), (19)",
      .verdict = LEDGER_FALSE,
      .truth = "Columns 4 and 5 of U are y and -y: of P4 and P5 only the difference acts. The "
               "other four and P4 - P5 can be told apart, if z, y and n are known; so can LuGre's "
               "three.",
      .evidence = { { MODEL, IDENTIFIABILITY, "P1 to P6" },
                    { MODEL, IDENTIFIABLE_RANK, "P1, P2, P3, P4-P5, P6; n known" },
                    { "lugre", IDENTIFIABILITY, "sigma0, sigma1, sigma2; z known" } } },
    { .id = "C10",
      .claim = "At Table I it shows pre-sliding displacement and stick-slip motion.",
      .where = "Figs. 2, 6, 7",
      .verdict = LEDGER_FALSE,
      .truth =
          "In these experiments the mass does not move: alpha dy/dt is a relay of 10 kN, which "
          "holds it until y has crept up. What was computed for the figures is unknown.",
      .evidence = { { MODEL, EXPERIMENT, "pre_sliding: moves by 1 um in 65 s" },
                    { MODEL, EXPERIMENT, "pre_sliding: sticks for 65 s" },
                    { MODEL, EXPERIMENT, "stick_slip: slips within 30 s" },
                    { MODEL, EXPERIMENT, "stick_slip: sticks for 316 s" } } },
    { .id = "C11",
      .claim = "Under PID control its limit cycles die out, with an error 65 % below LuGre's.",
      .where = "Fig. 10",
      .verdict = LEDGER_FALSE,
      .truth = "The mass sticks for 69 s, is then thrown hundreds of metres, and goes on in cycles "
               "of that size.",
      .evidence = { { MODEL, EXPERIMENT, "pid: error < 22.4 mm after 50 s" },
                    { MODEL, EXPERIMENT, "pid: error shrinks after 50 s" },
                    { MODEL, EXPERIMENT, "pid: sticks for 69 s" },
                    { MODEL, EXPERIMENT, "pid: thrown beyond 500 m by 100 s" } } },
    { .id = "C12",
      .claim = "The terms in dz/dt and dy/dt matter only when the direction of motion changes.",
      .where = "section II, before (4)",
      .verdict = LEDGER_FALSE,
      .truth = "Without any change of direction the model returns energy, and without alpha dy/dt "
               "it would not.",
      .evidence = { { MODEL, PASSIVITY, "v never changes sign" },
                    { MODEL, PASSIVITY, "v never changes sign, alpha = 0" } } },
    { .id = NULL },
};
