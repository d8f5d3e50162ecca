#!/usr/bin/env python3
"""SCH-3: vectors for recurrence rules, from python-dateutil.

    pip install python-dateutil==2.9.0.post0 tzdata==2026.6
    python3 scripts/vectors/chronology_recurrence.py [--check]

rules.txt         rule, start, last day asked for, EXDATE (or -), and the days: the first as days
                  since the start, each other as days since the one before (or - for none)
occurrences.txt   rule, start, millisecond of the day, zone, lower and upper bound of the range
                  (seconds), EXDATE (or -), and the instants: the first as seconds since the lower
                  bound, each other since the one before (or - for none)

Where dateutil is not followed:
- BYDAY that mixes weekdays with and without ordinals means any of them in RFC 5545; dateutil asks
  for both at once. Here the two halves are asked for apart and joined.
- UNTIL that is a day includes the whole day; dateutil reads it as midnight. Days are asked for at
  midnight, where both are the same, and wall times with UNTIL at the day's last second.
- UNTIL that is a moment in UTC is applied to the instants that the policy for wall times gives;
  that dateutil's own zone-aware rules agree is asserted where they can be asked.
"""

import collections
import datetime
import itertools
import random
import sys
import zoneinfo

import dateutil
from dateutil.rrule import rruleset, rrulestr

from chronology_common import DAY, HOUR, changes, offset, publish, resolve, seconds
from chronology_zones import AWKWARD

DATEUTIL_VERSION = "2.9.0.post0"
RULES = 3_600
ZONED_RULES = 700
WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"]
ONE_DAY = datetime.timedelta(days=1)

# dateutil looks for the next day of a rule until this year, also when there is none.
datetime.MAXYEAR = 2100


def draw_some(draws, values, count_max):
    return draws.sample(values, draws.randint(1, count_max))


def draw_rule(draws, start):
    """A rule as (part, value) pairs; every part of the subset turns up with every other."""
    frequency = draws.choice(["DAILY", "WEEKLY", "WEEKLY", "MONTHLY", "MONTHLY"])
    parts = [("FREQ", frequency)]
    if draws.random() < 0.6:
        parts.append(("INTERVAL", str(draws.randint(1, 6))))
    if draws.random() < (0.7 if frequency == "WEEKLY" else 0.5):
        items = draw_some(draws, WEEKDAYS, 5 if frequency != "MONTHLY" else 3)
        if frequency == "MONTHLY":
            style = draws.random()
            for index, item in enumerate(items):
                if style < 0.6 or (style < 0.8 and index > 0):
                    items[index] = f"{draws.choice([1, 2, 3, 4, 5, -1, -2, -3, -4, -5])}{item}"
        parts.append(("BYDAY", ",".join(items)))
    if frequency != "WEEKLY" and draws.random() < 0.4:
        days = [*range(1, 32), *range(-31, 0), 28, 29, 30, 31, -1, -1, -1, -28, -29, -30, -31]
        count_max = 12 if draws.random() < 0.4 else 3
        parts.append(("BYMONTHDAY", ",".join(map(str, draw_some(draws, days, count_max)))))
    if draws.random() < 0.5:
        parts.append(("WKST", draws.choice(WEEKDAYS)))
    end = draws.random()
    if end < 0.3:
        parts.append(("COUNT", str(draws.randint(1, 40))))
    elif end < 0.6:
        until = start + datetime.timedelta(days=draws.randint(0, 500))
        parts.append(("UNTIL", until.strftime("%Y%m%d")))
    rest = parts[1:]
    draws.shuffle(rest)
    return parts[:1] + rest


def text(parts):
    return ";".join(f"{name}={value}" for name, value in parts)


def halves(parts):
    """The rule, or its two halves when BYDAY mixes weekdays with and without ordinals."""
    by_day = dict(parts).get("BYDAY", "").split(",")
    ordinal = [item for item in by_day if len(item) > 2]
    plain = [item for item in by_day if len(item) == 2]
    if not ordinal or not plain:
        return [parts]
    return [
        [(name, ",".join(half) if name == "BYDAY" else value) for name, value in parts]
        for half in (ordinal, plain)
    ]


def occurrences(parts, start, last, excluded):
    """What dateutil gives up to `last`: COUNT is applied before EXDATE."""
    rules = halves(parts)
    if len(rules) == 1:
        every = rruleset()
        every.rrule(rrulestr(text(parts), dtstart=start))
        for moment in excluded:
            every.exdate(moment)
        return list(itertools.takewhile(lambda moment: moment <= last, every))
    count = int(dict(parts).get("COUNT", sys.maxsize))
    union = rruleset()
    for rule in rules:
        without_count = [part for part in rule if part[0] != "COUNT"]
        union.rrule(rrulestr(text(without_count), dtstart=start))
    counted = itertools.islice(union, min(count, 100_000))
    found = itertools.takewhile(lambda moment: moment <= last, counted)
    return [moment for moment in found if moment not in excluded]


def draw_excluded(draws, found, start):
    """Some occurrences, and a day that is perhaps none."""
    if draws.random() < 0.7 or not found:
        return []
    chosen = set(draw_some(draws, found, min(3, len(found))))
    chosen.add(start + draws.randint(0, 60) * ONE_DAY)
    return sorted(chosen)


def compact(moment):
    return moment.strftime("%Y%m%d")


