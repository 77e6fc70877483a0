"""One run of a program with everything about its end: exit code or signal, wall time, peak memory, what it wrote.

For suites that make many thousands of runs: no threads, no pipes, one system call to start and one to wait.
Only for the main thread of a process, since the clock is an interval timer. The caller's working folder and
limits are those of the program.
"""

import ctypes
import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

LAST_RESORT = 20  # seconds after its limit when a program is killed


@dataclass
class Finished:
    code: int  # negative: ended by that signal
    killed: bool  # by us, after the limit and much more
    seconds: float
    peak_bytes: int  # of the program or of a compiler that it ran, whichever was more; never below that of this script
    out: bytes
    err: bytes
    left_running: bool  # a process that it started

    @property
    def ending(self):
        if self.killed:
            return "does not end"
        return f"signal {signal.Signals(-self.code).name}" if self.code < 0 else f"exit {self.code}"


def read(path, most):
    with open(path, "rb") as file:
        return file.read(most)


def signal_group(group, number):
    """False if there is no process in the group any more."""
    try:
        os.killpg(group, number)
        return True
    except ProcessLookupError:
        return False


def adopt_orphans():
    """What a program leaves running becomes a child of this process, wherever it has put it. For processes that
    start nothing else."""
    adopt = 36  # PR_SET_CHILD_SUBREAPER
    if ctypes.CDLL(None, use_errno=True).prctl(adopt, 1, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "prctl")


def any_left():
    """Whether a process of the program lives on; one that was just ended gets a moment. They are ended here."""
    try:
        for _ in range(25):
            while os.waitpid(-1, os.WNOHANG)[0] != 0:
                pass
            time.sleep(0.02)
    except ChildProcessError:
        return False
    while children := Path(f"/proc/self/task/{os.getpid()}/children").read_text(encoding="ascii").split():
        for child in children:  # whose own children become ours then
            os.kill(int(child), signal.SIGKILL)
            os.waitpid(int(child), 0)
    return True


def run_limited(words, environment, folder, limit, *, interrupt=None, actions=None, most_output=1 << 26):
    """Runs `words` with its output in two files of `folder`, and kills it LAST_RESORT seconds after `limit`.
    `interrupt` is called with the process and a number of seconds after the start: (seconds, function).
    `actions` replace the usual standard streams."""
    out, err = Path(folder) / "stdout", Path(folder) / "stderr"
    writing = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for file in (out, err):
        file.unlink(missing_ok=True)
    usual = {0: (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0), 1: (os.POSIX_SPAWN_OPEN, 1, str(out), writing, 0o600),
             2: (os.POSIX_SPAWN_OPEN, 2, str(err), writing, 0o600)}
    usual.update(actions or {})
    began = time.monotonic()
    child = os.posix_spawn(words[0], words, environment, file_actions=list(usual.values()), setpgroup=0, setsigdef=range(1, 32))
    killed = False
    first = True

    def alarm(*_):
        nonlocal killed, first
        if first and interrupt:
            first = False
            interrupt[1](child)
            signal.setitimer(signal.ITIMER_REAL, max(0.01, limit + LAST_RESORT - interrupt[0]))
        else:
            killed = True
            signal_group(child, signal.SIGKILL)

    before = signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, interrupt[0] if interrupt else limit + LAST_RESORT)
    try:
        _, status, usage = os.wait4(child, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    seconds = time.monotonic() - began
    return Finished(os.waitstatus_to_exitcode(status), killed, seconds, usage.ru_maxrss * 1024,
                    *(read(file, most_output) if file.exists() else b"" for file in (out, err)), any_left())
