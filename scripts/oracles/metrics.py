#!/usr/bin/env python3
"""Recomputes every metric of a run in Polars, from its definition and not from its SQL.

    scripts/oracles/metrics.py <directory>

For each run below the directory: numerator, denominator and value of both sides must equal those of
the table `metrics` in results.sqlite and in the dataset, to the last digit.

Exit status 0: all agree, 1: they do not.
"""

import argparse
import json
import sqlite3
import sys
from pathlib import Path

import polars
from polars import col

RETENTION = {"d1": 1, "d7": 7, "d30": 30}


class Side:
    """One side of a run: person-days with the columns of that side, without the prefix."""

    def __init__(self, days, people, run_days, lateness, prefix):
        self.run_days, self.settled = run_days, run_days - lateness
        names = [name for name in days.columns if f"observed_{name}" in days.columns]
        other = days.select(
            col("person"), col("run_day"), col("enrolled"), col("household"),
            *[col(prefix + name).alias(name) for name in names],
            col("habits_done").alias("done_in_truth"),
            *[col(name) for name in (
                "sessions", "session_seconds", "crashed_sessions", "rejected_after_ack",
                "active_24h_window")])
        self.days = other.join(people, on="person", how="left").sort("person", "run_day")
        self.enrolled = self.days.filter("enrolled")
        # People do not count for actions that their role does not permit.
        self.logging = self.enrolled.filter("may_log")
        self.is_truth = prefix == ""
        self.people = people
        first = (self.days.filter("active").group_by("person")
                 .agg(first=col("run_day").min()))
        self.followed = first.join(people, on="person")
        self.since = self.days.filter("active").join(first, on="person").with_columns(
            since=col("run_day") - col("first"))

    def came_back(self, low, high, grouped=None):
        """People active `low` to `high` days after their first active day, of mature people."""
        last = low if high is None else high
        mature = self.followed.filter(col("first") + last < self.settled)
        if grouped is not None:
            mature = mature.filter(col("adult") & (col("in_group") == grouped))
        back = self.since.filter(
            (col("since") >= low) & (col("run_day") < self.settled)
            & (col("since") <= (10**6 if high is None else high)))
        back = back.filter(col("person").is_in(mature["person"].implode()))
        return back["person"].n_unique(), mature.height

    def within_24_hours(self, day):
        """People active 24 k to 24 (k + 1) hours after their first action, of mature people."""
        followed = self.followed.filter(col("first") + day + 1 < self.settled).select(
            "person", (col("first") + day).cast(polars.Int32).alias("run_day"))
        rows = self.days.join(followed, on=["person", "run_day"])
        return rows.filter(col("active_24h_window") > 0).height, followed.height

    def of_days(self, condition, athletes=False):
        days = self.enrolled.filter("athlete") if athletes else self.logging
        return days.filter(condition).height, days.height

    def logged(self, name):
        days = self.enrolled.filter("athlete")
        return int(days[name].cast(polars.Int64).sum()), days.height

    def weeks(self):
        weeks = (self.logging.with_columns(week=col("run_day") // 7).group_by("person", "week")
                 .agg(days=polars.len(), active=col("active").any()).filter(col("days") == 7))
        return int(weeks["active"].sum()), weeks.height

    def stickiness(self):
        """Day by day: people active that day, and within the last 30 days, of enrolled people."""
        daily = monthly = 0
        for day in range(29, self.run_days):
            here = self.enrolled.filter(col("run_day") == day)
            month = self.enrolled.filter(
                col("run_day").is_between(day - 29, day) & col("active"))
            daily += here.filter("active").height
            monthly += here.filter(col("person").is_in(month["person"].unique().implode())).height
        return daily, monthly

    def ever(self, name, least, among=None):
        days = self.enrolled if among is None else among
        people = days.group_by("person").agg(most=col(name).max())
        return people.filter(col("most") >= least).height, people.height

    def ever_enrolled(self):
        return self.people.filter(
            col("person").is_in(self.enrolled["person"].unique().implode()))

    def total(self, *names):
        people = self.ever_enrolled()
        return tuple(int(people[name].sum()) for name in names)

    def a_day(self, name):
        return self.total(name)[0], self.enrolled.height

    def share_of_people(self, condition, among=True):
        people = self.ever_enrolled().filter(among)
        return people.filter(condition).height, people.height

    def uptime(self):
        people = self.ever_enrolled()
        minutes = people.height * self.run_days * 1440
        return minutes - int(people["server_down_minutes"].sum()), minutes

    def assigned(self):
        people = self.ever_enrolled().filter("athlete")
        seen = "" if self.is_truth else "observed_"
        return tuple(int(people[f"{seen}workouts_{name}"].sum())
                     for name in ("completed", "assigned"))

    def hands(self, count, time, athletes):
        days = self.enrolled.filter("athlete") if athletes else self.enrolled
        spent = (days[count].cast(polars.Int64) * days[time]).sum()
        return int(spent), int(days[count].cast(polars.Int64).sum())

    def used(self, name, among):
        return self.share_of_people(name, among)

    def adoption(self):
        last = self.enrolled.filter((col("run_day") >= self.run_days - 30) & col("active"))
        actives = last.unique("person").filter("adult")
        return actives.filter("in_group").height, actives.height

    def workouts(self, grouped):
        days = self.enrolled.filter(col("adult") & (col("in_group") == grouped))
        return int(days["workouts"].cast(polars.Int64).sum()), days.height

    def integrity(self):
        days = self.enrolled.filter((col("habits_done") > 0) | (col("done_in_truth") > 0))
        return days.filter(col("habits_done") == col("done_in_truth")).height, days.height


def sums(frame, above, below):
    return tuple(int(frame[name].cast(polars.Int64).sum()) for name in (above, below))


def share(parts):
    return (*parts, parts[0] / parts[1] if parts[1] else None)


def uplift(ours, theirs):
    if not (ours[1] and theirs[1] and theirs[0]):
        return (0, 0, None)
    return (*ours, (ours[0] / ours[1]) / (theirs[0] / theirs[1]) - 1)


def difference(ours, theirs, per):
    if not (ours[1] and theirs[1]):
        return (0, 0, None)
    return (*ours, ours[0] * per / ours[1] - theirs[0] * per / theirs[1])


def scaled(parts, times, over):
    return (*parts, parts[0] * times / (parts[1] * over) if parts[1] else None)


def service(side):
    """Metrics of totals over the run: times, documents, cost, platforms."""
    found = {
        "ct.uptime": share(side.uptime()),
        "ct.cost": scaled(
            side.total("server_cost_microdollars", "family_active_month_days"), 3_000, 1_000_000),
        "ft.quota.reads": scaled(side.a_day("documents_read"), 1_000, 1),
        "ft.quota.writes": scaled(side.a_day("documents_written"), 1_000, 1),
        "lk.coach_workouts": share(side.assigned()),
    }
    for platform in ("ios", "android", "web"):
        found[f"pc.platform.{platform}"] = share(
            side.share_of_people(col("platform") == platform))
    month = side.enrolled.filter((col("run_day") >= side.run_days - 30) & col("active"))
    active = month["person"].n_unique()
    found["pc.active_month"] = (active, 1, float(active))
    if side.is_truth:
        responses = scaled(side.total("response_centiseconds", "responses"), 10, 1)
        found |= {
            "pc.response": responses,
            "ct.api_time": responses,
            "ct.push_delivery": share(side.total("pushes_delivered", "pushes_sent")),
            "ct.adoption.notifications": share(
                side.total("notifications_opened", "notifications_delivered")),
            "ft.board_latency": scaled(
                side.total("feed_update_deciseconds", "feed_updates"), 1, 10),
            "ft.invite_conversion": share(
                side.share_of_people(col("in_group"), among=col("invited"))),
            "pc.conflicts_open": scaled(
                side.total("conflicts_open", "operations_saved"), 1_000_000, 1),
            "pc.data_lost": scaled(
                side.total("operations_lost", "operations_saved"), 1_000_000, 1),
            "pc.organic": share(side.share_of_people(col("organic"))),
            "lk.water_seconds": scaled(
                side.hands("drinks", "log_water_milliseconds", athletes=True), 1, 1_000),
            "at.mark_seconds": scaled(
                side.hands("habits_done", "mark_habit_milliseconds", athletes=False), 1, 1_000),
        }
    return found


def metrics(side):
    """Every metric by its identifier: numerator, denominator, value."""
    found = {
        "pc.retention.rolling7": share(side.came_back(7, None)),
        "pc.retention.week2": share(side.came_back(7, 13)),
        "pc.stickiness": share(side.stickiness()),
        "pc.core_weekly": share(side.weeks()),
        "pc.habits_completed": share(sums(side.enrolled, "habits_done", "habits_due")),
        "pc.streak7": share(side.ever("streak_best", 7, side.logging)),
        "pc.sync_success": share(sums(side.days, "operations_within_deadline", "operations_due")),
        "ct.adoption.nutrition": share(side.ever("meals", 1, side.logging)),
        "lk.dau": share(side.of_days(col("active"), athletes=True)),
        "lk.checkin": share(side.of_days(col("mental_score") > 0, athletes=True)),
        "lk.meals": share(side.logged("meals")),
        "lk.water": share(side.logged("drinks")),
        "ft.adoption": share(side.adoption()),
        "ft.retention30_uplift": uplift(
            side.came_back(30, 30, grouped=True), side.came_back(30, 30, grouped=False)),
        "ft.weekly_retention_uplift": uplift(
            side.came_back(7, 13, grouped=True), side.came_back(7, 13, grouped=False)),
        "ft.workouts_uplift": difference(side.workouts(True), side.workouts(False), 7),
        "at.integrity": share(side.integrity()),
        "pc.saves": share(sums(side.days, "operations_first_attempt", "operations_due")),
        "ft.group_4weeks": share((
            side.people.filter(col("led_group_streak_weeks") >= 4).height,
            side.people["led_group_streak_weeks"].count())),
    }
    found |= service(side)
    for name, day in RETENTION.items():
        for product in ("pc", "ct"):
            found[f"{product}.retention.{name}"] = share(side.came_back(day, day))
    for product in ("pc", "ct"):
        found[f"{product}.dau"] = share(side.of_days(col("active")))
    joined = side.enrolled["person"].n_unique()
    found["pc.signups_month"] = (joined, side.run_days, joined * 30 / side.run_days)
    families = side.enrolled.filter(col("run_day") < 30)["household"].n_unique()
    found["ct.families_month1"] = (families, 1, float(families))
    if side.is_truth:
        active = side.enrolled.filter("active")
        found["pc.sessions_per_day"] = share((int(active["sessions"].sum()), active.height))
        found["pc.session_seconds"] = share(sums(side.enrolled, "session_seconds", "sessions"))
        found["pc.crash_sessions"] = share(sums(side.enrolled, "crashed_sessions", "sessions"))
        crashed, opened = sums(side.enrolled.filter("athlete"), "crashed_sessions", "sessions")
        found["lk.crash_free"] = share((opened - crashed, opened))
        found["pc.tickets"] = share(side.ever("rejected_after_ack", 1))
        linked = side.enrolled.group_by("household").agg(linked=col("linked_calendar").any())
        found["ct.adoption.calendar"] = share((int(linked["linked"].sum()), linked.height))
        for name, day in RETENTION.items():
            found[f"pc.retention24.{name}"] = share(side.within_24_hours(day))
    for name in ("scheduling", "goals", "rewards"):
        column = "used_" + name.removesuffix("ing").replace("schedul", "schedule")
        name_on_side = column if side.is_truth else "observed_" + column
        among = col("may_schedule") if name == "scheduling" else col("may_log")
        found[f"ct.adoption.{name}"] = share(side.used(name_on_side, among))
    return found


def check(manifest):
    """The problems of a run, and how much was compared."""
    dataset = manifest.parent
    results = dataset.parents[1] / "results" / dataset.name / "results.sqlite"
    database = sqlite3.connect(f"file:{results}?mode=ro", uri=True)
    facts = dict(database.execute("select name, value from run"))
    listed = {file["table"]: file["path"] for file in json.loads(manifest.read_text())["files"]}
    days = polars.read_parquet(dataset / listed["person_days"])
    people = polars.read_parquet(dataset / listed["people"]).drop("household").with_columns(
        col("platform").cast(polars.String),
        col("role").cast(polars.String).is_in(["child", "athlete"]).alias("athlete"),
        (col("role").cast(polars.String) == "parent").alias("adult"),
        (~col("role").cast(polars.String).is_in(["observer", "coach"])).alias("may_log"),
        (col("role").cast(polars.String) != "coach").alias("may_schedule"),
        col("joined_group_run_day").is_not_null().alias("in_group"))
    table = polars.read_parquet(dataset / listed["metrics"])
    problems, comparisons = [], 0
    for name, prefix in (("truth", ""), ("observed", "observed_")):
        side = Side(days, people, int(facts["days"]), int(facts["allowedLatenessDays"]), prefix)
        found = metrics(side)
        stated = {row[0]: row[1:] for row in database.execute(
            "select metric, numerator, denominator, value from metrics"
            " where side = ? and segment = ''",
            (name,))}
        published = {row[0]: row[1:] for row in table.filter(col("side") == name).select(
            "metric", "numerator", "denominator", "value").iter_rows()}
        for metric in sorted(found.keys() | stated.keys()):
            sides = (found.get(metric), stated.get(metric), published.get(metric))
            comparisons += 1
            if len(set(map(repr, sides))) > 1:
                problems.append(f"{metric}, {name}: Polars {sides[0]}, results {sides[1]},"
                                f" table {sides[2]}")
    return problems, comparisons


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    manifests = sorted(parser.parse_args().directory.rglob("datasets/*/manifest.json"))
    if not manifests:
        sys.exit("there is no run in that directory")
    failed = False
    for manifest in manifests:
        problems, comparisons = check(manifest)
        print(f"{manifest.parent.name}: {comparisons} metrics, {len(problems)} differ")
        for problem in problems:
            print(f"  {problem}")
        failed = failed or bool(problems)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
