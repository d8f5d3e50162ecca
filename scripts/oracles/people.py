#!/usr/bin/env python3
"""Holds the people of a run against the distributions that its scenario configures.

    scripts/oracles/people.py <directory>

Lives 50,000 people of `baseline` for two weeks with the program of the tree, unless <directory> has
them in `people`, and asks scipy how well sizes of households, personas, ages, sexes, platforms,
devices, days of joining, zones and traits fit (chi-square, Kolmogorov-Smirnov), and whether the
means of counts are those of the scenario. One person a household is taken where households share.
The seed is fixed, so a fit is good or it is not: a p-value below one in ten thousand is a
disagreement. So do 30,000 people of `locker-team` for a day (`homes`): kinds of homes, their sizes,
and who is in them.

Lapses cannot be read off a dataset, so 20,000 people live forty days (`lapses`) in which whoever
puts the app away leaves the day after: their Kaplan-Meier curve must be that of the configured
hazards, each person's times their frailty, and the lapses of each night as many as these say.

Exit status 0: all fit, 1: something does not.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy
import pyarrow.parquet
from scipy import stats

LEAST = 1e-4
ROOT = Path(__file__).resolve().parents[2]


class Fit:
    def __init__(self):
        self.failed = 0

    def say(self, name, p, detail):
        verdict = "fits" if p >= LEAST else "DOES NOT FIT"
        self.failed += p < LEAST
        print(f"  {name}: {verdict}, p = {p:.4f}; {detail}")

    def shares(self, name, counts, weights):
        """Counts of things against the weights that they were drawn by."""
        keys = [key for key in weights if weights[key] > 0]
        total, all_counts = sum(weights[key] for key in keys), sum(counts.values())
        unexpected = sum(count for key, count in counts.items() if key not in keys)
        expected = [weights[key] / total * all_counts for key in keys]
        seen = [counts.get(key, 0) for key in keys]
        p = 1.0 if len(keys) == 1 else stats.chisquare(seen, expected).pvalue
        self.say(name, 0.0 if unexpected else p, f"chi-square over {len(keys)} kinds")

    def normal(self, name, values, mean, deviation):
        result = stats.kstest(values, "norm", args=(mean, deviation))
        self.say(name, result.pvalue, f"Kolmogorov-Smirnov over {len(values)} people")

    def mean(self, name, values, wanted):
        error = values.std() / numpy.sqrt(len(values))
        p = 2 * stats.norm.sf(abs(values.mean() - wanted) / error)
        self.say(name, p, f"{values.mean():.4f} for {wanted}")


def table(directory, name):
    read = pyarrow.parquet.read_table(directory / f"{name}.parquet")
    return {column: numpy.array(read[column].to_pylist()) for column in read.column_names}


def tally(values):
    keys, counts = numpy.unique(values, return_counts=True)
    return {str(key): int(count) for key, count in zip(keys, counts)}


def check(directory):
    scenario = json.loads((directory / "manifest.json").read_text())["scenario"]
    people, truth = table(directory, "people"), table(directory, "truth")
    fit = Fit()
    # The last household is cut to the number of people that was asked for.
    whole = people["household"] < people["household"].max()
    households = people["household"].max()
    for role, path in (("parent", "parentsPerHousehold"), ("child", "childrenPerHousehold")):
        sizes = numpy.bincount(
            people["household"][whole & (people["role"] == role)], minlength=households)
        fit.shares(f"{role} counts of households", tally(sizes), scenario["population"][path])
    first = numpy.zeros(len(people["person"]), bool)
    first[numpy.unique(people["household"], return_index=True)[1]] = True
    zones = {row["zone"]: row["weight"] for row in scenario["population"]["zones"]}
    fit.shares("zones", tally(people["zone"][first]), zones)
    for role, path in (("parent", "adults"), ("child", "children")):
        personas = tally(people["persona"][people["role"] == role])
        fit.shares(f"personas of {path}", personas, scenario["personas"][path])

    check_marks(fit, scenario, people, first)

    # The traits of those who are nobody in particular lie where the scenario says.
    plain = first & (people["persona"] == "plain")
    cycle = scenario["lifecycle"]
    fit.normal("motivation", truth["motivation"][plain], 0,
               scenario["behaviour"]["openLogitDeviation"])
    sigma = cycle["frailtySigma"]
    fit.normal("frailty", numpy.log(truth["frailty"][plain]), -sigma**2 / 2, sigma)
    days = numpy.log(0.05) / numpy.log1p(-truth["habit_gain"][plain])
    fit.normal("days to a habit", numpy.log(days), numpy.log(cycle["habitDaysMedian"]),
               cycle["habitDaysSigma"])
    fit.normal("wellness", truth["wellness"][plain], 0, scenario["levels"]["wellnessDeviation"])
    # Whole minutes, cut towards zero: spread again over the minute that they stand for.
    minutes = truth["chronotype_minutes"][plain].astype(float)
    spread = numpy.random.default_rng(1).uniform(0, 1, len(minutes))
    minutes += numpy.where(minutes == 0, 2 * spread - 1, numpy.sign(minutes) * spread)
    fit.normal("chronotype", minutes, 0, scenario["rhythm"]["chronotypeMinutesDeviation"])
    takers = int(truth["takes_prompts"][plain].sum())
    p = stats.binomtest(takers, int(plain.sum()), 0.6).pvalue
    fit.say("who takes reminders", p, f"{takers} of {plain.sum()} for 0.6")

    rows = table(directory, "person_days")
    fit.mean("sessions a day with any", rows["sessions"][rows["sessions"] > 0],
             scenario["behaviour"]["sessionsPerActiveDayMean"])
    return fit.failed


def check_lapses(directory):
    manifest = json.loads((directory / "manifest.json").read_text())
    cycle, days = manifest["scenario"]["lifecycle"], manifest["scenario"]["days"]
    people, truth = table(directory, "people"), table(directory, "truth")
    began = truth["first_active_run_day"] != None  # noqa: E711, element by element
    first = truth["first_active_run_day"][began].astype(int)
    left = people["left_run_day"][began]
    has_left = left != None  # noqa: E711
    # Nights with the app: who put it away in the last one of the run has had no day to leave on.
    nights = numpy.where(has_left, numpy.where(has_left, left, 0) - 1, days - 2) - first
    seen = nights.astype(int) > 0
    nights, has_left = nights[seen].astype(int), has_left[seen]
    frailty = truth["frailty"][began][seen]
    fall = (1 + numpy.arange(days) / cycle["lapseDaysScale"]) ** -cycle["lapsePower"]
    hazards = cycle["lapseHazardDaily"] + cycle["lapseHazardFirst"] * fall

    fit = Fit()
    surprise, told, staying, stayed = 0.0, 0, numpy.ones(len(nights)), {}
    for night in range(1, nights.max() + 1):
        risks = numpy.minimum(1, hazards[night - 1] * frailty)
        staying = staying * (1 - risks)
        stayed[night] = staying.mean()
        at_risk = nights >= night
        expected = risks[at_risk].sum()
        if expected < 10:
            break
        lapsed = (has_left & (nights == night)).sum()
        variance = (risks * (1 - risks))[at_risk].sum()
        surprise, told = surprise + (lapsed - expected) ** 2 / variance, told + 1
    fit.say("lapses of each night", stats.chi2.sf(surprise, told), f"chi-square over {told} nights")
    curve = stats.ecdf(stats.CensoredData.right_censored(nights, ~has_left)).sf
    limits = curve.confidence_interval(method="linear")
    for night in (1, 7, 14, 30):
        value = float(curve.evaluate(night))
        error = (float(limits.high.evaluate(night)) - value) / stats.norm.ppf(0.975)
        p = 2 * stats.norm.sf(abs(value - stayed[night]) / error)
        fit.say(f"still with the app after {night} nights", p,
                f"Kaplan-Meier {value:.4f} for {stayed[night]:.4f}, of {len(nights)} people")
    return fit.failed


def ages(people, scenario):
    """The ages in whole years that were drawn, a birthday on top of each."""
    start = numpy.datetime64(scenario["start"])
    days = (start - people["born"].astype("datetime64[D]")).astype(int)
    years = numpy.arange(120)
    return numpy.searchsorted(years * 365 + years // 4, days, side="right") - 1


def check_marks(fit, scenario, people, first):
    """What tells people apart: ages, sexes, platforms, devices, the day on which they came."""
    population = scenario["population"]
    age = ages(people, scenario)
    children = people["role"] == "child"
    youngest, oldest = population["childAgeYearsMin"], population["childAgeYearsMax"]
    spans = {"child": range(youngest, oldest + 1), "parent": range(26, 55)}
    for role, span in spans.items():
        fit.shares(f"ages of a {role}", tally(age[people["role"] == role]),
                   {str(year): 1 for year in span})
    fit.shares("sexes", tally(people["sex"]), {"female": 1, "male": 1})
    fit.shares("platforms", tally(people["platform"]), population["platforms"])
    for name, chosen, path in (
            ("a grown-up", ~children, "devicesPerAdult"),
            ("a child", children & (age >= population["childLogsFromAgeYears"]),
             "devicesPerChild")):
        fit.shares(f"devices of {name}", tally(people["devices"][chosen]), population[path])
    # Who would come after the run comes on its last day.
    spread, last = population["joinDaysSpread"], scenario["days"] - 1
    weights = {str(day): 1 for day in range(min(spread, last))} | {str(last): spread - last}
    fit.shares("days of joining", tally(people["joined_run_day"][first]), weights)


def check_homes(directory):
    """The kinds of homes that there are beside families."""
    scenario = json.loads((directory / "manifest.json").read_text())["scenario"]
    population, people = scenario["population"], table(directory, "people")
    homes = table(directory, "households")
    fit, whole = Fit(), slice(0, len(homes["home"]) - 1)
    kinds, sizes = homes["home"][whole], homes["people"][whole]
    teams, students = population["teamShare"], population["studentHomeShare"]
    fit.shares("kinds of homes", tally(kinds), {
        "team": teams, "students": (1 - teams) * students,
        "family": (1 - teams) * (1 - students)})
    fit.shares("students in a home", tally(sizes[kinds == "students"]),
               population["studentsPerHome"])
    # Whoever manages a team and its coach are no athletes.
    fit.shares("athletes in a team", tally(sizes[kinds == "team"] - 2),
               population["athletesPerTeam"])
    age = ages(people, scenario)
    for name, chosen in (
            ("an athlete", people["role"] == "athlete"),
            ("a student", (people["home"] == "students") & (people["role"] == "parent"))):
        fit.shares(f"ages of {name}", tally(age[chosen]), {str(year): 1 for year in range(18, 26)})
    personas = tally(people["persona"][people["home"] == "students"])
    fit.shares("personas of students", personas, scenario["personas"]["students"])
    return fit.failed


# What makes every lapse one to be seen, and leaves nothing but the hazards and frailty to cause it.
ONLY_LAPSES = {
    "lifecycle.returnHazardFirst": 0, "lifecycle.leaveHazardDormant": 1,
    "lifecycle.dormantDays": 365, "reactions.lapseFactorTrouble": 1,
    "reactions.promptLapseFactor": 1,
}


def live(directory, people, days, settings, scenario="baseline"):
    """Where a run with some settings lies; made now if it was not."""
    if not directory.is_dir():
        settings = [f"--set={name}={value}" for name, value in settings.items()]
        subprocess.run(
            [ROOT / ".build/release/shakeout", "run", scenario, f"--people={people}",
             f"--days={days}", "--out", directory, "--quiet", *settings], check=True, cwd=ROOT)
    return directory / "datasets" / scenario


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    directory = parser.parse_args().directory
    failed = check(live(directory / "people", 50_000, 14, {}))
    failed += check_homes(live(directory / "homes", 30_000, 1, {}, "locker-team"))
    failed += check_lapses(live(directory / "lapses", 20_000, 40, ONLY_LAPSES))
    print("all people fit" if failed == 0 else f"{failed} distributions do not fit")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
