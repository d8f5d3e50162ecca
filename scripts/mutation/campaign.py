"""The common part of the mutation scripts."""

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
    """Applies the patches of a folder, judges each of them, and caches the verdicts."""

    def __init__(self, folder, fields, kind, what, description, builds_all=False):
        """`fields` are those of a patch's head, and `kind` the one with the rule or property.

        With `builds_all`, the copy has all patches whatever is requested, so it is built only once.
        """
        self.builds_all = builds_all
        self.folder, self.fields, self.kind, self.what = folder, fields, kind, what
        summary, _, rest = description.partition("\n\n")
        self.parser = argparse.ArgumentParser(
            description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter)
        add = self.parser.add_argument
        add("names", nargs="*", help=f"{what}s (all)")
        add("--check", action="store_true", help="only check that every patch applies")
        add("--sample", type=int, help="a random sample of this size, new every day")
        add("--at-once", type=int, default=1, help="how many mutations to judge in parallel")
        add("--fresh", action="store_true", help="ignore the cached verdicts of earlier runs")
        add("--record", action="store_true", help=f"write results/{page(what).name}")
        add("--known", action="store_true", help="build nothing and print the cached verdicts")

    def drawable(self, patch):
        """Whether a sample may contain it."""
        return True

    def choose(self, patches, options):
        """The named patches, the sample of the day, or all."""
        known = {patch.name: patch for patch in patches}
        wrong = [name for name in options.names if name not in known]
        if wrong:
            raise SystemExit(f"there is no {self.what} '{wrong[0]}'")
        if options.names:
            return [known[name] for name in options.names]
        if options.sample:
            source = random.Random(str(datetime.date.today()))
            ends = recorded(self.what, patches)
            # A mutation that needed many seeds takes too long for a sample.
            rows, longest = table_rows(self.what), getattr(options, "seeds", 0) // 4
            proven = [name for name, patch in known.items()
                      if ends[name] == "caught" and self.drawable(patch)
                      and int(rows[name].get("seed") or 0) <= longest]
            names = source.sample(sorted(proven), min(options.sample, len(proven)))
            return [known[name] for name in sorted(names)]
        return patches

    def spread(self, patches):
        """One of each rule or property first, so that an interrupted run has covered most."""
        seen = collections.Counter()
        ranks = {}
        for patch in patches:
            kind = patch.fields[self.kind]
            ranks[patch.name] = seen[kind]
            seen[kind] += 1
        return sorted(patches, key=lambda patch: ranks[patch.name])

    def run(self, scratch_for, judge, control, table, problems=lambda patches: []):
        """Exit status 1 when a patch does not apply or a mutation survives."""
        options = self.parser.parse_args()
        if options.record and (options.names or options.sample):
            self.parser.error("'--record' needs all mutations, not named ones or a sample")
        patches = all_in(self.folder, self.fields)
        wrong = [f"{patch.name}: no longer applies" for patch in patches if not patch.after()]
        if options.check or wrong:
            wrong += problems(patches)
            print("\n".join(wrong + [f"{len(patches)} {self.what}s, {len(wrong)} problems."]))
            return 1 if wrong else 0
        every, patches = patches, self.choose(patches, options)
        cache = Cache(ROOT / ".build" / page(self.what).stem / "found.json", options.fresh)
        fresh = [patch for patch in self.spread(patches) if not cache.knows(patch)]
        if fresh and not options.known:
            # Include known ones, so that the copy stays the same.
            scratch = scratch_for(patches, options)
            alone = scratch.apply(every if self.builds_all else patches)
            problem = None if options.sample else control(scratch, options)
            if problem:
                raise SystemExit(f"without a mutation, the copy fails: {problem}")
            together = [patch for patch in fresh if patch not in alone]
            left = [patch for patch in fresh if patch in alone]
            with concurrent.futures.ThreadPoolExecutor(options.at_once) as threads:
                running = {
                    threads.submit(
                        timed, judge, scratch, patch, scratch.numbers[patch.name], options): patch
                    for patch in together}
                for future in concurrent.futures.as_completed(running):
                    self.note(cache, running[future], future.result())
            for patch in left:
                self.note(cache, patch, self.alone(scratch, judge, patch, options))
        return self.finish(patches, cache, table, options)

    def alone(self, scratch, judge, patch, options):
        try:
            built = scratch.apply_alone(patch)
            if built.returncode != 0:
                return {"ending": "does not build", "words": built.stdout[-800:]}
            return timed(judge, scratch, patch, 0, options)
        finally:
            scratch.copy_tree()

    def note(self, cache, patch, verdict):
        cache.note(patch, verdict)
        words = verdict.get("by") or verdict.get("words", "")
        print(f"{patch.name}: {verdict['ending']} in {verdict.get('seconds', 0)} s; {words}",
              flush=True)

    def finish(self, patches, cache, table, options):
        verdicts = {patch.name: cache.verdict(patch) for patch in patches}
        caught = [name for name, verdict in verdicts.items() if verdict["ending"] == "caught"]
        text = table(patches, verdicts)
        text += f"\n{len(caught)} of {len(patches)} caught"
        seeds = [verdicts[name]["seed"] for name in caught if "seed" in verdicts[name]]
        if seeds:
            text += f", median seed {statistics.median_low(seeds)}, none after {max(seeds)}"
        minutes = round(sum(verdict.get("seconds", 0) for verdict in verdicts.values()) / 60)
        text += f"; judging took {minutes} minutes in total"
        print("\n" + text + ".")
        if options.record:
            today, target = datetime.date.today(), page(self.what).stem
            head = f"# {self.what.capitalize()}s\n\nWritten by `make {target}` on {today}.\n\n"
            if "seeds" in options:
                head = head.replace(".\n\n", f", with up to {options.seeds} seeds each.\n\n")
            page(self.what).write_text(head + text + ".\n")
        for name in verdicts.keys() - set(caught):
            print(f"{name}: {verdicts[name]['ending']}; {verdicts[name].get('words', '')}")
        return 0 if len(caught) == len(patches) else 1


def page(what):
    """The page with the committed table, such as results/rule-mutations.md."""
    return ROOT / "results" / f"{what.replace(' ', '-')}s.md"


def table_rows(what):
    """The rows of the committed table by patch name, each as a dictionary by column name."""
    lines = page(what).read_text().splitlines() if page(what).exists() else []
    rows = [[part.strip().replace("\\|", "|") for part in re.split(r"(?<!\\)\|", line)[1:-1]]
            for line in lines if line.startswith("| ")]
    heads = next((row for row in rows if "ending" in row), [])
    named = [(next((part for part in row if part.startswith("`")), None), row) for row in rows]
    return {name.strip("`"): dict(zip(heads, row)) for name, row in named if name}


def recorded(what, patches):
    """The verdict on each patch in the committed table, if the patch is unchanged since."""
    rows, ends = table_rows(what), {}
    for patch in patches:
        row = rows.get(patch.name, {})
        known = row.get("ending") if row.get("ending") in ("caught", "survived", "crash") else None
        ends[patch.name] = (
            "not tried" if row.get("patch") != patch.mark else known or "not decided")
    return ends


class Cache:
    """Verdicts by the hash of patch and touched sources. Survivors are judged again."""

    def __init__(self, path, fresh):
        self.path, self.fresh = path, fresh
        self.known = json.loads(path.read_text()) if path.exists() else {}
        self.now = {}

    def knows(self, patch):
        return not self.fresh and self.known.get(patch.hash, {}).get("ending") == "caught"

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
    """A text escaped for a cell of a Markdown table."""
    return re.sub(r"\s+", " ", str(text)).replace("|", "\\|")
