"""Friction laws and their verdicts, with NumPy arrays.

    law("lugre").force(v, t, Fc=2)    the force along a velocity, N
    law("my_law.mo")                  a law as a text of its equations
    verify("my_law.mo")               what of its claims holds, as dictionaries

SI units. The force opposes motion: a mass obeys m dv/dt = u - force. The table of a law behind all
this is benchmarks/library/bristle_law.h. Programs and laws are those of
`tools/bazel build //benchmarks/python`; a text needs a C compiler, too.
"""
import ctypes
import json
import os
import pathlib
import subprocess
import tempfile

import numpy as np

_BUILT = pathlib.Path(__file__).absolute().parents[2] / "bazel-bin"
_ABI = 1
_DOUBLES = ctypes.POINTER(ctypes.c_double)


class _Quantity(ctypes.Structure):
    _fields_ = [(name, ctypes.c_char_p) for name in ("name", "unit", "note")]
    _fields_ += [(name, ctypes.c_double) for name in ("value", "lo", "hi", "scale")]


def _function(result, *arguments):
    return ctypes.CFUNCTYPE(result, ctypes.c_void_p, *arguments)


class _Table(ctypes.Structure):
    _fields_ = [("abi", ctypes.c_uint), ("bytes", ctypes.c_size_t)]
    _fields_ += [(name, ctypes.c_char_p) for name in ("name", "title", "equations", "method", "version")]
    _fields_ += [(name, ctypes.c_uint) for name in ("n_parameters", "n_states", "n_guards")]
    _fields_ += [(name, ctypes.POINTER(_Quantity)) for name in ("parameters", "states")]
    _fields_ += [("speed_max", ctypes.c_double), ("max_step", ctypes.c_double), ("size", ctypes.c_size_t)]
    _fields_ += [
        ("init", _function(ctypes.c_char_p, _DOUBLES)),
        ("get_parameters", _function(None, _DOUBLES)),
        ("get_state", _function(None, _DOUBLES)),
        ("set_state", _function(ctypes.c_char_p, _DOUBLES)),
        ("step", _function(ctypes.c_double, *3 * [ctypes.c_double])),
        ("run", _function(None, ctypes.c_size_t, *4 * [_DOUBLES])),
        ("force", _function(ctypes.c_double, *2 * [ctypes.c_double])),
        ("rate", _function(None, *2 * [ctypes.c_double], _DOUBLES)),
    ]


def _at(array):
    return array.ctypes.data_as(_DOUBLES)


def _program(folder, name, *arguments):
    path = _BUILT / folder / name
    if not path.exists():
        raise FileNotFoundError(f"{path} is missing: tools/bazel build //benchmarks/python")
    done = subprocess.run([path, *arguments], capture_output=True, text=True)
    if done.returncode not in (0, 1, 3):
        raise ValueError(done.stderr.strip() or f"{name} ended with status {done.returncode}")
    return done.stdout


def _open(source, method):
    if not source.endswith((".mo", ".c")):
        path = source if source.endswith(".so") else _BUILT / "models" / f"lib{source}.so"
        if method:
            raise ValueError(f"{source}: its method is settled; one can be chosen for FILE.mo and FILE.c")
        if not os.path.exists(path):
            raise FileNotFoundError(f"{path} is missing: tools/bazel build //benchmarks/python")
        return ctypes.CDLL(os.path.abspath(path))
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "law.so")
        _program("benchmarks", "export", "--library", source, "-o", path,
                 *(["--method", method] if method else []))
        return ctypes.CDLL(path)


class Law:
    """A law and the method by which it takes steps. `parameters` and `states` say by name what
    there is: value (the default), unit, lo, hi, note."""

    def __init__(self, source, method=None):
        self._library = _open(source, method)
        find = self._library.bristle_library_law
        find.restype = ctypes.POINTER(_Table)
        self._table = find().contents
        if self._table.abi != _ABI:
            raise ValueError(f"{source} has ABI {self._table.abi}, expected {_ABI}: build it anew")
        for name in ("name", "title", "equations", "method"):
            setattr(self, name, getattr(self._table, name).decode())
        self.parameters = self._quantities(self._table.parameters, self._table.n_parameters)
        self.states = self._quantities(self._table.states, self._table.n_states)

    @staticmethod
    def _quantities(at, n):
        return {q.name.decode(): {"value": q.value, "unit": q.unit.decode(), "lo": q.lo, "hi": q.hi,
                                  "note": q.note.decode()} for q in at[:n]}

    def _instance(self, chosen):
        unknown = set(chosen) - set(self.parameters)
        if unknown:
            raise TypeError(f"{self.name} has no {min(unknown)}, but {', '.join(self.parameters)}")
        values = np.array([chosen.get(name, q["value"]) for name, q in self.parameters.items()], float)
        instance = ctypes.create_string_buffer(self._table.size)
        problem = self._table.init(instance, _at(values))
        if problem:
            raise ValueError(f"{self.name} needs {problem.decode()}")
        return instance

    def run(self, v, t, **parameters):
        """Returns forces (N) and states, a row each, at the times t (s, rising), along the velocity
        v (m/s), linear between them; at first the law is at rest and without load."""
        t = np.ascontiguousarray(t, float)
        v = np.ascontiguousarray(np.broadcast_to(v, t.shape), float)
        if t.ndim != 1 or not np.all(np.isfinite(t)) or not np.all(np.diff(t) > 0):
            raise ValueError("t: expected one row of times that rise")
        if not np.all(np.isfinite(v)):
            raise ValueError("v: expected finite velocities")
        force, x = np.empty(t.size), np.empty((t.size, len(self.states)))
        self._table.run(self._instance(parameters), t.size, _at(t), _at(v), _at(force), _at(x))
        if not np.all(np.isfinite(force)):
            raise ArithmeticError(f"{self.name}: no force at t = {t[~np.isfinite(force)][0]:g} s")
        return force, x

    def force(self, v, t, **parameters):
        """Returns the forces of run."""
        return self.run(v, t, **parameters)[0]

    def respond(self, v, x, **parameters):
        """Returns force (N) and rates of the states at one instant, for solvers of yours; where v
        is 0, the force is that of no direction."""
        x, rate = np.array(np.broadcast_to(x, len(self.states)), float), np.empty(len(self.states))
        instance = self._instance(parameters)
        problem = self._table.set_state(instance, _at(x))
        if problem:
            raise ValueError(f"{self.name} needs {problem.decode()}")
        self._table.rate(instance, v, 0, _at(rate))
        return self._table.force(instance, v, 0), rate


def law(source, method=None):
    """Returns a law by its name, from a text FILE.mo, C FILE.c, or a shared object FILE.so."""
    return Law(source, method)


def verify(source, **options):
    """Returns the verdicts on a law's claims: `verify --model SOURCE`, with options of that program
    as keywords, such as trials=1000, or set={"Fc": 2}."""
    arguments = []
    for name, value in options.items():
        pairs = [f"{n}={v}" for n, v in value.items()] if isinstance(value, dict) else [str(value)]
        for text in pairs:
            arguments += [f"--{name}"] if value is True else [f"--{name}", text]
    return json.loads(_program("properties", "verify", "--format", "json", "--model", source, *arguments))["results"]
