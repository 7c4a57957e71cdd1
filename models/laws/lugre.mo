model lugre "LuGre bristle model"
  // LuGre: the mean deflection z of elastic bristles, with Stribeck friction.
  //
  // C. Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky, "A new model for control of systems
  // with friction", IEEE Trans. Autom. Control 40(3), 419-425, 1995, eqs. (1)-(4) (not confirmed
  // against the paper) with G = sigma0 g and m = 2; m is free here, as in J. C. Martinez-Rosas, L.
  // Alvarez-Icaza, D. Noriega-Pineda. Defaults are Table I of either paper (sigma1 = sqrt(sigma0)).
  //
  // Linear in z at held v, so flow and work are closed form. Continuous in v: the
  // selection s is used only as the sign of v.
  //
  // Vibrations below break-away make z drift, as they do for Dahl's law: P. Dupont, V. Hayward, B.
  // Armstrong, F. Altpeter, "Single state elastoplastic friction models", IEEE Trans. Autom. Control
  // 47(5), 787-792, 2002 (not confirmed against the paper).
  //
  // Passivity of v -> F needs sigma2 >= sigma1 (Fs-Fc)/Fc: N. Barabanov, R. Ortega,
  // "Necessary and sufficient conditions for passivity of the LuGre friction model",
  // IEEE Trans. Autom. Control 45(4), 830-832, 2000. With S = sigma0 z^2/2 and
  // w = sigma0 z s/G, which never exceeds Fs/Fc:
  //     F v - dS/dt = |v| [G w^2 + |v| (sigma1 (1-w) + sigma2)]          (4)
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real sigma0(unit="N/m", min=1, max=1e9) = 1e5 "Table I; soft rubber to hard metal contacts";
  parameter Real sigma1(unit="N.s/m", min=0, max=1e6) = 316.22776601683796 "Table I: sqrt(sigma0)";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4 "Table I";
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1 "Table I; any friction level";
  parameter Real Fs(unit="N", min=1e-6, max=1e6) = 1.5 "Table I; Fs >= Fc";
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3 "Table I; creeping to fast sliding";
  parameter Real m(unit="1", min=0.5, max=2) = 2 "2 in Canudas de Wit et al.; 1/2 to 2 in the literature";
  Real z(unit="m", start=0, fixed=true, min=-1, max=1) "mean deflection of the bristles";
protected
  Real G(unit="N") = Fc + (Fs - Fc)*exp(-abs(v/vs)^m) "(2)";
equation
  assert(Fs >= Fc, "Fs >= Fc");
  der(z) = v - sigma0*abs(v)/G*z "(1)";
  F = sigma0*z + sigma1*der(z) + sigma2*v "(3)";
  annotation(__Bristle(source="Canudas de Wit et al., IEEE TAC 40(3), 1995, (1)-(4)", speed_max=1e3,
    storage=sigma0*z^2/2, bound(z=Fs/sigma0), break_away=Fs, length=Fs/sigma0, stribeck_speed=vs,
    regressor={z, der(z), v}, coefficients={sigma0, sigma1, sigma2},
    claims={
      passivity(verdict=false, origin="printed", domain="Fs >= Fc", source="taken for granted by Martinez-Rosas et al., section V",
        witness="lugre_passivity.json"),
      passivity(id="window", domain="sigma2 >= sigma1 (Fs-Fc)/Fc", where=sigma2*Fc >= sigma1*(Fs - Fc),
        source="Barabanov & Ortega 2000; (4)"),
      state_bound(source="(1) points inward at |z| = Fs/sigma0"),
      dissipation(domain="sigma2 >= sigma1 (Fs-Fc)/Fc", where=sigma2*Fc >= sigma1*(Fs - Fc),
        source="(4), S = sigma0 z^2/2"),
      no_drift(verdict=false, origin="assumed",
        instead="creeps under cycles below break-away, as far as there are cycles; elastoplastic has a range without drift",
        signals="cycle", witness="lugre_no_drift.json",
        source="elastic below break-away; not so: Dupont et al., IEEE TAC 47(5), 2002"),
      rate_independence(base="defaults", box=Box(sigma0={1, 1e9}, sigma1={0, 0}, sigma2={0, 0}, Fs={1, 1}),
        domain="sigma1 = sigma2 = 0, Fs = Fc", source="(1): then Dahl's law, a function of the path"),
      odd_symmetry(source="(1)-(3)"), finite_force(source="(1)-(3)"), steady_state(domain="v != 0", source="(1)-(3)"),
      regressor(domain="z known", source="(3): U = [z, dz/dt, v]"),
      identifiability(domain="sigma0, sigma1, sigma2; z known",
        source="(3): z, dz/dt and v are independent once z is not at rest")}));
end lugre;
