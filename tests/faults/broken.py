"""Broken protocols of the library, as their own texts say: command lines whose only right answers are a
violation and "I do not know"."""

import sys
from pathlib import Path

from program import ROOT, model_files

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "verdicts"))

from expectations import read_header  # noqa: E402

# Parametric Promela has no such texts.
THRESHOLDS = [
    ["check", "protocols/threshold-broadcast/bcast-byz.pml", "--set", "N=4,T=1,F=2", "--property", "relay"],
    ["check", "protocols/byzantine-agreement/aba.pml", "--set", "N=5,T=1,F=2", "--property", "agreement"],
    ["check", "protocols/condition-consensus/cond-consensus.pml", "--set", "N=3,T=1,F=2", "--property", "termination"],
    ["param", "protocols/threshold-broadcast/bcast-byz.pml", "-D", "WEAK", "--property", "relay"],
    ["param", "protocols/byzantine-agreement/aba.pml", "-D", "MORE_FAULTS", "--property", "agreement"],
    ["prove", "protocols/tutorial/backup-1.ftdp"],
]
# Violated only after some hundred thousand states: files of states, threads, trees and native code are in use by then.
UNREDUCED = ["--symmetry", "none", "--por", "none", "--forget", "off"]
LARGE = [
    ["check", "protocols/paxos/paxos-chosen-by-one.ftdp", "--set", "n=5", "--property", "safety", *UNREDUCED],
    ["check", "protocols/paxos/paxos-chosen-by-one.ftdp", "--property", "safety", "--traffic", "grm", "--loss", "explicit", *UNREDUCED],
    ["check", "protocols/paxos/paxos-always-accepts.ftdp", "--property", "safety", "--loss", "explicit", *UNREDUCED],
    ["check", "protocols/paxos/paxos-always-accepts.ftdp", "--property", "safety", "--traffic", "rm", *UNREDUCED],
]
COMMON = {
    "--engine": ("interpreted", "auto", "auto", "native"), "--threads": ("1", "2", "4"), "--symmetry": ("none", "none", "role"), "--por": ("none", "none", "lpor"),
    "--forget": ("on", "off"), "--sleep": ("off",),
}
STORES = ("compact", "compact", "hash", "bitstate", "tree")


def broken_checks():
    """(words, header, base options) of each violated expectation."""
    found = []
    for path in model_files("protocols"):
        header = read_header(path.read_text(encoding="utf-8"))
        for expectation in header.expectations:
            if expectation.verdict == "violated" and expectation.whole_matrix:
                words = ["check", str(path.relative_to(ROOT)), *expectation.base, "--property", expectation.property]
                found.append((words, header, expectation.base))
    return found


def command_line(random, checks, native, files):
    kind = random.random() * (0.5 if files else 1)
    if kind < 0.12:
        return list(random.choice(THRESHOLDS))
    if kind < 0.35:
        words = list(random.choice(LARGE))
    else:
        words, header, base = random.choice(checks)
        words = list(words)
        for dimension in ("traffic", "crash", "loss", "search"):
            value = random.choice(header.values(base, dimension))
            if value != "default" and random.random() < 0.4:
                words += ["--" + dimension, value]
    for option, values in COMMON.items():
        if option not in words and random.random() < 0.4:
            words += [option, random.choice(values)]
    if native and "--engine" not in words:
        words += ["--engine", "native"]
    if "dfs" not in words and random.random() < (0.6 if files else 0.4):
        words += ["--store", random.choice(STORES)]
    elif "dfs" not in words and random.random() < 0.3:
        words += ["--checkpoint", "checkpoints", "--every", "0s"]
    if random.random() < 0.2:
        words += ["--json", random.choice(("-", "written.json"))]
    if random.random() < 0.1:
        words += ["--chart", "written.svg"]
    return words
