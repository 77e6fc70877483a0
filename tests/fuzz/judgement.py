"""What is wrong with the end of a run: a kind of failure in a few words, or nothing."""

import json
import re
import xml.etree.ElementTree

LATE = 2  # seconds after the limit, on a quiet machine
LONGEST_DIAGNOSTICS = 1 << 20  # a hundred errors with their lines are far less
CONTROL = re.compile(rb"[\x00-\x08\x0b-\x1f\x7f]")
VERDICTS = ("holds", "violated", "inconclusive")


def normalised(text):
    """A message without what differs from input to input."""
    text = re.sub(r"'[^']*'|`[^`]*`|\"[^\"]*\"", "'...'", text)
    return re.sub(r"\d+", "N", text)[:100]


def most_memory(limit_bytes):
    """The peak may exceed --memory by at most 10 % and 50 MB."""
    return limit_bytes * 1.1 + 50e6


def wrong_ending(finished):
    if finished.killed or finished.code < 0:
        return finished.ending
    if finished.code not in (0, 1, 2, 3):
        last = finished.err.decode("utf-8", "replace").strip().splitlines()[-1:] or [""]
        return f"exit {finished.code}: {normalised(last[0])}"
    if finished.code == 3 and not finished.err.strip():
        return "exit 3 without a message"
    return None


def wrong_streams(finished):
    if len(finished.err) > LONGEST_DIAGNOSTICS:
        return "more than a megabyte on standard error"
    for name, text in (("output", finished.out), ("error", finished.err)):
        if CONTROL.search(text):
            return f"control bytes on standard {name}"
        try:
            text.decode("utf-8")
        except UnicodeDecodeError:
            return f"standard {name} is not UTF-8"
    return None


def exit_code_of(results):
    verdicts = [result["verdict"] for result in results]
    if any(verdict not in VERDICTS for verdict in verdicts):
        return None
    return 1 if "violated" in verdicts else 2 if "inconclusive" in verdicts else 0


def wrong_report(command, finished, text):
    if finished.code == 3 and not text.strip():
        return None
    try:
        report = json.loads(text.decode("utf-8"))
    except ValueError:
        return "--json is not JSON"
    if finished.code == 2 and isinstance(report, dict) and report.get("results") == [] and "reason" in report:
        return None  # a limit ended it before there were results
    if command in ("check", "prove", "param") and isinstance(report, dict) and "results" in report and finished.code != 3:
        if exit_code_of(report["results"]) != finished.code:
            return f"--json has verdicts of exit code {exit_code_of(report['results'])}, not {finished.code}"
        if finished.code == 0 and not report["results"]:
            return "exit 0 without a result"
    return None


def wrong_file(command, option, finished, text):
    if option == "--json":
        return wrong_report(command, finished, text)
    if option == "--itf" and text:
        try:
            json.loads(text.decode("utf-8"))
        except ValueError:
            return "--itf is not JSON"
    if option == "--chart" and text:
        try:
            xml.etree.ElementTree.fromstring(text)
        except xml.etree.ElementTree.ParseError:
            return "--chart is not SVG"
    return None


def complaint(command, finished, written, limits):
    """`written`: option -> the bytes of its file; `limits`: (seconds, bytes)."""
    wrong = wrong_ending(finished) or wrong_streams(finished)
    for option, text in written.items():
        wrong = wrong or wrong_file(command, option, finished, text)
    if not wrong and finished.left_running:
        wrong = "a process is left running"
    if not wrong and finished.peak_bytes > most_memory(limits[1]):
        wrong = "memory"
    if not wrong and finished.seconds > limits[0] + LATE:
        wrong = "late"
    return f"{command}: {wrong}" if wrong else None
