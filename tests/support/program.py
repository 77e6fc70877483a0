"""The program under test, run the way users run it.

The environment variable QUORATE names the program; without it build/quorate of this repository is used.
"""

import json
import os
import re
import shlex
import subprocess
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = Path(os.environ.get("QUORATE", ROOT / "build" / "quorate")).absolute()


@dataclass
class Run:
    arguments: list
    code: int  # negative: ended by that signal; None: stopped after the timeout
    out: str
    err: str
    seconds: float

    @property
    def command(self):
        return shlex.join(["./quorate", *self.arguments])

    def json(self):
        return json.loads(self.out)


def run(*arguments, timeout=120, cwd=ROOT, environment=None):
    arguments = [str(argument) for argument in arguments]
    began = time.monotonic()
    process = subprocess.Popen([str(PROGRAM), *arguments], cwd=cwd, stdin=subprocess.DEVNULL,
                               env=None if environment is None else {**os.environ, **environment}, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        out, err = process.communicate(timeout=timeout)
        code = process.returncode
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        code = None
    text = [part.decode("utf-8", errors="replace") for part in (out, err)]
    return Run(arguments, code, text[0], text[1], time.monotonic() - began)


def relative(path):
    """The path as a reader of a failure would type it in the repository's folder."""
    path = Path(path).absolute()
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


def model_files(*folders):
    """All model files below the given folders of the repository, sorted."""
    return sorted(path for folder in folders for path in (ROOT / folder).rglob("*.ftdp"))


def is_finite(model):
    """Without natural numbers, so that a search can visit all of it."""
    return not re.search(r"^[^/\n]*\bnatural\b", model.read_text(encoding="utf-8"), re.MULTILINE)


def models(*folders):
    """Those that a search can visit."""
    return [path for path in model_files(*folders) if is_finite(path)]
