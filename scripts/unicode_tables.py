#!/usr/bin/env python3
"""Writes the tables of Unicode that are compiled into the module UnicodeText.

    python3 scripts/unicode_tables.py                      # write the generated Swift files
    python3 scripts/unicode_tables.py --extract FOLDER     # write their input from FOLDER

The version of Unicode is pinned. The input is in the Vectors of UnicodeTextTests: those columns of
the Unicode Character Database and of the Default Unicode Collation Element Table that are needed.
It was extracted from Debian's package unicode-data 15.0.0-1 (folder /usr/share/unicode), whose
files are those of unicode.org. So the tables are the same everywhere, whatever Python knows.

A table is a string of characters with six bits each, because the compiler takes long array literals
badly. Numbers have five bits a character, the lowest first; the sixth bit says that more follow.
"""

import argparse
import lzma
import pathlib
import re

VERSION = "15.0.0"
ROOT = pathlib.Path(__file__).resolve().parent.parent
VECTORS = ROOT / "Tests" / "Groundwork" / "UnicodeTextTests" / "Vectors"
INPUT = VECTORS / f"unicode-{VERSION}.txt.xz"
SOURCES = ROOT / "Sources" / "Groundwork" / "UnicodeText" / "Tables"
COPYRIGHT = "Data: Copyright 2022 Unicode, Inc., https://www.unicode.org/terms_of_use.html"
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
LINE_LENGTH = 92
LINES_PER_FILE = 440


# Extracting


def columns(folder):
    """The lines of the input, from the files of the Unicode Character Database."""
    assert f"-{VERSION}.txt" in (folder / "PropList.txt").read_text().splitlines()[0]
    yield f"# Unicode {VERSION}. {COPYRIGHT}"
    for line in (folder / "UnicodeData.txt").read_text().splitlines():
        field = line.split(";")
        if field[3] != "0" or (field[5] and field[5][0] != "<"):
            yield f"U {field[0]};{field[3]};{field[5] if field[5][:1] != '<' else ''}"
    for line in data_lines(folder / "DerivedNormalizationProps.txt"):
        field = [part.strip() for part in line.split(";")]
        if field[1] in ("NFKC_CF", "Full_Composition_Exclusion"):
            yield ("F " if field[1] == "NFKC_CF" else "X ") + ";".join(field[:1] + field[2:])
    for line in data_lines(folder / "PropList.txt"):
        field = [part.strip() for part in line.split(";")]
        if field[1] in ("White_Space", "Unified_Ideograph"):
            yield ("W " if field[1] == "White_Space" else "I ") + field[0]
    assert f"@version {VERSION}" in (folder / "allkeys.txt").read_text()
    for line in data_lines(folder / "allkeys.txt"):
        if not line.startswith("@version"):
            yield "K " + re.sub(r"\s*;\s*", ";", line)


def data_lines(path):
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            yield line


def extract(folder):
    VECTORS.mkdir(exist_ok=True)
    text = "".join(f"{line}\n" for line in columns(folder))
    INPUT.write_bytes(lzma.compress(text.encode(), preset=9 | lzma.PRESET_EXTREME))


# Reading


def points(text):
    """The code points of `0041` or `0041..005A`."""
    first, _, last = text.partition("..")
    return range(int(first, 16), int(last or first, 16) + 1)


def sequence(text):
    return tuple(int(part, 16) for part in text.split())


class Unicode:
    """What the input says."""

    def __init__(self):
        self.classes = {}  # Canonical combining classes other than 0.
        self.pairs = {}  # Canonical decompositions of one step.
        self.folded = {}  # NFKC_Casefold of each code point that it changes.
        self.excluded = set()  # What normalization never composes.
        self.spaces = []
        self.ideographs = []
        self.implicit = []  # Ranges with a base of implicit weights.
        self.elements = {}  # Collation elements by sequence of code points.
        for line in lzma.decompress(INPUT.read_bytes()).decode().splitlines():
            kind, _, text = line.partition(" ")
            getattr(self, f"read_{kind}", lambda *_: None)(*text.split(";"))

    def read_U(self, point, combining, decomposition):
        if combining != "0":
            self.classes[int(point, 16)] = int(combining)
        if decomposition:
            self.pairs[int(point, 16)] = sequence(decomposition)

    def read_F(self, where, mapping):
        self.folded.update((point, sequence(mapping)) for point in points(where))

    def read_X(self, where):
        self.excluded.update(points(where))

    def read_W(self, where):
        self.spaces.append(points(where))

    def read_I(self, where):
        self.ideographs.append(points(where))

    def read_K(self, where, elements):
        if where.startswith("@implicitweights"):
            self.implicit.append((points(where.split()[1]), int(elements, 16)))
            return
        self.elements[sequence(where)] = [
            tuple(int(weight, 16) for weight in element)
            for element in re.findall(r"\[[.*](\w+)\.(\w+)\.(\w+)\]", elements)]

    def decomposed(self, point):
        """The full canonical decomposition (Hangul aside, which is computed)."""
        if point not in self.pairs:
            return (point,)
        return tuple(part for one in self.pairs[point] for part in self.decomposed(one))


