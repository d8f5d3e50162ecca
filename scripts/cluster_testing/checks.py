"""What the cluster gives, compared with what one process gives."""

import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import time

from .cluster import Cluster, command
from .driver import Driver
from .tables import Tables

VIOLATION = 70


def digests(folder):
    """The SHA-256 of every file of a run, but of the one with its performance."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "run.json"}


class Checks:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.failures = []
        # The most memory that the driver of a run needed, by its name and the kind of process.
        self.peaks = {}
        self.scenario = [
            "baseline", "--people", options.people, "--days", options.days, "--seed", 11]

    def run(self):
        """The failures of all checks."""
        expected = self.one_process(1)
        # The small sample has only what nothing else shows: the cluster that loses machines.
        if not self.options.sample:
            self.compare("two threads", self.one_process(2), expected)
        with Cluster(self.folder) as cluster:
            if not self.options.sample:
                self.compare("cluster", self.on_cluster(cluster, "cluster"), expected)
                self.ten_times_the_people(cluster)
                Tables(self, cluster).run()
            self.stress(cluster)
            if self.options.planted:
                self.planted(cluster)
            self.compare("killed", self.killed(cluster), expected)
        self.orphans()
        for failure in self.failures:
            print(f"FAILED  {failure}")
        return self.failures

    def one_process(self, threads):
        name, start = f"threads-{threads}", time.monotonic()
        done = subprocess.run(
            [self.options.program, "run", *map(str, self.scenario), "--threads", str(threads),
             "--name", "run", "--out", self.folder / name, "--quiet"], check=False)
        if done.returncode != 0:
            sys.exit(f"shakeout run ended with {done.returncode}")
        print(f"{threads} thread(s): {time.monotonic() - start:.1f} s", flush=True)
        return digests(self.folder / name)

    def words(self, cluster, *settings):
        memory = ["spark.executor.memory=512m", "spark.driver.memory=512m", *settings]
        return [
            "--master", cluster.url, "--program", self.options.program,
            *(word for setting in memory for word in ("--conf", setting))]

    def on_cluster(self, cluster, name, on_progress=lambda done, total: None, settings=()):
        driver = Driver(
            ["run", *self.words(cluster, *settings), "--batches-per-task", 1, *self.scenario,
             "--name", "run", "--out", self.folder / name], self.folder).follow(on_progress)
        if driver.code != 0:
            self.failures.append(f"{name}: status {driver.code}: {''.join(driver.errors)[-3000:]}")
        print(f"{name}: {driver.seconds:.1f} s, driver: {driver.memory()}", flush=True)
        self.peaks[name] = driver.peaks
        return digests(self.folder / name)

    def ten_times_the_people(self, cluster):
        """The driver hands shards on, so its memory does not grow with the run."""
        words, self.scenario = self.scenario, list(self.scenario)
        self.scenario[2] = 10 * self.options.people
        self.on_cluster(cluster, "large")
        self.scenario = words
        shutil.rmtree(self.folder / "large")
        for kind, peak in self.peaks["large"].items():
            if peak > 1.25 * self.peaks["cluster"][kind]:
                self.failures.append(
                    f"memory of {kind}: {self.peaks['cluster'][kind]} MiB, and {peak} MiB for ten "
                    "times the people")

    def killed(self, cluster):
        """A run on a cluster that loses an executor and then a worker."""
        kills = []

        def on_progress(done, total):
            if not kills and done >= total // 4:
                kills.append(f"an executor after {done} of {total} tasks")
                cluster.kill_executor(0)
            # Not 'elif': between two reports of a short run, more than a quarter may be done.
            if len(kills) == 1 and done >= total // 2:
                kills.append(f"a worker after {done}")
                cluster.kill_worker(1)

        found = self.on_cluster(cluster, "killed", on_progress, [
            "spark.speculation=true", "spark.speculation.quantile=0.3",
            "spark.speculation.multiplier=1.1", "spark.speculation.interval=200ms"])
        print(f"killed: {', '.join(kills)}")
        if len(kills) < 2:
            self.failures.append("the run was over before an executor and a worker were killed")
        return found

    def compare(self, name, found, expected):
        differing = [path for path in sorted(found.keys() | expected.keys())
                     if found.get(path) != expected.get(path)]
        print(f"{name}: {len(expected)} files, {len(differing)} differ", flush=True)
        if differing or len(expected) < 20:
            self.failures.append(f"{name}: {', '.join(differing) or 'too few files'}")

    def stress(self, cluster):
        words = ["--from", 1, "--seeds", self.options.seeds, "--json"]
        start = time.monotonic()
        one = subprocess.run(
            [self.options.program, "stress", *map(str, words), "--out", self.folder / "one"],
            capture_output=True, text=True, check=False)
        print(f"stress, one process: {time.monotonic() - start:.1f} s")
        driver = Driver(
            ["stress", *self.words(cluster), *words, "--out", self.folder / "many"],
            self.folder).follow()
        print(f"stress, tasks: {driver.seconds:.1f} s")
        if one.returncode not in (0, 3) or driver.code != one.returncode:
            self.failures.append(
                f"stress: status {one.returncode} and {driver.code}: "
                + "".join(driver.errors)[-2000:])
            return
        keys = ("digest", "seeds", "operations", "messages", "combinationsReached", "checks")
        found, expected = json.loads(driver.output), json.loads(one.stdout)
        for key in keys:
            if found[key] != expected[key]:
                self.failures.append(f"stress: another '{key}'")
        print(f"stress: {found['seeds']} seeds, digest {found['digest']}", flush=True)

    def planted(self, cluster):
        """A planted bug comes back as a smallest plan, which fails again."""
        out = self.folder / "planted"
        words = self.words(cluster)
        words[words.index(self.options.program)] = self.options.planted.resolve()
        driver = Driver(
            ["stress", *words, "--seeds", self.options.seeds, "--json", "--out", out],
            self.folder).follow()
        plans = sorted(out.glob("repro-*.json"))
        print(f"planted: status {driver.code}, {driver.seconds:.1f} s, "
              f"{len(json.loads(driver.output)['failures'])} seeds fail, plans: "
              + ", ".join(f"{plan.name} ({plan.stat().st_size} bytes)" for plan in plans))
        if driver.code != VIOLATION or not plans:
            self.failures.append("planted: no reproduction came back")
        for plan in plans:
            again = subprocess.run(
                [self.options.planted, "replay", plan], capture_output=True, check=False)
            sound = subprocess.run(
                [self.options.program, "replay", plan], capture_output=True, check=False)
            print(f"planted: replayed with the bug {again.returncode}, without {sound.returncode}")
            if again.returncode != VIOLATION or sound.returncode == VIOLATION:
                self.failures.append(f"planted: {plan.name} does not show the bug")

    def orphans(self):
        """No task may outlive the executor that ran it."""
        time.sleep(1)
        left = [
            words for path in pathlib.Path("/proc").glob("[0-9]*")
            if str(self.folder) in (words := command(path.name))]
        if left:
            self.failures.append(f"processes that are left: {left}")
