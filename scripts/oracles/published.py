#!/usr/bin/env python3
"""Compares the people of `published-levels` with published numbers about users of such apps.

    scripts/oracles/published.py <directory> [--table FILE]

Uses twenty seeds that were not used to calibrate the scenario, from `published` below <directory>,
and runs them with the release build if they are missing. --table writes the result of each seed.
Retention and the similarity of people of one household must be in their bands for each seed. The
shapes over weekdays, hours and days of use must be in their bands for all seeds together:

- Retention on day 1, 7 and 30: 30, 15 and 6 % for health and fitness apps, ± 8, 5 and 3 percentage
  points.
- Activity of two people of a household: their mean activity has a correlation of 0.1 to 0.4, and
  their deviations from it day by day one of more than 0.05.
- Mondays above the other weekdays: 33 % for visits to a gym (Dai 2014), ± 13 percentage points.
- Meals before noon and from 18:00 on: under 25 % and over 33 % of energy; meals are equally large
  at all hours. The other ends of these bands are ten and seventeen percentage points away, so that
  not all people eat at night. The same for `baseline`, which has the default hours. Meals before
  4:00 count for the evening before.
- No peak and no gap at midnight: meals in the hour from 23:00 on are between half and all of the
  mean of the hours before and after.
- Days from the first to the last active day within twelve weeks, at the median: 2 to 26 days, the
  medians of eight studies with a median of 5.5 (npj Digit Med 2020).
- People who were away for 30 or 90 days and returned within 31 months: over 75 % (Lin 2018), for
  `published-levels` and `baseline`, in longer runs with fewer people.
- The week after the first streak of three days or more is broken: fewer active days (JCR 2023) than
  for the same people if a broken streak has no effect. The size of the effect is not published.
- Reminders, drawn for each day by the treatment: people who allow notifications open the app 14 %
  more on days with a reminder than on days without, in their first six weeks (HeartSteps, Klasnja
  2019), ± 4 percentage points.
- Groups, on and off for the same population: members train 23 % more (Shameli 2017), ± 6 percentage
  points. For `baseline` this is the effect of the lift alone. There a group has further effects, on
  opening the app and on ranks; the sum of all effects is printed and not checked.

No published number on the length of streaks was found. The assumption is that a streak is more
likely to continue the longer it is, up to a week, and that little changes after that. This must be
a larger rise than from differences between people alone, which give 20 and -3 percentage points.

Exit status 0: all are in their bands, 1: something is not.
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
# Reminders on half of the days, so that there are days with and without, for six weeks.
PROMPTS = ["interventions.treatment=prompts", "interventions.promptsPerWeek=3.5",
           "reactions.promptLift=0.57",
           "metrics.recordStates=true"]
PROMPTED_DAYS = 42


class Bands:
    def __init__(self):
        self.failed, self.rows = 0, []

    def hold(self, name, value, low, high, each=()):
        """Checks a value against its band; `each` has the values of single seeds for the table."""
        inside = low <= value <= high
        self.failed += not inside
        print(f"  {name}: {value:.4g}, {'in' if inside else 'NOT IN'} {low:g} to {high:g}")
        if len(each) > 0:
            self.rows.append((name, low, high, value, *numpy.quantile(each, (0, 0.5, 1))))

    def show(self, name, value, each):
        """Prints a value that has no band."""
        print(f"  {name}: {value:.4g}")
        self.rows.append((name, None, None, value, *numpy.quantile(each, (0, 0.5, 1))))

    def hold_each(self, name, each, low, high):
        """Checks the value of each seed against the band."""
        furthest = max(each, key=lambda value: abs(value - (low + high) / 2))
        self.hold(f"{name}, furthest of {len(each)} seeds", furthest, low, high)
        self.rows.append((name, low, high, None, *numpy.quantile(each, (0, 0.5, 1))))

    def table(self):
        """The results of the seeds, as a Markdown page."""
        head = (
            f"Seeds {SEEDS[0]} to {SEEDS[-1]} of `published-levels`, {PEOPLE} people and {DAYS} "
            "days each; other seeds were used to calibrate the scenario. For `baseline` the first "
            "eight of these, and two for meals. The head of the script has the source of each "
            "band. Rows without a band are not checked. Rows without a value for all seeds are "
            "checked for each seed.")
        lines = [
            "# Published levels", "",
            f"Written by `scripts/oracles/published.py --table` on {datetime.date.today()}.", "",
            textwrap.fill(head, 100), "",
            "| quantity | band | all seeds | min | median | max |", "|---|---|---|---|---|---|"]
        for name, low, high, value, *each in self.rows:
            shown = ["" if value is None else f"{value:.3f}"]
            shown += [f"{number:.3f}" for number in each]
            band = "" if low is None else f"{low:g} to {high:g}"
            lines.append(f"| {name} | {band} | {' | '.join(shown)} |")
        return "\n".join(lines) + "\n"


class Run:
    """The activity of the people of a run, day by day from the first active day on."""

    def __init__(self, path, days):
        def table(name):
            return polars.read_parquet(path / f"{name}.parquet")

        rows = table("person_days").filter("enrolled")
        weekday = col("day").dt.weekday().alias("weekday")
        # Whole weeks, without first days, which are active by definition.
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
        """Days from the first to the last active day of people with at least twelve weeks."""
        return [
            numpy.flatnonzero(life[:84])[-1] + 1 for life in self.lives.values() if len(life) >= 84]

    def similarity(self):
        """Correlations of two people of a household: of mean activity, and of single days."""
        homes = {}
        for person, home, run_days, active in self.rows.group_by("person", "household").agg(
                "run_day", "active").sort("person").iter_rows():
            homes.setdefault(home, []).append((numpy.array(run_days), numpy.array(active, float)))
        whole, daily = [], []
        pairs = (pair for home in homes.values() for pair in itertools.combinations(home, 2))
        for (first, one), (second, two) in pairs:
            days, mine, theirs = numpy.intersect1d(first, second, return_indices=True)
            # Pairs with fewer than 28 common days say too little.
            if len(days) < 28:
                continue
            one, two = one[mine], two[theirs]
            whole.append((one.mean(), two.mean()))
            if one.mean() > 0.1 and two.mean() > 0.1:
                daily.append(numpy.stack([one - one.mean(), two - two.mean()]))
        return correlation(numpy.array(whole).T), correlation(numpy.concatenate(daily, axis=1))

    def opened(self):
        """Days with and without a reminder of people who allow notifications and have not lapsed:
        their number, and the number of active ones."""
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
        """The days of group members, after they joined."""
        joined = self.people.select("person", joined="joined_group_run_day").drop_nulls()
        return self.rows.join(joined, on="person").filter(col("run_day") > col("joined")).select(
            "person", "run_day")

    def trained(self, days):
        """Workouts of the given people on the given days."""
        return self.rows.join(days, on=["person", "run_day"])["workouts"].cast(polars.Int64).sum()

    def returned(self, gap):
        """Whether people with a first gap of `gap` days, starting by day 60, returned."""
        returned = []
        for life in self.lives.values():
            days = numpy.flatnonzero(life)
            after = numpy.append(days[1:], len(life))
            away = numpy.flatnonzero(after - days > gap)
            if len(away) > 0 and days[away[0]] <= 60:
                returned.append(after[away[0]] < len(life))
        return returned

    def broken(self):
        """By person, the day on which the first streak broke, and active days in the week after."""
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
    """The correlation of unordered pairs: both members share one mean and one spread."""
    return numpy.corrcoef(numpy.concatenate([pairs, pairs[::-1]], axis=1))[0, 1]


def continuation(lives, lengths):
    """The probability that a streak of one of these lengths continues."""
    streaks, continued = 0, 0
    for life in lives:
        streak = 0
        for day in range(len(life) - 1):
            streak = streak + 1 if life[day] else 0
            if streak in lengths:
                streaks, continued = streaks + 1, continued + life[day + 1]
    return continued / streaks


def run_of(directory, name, seed, settings, scenario="published-levels", people=PEOPLE, days=DAYS):
    """The run of a seed; made if it is missing."""
    out = directory / name / str(seed)
    if not out.is_dir():
        settings = ["metrics.recordEvents=full", *settings]
        subprocess.run(
            [ROOT / ".build/release/shakeout", "run", scenario, f"--seed={seed}",
             f"--people={people}", f"--days={days}", "--out", out, "--quiet",
             *[f"--set={setting}" for setting in settings]], check=True, cwd=ROOT)
    return Run(out / "datasets" / scenario, days)


def check_all(bands, name, meals, long):
    """Checks that hold for `published-levels` and for the defaults of `baseline`."""
    def hold(what, share, low, high):
        each = [share(run.meals) for run in meals]
        together = share(numpy.concatenate([run.meals for run in meals]))
        bands.hold(f"{what}, {name}", together, low, high, each)

    hold("meals before noon", lambda hours: ((hours >= 4) & (hours < 12)).mean(), 0.15, 0.25)
    hold("meals from 18:00 on", lambda hours: ((hours >= 18) | (hours < 4)).mean(), 0.33, 0.50)
    hold("meals from 23:00 on, relative to adjacent hours",
         lambda hours: (hours == 23).sum() * 2 / ((hours == 22) | (hours == 0)).sum(), 0.5, 1)
    for gap in (30, 90):
        returned = long.returned(gap)
        bands.hold(f"returned of {len(returned)} who were away for {gap} days, {name}",
                   numpy.mean(returned), 0.75, 1)


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
    bands.hold_each("retention on day 60 relative to day 30", falls, 0.3, 0.95)

    whole, daily = zip(*(run.similarity() for run in runs))
    bands.hold_each("correlation of activity within a household", whole, 0.1, 0.4)
    bands.hold_each("correlation of single days within a household", daily, 0.05, 1)

    each = [weekday_rates([run]) for run in runs]
    mondays, weekends = weekday_rates(runs)
    bands.hold("Mondays relative to other weekdays, minus one", mondays, 0.20, 0.46,
               [one for one, _ in each])
    bands.hold("weekends relative to weekdays", weekends, 0.8, 1, [one for _, one in each])

    bands.hold("days from first to last activity, median",
               numpy.median(numpy.concatenate([run.stays() for run in runs])), 2, 26,
               [numpy.median(run.stays()) for run in runs])

    def going(lives):
        rates = [
            continuation(lives, lengths)
            for lengths in ((1,), (3, 4), (7, 8, 9), range(14, 21))]
        return numpy.diff(rates)

    together = going([life for run in runs for life in run.lives.values()])
    each = numpy.array([going(run.lives.values()) for run in runs])
    for place, (name, low, high) in enumerate((
            ("from one day to three", 0.22, 0.36), ("from three to a week", 0.05, 0.25),
            ("from one week to two", 0, 0.08))):
        bands.hold(f"rise of the probability that a streak continues, {name}",
                   together[place], low, high, each[:, place])

    differences = []
    for run, other in zip(runs, painless):
        hurt, unhurt = run.broken(), other.broken()
        differences += [
            int(days) - int(unhurt[person][1]) for person, (end, days) in hurt.items()
            if person in unhurt and unhurt[person][0] == end]
    bands.hold(f"effect of a broken streak on the next week, {len(differences)} people",
               numpy.mean(differences), -1.5, -0.05)
    bands.hold("  p-value of this effect",
               stats.ttest_1samp(differences, 0, alternative="less").pvalue, 0, 1e-4)


def check_treatments(bands, runs, reminded, alone):
    """Checks that the analysis recovers known effects."""
    def more(days):
        (with_one, opened), (without, unmoved) = numpy.sum(days, axis=0)
        return opened / with_one / (unmoved / without) - 1

    opened = [run.opened() for run in reminded]
    bands.hold("uplift of activity on days with a reminder", more(opened), 0.10, 0.18,
               [more([one]) for one in opened])
    together, each = more_workouts(runs, alone)
    bands.hold("uplift of workouts in groups", together, 0.17, 0.29, each)


def more_workouts(runs, others):
    """The uplift of workouts of group members relative to the same people in other runs."""
    counts = []
    for run, other in zip(runs, others):
        days = run.members()
        counts.append((run.trained(days), other.trained(days)))
    counts = numpy.array(counts, float)
    return counts[:, 0].sum() / counts[:, 1].sum() - 1, counts[:, 0] / counts[:, 1] - 1


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--table", type=Path, help="write the results of the seeds to a file")
    options = parser.parse_args()
    directory = options.directory
    runs = [run_of(directory, "published", seed, []) for seed in SEEDS]
    painless = [
        run_of(directory, "painless", seed,
               ["lifecycle.openLogitStreakLoss=0", "lifecycle.lapseFactorStreakLoss=1"])
        for seed in SEEDS[:8]]
    bands = Bands()
    check(bands, runs, painless)
    reminded = [run_of(directory, "reminded", seed, PROMPTS) for seed in SEEDS]
    alone = [
        run_of(directory, "alone", seed, ["activities.groupMemberFraction=0"]) for seed in SEEDS]
    check_treatments(bands, runs, reminded, alone)
    usual, apart, unlifted = (
        [run_of(directory, name, seed, settings, "baseline") for seed in SEEDS[:8]]
        for name, settings in (
            ("usual", []), ("usual-alone", ["activities.groupMemberFraction=0"]),
            ("usual-unlifted", ["reactions.groupTrainingLift=0"])))
    together, each = more_workouts(usual, unlifted)
    bands.hold("uplift of workouts in groups by the lift alone, baseline", together,
               0.17, 0.29, each)
    bands.show("uplift of workouts in groups, baseline", *more_workouts(usual, apart))
    for scenario, meals in (("published-levels", runs), ("baseline", usual[:2])):
        long = run_of(directory, f"long-{scenario}", SEEDS[0], [], scenario, LONG_PEOPLE, LONG_DAYS)
        check_all(bands, scenario, meals, long)
    if options.table:
        options.table.write_text(bands.table())
    failed = bands.failed
    print("all are in their bands" if failed == 0 else f"{failed} are out of their bands")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