# Writing


class Packer:
    """Numbers as text."""

    def __init__(self):
        self.text = []

    def number(self, value):
        while True:
            low, value = value & 31, value >> 5
            self.text.append(ALPHABET[low | (32 if value else 0)])
            if not value:
                return

    def signed(self, value):
        self.number(value * 2 if value >= 0 else -value * 2 - 1)


def packed_mapping(mapping):
    """Code points with sequences, as runs in which both go up by one.

    A run: the gap since the run before, the length of each sequence, how many more code points,
    and each number of the first sequence as a difference from its code point.
    """
    runs = []
    for point, target in sorted(mapping.items()):
        run = runs[-1] if runs else None
        if run and point == run[0] + run[2] and continues(run[1], target, run[2]):
            run[2] += 1
        else:
            runs.append([point, target, 1])
    packer, end = Packer(), 0
    packer.number(len(runs))
    for first, target, count in runs:
        packer.number(first - end)
        packer.number(len(target) * 2 + (count > 1))
        if count > 1:
            packer.number(count - 2)
        for number in target:
            packer.signed(number - first)
        end = first + count
    return "".join(packer.text)


def continues(first, target, places):
    """Whether a sequence is the first one, with its last number gone up by so many places."""
    if len(first) != len(target):
        return False
    return not first or first[:-1] == target[:-1] and first[-1] + places == target[-1]


def packed_classes(classes):
    """Ranges of one combining class: gap, length less one, class."""
    runs = []
    for point, value in sorted(classes.items()):
        if runs and runs[-1][1] == value and runs[-1][0] + runs[-1][2] == point:
            runs[-1][2] += 1
        else:
            runs.append([point, value, 1])
    packer, end = Packer(), 0
    packer.number(len(runs))
    for first, value, count in runs:
        packer.number(first - end)
        packer.number(count - 1)
        packer.number(value)
        end = first + count
    return "".join(packer.text)


def packed_elements(entries):
    """Collation elements of sequences of code points, in order.

    An entry: how many code points beyond the first, the difference of the first from that of the
    entry before, and the others; how many elements; for each the pattern of its secondary and
    tertiary weight, by frequency, and the difference of its primary weight from the last one.
    An entry that differs from the one before as that from its predecessor is one number: how many
    such entries follow.
    """
    counts = {}
    for _, elements in entries:
        for _, second, third in elements:
            counts[second, third] = counts.get((second, third), 0) + 1
    patterns = sorted(counts, key=lambda pattern: (-counts[pattern], pattern))
    place = {pattern: number for number, pattern in enumerate(patterns)}
    packer = Packer()
    packer.number(len(patterns))
    for second, third in patterns:
        packer.number(second)
        packer.number(third)
    records, point, primary = [], 0, 0
    for key, elements in entries:
        record = [("number", len(key) - 1), ("signed", key[0] - point)]
        record += [("number", later) for later in key[1:]]
        record.append(("number", len(elements)))
        for first, second, third in elements:
            pattern = place[second, third]
            same = first == 0
            record.append(("number", pattern * 2 + (not same)))
            if not same:
                record.append(("signed", first - primary))
                primary = first
        point = key[0]
        records.append(record)
    packer.number(len(records))
    start = 0
    while start < len(records):
        end = start
        while end + 1 < len(records) and records[end + 1] == records[start]:
            end += 1
        packer.number(end - start)
        for kind, value in records[start]:
            getattr(packer, kind)(value)
        start = end + 1
    return "".join(packer.text)


def compositions(unicode):
    """Pairs that normalization composes, as (first, second) with the composed code point."""
    found = {}
    for point, parts in unicode.pairs.items():
        if len(parts) == 2 and point not in unicode.excluded:
            found[parts] = point
    return found


