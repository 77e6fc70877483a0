"""What the scripts of this folder share: the program run for one property, and how numbers are shown."""

import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "support"))

import rumur  # noqa: E402
import spin  # noqa: E402
from program import run  # noqa: E402


def check(model, settings, *options, prop=None, por=("--por", "none"), limits=("--time", "10m", "--memory", "16G")):
    """The first result of `quorate check`, without partial-order reduction unless asked for, as its JSON has it."""
    chosen = ["--property", prop] if prop else []
    one = run("check", model, "--set", settings, *chosen, *options, *por, *limits, "--json", "-", timeout=None)
    if one.code not in (0, 1, 2):
        raise SystemExit(f"{one.command}\n{one.err}")
    return one.json()["results"][0]


def exported(model, settings, loss, folder):
    """Writes the model for rumur into the folder."""
    one = rumur.export(run, model, settings, loss, folder)
    if one.code != 0:
        raise SystemExit(f"{one.command}\n{one.err}")


def measured(command, timeout=None, environment=None):
    """Output, wall seconds and peak resident bytes of a command (asked of the kernel while it runs); no output
    if it takes too long."""
    peak = 0
    ended = threading.Event()

    def watch(process):
        nonlocal peak
        while not ended.wait(0.02):
            try:
                status = Path(f"/proc/{process.pid}/status").read_text()
                peak = max(peak, int(re.search(r"VmHWM:\s+(\d+)", status)[1]) * 1024)
            except (OSError, TypeError):
                pass
            if timeout is not None and time.monotonic() - begin > timeout:
                process.kill()

    with tempfile.TemporaryFile("w+") as output:
        begin = time.monotonic()
        process = subprocess.Popen([str(word) for word in command], stdout=output, stderr=subprocess.STDOUT, cwd=ROOT,
                                   env={**os.environ, **(environment or {})})
        watcher = threading.Thread(target=watch, args=[process])
        watcher.start()
        process.wait()  # without a timeout: it would be checked every few milliseconds only
        wall = time.monotonic() - begin
        ended.set()
        watcher.join()
        if timeout is not None and wall > timeout:
            return "", timeout, peak
        output.seek(0)
        return output.read(), wall, peak


def complete(result):
    return result is not None and result["verdict"] != "inconclusive"


def number(value, missing="-"):
    return missing if value is None else f"{value:,}"


def states(result):
    """Stored states, with the reason if the search did not end."""
    if result is None:
        return "not run"
    return f"{result['states']:,}" + ("" if complete(result) else f" ({result['reason']})")


def seconds(value):
    if value is None:
        return "-"
    return f"{value:.2f} s" if value < 10 else f"{value:.0f} s"


def times(value):
    return "-" if value is None else f"{value:.1f}x"


def percent(value):
    return "-" if value is None else f"{100 * value:.0f}%"


def store(result):
    """Memory of the stored states."""
    return f"{result['states'] * result['bytes_per_state'] / 2**20:,.1f} MiB"


def heading(*columns):
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))


def row(*columns):
    print("| " + " | ".join(str(column) for column in columns) + " |", flush=True)
