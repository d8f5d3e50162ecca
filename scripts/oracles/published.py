#!/usr/bin/env python3
"""Holds the people of `published-levels` against what is published of people with such apps.

    scripts/oracles/published.py <directory> [--table FILE]

Lives twenty seeds of it that it was not moved by, with the program of the tree, unless <directory>
has them in `published`, and writes with --table what came of each. Of each seed retention and what
people of one home have in common, of all together the shapes of weekday, hour and stay must lie in
their bands:

- retention on day 1, 7 and 30: 30, 15 and 6 % of health and fitness apps, by 8, 5 and 3 points;
- how active two people of a home are on the whole: correlated by 0.1 to 0.4; and their days beside
  what each of them usually does, by more than 0.05;
- Mondays above the other weekdays: the 33 % of visits to a gym (Dai 2014), by 13 points;
- meals before noon and from 18:00 on: under 25 % and over 33 % of energy, for amounts are alike at
  all hours; the other ends, ten and seventeen points away, are so that not all eat at night; and
  so of `baseline`, whose hours are those that hold where nothing is said. Whoever eats before 4:00
  has not gone to bed: that is the evening before;
- no heap and no hole where a day ends: meals from 23:00 on lie between half and all of what is in
  the middle of the hours beside;
- days from the first to the last in twelve weeks, at the median: 2 to 26 days, the medians of eight
  studies whose own is 5.5 (npj Digit Med 2020);
- who was away for 30 or 90 days and returned within 31 months: over 75 %, however long (Lin 2018),
  of `published-levels` and of `baseline`, lived for as long by fewer people;
- the week after a first streak of three days or more is broken: emptier (JCR 2023) than for the
  same people up to there, whom a broken streak does not pain. How much emptier is not published;
- reminders, which the treatment draws for each day anew: takers open the app 14 % more on days with
  one than on days without in their first six weeks (HeartSteps, Klasnja 2019), by four points;
- groups, switched off and on for the same people: who is in one trains 23 % more (Shameli 2017), by
  six points. Of `baseline` so much is the lift itself, switched off and on; a group draws people to
  the app and to a rank as well there, and what comes of all that together is told and not held.

No public figure was found of how long streaks are. It is assumed that one goes on the likelier the
longer it is, up to a week, and that from then on little changes; more so than where people differ
and neither habit nor streak pulls, which comes to 20 and -3 points.

Exit status 0: all lie there, 1: something does not.
"""

import argparse
import datetime
import itertools
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy
import polars
from polars import col
from scipy import stats

ROOT = Path(__file__).resolve().parents[2]
SEEDS = range(8_001, 8_021)
PEOPLE, DAYS, STREAK = 1500, 100, 3
LONG_PEOPLE, LONG_DAYS = 600, 970
# Reminders on every other day, so that there are days with and without, for six weeks.
PROMPTS = ["interventions.treatment=prompts", "interventions.promptsPerWeek=3.5",
           "metrics.recordStates=true"]
PROMPTED_DAYS = 42


class Bands:
    def __init__(self):
        self.failed, self.rows = 0, []

    def hold(self, name, value, low, high, each=()):
        """A value in its band; `each` are those of single seeds, to be shown beside it."""
        inside = low <= value <= high
        self.failed += not inside
        print(f"  {name}: {value:.4g}, {'in' if inside else 'NOT IN'} {low:g} to {high:g}")
        if len(each) > 0:
            self.rows.append((name, low, high, value, *numpy.quantile(each, (0, 0.5, 1))))

    def tell(self, name, value, each):
        """A value that has no band."""
        print(f"  {name}: {value:.4g}")
        self.rows.append((name, None, None, value, *numpy.quantile(each, (0, 0.5, 1))))

    def hold_each(self, name, each, low, high):
        """Of every seed a value in the band."""
        furthest = max(each, key=lambda value: abs(value - (low + high) / 2))
        self.hold(f"{name}, furthest of {len(each)} seeds", furthest, low, high)
        self.rows.append((name, low, high, None, *numpy.quantile(each, (0, 0.5, 1))))

    def table(self):
        """What came of the seeds, as a page of results."""
        head = (
            f"Seeds {SEEDS[0]} to {SEEDS[-1]} of `published-levels`, {PEOPLE} people and {DAYS} "
            "days each; its parameters were moved by others. Of `baseline` the first eight of "
            "these, and two for meals. The head of the script says where each band comes from; "
            "what has none is told only. Where no value stands for all seeds, each of them lies in "
            "the band.")
        lines = [
            "# Published levels", "",
            f"Written by `scripts/oracles/published.py --table` on {datetime.date.today()}.", "",
            textwrap.fill(head, 100), "",
            "| what | band | all seeds | least | median | most |", "|---|---|---|---|---|---|"]
        for name, low, high, value, *each in self.rows:
            shown = ["" if value is None else f"{value:.3f}"]
            shown += [f"{number:.3f}" for number in each]
            band = "" if low is None else f"{low:g} to {high:g}"
            lines.append(f"| {name} | {band} | {' | '.join(shown)} |")
        return "\n".join(lines) + "\n"


