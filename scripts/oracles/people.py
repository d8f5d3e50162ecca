#!/usr/bin/env python3
"""Holds the people of a run against the distributions that its scenario configures.

    scripts/oracles/people.py <directory>

Lives 50,000 people of `baseline` for two weeks with the program of the tree, unless <directory> has
them in `people`, and asks scipy how well sizes of households, personas, ages, zones and traits fit
(chi-square, Kolmogorov-Smirnov), and whether the means of counts are those of the scenario. One
person a household is taken where households share. The seed is fixed, so a fit is good or it is
not: a p-value below one in ten thousand is a disagreement.

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
        fit.shares(f"{role}s in a household", tally(sizes), scenario["population"][path])
    first = numpy.zeros(len(people["person"]), bool)
    first[numpy.unique(people["household"], return_index=True)[1]] = True
    zones = {row["zone"]: row["weight"] for row in scenario["population"]["zones"]}
    fit.shares("zones", tally(people["zone"][first]), zones)
    for role, path in (("parent", "adults"), ("child", "children")):
        personas = tally(people["persona"][people["role"] == role])
        fit.shares(f"personas of {path}", personas, scenario["personas"][path])

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


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    directory = parser.parse_args().directory / "people"
    if not directory.is_dir():
        subprocess.run(
            [ROOT / ".build/release/shakeout", "run", "baseline", "--people", "50000",
             "--days", "14", "--out", directory, "--quiet"], check=True, cwd=ROOT)
    failed = check(directory / "datasets" / "baseline")
    print("all people fit" if failed == 0 else f"{failed} distributions do not fit")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
