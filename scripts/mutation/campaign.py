"""What planting has in common, whatever is planted and whoever looks for it."""

import argparse
import collections
import concurrent.futures
import datetime
import json
import random
import re
import statistics
import time

from .patches import ROOT, all_in


class Campaign:
    """Plants the patches of a folder, asks who notices, and remembers the answers."""

    def __init__(self, folder, fields, kind, what, description, plants_all=False):
        """`fields` are those of a patch's head, and `kind` the one that says what is broken.

        Who `plants_all` has one copy for whatever is asked for, and so builds it but once.
        """
        self.plants_all = plants_all
        self.folder, self.fields, self.kind, self.what = folder, fields, kind, what
        summary, _, rest = description.partition("\n\n")
        self.parser = argparse.ArgumentParser(
            description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter)
        add = self.parser.add_argument
        add("names", nargs="*", help=f"{what}s (all)")
        add("--check", action="store_true", help="only whether every patch applies")
        add("--sample", type=int, help="so many, by lot of the day")
        add("--at-once", type=int, default=1, help="how many breaks are looked for at once")
        add("--anew", action="store_true", help="ask again what earlier runs have found")
        add("--record", action="store_true", help=f"write the table to results/{what}s.md")
        add("--known", action="store_true", help="build nothing: tell what earlier runs have found")

    def drawable(self, patch):
        """Whether a sample may contain it."""
        return True

    def choose(self, patches, options):
        """The named ones, those of the day's lot, or all."""
        known = {patch.name: patch for patch in patches}
        wrong = [name for name in options.names if name not in known]
        if wrong:
            raise SystemExit(f"there is no {self.what} '{wrong[0]}'")
        if options.names:
            return [known[name] for name in options.names]
        if options.sample:
            lot = random.Random(str(datetime.date.today()))
            ends = recorded(self.what, patches)
            # What took long by the table may take too long for a sample.
            rows, longest = told(self.what), getattr(options, "seeds", 0) // 4
            proven = [name for name, patch in known.items()
                      if ends[name] == "caught" and self.drawable(patch)
                      and int(rows[name].get("seed") or 0) <= longest]
            names = lot.sample(sorted(proven), min(options.sample, len(proven)))
            return [known[name] for name in sorted(names)]
        return patches

    def spread(self, patches):
        """One of each rule or property first, so that what is interrupted has seen most of them."""
        seen = collections.Counter()
        ranks = {}
        for patch in patches:
            kind = patch.fields[self.kind]
            ranks[patch.name] = seen[kind]
            seen[kind] += 1
        return sorted(patches, key=lambda patch: ranks[patch.name])

    def run(self, scratch_for, judge, control, table, complain=lambda patches: []):
        """Exit status 1 when a patch does not apply or a break survives."""
        options = self.parser.parse_args()
        if options.record and (options.names or options.sample):
            self.parser.error("a table of some of them is none: --record goes with all")
        patches = all_in(self.folder, self.fields)
        wrong = [f"{patch.name}: no longer applies" for patch in patches if not patch.after()]
        if options.check or wrong:
            wrong += complain(patches)
            print("\n".join(wrong + [f"{len(patches)} {self.what}s, {len(wrong)} complaints."]))
            return 1 if wrong else 0
        every, patches = patches, self.choose(patches, options)
        memory = Memory(ROOT / ".build" / f"{self.what}s" / "found.json", options.anew)
        fresh = [patch for patch in self.spread(patches) if not memory.knows(patch)]
        if fresh and not options.known:
            # Also those that are known already, so that the copy stays the same.
            scratch = scratch_for(patches, options)
            alone = scratch.plant(every if self.plants_all else patches)
            complaint = None if options.sample else control(scratch, options)
            if complaint:
                raise SystemExit(f"without a break, the copy is not in order: {complaint}")
            together = [patch for patch in fresh if patch not in alone]
            left = [patch for patch in fresh if patch in alone]
            with concurrent.futures.ThreadPoolExecutor(options.at_once) as threads:
                asked = {
                    threads.submit(
                        timed, judge, scratch, patch, scratch.numbers[patch.name], options): patch
                    for patch in together}
                for answer in concurrent.futures.as_completed(asked):
                    self.note(memory, asked[answer], answer.result())
            for patch in left:
                self.note(memory, patch, self.alone(scratch, judge, patch, options))
        return self.finish(patches, memory, table, options)

    def alone(self, scratch, judge, patch, options):
        try:
            built = scratch.plant_alone(patch)
            if built.returncode != 0:
                return {"ending": "does not build", "words": built.stdout[-800:]}
            return timed(judge, scratch, patch, 0, options)
        finally:
            scratch.copy_tree()

    def note(self, memory, patch, verdict):
        memory.note(patch, verdict)
        words = verdict.get("by") or verdict.get("words", "")
        print(f"{patch.name}: {verdict['ending']} in {verdict.get('seconds', 0)} s; {words}",
              flush=True)

    def finish(self, patches, memory, table, options):
        verdicts = {patch.name: memory.verdict(patch) for patch in patches}
        caught = [name for name, verdict in verdicts.items() if verdict["ending"] == "caught"]
        text = table(patches, verdicts)
        text += f"\n{len(caught)} of {len(patches)} caught"
        seeds = [verdicts[name]["seed"] for name in caught if "seed" in verdicts[name]]
        if seeds:
            text += f", median seed {statistics.median_low(seeds)}, none after {max(seeds)}"
        minutes = round(sum(verdict.get("seconds", 0) for verdict in verdicts.values()) / 60)
        text += f"; asking took {minutes} minutes, one after the other"
        print("\n" + text + ".")
        if options.record:
            today = datetime.date.today()
            head = f"# {self.what.capitalize()}s\n\nWritten by `make {self.what}s` on {today}.\n\n"
            if "seeds" in options:
                head = head.replace(".\n\n", f", with up to {options.seeds} seeds each.\n\n")
            (ROOT / "results" / f"{self.what}s.md").write_text(head + text + ".\n")
        for name in verdicts.keys() - set(caught):
            print(f"{name}: {verdicts[name]['ending']}; {verdicts[name].get('words', '')}")
        return 0 if len(caught) == len(patches) else 1


