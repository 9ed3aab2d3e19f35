"""Checks the links of every Markdown file: they are relative, their targets exist, and so do the headings."""

import re
import sys
from pathlib import Path
from urllib.parse import unquote

from project import ROOT, Fault, files, read, report, within

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
CODE = re.compile(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)")
INLINE = re.compile(r"\]\(\s*(<[^<>]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)*)(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)")
DEFINED = re.compile(r"^ {0,3}\[[^\]]+\]:\s*(<[^<>]*>|\S+)")
MARKUP = re.compile(r"<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)
NAMED = re.compile(r"<[a-z][^>]*?\b(?:id|name)\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)
HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$")
UNDERLINE = re.compile(r"^ {0,3}(?:=+|-+)\s*$")
SCHEME = re.compile(r"^[A-Za-z][A-Za-z0-9+.-]*:")


def prose(text):
    """The lines outside fenced code, each with its number."""
    fence = None
    for number, line in enumerate(text.splitlines(), 1):
        mark = FENCE.match(line)
        if fence is None and mark:
            fence = mark.group(1)
        elif fence is not None:
            if mark and mark.group(1).startswith(fence) and not line.strip().strip(fence[0]):
                fence = None
        else:
            yield number, line


def links(text):
    """The targets of a text with their lines; text in code is no link."""
    for number, line in prose(text):
        bare = CODE.sub(lambda code: " " * len(code.group()), line)
        for pattern in (INLINE, DEFINED, MARKUP):
            for match in pattern.finditer(bare):
                yield number, match.group(1).strip("<>")


def slug(heading):
    """The anchor of a heading: small letters, hyphens for spaces, no punctuation."""
    text = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
    text = re.sub(r"<[^>]+>", "", text)
    text = re.sub(r"[*`]", "", text)
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def anchors(text):
    """Every anchor of a text; headings that repeat are numbered."""
    found, times, before = set(), {}, ""

    def add(heading):
        name = slug(heading)
        n = times.get(name, 0)
        times[name] = n + 1
        found.add(f"{name}-{n}" if n else name)

    for _, line in prose(text):
        heading = HEADING.match(line)
        if heading:
            add(heading.group(2))
        elif UNDERLINE.match(line) and before and not before.startswith(("|", ">", "-", "*", "#")):
            add(before)
        found.update(NAMED.findall(line))
        before = line.strip()
    return found


def fault_of(root, file, target):
    """The fault of a link, or None."""
    if SCHEME.match(target) or target.startswith("//"):
        return None
    if not target:
        return "an empty link"
    if target.startswith("/"):
        return f"{target}: not a relative link"
    path, _, anchor = target.partition("#")
    aim = (file.parent / unquote(path.partition("?")[0])).resolve() if path else file
    if aim != root and root not in aim.parents:
        return f"{target}: leads out of the project"
    if not aim.exists():
        return f"{target}: there is no such file"
    if anchor and aim.suffix == ".md" and unquote(anchor) not in anchors(read(aim)):
        return f"{target}: there is no such heading"
    return None


def check(root):
    """Every fault of the links below a folder, and the number of links followed."""
    root, faults, count = Path(root).resolve(), [], 0
    for file in files(root, (".md",)):
        for number, target in links(read(file)):
            count += 1
            what = fault_of(root, file, target)
            if what:
                faults.append(Fault(within(root, file), number, what))
    return faults, count


if __name__ == "__main__":
    found, followed = check(sys.argv[1] if len(sys.argv) > 1 else ROOT)
    sys.exit(report(found, f"links: {followed} followed, all lead somewhere"))
