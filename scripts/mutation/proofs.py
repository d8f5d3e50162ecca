"""The rules, and the tests that name them."""

import re
from collections import namedtuple

from .patches import ROOT

RULE = r"(?:FAM|SCH|CAL|NUT|GOAL|REW|HAB|TRN|ACA|HOME|OFF|GRP|NOT|COST|JRN)-\d+"
# "SCH-6", "HAB-2, HAB-3" and "HAB-1…HAB-9" at the start of a comment or a title.
HEAD = re.compile(rf"({RULE}(?:(?:, | and |…){RULE})*)")
TITLE = r'\(\s*"((?:[^"\\]|\\.)*)"'
SUITE = re.compile(rf"@Suite{TITLE}[^\n]*?\)\s*(?:\w+ )*?(?:struct|class|enum|actor) (\w+)", re.S)
TEST = re.compile(rf"@Test{TITLE}(?:(?!@Test).)*?\bfunc `?(\w+)", re.S)

# A test: its target, its file, its function and its title.
Test = namedtuple("Test", "target path name title")


def rules():
    """Every rule with its sentence, in the order of the file."""
    lines = (ROOT / "docs" / "rules.tsv").read_text().splitlines()
    return dict(line.split("\t") for line in lines)


def area(rule):
    return rule.rsplit("-", 1)[0]


def named(text, known):
    """The rules at the start of a comment or title; a range names all rules in it."""
    found = []
    for head in HEAD.findall(text):
        for part in re.split(r", | and ", head):
            first, _, last = part.partition("…")
            kind, number = first.rsplit("-", 1)
            end = int(last.rsplit("-", 1)[1]) if last and last.startswith(kind) else int(number)
            found += [f"{kind}-{n}" for n in range(int(number), end + 1)]
            if last and not last.startswith(kind):
                order = list(known)
                found += order[order.index(first) + 1 : order.index(last) + 1]
    return list(dict.fromkeys(found))


def tests(known):
    """For every rule, the tests whose title or suite title names it."""
    proofs = {rule: [] for rule in known}
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        text = path.read_text()
        parts = path.relative_to(ROOT / "Tests").parts
        target = next((part for part in parts if part.endswith("Tests")), "")
        suites = [(match.start(), match.group(1)) for match in SUITE.finditer(text)]
        for match in TEST.finditer(text):
            around = [title for place, title in suites if place < match.start()]
            titles = [match.group(1)] + around[-1:]
            test = Test(target, path.relative_to(ROOT), match.group(2), match.group(1))
            for rule in dict.fromkeys(rule for title in titles for rule in named(title, known)):
                proofs.setdefault(rule, []).append(test)
    return proofs
