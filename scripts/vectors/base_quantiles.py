"""Writes exact quantiles of the distributions for QuantileTests.

mpmath computes them; SciPy, whose algorithms are others, has to agree to its accuracy.
Needs numpy 2.4.6, scipy 1.17.1 and mpmath 1.3.0; run as
`python3 scripts/vectors/base_quantiles.py`.
"""

import random
import struct
from pathlib import Path

from mpmath import mp
from scipy import stats

from base_reference import inverse_normal, nearest

FOLDER = Path(__file__).parents[2] / "Tests/Groundwork/BaseTests/Vectors"
mp.prec = 160

SCALE = 200
SMALL = 2.0**-53
source = random.Random(20260102)
RANKS = (
    [SMALL, 3 * SMALL, 1e-15, 1e-12, 1e-9, 1e-6, 1e-4, 0.001, 0.01, 0.1, 0.25, 0.5 - SMALL]
    + [0.5, 0.5 + SMALL * 2, 0.75, 0.9, 0.99, 0.999, 0.9999, 1 - 1e-6, 1 - 1e-9, 1 - 1e-12]
    + [1 - 1e-15, 1 - 3 * SMALL, 1 - SMALL, 1e-300, 1e-100, 1e-30]
    + [source.random() for _ in range(72)]
)


def bits(value):
    return struct.pack(">d", value).hex()


def hazard(u):
    return -mp.log1p(-mp.mpf(u))


CONTINUOUS = {
    "normal": (
        [(0.0, 1.0), (3.5, 0.25), (-120.0, 17.0)],
        lambda u, mean, deviation: mean + deviation * inverse_normal(u),
        lambda u, mean, deviation: stats.norm.ppf(u, mean, deviation)),
    "logNormal": (
        [(1.0, 1.0), (20.0, 0.4), (0.5, 2.5)],
        lambda u, median, sigma: median * mp.exp(sigma * inverse_normal(u)),
        lambda u, median, sigma: stats.lognorm.ppf(u, sigma, scale=median)),
    "exponential": (
        [(1.0, 0.0), (37.5, 0.0), (0.001, 0.0)],
        lambda u, mean, _: mean * hazard(u),
        lambda u, mean, _: stats.expon.ppf(u, scale=mean)),
    "weibull": (
        [(1.5, 10.0), (0.5, 3.0), (8.0, 0.7)],
        lambda u, shape, scale: scale * hazard(u) ** (1 / mp.mpf(shape)),
        lambda u, shape, scale: stats.weibull_min.ppf(u, shape, scale=scale)),
}

MEANS = [0.001, 0.1, 0.5, 1.0, 2.5, 7.0, 15.0, 29.5, 30.0, 30.5, 50.0, 100.0, 345.6, 1000.0,
         12345.6, 1e5, 1e6, 1e9]


def poisson_tails(count, mean):
    """P(X <= count) and P(X > count), each to all digits."""
    over, under = mean.as_integer_ratio()
    mean = mp.mpf(mean)
    mass = mp.exp(count * mp.log(mean) - mean - mp.loggamma(count + 1))

    def series(step):
        """1 + step(0) + step(0) × step(1) + …, in integers of 2^-SCALE: thousands of terms."""
        term = total = 1 << SCALE
        place = 0
        while term << 90 > total:
            above, below = step(place)
            term = term * above // below
            total += term
            place += 1
        return mp.mpf(total) / (1 << SCALE)

    if count > mean:
        first = mean / (count + 1)
        above = mass * first * series(lambda place: (over, under * (count + 2 + place)))
        return 1 - above, above
    below = mass * series(lambda place: ((count - place) * under, over))
    return below, 1 - below


def poisson(u, mean):
    """The smallest count with P(X <= count) >= u, or None where it is too close to call."""
    u = mp.mpf(u)
    count = max(0, int(stats.poisson.ppf(float(u), mean)))

    def reaches(count):
        if count < 0:
            return False
        below, above = poisson_tails(count, mean)
        return below >= u if u < 0.5 else above <= 1 - u

    while not reaches(count):
        count += 1
    while reaches(count - 1):
        count -= 1
    for near in (count, count - 1):
        if near >= 0:
            below, above = poisson_tails(near, mean)
            distance = abs(below - u) / u if u < 0.5 else abs(above - (1 - u)) / (1 - u)
            if distance < mp.mpf(10) ** -11:
                return None
    return count


with open(FOLDER / "quantiles.txt", "w") as file:
    file.write("# distribution, rank, two parameters, quantile (bits); by base_quantiles.py\n")
    for name, (parameters, exact, scipy) in CONTINUOUS.items():
        for one, two in parameters:
            for u in RANKS:
                value = nearest(mp.mpf(exact(u, one, two)))
                size = abs(value) + (abs(one) if name == "normal" else 0)
                assert abs(scipy(u, one, two) - value) <= 1e-12 * size, (name, u)
                file.write(" ".join([name, bits(u), bits(one), bits(two), bits(value)]) + "\n")

with open(FOLDER / "quantiles-poisson.txt", "w") as file:
    file.write("# rank and mean (bits), least count that reaches the rank; by base_quantiles.py\n")
    for mean in MEANS:
        # The largest mean's sums are long: a few ranks have to do.
        ranks = RANKS if mean < 1e9 else [SMALL, 1e-9, 0.1, 0.5, 0.99, 1 - 1e-6, 1 - SMALL]
        for u in (rank for rank in ranks if rank >= SMALL):
            count = poisson(u, mean)
            if count is not None:
                file.write(f"{bits(u)} {bits(mean)} {count}\n")
