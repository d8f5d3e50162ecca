#!/usr/bin/env python3
"""Runs the snippets of datasets/README.md and of metrics/README.md.

    scripts/oracles/snippets.py <directory> [--record]

Each block of Python runs in the repository, next to the committed sample. Each block of R runs in
`run` below the directory, a run of the scenario `smoke`. Each must print the block of text that
follows it. `--record` updates these blocks. The block of the page of metrics runs there as well, on
the dataset that `make run` writes, and must give what the results of that run say. Exit status 1: a
block prints something else.
"""

import argparse
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import duckdb

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


def metrics_page_differs(run):
    """Whether the block of the page of metrics gives something else than the results of the run."""
    page = (ROOT / "metrics" / "README.md").read_text()
    (sql,) = re.findall(r'```sh\nduckdb -c "\n(.*?)"\n```', page, re.DOTALL)
    scenario = re.search(r"^SCENARIO \?= (\S+)$", (ROOT / "Makefile").read_text(), re.MULTILINE)[1]
    (metric,) = re.findall(r"\$\(cat metrics/(.+)\.sql\)", sql)
    for dataset in set(re.findall(r"datasets/([^/']+)/", sql)) - {scenario}:
        sys.exit(f"metrics/README.md reads datasets/{dataset}; 'make run' writes {scenario}")
    query = (ROOT / "metrics" / f"{metric}.sql").read_text()
    sql = re.sub(r"\$\(cat .*?\)", lambda _: query, sql)
    sql = sql.replace("'datasets/", f"'{run}/datasets/")
    found = duckdb.connect().execute(sql).fetchone()
    results = sqlite3.connect(f"file:{run}/results/{scenario}/results.sqlite?mode=ro", uri=True)
    stated = results.execute(
        "select value, numerator, denominator from metrics"
        " where metric = ? and segment = '' order by side desc", (metric,)).fetchall()
    expected = (metric, *[value for side in stated for value in side])
    if found != expected:
        print(f"the block of metrics/README.md gives\n{found}\ninstead of\n{expected}")
    return found != expected


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
    differing += metrics_page_differs(arguments.directory / "run")
    print(f"{len(snippets) + 1} snippets, {differing} print something else")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
