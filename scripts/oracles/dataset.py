#!/usr/bin/env python3
"""Compares the output of runs with what DuckDB, pyarrow and Polars read from the files.

    scripts/oracles/dataset.py <directory>

For each run below the directory (`datasets/<name>` with its `results/<name>`):

- the files are those of manifest.json and of `files` in results.sqlite, with the same rows, bytes
  and SHA-256;
- all three readers find the rows, the columns and the sums of `column_sums`;
- fastparquet reads value by value what pyarrow reads;
- no whole number is unsigned, and pandas, Polars and DuckDB subtract every column from its
  observed counterpart as Python does, also where less was observed than happened;
- every metrics/*.sql, run by DuckDB, equals `metrics`: numerator, denominator and value of both
  sides, to the last digit;
- every hour of `sessions` is what the clock of the person's zone showed, by Python's zoneinfo, and
  no device has two sessions that begin at the same time or one of less than a second;
- the days of `days` are those of `person_days`, grouped by DuckDB.

Exit status 0: all agree, 1: they do not.
"""

import argparse
import hashlib
import json
import sqlite3
import sys
import zoneinfo
from pathlib import Path

import duckdb
import fastparquet
import polars
import pyarrow.parquet

from parquet import by_duckdb, by_polars, by_pyarrow, kind_of

METRICS = Path(__file__).resolve().parents[2] / "metrics"
READERS = {"DuckDB": by_duckdb, "pyarrow": by_pyarrow, "Polars": by_polars}


class Run:
    """A run's files, and everything found wrong with them so far."""

    def __init__(self, dataset):
        self.dataset = dataset
        self.manifest = json.loads((dataset / "manifest.json").read_text())
        results = dataset.parents[1] / "results" / dataset.name / "results.sqlite"
        # In read-only mode a missing file is an error and not an empty database.
        self.results = sqlite3.connect(f"file:{results}?mode=ro", uri=True)
        self.comparisons = 0
        self.problems = []

    def compare(self, what, **sides):
        """Records a problem unless all sides are equal."""
        self.comparisons += 1
        if len(set(map(repr, sides.values()))) > 1:
            listed = ", ".join(f"{name} {value}" for name, value in sides.items())
            self.problems.append(f"{what}: {listed}")

    def connection(self):
        """DuckDB with the relations that the SQL of the metrics reads."""
        connection = duckdb.connect()
        facts = dict(self.results.execute("select name, value from run"))
        for file in self.manifest["files"]:
            name = file["table"]
            path = self.dataset / file["path"]
            connection.execute(f"create view \"{name}\" as from read_parquet('{path}')")
        connection.execute(
            f"create view run as select {int(facts['days'])} as days,"
            f" {int(facts['allowedLatenessDays'])} as allowed_lateness_days")
        return connection


def check_files(run):
    listed = {file["path"]: file for file in run.manifest["files"]}
    stated = {row[0]: row[1:] for row in run.results.execute(
        "select path, rows, bytes, sha256 from files")}
    lying = sorted(str(path.relative_to(run.dataset)) for path in run.dataset.rglob("*.parquet"))
    run.compare("files", directory=lying, manifest=sorted(listed), results=sorted(stated))
    for path in sorted(set(lying) & set(listed) & set(stated)):
        content = (run.dataset / path).read_bytes()
        rows, size, digest = stated[path]
        run.compare(
            f"{path}, bytes", file=len(content), manifest=listed[path]["bytes"], results=size)
        run.compare(
            f"{path}, SHA-256", file=hashlib.sha256(content).hexdigest(),
            manifest=listed[path]["sha256"], results=digest)
        check_columns(run, path, listed[path], rows)


def check_columns(run, path, listed, rows):
    schema = pyarrow.parquet.read_schema(run.dataset / path)
    run.compare(f"{path}, columns", file=schema.names, manifest=listed["columns"])
    kinds = {field.name: kind_of(field.type) for field in schema}
    found = {name: read(run.dataset / path, kinds) for name, read in READERS.items()}
    sums = dict(run.results.execute(
        "select column_name, total from column_sums where file = ?", (path,)))
    summed = [name for name in kinds if kinds[name] in ("integer", "boolean")]
    run.compare(f"{path}, columns with sums", file=sorted(summed), results=sorted(sums))
    check_fastparquet(run, path)
    check_differences(run, path, schema)
    for column in kinds:
        run.compare(
            f"{path}, rows of {column}", manifest=listed["rows"], results=rows,
            **{name: facts[column][0] for name, facts in found.items()})
    for column in summed:
        # For readers a column without values has no sum, for results.sqlite the sum is 0.
        run.compare(
            f"{path}, sum of {column}", results=sums.get(column),
            **{name: int(facts[column][2] or 0) for name, facts in found.items()})


