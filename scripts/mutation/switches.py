"""Rewrites a file so that it contains many mutations at once, each behind its number.

A mutation in a body gives the body a second version: `if isBroken(7) { … } else { … }`. One in
an expression outside of bodies, such as a constant, becomes `(isBroken(7) ? (…) : (…))`. Other
mutations cannot be switched and are built alone.
"""

import difflib
import re
from dataclasses import dataclass, field

from .bodies import bodies, masked

MODULE = "CBreaks"
PACKAGE_END = """
// Mutations behind numbers; the number comes from the environment.
package.targets.append(.target(name: "CBreaks"))
for target in package.targets
where ![.system, .plugin].contains(target.type) && target.name != "CBreaks" {
  target.dependencies.append("CBreaks")
}
"""
HEADER = """#pragma once
#include <stdbool.h>
extern int shakeoutBreak;
static inline bool isBroken(int number) { return shakeoutBreak == number; }
"""
SOURCE = """#include "CBreaks.h"
#include <stdlib.h>
int shakeoutBreak = 0;
__attribute__((constructor)) static void readBreak(void) {
  const char *text = getenv("SHAKEOUT_BREAK");
  if (text) shakeoutBreak = atoi(text);
}
"""


@dataclass
class Switched:
    """The rewritten text, and the mutations of its lines."""
    text: str
    spans: list = field(default_factory=list)

    def owners(self, line):
        """The mutations of a line of the text, from the narrowest span."""
        around = [span for span in self.spans if span[0] <= line <= span[1]]
        return min(around, key=lambda span: span[1] - span[0])[2] if around else set()


def changes(old, new):
    """The ranges of the old text that differ, with their new text."""
    before, after = old.splitlines(True), new.splitlines(True)
    begins = [0]
    for line in before:
        begins.append(begins[-1] + len(line))
    found = []
    matcher = difflib.SequenceMatcher(None, before, after, autojunk=False)
    for tag, first, last, low, high in matcher.get_opcodes():
        if tag != "equal":
            found.append((begins[first], begins[last], "".join(after[low:high])))
    return [trimmed(old, *change) for change in found]


def trimmed(old, begin, end, text):
    """A change without the common text at its start and end."""
    while begin < end and text and old[begin] == text[0]:
        begin, text = begin + 1, text[1:]
    while begin < end and text and old[end - 1] == text[-1]:
        end, text = end - 1, text[:-1]
    return begin, end, text


def with_value(code):
    """A body of one expression with `return`, so that it can be a branch of an `if`."""
    clear = masked(code)
    if re.search(r"\b(return|fatalError|throw)\b", clear):
        return code
    first = re.search(r"\S", clear)
    return code[:first.start()] + "return " + code[first.start():] if first else code


def grown(text, begin, end):
    """A range extended to whole names and numbers."""
    while begin > 0 and re.match(r"[\w.]", text[begin - 1]):
        begin -= 1
    while end < len(text) and re.match(r"[\w.]", text[end]):
        end += 1
    return begin, end


def switched(old, news):
    """Rewrites a text for mutations {number: text}; returns it and those not switchable."""
    places, alone = {}, set()
    every = bodies(old)
    for number, new in news.items():
        mine = []
        for change in changes(old, new):
            body = next((b for b in every if b.begin <= change[0] and change[1] <= b.end), None)
            if body:
                mine.append((body.begin, body.end, body.has_value, change))
                continue
            begin, end = grown(old, change[0], change[1])
            text = old[begin:change[0]] + change[2] + old[change[1]:end]
            if not is_expression(old[begin:end]) or not is_expression(text):
                alone.add(number)
            mine.append((begin, end, None, (begin, end, text)))
        if number not in alone:
            for begin, end, has_value, change in mine:
                entry = places.setdefault((begin, end), (has_value, {}))
                entry[1].setdefault(number, []).append(change)
    return assembled(old, places), alone


def is_expression(text):
    words = re.search(r"\b(case|let|var|func|import|static|struct)\b|[{}@]|:\s", text)
    balanced = all(text.count(a) == text.count(b) for a, b in ("()", "[]"))
    return bool(text.strip()) and not words and balanced and "\n" not in text.strip()


def assembled(old, places):
    result = Switched("")
    at = imports = import_place(old)
    result.text = old[:imports] + f"public import {MODULE}\n"
    for (begin, end), (has_value, numbers) in sorted(places.items()):
        result.text += old[at:begin]
        first = line_of(result)
        for number, edits in numbers.items():
            code = edited(old, begin, end, edits)
            if has_value is None:
                code = f"(isBroken({number}) ? ({code}) : "
                append(result, code, {number})
                continue
            code = with_value(code) if has_value else code
            append(result, f"\nif isBroken({number}) {{{code}\n}} else", {number})
        if has_value is None:
            result.text += f"({old[begin:end]})" + ")" * len(numbers)
        else:
            code = old[begin:end]
            result.text += " {" + (with_value(code) if has_value else code) + "\n}\n"
        result.spans.append((first, line_of(result), set(numbers)))
        at = end
    result.text += old[at:]
    return result


def append(result, code, numbers):
    first = line_of(result)
    result.text += code
    result.spans.append((first, line_of(result), numbers))


def line_of(result):
    return result.text.count("\n") + 1


def edited(old, begin, end, edits):
    out, at = "", begin
    for first, last, text in sorted(edits):
        out += old[at:first] + text
        at = last
    return out + old[at:end]


def import_place(text):
    """The offset of the first import, or of the first line of code."""
    clear = masked(text)
    found = re.search(r"^\s*(?:public |internal |@\w+ )*import ", clear, re.MULTILINE)
    if found:
        return found.start() + len(found.group()) - len(found.group().lstrip())
    for match in re.finditer(r"^.*$", text, re.MULTILINE):
        if match.group().strip() and not match.group().lstrip().startswith("//"):
            return doc_begin(text, match.start())
    return 0


def doc_begin(text, place):
    """The start of the comment directly above a place, which documents the code there."""
    lines = text[:place].splitlines(True)
    while lines and lines[-1].lstrip().startswith("//"):
        place -= len(lines.pop())
    return place
