"""What the tests of the command line share: models, and ways to say what is expected of a run."""

import json
import os
import subprocess
from dataclasses import dataclass

import contract
from outcome import Outcome
from program import PROGRAM, ROOT

HOLDS = "protocols/tutorial/backup-3.ftdp"
VIOLATED = "protocols/tutorial/backup-1.ftdp"
LONG = ["check", "protocols/paxos-quorum/paxos-quorum.ftdp", "--set", "m=3,n=5"]  # hours
BAKERY = "protocols/bakery/bakery.ftdp"  # natural numbers
COMMANDS = ("check", "prove", "export", "symmetries")

outcome = Outcome()


def expect(one, code, *, out=(), err=(), quiet=None):
    """The exit code, texts that must occur, and a stream ("out" or "err") that must be empty."""
    outcome.check(one.code == code, f"{one.command}: exit code {one.code}, expected {code}: {one.err.strip()[:200]}")
    for text in out:
        outcome.check(text in one.out, f"{one.command}: standard output lacks {text!r}: {one.out[:300]!r}")
    for text in err:
        outcome.check(text in one.err, f"{one.command}: standard error lacks {text!r}: {one.err[:300]!r}")
    if quiet:
        outcome.check(not getattr(one, quiet), f"{one.command}: std{quiet} is not empty: {getattr(one, quiet)[:300]!r}")


def rejected(one, *texts):
    """Bad input or usage: exit 3, nothing on standard output, the reason on standard error."""
    expect(one, 3, err=texts, quiet="out")
    outcome.check(one.err.strip() != "", f"{one.command}: no message")


def contract_holds(one, report, check=contract.check_report):
    try:
        check(report)
        outcome.check(True, "")
    except contract.Violation as violation:
        outcome.check(False, f"{one.command}: {violation}")
    except (KeyError, TypeError, AttributeError) as error:
        outcome.check(False, f"{one.command}: {type(error).__name__}: {error}")


def parsed(one, text):
    try:
        return json.loads(text)
    except ValueError as error:
        outcome.check(False, f"{one.command}: not JSON ({error}): {text[:200]!r}")
        return None


def shell(script, *, timeout=120, environment=None, text=True):
    """A command of a shell in the repository's folder; "$q" is the program. Ended by a signal it has a negative
    code, or 128 and more."""
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, env={**os.environ, "q": str(PROGRAM), **(environment or {})}, stdin=subprocess.DEVNULL,
                          capture_output=True, check=False, timeout=timeout)
    out, err = (part.decode("utf-8", errors="backslashreplace") if text else part for part in (done.stdout, done.stderr))
    return Shell(script, done.returncode, out, err)


@dataclass
class Shell:
    command: str
    code: int
    out: str
    err: str