class Run:
    """What the people of a run did: of each who ever did anything, whether on each day."""

    def __init__(self, path, days):
        def table(name):
            return polars.read_parquet(path / f"{name}.parquet")

        rows = table("person_days").filter("enrolled")
        weekday = col("day").dt.weekday().alias("weekday")
        # Whole weeks, and nobody's first day, which has to be an active one.
        first = table("truth").select("person", first="first_active_run_day")
        later = rows.join(first, on="person").filter(
            (col("run_day") > col("first")) & (col("run_day") < days // 7 * 7))
        self.weekdays = later.group_by(weekday).agg(polars.len(), col("active").sum())
        people = rows.group_by("person").agg("run_day", "active").sort("person")
        self.lives = {}
        for person, run_days, active in people.iter_rows():
            life = numpy.zeros(days, bool)
            life[run_days] = active
            if life.any():
                self.lives[person] = life[life.argmax():]
        self.rows, self.people, self.table = rows, table("people"), table
        zones = self.people.select("person", zone=col("zone").cast(polars.String))
        meals = table("events").filter(
            (col("kind").cast(polars.String) == "mealLogged")
            & (col("outcome").cast(polars.String) == "accepted")).join(zones, on="person")
        hours = [
            part["event_time"].dt.replace_time_zone("UTC").dt.convert_time_zone(zone).dt.hour()
            for (zone,), part in meals.group_by("zone")]
        self.meals = numpy.concatenate(hours)

    def retention(self, day):
        return numpy.mean([life[day] for life in self.lives.values() if len(life) > day])

    def stays(self):
        """Days from the first to the last in twelve weeks, of who could be seen for as long."""
        return [
            numpy.flatnonzero(life[:84])[-1] + 1 for life in self.lives.values() if len(life) >= 84]

    def likeness(self):
        """What any two of a home have in common: how active they are, and on which days."""
        homes = {}
        for person, home, run_days, active in self.rows.group_by("person", "household").agg(
                "run_day", "active").sort("person").iter_rows():
            homes.setdefault(home, []).append((numpy.array(run_days), numpy.array(active, float)))
        whole, daily = [], []
        pairs = (pair for home in homes.values() for pair in itertools.combinations(home, 2))
        for (first, one), (second, two) in pairs:
            days, mine, theirs = numpy.intersect1d(first, second, return_indices=True)
            # Who came late has had no time to be like anybody.
            if len(days) < 28:
                continue
            one, two = one[mine], two[theirs]
            whole.append((one.mean(), two.mean()))
            if one.mean() > 0.1 and two.mean() > 0.1:
                daily.append(numpy.stack([one - one.mean(), two - two.mean()]))
        return correlation(numpy.array(whole).T), correlation(numpy.concatenate(daily, axis=1))

    def opened(self):
        """Of who takes reminders and has not put the app away, days with one and without: how many
        there are, and on how many of them something was done."""
        takers = self.table("truth").filter("allows_notifications").select("person")
        joined = self.people.select("person", "joined_run_day")
        phase = col("phase").cast(polars.String)
        states = self.table("states").join(takers, on="person").join(joined, on="person").filter(
            phase.is_in(["new", "active", "lapsing"])
            & (col("run_day") > col("joined_run_day"))
            & (col("run_day") <= col("joined_run_day") + PROMPTED_DAYS))
        days = states.join(self.rows.select("person", "run_day", "active"),
                           on=["person", "run_day"])
        prompted = days["prompt"].cast(polars.String) != "none"
        return [(len(part), part["active"].sum())
                for part in (days.filter(prompted), days.filter(~prompted))]

    def members(self):
        """The days of who is in a group, after they joined it."""
        joined = self.people.select("person", joined="joined_group_run_day").drop_nulls()
        return self.rows.join(joined, on="person").filter(col("run_day") > col("joined")).select(
            "person", "run_day")

    def trained(self, days):
        """Workouts on these days of these people, whatever they are in."""
        return self.rows.join(days, on=["person", "run_day"])["workouts"].cast(polars.Int64).sum()

    def returned(self, gap):
        """Of who was first away for so many days by the end of the second month, who came back."""
        told = []
        for life in self.lives.values():
            days = numpy.flatnonzero(life)
            after = numpy.append(days[1:], len(life))
            away = numpy.flatnonzero(after - days > gap)
            if len(away) > 0 and days[away[0]] <= 60:
                told.append(after[away[0]] < len(life))
        return told

    def broken(self):
        """By person, the first day without anything after a streak, and active days of its week."""
        found = {}
        for person, life in self.lives.items():
            ends = numpy.flatnonzero(~life[STREAK:])
            for end in ends + STREAK:
                if life[end - STREAK:end].all():
                    if end + 8 <= len(life):
                        found[person] = (end, life[end + 1:end + 8].sum())
                    break
        return found


def correlation(pairs):
    """Of pairs of which either may be the first: they have one mean and one spread."""
    return numpy.corrcoef(numpy.concatenate([pairs, pairs[::-1]], axis=1))[0, 1]


def goes_on(lives, lengths):
    """How likely a streak of one of these lengths has another day."""
    told, went_on = 0, 0
    for life in lives:
        streak = 0
        for day in range(len(life) - 1):
            streak = streak + 1 if life[day] else 0
            if streak in lengths:
                told, went_on = told + 1, went_on + life[day + 1]
    return went_on / told


def live(directory, name, seed, settings, scenario="published-levels", people=PEOPLE, days=DAYS):
    """Where a seed lies; made now if it was not."""
    out = directory / name / str(seed)
    if not out.is_dir():
        settings = ["metrics.recordEvents=full", *settings]
        subprocess.run(
            [ROOT / ".build/release/shakeout", "run", scenario, f"--seed={seed}",
             f"--people={people}", f"--days={days}", "--out", out, "--quiet",
             *[f"--set={setting}" for setting in settings]], check=True, cwd=ROOT)
    return Run(out / "datasets" / scenario, days)


def check_all(bands, name, meals, long):
    """What holds of the people of `published-levels`, and of who lives where nothing is said."""
    def hold(what, share, low, high):
        each = [share(run.meals) for run in meals]
        together = share(numpy.concatenate([run.meals for run in meals]))
        bands.hold(f"{what}, {name}", together, low, high, each)

    hold("meals before noon", lambda hours: ((hours >= 4) & (hours < 12)).mean(), 0.15, 0.25)
    hold("meals from 18:00 on", lambda hours: ((hours >= 18) | (hours < 4)).mean(), 0.33, 0.50)
    hold("meals from 23:00 on, against the hours beside",
         lambda hours: (hours == 23).sum() * 2 / ((hours == 22) | (hours == 0)).sum(), 0.5, 1)
    for gap in (30, 90):
        told = long.returned(gap)
        bands.hold(f"of {len(told)} who were away for {gap} days, came back, {name}",
                   numpy.mean(told), 0.75, 1)


def weekday_rates(runs):
    weekdays = polars.concat([run.weekdays for run in runs]).group_by("weekday").sum()
    rates = dict(weekdays.select("weekday", col("active") / col("len")).iter_rows())
    others = numpy.mean([rates[day] for day in (2, 3, 4, 5)])
    return rates[1] / others - 1, (rates[6] + rates[7]) / 2 / others


def check(bands, runs, painless):
    for day, low, high in ((1, 0.22, 0.38), (7, 0.10, 0.20), (30, 0.03, 0.09)):
        bands.hold_each(f"retention on day {day}", [run.retention(day) for run in runs], low, high)
    falls = [
        numpy.mean([run.retention(day) for day in range(54, 67)])
        / numpy.mean([run.retention(day) for day in range(24, 37)]) for run in runs]
    bands.hold_each("day 60 against day 30", falls, 0.3, 0.95)

    whole, daily = zip(*(run.likeness() for run in runs))
    bands.hold_each("likeness of two of a home", whole, 0.1, 0.4)
    bands.hold_each("likeness of their days", daily, 0.05, 1)

    each = [weekday_rates([run]) for run in runs]
    mondays, weekends = weekday_rates(runs)
    bands.hold("Mondays above other weekdays", mondays, 0.20, 0.46, [one for one, _ in each])
    bands.hold("weekends against weekdays", weekends, 0.8, 1, [one for _, one in each])

    bands.hold("days from first to last, median",
               numpy.median(numpy.concatenate([run.stays() for run in runs])), 2, 26,
               [numpy.median(run.stays()) for run in runs])

    def going(lives):
        rates = [goes_on(lives, lengths) for lengths in ((1,), (3, 4), (7, 8, 9), range(14, 21))]
        return numpy.diff(rates)

    together = going([life for run in runs for life in run.lives.values()])
    each = numpy.array([going(run.lives.values()) for run in runs])
    for place, (name, low, high) in enumerate((
            ("from one day to three", 0.22, 0.36), ("from three to a week", 0.05, 0.25),
            ("from one week to two", 0, 0.08))):
        bands.hold(f"how much likelier a streak goes on {name}", together[place], low, high,
                   each[:, place])

    differences = []
    for run, other in zip(runs, painless):
        hurt, unhurt = run.broken(), other.broken()
        differences += [
            int(days) - int(unhurt[person][1]) for person, (end, days) in hurt.items()
            if person in unhurt and unhurt[person][0] == end]
    bands.hold(f"active days of the week after a broken streak, of {len(differences)} people",
               numpy.mean(differences), -1.5, -0.05)
    bands.hold("  how likely it is so by chance",
               stats.ttest_1samp(differences, 0, alternative="less").pvalue, 0, 1e-4)


def check_treatments(bands, runs, reminded, alone):
    """What an analyst finds again of effects that are known."""
    def more(days):
        (with_one, opened), (without, unmoved) = numpy.sum(days, axis=0)
        return opened / with_one / (unmoved / without) - 1

    opened = [run.opened() for run in reminded]
    bands.hold("more on days with a reminder", more(opened), 0.10, 0.18,
               [more([one]) for one in opened])
    together, each = more_workouts(runs, alone)
    bands.hold("more workouts of who is in a group", together, 0.17, 0.29, each)


def more_workouts(runs, others):
    """How much more those who are in a group train than they do in other lives of theirs."""
    told = []
    for run, other in zip(runs, others):
        days = run.members()
        told.append((run.trained(days), other.trained(days)))
    told = numpy.array(told, float)
    return told[:, 0].sum() / told[:, 1].sum() - 1, told[:, 0] / told[:, 1] - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--table", type=Path, help="write what came of the seeds there")
    options = parser.parse_args()
    directory = options.directory
    runs = [live(directory, "published", seed, []) for seed in SEEDS]
    painless = [
        live(directory, "painless", seed,
             ["lifecycle.openLogitStreakLoss=0", "lifecycle.lapseFactorStreakLoss=1"]) for seed in SEEDS[:8]]
    bands = Bands()
    check(bands, runs, painless)
    reminded = [live(directory, "reminded", seed, PROMPTS) for seed in SEEDS]
    alone = [live(directory, "alone", seed, ["activities.groupMemberFraction=0"]) for seed in SEEDS]
    check_treatments(bands, runs, reminded, alone)
    usual, apart, unlifted = (
        [live(directory, name, seed, settings, "baseline") for seed in SEEDS[:8]]
        for name, settings in (
            ("usual", []), ("usual-alone", ["activities.groupMemberFraction=0"]),
            ("usual-unlifted", ["reactions.groupTrainingLift=0"])))
    together, each = more_workouts(usual, unlifted)
    bands.hold("more workouts of who is in a group by the lift alone, baseline", together,
               0.17, 0.29, each)
    bands.tell("more workouts of who is in a group, baseline", *more_workouts(usual, apart))
    for scenario, meals in (("published-levels", runs), ("baseline", usual[:2])):
        long = live(directory, f"long-{scenario}", SEEDS[0], [], scenario, LONG_PEOPLE, LONG_DAYS)
        check_all(bands, scenario, meals, long)
    if options.table:
        options.table.write_text(bands.table())
    failed = bands.failed
    print("published levels and shapes" if failed == 0 else f"{failed} are out of their bands")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
