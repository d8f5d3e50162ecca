"""Writes targets of energy, nutrients and water, computed from the published equations.

The estimated energy requirement is that of the Institute of Medicine (Dietary Reference Intakes
for Energy, Carbohydrate, Fiber, Fat, Fatty Acids, Cholesterol, Protein and Amino Acids, 2005).
Every sum is a fraction and is rounded once, half up; nothing is binary floating point.
Needs Python alone; run as `python3 scripts/vectors/domain_nutrition.py [--check]`.

nutrition_targets.txt  sex, age in years, weight in grams, height in millimeters, attended
                       occurrences of four weeks; then energy in tenths of a kilocalorie, protein,
                       carbohydrate, fat and fiber in tenths of a gram, water to drink in mL.
                       0 is no target
nutrition_water.txt    milliliters; the fewest tenths of a US fluid ounce that are at least as much,
                       the fewest that are at least 80 % of it
"""

import itertools
import math
import random
import sys
from fractions import Fraction
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "Tests/Core/DomainCoreTests/Vectors"

LEVELS = ["sedentary", "moderate", "active", "very active"]
COEFFICIENTS = {
    "boy": ["1.00", "1.13", "1.26", "1.42"],
    "girl": ["1.00", "1.16", "1.31", "1.56"],
    "man": ["1.00", "1.11", "1.25", "1.48"],
    "woman": ["1.00", "1.12", "1.27", "1.45"],
}
# Constant, per year of age, per kilogram, per meter.
EQUATIONS = {
    "boy": ["88.5", "61.9", "26.7", "903"],
    "girl": ["135.3", "30.8", "10.0", "934"],
    "man": ["662", "9.53", "15.91", "539.6"],
    "woman": ["354", "6.91", "9.36", "726"],
}


def half_up(number):
    return math.floor(number + Fraction(1, 2))


def level(occurrences):
    per_week = half_up(Fraction(occurrences, 4))
    if per_week <= 2:
        return "sedentary"
    if per_week <= 4:
        return "moderate"
    return "active" if per_week <= 6 else "very active"


def energy(sex, age, kilograms, meters, activity):
    """In kilocalories, or None where the equations do not apply."""
    if age < 3:
        return None
    if age >= 19:
        who, growth = {"male": "man", "female": "woman"}[sex], 0
    else:
        who, growth = {"male": "boy", "female": "girl"}[sex], 20 if age <= 8 else 25
    constant, per_year, per_kilogram, per_meter = map(Fraction, EQUATIONS[who])
    coefficient = Fraction(COEFFICIENTS[who][LEVELS.index(activity)])
    return (
        constant
        - per_year * age
        + coefficient * (per_kilogram * kilograms + per_meter * meters)
        + growth
    )


def protein(age, kilograms, activity):
    if age < 1:
        return None
    for last, grams in [(3, "1.05"), (13, "0.95"), (18, "0.85"), (math.inf, "0.80")]:
        if age <= last:
            break
    more = {"active": Fraction(5, 4), "very active": Fraction(3, 2)}.get(activity, Fraction(1))
    return Fraction(grams) * kilograms * more


def liters(sex, age):
    if age < 1:
        return None
    table = [(3, "1.3", "1.3"), (8, "1.7", "1.7"), (13, "2.4", "2.1"), (18, "3.3", "2.3")]
    for last, male, female in table:
        if age <= last:
            return Fraction(male if sex == "male" else female)
    return Fraction("3.7" if sex == "male" else "2.7")


def row(sex, age, grams, millimeters, occurrences):
    activity = level(occurrences)
    kilograms, meters = Fraction(grams, 1000), Fraction(millimeters, 1000)
    needed = energy(sex, age, kilograms, meters, activity)
    tenths = 0 if needed is None else max(0, half_up(needed * 10))
    # Targets that depend on energy use the energy target as it is shown.
    shown = Fraction(tenths, 10)
    needed_protein, water = protein(age, kilograms, activity), liters(sex, age)
    numbers = [
        tenths,
        0 if needed_protein is None else half_up(needed_protein * 10),
        half_up(shown * Fraction(55, 100) / 4 * 10),
        half_up(shown * Fraction(30, 100) / 9 * 10),
        half_up(shown / 1000 * 14 * 10),
        # 80 % of the water comes from drinks, the rest from food.
        0 if water is None else half_up(water * 1000 * Fraction(80, 100)),
    ]
    return " ".join(map(str, [sex, age, grams, millimeters, occurrences, *numbers]))


def targets():
    lines = []
    draws = random.Random(20_260_105)
    for age in range(0, 91):
        for sex in ["male", "female"]:
            # A typical body of that age, and others around it, some of them absurd.
            grown = min(age, 18)
            grams, millimeters = 9_000 + 3_300 * grown, 750 + 56 * grown
            for occurrences in [0, 9, 10, 17, 18, 25, 26, 60]:
                lines.append(row(sex, age, grams, millimeters, occurrences))
            for occurrences in range(0, 40, 3):
                lines.append(
                    row(
                        sex,
                        age,
                        draws.randrange(grams // 2, grams * 2),
                        draws.randrange(millimeters * 3 // 4, millimeters * 5 // 4),
                        occurrences,
                    )
                )
            lines.append(row(sex, age, 1, 1, 0))
            lines.append(row(sex, age, 1_000_000, 3_000, 26))
    # Bodies that grow from year to year, for histories in which birthdays, scales and attendance
    # change what a day is judged by.
    for age, sex, grams, millimeters, occurrences in itertools.product(
        [2, 3, 4, 8, 9, 13, 14, 18, 19],
        ["male", "female"],
        [14_000, 33_300, 52_750, 71_995],
        [960, 1_455],
        [0, 10, 18, 26],
    ):
        lines.append(row(sex, age, grams, millimeters, occurrences))
    return lines


def waters():
    ounce = Fraction("29.5735")
    lines = []
    draws = random.Random(20_260_106)
    amounts = [1, 2, 3, 1_300, 1_700, 2_100, 2_300, 2_400, 2_700, 3_300, 3_700, 20_000]
    # The part of these that comes from drinks.
    amounts += [1_040, 1_360, 1_680, 1_840, 1_920, 2_160, 2_640, 2_960]
    for milliliters in amounts + [draws.randrange(1, 20_000) for _ in range(300)]:
        needed = [math.ceil(Fraction(milliliters) * part / ounce * 10)
                  for part in (1, Fraction(8, 10))]
        lines.append(f"{milliliters} {needed[0]} {needed[1]}")
    return lines


if __name__ == "__main__":
    head = "# by scripts/vectors/domain_nutrition.py, which says what the columns are"
    for name, lines in [("nutrition_targets.txt", targets()), ("nutrition_water.txt", waters())]:
        text = "\n".join([head, *lines]) + "\n"
        if "--check" not in sys.argv:
            (FOLDER / name).write_text(text)
        elif (FOLDER / name).read_text() != text:
            sys.exit(f"{name} differs from what this script writes")
