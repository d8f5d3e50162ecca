"""The record of finished trials, and its page."""

import collections
import itertools
import json
import statistics

from .servers import ROOT

RECORD = ROOT / "results" / "kill-servers.json"
PAGE = ROOT / "results" / "kill-servers.md"
NAMES = {"sqlite": "SQLite", "postgres": "PostgreSQL", "takeovers": "PostgreSQL, a stand-by"}
HEAD = """# Servers killed under load

Written by `scripts/kill-servers` from `results/kill-servers.json`. A load of families runs
through a relay, as behind a proxy; SIGKILL hits the server while exchanges are under way, and it
starts again at once on the same store. With a stand-by, the writer is killed, or stopped until it
has been replaced and then goes on. At the end a fresh install of each family reads the whole feed:
every acknowledged operation must be in it, and all copies must be alike.

A kill -9 leaves written pages with the kernel. This does not test `fsync`, nor a power cut: an
answer between the writing and the `fsync` of its transaction would not be found.
"""


def read():
    return json.loads(RECORD.read_text()) if RECORD.exists() else {"trials": [], "plants": []}


def write(record):
    """A line for each trial, so that a difference shows which ones are new."""
    parts = [
        f' "{name}": [\n  ' + ",\n  ".join(json.dumps(one) for one in record[name]) + "\n ]"
        if record[name] else f' "{name}": []'
        for name in ("trials", "plants")]
    RECORD.write_text("{\n" + ",\n".join(parts) + "\n}\n")
    PAGE.write_text(page(record))


def killed(record, store):
    """How many kills of a store are on record."""
    return sum(len(one["kills"]) for one in record["trials"] if one["store"] == store)


def next_seed(record, store):
    return 1 + max((one["seed"] for one in record["trials"] if one["store"] == store), default=0)


def row(store, how, sources, date, trials):
    """A row of the table: the kills of one kind, in the trials of one program and day."""
    kills = [kill for one in trials for kill in one["kills"] if kill["how"] == how]
    times = [kill["readyMilliseconds"] for kill in kills]
    numbers = [
        len(kills), sum(kill["underWay"] for kill in kills), len(trials),
        sum(one["families"] for one in trials), sum(one["rows"] for one in trials),
        sum(one["verdict"] != "kept" for one in trials), round(statistics.median(times)),
        max(times)]
    return (
        f"| {NAMES[store]} | {how} | `{sources}` | {date} | "
        + " | ".join(f"{number:,}" for number in numbers) + " |")


def after_stops(kills):
    """What servers that went on did with the exchanges that they had when they were stopped."""
    stopped = [kill for kill in kills if kill["how"] == "stopped"]
    if not stopped:
        return []
    late = collections.Counter()
    for kill in stopped:
        late.update(kill["late"])
    answers = ", ".join(f"{number:,} with {status}" for status, number in sorted(late.items()))
    left = sum(kill["left"] for kill in stopped)
    return [
        "", f"Stopped servers that went on had been replaced, and still had {left:,} exchanges. "
        "They answered", f"{answers or 'none'}; the connections of the others ended without an "
        "answer."]


def page(record):
    """The record as a page."""
    lines = [
        HEAD,
        "| store | the server was | sources | date | times | exchanges under way | loads | "
        "families compared | rows | loads that failed | ms until one was ready, median | longest |",
        "|---|---|---|---|" + "---:|" * 8]
    trials = sorted(
        record["trials"], key=lambda one: (list(NAMES).index(one["store"]), one["seed"]))
    for (store, sources, date), some in itertools.groupby(
            trials, lambda one: (one["store"], one["sources"], one["date"])):
        some = list(some)
        for how in sorted({kill["how"] for one in some for kill in one["kills"]}):
            lines.append(row(store, how, sources, date, some))
    failures = [
        f"- {NAMES[one['store']]}, seed {one['seed']}, sources `{one['sources']}`: "
        f"{one['verdict']}" for one in trials if one["verdict"] != "kept"]
    lines += [
        "", "Each load ends with one audit, so kills of a load are judged together. Loads with a "
        "stand-by", "count in both of their rows.", "",
        "Failed:" if failures else "No load has failed.", *failures]
    lines += after_stops([kill for one in trials for kill in one["kills"]])
    lines += ["", "## Planted bugs", ""]
    for plant in record["plants"]:
        found = f"found by kill {plant['kills']}" if plant["isFound"] else (
            f"not found by {plant['kills']} kills")
        lines += [
            f"- `Tests/ServiceMutations/{plant['name']}.patch`, sources `{plant['sources']}`, "
            f"{plant['date']}: {found}. {plant['verdict']}"]
    return "\n".join(lines) + "\n"
