"""Tables of docs/results.md that are made again: what a script of bench/ prints, beside what the document says.

A comment <!-- checked by ./test: bench/SCRIPT OPTIONS --> stands before such a table. Every row that the script
prints must be there, equal in all columns but those that are measured and where the script prints `?` (not made
now); the document may have more rows than the quick form of a script makes.
"""

import re

MARK = re.compile(r"<!-- checked by ./test: (\S.*?) -->")
MEASURED = re.compile(r"time|seconds|memory|ratio of time|states/s")
KEYS = {"protocol", "setting", "model", "symmetry", "acceptors", "check", "#", "parameters", "property", "condition", "protocol, property violated (depth-first, states until found)"}


def cells(line):
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def is_row(line):
    return line.startswith("|") and not line.startswith("|---")


class Table:
    """Consecutive rows of lines, from a heading on."""

    def __init__(self, lines, first):
        self.first = first
        self.heading = cells(lines[first])
        self.last = first
        while self.last < len(lines) and lines[self.last].startswith("|"):
            self.last += 1
        self.rows = [(number, cells(lines[number])) for number in range(first + 1, self.last) if is_row(lines[number])]
        # "ratio" alone is one of states in some tables, and of time where nothing else is measured.
        timed_only = any("seconds" in name for name in self.heading)
        self.counted = [column for column, name in enumerate(self.heading) if not MEASURED.search(name) and not (timed_only and name == "ratio")]
        self.keys = [column for column, name in enumerate(self.heading) if name in KEYS]

    def key(self, row):
        return tuple(row[column] for column in self.keys)

    def figures(self, row):
        return [row[column] for column in self.counted]


def tables(lines):
    found, number = [], 0
    while number < len(lines):
        if is_row(lines[number]) and number + 1 < len(lines) and lines[number + 1].startswith("|---"):
            found.append(Table(lines, number))
            number = found[-1].last
        else:
            number += 1
    return found


def marked(lines):
    """(command, the table after its comment)"""
    everything = tables(lines)
    for number, line in enumerate(lines):
        mark = MARK.fullmatch(line.strip())
        if mark:
            yield mark[1], next((table for table in everything if table.first > number), None)


def agree(shown, made):
    return len(shown) == len(made) and all(new in ("?", old) for old, new in zip(shown, made))


def differences(said, made):
    """What is wrong with the document's table, a text each; `made` are tables that a script printed."""
    rows = [(table, row) for table in made if table.heading == said.heading for _, row in table.rows]
    if not rows:
        return ["the script prints no table with this heading"]
    wrong = []
    for table, row in rows:
        shown = [other for _, other in said.rows if said.key(other) == table.key(row)]
        if not any(agree(said.figures(other), table.figures(row)) for other in shown):
            wrong.append(f"is    {' | '.join(row)}\n  shown {' | '.join(shown[0]) if shown else 'nowhere'}")
    return wrong


def corrected(lines, said, made):
    """The document's lines with the figures that were made; measured columns stay as they are."""
    lines = list(lines)
    for table in made:
        if table.heading != said.heading:
            continue
        for _, row in table.rows:
            for number, shown in said.rows:
                alike = [other for _, other in said.rows if said.key(other) == table.key(row)]
                if said.key(shown) == table.key(row) and not any(agree(said.figures(other), table.figures(row)) for other in alike):
                    new = [row[column] if column in said.counted and row[column] != "?" else cell for column, cell in enumerate(shown)]
                    lines[number] = "| " + " | ".join(new) + " |"
    return lines