def steps(numbers, origin):
    """Differences, the first from `origin`."""
    pairs = zip([origin] + numbers, numbers)
    return " ".join(str(after - before) for before, after in pairs) or "-"


def rules_lines():
    draws = random.Random(5_545)
    lines = []
    while len(lines) < RULES:
        start = datetime.datetime(2015, 1, 1) + draws.randrange(11_000) * ONE_DAY
        if draws.random() < 0.2:
            start = start.replace(month=draws.choice([1, 3, 12]))
            start = start.replace(day=draws.choice([28, 29, 30, 31]))
        parts = draw_rule(draws, start)
        last = start + draws.choice([40, 200, 800]) * ONE_DAY
        if dict(parts)["FREQ"] == "MONTHLY":
            last += 1_200 * ONE_DAY
        excluded = draw_excluded(draws, occurrences(parts, start, last, []), start)
        days = [moment.toordinal() for moment in occurrences(parts, start, last, excluded)][:100]
        if len(days) == 100:
            last = datetime.datetime.fromordinal(days[-1])
        lines.append("\t".join([
            text(parts), compact(start), compact(last),
            ",".join(map(compact, excluded)) or "-", steps(days, start.toordinal()),
        ]))
    return lines


def utc_text(second):
    moment = datetime.datetime.fromtimestamp(second, datetime.timezone.utc)
    return moment.strftime("%Y%m%dT%H%M%SZ")


def draw_zoned(draws):
    """A class whose wall time may be skipped or shown twice on the day of a change."""
    while True:
        name = draws.choice(AWKWARD)
        second, after = draws.choice(changes(name) or ((seconds(2024), 0),))
        before = offset(zoneinfo.ZoneInfo(name), second - 1)
        low, high = sorted((second + before, second + after))
        local = low + draws.randrange(-300, high - low + 301)
        wall = datetime.datetime(1970, 1, 1) + datetime.timedelta(seconds=local // 300 * 300)
        start = wall - draws.choice([0, 1, 7, 14, 28, 30, 180, 366]) * ONE_DAY
        if datetime.datetime(2015, 1, 3) <= start and wall < datetime.datetime(2045, 1, 1):
            return name, wall, start


def zoned_line(draws, kinds):
    """A line, or None when its range is empty or too plain; counts the kinds of its wall times."""
    name, wall, start = draw_zoned(draws)
    parts = [part for part in draw_rule(draws, start) if part[0] != "UNTIL"]
    last = wall + draws.choice([1, 3, 10]) * 30 * ONE_DAY
    found = occurrences(parts, start, last, [])
    excluded = draw_excluded(draws, found, start)
    kept = occurrences(parts, start, last, excluded)

    def resolved(moment):
        return resolve(name, int((moment - datetime.datetime(1970, 1, 1)).total_seconds()))

    def instant(moment):
        return resolved(moment)[0]

    ending = draws.random()
    has_count = "COUNT" in dict(parts)
    if not has_count and ending < 0.3:
        day = start.date() + draws.randint(0, 400) * ONE_DAY
        parts.append(("UNTIL", day.strftime("%Y%m%d")))
        kept = [moment for moment in kept if moment.date() <= day]
    elif not has_count and ending < 0.7 and found:
        until = instant(draws.choice(found)) + draws.choice([-HOUR, -1, 0, 1, HOUR])
        parts.append(("UNTIL", utc_text(until)))
        kept = [moment for moment in kept if instant(moment) <= until]
        assert_agreement(parts, start, name, last, excluded, kept)
    lower = instant(start) + draws.choice([0, 0, 10, 40]) * DAY + draws.choice([-1, 0, 1])
    upper = instant(last) + draws.choice([-40, -10, 0]) * DAY + draws.choice([0, 1])
    inside = [moment for moment in kept if lower <= instant(moment) < upper]
    if not inside:
        return None
    inside_kinds = [resolved(moment)[1] for moment in inside]
    if set(inside_kinds) == {"once"} and draws.random() < 0.8:
        return None
    kinds.update(inside_kinds)
    return "\t".join([
        text(parts), compact(start), str((start - start.replace(hour=0, minute=0)).seconds * 1000),
        name, str(lower), str(upper), ",".join(map(compact, excluded)) or "-",
        steps([instant(moment) for moment in inside], lower),
    ])


def zoned_lines():
    draws, kinds, lines = random.Random(20_151_029), collections.Counter(), []
    while len(lines) < ZONED_RULES:
        line = zoned_line(draws, kinds)
        if line:
            lines.append(line)
    assert kinds["skipped"] > 150 and kinds["twice"] > 150, kinds
    return lines


def assert_agreement(parts, start, name, last, excluded, kept):
    """dateutil's zone-aware rules read the same walls, where it understands the rule."""
    if len(halves(parts)) > 1:
        return
    aware = rrulestr(text(parts), dtstart=start.replace(tzinfo=zoneinfo.ZoneInfo(name)))
    walls = [moment.replace(tzinfo=None) for moment in aware]
    assert kept == [wall for wall in walls if wall <= last and wall not in excluded], text(parts)


def main():
    if dateutil.__version__ != DATEUTIL_VERSION:
        sys.exit(f"run pip install python-dateutil=={DATEUTIL_VERSION}")
    publish({"rules.txt": rules_lines(), "occurrences.txt": zoned_lines()})


if __name__ == "__main__":
    main()
