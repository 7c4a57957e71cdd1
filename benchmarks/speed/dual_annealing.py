#!/usr/bin/env python3
"""SciPy's dual_annealing on the laws with a flaw, under the same budget as the other searches.

Manual: it needs python3-scipy. From the root of the tree:

    tools/bazel build //benchmarks:detection
    python3 benchmarks/speed/dual_annealing.py bazel-bin/benchmarks/detection

Each law and seed is a process of detection --serve, which draws signals, evaluates what the
optimiser asks for, and certifies what it finds. Arguments behind the program choose laws, as those
of detection do.
"""
import csv
import concurrent.futures
import io
import subprocess
import sys

import scipy
from scipy.optimize import dual_annealing

AT_A_TIME, SEEDS = 1000, 3


class Over(Exception):
    """The search is over."""


class Server:
    def __init__(self, program, law, seed, trials):
        self.process = subprocess.Popen(
            [program, "--law", law, "--serve", str(seed), "--trials", str(trials)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)

    def ask(self, line):
        self.process.stdin.write(line + "\n")
        word, *numbers = self.process.stdout.readline().split() or ["none"]
        if word in ("found", "none"):
            raise Over(word)
        return [float(number) for number in numbers]

    def value(self, position):
        # Roundings may leave the box by an ulp.
        return self.ask(" ".join(repr(float(min(max(x, 0), 1))) for x in position))[0]


def is_found(program, law, seed, trials):
    """Runs one search."""
    server = Server(program, law, seed, trials)
    round_ = 0
    try:
        while True:
            start = server.ask("new")
            if start:
                dual_annealing(server.value, [(0, 1)] * len(start), x0=start, maxfun=AT_A_TIME,
                               seed=1000 * seed + round_)
            round_ += 1
    except Over as over:
        return str(over) == "found"
    finally:
        server.process.stdin.close()
        server.process.wait()


def flawed_laws(program, options):
    """Yields the names and families of the laws that are not right, by one short search of each."""
    text = subprocess.run([program, "--format", "csv", "--seeds", "1", "--trials", "1",
                           "--search", "random", *options],
                          stdout=subprocess.PIPE, text=True).stdout
    for row in csv.DictReader(io.StringIO(text)):
        if row["claim"] == "false":
            yield row["law"], row["family"]


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    program, trials, options = sys.argv[1], 10000, sys.argv[2:]
    if "--trials" in options:
        trials = int(options.pop(options.index("--trials") + 1))
        options.remove("--trials")
    laws = list(flawed_laws(program, options))
    families = {}
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        runs = [(family, pool.submit(is_found, program, law, seed, trials))
                for law, family in laws for seed in range(SEEDS)]
        for family, run in runs:
            families.setdefault(family, []).append(run.result())
            done = sum(map(len, families.values()))
            print(f"\r{done} of {len(runs)} runs", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    print(f"dual_annealing of SciPy {scipy.__version__}, {trials} simulations, {SEEDS} seeds")
    for family, found in families.items():
        print(f"{family:11} {len(found) // SEEDS:5} {100 * sum(found) / len(found):5.0f} %")
    found = sum(families.values(), [])
    print(f"{'all':11} {len(found) // SEEDS:5} {100 * sum(found) / len(found):5.0f} %")


if __name__ == "__main__":
    main()
