model lugre_increment "LuGre, static level as an increment"
  // LuGre with the static level given as an increment, and levels as deflections.
  //
  // As printed in lecture notes on friction modelling (in Spanish, anonymous, ch. 5) after C.
  // Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky, IEEE Trans. Autom. Control 40(3),
  // 419-425, 1995. Fc and Fs are deflections in m here: the Coulomb level is G0 Fc, and Fs is
  // the Stribeck increment, so that the static level is G0 (Fc + Fs). Named as in `lugre`:
  // sigma0, sigma1, sigma2 for G0, G1, G2, vs for Vs, v for w. With (sigma0 Fc, sigma0 (Fc+Fs))
  // for its (Fc, Fs) and m = 2 it is `lugre`; defaults are Table I translated so.
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real sigma0(unit="N/m", min=1, max=1e9) = 1e5 "Table I of Canudas de Wit et al. 1995";
  parameter Real sigma1(unit="N.s/m", min=0, max=1e6) = 316.22776601683796 "Table I: sqrt(sigma0)";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4 "Table I";
  parameter Real Fc(unit="m", min=1e-9, max=1e-2) = 1e-5 "Table I: Coulomb level over sigma0";
  parameter Real Fs(unit="m", min=0, max=1e-2) = 5e-6 "Table I: static less Coulomb level, over sigma0";
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3 "Table I; creeping to fast sliding";
  Real z(unit="m", start=0, fixed=true, min=-1, max=1) "mean deflection of the bristles";
protected
  Real g(unit="m") = Fc + Fs*exp(-(v/vs)^2) "(2)";
equation
  der(z) = v - abs(v)/g*z "(1)";
  F = sigma0*z + sigma1*der(z) + sigma2*v "(3)";
  annotation(__Bristle(source="lecture notes after Canudas de Wit et al. 1995", speed_max=1e3,
    storage=sigma0*z^2/2, bound(z=Fc + Fs), break_away=sigma0*(Fc + Fs), length=Fc + Fs, stribeck_speed=vs,
    regressor={z, der(z), v}, coefficients={sigma0, sigma1, sigma2},
    claims={
      passivity(verdict=false, origin="assumed", source="taken for granted of LuGre; see Barabanov & Ortega 2000",
        witness="lugre_increment_passivity.json"),
      passivity(domain="sigma2 >= sigma1 Fs/Fc", where=sigma2*Fc >= sigma1*Fs, source="Barabanov & Ortega, IEEE TAC 45(4), 2000, translated"),
      dissipation(domain="sigma2 >= sigma1 Fs/Fc", where=sigma2*Fc >= sigma1*Fs, source="the same, S = sigma0 z^2/2"),
      state_bound(source="(1) points inward at |z| = Fc + Fs"),
      no_drift(verdict=false, origin="assumed",
        instead="creeps under cycles below break-away, as far as there are cycles; elastoplastic has a range without drift",
        signals="cycle", witness="lugre_increment_no_drift.json",
        source="elastic below break-away; not so: Dupont et al., IEEE TAC 47(5), 2002"),
      odd_symmetry(source="(1)-(3)"), steady_state(domain="v != 0", source="(1)-(3)"),
      regressor(domain="z known", source="(3): U = [z, dz/dt, v]"),
      identifiability(domain="sigma0, sigma1, sigma2; z known",
        source="(3): z, dz/dt and v are independent once z is not at rest"),
      finite_force(source="(1)-(3)")}));
end lugre_increment;
