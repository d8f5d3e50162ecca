"""Reference data for the tests of Metrics.

Writes, into Tests/Analytics/MetricsTests/Vectors:

- wilson.txt and newcombe.txt: intervals as statsmodels computes them;
- survival.txt: curves as lifelines estimates them;
- logrank.txt: pairs of curves as lifelines compares them;
- person_days.csv and people.csv: two small random tables with the columns of a dataset;
- person_days_metrics.txt: the results of metrics/*.sql on these tables, computed by DuckDB.

Made with Python 3.11, numpy 2.4.6, statsmodels 0.15.0, lifelines 0.30.3 and duckdb 2.0.0:

    python3 scripts/vectors/metrics.py
"""

import pathlib

import duckdb
import lifelines
import lifelines.statistics
import numpy
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

ROOT = pathlib.Path(__file__).resolve().parents[2]
VECTORS = ROOT / "Tests" / "Analytics" / "MetricsTests" / "Vectors"

SIDE_COLUMNS = [
    "active", "habits_due", "habits_done", "streak_best", "meals", "drinks", "mental_score",
    "workouts", "operations_due", "operations_within_deadline", "operations_first_attempt",
]

PERSON_DAYS_COLUMNS = (
    {"person": "INT", "household": "INT", "day": "DATE", "run_day": "INT", "enrolled": "BOOL"}
    | {name: "BOOL" if name == "active" else "INT" for name in SIDE_COLUMNS}
    | {"sessions": "INT", "session_seconds": "INT", "rejected_after_ack": "INT",
       "active_24h_window": "INT", "crashed_sessions": "INT"}
    | {"observed_" + name: "BOOL" if name == "active" else "INT" for name in SIDE_COLUMNS}
)

# Totals of a person over the run, with their approximate means.
TOTALS = {
    "responses": 400, "response_centiseconds": 9_000, "server_down_minutes": 300, "pushes_sent": 60,
    "pushes_delivered": 55, "notifications_delivered": 50, "notifications_opened": 12,
    "feed_updates": 30, "feed_update_deciseconds": 200, "documents_read": 3_000,
    "documents_written": 900,
    "server_cost_microdollars": 4_000, "family_active_month_days": 40, "workouts_assigned": 5,
    "workouts_completed": 3, "observed_workouts_assigned": 5, "observed_workouts_completed": 3,
    "log_water_milliseconds": 2_900, "mark_habit_milliseconds": 1_900,
}

# Losses and conflicts, which have draws of their own.
LOSSES = {"operations_saved": 700, "operations_lost": 2, "conflicts": 6, "conflicts_open": 1}

PEOPLE_COLUMNS = {
    "person": "INT",
    "role": "VARCHAR",
    "joined_group_run_day": "INT",
    "used_schedule": "BOOL",
    "used_goals": "BOOL",
    "used_rewards": "BOOL",
    "observed_used_schedule": "BOOL",
    "observed_used_goals": "BOOL",
    "observed_used_rewards": "BOOL",
    "linked_calendar": "BOOL",
    "led_group_streak_weeks": "INT",
    "platform": "VARCHAR",
    "organic": "BOOL",
    "invited": "BOOL",
} | {name: "BIGINT" for name in TOTALS | LOSSES}


def write(name, lines):
    (VECTORS / name).write_text("\n".join(lines) + "\n")


def shares(random, count):
    """Pairs of successes and trials, including the extremes."""
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


def survival(random):
    """Some dozens of curves, each with the estimate of lifelines."""
    lines = ["# counts: day left stayed; point: day survival lower upper"]
    for _ in range(20):
        people = int(random.integers(2, 200))
        left = numpy.minimum(random.geometric(0.03, people), 90)
        followed = random.integers(1, 91, people)
        days, events = numpy.minimum(left, followed), left <= followed
        fitter = lifelines.KaplanMeierFitter(alpha=0.05).fit(days, events)
        lines.append("curve")
        for day in sorted(set(days.tolist())):
            gone, kept = ((days == day) & events).sum(), ((days == day) & ~events).sum()
            lines.append(f"counts {day} {gone} {kept}")
        limits = fitter.confidence_interval_survival_function_
        for day in sorted(set(days[events].tolist())):
            share = float(fitter.survival_function_.loc[day].iloc[0])
            lower, upper = (float(limits.loc[day].iloc[side]) for side in (0, 1))
            lines.append(f"point {day} {share!r} {lower!r} {upper!r}")
    write("survival.txt", lines)


def logrank():
    """Pairs of curves, each with statistic and p-value. They have draws of their own."""
    random = numpy.random.default_rng(20261121)
    lines = ["# counts: day left stayed, of the first and of the second; test: statistic chance"]
    for _ in range(20):
        sides = []
        for hazard in (0.03, 0.03 * float(random.uniform(0.5, 2.5))):
            people = int(random.integers(5, 200))
            left = numpy.minimum(random.geometric(hazard, people), 90)
            followed = random.integers(1, 91, people)
            sides.append((numpy.minimum(left, followed), left <= followed))
        lines.append("pair")
        for day in sorted(set(sides[0][0].tolist()) | set(sides[1][0].tolist())):
            counts = [int(((days == day) & (events == gone)).sum())
                      for days, events in sides for gone in (True, False)]
            lines.append(f"counts {day} {' '.join(map(str, counts))}")
        (first, gone), (second, other) = sides
        test = lifelines.statistics.logrank_test(first, second, gone, other)
        lines.append(f"test {float(test.test_statistic)!r} {float(test.p_value)!r}")
    write("logrank.txt", lines)


