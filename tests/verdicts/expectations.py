"""What a model file says about its own verification, in comments at its head.

    // expect: PROPERTY VERDICT [states=N] [transitions=N] [initial=N] [steps=N] [orbits=N] [says="text"]
    //         [options: ...]
    // limit: DIMENSION=VALUE[,VALUE...] ... [options: ...]

Each is one line. VERDICT is holds, violated or inconclusive. The counts are exact for the options of the line
(default options if there are none): stored states, executed steps, initial states, the length of the
counterexample, all of these without symmetry reduction; `orbits` is the number of states with it. `says` must
occur in the reason that the program gives. The verdict is expected in the whole matrix of traffic, crash, loss
and search, unless another line states a point of the matrix. Options that are no dimension of the matrix
(`--set n=4`) make a matrix of their own. A limit restricts a dimension to these values, where others would take
too long, for the options of its line.
"""

import re
import shlex
from dataclasses import dataclass, field

DIMENSIONS = {
    "traffic": ("m", "grm", "rm"),
    "crash": ("default", "explicit", "receipt"),
    "loss": ("default", "explicit"),
    "search": ("bfs", "dfs"),
}
DEFAULTS = {"traffic": "m", "crash": "default", "loss": "default", "search": "bfs"}
COUNTS = ("states", "transitions", "initial", "steps", "orbits")
LINE = re.compile(r"//\s*(expect|limit):\s*(.*)")


class BadHeader(Exception):
    pass


@dataclass
class Expectation:
    property: str
    verdict: str
    counts: dict
    says: str
    base: tuple  # options that are no dimension
    point: dict  # dimension -> value, complete
    whole_matrix: bool  # no dimension was named


@dataclass
class Header:
    expectations: list = field(default_factory=list)
    limits: list = field(default_factory=list)  # (base, dimension, values)

    def bases(self):
        return list(dict.fromkeys(expectation.base for expectation in self.expectations))

    def values(self, base, dimension):
        values = DIMENSIONS[dimension]
        for only, limited, allowed in self.limits:
            if limited == dimension and only == base:
                values = tuple(value for value in values if value in allowed)
        return values

    def expected(self, base, point):
        """Property -> the expectation for this run: the most specific line."""
        found = {}
        for expectation in self.expectations:
            if expectation.base != base:
                continue
            if expectation.whole_matrix:
                found.setdefault(expectation.property, expectation)
            elif expectation.point == point:
                found[expectation.property] = expectation
        return found


def split_options(text):
    base, point = [], dict(DEFAULTS)
    words = shlex.split(text)
    position = 0
    while position < len(words):
        dimension = words[position].removeprefix("--")
        if words[position].startswith("--") and dimension in DIMENSIONS:
            point[dimension] = words[position + 1]
            position += 2
        else:
            base.append(words[position])
            position += 1
    return tuple(base), point


def parse_expectation(text):
    claim, _, options = text.partition("options:")
    name, verdict, *rest = shlex.split(claim)
    if verdict not in ("holds", "violated", "inconclusive"):
        raise BadHeader(f"unknown verdict {verdict}")
    counts, says = {}, ""
    for word in rest:
        key, _, value = word.partition("=")
        if key == "says":
            says = value
        elif key in COUNTS:
            counts[key] = int(value)
        else:
            raise BadHeader(f"unknown word {word}")
    base, point = split_options(options)
    named = any(word.removeprefix("--") in DIMENSIONS for word in shlex.split(options))
    return Expectation(name, verdict, counts, says, base, point, not named)


def parse_limit(text):
    claim, _, options = text.partition("options:")
    base = split_options(options)[0]
    for word in claim.split():
        dimension, _, values = word.partition("=")
        if dimension not in DIMENSIONS:
            raise BadHeader(f"unknown dimension {dimension}")
        yield base, dimension, values.split(",")


def read_header(text):
    header = Header()
    for kind, rest in LINE.findall(text):
        if kind == "expect":
            header.expectations.append(parse_expectation(rest))
        else:
            header.limits.extend(parse_limit(rest))
    return header


def without_comments(text):
    return re.sub(r"//.*|/\*.*?\*/", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))
