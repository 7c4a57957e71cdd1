model armstrong "Armstrong's seven parameters: rising static friction, frictional lag"
  // Armstrong's seven-parameter model: static friction that rises with the time at rest, and Stribeck
  // friction that follows the velocity late.
  //
  //     stuck:    F = sigma0 z,   dz/dt = v,   until s z = (Fc + Fs(t2))/sigma0        (1)
  //     sliding:  F = [Fc + Fs(t2) (1 - l)] s + sigma2 v,   until v = 0                (2)
  //     Fs(t2) = Fsa + (Fs - Fsa) t2/(t2 + gamma)                                     (3)
  //     tau dl/dt = r(v) - l,   r = (v/vs)^2/(1 + (v/vs)^2)                            (4)
  //
  // with s = sgn v, t2 the time spent stuck and Fsa what was left of Stribeck friction, Fs(t2) (1-l),
  // at the end of the sliding before. B. Armstrong-Helouvry, P. Dupont, C. Canudas de Wit, "A survey
  // of models, analysis tools and compensation methods for the control of machines with friction",
  // Automatica 30(7), 1083-1138, 1994; Olsson et al., "Friction models and friction compensation",
  // Eur. J. Control 4(3), 176-195, 1998 (not confirmed against the paper). Fs is what static friction
  // after a long rest has over Fc.
  //
  // Deviations. The survey has r at v(t - tau), a pure delay; (4) is a first-order lag of the same
  // time. It leaves open how sticking passes into sliding: here the force breaks away where it
  // reaches the static level, and a slide that stops leaves the spring at its last force, so that F
  // is continuous there. Fs(t2) stays as it is while sliding.
  //
  // The state psi = gamma/(t2 + gamma) stands for the time at rest, dpsi/dt = -psi^2/gamma while
  // stuck; it is 0 after an infinite rest, with which everything begins, and never negative (the
  // equations go on evenly). Mode and Fs - Fsa are memory.
  //
  // With S = sigma0 z^2/2, F v = dS/dt while stuck, F v >= Fc |v| at constant S while sliding, and
  // a stop never raises |z|: (1)-(4) only dissipate, whatever has happened. There is no steady force
  // of v alone: Fs(t2) depends on the last rest.
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real sigma0(unit="N/m", min=1, max=1e9) = 1e5 "Table I of Canudas de Wit et al. 1995";
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1 "Table I; any friction level";
  parameter Real Fs(unit="N", min=1e-6, max=1e6) = 0.5 "Table I: its Fs - Fc";
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3 "Table I; creeping to fast sliding";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4 "Table I";
  parameter Real tau(unit="s", min=1e-6, max=1) = 5e-3 "1 to 50 ms in Armstrong-Helouvry et al. 1994";
  parameter Real gamma(unit="s", min=1e-3, max=1e3) = 1 "0 to 200 s there";
  Real z(unit="m", start=0, fixed=true, min=-1, max=1) "stretch of the contact; while sliding, where it broke away";
  Real loss(unit="1", start=0, fixed=true, min=0, max=1) "part of Stribeck friction that speed has taken";
  Real psi(unit="1", start=0, fixed=true, min=0, max=1) "gamma/(t2 + gamma), t2 the time stuck";
  Integer slides(start=0, fixed=true) "the direction, 0 while stuck";
  discrete Real lacking(unit="N", start=0, fixed=true) "Fs - Fsa";
protected
  Real level(unit="N") = Fs - lacking*abs(psi) "static friction above Fc";
  Real r(unit="1") = (v/vs)^2/(1 + (v/vs)^2);
equation
  der(z) = if slides == 0 then v else 0;
  tau*der(loss) = r - loss;
  der(psi) = if slides == 0 then -psi*abs(psi)/gamma else 0;
  when pre(slides) <> 0 and pre(slides)*v <= 0 then
    slides = 0;
    lacking = Fs - (Fs - pre(lacking)*abs(psi))*(1 - loss);
    reinit(z, pre(slides)*(Fc + (Fs - pre(lacking)*abs(psi))*(1 - loss))/sigma0);
    reinit(psi, 1);
  elsewhen pre(slides) == 0 and Fc + (Fs - pre(lacking)*abs(psi)) - sign(v)*sigma0*z <= 0 then
    slides = sign(v);
    lacking = pre(lacking);
    reinit(z, sign(v)*(Fc + (Fs - pre(lacking)*abs(psi)))/sigma0);
  end when;
  F = if slides == 0 then sigma0*z else (Fc + level*(1 - loss))*sign(v) + sigma2*v;
  annotation(__Bristle(source="Armstrong-Helouvry, Dupont, Canudas de Wit, Automatica 30(7), 1994", speed_max=1e3,
    storage=sigma0*z^2/2, bound(z=(Fc + Fs)/sigma0, loss=1, psi=1), break_away=Fc + Fs, length=(Fc + Fs)/sigma0,
    force_scale=Fc + Fs + sigma2*abs(v), stribeck_speed=vs,
    claims={dissipation(source="S = sigma0 z^2/2; (1), (2)"), state_bound(source="(1)-(4): sigma0 |z| <= Fc + Fs"),
      odd_symmetry(source="(1)-(4)"), finite_force(source="(1)-(4)")}));
end armstrong;
