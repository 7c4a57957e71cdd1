model martinez_rosas "LuGre with a dynamic Stribeck state"
  // Martinez-Rosas: LuGre with the Stribeck effect as a second state.
  //
  //     F     = sigma0 Fc z + sigma1 dz/dt + sigma2 v
  //
  // J. C. Martinez-Rosas, L. Alvarez-Icaza, D. Noriega-Pineda, "Modelo dinamico de
  // friccion: un enfoque para identificacion y control" (in Spanish), eqs. (1)-(3), with
  // defaults from its Table I and m = 2 or 1/2. The time constant of y is 1 s as
  // printed; Table I gives sigma1 in m/(m/s) and sigma0 in 1/N, here the units that
  // make (1)-(3) consistent.
  //
  // At held v everything is closed form: z relaxes at the rate sigma0 |v|, y at 1/s. The
  // force jumps by 2 alpha/sigma0 across v = 0, and is ill-conditioned for large alpha,
  // where the terms in y cancel against each other.
  //
  // Several claims of the paper are false as printed; they stand below with their
  // witnesses, each beside what is true instead. Proposition 1 holds for alpha in a window:
  // creeping preloads y at vanishing cost, and a burst at speed V then returns energy unless
  //     sup_V [Fs-Fc-(sigma1+sigma2)V]/(1+g) <= alpha/sigma0
  //                                          <= inf_V [Fs-Fc+(sigma1+sigma2)V]/(1-g)
  // which is 25000 to 108926.079 at Table I. Inside it the storage kappa sigma0 z^2/2 proves
  // passivity at Table I, m = 2: kappa = Fc up to alpha = 102134, and beyond that
  // kappa = Fc - sigma1 V with V = 1.53541e-3 m/s, where the upper bound is attained.
  input Real v(unit="m/s");
  output Real F(unit="N");
  constant Real tau(unit="s") = 1 "left out in (3)";
  constant Real unit_speed(unit="m/s") = 1 "left out in (17)-(19)";
  parameter Real sigma0(unit="1/m", min=1, max=1e9) = 1e5 "Table I; same range as LuGre's for Fc = 1 N";
  parameter Real sigma1(unit="N.s/m", min=0, max=1e6) = 316.22776601683796 "Table I: sqrt(sigma0)";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4 "Table I";
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1 "Table I; Fc > 0 under (1)";
  parameter Real Fs(unit="N", min=1e-6, max=1e6) = 1.5 "Table I; Fs >= Fc in Proposition 1";
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3 "Table I; creeping to fast sliding";
  parameter Real m(unit="1", min=0.5, max=2) = 2 "footnote 3: m = 1/2 or 2";
  parameter Real alpha(unit="N.s/m", min=0, max=1e12) = 1e9 "Table I; alpha >= 0, 0 dropping the term";
  Real z(unit="m", start=0, fixed=true, min=-1, max=1) "bristle deflection (Coulomb)";
  Real y(unit="m", start=0, fixed=true, min=-1, max=1) "Stribeck state";
protected
  Real g(unit="1") = exp(-abs(v/vs)^m);
