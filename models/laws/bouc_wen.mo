model bouc_wen "Bouc-Wen hysteresis"
  // Bouc-Wen: a hysteretic spring, here as friction.
  //
  //     dz/dt = A v - beta |v| |z|^(n-1) z - gamma v |z|^n               (1)
  //     dx/dt = v                                                        (2)
  //     F     = c k x + (1-c) k z                                        (3)
  //
  // R. Bouc, "Forced vibration of mechanical systems with hysteresis", 4th Conf. on Nonlinear
  // Oscillation, Prague, 1967 (not confirmed against the paper); Y. K. Wen, "Method for random
  // vibration of hysteretic systems", ASCE J. Eng. Mech. Div. 102(2), 249-263, 1976. With A > 0 and
  // beta + gamma > 0; n = 1 or 2, for which the flow is elementary. Defaults make the stiffness and
  // the level those of Dahl's law at Table I of Canudas de Wit et al. 1995 (k = sigma0, z_max =
  // Fc/sigma0, c = 0).
  //
  // Rate independent: along the path xi = int |v| dt, with u = z sgn(v), (1) is
  //     du/dxi = A - (beta+gamma) u^n  for u >= 0,  A + (beta-gamma) |u|^n  for u < 0   (4)
  // For beta >= 0 z stays within z_max = (A/(beta+gamma))^(1/n): classes I (beta >= |gamma|) and II
  // (gamma > beta >= 0) of M. Ismail, F. Ikhouane, J. Rodellar, "The hysteresis Bouc-Wen model, a
  // survey", Arch. Comput. Methods Eng. 16, 161-188, 2009 (not confirmed against the paper). For beta
  // < 0 the way back from close to z_max leads outwards without end: exponentially for n = 1, and for
  // n = 2, which is therefore refused, to infinity within a finite travel.
  //
  // With S = c k x^2/2 + (1-c) k int_0^|z| u/(A + (beta-gamma) u^n) du, what unloading gives back,
  //     F v - dS/dt = (1-c) k |v z| 2 beta |z|^n/(A + (beta-gamma) |z|^n)  if v z > 0, else 0  (5)
  // So the law dissipates in both classes, and brings energy for beta < 0: it is not beta >= |gamma|
  // but beta >= 0 that matters. (With z^2/(2A) for the integral, class I would be needed.)
  //
  // In class II unloading magnifies errors: in terms of int du/(A + (beta-gamma) |u|^n) it keeps and
  // loading shrinks them, which bounds the magnification by (beta+gamma)/(2 beta). Claims are made
  // where working precision still tells z_max from where unloading would end, by a millionth.
  //
  // |z| has a kink where z changes its sign, and so has (1): a step across it is of second order,
  // whatever the method, unless it ends there and goes by the equations of its side.
  //
  // Cycles below the level drift, as for Dahl's law: A. E. Charalampakis, V. K. Koumousis, "A
  // Bouc-Wen model compatible with plasticity postulates", J. Sound Vib. 322, 954-968, 2009 (not
  // confirmed against the paper).
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
  // told_apart: Returns true when z_max and the end of unloading are a millionth apart, or more (see
  // the head of this file).
  // steady_force: The steady force of the hysteretic part, which is all of the force for c = 0.
  // settling_rate: The distance e = z_max - u obeys de/dxi <= -e (A/z_max) min(1/2,
  // beta/(beta+gamma)) by (4); for beta < 0 it need not settle.
  // bound: For beta < 0 the bound is the one that loading keeps; unloading keeps none.
  // magnification: The magnification derived at the head of this file. For beta <= 0 errors grow no
  // faster than next to z_max.
  annotation(__Bristle(source="Bouc 1967; Wen, ASCE JEM 102(2), 1976", speed_max=1e3,
    storage=k*(c*x^2/2 + (1 - c)*integral(u/(A + (beta - gamma)*u^n), u, 0, abs(z))),
    bound(z=level), steady(z=level*sign(v)), steady_force=(1 - c)*k*level*sign(v), settling_rate=abs(v)*A/level*max(min(1/2, beta/(beta + gamma)), 0),
    magnification=if beta > 0 then max(1, (beta + gamma)/(2*beta)) else exp((gamma - beta)*A/(beta + gamma)/level*travel), break_away=(1 - c)*k*level, length=level/min(A, 1),
    regressor={x, z}, coefficients={c*k, (1 - c)*k},
    claims={passivity(domain="beta >= gamma/10^6", where=beta >= 1e-6*gamma, source="(5), beta > 0, c < 1"),
      dissipation(domain="beta >= gamma/10^6", where=beta >= 1e-6*gamma, source="(5), beta >= 0"),
      state_bound(domain="beta >= gamma/10^6", where=beta >= 1e-6*gamma, source="(4), beta >= 0: |z| <= (A/(beta+gamma))^(1/n)"),
      steady_state(domain="c = 0, v != 0, beta >= gamma/10^6", box=Box(c={0, 0}), where=beta >= 1e-6*gamma, source="(4)"),
      rate_independence(domain="beta >= gamma/10^6", where=beta >= 1e-6*gamma, source="(4)"),
      no_drift(domain="c = 0, beta >= gamma/10^6", verdict=false, origin="assumed",
        instead="creeps under cycles below break-away, as far as there are cycles; elastoplastic has a range without drift",
        box=Box(c={0, 0}), where=beta >= 1e-6*gamma, signals="cycle",
        source="elastic below the level; not so: Charalampakis & Koumousis 2009", witness="bouc_wen_no_drift.json"),
      odd_symmetry(domain="beta >= gamma/10^6", where=beta >= 1e-6*gamma, source="(1)-(3)"), finite_force(source="(1)-(3)")}));
end bouc_wen;
