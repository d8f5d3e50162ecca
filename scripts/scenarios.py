#!/usr/bin/env python3
"""Writes the scenarios that are compiled into the program, so that a copied program has them.

    python3 scripts/scenarios.py           # write the generated Swift files
    python3 scripts/scenarios.py --check   # exit 1 when they differ from what would be written

The texts are those of the folder `scenarios`, without comments and blanks.
"""

import argparse
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TARGET = ROOT / "Sources/Runs/RunPipeline/Inputs"
HEAD = "// Written by scripts/scenarios.py from the folder 'scenarios'; do not edit.\n\n"
# A line of Swift has at most 100 columns: four blanks, the text and the mark that continues it.
WIDTH = 94
# A file of Swift has at most 500 lines.
LINES_MAX = 440


def without_comments(text):
    """JSON without `//` and `/* */`, which may also stand in texts."""
    return re.sub(r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', lambda found: found[1] or "", text,
                  flags=re.DOTALL)


def minified(path):
    """The text of a scenario in one line; numbers stay as they are written."""
    text = without_comments(path.read_text(encoding="utf-8"))
    json.loads(text)
    return re.sub(r'("(?:\\.|[^"\\])*")|\s+', lambda found: found[1] or "", text)


def wrapped(text):
    """The text in lines that end after a comma where there is one, so that words stay whole."""
    while len(text) > WIDTH:
        end = text.rfind(",", 0, WIDTH) + 1 or WIDTH
        yield text[:end]
        text = text[end:]
    yield text


def literal(name, text):
    """The Swift property of a scenario."""
    lines = list(wrapped(text))
    body = "\\#\n".join("    " + line for line in lines)
    identifier = re.sub(r"-(.)", lambda found: found[1].upper(), name)
    if identifier == "default":
        identifier = "`default`"
    return identifier, f'  static let {identifier} = #"""\n{body}\n    """#\n'


def files():
    """The generated files by their names."""
    scenarios = {path.stem: minified(path) for path in sorted((ROOT / "scenarios").glob("*.jsonc"))}
    parts, entries, length = [[]], [], 0
    for name, text in scenarios.items():
        identifier, source = literal(name, text)
        entries.append(f'    ("{name}", {identifier}),\n')
        if length + source.count("\n") > LINES_MAX:
            parts.append([])
            length = 0
        parts[-1].append(source)
        length += source.count("\n")
    written = {}
    for number, part in enumerate(parts, 1):
        written[f"ShippedScenarios+Texts{number}.swift"] = (
            HEAD + "extension ShippedScenarios {\n" + "\n".join(part) + "}\n")
    written["ShippedScenarios.swift"] = (
        HEAD + "/// The scenarios that are compiled into the program, by their names.\n"
        + "public enum ShippedScenarios {\n"
        + "  static let texts: [(name: String, text: String)] = [\n" + "".join(entries) + "  ]\n\n"
        + "  public static var names: [String] { texts.map(\\.name) }\n}\n")
    return written


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="compare and write nothing")
    options = parser.parse_args()
    written, status = files(), 0
    stale = {path.name for path in TARGET.glob("ShippedScenarios*.swift")} - set(written)
    if options.check:
        for name, text in written.items():
            path = TARGET / name
            if not path.exists() or path.read_text(encoding="utf-8") != text:
                print(f"differs when written again: {path.relative_to(ROOT)}")
                status = 1
        for name in sorted(stale):
            print(f"is no longer written: {name}")
            status = 1
        return status
    for name in stale:
        (TARGET / name).unlink()
    for name, text in written.items():
        (TARGET / name).write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
