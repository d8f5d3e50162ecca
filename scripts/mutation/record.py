"""The committed verdicts: a row per mutation, with the date and the tree that it was judged on.

A verdict holds for one version of its patch and for one tree: the code, checkers, models, settings
and tests that it depends on. A row of another tree stays as history, and counts as such.
"""

import collections
import datetime
import json
import subprocess

from .patches import ROOT, hash_of


def tree_key(paths):
    """A short hash of the code under these paths, without comments and blank lines."""
    texts = []
    for path in paths:
        place = ROOT / path
        files = [place] if place.is_file() else sorted(place.rglob("*"))
        if not files:
            raise SystemExit(f"{path}: there is nothing that a verdict could depend on")
        for file in files:
            if file.is_file():
                texts += [str(file.relative_to(ROOT)).encode(), code(file)]
    return hash_of(*texts)[:8]


def code(file):
    lines = [line.strip() for line in file.read_bytes().splitlines()]
    if file.suffix in (".swift", ".c", ".h"):
        lines = [line for line in lines if not line.startswith(b"//")]
    return b"\n".join(line for line in lines if line)


def commit():
    """What a sample is drawn by: the commit, so that every commit has a sample of its own."""
    done = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip()


class Record:
    """Verdicts by the name of the mutation."""

    def __init__(self, what, tree, writes):
        """With `writes`, new verdicts go to the committed file; otherwise only to the copy in
        .build, which begins as the committed file."""
        stem = f"{what.replace(' ', '-')}s"
        self.committed = ROOT / "results" / f"{stem}.json"
        self.page = ROOT / "results" / f"{stem}.md"
        self.tree = tree
        self.path = self.committed if writes else ROOT / ".build" / stem / "verdicts.json"
        self.rows = read(self.committed)
        if not writes:
            for name, row in read(self.path).items():
                if row["tree"] == tree:
                    self.rows[name] = row

    def row(self, patch):
        """The verdict on this version of the patch, of whatever tree; None if untried."""
        row = self.rows.get(patch.name)
        return row if row and row["patch"] == patch.mark else None

    def holds(self, patch):
        """Whether the verdict is of the present tree."""
        row = self.row(patch)
        return row is not None and row["tree"] == self.tree

    def age(self, patch):
        """Sorts untried ones first, then the oldest verdicts, then those of the present tree."""
        row = self.row(patch)
        return (0, "") if row is None else (2 if row["tree"] == self.tree else 1, row["date"])

    def note(self, patch, verdict):
        today = str(datetime.date.today())
        self.rows[patch.name] = {"patch": patch.mark, "tree": self.tree, "date": today, **verdict}
        self.write()

    def drop_others(self, patches):
        names = {patch.name for patch in patches}
        self.rows = {name: row for name, row in self.rows.items() if name in names}

    def write(self):
        self.path.parent.mkdir(parents=True, exist_ok=True)
        lines = [f"{json.dumps(name)}: {json.dumps(row, ensure_ascii=False)}"
                 for name, row in sorted(self.rows.items())]
        partial = self.path.with_suffix(".partial")
        partial.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        partial.replace(self.path)

    def untried(self, patches):
        return [patch for patch in patches if self.row(patch) is None]

    def headline(self, patches):
        """How many were caught on the present tree, and what else is known."""
        now = [patch for patch in patches if self.holds(patch)]
        caught = sum(self.row(patch)["ending"] == "caught" for patch in now)
        text = f"{caught} of {len(patches)} caught on the present tree ({self.tree})"
        if len(now) > caught:
            text += f", {len(now) - caught} judged on it and not caught"
        earlier = [self.row(patch) for patch in patches
                   if self.row(patch) and not self.holds(patch)]
        if earlier:
            caught = sum(row["ending"] == "caught" for row in earlier)
            text += (f"; {caught} of {len(earlier)} on earlier trees, "
                     f"the oldest of {min(row['date'] for row in earlier)}")
        untried = len(self.untried(patches))
        return text + (f"; {untried} untried" if untried else "")

    def trees(self, patches):
        """A table of the trees that the verdicts are of; it does not name the present one, so
        that a page stays the same until a verdict changes."""
        counts = collections.defaultdict(collections.Counter)
        for patch in patches:
            row = self.row(patch)
            counts[(row["date"], row["tree"]) if row else ("", "untried")][
                row["ending"] if row else "untried"] += 1
        rows = ["| judged on | tree | mutations | caught |", "|---|---|---:|---:|"]
        rows += [f"| {date} | {tree} | {sum(count.values())} | {count['caught']} |"
                 for (date, tree), count in sorted(counts.items(), reverse=True)]
        return "\n".join(rows) + "\n"


def read(path):
    return json.loads(path.read_text()) if path.exists() else {}
