"""Writes the correctly rounded results that MathematicsTests compares with.

Needs numpy 2.4.6, scipy 1.17.1 and mpmath 1.3.0; run as
`python3 scripts/vectors/base_mathematics.py`.
"""

import struct
from pathlib import Path

from mpmath import mp

from base_reference import EXACT, FAMILIES, nearest, points

COUNT = 3000
FOLDER = Path(__file__).parents[2] / "Tests/Groundwork/BaseTests/Vectors"

mp.prec = 200
for name in FAMILIES:
    with open(FOLDER / f"mathematics-{name}.txt", "w") as file:
        file.write(f"# {name} at its first {COUNT} points, correctly rounded (bits); ")
        file.write("by base_mathematics.py\n")
        for arguments in points(name, COUNT):
            result = nearest(EXACT[name](*arguments))
            file.write(struct.pack(">d", result).hex() + "\n")
