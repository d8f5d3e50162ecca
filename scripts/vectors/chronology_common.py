"""What the chronology vector scripts share: zones, the policy for wall times, digests, writing.

Nothing here reads the table that Swift compiles in; offsets come from zoneinfo and the pinned
tzdata package, and wall times are resolved by trying every offset the zone ever has.
"""

import argparse
import datetime
import functools
import importlib.resources
import pathlib
import sys
import zoneinfo

import tzdata

TZDATA_VERSION = "2026.6"
VECTORS = pathlib.Path(__file__).resolve().parents[2] / "Tests/Groundwork/ChronologyTests/Vectors"
MASK = (1 << 64) - 1
EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
EPOCH_ORDINAL = datetime.date(1970, 1, 1).toordinal()
HOUR = 3_600
DAY = 86_400
STEP = 6 * HOUR

if tzdata.__version__ != TZDATA_VERSION:
    sys.exit(f"not tzdata {tzdata.__version__}: run pip install tzdata=={TZDATA_VERSION}")
zoneinfo.reset_tzpath(())


def seconds(year, month=1, day=1):
    return (datetime.date(year, month, day).toordinal() - EPOCH_ORDINAL) * DAY


START = seconds(2015)
END = seconds(2046)


def zone_names():
    """UTC and the names of zone.tab, whatever their order."""
    text = (importlib.resources.files("tzdata") / "zoneinfo" / "zone.tab").read_text()
    rows = [line.split("\t") for line in text.splitlines() if line[:1] not in ("", "#")]
    return {"UTC"} | {row[2] for row in rows}


def offset(zone, second):
    """The zone's offset in seconds at a second since 1970."""
    moment = EPOCH + datetime.timedelta(seconds=second)
    return int(moment.astimezone(zone).utcoffset().total_seconds())


def change_between(zone, before, after):
    """The first second in (before, after] with another offset than `before`, if `after` has one."""
    first = offset(zone, before)
    if offset(zone, after) == first:
        return None
    while after - before > 1:
        middle = (before + after) // 2
        before, after = (middle, after) if offset(zone, middle) == first else (before, middle)
    return after


@functools.cache
def changes(name):
    """Every change of offset in START..<END as (second, offset after).

    No zone changes and changes back within six hours.
    """
    zone = zoneinfo.ZoneInfo(name)
    found, last = [], offset(zone, START)
    for start in range(START, END, STEP):
        if offset(zone, start + STEP) != last:
            second = change_between(zone, start, start + STEP)
            last = offset(zone, second)
            found.append((second, last))
            assert last == offset(zone, start + STEP), (name, second)
    return tuple(found)


def resolve(name, wall):
    """The second and the kind of a wall time, given in seconds since 1970-01-01 00:00 local.

    Shown twice: the first. Not shown: moved forward by the gap.
    """
    zone = zoneinfo.ZoneInfo(name)
    offsets = {offset(zone, START)} | {after for _, after in changes(name)}
    shown = sorted(wall - o for o in offsets if offset(zone, wall - o) == o)
    if shown:
        return shown[0], "twice" if len(shown) > 1 else "once"
    gap_start = change_between(zone, wall - 16 * HOUR, wall + 16 * HOUR)
    gap = offset(zone, gap_start) - offset(zone, gap_start - 1)
    assert gap > 0 and gap_start <= wall + gap - offset(zone, gap_start) < gap_start + gap
    return wall + gap - offset(zone, gap_start), "skipped"


class Draws:
    """SplitMix64, so that Swift can draw the same numbers again."""

    def __init__(self, seed):
        self.state = seed

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        value = self.state
        value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & MASK
        value = ((value ^ value >> 27) * 0x94D049BB133111EB) & MASK
        return value ^ value >> 31

    def below(self, bound):
        return self.next() % bound


class Digest:
    """A running FNV-1a of 64-bit words, folded so that high bits reach low ones."""

    def __init__(self):
        self.value = 0xCBF29CE484222325

    def add(self, word):
        self.value = ((self.value ^ (word & MASK)) * 0x100000001B3) & MASK
        self.value ^= self.value >> 29

    def __str__(self):
        return f"{self.value:016x}"


def publish(files):
    """Writes the files of a script, or with --check compares them."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args().check
    for name, lines in files.items():
        text = "\n".join(lines) + "\n"
        path = VECTORS / name
        if not check:
            path.write_text(text)
        elif not path.exists() or path.read_text() != text:
            sys.exit(f"{name} differs from what this script writes")
