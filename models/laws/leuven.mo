model leuven "Leuven integrated friction"
  // Leuven integrated friction: LuGre's form around a hysteresis with nonlocal memory.
  //
  //     dz/dt = v [1 - sgn(w) |w|^n],   w = F_h/S,   S = s G(v)          (1)
  //     G(v)  = Fc + (Fs-Fc) exp(-|v/vs|^m)                              (2)
  //     F     = F_h + sigma1 dz/dt + sigma2 v                            (3)
  //
  // with s = sgn v. J. Swevers, F. Al-Bender, C. G. Ganseman, T. Prajogo, "An integrated friction
  // model structure with improved presliding behavior for accurate friction compensation", IEEE
  // Trans. Autom. Control 45(4), 675-686, 2000 (not confirmed against the paper); in the form of V.
  // Lampaert, J. Swevers, F. Al-Bender, "Modification of the Leuven integrated friction model
  // structure", IEEE Trans. Autom. Control 47(4), 683-687, 2002 (not confirmed against the paper): in
  // (1) is all of F_h, where the first paper has its part since the last reversal and so a jump of F
  // where a loop closes, and F_h is that of Maxwell-slip elements, with no stack to overflow. Element
  // i = 1..N, N <= 4, deflected by z_i, carries k_i z_i:
  //
  //     F_h   = sum of k_i z_i,   dz_i/dt = dz/dt within |k_i z_i| <= W_i,
  //             0 where dz/dt leads out of it                            (4)
  //
  // The level S in (1) has the sign of v, as s(v) in both papers: then w -> 1 in both directions.
  // With a level that is always positive a motion back would pass F_h = -G and not settle.
  //
  // Deviations. n = 1 or 2, for which held velocity has a closed form (saturation.h). W_1 + .. +
  // W_N >= Fs, so that F_h gets to G at every speed: steady sliding is at w = 1, where not all slip.
  // z itself is no state, since only the deflections matter. Defaults: levels, damping and the sum of
  // stiffnesses of Table I of Canudas de Wit et al. 1995; equal W_i of sum Fs.
  //
  // F_h is a function of the path of z that returns to an outer loop when an inner one closes. Where
  // the speed has grown so fast that F_h is beyond G, dz/dt is opposite to v: elements that slipped
  // stick and give way. Which way an element slips is memory; it ends where dz/dt turns.
  //
  // One element with W_1 >= Fs never slips, and with n = 1 (1) to (4) are LuGre's law, sigma0 = k_1.
  // Between events F_h grows with z by K, the stiffness of what sticks, and w by (1).
  //
  // With S = sum of k_i z_i^2/2 and e = sgn(w) |w|^n <= (Fs/Fc)^n,
  //     F v - dS/dt = |v| [G |w|^(n+1) + |v| (sigma1 (1-e) + sigma2)] + F_slip dz/dt   (5)
  // where F_slip, of those that slip, has the sign of dz/dt. So v -> F is passive under
  //     sigma2 >= sigma1 [(Fs/Fc)^n - 1]                                 (6)
  // for n = 1 LuGre's condition, and one is needed: creep stretches F_h to Fs, a burst then gets
  // v (sigma1 [1 - (Fs/Fc)^n] + sigma2) over a path, however fast. Cycles below break-away drift, as
  // LuGre's do: while F_h > 0 the path forth is longer than z's, by 1/(1-e), and the path back is
  // shorter.
  constant Integer most = 4;
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Integer N(min=1, max=most) = 4 "any number in Lampaert et al. 2002";
  parameter Integer n(min=1, max=2) = 1 "free in Swevers et al.; 1 is LuGre's";
  parameter Real k[most](each unit="N/m", each min=1, each max=1e9) = {4e4, 3e4, 2e4, 1e4}
    "Table I of Canudas de Wit et al. 1995: they sum to sigma0";
  parameter Real W[most](each unit="N", each min=1e-6, each max=1e6) = {0.375, 0.375, 0.375, 0.375}
    "our choice: they sum to Fs";
  parameter Real sigma1(unit="N.s/m", min=0, max=1e6) = 316.22776601683796 "Table I: sqrt(sigma0)";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4 "Table I";
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1 "Table I; any friction level";
  parameter Real Fs(unit="N", min=1e-6, max=1e6) = 1.5 "Table I; Fs >= Fc";
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3 "Table I; creeping to fast sliding";
  parameter Real m(unit="1", min=0.5, max=2) = 2 "1/2 to 2 in the literature";
  Real z[most](each unit="m", each start=0, each fixed=true, each min=-0.01, each max=0.01) "deflections";
  Integer slip[most](each start=0, each fixed=true) "direction of an element's slip, 0: it sticks";
