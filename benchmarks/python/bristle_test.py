"""What Python gets is what the programs print, and mistakes are named. Arguments: simulate, verify,
a text of LuGre's law by the name my_lugre, the output of the README's first line."""
import csv
import io
import json
import subprocess
import sys

import numpy as np

import bristle

simulate, verify, text, shown = sys.argv[1:]


def rows(*arguments):
    """The table of simulate as columns; what is empty is NAN."""
    done = subprocess.run([simulate, "--format", "csv", *arguments], capture_output=True, text=True, check=True)
    lines = list(csv.DictReader(io.StringIO(done.stdout)))
    return {name: np.array([float(line[name] or "nan") for line in lines]) for name in lines[0]}


def by_steps(model, method, velocity, samples, step, *more):
    return rows("--model", model, "--integrator", method, "--velocity", velocity, "--samples", str(samples),
                "--step", repr(step), "--events", "off", *more)


def raises(kind, words, call):
    try:
        call()
    except kind as error:
        assert words in str(error), f"{words} is not in: {error}"
        assert "\n" not in str(error), error
    else:
        raise AssertionError(f"expected an error that says {words}")


# Velocities and times are numbers that doubles have: bit for bit the steps of simulate.
t = np.arange(129) * 2.0**-10
v = (np.arange(129) - 48) * 2.0**-9
ramp = f"ramp {float(v[0])!r} {float(v[-1])!r} {float(t[-1])!r}"
for name, more in [("lugre", {"Fc": 1.25}), ("dahl", {}), ("maxwell_slip", {}), ("coulomb", {})]:
    settings = [word for p, value in more.items() for word in ("--set", f"{p}={value}")]
    expected = by_steps(name, "exponential", ramp, 129, 2.0**-10, *settings)
    law = bristle.law(name)
    force, x = law.run(v, t, **more)
    known = np.isfinite(expected["F"])
    assert known.sum() >= 128 and np.array_equal(force[known], expected["F"][known]), name
    assert np.array_equal(force, law.force(v, t, **more))
    assert x.shape == (129, len(law.states))
    for i, state in enumerate(law.states):
        assert np.array_equal(x[:, i], expected[state]), (name, state)

# A text is the law that it says, and its method can be chosen.
lugre = bristle.law("lugre")
assert np.array_equal(bristle.law(text).force(v, t), lugre.force(v, t))
# So is its C, printed by law_to_c.
with open("my_dahl.c") as file:
    assert "model_my_dahl" in file.read()
assert np.array_equal(bristle.law("my_dahl.c").force(v, t), bristle.law("dahl").force(v, t))
by_rk4 = bristle.law(text, "rk4")
assert by_rk4.method == "rk4" and by_rk4.name == "my_lugre"
# In parts of 2^-14 s, the longest below 0.1 ms that the samples are made of.
expected = by_steps(text, "rk4", "ramp 0.001 0.002 0.0078125", 65, 2.0**-14)
fine = np.arange(65) * 2.0**-13
mine = by_rk4.force(0.001 + 0.001 * fine / fine[-1], fine)
# The velocities differ by an ulp, 2e-19 m/s; dF/dv is at most sigma1 + sigma2, 317 N s/m.
assert np.all(np.abs(mine - expected["F"]) < 1e-14 * 64), np.abs(mine - expected["F"]).max()

# The first line of README.md: velocities differ by an ulp at most, digits shown are four.
first = by_steps("lugre", "exponential", "ramp 0 0.01 1", 1001, 0.001)["F"].max()
assert str(round(first, 4)) == shown, (first, shown)

# At one instant: LuGre's equations.
p = {name: q["value"] for name, q in lugre.parameters.items()}
z, speed = 4e-6, -0.0015
g = p["Fc"] + (p["Fs"] - p["Fc"]) * np.exp(-((abs(speed) / p["vs"]) ** 2))
rate = speed - p["sigma0"] * abs(speed) / g * z
force = p["sigma0"] * z + p["sigma1"] * rate + p["sigma2"] * speed
found, rates = lugre.respond(speed, z)
# Ten operations, each of a relative error of 2^-53; the terms are below 1 N.
assert abs(found - force) < 2e-15 and abs(rates[0] - rate) < 2e-18, (found - force, rates[0] - rate)
assert list(lugre.states) == ["z"] and lugre.states["z"]["unit"] == "m"
assert lugre.parameters["Fs"] == {"value": 1.5, "unit": "N", "lo": 1e-6, "hi": 1e6,
                                  "note": "Table I; Fs >= Fc"}
assert lugre.equations.startswith("dz/dt = v - sigma0*|v|/G*z")

# Verdicts are those of verify.
alone = subprocess.run([verify, "--format", "json", "--model", text, "--trials", "200", "--property", "passivity",
                        "--set", "Fc=1", "--set", "Fs=2"], capture_output=True, text=True)
assert bristle.verify(text, trials=200, property="passivity", set={"Fc": 1, "Fs": 2}) == \
    json.loads(alone.stdout)["results"]
assert {r["property"] for r in bristle.verify("dahl", trials=200, bare=True)} >= {"passivity", "no_drift"}

# Mistakes.
raises(TypeError, "lugre has no Fx, but sigma0, ", lambda: lugre.force(v, t, Fx=1))
raises(ValueError, "lugre needs Fc from 1e-06 to 1000000 N", lambda: lugre.force(v, t, Fc=0))
raises(ValueError, "lugre needs Fs >= Fc", lambda: lugre.force(v, t, Fc=2))
raises(ValueError, "times that rise", lambda: lugre.force(0, [0, 1, 1]))
raises(ValueError, "times that rise", lambda: lugre.force(0, [0, float("nan")]))
raises(ValueError, "finite velocities", lambda: lugre.force([0, float("nan")], [0, 1]))
raises(ValueError, "lugre needs states that are finite", lambda: lugre.respond(0, float("inf")))
raises(FileNotFoundError, "libice.so is missing: tools/bazel build //benchmarks/python", lambda: bristle.law("ice"))
raises(ValueError, "one can be chosen for FILE.mo", lambda: bristle.law("lugre", "rk4"))
raises(ValueError, "'nowhere.mo' cannot be read", lambda: bristle.law("nowhere.mo"))
raises(ValueError, "there is no method", lambda: bristle.law(text, "exponentia"))
raises(ValueError, "nowhere", lambda: bristle.verify("nowhere.mo"))
raises(ValueError, "'sometimes'", lambda: bristle.verify("lugre", trials="sometimes"))
raises(ArithmeticError, "no force at t = 1 s", lambda: by_rk4.force([1, 1], [0, 1]))
