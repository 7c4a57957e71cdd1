model coulomb "Coulomb friction"
  // Coulomb: constant friction against the motion.
  //
  //     F = Fc sgn(v),   v != 0;     F in [-Fc, Fc],   v = 0             (1)
  //
  // Li, Na, "Adaptive Identification and Control of Uncertain Systems with Nonsmooth
  // Dynamics", ch. 1, (1.4), with Fc = mu |f_n|. Armstrong-Helouvry, Dupont, Canudas
  // de Wit, Automatica 30(7), 1083-1138, 1994, for the set-valued force at v = 0.
  //
  // No state: the force follows the velocity at once.
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1 "Table I of Martinez-Rosas et al.; any friction level";
equation
  F = Fc*sign(v) "(1)";
  annotation(__Bristle(source="Li & Na, Adaptive Identification and Control, (1.4)", speed_max=1e3, regressor={sign(v)}, coefficients={Fc},
    claims={passivity(source="(1): F v = Fc |v|"), odd_symmetry(source="(1)"), rate_independence(source="(1)"),
      finite_force(source="(1)"), steady_state(domain="v != 0", source="(1): no state")}));
end coulomb;
