"""The kernels that firmware measures: each law of models/ with each method."""

# A law and its parameter that is an exponent, usually 2 (see fused_kernels).
LAWS = {
    "alvarez_icaza": "P_m",
    "armstrong": None,
    "bliman_sorine": None,
    "bouc_wen": None,
    "bristle": None,
    "brown_mcphee": None,
    "coulomb": None,
    "coulomb_viscous": None,
    "dahl": None,
    "elastoplastic": "P_m",
    "exponential": "P_m",
    "karnopp": None,
    "leuven": "P_m",
    "lugre": "P_m",
    "lugre_increment": None,
    "martinez_rosas": "P_m",
    "maxwell_slip": "P_m",
    "reset_integrator": None,
    "stribeck": None,
    "tanh_stribeck": None,
    "viscous": None,
}

METHODS = [
    "euler",
    "heun",
    "rk4",
    "implicit_euler",
    "rosenbrock2",
    "exponential1",
    "exponential",
    "exponential4",
]
