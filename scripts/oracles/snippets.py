#!/usr/bin/env python3
"""Runs the snippets of datasets/README.md.

    scripts/oracles/snippets.py <directory> [--record]

Each block of Python, run where the committed sample is, and each block of R, run where the
directory's `run` of the smoke scenario is, must print what the block of text behind it says.
`--record` writes these blocks anew. Exit status 1: one prints something else.
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
        sys.exit(f"{PAGE} has {len(snippets)} snippets; the pattern here finds them no more")
    differing = 0
    for snippet in reversed(snippets):
        language, code, told = snippet.groups()
        output = printed(language, code, arguments.directory / "run")
        if arguments.record:
            block = f"```{language}\n{code}```\n\n```text\n{output}```\n"
            page = page[:snippet.start()] + block + page[snippet.end():]
        elif output != told:
            differing += 1
            print(f"a snippet prints\n{output}instead of\n{told}")
    if arguments.record:
        PAGE.write_text(page)
    print(f"{len(snippets)} snippets, {differing} print something else")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