equation
  assert(Fs >= Fc, "Fs >= Fc");
  der(z) = v - sigma0*abs(v)*z "(2)";
  der(y) = (sign(v)*g/sigma0 - y)/tau "(3)";
  F = sigma0*Fc*z + sigma1*der(z) + sigma2*v + sigma0*(Fs - Fc)*y + alpha*der(y) "(1)";
  annotation(__Bristle(source="Martinez-Rosas, Alvarez-Icaza, Noriega-Pineda, (1)-(3)", speed_max=1e3,
    bound(z=1/sigma0, y=1/sigma0), length=1/sigma0, stribeck_speed=vs, stribeck(y=g/sigma0),
    parts(I1=sigma1*der(z) + sigma2*v, I2=sigma0*Fc*z, I3=alpha*der(y), I4=sigma0*(Fs - Fc)*y),
    regressor={z, -abs(v)*z, v, y, -y, sign(v)*g},
    coefficients={sigma0*Fc, sigma0*sigma1, sigma1 + sigma2, sigma0*(Fs - Fc), alpha/tau, alpha/tau/sigma0}, identifiable=5,
    printed_regressor={z, -abs(v)*z, v, y, -y, sign(v)*exp(-abs(v/unit_speed)^m)*exp((abs(v0/unit_speed)^m) - abs(v0/vs)^m)},
    claims={
      passivity(verdict=false, origin="printed", domain="Fs >= Fc", source="Proposition 1, (8)", witness="martinez_rosas_passivity.json"),
      passivity(id="window", domain="Table I, alpha in [25000, 108926.079]", base="defaults", box=Box(alpha={25000, 108926.079}), source="corrects Proposition 1: the window above"),
      passivity(id="one_way", domain="v never changes sign", verdict=false, origin="printed", signals="one_way", witness="martinez_rosas_passivity.json",
        source="section II: alpha dy/dt matters only where the direction changes"),
      passivity(id="one_way_alpha_0", domain="v never changes sign, alpha = 0", box=Box(alpha={0, 0}), signals="one_way",
        source="then z and y have the sign of v: only alpha dy/dt gives energy back"),
      state_bound(source="(12a) for z; for y the largest g(v)/sigma0 is 1/sigma0"),
      stribeck_state_bound(verdict=false, origin="printed", source="(12b)", witness="martinez_rosas_stribeck_state_bound.json"),
      stribeck_state_bound(id="slowing", domain="|v| never increases", signals="slowing",
        source="corrects (12b): g(v) then never falls, and y relaxes to sgn(v) g(v)/sigma0"),
      stribeck_history_bound(source="corrects (12b): the flow of (3) averages sgn(v) g(v)/sigma0 over the past"),
      steady_state(domain="v != 0", source="(5)-(7)"), finite_force(source="(1)-(3)"), odd_symmetry(source="(1)-(3)"),
      i1_nonnegative(domain="sigma2 > 0", where=sigma2 > 0, source="(11a), (13)"), i2_nonnegative(source="(11b), (14)"),
      i3_nonnegative(verdict=false, origin="printed",
        instead="gives energy back where |v| grows faster than y decays",
        domain="Fs >= Fc", source="(11c), (15)", witness="martinez_rosas_i3_nonnegative.json"),
      i4_nonnegative(verdict=false, origin="printed",
        instead="gives energy back where v turns against a y that has been charged",
        domain="Fs >= Fc", source="(11d), after (16)",
        witness="martinez_rosas_i4_nonnegative.json"),
      regressor(domain="n = 1/vs^m known", source="corrects (17)-(19): exp(-n|v|^m) in U, beta = 1 in P"),
      regressor_as_printed(verdict=false, origin="printed", witness="martinez_rosas_regressor_as_printed.json",
        source="(17)-(19), exp(-n|v|^m) = beta exp(-|v|^m) with a constant beta"),
      regressor_as_printed(id="vs_1", domain="vs = 1 m/s", box=Box(vs={1, 1}), source="corrects (17)-(19): n = 1, then beta = 1"),
      identifiability(verdict=false, origin="printed",
        instead="five of the six combinations: identifiable_rank",
        domain="P1 to P6", witness="martinez_rosas_identifiability.json",
        source="section VI: all parameters; but columns 4, 5 of (18) are y, -y"),
      identifiable_rank(domain="P1, P2, P3, P4-P5, P6; n known",
        source="corrects section VI: P4 and P5 act only by their difference")},
    experiments={ // of a mass of 1 kg from rest, as in section IV
      experiment(id="pre_sliding_moves", domain="pre_sliding: moves by 1 um in 65 s", verdict=false, origin="printed",
        source="Fig. 2: pre-sliding displacement as LuGre's",
        scenario="pre_sliding", time=65, samples=1301, measure="largest_x", at_least=1e-6),
      experiment(id="pre_sliding_sticks", domain="pre_sliding: sticks for 65 s",
        source="the relay of +-alpha/sigma0 = 10 kN holds 1.425 N",
        scenario="pre_sliding", time=65, samples=1301, measure="first_release", at_least=65),
      experiment(id="stick_slip_slips", domain="stick_slip: slips within 30 s", verdict=false, origin="printed",
        source="Figs. 6, 7: stick-slip as LuGre's",
        scenario="stick_slip", time=317, samples=318, measure="first_release", at_most=30),
      experiment(id="stick_slip_sticks", domain="stick_slip: sticks for 316 s",
        source="while it sticks dy/dt = -(Fs-Fc) sigma0/alpha y + ..., a slow creep",
        scenario="stick_slip", time=317, samples=318, measure="first_release", at_least=316),
      experiment(id="pid_error", domain="pid: error < 22.4 mm after 50 s", verdict=false, origin="printed",
        source="Fig. 10b: 65 % below that of LuGre, which is 64.0 mm",
        scenario="pid", time=100, samples=2001, measure="late_error", at_most=0.35*0.0640),
      experiment(id="pid_error_shrinks", domain="pid: error shrinks after 50 s", verdict=false, origin="printed",
        source="Fig. 10a: limit cycles that die out",
        scenario="pid", time=100, samples=2001, measure="error_growth", at_most=1),
      experiment(id="pid_sticks", domain="pid: sticks for 69 s",
        source="the relay holds until y has crept to 0.97/sigma0",
        scenario="pid", time=100, samples=2001, measure="first_release", at_least=69),
      experiment(id="pid_thrown", domain="pid: thrown beyond 500 m by 100 s",
        source="the relay then lets go within vs, and 10 kN drive the mass",
        scenario="pid", time=100, samples=2001, measure="largest_x", at_least=500)}));
end martinez_rosas;
