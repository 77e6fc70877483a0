"""What the scripts of this folder share: the program run for one property, and how numbers are shown."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "tests" / "support"))

from program import run  # noqa: E402


def check(model, settings, *options, prop=None, limits=("--time", "10m", "--memory", "16G")):
    """The first result of `quorate check`, as its JSON has it."""
    chosen = ["--property", prop] if prop else []
    one = run("check", model, "--set", settings, *chosen, *options, *limits, "--json", "-", timeout=None)
    if one.code not in (0, 1, 2):
        raise SystemExit(f"{one.command}\n{one.err}")
    return one.json()["results"][0]


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


def mebibytes(result):
    return f"{result['peak_memory_bytes'] / 2**20:,.0f} MiB"


def heading(*columns):
    print("| " + " | ".join(columns) + " |")
    print("|" + "---|" * len(columns))


def row(*columns):
    print("| " + " | ".join(str(column) for column in columns) + " |", flush=True)
