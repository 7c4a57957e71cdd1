model elastoplastic "LuGre with an elastic range"
  // Dupont, Hayward, Armstrong, Altpeter, IEEE TAC 47(5), 787-792, 2002, sinusoidal transition.
  // F v - d(sigma0 z^2/2)/dt = |v| [sigma0 w e + |v| (sigma1 (1-e) + sigma2)], e = alpha sigma0 w/G    (6)
  input Real v(unit="m/s");
  output Real F(unit="N");
  constant Real pi = 3.14159265358979323846;
  parameter Real sigma0(unit="N/m", min=1, max=1e9) = 1e5 "Table I; soft rubber to hard metal contacts";
  parameter Real sigma1(unit="N.s/m", min=0, max=1e6) = 316.22776601683796 "Table I: sqrt(sigma0)";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4 "Table I";
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1 "Table I; any friction level";
  parameter Real Fs(unit="N", min=1e-6, max=1e6) = 1.5 "Table I; Fs >= Fc";
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3 "Table I; creeping to fast sliding";
  parameter Real m(unit="1", min=0.5, max=2) = 2 "2 in Canudas de Wit et al.; 1/2 to 2 in the literature";
  parameter Real z_ba(unit="m", min=1e-12, max=1e-2) = 7e-6 "0.7 Fc/sigma0; elastic up to here";
  parameter Real z_max(unit="m", min=1e-11, max=1e-2) = 9e-6 "0.9 Fc/sigma0; plastic from here on";
  Real z(unit="m", start=0, fixed=true, min=-1, max=1) "mean deflection of the bristles";
protected
  Real G(unit="N") = Fc + (Fs - Fc)*exp(-abs(v/vs)^m);
  Real w(unit="m") = z*sign(v);
  Real alpha(unit="1") = smooth(1, if w <= z_ba then 0 elseif w >= z_max then 1
                                   else sin(pi/2*(w - z_ba)/(z_max - z_ba))^2);
equation
  assert(Fs >= Fc, "Fs >= Fc");
  assert(z_ba <= 0.9*z_max, "z_ba <= 0.9 z_max");
  assert(sigma0*z_max <= 0.95*Fc, "z_max <= 0.95 Fc/sigma0");
  der(z) = v - alpha*sigma0*abs(v)/G*z;
  F = sigma0*z + sigma1*der(z) + sigma2*v;
  annotation(__Bristle(source="Dupont, Hayward, Armstrong, Altpeter, IEEE TAC 47(5), 2002", speed_max=1e3,
    storage=sigma0*z^2/2, bound(z=Fs/sigma0), steady(z=G/sigma0*sign(v)), settling_rate=abs(v)*sigma0/(4*Fs),
    force_scale=Fs + (sigma1*(1 + Fs/G) + sigma2)*abs(v), break_away=sigma0*z_ba, length=Fs/sigma0, stribeck_speed=vs,
    regressor={z, der(z), v}, coefficients={sigma0, sigma1, sigma2},
    claims={
      passivity(domain="the defaults", verdict=false, base="defaults", witness="elastoplastic_passivity.json",
        source="taken for granted with any sigma1; not so, like LuGre's: Barabanov & Ortega 2000"),
      passivity(where=sigma1 + sigma2 > 0 and sigma2*Fc >= sigma1*(Fs - Fc),
        domain="sigma2 >= sigma1 (Fs-Fc)/Fc, not both 0", source="(6)"),
      dissipation(domain="sigma2 >= sigma1 (Fs-Fc)/Fc", where=sigma2*Fc >= sigma1*(Fs - Fc), source="(6), S = sigma0 z^2/2"),
      state_bound(source="(1) points inward at |z| = Fs/sigma0 > z_max"),
      no_drift(domain="cycles at one speed from rest", signals="cycle", source="(1), (4): below sigma0 z_ba z follows the travel"),
      rate_independence(base="defaults", box=Box(sigma0={1, 1e5}, sigma1={0, 0}, sigma2={0, 0}, Fs={1, 1}),
        domain="sigma1 = sigma2 = 0, Fs = Fc", source="(1): then a function of the path"),
      odd_symmetry(source="(1)-(4)"), finite_force(source="(1)-(4)"),
      steady_state(domain="v != 0", source="(1), (4): z_max < z_ss"),
      regressor(domain="z known", source="(3): U = [z, dz/dt, v]"),
      identifiability(domain="sigma0, sigma1, sigma2; z known",
        source="(3): z, dz/dt and v are independent once z has been plastic")}));
end elastoplastic;
