"""A copy of the tree with all mutations at once, built as rarely as possible."""

import re
import shutil

from .patches import ROOT, run
from .switches import HEADER, MODULE, PACKAGE_END, SOURCE, Switched, switched

KEPT = [
    "Package.swift", "Sources", "Plugins", "scripts/source-hash", "Tests", "Benchmarks",
    "scenarios", "metrics", "docs", "datasets/sample"]
# No one debugs the copy.
FAST = ["-Xswiftc", "-gnone"]
# When a copy is built only once, a module at once takes three fifths of file by file.
WHOLE = ["-Xswiftc", "-wmo", "-Xswiftc", "-num-threads", "-Xswiftc", "2"]


class Scratch:
    """The copy in .build/<name>, with only some of the test targets."""

    def __init__(self, name, words, test_targets=None):
        self.folder = ROOT / ".build" / name
        self.tree = self.folder / "tree"
        self.words, self.test_targets = words, test_targets
        self.numbers, self.alone, self.rewritten = {}, [], {}

    def apply(self, patches):
        """Builds the copy with all mutations that can be switched; returns the others."""
        self.numbers = {patch.name: number for number, patch in enumerate(patches, 1)}
        texts = {patch.name: patch.after() for patch in patches}
        dropped = set()
        while True:
            self.rewrite(patches, texts, dropped)
            self.copy_tree()
            left = len(patches) - len(dropped)
            print(f"building the copy with {left} of {len(patches)} mutations …", flush=True)
            done = self.build()
            if done.returncode == 0:
                break
            blamed = self.blamed(done.stdout + done.stderr)
            if not blamed - dropped:
                raise SystemExit(f"the copy does not build:\n{(done.stdout + done.stderr)[-3000:]}")
            print("  to be built alone: " + ", ".join(sorted(blamed)), flush=True)
            dropped |= blamed
        self.alone = [patch for patch in patches if patch.name in dropped]
        return self.alone

    def apply_alone(self, patch):
        """Builds the copy with one patch, and no other mutation in its files."""
        for name, text in patch.after().items():
            write(self.tree / name, text)
        return self.build()

    def build(self):
        return run("swift", "build", *FAST, *self.words, cwd=self.tree)

    def rewrite(self, patches, texts, dropped):
        """Computes the rewritten files; adds mutations that cannot be switched to `dropped`."""
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
        """The mutations that cause compiler errors."""
        found = set()
        for path, line in re.findall(r"^(/\S+?\.swift):(\d+):\d+: error:", words, re.MULTILINE):
            name = path.removeprefix(str(self.tree) + "/")
            numbers = self.rewritten.get(name, Switched("")).owners(int(line))
            found |= {key for key, number in self.numbers.items() if number in numbers}
        return found

    def copy_tree(self):
        """Updates the copy; unchanged files keep their time, so they are not rebuilt."""
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
        """The package with the switch, and without the other test targets."""
        text = (ROOT / "Package.swift").read_text()
        strict = "  .treatAllWarnings(as: .error),\n"
        if strict not in text:
            raise SystemExit("Package.swift lacks the setting that treats warnings as errors")
        text = text.replace(strict, "") + PACKAGE_END
        if self.test_targets is not None:
            names = ", ".join(f'"{name}"' for name in sorted(self.test_targets))
            text += f"let kept: Set<String> = [{names}]\n" + REACHABLE
        return text


# Targets that the chosen tests do not depend on are removed.
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
    for plugin in target.plugins ?? [] {
      if case .plugin(let name, _) = plugin { reached.insert(name) }
    }
  }
}
package.targets.removeAll { !reached.contains($0.name) }
package.products = []
"""


def write(target, content):
    """Writes a text or the bytes of a file, unless the target already has them."""
    data = content.encode() if isinstance(content, str) else content.read_bytes()
    if target.exists() and target.read_bytes() == data:
        return
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    if not isinstance(content, str):
        shutil.copymode(content, target)
