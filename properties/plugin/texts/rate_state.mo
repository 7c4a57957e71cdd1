// Rate-and-state friction with the ageing law, regularised at rest.
//
// N. Lapusta, J. R. Rice, Y. Ben-Zion, G. Zheng, "Elastodynamic analysis for slow tectonic loading
// with spontaneous rupture episodes on faults with rate- and state-dependent friction", J. Geophys.
// Res. 105(B10), 2000 (not confirmed against the paper):
//
//     F = N a asinh(|v|/(2 V0) exp((f0 + b ln(V0 theta/L))/a)) sgn v,   dtheta/dt = 1 - |v| theta/L
//
// with asinh(g) = log(g + sqrt(g^2 + 1)). It begins at the age of steady slip at V0.
model rate_state "Dieterich-Ruina, ageing law"
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real N(unit="N", min=1, max=1e6) = 100 "normal force";
  parameter Real f0(min=0.1, max=0.8) = 0.6 "friction at V0";
  parameter Real a(min=0.01, max=0.1) = 0.01 "direct effect";
  parameter Real b(min=0.005, max=0.03) = 0.015 "evolution effect";
  parameter Real L(unit="m", min=1e-7, max=1e-2) = 1e-5 "critical slip distance";
  parameter Real V0(unit="m/s", min=1e-9, max=1e-3) = 1e-6 "reference speed";
  Real theta(unit="s", start=L/V0, fixed=true, min=0) "age of the contacts";
  Real g = abs(v)/(2*V0)*exp((f0 + b*log(V0*theta/L))/a);
equation
  der(theta) = 1 - abs(v)*theta/L;
  F = N*a*sign(v)*log(g + sqrt(g^2 + 1));
  annotation(__Bristle(source="Lapusta et al. 2000", speed_max=1, force_scale=N*(2 + b*abs(v)/V0),
    claims={passivity(source="friction dissipates"), odd_symmetry(source="F is odd in v")}));
end rate_state;
