#!/usr/bin/env python3
"""Measures other programs beside shakeout on one machine: what `shakeout bench peers` runs.

    peers.py --program SHAKEOUT [--json] [--repetitions N] [PART ...]

Parts are replication, parquet, metrics, model and service; all of them if there is none. A peer that is not
installed is named with the command that installs it. Each row is the median of several repetitions
on one thread. README.md says what the rows mean, and which cannot be compared. Exit status 1 when a
part failed, 64 when a part does not exist.
"""

import argparse
import importlib.util
import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
# duckdb.py of this folder would hide the package of that name.
sys.path = [path for path in sys.path if pathlib.Path(path).resolve() != HERE]
INSTALL = "scripts/python-environment Benchmarks/Peers/requirements.txt .build/peers"
INSTALLS = {"wrk": "scripts/install-dependencies wrk"}
# 200,000 sets over 20,000 keys, in batches of 1,000.
SETS, KEYS, BATCH = 200_000, 20_000, 1_000
# The reference model: README.md declares it.
PEOPLE, DAYS = 20_000, 90
SLOW_PEOPLE = 500


class Failed(Exception):
    pass


def timed(work, repetitions):
    """The median of the seconds, and what the last repetition returned."""
    seconds, result = [], None
    for _ in range(repetitions):
        start = time.perf_counter()
        result = work()
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), result


def has(package):
    return importlib.util.find_spec(package) is not None


def shakeout(options, folder, *words):
    """Runs the program in a folder; returns the seconds and the JSON that it printed."""
    start = time.perf_counter()
    done = subprocess.run(
        [options.program, *words, "--json"], cwd=folder, capture_output=True, text=True)
    seconds = time.perf_counter() - start
    if done.returncode not in (0, 3, 99):
        raise Failed(f"'shakeout {words[0]}' ended with {done.returncode}: {done.stderr.strip()}")
    return seconds, json.loads(done.stdout)


# MARK: Replication

def writes():
    """The same writes for each peer: keys by a small generator, so that no library draws them."""
    state = 1
    for number in range(SETS):
        state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF
        yield f"key-{state % KEYS}", number


def loro_writes():
    from loro import ExportMode, LoroDoc
    document, updates, sent = LoroDoc(), [], None
    document.peer_id = 1
    table = document.get_map("map")
    for number, (key, value) in enumerate(writes(), 1):
        table.insert(key, value)
        if number % BATCH == 0:
            document.commit()
            mode = ExportMode.Snapshot() if sent is None else ExportMode.Updates(sent)
            updates.append(document.export(mode))
            sent = document.oplog_vv
    return updates


def loro_reads(updates):
    from loro import LoroDoc
    document = LoroDoc()
    document.peer_id = 2
    for update in updates:
        document.import_(update)
    return len(document.get_map("map").keys())


def pycrdt_writes():
    from pycrdt import Doc, Map
    document, updates = Doc(client_id=1), []
    table = document.get("map", type=Map)
    batch = []
    for key, value in writes():
        batch.append((key, value))
        if len(batch) == BATCH:
            before = document.get_state()
            with document.transaction():
                for one, other in batch:
                    table[one] = other
            updates.append(document.get_update(before))
            batch = []
    return updates


def pycrdt_reads(updates):
    from pycrdt import Doc, Map
    document = Doc(client_id=2)
    table = document.get("map", type=Map)
    for update in updates:
        document.apply_update(update)
    return len(table)


def replication(options, folder):
    rows = []
    for name, write, read in (
            ("loro", loro_writes, loro_reads), ("pycrdt", pycrdt_writes, pycrdt_reads)):
        if not has(name):
            rows.append((name, None, None))
            continue
        seconds, updates = timed(write, options.repetitions)
        rows.append((f"{name}, writes", SETS / seconds, "writes/s"))
        rows.append((f"{name}, bytes of a write", sum(map(len, updates)) / SETS, "bytes"))
        seconds, keys = timed(lambda: read(updates), options.repetitions)
        if keys != len({key for key, _ in writes()}):
            raise Failed(f"{name} has {keys} keys on the second replica")
        rows.append((f"{name}, applied on a second replica", SETS / seconds, "writes/s"))
    _, run = shakeout(
        options, folder, "run", "default", "--people", "1000", "--days", "30", "--threads", "1",
        "--name", "replication")
    _, wire = shakeout(
        options, folder, "bench", "wire", "default", "--people", "1000", "--days", "30",
        "--threads", "1")
    rows.append(
        ("shakeout, bytes of an operation with all messages", wire["bytesPerOperation"],
         "bytes"))
    rows.append(
        ("shakeout, bytes of an operation in a request",
         wire["requestBytes"] / max(1, wire["requestOperations"]), "bytes"))
    rows.append(
        ("shakeout, bytes of a row in a response",
         wire["responseBytes"] / max(1, wire["responseRows"]), "bytes"))
    rows.append(
        ("shakeout, whole operations", run["operations"] / run["seconds"], "operations/s"))
    rows.append(
        ("shakeout, applied on replicas", run["replicaApplies"] / run["seconds"], "rows/s"))
    return rows


