// LuGre whose sigma1 falls with speed, as in MuJoCo's motor (not confirmed against its source):
// H. Olsson, "Control systems with friction", thesis, Lund, 1996, sigma1 exp(-(v/vd)^2).
model fading_lugre "LuGre with a damping that falls with speed"
  input Real v(unit="m/s");
  output Real F(unit="N");
  parameter Real sigma0(unit="N/m", min=1, max=1e9) = 1e5 "stiffness of the bristles";
  parameter Real sigma1(unit="N.s/m", min=0, max=1e6) = 316 "their damping at rest";
  parameter Real sigma2(unit="N.s/m", min=0, max=1e4) = 0.4;
  parameter Real Fc(unit="N", min=1e-6, max=1e6) = 1;
  parameter Real Fs(unit="N", min=1e-6, max=1e6) = 1.5;
  parameter Real vs(unit="m/s", min=1e-6, max=10) = 0.001;
  parameter Real vd(unit="m/s", min=1e-6, max=10) = 0.01 "speed at which the damping fades";
  Real z(unit="m", start=0, fixed=true, min=-1, max=1) "deflection";
  Real G(unit="N") = Fc + (Fs - Fc)*exp(-(v/vs)^2);
equation
  assert(Fs >= Fc, "Fs >= Fc");
  der(z) = v - sigma0*abs(v)/G*z;
  F = sigma0*z + sigma1*exp(-(v/vd)^2)*der(z) + sigma2*v;
  annotation(__Bristle(source="MuJoCo", speed_max=100, storage=sigma0*z^2/2, bound(z=Fs/sigma0),
    length=Fs/sigma0,
    claims={passivity(source="hoped for"), dissipation(source="hoped for"),
            state_bound(source="|z| <= Fs/sigma0"), odd_symmetry(source="F is odd"),
            steady_state(source="F = G + sigma2 v")}));
end fading_lugre;
