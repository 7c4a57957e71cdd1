model coulomb_viscous "Coulomb + viscous friction"
  // Coulomb and viscous friction together.
  //
  //     F = Fc sgn(v) + sigma2 v,   v != 0;     F in [-Fc, Fc],   v = 0   (1)
  //
  // The sum of (1.4) and (1.5) of Li, Na, "Adaptive Identification and Control of Uncertain Systems
  // with Nonsmooth Dynamics", ch. 1, with f_c = Fc and f_v = sigma2; H. Olsson, K. J. Astrom, C.
  // Canudas de Wit, M. Gafvert, P. Lischinsky, "Friction models and friction compensation", Eur. J.
  // Control 4(3), 176-195, 1998 (not confirmed against the paper), for its place among the static
  // laws.
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1 "Table I of Martinez-Rosas et al.; any level";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4 "Table I";
equation
  F = Fc*sign(v) + sigma2*v "(1)";
  annotation(__Bristle(source="Li & Na, Adaptive Identification and Control, (1.4) + (1.5)", speed_max=1e3,
    regressor={sign(v), v}, coefficients={Fc, sigma2},
    claims={passivity(source="(1): F v = Fc |v| + sigma2 v^2"), odd_symmetry(source="(1)"),
      steady_state(domain="v != 0", source="(1): no state"), finite_force(source="(1)"), regressor(source="(1)")}));
end coulomb_viscous;