def packed_compositions(unicode):
    """Triples: the difference of the first, the second, the difference of the composed one."""
    packer, first = Packer(), 0
    pairs = sorted(compositions(unicode).items())
    packer.number(len(pairs))
    for (one, two), composed in pairs:
        packer.number(one - first)
        packer.number(two)
        packer.signed(composed - one)
        first = one
    return "".join(packer.text)


def packed_ranges(ranges):
    packer, end = Packer(), 0
    packer.number(len(ranges))
    for one in ranges:
        packer.number(one.start - end)
        packer.number(len(one) - 1)
        end = one.stop
    return "".join(packer.text)


def packed_implicit(unicode):
    """The scripts with a base of their own: gap, length less one, base, what counts as first."""
    packer, end, origins = Packer(), 0, {}
    packer.number(len(unicode.implicit))
    for where, base in sorted(unicode.implicit, key=lambda one: one[0].start):
        origin = origins.setdefault(base, where.start)
        for number in (where.start - end, len(where) - 1, base, origin):
            packer.number(number)
        end = where.stop
    return "".join(packer.text)


def collation_entries(unicode):
    """What the algorithm looks up: it decomposes first, so no entry is of what decomposes."""
    hangul = range(0xAC00, 0xD7A4)
    return [
        (key, elements) for key, elements in sorted(unicode.elements.items())
        if len(key) > 1 or key[0] not in unicode.pairs and key[0] not in hangul]


def swift(name, doc, text):
    lines = [text[n : n + LINE_LENGTH] for n in range(0, len(text), LINE_LENGTH)]
    body = "".join(f"    {line}\\\n" for line in lines[:-1]) + f"    {lines[-1]}\n"
    return f'  /// {doc}\n  static let {name}: StaticString = """\n{body}    """\n'


def write(file, members):
    head = f"// Written by scripts/unicode_tables.py from Unicode {VERSION}.\n// {COPYRIGHT}\n\n"
    text = head + "extension UnicodeTables {\n" + "\n".join(members) + "}\n"
    (SOURCES / file).write_text(text)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--extract", type=pathlib.Path, metavar="FOLDER")
    options = parser.parse_args()
    if options.extract:
        extract(options.extract)
    unicode = Unicode()
    SOURCES.mkdir(parents=True, exist_ok=True)
    decompositions = {point: unicode.decomposed(point) for point in unicode.pairs}
    write("UnicodeTables+Normalization.swift", [
        swift("spaces", "Code points with the property White_Space.",
              packed_ranges(unicode.spaces)),
        swift("combiningClasses", "Canonical combining classes other than 0.",
              packed_classes(unicode.classes)),
        swift("decompositions", "Full canonical decompositions, but for Hangul.",
              packed_mapping(decompositions)),
        swift("compositions", "Pairs that normalization composes, but for Hangul.",
              packed_compositions(unicode)),
    ])
    write("UnicodeTables+Folding.swift", [
        swift("folded", "NFKC_Casefold of each code point that it changes.",
              packed_mapping(unicode.folded)),
    ])
    text = packed_elements(collation_entries(unicode))
    size = LINE_LENGTH * LINES_PER_FILE
    parts = [text[n : n + size] for n in range(0, len(text), size)]
    for number, part in enumerate(parts):
        write(f"UnicodeTables+Collation{number + 1}.swift", [
            swift(f"elements{number + 1}", f"Collation elements, part {number + 1}.", part)])
    names = ", ".join(f"elements{number + 1}" for number in range(len(parts)))
    ascii_elements = [
        element[0] << 16 | element[1] << 5 | element[2]
        for point in range(128) for element in unicode.elements[point,]]
    assert len(ascii_elements) == 128
    rows = "".join(
        "    " + ", ".join(f"0x{one:08X}" for one in ascii_elements[n : n + 8]) + ",\n"
        for n in range(0, 128, 8))
    write("UnicodeTables+Implicit.swift", [
        f'  /// The version of Unicode.\n  static let version = "{VERSION}"\n',
        swift("ideographs", "Code points with the property Unified_Ideograph.",
              packed_ranges(unicode.ideographs)),
        swift("implicitBases", "The scripts whose implicit weights have bases of their own.",
              packed_implicit(unicode)),
        f"  /// The parts of the table of collation elements.\n"
        f"  static let elements: [StaticString] = [{names}]\n",
        f"  /// The one collation element of each ASCII character.\n"
        f"  static let asciiElements: [UInt32] = [\n{rows}  ]\n",
    ])


if __name__ == "__main__":
    main()