def side_of_day(random, enrolled, active):
    """The truth of a day, in the order of SIDE_COLUMNS, without streaks."""
    due = int(random.integers(0, 5)) if enrolled else 0
    operations = int(random.poisson(3)) if enrolled else 0
    return {
        "active": int(active),
        "habits_due": due,
        "habits_done": int(random.binomial(due, 0.7)) if active else 0,
        "meals": int(random.integers(0, 4)) if active else 0,
        "drinks": int(random.integers(0, 5)) if active else 0,
        "mental_score": int(random.integers(0, 11)) if active else 0,
        "workouts": int(random.random() < 0.3) if active else 0,
        "operations_due": operations,
        "operations_within_deadline": int(random.binomial(operations, 0.97)),
    }


def seen_of_day(random, simulated):
    """The observed side of a day: less, and sometimes something that never happened."""
    seen = {name: count if random.random() < 0.95 else 0 for name, count in simulated.items()}
    # A wrong clock makes people active before they joined or after they left.
    seen["active"] = int(
        (simulated["active"] and random.random() < 0.93) or random.random() < 0.01)
    seen["habits_done"] = min(seen["habits_done"], seen["habits_due"]) if seen["active"] else 0
    seen["operations_due"] = int(random.binomial(simulated["operations_due"], 0.98))
    seen["operations_within_deadline"] = min(
        simulated["operations_within_deadline"], seen["operations_due"])
    return seen


def person_days(random, people=64, days=48):
    """People who join and leave, some without any activity; the server misses some of them."""
    first_day = numpy.datetime64("2025-03-01")
    household, rows, traits = 0, [], []
    # Columns that were added later have draws of their own, so that the others stay the same.
    later = numpy.random.default_rng(20261122)
    ended = numpy.random.default_rng(20261124)
    summed = numpy.random.default_rng(20261125)
    coaches = numpy.random.default_rng(20261126)
    losses = numpy.random.default_rng(20261127)
    for person in range(people):
        household += int(random.random() < 0.45)
        joined = int(random.integers(0, days)) if random.random() < 0.5 else 0
        left = int(random.integers(joined, days)) if random.random() < 0.25 else days
        eager = random.beta(4, 2)
        role = ["parent", "child", "observer", "athlete"][int(random.integers(0, 4))]
        role = "coach" if coaches.random() < 0.1 else role
        group = int(random.integers(0, days)) if random.random() < 0.4 else ""
        used = [int(random.random() < 0.5) for _ in range(3)]
        known = [int(use and later.random() < 0.8) for use in used]
        weeks = int(later.integers(0, 9)) if later.random() < 0.3 else ""
        traits.append(
            [person, role, group] + used + known + [int(later.random() < 0.3), weeks]
            + [["ios", "android", "web"][int(summed.integers(0, 3))]]
            + [int(summed.random() < share) for share in (0.25, 0.6)]
            + [int(summed.poisson(mean)) if summed.random() < 0.9 else 0
               for mean in TOTALS.values()]
            + [int(losses.poisson(mean)) if losses.random() < 0.9 else 0
               for mean in LOSSES.values()])
        streak = [0, 0]
        for run_day in range(days):
            enrolled = joined <= run_day <= left
            simulated = side_of_day(random, enrolled, enrolled and random.random() < eager)
            seen = seen_of_day(random, simulated)
            for place, side in enumerate((simulated, seen)):
                streak[place] = max(streak[place], int(random.integers(0, 10)) * side["active"])
                side["streak_best"] = streak[place]
                side["operations_first_attempt"] = int(
                    later.binomial(side["operations_within_deadline"], 0.9))
            sessions = int(random.integers(1, 5)) if simulated["active"] else 0
            rows.append(
                [person, household, first_day + run_day, run_day, int(enrolled)]
                + [simulated[name] for name in SIDE_COLUMNS]
                + [sessions, sessions * int(random.integers(10, 90))]
                + [int(later.random() < 0.005), int(later.random() < 0.5)]
                + [int(ended.binomial(sessions, 0.02))]
                + [seen[name] for name in SIDE_COLUMNS]
            )
    for name, columns, table in (
        ("person_days.csv", PERSON_DAYS_COLUMNS, rows), ("people.csv", PEOPLE_COLUMNS, traits)
    ):
        write(name, [",".join(columns)] + [",".join(map(str, row)) for row in table])


def metric_values(days=48):
    connection = duckdb.connect()
    for name, types in (("person_days", PERSON_DAYS_COLUMNS), ("people", PEOPLE_COLUMNS)):
        columns = ", ".join(f"'{column}': '{type}'" for column, type in types.items())
        connection.execute(
            f"CREATE VIEW {name} AS FROM read_csv('{VECTORS}/{name}.csv', header = true,"
            f" columns = {{{columns}}})"
        )
    lines = [
        "# days allowedLatenessDays metric truthValue truthNumerator truthDenominator"
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
    write("person_days_metrics.txt", lines)


if __name__ == "__main__":
    random = numpy.random.Generator(numpy.random.Philox(20250301))
    wilson(random)
    newcombe(random)
    survival(random)
    logrank()
    person_days(random)
    metric_values()