# MARK: Parquet

def parquet(options, folder):
    rows = []
    _, run = shakeout(
        options, folder, "run", "default", "--people", "2000", "--days", "60", "--threads", "1",
        "--name", "parquet")
    table = pathlib.Path(folder, run["paths"]["dataset"], "person_days.parquet")
    own = table.stat().st_size / run["personDays"]
    _, written = shakeout(
        options, folder, "bench", "parquet", str(table), "again.parquet", "--repetitions",
        str(options.repetitions))
    if written["rows"] != run["personDays"]:
        raise Failed(f"{written['rows']} rows are written again, not {run['personDays']}")
    rows.append(("shakeout, writing the same table", written["rowsPerSecond"], "rows/s"))
    rows.append(
        ("shakeout, rows with all of the simulation", run["personDays"] / run["seconds"],
         "rows/s"))
    rows.append(("shakeout, bytes of a row", own, "bytes"))
    if has("duckdb"):
        import duckdb
        base = duckdb.connect(config={"threads": 1})
        base.execute("SET enable_progress_bar = false")
        base.execute(f"CREATE TABLE facts AS FROM '{table}'")
        copy = pathlib.Path(folder, "copy.parquet")
        seconds, _ = timed(
            lambda: base.execute(
                f"COPY facts TO '{copy}' (FORMAT PARQUET, COMPRESSION ZSTD)"),
            options.repetitions)
        rows.append(("DuckDB, writing the same table", run["personDays"] / seconds, "rows/s"))
        rows.append(
            ("DuckDB, bytes of a row", copy.stat().st_size / run["personDays"], "bytes"))
    else:
        rows.append(("duckdb", None, None))
    rows += tpchgen(options, folder)
    return rows


def tpchgen(options, folder):
    beside = pathlib.Path(sys.executable).parent / "tpchgen-cli"
    program = str(beside) if beside.exists() else shutil.which("tpchgen-cli")
    # DuckDB counts the rows.
    if not program or not has("duckdb"):
        return [("tpchgen-cli", None, None)]
    out = pathlib.Path(folder, "tpch")
    words = [program, "parquet", "-s", "0.2", "--tables=lineitem", "--compression=ZSTD(1)",
             "--num-threads", "1", "--output-dir", str(out)]

    def generate():
        shutil.rmtree(out, ignore_errors=True)
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(f"'tpchgen-cli' ended with {done.returncode}: {done.stderr.strip()}")

    seconds, _ = timed(generate, options.repetitions)
    files = sorted(out.glob("*.parquet"))
    import duckdb
    count = duckdb.sql(f"SELECT count(*) FROM '{files[0]}'").fetchall()[0][0]
    return [
        ("tpchgen-cli, line items", count / seconds, "rows/s"),
        ("tpchgen-cli, bytes of a row", sum(f.stat().st_size for f in files) / count, "bytes"),
    ]


# MARK: Metrics

def metrics(options, folder):
    if not has("duckdb"):
        return [("duckdb", None, None)]
    _, run = shakeout(
        options, folder, "run", "default", "--people", "2000", "--days", "60", "--threads", "1",
        "--name", "metrics")
    dataset = pathlib.Path(folder, run["paths"]["dataset"])

    def ours():
        shakeout(options, folder, "metrics", str(dataset))

    own, _ = timed(ours, options.repetitions)
    sql = (HERE.parents[1] / "metrics").glob("*.sql")
    texts = [path.read_text() for path in sorted(sql)]
    lateness = json.loads(
        (dataset / "manifest.json").read_text())["scenario"]["metrics"]["allowedLatenessDays"]

    def theirs():
        import duckdb
        base = duckdb.connect(config={"threads": 1})
        for table in ("person_days", "people"):
            base.execute(f"CREATE VIEW {table} AS FROM '{dataset}/{table}.parquet'")
        base.execute(
            f"CREATE VIEW run AS SELECT {run['days']} AS days, {lateness} AS "
            "allowed_lateness_days")
        for text in texts:
            base.execute(text).fetchall()

    other, _ = timed(theirs, options.repetitions)
    return [
        ("shakeout metrics, with intervals, whole process", own, "s"),
        ("DuckDB, every query of metrics/, without starting", other, "s"),
    ]


# MARK: Model

def opening(habit, streak, weekday):
    """The logit of opening the app."""
    return -1.0 + 2.0 * habit + 0.05 * min(streak, 20) + (0.3 if weekday < 5 else 0.0)


