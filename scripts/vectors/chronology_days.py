#!/usr/bin/env python3
"""Vectors for local days: dates, weekdays and ISO weeks of 1990 to 2060, and ages.

    pip install tzdata==2026.6        (shared code asks for it; days need no more than Python)
    python3 scripts/vectors/chronology_days.py [--check]

days.txt   year, ISO week of its first and last day, and a digest over every day of the year of
           day number, year, month, day, weekday, ISO year, ISO week
ages.txt   birth, day (days since 1970), age on that day
"""

import calendar
import datetime
import random

from chronology_common import EPOCH_ORDINAL, Digest, publish


def days_line(year):
    digest = Digest()
    day = datetime.date(year, 1, 1)
    while day.year == year:
        iso_year, iso_week, weekday = day.isocalendar()
        number = day.toordinal() - EPOCH_ORDINAL
        for word in (number, day.year, day.month, day.day, weekday, iso_year, iso_week):
            digest.add(word)
        day += datetime.timedelta(days=1)
    ends = [datetime.date(year, 1, 1).isocalendar(), datetime.date(year, 12, 31).isocalendar()]
    return " ".join([str(year)] + [f"{end[0]}-W{end[1]:02}" for end in ends] + [str(digest)])


def birthday(birth, year):
    if (birth.month, birth.day) == (2, 29) and not calendar.isleap(year):
        return datetime.date(year, 3, 1)
    return birth.replace(year=year)


def age(birth, day):
    """How many birthdays after the day of birth have come."""
    return sum(birthday(birth, year) <= day for year in range(birth.year + 1, day.year + 1))


def age_lines():
    draws = random.Random(20_260_105)
    lines = []
    while len(lines) < 3_000:
        birth = datetime.date(1930, 1, 1) + datetime.timedelta(days=draws.randrange(33_000))
        if draws.random() < 0.3:
            birth = datetime.date(draws.randrange(1932, 2024, 4), 2, 29)
        day = birth + datetime.timedelta(days=draws.randrange(36_000))
        if draws.random() < 0.6:
            day = birthday(birth, day.year) + datetime.timedelta(days=draws.randrange(-2, 3))
        if day >= birth:
            numbers = [moment.toordinal() - EPOCH_ORDINAL for moment in (birth, day)]
            lines.append(f"{numbers[0]} {numbers[1]} {age(birth, day)}")
    return lines


if __name__ == "__main__":
    publish({
        "days.txt": [days_line(year) for year in range(1990, 2061)],
        "ages.txt": age_lines(),
    })
