"""Checks that every rule id written in code, data, documents and texts stands in a catalogue of data/rules.

An id without its last letters names a chapter, and is valid if the catalogue has an entry in that chapter. The
constants made from the catalogues are checked too where the compiler does not see them. The `rules` of a worked case
must be entries, not chapters.
"""

import re
import sys
from pathlib import Path

from project import ROOT, Fault, files, read, report, within

ENDINGS = (".rs", ".toml", ".md", ".ftl", ".json", ".csv", ".txt", ".py", ".ts", ".js", ".svelte", ".html")
ENTRY = re.compile(r'^id\s*=\s*"([^"]+)"')
RULES = re.compile(r"^rules\s*=\s*\[(.*?)\]", re.MULTILINE | re.DOTALL)
QUOTED = re.compile(r'"([^"]*)"')


def constant(rule):
    """The name of an id in code."""
    return re.sub(r"[^A-Za-z0-9]", "_", rule).upper()


def prefixes(ids):
    """The prefixes of the ids of each catalogue."""
    return {rule.split("-")[0] for rule in ids}


def patterns(ids):
    """The patterns of an id, and of the constant of one."""
    begins = "|".join(sorted(prefixes(ids))) or "(?!)"
    written = re.compile(rf"(?<![\w-])(?:{begins})-[A-Z0-9][A-Za-z0-9.-]*")
    return written, re.compile(rf"(?<!\w)(?:{begins})_[A-Z0-9_]*[A-Z0-9](?!\w)")


def catalogue(root):
    """The ids of every catalogue, and duplicate ids."""
    ids, faults = {}, []
    for file in files(root / "data/rules", (".toml",)):
        for number, line in enumerate(read(file).splitlines(), 1):
            entry = ENTRY.match(line)
            if not entry:
                continue
            here = f"{within(root, file)}:{number}"
            if entry.group(1) in ids:
                faults.append(Fault(within(root, file), number, f"{entry.group(1)} stands at {ids[entry.group(1)]} already"))
            ids.setdefault(entry.group(1), here)
    return ids, faults


def chapters(ids):
    """The chapters of the entries: their ids without the last letters or the last number."""
    return {re.sub(r"(?:(?<=\d)[a-z]+|-\d+)$", "", rule) for rule in ids} - prefixes(ids)


def in_cases(root, ids):
    """The `rules` of worked cases that are not entries."""
    for file in files(root / "data/cases", (".toml",)):
        text = read(file)
        for block in RULES.finditer(text):
            for rule in QUOTED.finditer(block.group(1)):
                if rule.group(1) not in ids:
                    line = text.count("\n", 0, block.start(1) + rule.start()) + 1
                    yield Fault(within(root, file), line, f"a case names {rule.group(1)}, which is in no catalogue")


def check(root):
    """Every fault of the ids below a folder, and the number of ids checked."""
    root = Path(root).resolve()
    ids, faults = catalogue(root)
    known = ids.keys() | chapters(ids)
    constants = {constant(rule) for rule in ids}
    written, named = patterns(ids)
    count = 0
    for file in files(root, ENDINGS):
        for number, line in enumerate(read(file).splitlines(), 1):
            for match in written.finditer(line):
                rule = match.group().rstrip(".-")
                count += 1
                if rule not in known:
                    faults.append(Fault(within(root, file), number, f"{rule} is in no catalogue"))
            for match in named.finditer(line):
                count += 1
                if match.group() not in constants:
                    faults.append(Fault(within(root, file), number, f"{match.group()} is no rule of a catalogue"))
    seen = {(fault.file, fault.line) for fault in faults}
    faults += [fault for fault in in_cases(root, ids) if (fault.file, fault.line) not in seen]
    return faults, count


if __name__ == "__main__":
    found, looked_up = check(sys.argv[1] if len(sys.argv) > 1 else ROOT)
    sys.exit(report(found, f"rule ids: {looked_up} looked up, all in the catalogues"))
