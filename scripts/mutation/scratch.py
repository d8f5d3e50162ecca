"""A copy of the tree that holds all breaks at once, and is built as seldom as possible."""

import re
import shutil

from .patches import ROOT, run
from .switches import HEADER, MODULE, PACKAGE_END, SOURCE, Switched, switched

KEPT = [
    "Package.swift", "Sources", "Tests", "Benchmarks", "scenarios", "metrics", "docs",
    "datasets/sample"]


class Scratch:
    """The copy in .build/<name>, of which only some targets of tests exist."""

    def __init__(self, name, words, test_targets=None):
        self.folder = ROOT / ".build" / name
        self.tree = self.folder / "tree"
        self.words, self.test_targets = words, test_targets
        self.numbers, self.alone, self.rewritten = {}, [], {}

    def plant(self, patches, say=print):
        """Builds the copy with all breaks that can be switched. Returns what must go alone."""
        self.numbers = {patch.name: number for number, patch in enumerate(patches, 1)}
        texts = {patch.name: patch.after() for patch in patches}
        dropped = set()
        while True:
            self.rewrite(patches, texts, dropped)
            self.copy_tree()
            left = len(patches) - len(dropped)
            say(f"building the copy with {left} of {len(patches)} breaks …", flush=True)
            done = self.build()
            if done.returncode == 0:
                break
            blamed = self.blamed(done.stdout + done.stderr)
            if not blamed - dropped:
                raise SystemExit(f"the copy does not build:\n{(done.stdout + done.stderr)[-3000:]}")
            say("  to be built alone: " + ", ".join(sorted(blamed)), flush=True)
            dropped |= blamed
        self.alone = [patch for patch in patches if patch.name in dropped]
        return self.alone

    def plant_alone(self, patch):
        """Builds the copy with one break as it is written, and nothing else in its files."""
        for name, text in patch.after().items():
            write(self.tree / name, text)
        return self.build()

    def build(self):
        return run("swift", "build", *self.words, cwd=self.tree)

    def rewrite(self, patches, texts, dropped):
        """Works out the rewritten files; who cannot be switched is added to who is dropped."""
        while True:
            by_file, before = {}, len(dropped)
            for patch in patches:
                if patch.name not in dropped:
                    for name, text in texts[patch.name].items():
                        by_file.setdefault(name, {})[self.numbers[patch.name]] = text
            self.rewritten = {}
            for name, news in by_file.items():
                result, alone = switched((ROOT / name).read_text(), news)
                self.rewritten[name] = result
                dropped |= {key for key, number in self.numbers.items() if number in alone}
            if len(dropped) == before:
                return

    def blamed(self, words):
        """The breaks on whose account the compiler complains."""
        found = set()
        for path, line in re.findall(r"^(/\S+?\.swift):(\d+):\d+: error:", words, re.MULTILINE):
            name = path.removeprefix(str(self.tree) + "/")
            numbers = self.rewritten.get(name, Switched("")).owners(int(line))
            found |= {key for key, number in self.numbers.items() if number in numbers}
        return found

    def copy_tree(self):
        """Brings the copy up to date; what is the same stays, so that it need not be built."""
        wanted = {
            "Package.swift": self.package(),
            f"Sources/{MODULE}/CBreaks.c": SOURCE,
            f"Sources/{MODULE}/include/CBreaks.h": HEADER,
            **{name: result.text for name, result in self.rewritten.items()}}
        for kept in KEPT:
            source = ROOT / kept
            files = [source] if source.is_file() else source.rglob("*")
            for path in files:
                if path.is_file():
                    wanted.setdefault(str(path.relative_to(ROOT)), path)
        for name, content in wanted.items():
            write(self.tree / name, content)
        for kept in KEPT:
            for path in (self.tree / kept).rglob("*"):
                if path.is_file() and str(path.relative_to(self.tree)) not in wanted:
                    path.unlink()

    def package(self):
        """The package with the switch in it, and without tests that are not asked for."""
        text = (ROOT / "Package.swift").read_text()
        strict = "  .treatAllWarnings(as: .error),\n"
        if strict not in text:
            raise SystemExit("Package.swift does not say how warnings are treated")
        text = text.replace(strict, "") + PACKAGE_END
        if self.test_targets is not None:
            names = ", ".join(f'"{name}"' for name in sorted(self.test_targets))
            text += f"let kept: Set<String> = [{names}]\n" + REACHABLE
        return text


# What the wanted tests do not rest on need not be built.
REACHABLE = """
var reached = kept
var waiting = Array(kept)
while let name = waiting.popLast() {
  for target in package.targets where target.name == name {
    for dependency in target.dependencies {
      var named: String?
      if case .byNameItem(let name, _) = dependency { named = name }
      if case .targetItem(let name, _) = dependency { named = name }
      if let named, reached.insert(named).inserted { waiting.append(named) }
    }
  }
}
package.targets.removeAll { !reached.contains($0.name) }
package.products = []
"""


def write(target, content):
    """Writes a text, or the bytes of a file, unless they are there already."""
    data = content.encode() if isinstance(content, str) else content.read_bytes()
    if target.exists() and target.read_bytes() == data:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    if not isinstance(content, str):
        shutil.copymode(content, target)
