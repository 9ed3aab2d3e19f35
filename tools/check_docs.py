"""Checks that a doc comment says something.

`/// Its name.` over `name` is useless: a comment gives a reason, a rule, a unit, a bound, the meaning of an absent
value, or is not there. A comment of one line is empty if it has at most two words, or if every word of it is in the name
of its item or one of the small words of English. A comment with a figure, a link, a term in code, a unit of the rules
(`PA`) or a term of the book (`*Retraite*.`) is never empty. With `--mend` the empty ones are removed.
"""

import re
import sys
from pathlib import Path

from project import ROOT, Fault, files, read, report, within

SMALL = set(
    """a all an and any are as at be by each every for from he her here his how in is it its many much no not of on one or so
    some such that the their there they this to was what which who whose with""".split()
)
# Signs of content beside the words: a figure, a link, a set of which the item is a part, an abbreviation of the rules.
TELLS = re.compile(r"[0-9(\[`:*]|\b(them|these|those|both)\b|\b[A-Z]{2}")
SHORTEST = 3
LONGEST = 6
ITEM = re.compile(r"\b(?:fn|struct|enum|trait|type|mod|const|static) (?!fn\b)(\w+)")
FIELD = re.compile(r"(?:pub(?:\([a-z: ]+\))? )?(\w+)")


def stem(word):
    """A word without its ending, so that `charges` and `charge` are equal."""
    for ending in ("ies", "ied"):
        if word.endswith(ending) and len(word) > 4:
            return word[:-3] + "y"
    for ending in ("ing", "ed", "es", "s", "er", "ly"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)].rstrip("e")
    return word.rstrip("e")


def words(text):
    """The words of a sentence, or of a name in either spelling."""
    apart = re.sub(r"([a-z0-9])([A-Z])", r"\1 \2", text).replace("_", " ")
    return [word.lower() for word in re.findall(r"[^\W\d_]+", apart)]


def empty(comment, name):
    """Whether a comment is too short to say anything, or only repeats the name."""
    said = words(comment)
    if not said or TELLS.search(comment):
        return False
    if len(comment.split()) < SHORTEST:
        return True
    if len(said) > LONGEST:
        return False
    known = {stem(word) for word in words(name)}
    return all(word in SMALL or stem(word) in known for word in said)


def comments(text):
    """The comments of one line with their lines, and the names of their items."""
    lines = text.splitlines()
    for place, line in enumerate(lines):
        line = line.strip()
        around = [lines[n].strip() for n in (place - 1, place + 1) if 0 <= n < len(lines)]
        if not line.startswith("///") or any(other.startswith("///") for other in around):
            continue
        rest = (other.strip() for other in lines[place + 1 :])
        item = next((other for other in rest if other and not other.startswith("#[")), "")
        found = ITEM.search(item) or FIELD.match(item)
        if found:
            yield line[3:].strip(), place + 1, found.group(1)


def check(root):
    """Every empty comment of the sources below a folder, and the number of comments of one line."""
    root, faults, count = Path(root).resolve(), [], 0
    for file in files(root, (".rs",)):
        if "src" not in file.relative_to(root).parts:
            continue
        for comment, line, name in comments(read(file)):
            count += 1
            if empty(comment, name):
                faults.append(Fault(within(root, file), line, f"“{comment}” says no more than `{name}`"))
    return faults, count


def mend(root, faults):
    """Removes the empty comments."""
    for file in {fault.file for fault in faults}:
        gone = {fault.line for fault in faults if fault.file == file}
        lines = (Path(root) / file).read_text(encoding="utf-8").splitlines(keepends=True)
        kept = [line for number, line in enumerate(lines, 1) if number not in gone]
        (Path(root) / file).write_text("".join(kept), encoding="utf-8")


if __name__ == "__main__":
    if "--mend" in sys.argv:
        mend(ROOT, check(ROOT)[0])
    found, total = check(ROOT)
    sys.exit(report(found, f"docs: {total} comments of one line, none empty"))
