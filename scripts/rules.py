"""Writes docs/rules.md: which rule is kept where, and which tests prove it.

docs/rules.tsv names every rule. A rule lives where a doc comment starts with its identifier, and
is proved by the tests whose title names it. Exit status 1, with a sentence for each, when a rule
has no code or no test, or when code or a test names a rule that does not exist.

    scripts/rules.py           writes the page
    scripts/rules.py --check   says whether the committed page is the one that it would write
"""

import re
import sys
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules.md"
RULE = r"(?:FAM|SCH|CAL|NUT|GOAL|REW|HAB|TRN|ACA|HOME|OFF|GRP|NOT|COST|JRN)-\d+"
# "SCH-6", "HAB-2, HAB-3" and "HAB-1…HAB-9" at the start of a comment or a title.
HEAD = re.compile(rf"({RULE}(?:(?:, | and |…){RULE})*)")
TITLE = re.compile(r'@(?:Test|Suite)\(\s*"((?:[^"\\]|\\.)*)"', re.DOTALL)


def rules():
    """Every rule with its sentence, in the order of the file."""
    lines = (ROOT / "docs" / "rules.tsv").read_text().splitlines()
    return dict(line.split("\t") for line in lines)


def named(text, known):
    """The rules that a comment or title begins with or lists; a range names all in it."""
    found = []
    for head in HEAD.findall(text):
        for part in re.split(r", | and ", head):
            first, _, last = part.partition("…")
            area, number = first.rsplit("-", 1)
            end = int(last.rsplit("-", 1)[1]) if last and last.startswith(area) else int(number)
            found += [f"{area}-{n}" for n in range(int(number), end + 1)]
            if last and not last.startswith(area):
                order = list(known)
                found += order[order.index(first) + 1 : order.index(last) + 1]
    return found


def declared(lines, start):
    """The name of what the doc comment that begins at a line documents."""
    for line in lines[start:]:
        text = line.strip()
        if text.startswith("///") or text.startswith("@") and " func " not in text:
            continue
        match = re.search(
            r"\b(?:func|struct|enum|protocol|extension|class|case|let|var|init|subscript)\b"
            r"\s*`?([\w.]*)", text)
        return match.group(1) or "init" if match else None
    return None


def places(known):
    """For every rule, the files and declarations whose doc comment starts with it."""
    where = defaultdict(dict)
    for path in sorted((ROOT / "Sources").rglob("*.swift")):
        lines = path.read_text().splitlines()
        for number, line in enumerate(lines):
            text = line.strip()
            begins = text.startswith("///") and (
                number == 0 or not lines[number - 1].strip().startswith("///"))
            if not begins:
                continue
            head = re.match(rf"/// ({RULE}(?:(?:, | and |…){RULE})*)\b", text)
            if head:
                name = declared(lines, number)
                for rule in named(head.group(1), known):
                    where[rule].setdefault(path.relative_to(ROOT), []).append(name)
    return where


def tests(known):
    """For every rule, the titles of the tests that name it, by file."""
    proofs = defaultdict(dict)
    for path in sorted((ROOT / "Tests").rglob("*.swift")):
        for title in TITLE.findall(path.read_text()):
            for rule in dict.fromkeys(named(title, known)):
                proofs[rule].setdefault(path.relative_to(ROOT), []).append(title)
    return proofs


def page(known, where, proofs):
    rows = [
        "# Rules",
        "",
        "What the domain core keeps, where it lives, and which tests prove it. Written by",
        "`scripts/rules.py` from the code; a rule without code or without a test fails the check.",
        "",
        "| rule | what it says | where | proved by |",
        "|---|---|---|---|",
    ]
    for rule, sentence in known.items():
        code = ", ".join(
            f"[{path.stem}](../{path})" for path in where[rule]) or "–"
        count = sum(len(titles) for titles in proofs[rule].values())
        files = ", ".join(f"[{path.stem}](../{path})" for path in proofs[rule])
        rows.append(f"| {rule} | {sentence} | {code} | {count} in {files} |")
    return "\n".join(rows) + "\n"


def main():
    known = rules()
    where, proofs = places(known), tests(known)
    wrong = []
    for rule in known:
        if not where[rule] and not rule.startswith("JRN"):
            wrong.append(f"{rule}: no doc comment in Sources starts with it")
        if not proofs[rule]:
            wrong.append(f"{rule}: no test names it")
    for rule, files in list(where.items()) + list(proofs.items()):
        if rule not in known:
            wrong += [f"{rule}: no such rule, but {path} names it" for path in files]
    text = page(known, where, proofs)
    if "--check" in sys.argv:
        if not PAGE.exists() or PAGE.read_text() != text:
            wrong.append("docs/rules.md is not what scripts/rules.py writes")
    elif not wrong:
        PAGE.write_text(text)
    if wrong:
        sys.exit("\n".join(wrong))


main()
