#!/usr/bin/env python3
"""Reads the files of runs with Spark, and runs the SQL of every metric in it.

    scripts/oracles/spark.py <directory>

For the smallest run of each scenario below the directory: every file has as many rows as the
manifest says, Spark and pyarrow read the same values, and every metrics/*.sql equals the table
`metrics` in results.sqlite, to the last digit. Needs Java.

Exit status 0: all agree, 1: they do not.
"""

import argparse
import json
import os
import sqlite3
import sys
from pathlib import Path

import pyarrow.parquet
from pyspark.sql import SparkSession

METRICS = Path(__file__).resolve().parents[2] / "metrics"


def values(table):
    """Each column of an Arrow table as plain values; instants without a zone are in UTC."""
    return {
        name: [one.replace(tzinfo=None) if hasattr(one, "tzinfo") else one
               for one in table.column(name).to_pylist()]
        for name in table.column_names}


def check(spark, manifest):
    """The problems of a run, and how much was compared."""
    dataset = manifest.parent
    results = dataset.parents[1] / "results" / dataset.name / "results.sqlite"
    database = sqlite3.connect(f"file:{results}?mode=ro", uri=True)
    facts = dict(database.execute("select name, value from run"))
    problems, comparisons = [], 0
    for file in json.loads(manifest.read_text())["files"]:
        frame = spark.read.parquet(str(dataset / file["path"]))
        frame.createOrReplaceTempView(file["table"])
        comparisons += 1
        if frame.count() != file["rows"]:
            problems.append(f"{file['path']}: not {file['rows']} rows in Spark")
        ours = values(frame.toArrow())
        theirs = values(pyarrow.parquet.read_table(dataset / file["path"]))
        for column in theirs.keys() | ours.keys():
            comparisons += 1
            if repr(ours.get(column)) != repr(theirs.get(column)):
                problems.append(f"{file['path']}, {column}: Spark reads other values than pyarrow")
    spark.sql(
        f"select {int(facts['days'])} as days,"
        f" {int(facts['allowedLatenessDays'])} as allowed_lateness_days"
    ).createOrReplaceTempView("run")
    for path in sorted(METRICS.glob("*.sql")):
        row = spark.sql(path.read_text().strip().removesuffix(";")).collect()[0].asDict()
        stated = {side: counts for side, *counts in database.execute(
            "select side, numerator, denominator, value from metrics"
            " where metric = ? and segment = ''",
            (path.stem,))}
        for side, counts in stated.items():
            found = [row[f"{side}_{name}"] for name in ("numerator", "denominator", "value")]
            comparisons += 1
            if repr(found) != repr(counts):
                problems.append(f"{path.stem}, {side}: Spark {found}, results {counts}")
    return problems, comparisons


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    arguments = parser.parse_args()
    smallest = {}
    for manifest in sorted(arguments.directory.rglob("datasets/*/manifest.json")):
        size = sum(file["rows"] for file in json.loads(manifest.read_text())["files"])
        found = smallest.setdefault(manifest.parent.name, (size, manifest))
        smallest[manifest.parent.name] = min(found, (size, manifest))
    if not smallest:
        sys.exit(f"{arguments.directory} holds no run")
    os.environ["TZ"] = "UTC"  # The session's zone does not apply to the worker process.
    spark = (
        SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        .config("spark.ui.showConsoleProgress", "false")
        .config("spark.sql.shuffle.partitions", "2")
        # The tables are small: what makes large ones fast takes longer than the queries.
        .config("spark.driver.extraJavaOptions", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")
        .config("spark.sql.codegen.wholeStage", "false")
        .config("spark.sql.adaptive.enabled", "false")
        .config("spark.sql.session.timeZone", "UTC").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    failed = False
    for _, manifest in smallest.values():
        problems, comparisons = check(spark, manifest)
        print(f"{manifest.parent.name}: {comparisons} comparisons, {len(problems)} differ")
        for problem in problems:
            print(f"  {problem}")
        failed = failed or bool(problems)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