def told(what):
    """The rows of the committed table by the names of the patches; each by its columns' names."""
    page = ROOT / "results" / f"{what}s.md"
    lines = page.read_text().splitlines() if page.exists() else []
    rows = [[part.strip().replace("\\|", "|") for part in re.split(r"(?<!\\)\|", line)[1:-1]]
            for line in lines if line.startswith("| ")]
    heads = next((row for row in rows if "ending" in row), [])
    named = [(next((part for part in row if part.startswith("`")), None), row) for row in rows]
    return {name.strip("`"): dict(zip(heads, row)) for name, row in named if name}


def recorded(what, patches):
    """How each patch ended by the committed table, if it is still the patch that was tried."""
    rows, ends = told(what), {}
    for patch in patches:
        row = rows.get(patch.name, {})
        known = row.get("ending") if row.get("ending") in ("caught", "survived", "trap") else None
        ends[patch.name] = (
            "not tried" if row.get("patch") != patch.mark else known or "not decided")
    return ends


class Memory:
    """Verdicts by the hash of patch and touched sources. What survived is asked again."""

    def __init__(self, path, anew):
        self.path, self.anew = path, anew
        self.known = json.loads(path.read_text()) if path.exists() else {}
        self.now = {}

    def knows(self, patch):
        return not self.anew and self.known.get(patch.hash, {}).get("ending") == "caught"

    def note(self, patch, verdict):
        self.known[patch.hash] = self.now[patch.hash] = verdict
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_text(json.dumps(self.known, indent=1))

    def verdict(self, patch):
        return self.known.get(patch.hash, {"ending": "not tried"})


def timed(judge, scratch, patch, number, options):
    begun = time.monotonic()
    verdict = judge(scratch, patch, number, options)
    verdict.setdefault("seconds", round(time.monotonic() - begun, 1))
    return verdict


def cell(text):
    """A text that does not end a cell of a table."""
    return re.sub(r"\s+", " ", str(text)).replace("|", "\\|")
