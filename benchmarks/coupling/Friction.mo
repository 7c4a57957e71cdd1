within;
package Friction "A law of friction behind the C ABI of bristle_law.h, sampled"

  class Law "An instance"
    extends ExternalObject;

    function constructor
      input Real parameters[:] "in the law's order; none: its defaults";
      output Law law;
      external "C" law = friction_open(parameters, size(parameters, 1))
        annotation(Include = "#include \"friction_modelica.h\"", Library = {"friction_modelica", "lugre"});
    end constructor;

    function destructor
      input Law law;
      external "C" friction_close(law)
        annotation(Include = "#include \"friction_modelica.h\"", Library = {"friction_modelica", "lugre"});
    end destructor;
  end Law;

  impure function step "Takes a step of h seconds to velocity v"
    input Law law;
    input Real h(unit = "s");
    input Real v(unit = "m/s");
    output Real F(unit = "N");
    external "C" F = friction_step(law, h, v)
      annotation(Include = "#include \"friction_modelica.h\"", Library = {"friction_modelica", "lugre"});
  end step;

  block Sampled "Friction force of a relative velocity; a mass obeys m*der(v) = u - F"
    parameter Real period(unit = "s") = 0.0009765625;
    parameter Real parameters[:] = fill(0.0, 0) "in the law's order; none: its defaults";
    input Real v(unit = "m/s");
    discrete output Real F(unit = "N", start = 0, fixed = true);
  protected
    Law law = Law(parameters);
  algorithm
    when sample(period, period) then
      F := step(law, period, v);
    end when;
  end Sampled;

  model Ramp "The velocity rises by 0.25 m/s in 1 s"
    Sampled friction(v = 0.25*time);
    annotation(experiment(StopTime = 1));
  end Ramp;
end Friction;
