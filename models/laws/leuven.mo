model leuven "Leuven integrated friction"
  // Lampaert, Swevers, Al-Bender, IEEE TAC 47(4), 683-687, 2002. Deviations: n = 1 or 2; W1 + .. + WN >= Fs.
  // F v - dS/dt = |v| [G |w|^(n+1) + |v| (sigma1 (1-e) + sigma2)] + F_slip dz/dt, e = sgn(w) |w|^n    (5)
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
  annotation(__Bristle(source="Lampaert, Swevers, Al-Bender, IEEE TAC 47(4), 2002", speed_max=1e3,
    storage=sum(if i <= N then k[i]*z[i]^2/2 else 0 for i in 1:most), bound(z={W[i]/k[i] for i in 1:most}),
    steady_force=G*sign(v) + sigma2*v, settling_rate=abs(v)/(2*G)*min({if i <= N then k[i] else k[1] for i in 1:most}),
    force_scale=Fs + (sigma1*(1 + (Fs/G)^n) + sigma2)*abs(v),
    stribeck(z={W[i]/k[i]*exp(-abs(v/vs)^m) for i in 1:most}), break_away=Fs, length=max({if i <= N then W[i]/k[i] else 0 for i in 1:most}), stribeck_speed=vs,
    regressor={{if i <= N then z[i] else 0 for i in 1:most}, dz, v}, coefficients={k, sigma1, sigma2},
    claims={
      passivity(domain="the defaults", verdict=false, base="defaults", witness="leuven_passivity.json",
        source="expected of friction; not so, like LuGre's: Barabanov & Ortega 2000"),
      passivity(domain="sigma2 >= sigma1 [(Fs/Fc)^n - 1]", where=sigma2 >= sigma1*((Fs/Fc)^n - 1), source="(5), (6)"),
      dissipation(domain="sigma2 >= sigma1 [(Fs/Fc)^n - 1]", where=sigma2 >= sigma1*((Fs/Fc)^n - 1), source="(5), S = sum of k_i z_i^2/2"),
      state_bound(source="(4); (1): from rest z stays where |F_h| <= Fs"),
      no_drift(verdict=false, signals="cycle", witness="leuven_no_drift.json",
        source="elastic below break-away; not so, like LuGre's: Dupont et al. 2002"),
      rate_independence(base="defaults", box=Box(k1={1, 1e9}, sigma1={0, 0}, sigma2={0, 0}, Fs={1, 1}),
        domain="sigma1 = sigma2 = 0, Fs = Fc", source="(1), (4): then a function of the path"),
      odd_symmetry(source="(1)-(4)"), finite_force(source="(1)-(4)"),
      steady_state(domain="v != 0", source="(1): F_h tends to G, which the elements can hold"),
      regressor(domain="z1..z4 known", source="(3): U = [z1, z2, z3, z4, dz/dt, v]"),
      identifiability(base="defaults", domain="k1..k4, sigma1, sigma2; z1..z4 known",
        source="(3), (4): the elements slip one after the other")}));
end leuven;