protected
  Real G(unit="N") = Fc + (Fs - Fc)*exp(-abs(v/vs)^m);
  Real Fh(unit="N") = sum(if i <= N then k[i]*z[i] else 0 for i in 1:most);
  Real w(unit="1") = Fh*sign(v)/G;
  Real dz(unit="m/s") = v*(1 - sign(w)*abs(w)^n);
equation
  assert(sum(if i <= N then W[i] else 0 for i in 1:most) >= Fs, "W1 + .. + WN >= Fs");
  assert(Fs >= Fc, "Fs >= Fc");
  for i in 1:most loop
    der(z[i]) = if i > N or slip[i]*dz > 0 then 0 else dz;
    when i <= N and pre(slip[i]) == 0 and W[i]/k[i] - sign(dz)*z[i] <= 0 then
      slip[i] = sign(dz);
      reinit(z[i], sign(dz)*W[i]/k[i]);
    elsewhen pre(slip[i]) <> 0 and pre(slip[i])*dz < -1e-13*abs(v) then
      slip[i] = 0;
    end when;
  end for;
  F = Fh + sigma1*dz + sigma2*v;
  // settling_rate: The rate in |F - F_ss| < 2 exp(-rate h) force_scale: w moves by at least the
  // softest element's k/G per path. For n = 1 as LuGre's; for n = 2 and w = -tan a on the way to 0
  // the distance of both terms stays below 2 (Fs/G) exp(-tau/2) and 2 (Fs/G)^2 exp(-tau/2) of their
  // scales, and decays faster from there on.
  // force_scale: From rest |k_1 z_1| + .. <= Fs, and so |w| <= Fs/G.
  annotation(__Bristle(source="Lampaert, Swevers, Al-Bender, IEEE TAC 47(4), 2002", speed_max=1e3,
    storage=sum(if i <= N then k[i]*z[i]^2/2 else 0 for i in 1:most), bound(z={W[i]/k[i] for i in 1:most}),
    steady_force=G*sign(v) + sigma2*v, settling_rate=abs(v)/(2*G)*min({if i <= N then k[i] else k[1] for i in 1:most}),
    force_scale=Fs + (sigma1*(1 + (Fs/G)^n) + sigma2)*abs(v),
    stribeck(z={W[i]/k[i]*exp(-abs(v/vs)^m) for i in 1:most}), break_away=Fs, length=max({if i <= N then W[i]/k[i] else 0 for i in 1:most}), stribeck_speed=vs,
    regressor={{if i <= N then z[i] else 0 for i in 1:most}, dz, v}, coefficients={k, sigma1, sigma2},
    claims={
      passivity(domain="the defaults", verdict=false, origin="assumed", base="defaults", witness="leuven_passivity.json",
        source="expected of friction; not so, like LuGre's: Barabanov & Ortega 2000"),
      passivity(domain="sigma2 >= sigma1 [(Fs/Fc)^n - 1]", where=sigma2 >= sigma1*((Fs/Fc)^n - 1), source="(5), (6)"),
      dissipation(domain="sigma2 >= sigma1 [(Fs/Fc)^n - 1]", where=sigma2 >= sigma1*((Fs/Fc)^n - 1), source="(5), S = sum of k_i z_i^2/2"),
      state_bound(source="(4); (1): from rest z stays where |F_h| <= Fs"),
      no_drift(verdict=false, origin="assumed",
        instead="creeps under cycles below break-away, as far as there are cycles; elastoplastic has a range without drift",
        signals="cycle", witness="leuven_no_drift.json",
        source="elastic below break-away; not so, like LuGre's: Dupont et al. 2002"),
      rate_independence(base="defaults", box=Box(k1={1, 1e9}, sigma1={0, 0}, sigma2={0, 0}, Fs={1, 1}),
        domain="sigma1 = sigma2 = 0, Fs = Fc", source="(1), (4): then a function of the path"),
      odd_symmetry(source="(1)-(4)"), finite_force(source="(1)-(4)"),
      steady_state(domain="v != 0", source="(1): F_h tends to G, which the elements can hold"),
      regressor(domain="z1..z4 known", source="(3): U = [z1, z2, z3, z4, dz/dt, v]"),
      identifiability(base="defaults", domain="k1..k4, sigma1, sigma2; z1..z4 known",
        source="(3), (4): the elements slip one after the other")}));
end leuven;
