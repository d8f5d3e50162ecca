#!/usr/bin/env python3
"""Runs the snippets of datasets/README.md.

    scripts/oracles/snippets.py <directory> [--record]

Each block of Python runs in the repository, next to the committed sample. Each block of R runs in
`run` below the directory, a run of the scenario `smoke`. Each must print the block of text that
follows it. `--record` updates these blocks. Exit status 1: a block prints something else.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "datasets" / "README.md"
SNIPPET = re.compile(r"```(python|r)\n(.*?)```\n(?:\n```text\n(.*?)```\n)?", re.DOTALL)


def printed(language, code, run):
    command, place = {
        "python": ([sys.executable, "-c", code], ROOT),
        "r": (["Rscript", "-e", code], run),
    }[language]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"a snippet fails:\n{code}\n{done.stderr}")
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directory", type=Path)
    parser.add_argument("--record", action="store_true")
    arguments = parser.parse_args()
    page = PAGE.read_text()
    snippets = list(SNIPPET.finditer(page))
    if len(snippets) < 5:
        sys.exit(f"{PAGE} has {len(snippets)} snippets; the pattern here no longer matches")
    differing = 0
    for snippet in reversed(snippets):
        language, code, expected = snippet.groups()
        output = printed(language, code, arguments.directory / "run")
        if arguments.record:
            block = f"```{language}\n{code}```\n\n```text\n{output}```\n"
            page = page[:snippet.start()] + block + page[snippet.end():]
        elif output != expected:
            differing += 1
            print(f"a snippet prints\n{output}instead of\n{expected}")
    if arguments.record:
        PAGE.write_text(page)
    print(f"{len(snippets)} snippets, {differing} print something else")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
