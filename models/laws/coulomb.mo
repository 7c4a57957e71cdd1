model coulomb "Coulomb friction"
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1 "Table I of Martinez-Rosas et al.; any friction level";
equation
  F = Fc*sign(v);
  annotation(__Bristle(source="Li & Na, Adaptive Identification and Control, (1.4)", speed_max=1e3, regressor={sign(v)}, coefficients={Fc},
    claims={passivity(source="(1): F v = Fc |v|"), odd_symmetry(source="(1)"), rate_independence(source="(1)"),
      finite_force(source="(1)"), steady_state(domain="v != 0", source="(1): no state")}));
end coulomb;
