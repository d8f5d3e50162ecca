"""Writes the tables of a finished run in folders by the values of columns, with Spark.

  partition baseline --by run_day

Spark, DuckDB and Polars read such a folder as one table, and only the parts that a query needs. A
table that lacks a column stays one part. The machines of the cluster must reach the folders: on one
machine they do, on several they need a shared place such as hdfs:// or s3a://.
"""

import json
import pathlib

from .program import Failure
from .session import session


def add_options(parser, _):
    add = parser.add_argument
    add("name", help="the name of the run")
    add("--by", required=True, metavar="columns", help="the columns, separated by commas")
    add("--out", default=".", type=pathlib.Path,
        help="the folder with 'datasets', as for 'run' (.)")


def perform(options, words):
    if words:
        raise Failure(f"'partition' knows no option '{words[0]}'.", 64)
    with session(options) as (spark, _):
        write(spark, options.out, options.name, options.by.split(","))
    return 0


def write(spark, out, name, columns):
    """Writes datasets/<name>.by-<columns> from datasets/<name>."""
    dataset = out.resolve() / "datasets" / name
    target = dataset.with_name(f"{name}.by-{'-'.join(columns)}")
    if not (dataset / "manifest.json").exists():
        raise Failure(f"{dataset} is no finished run.", 65)
    if target.exists():
        raise Failure(f"{target} exists.")
    tables = json.loads((dataset / "manifest.json").read_text())["files"]
    known = {column for table in tables for column in table["columns"]}
    for column in columns:
        if column not in known:
            raise Failure(
                f"No table has a column '{column}'; person_days has "
                + ", ".join(next(t["columns"] for t in tables if t["table"] == "person_days"))
                + ".", 64)
    for table in tables:
        # A table without rows has no values, but readers look for its columns.
        by = [column for column in columns if column in table["columns"] and table["rows"]]
        frame = spark.read.parquet(str(dataset / table["path"]))
        # One part for each value, however many tasks there are.
        writer = frame.repartition(*by).write if by else frame.coalesce(1).write
        if by:
            writer = writer.partitionBy(*by)
        writer.option("compression", "zstd").parquet(str(target / table["table"]))
    print(f"{target}: {len(tables)} tables by {', '.join(columns)}")
