"""Reference data for the tests of Metrics.

Writes, into Tests/MetricsTests/Vectors:

- wilson.txt and newcombe.txt: intervals as statsmodels computes them;
- person_days.csv: a small made-up table with the columns that a run publishes;
- person_days_kpis.txt: what metrics/*.sql say about that table on DuckDB.

Made with Python 3.11, numpy 2.4.6, statsmodels 0.15.0 and duckdb 2.0.0:

    python3 scripts/vectors/metrics.py
"""

import pathlib

import duckdb
import numpy
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = ROOT / "Tests" / "MetricsTests" / "Vectors"

PERSON_DAYS_COLUMNS = {
    "person": "INT",
    "household": "INT",
    "day": "DATE",
    "run_day": "INT",
    "enrolled": "BOOL",
    "active": "BOOL",
    "habits_due": "INT",
    "habits_done": "INT",
    "streak_best": "INT",
    "operations_due": "INT",
    "operations_on_time": "INT",
    "observed_active": "BOOL",
    "observed_habits_due": "INT",
    "observed_habits_done": "INT",
    "observed_streak_best": "INT",
    "observed_operations_due": "INT",
    "observed_operations_on_time": "INT",
}


def write(name, lines):
    (VECTORS / name).write_text("\n".join(lines) + "\n")


def shares(random, count):
    """Pairs of successes and trials, the awkward ends included."""
    pairs = [(40, 100), (0, 1), (1, 1), (0, 50), (50, 50), (1, 1_000_000), (999_999, 1_000_000)]
    while len(pairs) < count:
        trials = int(10 ** random.uniform(0, 7))
        pairs.append((int(random.integers(0, trials + 1)), trials))
    return pairs


def wilson(random):
    lines = ["# successes trials lower upper"]
    for successes, trials in shares(random, 400):
        lower, upper = proportion_confint(successes, trials, alpha=0.05, method="wilson")
        lines.append(f"{successes} {trials} {float(lower)!r} {float(upper)!r}")
    write("wilson.txt", lines)


def newcombe(random):
    lines = ["# successes trials againstSuccesses againstTrials lower upper"]
    firsts, seconds = shares(random, 400), shares(random, 400)
    random.shuffle(seconds)
    for (successes, trials), (against, of) in [((56, 70), (48, 80))] + list(zip(firsts, seconds)):
        lower, upper = confint_proportions_2indep(
            successes, trials, int(against), int(of), method="newcomb", compare="diff"
        )
        lines.append(f"{successes} {trials} {against} {of} {float(lower)!r} {float(upper)!r}")
    write("newcombe.txt", lines)


def person_days(random, people=64, days=48):
    """People who come and go, some before they have done anything; the server misses some."""
    first_day = numpy.datetime64("2025-03-01")
    household, rows = 0, []
    for person in range(people):
        household += int(random.random() < 0.45)
        joined = int(random.integers(0, days)) if random.random() < 0.5 else 0
        left = int(random.integers(joined, days)) if random.random() < 0.25 else days
        eager = random.beta(4, 2)
        streak = [0, 0]
        for run_day in range(days):
            enrolled = joined <= run_day <= left
            active = enrolled and random.random() < eager
            due = int(random.integers(0, 5)) if enrolled else 0
            done = int(random.binomial(due, 0.7)) if active else 0
            operations = int(random.poisson(3)) if enrolled else 0
            on_time = int(random.binomial(operations, 0.97))
            # A wrong clock shows somebody on a day before they came or after they left.
            seen = (active and random.random() < 0.93) or random.random() < 0.01
            seen_due = due if random.random() < 0.95 else 0
            seen_done = min(done, seen_due) if seen else 0
            seen_operations = int(random.binomial(operations, 0.98))
            seen_on_time = min(on_time, seen_operations)
            streak[0] = max(streak[0], int(random.integers(0, 10)) if active else 0)
            streak[1] = max(streak[1], int(random.integers(0, 9)) if seen else 0)
            rows.append(
                [person, household, first_day + run_day, run_day, int(enrolled), int(active)]
                + [due, done, streak[0], operations, on_time, int(seen), seen_due, seen_done]
                + [streak[1], seen_operations, seen_on_time]
            )
    lines = [",".join(PERSON_DAYS_COLUMNS)] + [",".join(map(str, row)) for row in rows]
    write("person_days.csv", lines)


def kpis(days=48):
    connection = duckdb.connect()
    columns = ", ".join(f"'{name}': '{type}'" for name, type in PERSON_DAYS_COLUMNS.items())
    connection.execute(
        f"CREATE VIEW person_days AS FROM read_csv('{VECTORS}/person_days.csv', header = true,"
        f" columns = {{{columns}}})"
    )
    lines = [
        "# days allowedLatenessDays kpi truthValue truthNumerator truthDenominator"
        " observedValue observedNumerator observedDenominator"
    ]
    for lateness in (0, 3, 17, 30, 48):
        connection.execute(
            f"CREATE OR REPLACE VIEW run AS SELECT {days} AS days,"
            f" {lateness} AS allowed_lateness_days"
        )
        for path in sorted((ROOT / "metrics").glob("*.sql")):
            (row,) = connection.execute(path.read_text()).fetchall()
            lines.append(" ".join(str(field) for field in (days, lateness, *row)))
    write("person_days_kpis.txt", lines)


if __name__ == "__main__":
    random = numpy.random.Generator(numpy.random.Philox(20250301))
    wilson(random)
    newcombe(random)
    person_days(random)
    kpis()
