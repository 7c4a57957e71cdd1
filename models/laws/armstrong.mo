model armstrong "Armstrong's seven parameters: rising static friction, frictional lag"
  // Armstrong-Helouvry, Dupont, Canudas de Wit, Automatica 30(7), 1994; Olsson et al. 1998. Deviations: a lag in
  // place of the delay; the force breaks away at the static level; a slide that stops leaves the spring at its force.
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
