#!/usr/bin/env python3
"""Compares the people of a run with the distributions that its scenario configures.

    scripts/oracles/people.py <directory>

Uses four runs below <directory>, which it makes with the release build if they are missing:

- `people`, 50,000 people of `baseline` for two weeks: sizes of households, personas, ages, age
  differences within families, sexes, couples, platforms, devices, days of joining, zones and traits
  (chi-square, Kolmogorov-Smirnov), and the means of counts. Of traits that households share it
  takes one person per household.
- `homes`, 30,000 people of `locker-team` for a day: kinds of households, their sizes and members.
- `generations`, families with grandparents: the age of grandparents at births.
- `lapses`, 20,000 people for forty days. A dataset does not show lapses, so people who lapse leave
  the next day. Their Kaplan-Meier curve must be that of the configured hazards times each person's
  frailty, and the number of lapses of each night as well.

The seed is fixed, so the result is always the same. A p-value below 0.0001 is a disagreement.

Exit status 0: all fit, 1: something does not.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy
import pyarrow.parquet
from scipy import special, stats

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
        """Counts against the weights that they were drawn by."""
        keys = [key for key in weights if weights[key] > 0]
        total, all_counts = sum(weights[key] for key in keys), sum(counts.values())
        unexpected = sum(count for key, count in counts.items() if key not in keys)
        expected = [weights[key] / total * all_counts for key in keys]
        seen = [counts.get(key, 0) for key in keys]
        p = 1.0 if len(keys) == 1 else stats.chisquare(seen, expected).pvalue
        self.say(name, 0.0 if unexpected else p, f"chi-square over {len(keys)} kinds")

    def uniform(self, name, ranks):
        """Ranks between 0 and 1, each within its own distribution."""
        result = stats.kstest(ranks, "uniform")
        self.say(name, result.pvalue, f"Kolmogorov-Smirnov over {len(ranks)} pairs")

    def none(self, name, wrong, of):
        self.say(name, 1.0 if wrong == 0 else 0.0, f"{wrong} of {of} are not")

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
    # The last household is truncated to the requested number of people.
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

    check_attributes(fit, scenario, people, first)

    # The traits of people with the plain persona have the distribution of the scenario.
    plain = first & (people["persona"] == "plain")
    cycle = scenario["lifecycle"]
    fit.normal("motivation", truth["motivation"][plain], 0,
               scenario["behavior"]["openLogitDeviation"])
    sigma = cycle["frailtySigma"]
    fit.normal("frailty", numpy.log(truth["frailty"][plain]), -sigma**2 / 2, sigma)
    days = numpy.log(0.05) / numpy.log1p(-truth["habit_formation_rate"][plain])
    fit.normal("days to a habit", numpy.log(days), numpy.log(cycle["habitDaysMedian"]),
               cycle["habitDaysSigma"])
    check_conscientiousness(fit, scenario, people, truth, first)
    levels = scenario["levels"]
    fit.normal("wellness", truth["wellness_offset"][plain], 0, levels["wellnessDeviation"])
    fit.normal("thirst", numpy.log(truth["thirst_factor"][plain]), 0, levels["thirstSigma"])
    # Minutes are truncated towards zero: spread them over the minute again.
    minutes = truth["chronotype_minutes"][plain].astype(float)
    spread = numpy.random.default_rng(1).uniform(0, 1, len(minutes))
    minutes += numpy.where(minutes == 0, 2 * spread - 1, numpy.sign(minutes) * spread)
    fit.normal("chronotype", minutes, 0, scenario["rhythm"]["chronotypeMinutesDeviation"])
    takers = int(truth["allows_notifications"][plain].sum())
    p = stats.binomtest(takers, int(plain.sum()), 0.6).pvalue
    fit.say("people who allow notifications", p, f"{takers} of {plain.sum()} for 0.6")

    children = people["role"] == "child"
    players = int(truth["plays_sport"][children].sum())
    share = scenario["activities"]["sportFraction"]
    p = stats.binomtest(players, int(children.sum()), share).pvalue
    fit.say("children who play a sport", p, f"{players} of {children.sum()} for {share}")
    wrong = int(truth["plays_sport"][~children].sum())
    fit.none("adults who play none", wrong, (~children).sum())

    rows = table(directory, "person_days")
    fit.mean("sessions per day with any", rows["sessions"][rows["sessions"] > 0],
             scenario["behavior"]["sessionsPerActiveDayMean"])
    return fit.failed


def check_conscientiousness(fit, scenario, people, truth, first):
    """The share of due habits that people do: its mean and its spread."""
    share = scenario["behavior"]["habitDoneProbability"]
    deviation = scenario["behavior"]["habitDoneLogitDeviation"]
    done = truth["conscientiousness"]
    for role in ("parent", "child"):
        fit.mean(f"habits done, {role}", done[people["role"] == role], share)
    # For the plain persona only the spread is configured; the mean is that of all people.
    odds = special.logit(done[first & (people["persona"] == "plain")])
    fit.normal("conscientiousness", odds - odds.mean(), 0, deviation)


def check_lapses(directory):
    manifest = json.loads((directory / "manifest.json").read_text())
    cycle, days = manifest["scenario"]["lifecycle"], manifest["scenario"]["days"]
    people, truth = table(directory, "people"), table(directory, "truth")
    began = truth["first_active_run_day"] != None  # noqa: E711, element by element
    first = truth["first_active_run_day"][began].astype(int)
    left = people["left_run_day"][began]
    has_left = left != None  # noqa: E711
    # Nights with the app. People who lapse in the last night of the run have no day to leave.
    nights = numpy.where(has_left, numpy.where(has_left, left, 0) - 1, days - 2) - first
    seen = nights.astype(int) > 0
    nights, has_left = nights[seen].astype(int), has_left[seen]
    frailty = truth["frailty"][began][seen]
    fall = (1 + numpy.arange(days) / cycle["lapseDaysScale"]) ** -cycle["lapsePower"]
    hazards = cycle["lapseHazardDaily"] + cycle["lapseHazardFirst"] * fall

    fit = Fit()
    surprise, counted, staying, stayed = 0.0, 0, numpy.ones(len(nights)), {}
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
        surprise += (lapsed - expected) ** 2 / variance
        counted += 1
    fit.say("lapses of each night", stats.chi2.sf(surprise, counted),
            f"chi-square over {counted} nights")
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
    """The ages in whole years that were drawn."""
    start = numpy.datetime64(scenario["start"])
    days = (start - people["born"].astype("datetime64[D]")).astype(int)
    years = numpy.arange(120)
    return numpy.searchsorted(years * 365 + years // 4, days, side="right") - 1


YEAR = 365.25


def first_day(years):
    """The first day of an age, in days."""
    return years * 365 + years // 4


def ranks(values, median, deviation, least, most):
    """Ranks of values from a normal distribution that is truncated by rejection."""
    cut = stats.norm(median, deviation)
    low, high = cut.cdf(least), cut.cdf(most)
    return (cut.cdf(values) - low) / (high - low)


class Families:
    """The ages in days of the people of complete families, by role."""

    def __init__(self, people, scenario):
        start = numpy.datetime64(scenario["start"])
        self.days = (start - people["born"].astype("datetime64[D]")).astype(int)
        self.is_female = people["sex"] == "female"
        whole = people["household"] < people["household"].max()
        whole &= people["household_kind"] == "family"
        places = numpy.flatnonzero(whole)
        borders = numpy.flatnonzero(numpy.diff(people["household"][places])) + 1
        self.homes = []
        for members in numpy.split(places, borders):
            roles = {role: [] for role in ("parent", "child", "observer")}
            for member in members:
                roles.get(people["role"][member], []).append(member)
            self.homes.append(roles)

    def ages(self, members):
        return self.days[members] if members else numpy.array([], int)


def check_generations(fit, people, scenario):
    """Age differences of parents and children, couples, siblings and grandparents."""
    population, families = scenario["population"], Families(people, scenario)
    median, deviation, older, apart = (
        population[name + kind] for name in ("parentAtBirthYears", "coupleYears")
        for kind in ("Median", "Deviation"))
    births, couples, grandparents, pairs, wrong, near = [], [], [], 0, 0, 0
    sexes = {"one": 0, "two": 0}
    for home in families.homes:
        parents, children = families.ages(home["parent"]), families.ages(home["child"])
        least, most = first_day(18), first_day(95)
        if len(children) > 0:
            least = children.max() + first_day(18) + 1
            most = children.min() + first_day(45)
            pairs += len(parents) * len(children)
            wrong += ((parents < least) | (parents > most)).sum()
            near += (numpy.diff(numpy.sort(children)) < 300).sum()
            shift = median + (0 if families.is_female[home["parent"][0]] else older)
            births.append((parents[0], shift, least, most, children.max()))
        if len(parents) == 2:
            first, second = families.is_female[home["parent"]]
            sexes["one" if first == second else "two"] += 1
            shift = 0 if first == second else -older if second else older
            couples.append((parents[1], shift, least, most, parents[0]))
        elder = parents.max()
        for place, age in zip(home["observer"], families.ages(home["observer"])):
            shift = median + (0 if families.is_female[place] else older)
            grandparents.append((
                age, shift, elder + first_day(20) + 1,
                min(elder + first_day(45), first_day(95)), elder))
    share = population["sameSexCoupleFraction"]
    fit.shares("couples of one sex and of two", sexes, {"one": share, "two": 1 - share})
    fit.none("parents who were 18 to 45 at each birth", wrong, pairs)
    fit.none("births 300 days apart", near, len(families.homes))
    checks = [
        ("parents at the birth of the eldest", births, deviation), ("couples", couples, apart)]
    if grandparents:
        checks.append(("grandparents at the birth of the elder parent", grandparents, deviation))
    for name, rows, spread in checks:
        age, shift, least, most, other = numpy.array(rows, float).T
        # Ages are whole days: spread them over the day again.
        jitter = numpy.random.default_rng(1).uniform(0, 1, len(age))
        fit.uniform(name, ranks(
            (age + jitter - other) / YEAR, shift, spread, (least - other) / YEAR,
            (most + 1 - other) / YEAR))


def check_attributes(fit, scenario, people, first):
    """Attributes of people: ages, sexes, platforms, devices, days of joining."""
    population = scenario["population"]
    age = ages(people, scenario)
    children = people["role"] == "child"
    youngest, oldest = population["childAgeYearsMin"], population["childAgeYearsMax"]
    fit.shares("ages of a child", tally(age[children]),
               {str(year): 1 for year in range(youngest, oldest + 1)})
    # The ages of parents depend on their children, and that of a partner on the first one.
    homes = numpy.unique(people["household"][children])
    alone = first & (people["role"] == "parent") & ~numpy.isin(people["household"], homes)
    fit.shares("ages of adults without children", tally(age[alone]),
               {str(year): 1 for year in range(26, 55)})
    check_generations(fit, people, scenario)
    fit.shares("sexes", tally(people["sex"]), {"female": 1, "male": 1})
    fit.shares("platforms", tally(people["platform"]), population["platforms"])
    for name, chosen, path in (
            ("an adult", ~children, "devicesPerAdult"),
            ("a child", children & (age >= population["childLogsFromAgeYears"]),
             "devicesPerChild")):
        fit.shares(f"devices of {name}", tally(people["devices"][chosen]), population[path])
    # People who would join after the end of the run join on its last day.
    spread, last = population["joinDaysSpread"], scenario["days"] - 1
    weights = {str(day): 1 for day in range(min(spread, last))} | {str(last): spread - last}
    fit.shares("days of joining", tally(people["joined_run_day"][first]), weights)


def check_contacts(fit, directory, scenario, people):
    """Schools, friends of households, and the connection quality of devices."""
    truth, homes = table(directory, "truth"), table(directory, "households")
    young = numpy.isin(people["role"], ("child", "athlete"))
    _, first = numpy.unique(people["household"][young], return_index=True)
    schools = scenario["rhythm"]["schools"]
    fit.shares("schools", tally(truth["school"][young][first]),
               {str(school): 1 for school in range(schools)})
    fit.none("schools only of children and athletes",
             sum(school is not None for school in truth["school"][~young]), (~young).sum())
    size = scenario["population"]["householdsPerCommunity"]
    places = homes["household"] % size
    numbers = homes["household"][places > 0].astype(int)
    befriended = homes["friend_household"][places > 0].astype(int)
    fit.none("friends are earlier households of the community", int(
        ((befriended >= numbers) | (befriended // size != numbers // size)).sum()), len(numbers))
    last = places[places > 0] == size - 1
    fit.shares("the friend of the last household of a community", tally(befriended[last] % size),
               {str(place): 1 for place in range(size - 1)})
    expected = numpy.bincount(befriended, minlength=len(places)) + (places > 0)
    wrong = int((expected != homes["friend_count"]).sum())
    fit.none("friends counted from both sides", wrong, len(places))
    factors = table(directory, "devices")["offline_factor"]
    sigma = scenario["network"]["connectionQualitySigma"]
    fit.normal("how often devices are offline", numpy.log(factors), -sigma**2 / 2, sigma)


def check_homes(directory):
    """The kinds of households that are not families."""
    scenario = json.loads((directory / "manifest.json").read_text())["scenario"]
    population, people = scenario["population"], table(directory, "people")
    homes = table(directory, "households")
    fit, whole = Fit(), slice(0, len(homes["household_kind"]) - 1)
    kinds, sizes = homes["household_kind"][whole], homes["people"][whole]
    teams, students = population["teamFraction"], population["studentHomeFraction"]
    fit.shares("kinds of homes", tally(kinds), {
        "team": teams, "students": (1 - teams) * students,
        "family": (1 - teams) * (1 - students)})
    fit.shares("students in a home", tally(sizes[kinds == "students"]),
               population["studentsPerHome"])
    # The manager and the coach of a team are not athletes.
    fit.shares("athletes in a team", tally(sizes[kinds == "team"] - 2),
               population["athletesPerTeam"])
    age = ages(people, scenario)
    for name, chosen in (
            ("an athlete", people["role"] == "athlete"),
            ("a student", (people["household_kind"] == "students") & (people["role"] == "parent"))):
        fit.shares(f"ages of {name}", tally(age[chosen]), {str(year): 1 for year in range(18, 26)})
    check_generations(fit, people, scenario)
    check_contacts(fit, directory, scenario, people)
    personas = tally(people["persona"][people["household_kind"] == "students"])
    fit.shares("personas of students", personas, scenario["personas"]["students"])
    return fit.failed


# Settings that make every lapse visible, and only hazards and frailty cause them.
ONLY_LAPSES = {
    "lifecycle.returnHazardFirst": 0, "lifecycle.leaveHazardDormant": 1,
    "lifecycle.dormantDays": 365, "reactions.lapseFactorFrustration": 1,
    "lifecycle.lapseFactorStreakLoss": 1,
}


def dataset(directory, people, days, settings, scenario="baseline"):
    """The dataset of a run with some settings; runs it if it is missing."""
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
    failed = check(dataset(directory / "people", 50_000, 14, {}))
    failed += check_homes(dataset(
        directory / "homes", 30_000, 1, {"network.connectionQualitySigma": 0.5}, "locker-team"))
    grandparents = {"population.observersPerHousehold": '{"0": 1, "1": 1, "2": 1, "4": 1}'}
    generations = dataset(directory / "generations", 30_000, 1, grandparents)
    scenario = json.loads((generations / "manifest.json").read_text())["scenario"]
    fit = Fit()
    check_generations(fit, table(generations, "people"), scenario)
    failed += fit.failed + check_lapses(dataset(directory / "lapses", 20_000, 40, ONLY_LAPSES))
    print("all people fit" if failed == 0 else f"{failed} distributions do not fit")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
