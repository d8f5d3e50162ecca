"""What analysts do with a cluster: figures in Spark, tables in parts, comparisons and sweeps."""

import csv
import json
import subprocess
import sys

import duckdb
import polars

from .driver import ROOT, Driver

SPARK_ORACLE = ROOT / "scripts" / "oracles" / "spark.py"
COLUMNS = ["run_day", "product"]
PEOPLE = ["--people", 400, "--days", 20]


class Tables:
    def __init__(self, checks, cluster):
        self.checks, self.cluster = checks, cluster
        self.folder = checks.folder / "tables"

    def run(self):
        self.folder.mkdir()
        self.assembled()
        self.parts()
        self.comparison()
        self.sweep()

    def call(self, command, *words):
        """The driver of a command, which must succeed."""
        driver = Driver(
            [command, *self.checks.words(self.cluster), *words], self.folder).follow()
        if driver.code != 0:
            self.fail(f"{command}: status {driver.code}: {''.join(driver.errors)[-2000:]}")
        return driver

    def fail(self, sentence):
        self.checks.failures.append(f"tables: {sentence}")

    def expect(self, what, found, expected):
        print(f"{what}: {'equal' if found == expected else 'DIFFERENT'}", flush=True)
        if found != expected:
            self.fail(f"{what}: {found} and not {expected}")

    def assembled(self):
        """Every figure of an assembled run, by its SQL in Spark."""
        self.call("run", "baseline", *PEOPLE, "--batches-per-task", 1, "--name", "small",
                  "--partition-by", ",".join(COLUMNS[:1]))
        done = subprocess.run(
            [sys.executable, SPARK_ORACLE, self.folder], capture_output=True, text=True,
            check=False)
        print(f"figures in Spark: {done.stdout.strip()}", flush=True)
        if done.returncode != 0:
            self.fail(f"spark.py: {done.stdout[-1000:]} {done.stderr[-1000:]}")

    def parts(self):
        """A table in folders by value is one table with the same rows, in every engine."""
        self.call("partition", "small", "--by", ",".join(COLUMNS))
        datasets = self.folder / "datasets"
        manifest = json.loads((datasets / "small" / "manifest.json").read_text())
        for columns in COLUMNS[:1], COLUMNS:
            whole = datasets / f"small.by-{'-'.join(columns)}"
            for table in manifest["files"]:
                path, names = f"{whole / table['table']}/**/*.parquet", table["columns"]
                expected = signature(
                    duckdb.read_parquet(str(datasets / "small" / table["path"])), names)
                by = f"{table['table']} by {', '.join(columns)}"
                self.expect(f"{by} in DuckDB", signature(
                    duckdb.read_parquet(path, hive_partitioning=True), names), expected)
                frame = polars.scan_parquet(path, hive_partitioning=True).collect()
                self.expect(f"{by} in Polars", signature(
                    duckdb.from_arrow(frame.to_arrow()), names), expected)

    def comparison(self):
        self.call("compare", "baseline", "calm", *PEOPLE, "--seeds", "1-3", "--csv", "compare.csv")
        differences = {}
        for seed in (1, 2, 3):
            done = subprocess.run(
                [self.checks.options.program, "compare", "baseline", "calm", *map(str, PEOPLE),
                 "--seed", str(seed), "--json"], capture_output=True, check=True)
            for one in json.loads(done.stdout)["differences"]:
                differences.setdefault(one["metric"], []).append(one["difference"])
        self.expect("comparison of three seeds", means(self.folder / "compare.csv", 1), {
            (metric,): mean(values) for metric, values in differences.items()})

    def sweep(self):
        path = "network.lossProbability"
        self.call("sweep", "baseline", *PEOPLE, "--seeds", "1-2", "--vary", f"{path}=0,0.3",
                  "--csv", "sweep.csv", "--datasets", "runs")
        values = {}
        for loss in ("0", "0.3"):
            for seed in (1, 2):
                done = subprocess.run(
                    [self.checks.options.program, "run", "baseline", *map(str, PEOPLE), "--seed",
                     str(seed), "--set", f"{path}={loss}", "--name", "one", "--force", "--json"],
                    cwd=self.folder, capture_output=True, check=True)
                for metric in json.loads(done.stdout)["metrics"]:
                    for side in ("truth", "observed"):
                        if metric[side] is not None:
                            values.setdefault((loss, metric["metric"], side), []).append(
                                metric[side]["value"])
        self.expect("sweep of two seeds and two losses", means(self.folder / "sweep.csv", 3), {
            key: mean(found) for key, found in values.items()})
        found = duckdb.sql(
            f"select distinct \"{path}\"::double, seed from read_parquet("
            f"'{self.folder}/runs/person_days/**/*.parquet', hive_partitioning = true) order by all"
        ).fetchall()
        self.expect("tables of a sweep in DuckDB", found, [(0, 1), (0, 2), (0.3, 1), (0.3, 2)])


def signature(relation, names):
    """How many rows a table has, and a sum of their hashes, in whatever order they are."""
    types = dict(zip(relation.columns, map(str, relation.types)))
    values = ", ".join(
        f'epoch_us("{name}")' if types[name].startswith("TIMESTAMP") else f'"{name}"::varchar'
        for name in names)
    return relation.aggregate(f"count(*), sum(hash({values}))").fetchall()[0]


def mean(values):
    return f"{sum(values) / len(values):.12g}"


def means(path, keys):
    """The means of a table of the cluster, which follow its first columns."""
    with path.open(newline="") as file:
        lines = list(csv.reader(file))[1:]
    return {tuple(line[:keys]): f"{float(line[keys]):.12g}" for line in lines}
