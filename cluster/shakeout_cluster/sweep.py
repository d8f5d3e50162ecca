"""Runs of one scenario over seeds and parameters: a task each, and one table at the end.

  sweep baseline --people 500 --seeds 1-10 --vary network.lossProbability=0,0.1,0.2

The table has, for each metric and each combination of parameters, the mean over the seeds and the
smallest and the largest value, as people did (truth) and as the server knows (observed). With
--datasets the tables of all runs come back, too, in folders such as person_days/seed=1/, which
Spark, DuckDB and Polars read as one table with the seed and the parameters as columns.
"""

import argparse
import itertools
import json
import pathlib

from .program import REFUSALS, VIOLATION, Failure, Scratch, last_words, task_call
from .run import PIECE_BYTES
from .session import progress, session
from .tables import Table, spread


def variation(text):
    path, _, values = text.partition("=")
    if not path or not values:
        raise argparse.ArgumentTypeError(f"'{text}' is no variation such as 'people=100,200'")
    return path, values.split(",")


def add_options(parser, numbers):
    add = parser.add_argument
    add("--seeds", type=numbers, default=[1], metavar="1-10", help="the seeds (1)")
    add("--vary", type=variation, action="append", default=[], metavar="path=a,b",
        help="run with each of these values of a parameter; repeatable")
    add("--csv", metavar="file", help="write the table to a file, too")
    add("--datasets", type=pathlib.Path, metavar="folder",
        help="bring the tables of all runs back, in folders by parameter and seed")


def perform(options, words):
    if options.datasets and options.datasets.exists() and any(options.datasets.iterdir()):
        raise Failure(f"{options.datasets} is not empty.", 64)
    names = [path for path, _ in options.vary]
    settings = [
        tuple(zip(names, values)) for values in itertools.product(*(v for _, v in options.vary))]
    runs = [(setting, seed) for setting in settings for seed in options.seeds]
    with session(options) as (spark, name):
        from pyspark import StorageLevel
        task = Run(name, words, bool(options.datasets))
        records = spark.sparkContext.parallelize(runs, len(runs)).flatMap(task).persist(
            StorageLevel.DISK_ONLY)
        with progress(spark, options, "runs", len(runs)):
            found = records.filter(lambda record: record[0] == "run").collect()
        for _, _, code, text, _ in found:
            if code in REFUSALS:
                raise Failure(text, code)
        if options.datasets:
            write(options.datasets, records.filter(lambda record: record[0] == "piece"))
    table = Table([*names, "metric", "side", "mean", "smallest", "largest", "seeds"])
    for (setting, metric, side), values in collected(found).items():
        table.add([*(value for _, value in setting), metric, side, *spread(values), len(values)])
    table.show(options.csv)
    return VIOLATION if any(code == VIOLATION for _, _, code, _, _ in found) else 0


def collected(found):
    """The values of all seeds by setting, metric and side."""
    values = {}
    for _, (setting, _), _, _, metrics in found:
        for metric in metrics:
            for side in ("truth", "observed"):
                if metric[side] is not None:
                    values.setdefault((setting, metric["metric"], side), []).append(
                        metric[side]["value"])
    return values


def write(folder, pieces):
    """Writes the tables of all runs, piece by piece."""
    for _, name, piece in pieces.toLocalIterator(prefetchPartitions=True):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("ab") as file:
            file.write(piece)


class Run:
    """A task: runs the scenario with one setting and one seed, and returns its metrics."""

    def __init__(self, program, words, brings_tables):
        self.program, self.words, self.brings_tables = program, words, brings_tables

    def __call__(self, run):
        setting, seed = run
        overrides = [word for path, value in setting for word in ("--set", f"{path}={value}")]
        with Scratch() as folder:
            done = task_call(self.program, [
                "run", *self.words, *overrides, "--seed", seed, "--threads", 1, "--json", "--name",
                "run", "--out", folder, "--shrink-seconds", 0], folder)
            if done.returncode in REFUSALS:
                yield "run", run, done.returncode, last_words(done), []
                return
            metrics = json.loads(done.stdout)["metrics"]
            yield "run", run, done.returncode, "", metrics
            if self.brings_tables:
                yield from self.tables(folder / "datasets" / "run", setting, seed)

    @staticmethod
    def tables(dataset, setting, seed):
        places = "/".join(f"{path}={value}" for path, value in (*setting, ("seed", seed)))
        for file in sorted(dataset.glob("*.parquet")):
            name = f"{file.stem}/{places}/{file.name}"
            with file.open("rb") as opened:
                while piece := opened.read(PIECE_BYTES):
                    yield "piece", name, piece
