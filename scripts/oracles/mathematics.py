#!/usr/bin/env python3
"""Compares a million results of each function of `Mathematics` with mpmath.

Prints the largest error of each function in units of the last place, and exits with 1 if one is
above the bound its documentation states. The results are those that the tests wrote into the given
directory (`SHAKEOUT_DUMP_DIRECTORY`): a hundred thousand of each, because the tests compare all of
them with the recorded digests. Without a directory, the release tests are built and run here, and
all results are compared; `--points` asks for another number.

`--record` writes the digests of the results if all are correct, so that the Swift tests can check
every machine against them.

Needs numpy 2.4.6, scipy 1.17.1, mpmath 1.3.0 and gmpy2 2.3.2 (without the last it takes ten
times as long):

    scripts/oracles/mathematics.py [directory] [--record] [--points COUNT]
"""

import argparse
import hashlib
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy
from mpmath import mp

ROOT = Path(__file__).parents[2]
PROVEN = ROOT / "Tests/Groundwork/BaseTests/Vectors/mathematics-proven.txt"
sys.path.insert(0, str(ROOT / "scripts/vectors"))

from base_reference import EXACT, points  # noqa: E402

BOUNDS = {
    "exp": 0.75, "log": 0.85, "log1p": 0.85, "logistic": 0.75, "logit": 0.85, "power": 0.75,
    "inverseNormal": 8,
}


def ulp(exact):
    """The unit in the last place of the double next to `exact`."""
    if not exact:
        return mp.mpf(2) ** -1074
    return mp.mpf(2) ** max(mp.frexp(exact)[1] - 53, -1074)


def error(computed, exact):
    if numpy.isinf(computed):
        # Right if the result rounds to infinity: from halfway beyond the largest number.
        beyond = abs(exact) >= mp.mpf(2) ** 1024 * (1 - mp.mpf(2) ** -54)
        return 0.0 if beyond and (exact > 0) == (computed > 0) else float("inf")
    return float(abs(mp.mpf(float(computed)) - exact) / ulp(exact))


def largest_error(task):
    name, results, arguments = task
    mp.prec = 120
    worst = (0.0, None)
    for computed, argument in zip(results, arguments):
        here = error(computed, EXACT[name](*argument))
        if not here <= worst[0]:
            worst = (here, argument)
    return worst


def dump(folder):
    """Runs the release tests, which write the results into `folder`."""
    subprocess.run(
        ["swift", "test", "-c", "release", "-Xswiftc", "-enable-testing", "--filter",
         "MathematicsTests.dump"],
        cwd=ROOT, env=os.environ | {"SHAKEOUT_DUMP_DIRECTORY": folder}, check=True,
        stdout=subprocess.DEVNULL)


def check(pool, name, results):
    """Prints the largest error of `name` and returns whether it is within its bound."""
    arguments = points(name, len(results))
    step = 5000
    tasks = [
        (name, results[start:start + step], arguments[start:start + step])
        for start in range(0, len(results), step)]
    worst, where = max(pool.map(largest_error, tasks))
    fine = worst <= BOUNDS[name]
    verdict = "fine" if fine else "ABOVE THE BOUND"
    print(f"{name:14} {worst:.3f} ulp at {where}, bound {BOUNDS[name]}: {verdict}", flush=True)
    return fine


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", nargs="?")
    parser.add_argument("--points", type=int)
    parser.add_argument("--record", action="store_true")
    options = parser.parse_args()
    points_max = options.points or (100_000 if options.directory else 1_000_000)
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor() as pool:
        if options.directory is None:
            dump(folder)
        source = options.directory or folder
        results = {name: numpy.fromfile(f"{source}/{name}.bits", dtype="<f8") for name in BOUNDS}
        verdicts = [check(pool, name, results[name][:points_max]) for name in BOUNDS]
    if not all(verdicts):
        sys.exit(1)
    if options.record:
        assert points_max == 1_000_000, "only all of the points are a proof"
        with open(PROVEN, "w") as file:
            file.write("# SHA-256 of each 100,000 results; by scripts/oracles/mathematics.py\n")
            for name, values in results.items():
                parts = values.reshape(10, -1)
                digests = [hashlib.sha256(part.tobytes()).hexdigest() for part in parts]
                file.write(" ".join([name, *digests]) + "\n")


if __name__ == "__main__":
    main()
