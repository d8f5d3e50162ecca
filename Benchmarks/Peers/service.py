#!/usr/bin/env python3
"""Measures the service beside wrk and a trivial responder, all in one run.

    service.py --program SHAKEOUT [--people N] [--seconds S] [--rate R] [--postgres CONNINFO]

The part `service` of peers.py calls it with few people. Prints rows like peers.py does. The
processor time is that of all threads of the server by the scheduler's counts. Everything listens on
127.0.0.1 and shares the machine with what asks.
"""

import argparse
import datetime
import glob
import json
import math
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.request

# A wait that is longer than everything it waits for.
PATIENCE = 900


class Failed(Exception):
    pass


class Server:
    """A process that prints its address and then listens."""

    def __init__(self, words, folder, has_input=True):
        self.process = subprocess.Popen(
            [str(word) for word in words], cwd=folder, text=True,
            stdin=subprocess.PIPE if has_input else subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL)
        found = re.search(r"http://\S+:\d+", self.process.stdout.readline())
        if not found:
            self.end()
            raise Failed(f"'{' '.join(map(str, words[:2]))}' does not listen")
        self.address = found[0]

    def processor(self):
        """The processor time of all its threads so far, in microseconds."""
        nanoseconds = 0
        for path in glob.glob(f"/proc/{self.process.pid}/task/*/schedstat"):
            nanoseconds += int(pathlib.Path(path).read_text().split()[0])
        return nanoseconds / 1_000

    def end(self):
        if self.process.stdin:
            self.process.stdin.close()
        else:
            self.process.kill()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def serving(options, folder, store, *more):
    return Server(
        [options.program, "serve", "--listen", "127.0.0.1:0", "--client-rate", "0", "--store",
         store, "--log", "nothing", "--until-input-ends", *more], folder)


def responding(options, folder):
    program = pathlib.Path(options.program).with_name("shakeout-benchmark")
    return Server([program, "responder", "0"], folder, has_input=False)


# MARK: wrk

def wrk(server, connections, seconds, path="/", script=None, token=""):
    """Requests a second, and the server's processor time for one."""
    words = ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s"]
    words += ["-s", script] if script else []
    before = server.processor()
    done = subprocess.run(
        [*words, server.address + path], capture_output=True, text=True, timeout=PATIENCE,
        env={**os.environ, "token": token}, stdin=subprocess.DEVNULL)
    spent = server.processor() - before
    count = re.search(r"(\d+) requests in", done.stdout)
    rate = re.search(r"Requests/sec:\s+([\d.]+)", done.stdout)
    if done.returncode or not count or not rate or "Non-2xx" in done.stdout:
        raise Failed(f"wrk on {path}: {done.stdout[-300:]}{done.stderr[-300:]}")
    return float(rate[1]), spent / int(count[1])


def post(server, path, body, **headers):
    request = urllib.request.Request(
        server.address + path, json.dumps(body).encode(), {
            "Content-Type": "application/json",
            **{name.replace("_", "-"): text for name, text in headers.items()}})
    with urllib.request.urlopen(request, timeout=20) as answer:
        return json.load(answer)


def exchange_script(server, folder):
    """A family, and a script of wrk that posts the smallest exchange of its phone."""
    secret, install = os.urandom(32).hex(), os.urandom(8)
    account = post(
        server, "/v1/accounts", {"secret": secret, "born": "1980-05-17"}, Idempotency_Key="one")
    token = post(
        server, "/v1/sessions",
        {"account": account["account"], "secret": secret, "install": install.hex()})["token"]
    post(
        server, "/v1/families", {
            "firstDay": str(datetime.date.today()),
            "members": [{"role": "parent", "born": "1980-05-17"}]},
        Authorization=f"Bearer {token}", Idempotency_Key="two")
    # docs/http-api.md says what these bytes are.
    body = b"\x02\x01\x20\x01\x30\x64\x69" + install[::-1]
    pathlib.Path(folder, "request.bin").write_bytes(body)
    script = pathlib.Path(folder, "exchange.lua")
    script.write_text(
        'wrk.method = "POST"\n'
        f'wrk.body = io.open("{folder}/request.bin", "rb"):read("*a")\n'
        'wrk.headers["Authorization"] = "Bearer " .. os.getenv("token")\n'
        'wrk.headers["Content-Type"] = "application/vnd.shakeout.wire;v=1"\n')
    return script, token


def beside_wrk(options, folder):
    """wrk and `load` on the trivial responder, then wrk on the service."""
    rows = []
    for connections in (64, 1_000):
        with responding(options, folder) as server:
            rate, cost = wrk(server, connections, options.seconds)
            rows.append((f"wrk on a trivial responder, {connections:,} connections", rate, "/s"))
            rows.append(("  processor time of the responder", cost, "µs"))
            report = load(
                options, folder, server, "--rate", 400_000, "--connections", connections,
                "--duration", options.seconds, "--warmup", 1)
            own = report["sender"]["requestsPerCoreSecond"]
            rows.append((f"shakeout load on it, {connections:,} connections", own, "/s and core"))
    with serving(options, folder, "memory") as server:
        script, token = exchange_script(server, folder)
        for connections in (1, 8, 64):
            for what, path, words in (
                    ("GET /health", "/health", ()), ("exchange", "/v1/exchange", (script, token))):
                rate, cost = wrk(server, connections, options.seconds, path, *words)
                rows.append((f"wrk on serve, {what}, {connections} connections", rate, "/s"))
                rows.append(("  processor time of the server", cost, "µs"))
    return rows


# MARK: Families

