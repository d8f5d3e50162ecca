#!/usr/bin/env python3
"""Compares reading a run and writing its largest table with DuckDB, on the same files and threads.

    "$(scripts/python-environment)" Benchmarks/Peers/duckdb.py <run> [--out DIR] [--threads N]

<run> is a finished run in --out. It times whole processes and takes the fastest of three:

  - all metrics: `shakeout metrics` (with intervals, which the SQL does not compute), against DuckDB
    running every file of `metrics`;
  - the bytes per person-day: our file, against DuckDB's Parquet of the same rows, with zstd at its
    default level and with DuckDB's choice of dictionaries.

Exit status 1 when ours is slower or larger.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / ".build/release/shakeout"

ASK = """
import duckdb, pathlib, sys
dataset, days, lateness, threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), sys.argv[4]
base = duckdb.connect(config={"threads": threads})
for table in ("person_days", "people"):
    base.execute(f"CREATE VIEW {table} AS FROM '{dataset}/{table}.parquet'")
base.execute(f"CREATE VIEW run AS SELECT {days} AS days, {lateness} AS allowed_lateness_days")
for path in sorted(pathlib.Path(sys.argv[5]).glob("*.sql")):
    base.execute(path.read_text()).fetchall()
"""

COPY = """
import duckdb, sys
base = duckdb.connect(config={"threads": sys.argv[3]})
base.execute("SET enable_progress_bar = false")
base.execute(
    f"COPY (FROM '{sys.argv[1]}') TO '{sys.argv[2]}' (FORMAT PARQUET, COMPRESSION ZSTD)")
"""


def seconds(command, accepted=(0,)):
    """The fastest of three runs of a process."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
        times.append(time.perf_counter() - start)
        if done.returncode not in accepted:
            sys.exit(f"{' '.join(map(str, command[:3]))} …\n{done.stderr}")
    return min(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("run", help="the name of a finished run")
    parser.add_argument("--out", type=Path, default=ROOT, help="the folder it lies below")
    parser.add_argument("--threads", type=int, default=2, help="threads for both (2)")
    options = parser.parse_args()
    dataset = (options.out / "datasets" / options.run).resolve()
    manifest = json.loads((dataset / "manifest.json").read_text())
    scenario = manifest["scenario"]
    rows = next(file["rows"] for file in manifest["files"]
                if file["path"] == "person_days.parquet")

    ours = seconds([PROGRAM, "metrics", dataset, "--json"], (0, 3, 99))
    theirs = seconds(
        [sys.executable, "-c", ASK, str(dataset), str(scenario["days"]),
         str(scenario["metrics"]["allowedLatenessDays"]), str(options.threads),
         str(ROOT / "metrics")])
    own = (dataset / "person_days.parquet").stat().st_size
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "copy.parquet"
        subprocess.run(
            [sys.executable, "-c", COPY, str(dataset / "person_days.parquet"), str(copy),
             str(options.threads)], check=True)
        other = copy.stat().st_size

    print(f"{rows:,} person-days, {options.threads} threads")
    print("| | shakeout | DuckDB |")
    print("|---|---:|---:|")
    print(f"| all metrics, seconds | {ours:.2f} | {theirs:.2f} |")
    print(f"| bytes per person-day | {own / rows:.2f} | {other / rows:.2f} |")
    return 1 if ours > theirs or own > other else 0


if __name__ == "__main__":
    sys.exit(main())
