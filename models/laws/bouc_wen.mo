model bouc_wen "Bouc-Wen hysteresis"
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real k(unit="N/m", min=1, max=1e9) = 1e5 "Table I of Canudas de Wit et al. 1995: sigma0";
  parameter Real c(unit="1", min=0, max=0.99) = 0 "share of the elastic spring; 0: friction only";
  parameter Real A(unit="1", min=1e-3, max=1e3) = 1 "1 makes k the initial stiffness";
  parameter Real beta(min=-1e10, max=1e10) = 5e4 "Table I: sigma0/(2 Fc)" annotation(__Bristle(unit="1/m^n"));
  parameter Real gamma(min=-1e10, max=1e10) = 5e4 "Table I: sigma0/(2 Fc)" annotation(__Bristle(unit="1/m^n"));
  parameter Integer n(min=1, max=2) = 1 "1 in Bouc; 1 or 2 here";
  Real z(unit="m", start=0, fixed=true, min=-1, max=1) "hysteretic displacement";
  Real x(unit="m", start=0, fixed=true, min=-1e3, max=1e3) "travel";
protected
  parameter Real level(unit="m") = (A/(beta + gamma))^(1/n);
equation
  assert(beta + gamma > 1e-6*abs(beta), "beta + gamma > 0 (by a millionth of beta)");
  assert(n == 1 or beta >= 0, "beta >= 0 for n = 2 (z would run off to infinity)");
  der(z) = A*v - beta*abs(v)*sign(z)*abs(z)^n - gamma*v*abs(z)^n;
  der(x) = v;
  F = c*k*x + (1 - c)*k*z;
  annotation(__Bristle(source="Bouc 1967; Wen, ASCE JEM 102(2), 1976", speed_max=1e3,
    storage=k*(c*x^2/2 + (1 - c)*integral(u/(A + (beta - gamma)*u^n), u, 0, abs(z))),
    bound(z=level), steady(z=level*sign(v)), steady_force=(1 - c)*k*level*sign(v), settling_rate=abs(v)*A/level*max(min(1/2, beta/(beta + gamma)), 0),
    magnification=max(1, (beta + gamma)/(2*beta)), break_away=(1 - c)*k*level, length=level/min(A, 1),
    regressor={x, z}, coefficients={c*k, (1 - c)*k},
    claims={passivity(domain="beta >= gamma/10^6", where=beta >= 1e-6*gamma, source="(5), beta > 0, c < 1"),
      dissipation(domain="beta >= gamma/10^6", where=beta >= 1e-6*gamma, source="(5), beta >= 0"),
      state_bound(domain="beta >= gamma/10^6", where=beta >= 1e-6*gamma, source="(4), beta >= 0: |z| <= (A/(beta+gamma))^(1/n)"),
      steady_state(domain="c = 0, v != 0, beta >= gamma/10^6", box=Box(c={0, 0}), where=beta >= 1e-6*gamma, source="(4)"),
      rate_independence(domain="beta >= gamma/10^6", where=beta >= 1e-6*gamma, source="(4)"),
      no_drift(domain="c = 0, beta >= gamma/10^6", verdict=false, box=Box(c={0, 0}), where=beta >= 1e-6*gamma, signals="cycle",
        source="elastic below the level; not so: Charalampakis & Koumousis 2009", witness="bouc_wen_no_drift.json"),
      odd_symmetry(domain="beta >= gamma/10^6", where=beta >= 1e-6*gamma, source="(1)-(3)"), finite_force(source="(1)-(3)")}));
end bouc_wen;
