#!/usr/bin/env python3
"""Compares how names are folded and ordered with ICU and with the reference of the algorithm.

Reads `names-folded.txt` and `names-order.txt`, which the tests of UnicodeText write: every code
point and random texts. The folded form must be toNFKC_Casefold(NFD(X)) of ICU, without white space
at its ends. The order must be that of pyuca, an independent implementation of the Unicode Collation
Algorithm, with the table of the pinned version. ICU may be newer than that version: texts with
characters that the pinned version does not know are left out, and Unicode never changes how others
fold. Exit status 1 at a difference.
"""

import sys
import tempfile
from pathlib import Path

import icu
import pyuca.collator

sys.path.insert(0, str(Path(__file__).parents[1]))

import unicode_tables  # noqa: E402

PINNED = float(unicode_tables.VERSION[:4])
FOLD = icu.Normalizer2.getNFKCCasefoldInstance()
NFD = icu.Normalizer2.getNFDInstance()
SHOWN = 10


class Database:
    """What pyuca asks of `unicodedata`, from ICU: Python's own version may be older."""

    @staticmethod
    def normalize(form, text):
        assert form == "NFD"
        return NFD.normalize(text)

    @staticmethod
    def combining(character):
        return icu.Char.getCombiningClass(character)


class Collator(pyuca.collator.BaseCollator):
    """pyuca with the pinned table, and with the ideographs of its version."""

    def __init__(self, data):
        self.data = data
        with tempfile.NamedTemporaryFile("w", suffix=".txt") as table:
            for where, base in data.implicit:
                table.write(f"@implicitweights {where[0]:X}..{where[-1]:X}; {base:X}\n")
            for key, elements in data.elements.items():
                weights = "".join("[.%04X.%04X.%04X]" % element for element in elements)
                table.write(f"{' '.join(f'{point:04X}' for point in key)} ; {weights}\n")
            table.flush()
            super().__init__(table.name)

    def implicit_weight(self, point):
        origin = {}
        for where, base in self.data.implicit:
            first = origin.setdefault(base, where[0])
            if point in where:
                return [[base, 0x20, 2], [point - first | 0x8000, 0, 0]]
        base = 0xFBC0
        if any(point in where for where in self.data.ideographs):
            is_core = point in range(0x4E00, 0xA000) or point in range(0xF900, 0xFB00)
            base = 0xFB40 if is_core else 0xFB80
        return [[base + (point >> 15), 0x20, 2], [point & 0x7FFF | 0x8000, 0, 0]]


def text(points):
    return "".join(chr(int(point, 16)) for point in points.split())


def is_known(string):
    return all(0 < float(icu.Char.charAge(one)) <= PINNED for one in string)


def rows(path):
    return [line.split("|") for line in path.read_text().splitlines()]


def report(name, compared, differing):
    print(f"{name}: {compared} compared, {len(differing)} differ")
    for line in differing[:SHOWN]:
        print("  " + line)
    return not differing and compared > 200_000


def folded(directory, data):
    spaces = "".join(chr(point) for where in data.spaces for point in where)
    compared, differing = 0, []
    for given, found in rows(directory / "names-folded.txt"):
        if not is_known(text(given)):
            continue
        compared += 1
        expected = FOLD.normalize(NFD.normalize(text(given))).strip(spaces)
        if text(found) != expected:
            differing.append(f"{given}: {found}, not {' '.join(f'{ord(c):x}' for c in expected)}")
    return report("folded as by ICU", compared, differing)


def ordered(directory, data):
    pyuca.collator.unicodedata = Database
    collator = Collator(data)
    compared, differing = 0, []
    for one, other, found in rows(directory / "names-order.txt"):
        if not is_known(text(one) + text(other)):
            continue
        compared += 1
        left, right = collator.sort_key(text(one)), collator.sort_key(text(other))
        if (left > right) - (left < right) != int(found):
            differing.append(f"{one} | {other}: {found}")
    return report("ordered as by pyuca", compared, differing)


def main():
    directory = Path(sys.argv[1])
    data = unicode_tables.Unicode()
    passed = [folded(directory, data), ordered(directory, data)]
    sys.exit(not all(passed))


if __name__ == "__main__":
    main()
