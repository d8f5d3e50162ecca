"""Writes the reference values that the training tests of DomainCore compare with.

The days of a template are those of dateutil's weekly rule; the scores of a form analysis are
computed in exact fractions. Needs python-dateutil 2.9.0; run as
`python3 scripts/vectors/training.py`.
"""

import random
from datetime import date, datetime, timedelta
from fractions import Fraction
from math import floor
from pathlib import Path

from dateutil.rrule import WEEKLY, rrule

FOLDER = Path(__file__).parents[2] / "Tests/Core/DomainCoreTests/Vectors"
source = random.Random(20260103)


def days(mask, first, length):
    """The planned days, as offsets from the first, within 800 days."""
    start = datetime(first.year, first.month, first.day)
    last = 799 if length is None else min(799, length)
    weekdays = [day for day in range(7) if mask >> day & 1]
    rule = rrule(
        WEEKLY, dtstart=start, until=start + timedelta(days=last), byweekday=weekdays)
    return [(day - start).days for day in rule]


with open(FOLDER / "template-days.txt", "w") as file:
    file.write("# weekdays from Monday as bits, first day, days to the last or -, planned days\n")
    for mask in list(range(1, 128)) + [source.randint(1, 127) for _ in range(33)]:
        first = date(2024, 1, 1) + timedelta(days=source.randrange(2000))
        length = source.choice([None, 0, 1, 6, 7, 30, 365, 366, 700])
        planned = " ".join(map(str, days(mask, first, length)))
        shown = "-" if length is None else length
        file.write(f"{mask} {first} {shown} {planned}".rstrip() + "\n")

# Degrees that a joint may be off: shoulders, elbows, hips, knees, ankles, left and right.
TOLERANCE = [7, 7, 7, 7, 5, 5, 5, 5, 9, 9]


def score(deviations):
    """Two points for each degree of the mean excess over the tolerance, rounded half up."""
    excess = [
        min(max(abs(Fraction(tenths, 10)) - TOLERANCE[joint], 0), 90)
        for joint, tenths in deviations]
    lost = floor(2 * sum(excess) / len(excess) + Fraction(1, 2))
    return max(0, 100 - lost)


with open(FOLDER / "form-scores.txt", "w") as file:
    file.write("# the score, then joint and deviation in tenths of a degree\n")
    for _ in range(600):
        spread = source.choice([60, 120, 300, 900, 3600])
        joints = source.sample(range(10), source.randint(1, 10))
        deviations = [(joint, source.randint(-spread, spread)) for joint in joints]
        words = [score(deviations)] + [word for pair in deviations for word in pair]
        file.write(" ".join(map(str, words)) + "\n")