def numpy_model():
    import numpy
    draws = numpy.random.Generator(numpy.random.Philox(key=1))
    habit = numpy.full(PEOPLE, 0.5)
    streak = numpy.zeros(PEOPLE)
    opened = 0
    for day in range(DAYS):
        logit = (-1.0 + 2.0 * habit + 0.05 * numpy.minimum(streak, 20)
                 + (0.3 if day % 7 < 5 else 0.0))
        opens = draws.random(PEOPLE) < 1 / (1 + numpy.exp(-logit))
        habit += 0.1 * (opens - habit)
        streak = numpy.where(opens, streak + 1, 0)
        opened += int(opens.sum())
    return opened / (PEOPLE * DAYS)


def mesa_model():
    import mesa

    class Person(mesa.Agent):
        def __init__(self, model):
            super().__init__(model)
            self.habit, self.streak = 0.5, 0

        def step(self):
            logit = opening(self.habit, self.streak, self.model.day % 7)
            opens = self.model.random.random() < 1 / (1 + math.exp(-logit))
            self.habit += 0.1 * (opens - self.habit)
            self.streak = self.streak + 1 if opens else 0
            self.model.opened += opens

    class Town(mesa.Model):
        def __init__(self):
            super().__init__(seed=1)
            self.day = self.opened = 0
            Person.create_agents(self, SLOW_PEOPLE)

    town = Town()
    for day in range(DAYS):
        town.day = day
        town.agents.do("step")
    return town.opened / (SLOW_PEOPLE * DAYS)


def simpy_model():
    import random
    import simpy
    draws, town = random.Random(1), simpy.Environment()
    opened = [0]

    def person():
        habit, streak = 0.5, 0
        for day in range(DAYS):
            opens = draws.random() < 1 / (1 + math.exp(-opening(habit, streak, day % 7)))
            habit += 0.1 * (opens - habit)
            streak = streak + 1 if opens else 0
            opened[0] += opens
            yield town.timeout(1)

    for _ in range(SLOW_PEOPLE):
        town.process(person())
    town.run()
    return opened[0] / (SLOW_PEOPLE * DAYS)


def model(options, folder):
    own = [
        shakeout(
            options, folder, "bench", "model", "--people", str(PEOPLE), "--days", str(DAYS))[1]
        for _ in range(options.repetitions)]
    seconds = statistics.median(one["seconds"] for one in own)
    rows, shares = [("shakeout", PEOPLE * DAYS / seconds, "person-days/s")], [own[0]["share"]]
    for name, package, work, people in (
            ("NumPy with Philox", "numpy", numpy_model, PEOPLE),
            ("Mesa", "mesa", mesa_model, SLOW_PEOPLE),
            ("SimPy", "simpy", simpy_model, SLOW_PEOPLE)):
        if not has(package):
            rows.append((package, None, None))
            continue
        seconds, share = timed(work, options.repetitions)
        shares.append(share)
        rows.append((name, people * DAYS / seconds, "person-days/s"))
    # The same model opens equally often, whatever draws its numbers.
    if max(shares) - min(shares) > 0.02:
        raise Failed(f"the implementations of the model differ: {shares}")
    return rows


# MARK: Service

def service(options, folder):
    spec = importlib.util.spec_from_file_location("service", HERE / "service.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    words = argparse.Namespace(
        program=options.program, people=1_000, rate=2_000, seconds=3, load_seconds=5,
        postgres=None, knee=False)
    try:
        return list(module.measured(words, folder))
    except module.Failed as problem:
        raise Failed(problem) from problem


PARTS = {
    "replication": replication, "parquet": parquet, "metrics": metrics, "model": model,
    "service": service}


def number(value):
    return f"{value:,.0f}" if value >= 1_000 else f"{value:,.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", required=True, help="the path of shakeout")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument("--repetitions", type=int, default=3, help="of each row (3)")
    parser.add_argument("parts", nargs="*", help="some of " + ", ".join(PARTS))
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    for part in options.parts:
        if part not in PARTS:
            print(f"There is no part '{part}'; there are {', '.join(PARTS)}.", file=sys.stderr)
            return 64
    status, document = 0, []
    with tempfile.TemporaryDirectory() as folder:
        for part in options.parts or PARTS:
            try:
                rows = PARTS[part](options, folder)
            except Failed as problem:
                print(f"{part}: {problem}", file=sys.stderr)
                status = 1
                continue
            if not options.json:
                print(part)
            for name, value, unit in rows:
                document.append({"part": part, "what": name, "value": value, "unit": unit})
                if options.json:
                    continue
                if value is None:
                    print(f"  {name}: not installed; install it with: {INSTALLS.get(name, INSTALL)}")
                else:
                    print(f"  {name:64} {number(value):>14} {unit}")
    if options.json:
        print(json.dumps({"rows": document, "install": INSTALL}, indent=2))
    return status


if __name__ == "__main__":
    sys.exit(main())
