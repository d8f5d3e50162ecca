"""Finds the bodies of functions in Swift text without a full parser."""

import re
from dataclasses import dataclass

DECLARATIONS = re.compile(
    r"\b(func|init|deinit|subscript|var|let|struct|class|enum|extension|protocol|actor|case"
    r"|get|set|_read|_modify|willSet|didSet|unsafeAddress|unsafeMutableAddress)\b")
ACCESSORS = {
    "get", "set", "_read", "_modify", "willSet", "didSet", "unsafeAddress", "unsafeMutableAddress"}
ACCESSOR_FIRST = re.compile(
    r"\s*(?:@\w+(?:\([^)]*\))?\s+|mutating\s+|nonmutating\s+|consuming\s+|borrowing\s+)*"
    r"(?:get|set|_read|_modify|willSet|didSet|unsafeAddress|unsafeMutableAddress)\b\s*[({\w]")


@dataclass
class Body:
    """The text between the braces of executable code."""
    begin: int
    end: int
    has_value: bool


def masked(text):
    """The text with comments and string contents replaced by spaces, with unchanged offsets."""
    out, index, size = list(text), 0, len(text)

    def blank(start, end):
        for place in range(start, min(end, size)):
            if out[place] != "\n":
                out[place] = " "

    while index < size:
        if text.startswith("//", index):
            end = text.find("\n", index)
            end = size if end < 0 else end
        elif text.startswith("/*", index):
            end = text.find("*/", index)
            end = size if end < 0 else end + 2
        elif match := re.compile(r'(#*)("""|")').match(text, index):
            end = end_of_string(text, match)
            blank(index + 1, end - 1)
            index = end
            continue
        else:
            index += 1
            continue
        blank(index, end)
        index = end
    return "".join(out)


def end_of_string(text, match):
    """The end of a literal; an interpolation may contain further literals."""
    hashes, quote = match.group(1), match.group(2)
    index = match.end()
    while index < len(text):
        if text.startswith("\\" + hashes + "(", index):
            depth, index = 1, index + len(hashes) + 2
            while depth and index < len(text):
                if inner := re.compile(r'(#*)("""|")').match(text, index):
                    index = end_of_string(text, inner)
                    continue
                depth += {"(": 1, ")": -1}.get(text[index], 0)
                index += 1
        elif text.startswith("\\" + hashes, index) and not hashes:
            index += 2
        elif text.startswith(quote + hashes, index):
            return index + len(quote + hashes)
        else:
            index += 1
    return index


def without_parentheses(text):
    depth, out = 0, []
    for letter in text:
        depth += letter in "(["
        out.append(letter if depth == 0 else " ")
        depth -= letter in ")]" and depth > 0
    return "".join(out)


def bodies(text):
    """The outermost bodies of functions, initializers and accessors, in order."""
    clear, found, inside, segment = masked(text), [], [], 0
    for match in re.finditer(r"[{}]", clear):
        place = match.start()
        if match.group() == "}":
            body = inside.pop() if inside else None
            if body:
                found.append(Body(body[0], place, body[1]))
        elif any(inside):
            inside.append(None)
        else:
            inside.append(opened(clear, segment, place))
        segment = place + 1
    return sorted(found, key=lambda body: body.begin)


def opened(clear, segment, place):
    """The start of executable code and whether it has a value; None for other braces."""
    header = without_parentheses(clear[segment:place])
    keywords = list(DECLARATIONS.finditer(header))
    if not keywords:
        return None
    # `extension A where B == C`, `case` in a pattern and the like come after the keyword.
    word = keywords[-1].group(1)
    rest = header[keywords[-1].end():]
    if word in ("var", "subscript"):
        if word == "var" and "=" in rest or ACCESSOR_FIRST.match(clear, place + 1):
            return None
        return (place + 1, True)
    if word in ("func", "init", "deinit"):
        value = re.search(r"->\s*(\S+)", rest)
        return (place + 1, bool(value) and value.group(1) not in ("Void", "Never"))
    if word in ACCESSORS:
        return (place + 1, word == "get")
    return None