def check_differences(run, path, schema):
    """Readers subtract two unsigned columns as unsigned numbers: one too few is 255 too many."""
    run.compare(
        f"{path}, unsigned columns", expected=[],
        file=[field.name for field in schema if str(field.type).startswith("uint")])
    table = pyarrow.parquet.read_table(run.dataset / path)
    frame, pandas = polars.read_parquet(run.dataset / path), table.to_pandas()
    for field in schema:
        seen, true = f"observed_{field.name}", field.name
        if seen not in schema.names or kind_of(field.type) != "integer":
            continue
        exact = sum(
            one - two for one, two in zip(table[seen].to_pylist(), table[true].to_pylist()))
        row = duckdb.execute(
            f"select coalesce(sum({seen} - {true}), 0) from read_parquet(?)",
            [str(run.dataset / path)]).fetchone()
        run.compare(
            f"{path}, {seen} minus {true}", Python=exact, DuckDB=int(row[0]),
            pandas=int((pandas[seen] - pandas[true]).sum()),
            Polars=int((frame[seen] - frame[true]).sum()))


def check_fastparquet(run, path):
    """An independent reader, which has silently misread booleans before."""
    ours = fastparquet.ParquetFile(str(run.dataset / path)).to_pandas()
    theirs = pyarrow.parquet.read_table(run.dataset / path).to_pandas()
    for column in theirs.columns:
        left, right = ours[column], theirs[column]
        if str(right.dtype) == "object" and len(right) and hasattr(right.iloc[0], "year"):
            right = right.astype("datetime64[ns]")
        if str(right.dtype).startswith("datetime64"):
            left, right = (
                side.dt.tz_localize(None) if getattr(side.dt, "tz", None) else side
                for side in (left.astype("datetime64[ns]") if left.dt.tz is None else left,
                             right))
        same = (left.isna() == right.isna()).all() and (
            left[left.notna()].astype(str) == right[right.notna()].astype(str)).all() \
            if left.dtype == object else (
                (left.isna() == right.isna()).all()
                and (left.dropna().values == right.dropna().values).all())
        run.compare(f"{path}, {column} by fastparquet", same=bool(same), expected=True)


def check_metrics(run):
    connection = run.connection()
    stated = {row[:2]: row[2:] for row in run.results.execute(
        "select metric, side, numerator, denominator, value from metrics where segment = ''")}
    files = sorted(METRICS.glob("*.sql"))
    run.compare(
        "metrics", files=[file.stem for file in files],
        results=sorted({id for id, _ in stated}))
    for file in files:
        answer = connection.execute(file.read_text())
        names = [column[0] for column in answer.description]
        values = dict(zip(names, answer.fetchone(), strict=True))
        run.compare(f"{file.name}, its name", file=file.stem, answer=values["metric"])
        for side in ("truth", "observed"):
            if (file.stem, side) not in stated:
                run.compare(
                    f"{file.stem}, {side}, which the server cannot know",
                    DuckDB=values[f"{side}_value"], results=None)
                continue
            compared = ("numerator", "denominator", "value")
            run.compare(
                f"{file.stem}, {side}", results=stated.get((file.stem, side)),
                DuckDB=tuple(values[f"{side}_{name}"] for name in compared))


def check_days(run):
    connection = run.connection()
    for side, prefix in (("truth", ""), ("observed", "observed_")):
        found = connection.execute(
            f"""select run_day, count(*), count(*) filter ({prefix}active),
                  sum({prefix}habits_due)::bigint, sum({prefix}habits_done)::bigint
                from person_days where enrolled group by run_day""").fetchall()
        stated = run.results.execute(
            """select run_day, enrolled, active, habits_due, habits_done from days
               where side = ? and enrolled > 0""", (side,)).fetchall()
        found, stated = ({row[0]: row[1:] for row in rows} for rows in (found, stated))
        for day in sorted(found.keys() | stated.keys()):
            run.compare(f"day {day}, {side}", results=stated.get(day), DuckDB=found.get(day))


def check_sessions(run):
    tables = {file["table"]: run.dataset / file["path"] for file in run.manifest["files"]}
    people = pyarrow.parquet.read_table(tables["people"], columns=["person", "zone"]).to_pylist()
    zones = {row["person"]: zoneinfo.ZoneInfo(row["zone"]) for row in people}
    sessions = pyarrow.parquet.read_table(tables["sessions"]).to_pylist()
    wrong = sum(
        row["hour"] != row["opened"].astimezone(zones[row["person"]]).hour for row in sessions)
    starts = {(row["device"], row["opened"]) for row in sessions}
    run.compare(
        f"sessions at another hour, by zoneinfo, of {len(sessions)}", expected=0, found=wrong)
    run.compare("sessions of one device at one time", expected=len(sessions), found=len(starts))
    run.compare(
        "sessions of no second", expected=0, found=sum(row["seconds"] < 1 for row in sessions))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    arguments = parser.parse_args()
    manifests = sorted(arguments.directory.rglob("datasets/*/manifest.json"))
    if not manifests:
        sys.exit(f"{arguments.directory} holds no run")
    failed = False
    for manifest in manifests:
        run = Run(manifest.parent)
        check_files(run)
        check_metrics(run)
        check_days(run)
        check_sessions(run)
        print(f"{run.dataset.name}: {run.comparisons} comparisons, {len(run.problems)} differ")
        for problem in run.problems:
            print(f"  {problem}")
        failed = failed or bool(run.problems)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
