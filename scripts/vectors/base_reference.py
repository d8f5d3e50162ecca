"""What the scripts for the module Base share: the generator, draws, points and exact rounding.

Needs numpy 2.4.6, mpmath 1.3.0 (and gmpy2, which makes mpmath ten times as fast).
"""

import numpy
from mpmath import mp

PHILOX_CONSTANTS = {
    32: (0xD2511F53, 0xCD9E8D57, 0x9E3779B9, 0xBB67AE85),
    64: (0xD2E7470EE14C6C93, 0xCA5A826395121157, 0x9E3779B97F4A7C15, 0xBB67AE8584CAA73B),
}


def philox(counter, key, width):
    """A block of Philox with four words of `width` bits and ten rounds.

    The words are Python integers or, for 32 bits, arrays of 64-bit ones.
    """
    first, second, step_first, step_second = PHILOX_CONSTANTS[width]
    mask = (1 << width) - 1
    a, b, c, d = counter
    left, right = key
    for _ in range(10):
        p, q = a * first, c * second
        a, b, c, d = (q >> width) ^ b ^ left, q & mask, (p >> width) ^ d ^ right, p & mask
        left, right = (left + step_first) & mask, (right + step_second) & mask
    return a, b, c, d


def draws(seed, decision, count):
    """The two words of the draws for who = 0 ..< count on day 0, as arrays."""
    who = numpy.arange(count, dtype=numpy.uint64)
    zero = numpy.zeros(count, dtype=numpy.uint64)
    counter = (who & 0xFFFFFFFF, who >> 32, zero, zero + (decision << 16))
    a, b, c, d = philox(counter, (seed & 0xFFFFFFFF, seed >> 32), 32)
    return b << 32 | a, d << 32 | c


def unit(words):
    """Numbers strictly between 0 and 1: the odd multiples of 2^-53."""
    return ((words >> 11) | 1).astype(numpy.float64) * 2.0**-53


def from_bits(words):
    return numpy.ascontiguousarray(words, dtype=numpy.uint64).view(numpy.float64)


def wide(first, second, lowest, highest):
    """Numbers of either sign whose binary exponents lie evenly in lowest ... highest."""
    exponent = 1023 + lowest + (second & 0xFFFF) % (highest - lowest + 1)
    return from_bits((second >> 63 << 63) | (exponent.astype(numpy.uint64) << 52) | (first >> 12))


ONE = 0x3FF0000000000000
INFINITY = 0x7FF0000000000000

# For each function four families of points, used in turn; MathematicsPoints.swift has the same.
FAMILIES = {
    "exp": lambda a, b: (
        -746 + unit(a) * 1456.5, -1 + unit(a) * 2, -40 + unit(a) * 80, wide(a, b, -64, 9)),
    "log": lambda a, b: (
        from_bits(a % INFINITY), 0.5 + unit(a) * 1.5, 1 + wide(a, b, -52, -2), unit(a)),
    "log1p": lambda a, b: (
        wide(a, b, -64, -1), -1 + unit(a), unit(a) * 100, from_bits(a % INFINITY)),
    "logistic": lambda a, b: (
        -760 + unit(a) * 1520, -1 + unit(a) * 2, -40 + unit(a) * 80, wide(a, b, -64, 9)),
    "logit": lambda a, b: (
        unit(a), 0.5 + wide(a, b, -52, -3), 0.25 + unit(a) * 0.5, from_bits(a % ONE)),
    "power": lambda a, b: (
        unit(a) * 4, from_bits(a % INFINITY), 0.5 + unit(a) * 1.5, unit(a) * 100),
    "inverseNormal": lambda a, b: (
        unit(a), from_bits(a % ONE), 0.5 + wide(a, b, -50, -2), 1 - abs(wide(a, b, -52, -2))),
}

# The second argument of `power`, family by family.
EXPONENTS = (
    lambda b: -10 + unit(b) * 20, lambda b: -2 + unit(b) * 4,
    lambda b: -700 + unit(b) * 1400, lambda b: unit(b) * 5)


def points(name, count):
    """The arguments of `name`: a list of tuples of floats."""
    first, second = draws(0x5348414B454F5554, list(FAMILIES).index(name), count)
    turn = numpy.arange(count) % 4
    arguments = [numpy.choose(turn, FAMILIES[name](first, second))]
    if name == "power":
        arguments.append(numpy.choose(turn, [family(second) for family in EXPONENTS]))
    return list(zip(*(argument.tolist() for argument in arguments)))


def inverse_normal(p):
    """The standard normal quantile: a float's guess, then Newton's method on erfc."""
    from scipy.special import ndtri

    p = mp.mpf(p)
    lower = p if p <= 0.5 else 1 - p
    if lower == 0.5:
        return mp.mpf(0)
    z = mp.mpf(float(ndtri(float(lower))))
    for _ in range(2):
        excess = mp.erfc(-z / mp.sqrt(2)) / 2 - lower
        z -= excess * mp.sqrt(2 * mp.pi) * mp.exp(z * z / 2)
    return z if p <= 0.5 else -z


EXACT = {
    "exp": lambda x: mp.exp(x),
    "log": lambda x: mp.log(x),
    "log1p": lambda x: mp.log1p(x),
    "logistic": lambda x: 1 / (1 + mp.exp(-mp.mpf(x))),
    "logit": lambda p: mp.log(mp.mpf(p) / (1 - mp.mpf(p))),
    "power": lambda x, y: mp.exp(mp.mpf(y) * mp.log(x)),
    "inverseNormal": inverse_normal,
}


def nearest(value):
    """The double next to an mpmath number, correctly rounded even where it is subnormal."""
    sign, mantissa, exponent, _ = value._mpf_
    mantissa = int(mantissa) * (-1 if sign else 1)
    try:
        if exponent >= 0:
            return float(mantissa << exponent)
        return mantissa / (1 << -exponent) if exponent > -4000 else 0.0
    except OverflowError:
        return float("-inf") if sign else float("inf")
