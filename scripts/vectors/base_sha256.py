"""Writes hashlib's SHA-256 of messages of every small length, and of some large ones.

The message of length n has the bytes (7 i + n) mod 251, which SHA256Tests makes as well.
Needs Python alone; run as `python3 scripts/vectors/base_sha256.py`.
"""

import hashlib
from pathlib import Path

FILE = Path(__file__).parents[2] / "Tests/Groundwork/BaseTests/Vectors/sha256.txt"

with open(FILE, "w") as file:
    file.write("# length of the message and its SHA-256; by base_sha256.py\n")
    for length in [*range(300), 1000, 4095, 4096, 4097, 20000]:
        message = bytes((7 * i + length) % 251 for i in range(length))
        file.write(f"{length} {hashlib.sha256(message).hexdigest()}\n")
