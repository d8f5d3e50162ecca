#!/usr/bin/env python3
"""Runs the SQL of every key figure in Spark, on the files that runs wrote.

    scripts/oracles/spark.py <directory>

For each run below the directory: every metrics/*.sql says what `kpis` in results.sqlite says, to
the last digit, and every file has as many rows as the manifest says. Needs Java and pyspark 4.3.0,
which are large and not among the pinned packages: without them it says so and compares nothing.

Exit status 0: all agree, or there is no Spark; 1: they do not.
"""

import argparse
import json
import shutil
import sqlite3
import sys
from pathlib import Path

METRICS = Path(__file__).resolve().parents[2] / "metrics"


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
    spark.sql(
        f"select {int(facts['days'])} as days,"
        f" {int(facts['allowedLatenessDays'])} as allowed_lateness_days"
    ).createOrReplaceTempView("run")
    for path in sorted(METRICS.glob("*.sql")):
        row = spark.sql(path.read_text().strip().removesuffix(";")).collect()[0].asDict()
        stated = {side: told for side, *told in database.execute(
            "select side, numerator, denominator, value from kpis where id = ?", (path.stem,))}
        for side, told in stated.items():
            found = [row[f"{side}_{name}"] for name in ("numerator", "denominator", "value")]
            comparisons += 1
            if repr(found) != repr(told):
                problems.append(f"{path.stem}, {side}: Spark {found}, results {told}")
    return problems, comparisons


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    arguments = parser.parse_args()
    try:
        from pyspark.sql import SparkSession
    except ImportError:
        print("pyspark is not installed: nothing was compared")
        return
    if shutil.which("java") is None:
        print("Java is not installed: nothing was compared")
        return
    manifests = sorted(arguments.directory.rglob("datasets/*/manifest.json"))
    if not manifests:
        sys.exit(f"{arguments.directory} holds no run")
    spark = (
        SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false")
        .config("spark.sql.shuffle.partitions", "2").getOrCreate())
    spark.sparkContext.setLogLevel("ERROR")
    failed = False
    for manifest in manifests:
        problems, comparisons = check(spark, manifest)
        print(f"{manifest.parent.name}: {comparisons} comparisons, {len(problems)} differ")
        for problem in problems:
            print(f"  {problem}")
        failed = failed or bool(problems)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
