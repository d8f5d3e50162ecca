#!/usr/bin/env python3
"""Writes docs/assumptions.md: which parameters matter most, where their numbers come from, and what
was fitted. The moves are those that scripts/sensitivity measured."""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
SHOWN = 15
NAMED = 4


def without_comments(text):
    text = re.sub(
        r'("(?:\\.|[^"\\])*")|//[^\n]*|/\*.*?\*/', lambda found: found[1] or "", text,
        flags=re.DOTALL)
    return re.sub(r",(\s*[}\]])", r"\1", text)


def parameters():
    """Meaning and source of every parameter, from the comments of scenarios/base.jsonc."""
    found, section, comments = {}, [], []
    for line in (ROOT / "scenarios/base.jsonc").read_text(encoding="utf-8").splitlines():
        words, key = line.strip(), None
        if words.startswith("// "):
            comments.append(words[3:])
        elif key := re.match(r'"([^"]+)": ', words):
            path = ".".join([*section[1:], key[1]])
            if comments:
                source = re.search(r" Source: (.*)\.$", " ".join(comments[1:2]))
                if not source:
                    sys.exit(f"scripts/assumptions.py: no source of '{path}' in base.jsonc")
                found[path] = (comments[0].removesuffix("."), source[1])
            comments = []
        if words.endswith(("{", "[")):
            section.append(key[1] if key else "")
        elif words.rstrip(",") in ("}", "]"):
            section.pop()
    return found


def own_values(name):
    """The parameters that a scenario sets itself, so that they are its choice."""
    def flat(node, prefix=""):
        for key, value in node.items():
            yield prefix + key
            if isinstance(value, dict):
                yield from flat(value, f"{prefix}{key}.")
    text = (ROOT / f"scenarios/{name}.jsonc").read_text(encoding="utf-8")
    return set(flat(json.loads(without_comments(text))))


def number(value):
    """Four digits are enough to see a move."""
    return f"{value:.4g}" if abs(value) < 10_000 else f"{value:,.0f}"


def moves(row):
    ranked = sorted(row["moves"].items(), key=lambda pair: (-pair[1]["move"], pair[0]))
    shown = [f"`{name}` {number(move['before'])} → {number(move['after'])}"
             for name, move in ranked[:NAMED]]
    more = len(ranked) - len(shown)
    return ", ".join(shown) + (f" and {more} more" if more > 0 else "")


def cell(text):
    return text.replace("|", "\\|")


def page():
    measured = json.loads((ROOT / "results/sensitivity.json").read_text(encoding="utf-8"))
    known, chosen = parameters(), own_values(measured["scenario"])
    lines = [
        "# Assumptions", "", "<!-- Written by scripts/assumptions.py; do not edit. -->", "",
        f"What a run of `{measured['scenario']}` reports follows from its parameters. "
        "[Some metrics](../metrics/ORIGINS.md) are hardly more than one of them; this page says "
        "which parameters move the metrics most, and where their numbers come from.", "",
        f"## The {SHOWN} parameters that matter most", "",
        f"`scripts/sensitivity` changed {measured['measured']} numbers, one after the other, in "
        f"runs of {measured['people']} people for {measured['days']} days with "
        f"{measured['seeds']} seeds: a quarter more, log-odds 0.25 more, a share of 0 to 0.05 and "
        "another 0 to 1. A metric moves if its mean changes by more than half of the 95 % interval "
        "that these runs have together, and by more than 2.5 standard errors of the changes. The "
        "order is by the number of metrics that move, then by how far. *Chosen* and *assumed* are "
        "our own numbers; weights and switches were not changed. "
        "[results/sensitivity.json](../results/sensitivity.json) has all moves.", "",
        "| parameter | value | changed to | source | moves | such as |",
        "|---|---|---|---|---|---|"]
    for row in measured["parameters"][:SHOWN]:
        if row["path"] not in known:
            sys.exit(f"scripts/assumptions.py: there is no parameter '{row['path']}'; "
                     "run scripts/sensitivity again")
        source = known[row["path"]][1]
        if row["path"] in chosen:
            source = f"set by `{measured['scenario']}`; {source}"
        lines.append(
            f"| `{row['path']}` | {number(row['value'])} | {number(row['changed'])} | "
            f"{cell(source)} | {len(row['moves'])} | {moves(row)} |")
    lines += ["", "What they are:", ""]
    lines += [f"- `{row['path']}`: {known[row['path']][0]}."
              for row in measured["parameters"][:SHOWN]]
    lines += [
        "", f"{len(measured['still'])} of the {measured['measured']} move no metric so far that "
        "these runs show it.", "",
        "## What was fitted", "",
        "These values were set or moved after the results were known, so that what they were "
        "fitted to is no result. The targets of the products are those of their documents: none "
        "was moved. Seeds by which something was moved are not those that are checked.", "",
        "| date | | what | before | after | because |", "|---|---|---|---|---|---|"]
    rows = (ROOT / "docs/fitted.tsv").read_text(encoding="utf-8").splitlines()[1:]
    lines += [f"| {' | '.join(map(cell, row.split(chr(9))))} |" for row in sorted(rows)]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    (ROOT / "docs/assumptions.md").write_text(page(), encoding="utf-8")
