model reset_integrator "Haessig-Friedland reset integrator"
  // Reset integrator: a bristle that stops stretching when it is at its limit.
  //
  //     dp/dt = 0   if (v > 0 and p >= p0) or (v < 0 and p <= -p0), else v   (1)
  //     F     = (1 + a(p)) k p + b dp/dt,   a(p) = a0 for |p| < p0, else 0   (2)
  //
  // D. A. Haessig, B. Friedland, "On the modeling and simulation of friction", ASME J. Dyn. Syst.
  // Meas. Control 113(3), 354-362, 1991 (not confirmed against the paper), in the form of Olsson et
  // al., "Friction models and friction compensation", Eur. J. Control 4(3), 176-195, 1998 (not
  // confirmed against the paper). k p0 is the sliding friction, (1 + a0) k p0 the break-away force.
  // Stiffness and damping have the values of Table I of Canudas de Wit et al. 1995, p0 = Fc/sigma0
  // and 1 + a0 = Fs/Fc.
  //
  // Below the limit p is the travel itself, so there is no drift; at the limit the force
  // drops at once, by a0 k p0. Which case of (1) and (2) holds is memory: a slip begins where
  // |p| passes p0, and the transition puts p back there; it ends where the motion turns back.
  // At rest after a slip it has not ended.
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real k(unit="N/m", min=1, max=1e9) = 1e5 "stiffness sigma0 of Canudas de Wit et al. 1995";
  parameter Real p0(unit="m", min=1e-9, max=1e-2) = 1e-5 "Fc/sigma0 there";
  parameter Real a0(unit="1", min=0, max=10) = 0.5 "Fs/Fc - 1 there; 0: no stiction";
  parameter Real b(unit="N.s/m", min=0, max=1e6) = 316.22776601683796 "sigma1 there; 0: no damping";
  Real p(unit="m", start=0, fixed=true, min=-1, max=1) "strain of the bristle";
  Integer slip(start=0, fixed=true) "the direction of the slip, or 0";
equation
  der(p) = if slip == 0 then v else 0;
  when pre(slip) == 0 and p0 - sign(v)*p <= 0 then
    slip = sign(v);
    reinit(p, sign(v)*p0);
  elsewhen pre(slip) <> 0 and pre(slip)*v < 0 then
    slip = 0;
  end when;
  F = (if slip == 0 then 1 + a0 else 1)*k*p + b*der(p);
  // settling_rate: The limit is reached after a travel of at most 2 p0, in which 2 exp(-|v| h/(4
  // p0)) falls no further than to 1.21: not below the distance of any force from the steady one.
  annotation(__Bristle(source="Haessig & Friedland, ASME JDSMC 113(3), 1991", speed_max=1e3,
    storage=(1 + a0)*k*p^2/2, bound(p=p0), steady(p=p0*sign(v)), settling_rate=abs(v)/(4*p0),
    steady_force=k*p0*sign(v), force_scale=(1 + a0)*k*p0 + b*abs(v),
    break_away=(1 + a0)*k*p0, length=p0, regressor={if slip == 0 then p else 0, p, der(p)}, coefficients={a0*k, k, b},
    claims={passivity(domain="b > 0", where=b > 0, source="storage below; without damping a stretch below break-away comes back whole"),
      dissipation(source="S = (1+a0) k p^2/2: F v - dS/dt is b v^2 below the limit, k p0 |v| at it"),
      state_bound(source="(1)"), steady_state(domain="v != 0", source="(1), (2): at the limit after a travel of at most 2 p0"),
      odd_symmetry(source="(1), (2)"), no_drift(signals="cycle", source="(1): below break-away p is the travel"),
      finite_force(source="(1), (2)")}));
end reset_integrator;
