model lugre_damped "LuGre with damping that vanishes at speed"
  // H. Olsson, K. J. Astrom, C. Canudas de Wit, M. Gafvert, P. Lischinsky, "Friction models and
  // friction compensation", Eur. J. Control 4(3), 176-195, 1998.
  //
  // lugre_damped.c says why the law is dissipative if sigma1 vd <= 4 sqrt(2e) Fc.
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real sigma0(unit="N/m", min=1, max=1e9) = 1e5 "as LuGre's";
  parameter Real sigma1(unit="N.s/m", min=0, max=1e6) = 316.22776601683796 "as LuGre's, at v = 0";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4 "as LuGre's";
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1 "as LuGre's";
  parameter Real Fs(unit="N", min=1e-6, max=1e6) = 1.5 "as LuGre's; Fs >= Fc";
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3 "as LuGre's";
  parameter Real vd(unit="m/s", min=1e-6, max=10) = 1e-3 "of the size of vs";
  Real z(unit="m", start=0, fixed=true, min=-1, max=1) "mean deflection of the bristles";
protected
  Real G(unit="N") = Fc + (Fs - Fc)*exp(-(v/vs)^2) "(2)";
equation
  assert(Fs >= Fc, "Fs >= Fc");
  der(z) = v - sigma0*abs(v)/G*z "(1)";
  F = sigma0*z + sigma1*exp(-(v/vd)^2)*der(z) + sigma2*v "(3)";
  annotation(__Bristle(source="Olsson et al., Eur. J. Control 4(3), 1998", speed_max=1e3,
    storage=sigma0*z^2/2, bound(z=Fs/sigma0), length=Fs/sigma0, stribeck_speed=vs,
    claims={
      passivity(domain="sigma1 vd <= 4 sqrt(2e) Fc", where=sigma1*vd <= 9.326575926388496*Fc, source="(4)"),
      dissipation(domain="sigma1 vd <= 4 sqrt(2e) Fc", where=sigma1*vd <= 9.326575926388496*Fc, source="(4)"),
      state_bound(source="(1) points inward at |z| = Fs/sigma0"),
      steady_state(domain="v != 0", source="(1)-(3)"), odd_symmetry(source="(1)-(3)"),
      finite_force(source="(1)-(3)")}));
end lugre_damped;
