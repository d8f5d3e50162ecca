"""Writes results of Philox4x32-10 for PhiloxTests.

The 32-bit generator is the same Python lines as the 64-bit one, which is compared with NumPy's
Philox4x64 here; and its answers are compared with randomgen's Philox4x32, by other authors.

Needs numpy 2.4.6 and randomgen 2.5.0; run as `python3 scripts/vectors/base_philox.py`.
"""

import random
from pathlib import Path

import numpy
import randomgen

from base_reference import philox

FILE = Path(__file__).parents[2] / "Tests/Groundwork/BaseTests/Vectors/philox4x32.txt"


def words(number, count, width):
    return [number >> (width * place) & ((1 << width) - 1) for place in range(count)]


def answers_of_numpy(counter, key):
    # Both generators count once before the first block.
    generator = numpy.random.Philox(counter=(counter - 1) % 2**256, key=key)
    return [int(word) for word in generator.random_raw(4)]


def answers_of_randomgen(counter, key):
    generator = randomgen.Philox(
        counter=(counter - 1) % 2**128, key=key, number=4, width=32)
    return [int(word) for word in generator.random_raw(4)]


source = random.Random(20260101)
with open(FILE, "w") as file:
    file.write("# four words of counter, two of key, four of the block; by base_philox.py\n")
    for _ in range(400):
        counter, key = source.getrandbits(256), source.getrandbits(128)
        assert list(philox(words(counter, 4, 64), words(key, 2, 64), 64)) == answers_of_numpy(
            counter, key)
        counter, key = source.getrandbits(128), source.getrandbits(64)
        block = list(philox(words(counter, 4, 32), words(key, 2, 32), 32))
        assert block == answers_of_randomgen(counter, key)
        line = words(counter, 4, 32) + words(key, 2, 32) + block
        file.write(" ".join(f"{word:08x}" for word in line) + "\n")
