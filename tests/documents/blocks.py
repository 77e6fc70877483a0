"""The ```console blocks of a document, and the comparison of shown with real output."""

import re
from dataclasses import dataclass, field

FENCE = "```"
NOT_RUN = re.compile(r"<!--\s*not run:\s*\S.*-->")
# What differs from run to run: times, amounts of memory, rates.
MEASURED = re.compile(r"\d[\d,.]*(?=(?: (?:h|m|s|ms|B|KiB|MiB|GiB|TiB)\b)|/s\b)")


@dataclass
class Command:
    text: str
    line: int  # of the command in the document, from 1
    shown: list = field(default_factory=list)


@dataclass
class Block:
    first: int  # index of the first line inside the fences
    last: int  # index of the closing fence
    skipped: bool
    commands: list = field(default_factory=list)
    preamble: list = field(default_factory=list)  # lines before the first command


def read_block(lines, first, last, skipped):
    block = Block(first, last, skipped)
    for index in range(first, last):
        if lines[index].startswith("$ "):
            block.commands.append(Command(lines[index][2:].strip(), index + 1))
        elif block.commands:
            block.commands[-1].shown.append(lines[index])
        else:
            block.preamble.append(lines[index])
    return block


def console_blocks(lines):
    index = 0
    skipped = False
    while index < len(lines):
        line = lines[index].strip()
        if line.startswith(FENCE):
            end = next((k for k in range(index + 1, len(lines)) if lines[k].strip() == FENCE), len(lines))
            if line == FENCE + "console":
                yield read_block(lines, index + 1, end, skipped)
            index = end
        if line:
            skipped = NOT_RUN.fullmatch(line) is not None
        index += 1


def masked(line):
    return MEASURED.sub("#", line.rstrip())


def without_blank_ends(lines):
    lines = [line.rstrip() for line in lines]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    return lines


def matches(shown, real):
    """A shown line `...` stands for any number of lines."""
    shown = [masked(line) for line in without_blank_ends(shown)]
    real = [masked(line) for line in without_blank_ends(real)]
    reachable = {0}  # how many real lines the shown ones so far can stand for
    for line in shown:
        if line.strip() == "...":
            reachable = set(range(min(reachable), len(real) + 1)) if reachable else set()
        else:
            reachable = {k + 1 for k in reachable if k < len(real) and real[k] == line}
    return len(real) in reachable
