// LuGre with bristles that stiffen: the spring's force is sigma0 z + sigma3 z^3.
//
// C. Canudas de Wit, H. Olsson, K. J. Astrom, P. Lischinsky, IEEE Trans. Autom. Control 40(3), 1995
// (not confirmed against the paper), leave the bristles linear. At held velocity the state is then
// that of a cubic equation: it has no closed form in time. With S = sigma0 z^2/2 + sigma3 z^4/4 the
// energy balance is LuGre's, and so is the condition under which it is passive.
model cubic_lugre "LuGre with a cubic spring"
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real sigma0(unit="N/m", min=1, max=1e9) = 1e5 "stiffness at rest";
  parameter Real sigma3(unit="N/m3", min=0, max=1e18) = 1e15 "adds a tenth of it at 10 um";
  parameter Real sigma1(unit="N.s/m", min=0, max=1e6) = 316.22776601683796 "sqrt(sigma0)";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4;
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1;
  parameter Real Fs(unit="N", min=1e-6, max=1e6) = 1.5;
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3;
  Real z(unit="m", start=0, fixed=true, min=-1, max=1) "mean deflection of the bristles";
protected
  Real G(unit="N") = Fc + (Fs - Fc)*exp(-(v/vs)^2);
  Real spring(unit="N") = sigma0*z + sigma3*z^3;
equation
  assert(Fs >= Fc, "Fs >= Fc");
  der(z) = v - abs(v)/G*spring;
  F = spring + sigma1*der(z) + sigma2*v;
  annotation(__Bristle(source="LuGre with a cubic spring", speed_max=1e3, storage=sigma0*z^2/2 + sigma3*z^4/4,
    bound(z=Fs/sigma0), break_away=Fs, length=Fs/sigma0, stribeck_speed=vs,
    regressor={z, z^3, der(z), v}, coefficients={sigma0, sigma3, sigma1, sigma2},
    claims={
      passivity(verdict=false, domain="Fs >= Fc", source="taken for granted"),
      passivity(id="window", domain="sigma2 >= sigma1 (Fs-Fc)/Fc", where=sigma2*Fc >= sigma1*(Fs - Fc),
        source="as of LuGre"),
      state_bound(source="points inward at z = Fs/sigma0"),
      odd_symmetry(source="odd in v and z"), finite_force(source="sums and products"),
      steady_state(domain="v != 0", source="dz/dt decreases with z"),
      regressor(domain="z known", source="the terms of F")}));
end cubic_lugre;
