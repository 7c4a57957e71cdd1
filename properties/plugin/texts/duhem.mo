// A Duhem law: that of P. Dahl, "A solid friction model", 1968, (2), with his exponent i (not
// confirmed against the report).
model duhem "Dahl's law with his exponent"
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real sigma(unit="N/m", min=1, max=1e9) = 1e5 "stiffness at rest";
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1;
  parameter Real i(min=1, max=4) = 2 "exponent";
  Real f(unit="N", start=0, fixed=true) "friction";
  Real left = 1 - f/Fc*sign(v) "of the way to Fc";
equation
  assert(i >= 1, "i >= 1");
  der(f) = sigma*abs(left)^i*sign(left)*v;
  F = f;
  annotation(__Bristle(source="Dahl 1968, (2)", speed_max=100, bound(f=Fc), length=Fc/sigma,
    claims={passivity(source="hoped for"), state_bound(source="|F| <= Fc"),
            odd_symmetry(source="F is odd"), finite_force(source="|F| <= Fc")}));
end duhem;
