model elastoplastic "LuGre with an elastic range"
  // Elastoplastic: LuGre with an elastic range, in which nothing slides.
  //
  //     dz/dt = v [1 - alpha(z,v) sigma0 z sgn(v)/G(v)]                  (1)
  //     G(v)  = Fc + (Fs-Fc) exp(-|v/vs|^m)                              (2)
  //     F     = sigma0 z + sigma1 dz/dt + sigma2 v                       (3)
  //     alpha = 0 where w = z sgn(v) <= z_ba, 1 where w >= z_max, between them the ramp
  //             [1 - cos(pi (w-z_ba)/(z_max-z_ba))]/2                    (4)
  //
  // P. Dupont, V. Hayward, B. Armstrong, F. Altpeter, "Single state elastoplastic friction models",
  // IEEE Trans. Autom. Control 47(5), 787-792, 2002 (not confirmed against the paper), with G =
  // sigma0 z_ss and the sinusoidal transition. The paper has 0 < z_ba < z_max <= z_ss(v) at every v;
  // here z_max <= 0.95 Fc/sigma0, so that the ramp is left after a finite travel, and z_ba <= 0.9
  // z_max, so that it has a width. Levels and damping are those of Table I of Canudas de Wit et al.
  // 1995, as LuGre's; z_ba and z_max are ours.
  //
  // alpha has a slope where it meets 0 and 1, so that (1) needs no event there; where v changes
  // its sign alpha jumps, but the factor v does not. Along the path xi = int |v| dt at held v,
  // dw/dxi = 1 - alpha w/z_ss: w grows with the path below z_ba, relaxes as LuGre's from z_max on,
  // and between the equation separates and is integrated to rounding (sine_ramp.h). Its distance from
  // steady sliding is twice that of a decay over 4 Fs/sigma0 at most, elastic range included.
  //
  // Below sigma0 z_ba cycles are elastic and return: no drift, where LuGre's and Dahl's laws have it,
  // along cycles at one speed from rest. (Beyond z_ss, after slow sliding and at so high a speed
  // that sigma1 outweighs the bristle, z falls towards z_ss under little force: F below
  // break-away does not always mean z below z_ba.)
  //
  // In monotone motion from rest, what it tends to is LuGre as z_max -> 0 and z_ba with it: with
  // rho = sigma0 z_max/Fc,
  //     0 <= z - z_lugre <= -z_max ln(1 - rho)                           (5)
  // at held v, and decaying by exp(-xi/z_ss) from z = z_max on: the bristle of (1) is never behind,
  // gains at most z_max/z_ss per path, and only until it is at z_max. With z_ba -> 0 alone the ramp
  // stays, and with it a part of the elastic range.
  //
  // With S = sigma0 z^2/2 and e = alpha w/z_ss, 0 <= e <= Fs/Fc,
  //     F v - dS/dt = |v| [sigma0 w e + |v| (sigma1 (1-e) + sigma2)]     (6)
  // so that passivity holds under LuGre's condition sigma2 >= sigma1 (Fs-Fc)/Fc. It needs one: slow
  // sliding stretches the bristle beyond what fast sliding can hold. Without any damping an elastic
  // stretch comes back whole.
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
  // settling_rate: The rate in |F - F_ss| < 2 exp(-rate h) force_scale: from -Fs/sigma0 it takes a
  // path of at most 5.5 Fs/sigma0 to z_max, along which this bound falls to 1/2 and |sigma1 dz/dt|
  // stays below sigma1 |v|, half of what the scale has for it; and sigma0 |z - z_ss| decays faster
  // throughout.
  // break_away: The largest force of the elastic range; a creeping start ends at Fs.
  annotation(__Bristle(source="Dupont, Hayward, Armstrong, Altpeter, IEEE TAC 47(5), 2002", speed_max=1e3,
    storage=sigma0*z^2/2, bound(z=Fs/sigma0), steady(z=G/sigma0*sign(v)), settling_rate=abs(v)*sigma0/(4*Fs),
    force_scale=Fs + (sigma1*(1 + Fs/G) + sigma2)*abs(v), break_away=sigma0*z_ba, length=Fs/sigma0, stribeck_speed=vs,
    regressor={z, der(z), v}, coefficients={sigma0, sigma1, sigma2},
    claims={
      passivity(domain="the defaults", verdict=false, origin="assumed", base="defaults", witness="elastoplastic_passivity.json",
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
