"""The common part of the mutation scripts."""

import argparse
import collections
import concurrent.futures
import random
import re
import statistics
import time

from .patches import all_in
from .record import Record, commit, tree_key


class Campaign:
    """Applies the patches of a folder, judges each of them, and records the verdicts."""

    def __init__(self, folder, fields, kind, what, description, depends, builds_all=False):
        """`fields` are those of a patch's head, and `kind` the one with the rule or property.

        A verdict holds as long as the code under the paths `depends` stays the same. With
        `builds_all`, the copy has all patches whatever is requested, so it is built only once.
        """
        self.builds_all, self.depends = builds_all, depends
        self.folder, self.fields, self.kind, self.what = folder, fields, kind, what
        summary, _, rest = description.partition("\n\n")
        self.parser = argparse.ArgumentParser(
            description=summary, epilog=rest, formatter_class=argparse.RawDescriptionHelpFormatter)
        add = self.parser.add_argument
        add("names", nargs="*", help=f"{what}s (all)")
        add("--check", action="store_true",
            help="check that patches apply and that none is untried, judge nothing")
        add("--sample", type=int,
            help="so many, drawn by the commit, the untried first, then those of earlier trees")
        add("--at-once", type=int, default=1, help="how many mutations to judge in parallel")
        add("--minutes", type=float, help="start no more judgments after so many minutes")
        add("--fresh", action="store_true", help="judge again what was judged on this tree")
        add("--record", action="store_true", help="write the verdicts into results/")
        add("--page", action="store_true", help="only write the page from the committed verdicts")

    def drawable(self, patch, row):
        """Whether a sample may contain it."""
        return True

    def choose(self, patches, record, options):
        """The named patches, a sample, or all: untried ones first, then the oldest verdicts."""
        known = {patch.name: patch for patch in patches}
        wrong = [name for name in options.names if name not in known]
        if wrong:
            raise SystemExit(f"there is no {self.what} '{wrong[0]}'")
        if options.names:
            return [known[name] for name in options.names]
        if options.sample:
            source = random.Random(commit() or record.tree)
            drawn = [patch for patch in patches if self.drawable(patch, record.row(patch))]
            if not drawn:
                raise SystemExit(f"no {self.what} can be in a sample, so it would prove nothing")
            source.shuffle(drawn)
            return sorted(drawn, key=lambda patch: record.age(patch)[0])[: options.sample]
        return sorted(self.spread(patches), key=record.age)

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
        """Exit status 1 when a patch does not apply, a mutation survives or is untried."""
        options = self.parser.parse_args()
        every = all_in(self.folder, self.fields)
        record = Record(self.what, tree_key(self.depends), options.record)
        wrong = [f"{patch.name}: no longer applies" for patch in every if not patch.after()]
        if options.check or wrong:
            return self.check(every, record, wrong, table, problems)
        if not options.page:
            patches = self.choose(every, record, options)
            fresh = [patch for patch in patches if options.fresh or not record.holds(patch)
                     or record.row(patch)["ending"] != "caught"]
            if fresh:
                scratch = scratch_for(patches, options)
                self.judge_all(every, patches, fresh, scratch, judge, control, record, options)
        if options.record or options.page:
            record.drop_others(every)
            record.write()
            record.page.write_text(self.text(every, record, table))
        if options.page:
            return 0
        print("\n" + record.headline(every) + ".")
        missed = [patch for patch in patches
                  if (record.row(patch) or {"ending": ""})["ending"] != "caught"]
        for patch in missed:
            row = record.row(patch) or {"ending": "untried"}
            print(f"{patch.name}: {row['ending']}; {row.get('words', '')}")
        return 1 if missed else 0

    def check(self, every, record, wrong, table, problems):
        wrong += [f"{patch.name}: {record.row(patch)['ending']} by {record.page.name}"
                  for patch in every
                  if record.row(patch) and record.row(patch)["ending"] != "caught"]
        names = {patch.name for patch in every}
        wrong += [f"{name}: a verdict without a patch" for name in record.rows if name not in names]
        if not record.page.exists() or record.page.read_text() != self.text(every, record, table):
            wrong.append(f"{record.page.name} does not show the verdicts; write it with --page")
        script = f"scripts/{self.what.replace(' ', '-')}s"
        wrong += [f"{patch.name}: untried; judge it by {script} --record {patch.name}"
                  for patch in record.untried(every)]
        wrong += problems(every)
        print(record.headline(every) + ".")
        print("\n".join(wrong + [f"{len(every)} {self.what}s, {len(wrong)} problems."]))
        return 1 if wrong else 0

    def judge_all(self, every, patches, fresh, scratch, judge, control, record, options):
        # The copy has the known ones too, so that it stays the same.
        begun = time.monotonic()
        alone = scratch.apply(every if self.builds_all else patches)
        problem = None if options.sample else control(scratch, options)
        if problem:
            raise SystemExit(f"without a mutation, the copy fails: {problem}")

        def is_late():
            return options.minutes and time.monotonic() - begun > options.minutes * 60

        def judged(patch):
            if is_late():
                return None
            return timed(judge, scratch, patch, scratch.numbers[patch.name], options)

        with concurrent.futures.ThreadPoolExecutor(options.at_once) as threads:
            running = {threads.submit(judged, patch): patch
                       for patch in fresh if patch not in alone}
            for future in concurrent.futures.as_completed(running):
                self.note(record, running[future], future.result())
        for patch in fresh:
            if patch in alone and not is_late():
                self.note(record, patch, self.alone(scratch, judge, patch, options))

    def alone(self, scratch, judge, patch, options):
        try:
            built = scratch.apply_alone(patch)
            if built.returncode != 0:
                return {"ending": "does not build", "words": built.stdout[-800:]}
            return timed(judge, scratch, patch, 0, options)
        finally:
            scratch.copy_tree()

    def note(self, record, patch, verdict):
        if verdict is None:
            return
        record.note(patch, verdict)
        words = verdict.get("by") or verdict.get("words", "")
        print(f"{patch.name}: {verdict['ending']} in {verdict.get('seconds', 0)} s; {words}",
              flush=True)

    def text(self, every, record, table):
        """The page of results: the verdicts by tree, then a row for each mutation."""
        script = self.what.replace(" ", "-") + "s"
        rows = {patch.name: record.row(patch) or {"ending": "untried"} for patch in every}
        seeds = [row["seed"] for row in rows.values() if row.get("seed")]
        text = (f"# {self.what.capitalize()}s\n\nWritten by `scripts/{script} --record`. A verdict "
                "holds for the\ntree that it was judged on: a hash of all code, models, checkers, "
                f"settings and tests that it depends\non. `scripts/{script} --check` says how "
                "many are of the tree at hand.\n\n") + record.trees(every)
        if seeds:
            text += f"\nMedian seed {statistics.median_low(seeds)}, none after {max(seeds)}.\n"
        return text + "\n" + table(every, rows)


def timed(judge, scratch, patch, number, options):
    begun = time.monotonic()
    verdict = judge(scratch, patch, number, options)
    verdict.setdefault("seconds", round(time.monotonic() - begun, 1))
    return verdict


def cell(text):
    """A text escaped for a cell of a Markdown table."""
    return re.sub(r"\s+", " ", str(text)).replace("|", "\\|")
