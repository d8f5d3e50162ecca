#!/usr/bin/env python3
"""Writes the table of time zones that is compiled into the module Chronology.

    pip install tzdata==2026.6
    python3 scripts/zones.py           # write the generated Swift files
    python3 scripts/zones.py --check   # exit 1 when they differ from what would be written

The zones are UTC and every name in the zone.tab of the release (the zones of each country). The
release is pinned, and the script reads the PyPI package only, never the zone files of the machine,
so that the table is the same everywhere.
"""

import argparse
import datetime
import importlib.resources
import pathlib
import sys
import zoneinfo

import tzdata

PACKAGE_VERSION = "2026.6"
FIRST_YEAR = 2015
END_YEAR = 2046
# Offsets are stored with this bias, so that they need no sign.
OFFSET_BIAS_MINUTES = 16 * 60
NAME_WIDTH = 30
CHANGES_PER_LINE = 10

UTC = datetime.timezone.utc
START = datetime.datetime(FIRST_YEAR, 1, 1, tzinfo=UTC)
END = datetime.datetime(END_YEAR, 1, 1, tzinfo=UTC)
MINUTE = datetime.timedelta(minutes=1)
DAY = datetime.timedelta(days=1)

ROOT = pathlib.Path(__file__).resolve().parent.parent
SOURCES = ROOT / "Sources" / "Groundwork" / "Chronology" / "Zones"


def zone_names():
    """UTC first, so that its handle is 0, then the names of zone.tab in order."""
    text = (importlib.resources.files("tzdata") / "zoneinfo" / "zone.tab").read_text()
    rows = [line.split("\t") for line in text.splitlines() if line and line[0] != "#"]
    return ["UTC"] + sorted(row[2].strip() for row in rows)


def offset_minutes(zone, moment):
    seconds = int(moment.astimezone(zone).utcoffset().total_seconds())
    assert seconds % 60 == 0, (zone.key, moment)
    return seconds // 60


def schedule(zone):
    """The zone's offsets as (minute since START, offset in minutes), the first at minute 0."""
    offset = offset_minutes(zone, START)
    changes = [(0, offset)]
    day = START
    while day < END:
        if offset_minutes(zone, day + DAY) != offset:
            before, after = day, day + DAY
            while after - before > MINUTE:
                middle = before + (after - before) // MINUTE // 2 * MINUTE
                if offset_minutes(zone, middle) == offset:
                    before = middle
                else:
                    after = middle
            # The table has whole minutes; a change between two minutes must fail.
            assert offset_minutes(zone, after - MINUTE / 60) == offset, (zone.key, after)
            offset = offset_minutes(zone, day + DAY)
            assert offset_minutes(zone, after) == offset, (zone.key, after)
            changes.append(((after - START) // MINUTE, offset))
        day += DAY
    return tuple(changes)


def header(title):
    return (
        f"// Written by scripts/zones.py from IANA time zone release {tzdata.IANA_VERSION};"
        " do not edit.\n"
        f"// {title}\n\n"
    )


def names_file(names, first_change, schedules):
    rows = []
    for name in names:
        changes = schedules[name]
        assert len(name) <= NAME_WIDTH and len(changes) < 100
        rows.append(f"    {name:<{NAME_WIDTH}} {first_change[changes]:04} {len(changes):02}\n")
    return (
        header("A row: name, index of its first change, number of changes.")
        + "extension ZoneTable {\n"
        + "  /// The IANA release that every offset in this table comes from.\n"
        + f'  static let release = "{tzdata.IANA_VERSION}"\n\n'
        + f"  static let zoneCount = {len(names)}\n\n"
        + '  static let nameRows: StaticString = """\n'
        + "".join(rows)
        + '\n    """\n'
        + "}\n"
    )


def changes_file(ordered):
    changes = [change for schedule in ordered for change in schedule]
    records = []
    for minute, offset in changes:
        biased = offset + OFFSET_BIAS_MINUTES
        assert 0 <= minute < 1 << 24 and 0 <= biased < 1 << 12
        records.append(f"{minute:06x}{biased:03x}")
    lines = [
        "    " + "".join(records[index : index + CHANGES_PER_LINE]) + "\\\n"
        for index in range(0, len(records), CHANGES_PER_LINE)
    ]
    start = (START - datetime.datetime(1970, 1, 1, tzinfo=UTC)) // MINUTE
    return (
        header("A change: six hexadecimal digits of minutes since the start, three of offset.")
        + "extension ZoneTable {\n"
        + "  /// Where the minutes of changes are counted from, in minutes since 1970.\n"
        + f"  static let startMinutes: Int64 = {start:_}\n\n"
        + "  /// What is added to every offset of the table, so that it needs no sign.\n"
        + f"  static let offsetBiasMinutes: Int64 = {OFFSET_BIAS_MINUTES}\n\n"
        + '  static let changes: StaticString = """\n'
        + "".join(lines)
        + "\n"
        + '    """\n'
        + "}\n"
    )


def generate():
    zoneinfo.reset_tzpath(())
    names = zone_names()
    schedules = {name: schedule(zoneinfo.ZoneInfo(name)) for name in names}
    first_change, ordered, count = {}, [], 0
    for name in names:
        changes = schedules[name]
        if changes not in first_change:
            first_change[changes] = count
            ordered.append(changes)
            count += len(changes)
    return {
        SOURCES / "ZoneTable+Names.swift": names_file(names, first_change, schedules),
        SOURCES / "ZoneTable+Changes.swift": changes_file(ordered),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="compare and write nothing")
    arguments = parser.parse_args()
    if tzdata.__version__ != PACKAGE_VERSION:
        sys.exit(f"tzdata {tzdata.__version__} is wrong: run pip install tzdata=={PACKAGE_VERSION}")
    stale = []
    for path, text in generate().items():
        if arguments.check:
            if not path.exists() or path.read_text() != text:
                stale.append(path.name)
        else:
            path.write_text(text)
    if stale:
        sys.exit(f"{', '.join(stale)} differ from tzdata {PACKAGE_VERSION}; run scripts/zones.py")


if __name__ == "__main__":
    main()
