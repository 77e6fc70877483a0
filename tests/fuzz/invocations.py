"""Command lines over all commands: options at random, limits always."""

import re
from dataclasses import dataclass, field

from hostile import DEFINITIONS, PROPERTIES, SETTINGS

# option: its values; None is an option without one
CHECK_OPTIONS = {
    "--traffic": ("grm", "rm"), "--crash": ("implicit", "explicit", "receipt"), "--loss": ("implicit", "explicit"), "--search": ("dfs",),
    "--symmetry": ("none", "none", "node", "role", "role"), "--por": ("none", "lpor", "dpor"), "--stateless": None, "--net": ("off",), "--split": ("none", "quorum", "reply"),
    "--forget": ("on", "off"), "--sleep": ("off",), "--check-reductions": None, "--engine": ("interpreted", "native"), "--threads": ("1", "2", "4"),
    "--store": ("compact", "hash", "bitstate"), "--deadlock": None, "--fairness": ("fair", "processes", "messages", "none", "x"), "--sample": ("1", "5", "10000"),
}
RARE = {"--check-reductions": 0.3, "--sample": 0.5, "--engine": 0.4, "--fairness": 0.5}
PROVE_OPTIONS = {"--k-max": ("1", "3", "1000"), "--simple-path": None, "--lemmas": ("all", "declared", "discovered", "none"), "--strengthen": ("off",)}
FILES = {"check": ("--json", "--chart", "--itf"), "prove": ("--json", "--certificate", "--graph"), "param": ("--json",), "analyze": ("--json",), "symmetries": ("--json",)}
# command: how often, for FTDP and for parametric Promela
SHARES = {"check": (58, 40), "prove": (9, 1), "param": (1, 45), "export": (14, 12), "analyze": (10, 1), "symmetries": (8, 1)}


@dataclass
class Invocation:
    command: str
    arguments: list  # after the limits, the model's file left out
    files: dict = field(default_factory=dict)  # option: the file that it writes


def chosen(random, options, likelihood):
    words = []
    for option, values in options.items():
        if random.random() < likelihood * RARE.get(option, 1):
            words += [option] if values is None else [option, random.choice(values)]
    return words


def settings(random, text):
    """A value for one of the model's parameters, or nonsense."""
    names = re.findall(rb"(\w+) *:= *\d+[,)]", text[:5000]) + re.findall(rb"symbolic int ([A-Z]+)", text[:5000])
    if random.random() < 0.15:
        return ["--set", random.choice(SETTINGS)]
    if not names:
        return []
    number = random.choice(("0", "1", "2", "3", "4", "5", "7", "20", "50", "-1", "1000", "2147483648"))
    return ["--set", random.choice(names).decode() + "=" + number]


def properties(random, text):
    names = [name.decode() for name in re.findall(rb"(?:invariant|property|ltl) +(\w+)", text)]
    return random.choice(names if names and random.random() < 0.9 else PROPERTIES)


def of_check(random, text, promela):
    words = chosen(random, CHECK_OPTIONS, 0.003 if promela else random.choice((0, 0.04, 0.12)))
    if random.random() < 0.8:
        words += ["--max-states", random.choice(("1", "100", "2000", "20000"))]
    if not promela and random.random() < 0.03:
        words += ["--checkpoint", "checkpoints", "--every", random.choice(("0s", "1s"))]
    if promela and random.random() < 0.8:
        words += ["--set", random.choice(("N=4,T=1,F=1", "N=3,T=1,F=1", "N=2", "N=5,T=2,F=2", "N=7,T=2,F=3", "N=5,T=1,Fp=1,Fs=0", "N=3,T=2,Fc=2,Fnc=0"))]
    return words


def invocation(random, text, promela):
    command = random.choices(list(SHARES), [share[promela] for share in SHARES.values()])[0]
    if command == "check":
        words = of_check(random, text, promela)
    elif command == "prove":
        words = chosen(random, PROVE_OPTIONS, 0.2)
    elif command == "param":
        words = ["--explain"] if random.random() < 0.3 else []
    elif command == "export":
        words = ["--to", random.choice(("dot",) if promela else ("murphi", "promela")) if random.random() < 0.95 else random.choice(("murphi", "promela", "dot"))]
        words += chosen(random, {"--slots": ("1", "64"), "--loss": ("explicit",), "--output": ("exported",)}, 0.2)
    else:
        words = chosen(random, {"--split": ("none", "quorum", "reply")}, 0.2) if command == "analyze" else []
    if command != "param" and "--set" not in words and random.random() < 0.15:
        words += settings(random, text)
    if command in ("check", "param", "export") and random.random() < (0.2 if promela else 0.005):
        words += ["-D", random.choice(DEFINITIONS)]
    if command in ("check", "prove", "param", "analyze") and random.random() < 0.15:
        words += ["--property", properties(random, text)]
    files = {}
    for option in FILES.get(command, ()):
        if random.random() < (0.02 if promela and option != "--json" else 0.25):
            files[option] = "-" if option == "--json" and random.random() < 0.5 else "written" + option
            words += [option, files[option]]
    return Invocation(command, words, files)
