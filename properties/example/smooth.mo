model smooth "Stribeck friction, smooth around rest"
  // E. Pennestri, V. Rossi, P. Salvini, P. P. Valentini, "Review and comparison of dry friction
  // force models", Nonlinear Dynamics 83(4), 1785-1801, 2016 (not confirmed against the paper).
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1 "any friction level";
  parameter Real Fs(unit="N", min=1e-6, max=1e6) = 1.5 "Fs >= Fc";
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 1e-3 "creeping to fast sliding";
  parameter Real vt(unit="m/s", min=1e-6, max=10) = 1e-4 "a tenth of vs";
equation
  assert(Fs >= Fc, "Fs >= Fc");
  F = (Fc + (Fs - Fc)*exp(-(v/vs)^2))*tanh(v/vt) "(1)";
  annotation(__Bristle(source="Pennestri et al., Nonlinear Dynamics 83(4), 2016", speed_max=1e3,
    claims={passivity(source="(1): F has the sign of v"), odd_symmetry(source="(1)"),
      finite_force(source="(1)"), steady_state(domain="v != 0", source="(1): no state")}));
end smooth;
