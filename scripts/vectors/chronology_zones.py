#!/usr/bin/env python3
"""Vectors for time zones: every change of offset, random instants, random wall times.

    pip install tzdata==2026.6
    python3 scripts/vectors/chronology_zones.py [--check]

changes.txt   zone, first offset, then second:offset for every change (seconds)
walls.txt     zone, wall time, instant (seconds), whether the wall time is shown once, twice
              or skipped
digests.txt   zone, four digests of 500 random instants each, four of 250 wall times each
"""

import zoneinfo

from chronology_common import (
    DAY, END, HOUR, START, Digest, Draws, changes, offset, publish, resolve, zone_names,
)

AWKWARD = [
    "Africa/Casablanca", "Africa/El_Aaiun", "Africa/Juba", "Africa/Khartoum", "Africa/Sao_Tome",
    "America/Asuncion", "America/Caracas", "America/Havana", "America/Mexico_City",
    "America/New_York", "America/Nuuk", "America/Sao_Paulo", "America/Scoresbysund",
    "America/St_Johns", "Antarctica/Casey", "Antarctica/Troll", "Asia/Amman", "Asia/Beirut",
    "Asia/Gaza", "Asia/Kathmandu", "Asia/Pyongyang", "Asia/Tehran", "Asia/Almaty",
    "Atlantic/Azores", "Australia/Lord_Howe", "Europe/Berlin", "Europe/Dublin",
    "Europe/Istanbul", "Europe/Volgograd", "Pacific/Apia", "Pacific/Bougainville",
    "Pacific/Chatham", "Pacific/Fiji", "Pacific/Norfolk",
]
BATCHES = 4
INSTANTS = 500
WALLS = 250


def changes_line(name):
    first = offset(zoneinfo.ZoneInfo(name), START)
    return " ".join([name, str(first)] + [f"{second}:{after}" for second, after in changes(name)])


def wall_lines(name):
    """For every change a wall time at each edge of the gap or overlap, and one inside."""
    draws = Draws(sum(name.encode()))
    before = offset(zoneinfo.ZoneInfo(name), START)
    lines = []
    for second, after in changes(name):
        low, high = sorted((second + before, second + after))
        for wall in (low - 1, low, low + draws.below(high - low), high - 1, high):
            instant, kind = resolve(name, wall)
            lines.append(f"{name} {wall} {instant} {kind}")
        before = after
    return lines


def digest_line(name, index):
    """Milliseconds are drawn; half of the draws lie close to a change, where zones have any."""
    zone = zoneinfo.ZoneInfo(name)
    draws = Draws(index)
    seconds = [second for second, _ in changes(name)]

    def moment():
        if seconds and draws.below(2) == 0:
            change = seconds[draws.below(len(seconds))] * 1000
            return change + draws.below(52 * HOUR * 1000) - 26 * HOUR * 1000
        return (START + 2 * DAY) * 1000 + draws.below((END - START - 4 * DAY) * 1000)

    fields = [name]
    for _ in range(BATCHES):
        digest = Digest()
        for _ in range(INSTANTS):
            milliseconds = moment()
            local = milliseconds + offset(zone, milliseconds // 1000) * 1000
            digest.add(local - milliseconds)
            digest.add(local // (DAY * 1000))
            digest.add(local % (DAY * 1000))
        fields.append(str(digest))
    for _ in range(BATCHES):
        digest = Digest()
        for _ in range(WALLS):
            # The clock's reading at a moment, moved by up to two hours, and so into any gap.
            milliseconds = moment()
            wall = milliseconds + offset(zone, milliseconds // 1000) * 1000
            wall += draws.below(4 * HOUR * 1000) - 2 * HOUR * 1000
            instant, _ = resolve(name, wall // 1000)
            digest.add(instant * 1000 + wall % 1000)
        fields.append(str(digest))
    return " ".join(fields)


def main():
    names = sorted(zone_names())
    publish({
        "changes.txt": [changes_line(name) for name in names],
        "walls.txt": [line for name in AWKWARD for line in wall_lines(name)],
        "digests.txt": [digest_line(name, index) for index, name in enumerate(names)],
    })


if __name__ == "__main__":
    main()
