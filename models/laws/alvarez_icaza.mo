model alvarez_icaza "predecessor of martinez_rosas"
  // Alvarez-Icaza: the predecessor of the Martinez-Rosas model, without sigma0.
  //
  // L. Alvarez-Icaza, R. Jimenez-Fabian, "An identifiable control oriented dynamic friction
  // model", 7th IFAC Symposium on Nonlinear Control Systems, Pretoria, 419-426, 2007, as
  // described by J. C. Martinez-Rosas, L. Alvarez-Icaza, D. Noriega-Pineda, who say that they
  // put sigma0 into the first and fourth terms of (1) and the second ones of (2) and (3). It is
  // `martinez_rosas` with sigma0 = 1 (1/m): z, in m, needs a travel of metres to settle. The
  // defaults are their Table I, with alpha/sigma0 for alpha.
  input Real v(unit="m/s");
  output Real F(unit="N");
  constant Real tau(unit="s") = 1 "left out in (3)";
  constant Real L(unit="m") = 1 "left out in (2)";
  parameter Real sigma1(unit="N.s/m", min=0, max=1e6) = 316.22776601683796 "Table I of the successor";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4 "Table I";
  parameter Real Fc(unit="N/m", min=1e-6, max=1e6) = 1 "Table I; Fc > 0";
  parameter Real Fs(unit="N/m", min=1e-6, max=1e6) = 1.5 "Table I; Fs >= Fc";
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3 "Table I; creeping to fast sliding";
  parameter Real m(unit="1", min=0.5, max=2) = 2 "m = 1/2 or 2";
  parameter Real alpha(unit="N.s/m", min=0, max=1e9) = 1e4 "Table I: alpha/sigma0; 0 drops the term";
  Real z(unit="m", start=0, fixed=true, min=-10, max=10) "bristle deflection (Coulomb)";
  Real y(unit="m", start=0, fixed=true, min=-10, max=10) "Stribeck state";
protected
  Real g(unit="1") = exp(-abs(v/vs)^m);
equation
  assert(Fs >= Fc, "Fs >= Fc");
  der(z) = v - abs(v)*z/L "(2)";
  der(y) = (sign(v)*g*L - y)/tau "(3)";
  F = Fc*z + sigma1*der(z) + sigma2*v + (Fs - Fc)*y + alpha*der(y) "(1)";
  annotation(__Bristle(source="Alvarez-Icaza & Jimenez-Fabian, IFAC NOLCOS 2007", speed_max=1e3,
    bound(z=L, y=L), length=L, stribeck_speed=vs, stribeck(y=g*L),
    parts(I1=sigma1*der(z) + sigma2*v, I2=Fc*z, I3=alpha*der(y), I4=(Fs - Fc)*y),
    regressor={z, -abs(v)*z, v, y, -y, sign(v)*g},
    coefficients={Fc, sigma1/L, sigma1 + sigma2, Fs - Fc, alpha/tau, alpha*L/tau}, identifiable=5,
    claims={
      passivity(verdict=false, domain="Fs >= Fc", origin="printed",
        instead="the successor, sigma0 times this law, is passive for alpha in a window; none is proved here",
        witness="alvarez_icaza_passivity.json",
        source="the successor's Proposition 1, said to be inherited"),
      state_bound(source="(2), (3) point inward at |z| = 1 and |y| = 1"),
      stribeck_state_bound(domain="|v| never increases", signals="slowing", source="g(v) then never falls, and y relaxes to sgn(v) g(v)"),
      stribeck_history_bound(source="the flow of (3) averages sgn(v) g(v) over the past"),
      steady_state(domain="v != 0", source="(1)-(3)"), odd_symmetry(source="(1)-(3)"), finite_force(source="(1)-(3)"),
      regressor(domain="n = 1/vs^m known", source="(1)-(3) are linear in sigma1, sigma2, Fc, Fs, alpha"),
      identifiable_rank(domain="P1, P2, P3, P4-P5, P6; n known",
        source="(1)-(3): y acts with P4 - P5 = Fs - Fc - alpha; and alpha = P6")}));
end alvarez_icaza;