def load(options, folder, server, *words):
    path = pathlib.Path(folder, "load.json")
    path.unlink(missing_ok=True)
    done = subprocess.run(
        [options.program, "load", *map(str, words), "--target", server.address, "--abort-below",
         "0", "--json", path, "--quiet"],
        cwd=folder, capture_output=True, text=True, timeout=PATIENCE, stdin=subprocess.DEVNULL)
    if done.returncode not in (0, 99):
        raise Failed(f"'shakeout load' ended with {done.returncode}: {done.stderr.strip()[:500]}")
    return json.loads(path.read_text())


def p99(report, name):
    series = next(one for one in report["series"] if one["name"] == name)
    found = [one for one in series["percentiles"] if one["percent"] == 99]
    return found[0]["microseconds"] / 1_000 if found else None


def people_of(options, rate, seconds):
    """The words for people who have so many steps. Each family's are spread over the time: in the
    first third most phones are opened for the first time, and have nothing to hand over."""
    days = 2 + math.ceil(rate * seconds * 1.4 / options.people / 1.5)
    return [
        "default", "--people", options.people, "--days", days, "--spread", "--warmup",
        seconds * 0.4, "--duration", seconds]


def families(options, folder, name, store, *more, rate):
    with serving(options, folder, store, *more) as server:
        report = load(
            options, folder, server, *people_of(options, rate, options.load_seconds), "--rate",
            rate)
    people, server = report["people"], report["server"]
    if people["undrained"] or report["violations"]:
        raise Failed(f"families over {name}: {people['undrained']} did not finish")
    # Warm-up and sign-ups are left out; each interval has what the server counted in it.
    measured = [one["server"] for one in report["intervals"] if one["server"]]
    seconds = len(measured) * report["intervalSeconds"]
    requests = sum(one["requests"] for one in measured)
    title = f"{people['families']:,} families over {name}, {rate:,} steps/s"
    rows = [(f"{title}: requests", requests / seconds, "/s")]
    rows.append(("  of them acknowledged operations", sum(
        one["acknowledging"] for one in report["intervals"] if one["server"]) / seconds, "/s"))
    rows.append(("  processor time of the server", 1e6 * sum(
        one["processorSeconds"] for one in measured) / max(1, requests), "µs a request"))
    for series in ("latency", "durable"):
        rows.append((f"  p99 of '{series}'", p99(report, series), "ms"))
    if server["commitMicroseconds"]:
        rows.append(("  a commit", server["commitMicroseconds"] / 1_000, "ms"))
    rows.append((
        "  memory of the load a family", report["sender"]["peakMemoryBytes"] / 1_024
        / max(1, people["families"]), "KiB"))
    return rows


def knee(options, folder, *slow):
    """Latency against the rate, with a disk whose commits take 5 ms longer."""
    low, high = options.rate // 5, options.rate * 9 // 5
    with serving(options, folder, "sqlite:knee.sqlite", *slow) as server:
        report = load(
            options, folder, server,
            *people_of(options, (low + high) / 2, options.load_seconds * 5 / 2),
            "--profile", "steps", "--from", low, "--rate", high)
    rows = []
    for step in report["steps"]:
        rows.append((
            f"steps over SQLite, a disk of 5 ms, {step['rate']:,.0f} steps/s offered: answered",
            step["goodput"], "/s"))
        rows.append(("  p99", step["p99Microseconds"] / 1_000, "ms"))
    for name, words in (("knee", "the knee"), ("beyondKnee", "answered at twice the knee")):
        if report[name]:
            step = report[name]
            rows.append((words, step["goodput"] if name != "knee" else step["rate"], "/s"))
    return rows


def measured(options, folder):
    """All rows, each as soon as it is known."""
    if not shutil.which("wrk"):
        yield "wrk", None, None
        return
    yield from beside_wrk(options, folder)
    pathlib.Path(folder, "slow.txt").write_text("slow 5\n")
    slow = ("--disk-faults", "slow.txt")
    yield from families(options, folder, "memory", "memory", rate=options.rate * 2 // 5)
    yield from families(options, folder, "memory", "memory", rate=options.rate)
    yield from families(options, folder, "memory", "memory", rate=options.rate * 6)
    yield from families(options, folder, "SQLite", "sqlite:a.sqlite", rate=options.rate)
    yield from families(
        options, folder, "SQLite with a disk of 5 ms", "sqlite:b.sqlite", *slow,
        rate=options.rate * 3 // 4)
    if options.postgres:
        yield from families(
            options, folder, "PostgreSQL", f"postgres:{options.postgres}",
            rate=options.rate * 4 // 5)
    if options.knee:
        yield from knee(options, folder, *slow)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add = parser.add_argument
    add("--program", required=True, help="the path of shakeout; shakeout-benchmark lies beside it")
    add("--people", type=int, default=33_000, help="how many people (33000)")
    add("--rate", type=int, default=10_000, help="how many steps they take in a second (10000)")
    add("--seconds", type=int, default=6, help="how long each of wrk's rows takes (6)")
    add("--load-seconds", type=int, default=12, help="how long each load of people takes (12)")
    add("--postgres", help="a connection to PostgreSQL, for rows of it")
    add("--knee", action="store_true", help="with the latency against the rate")
    options = parser.parse_args()
    options.program = os.path.abspath(options.program)
    with tempfile.TemporaryDirectory() as folder:
        try:
            for name, value, unit in measured(options, folder):
                text = "not installed" if value is None else f"{value:,.1f} {unit}"
                print(f"{name:72} {text}", flush=True)
        except Failed as problem:
            print(problem, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
