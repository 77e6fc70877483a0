"""What is written: JSON, traces, charts, samples, colours, progress."""

import os
import pty
import signal
import subprocess
import tempfile
import time
import xml.etree.ElementTree
from pathlib import Path

import contract
from common import HOLDS, LONG, VIOLATED, contract_holds, expect, outcome, parsed, rejected
from program import PROGRAM, ROOT, models, relative, run


def test_json():
    for model in models("protocols", "tests/verdicts/models"):
        one = run("check", relative(model), "--json", "-", "--max-states", "20000")
        report = parsed(one, one.out)
        outcome.check(one.err == "" or "warning" in one.err, f"{one.command}: standard error is not empty: {one.err[:200]}")
        if report is not None:
            contract_holds(one, report)
    one = run("check", VIOLATED, "--json", "-", "--set", "n=4", "--search", "dfs", "--traffic", "grm")
    report = one.json()
    outcome.check(report["model"] == "backup" and report["parameters"] == {"n": 4}, f"{one.command}: model and parameters")
    outcome.check((report["options"]["search"], report["options"]["traffic"]) == ("dfs", "grm"), f"{one.command}: options")
    rejected(run("check", "missing.ftdp", "--json", "-"))


def test_samples():
    """Sample runs come before the report, which is as without them; the same seed gives the same runs."""
    one = run("check", HOLDS, "--sample", "3")
    expect(one, 0, out=["3 runs at random, seed 1", "Sample 3 (", "Predicates of the properties in the samples:", "holds"], quiet="err")
    expect(run("check", VIOLATED, "--sample", "1"), 1, out=["Sample 1 (", "violated", "counterexample"])
    again, other = run("check", HOLDS, "--sample", "3"), run("check", HOLDS, "--sample", "3", "--seed", "9")
    drawn = [text.out.split("Predicates of the properties")[0] for text in (one, again, other)]
    outcome.check(drawn[0] == drawn[1], f"{one.command}: two runs of it differ")
    outcome.check(drawn[0] != drawn[2], f"{other.command}: another seed gives the same runs")
    for value in ("0", "-1", "many", "1.5", "", "10001"):
        rejected(run("check", HOLDS, "--sample", value), "--sample")
    rejected(run("check", HOLDS, "--seed", "3"), "--sample")
    rejected(run("check", HOLDS, "--smaple", "3"), "did you mean --sample?")
    rejected(run("check", "missing.ftdp", "--sample", "3"), "missing.ftdp")


def test_samples_of_all_models():
    for model in models("protocols", "tests/verdicts/models"):
        for options in ([], ["--traffic", "grm"], ["--traffic", "rm", "--crash", "receipt"], ["--crash", "implicit", "--loss", "implicit"]):
            one = run("check", relative(model), "--sample", "2", *options, "--max-states", "20", "--json", "-")
            report = parsed(one, one.out) if one.code < 3 else None
            if outcome.check(report is not None, f"{one.command}: exit code {one.code}: {one.err[:200]}"):
                contract_holds(one, report)
                outcome.check("samples" in report, f"{one.command}: no samples")


def test_samples_of_a_dead_premise():
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.ftdp"
        model.write_text("""protocol p role a[2] var x: 0..3 := 0
            rule up of a i: when i.x < 2 do i.x := i.x + 1
            property answered: G all(i: a | i.x = 3 => i.x = 0)""", encoding="utf-8")
        one = run("check", model, "--sample", "20")
        expect(one, 0, out=["premise `i.x = 3` was never true in 20 runs", "`i.x = 0` was true in 20 runs and false in 20"])


def test_output_files():
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / f"trace.{name}" for name in ("json", "svg", "itf")}
        one = run("check", VIOLATED, "--json", files["json"], "--chart", files["svg"], "--itf", files["itf"])
        expect(one, 1, out=["violated"], quiet="err")
        if outcome.check(all(path.exists() for path in files.values()), f"{one.command}: a file is missing"):
            contract_holds(one, parsed(one, files["json"].read_text(encoding="utf-8")))
            contract_holds(one, parsed(one, files["itf"].read_text(encoding="utf-8")), contract.check_itf)
            check_chart(one, files["svg"].read_text(encoding="utf-8"))
            for path in files.values():
                path.unlink()
        one = run("check", HOLDS, "--chart", files["svg"], "--itf", files["itf"])
        expect(one, 0, out=["no counterexample"])
        outcome.check(not files["svg"].exists() and not files["itf"].exists(), f"{one.command}: wrote a trace without one")
    for option in ("--json", "--chart", "--itf"):
        expect(run("check", VIOLATED, option, "/nonexistent/file"), 3, err=["cannot write /nonexistent/file"])
        expect(run("check", VIOLATED, option, "/"), 3, err=["cannot write /"])
    if os.path.exists("/dev/full"):
        expect(run("check", VIOLATED, "--json", "/dev/full"), 3, err=["cannot write"])


def test_chart_of_a_witness():
    """A run that a property asks for is drawn, and not as a violation."""
    with tempfile.TemporaryDirectory() as folder:
        model, chart = Path(folder) / "model.ftdp", Path(folder) / "chart.svg"
        model.write_text("""protocol p role a var x: 0..1 := 0
            rule up of a i: when i.x = 0 do i.x := 1
            property may: E F all(i: a | i.x = 1)""", encoding="utf-8")
        one = run("check", model, "--chart", chart, "--json", "-")
        expect(one, 0)
        contract_holds(one, one.json())
        outcome.check(one.json()["results"][0]["witness"] is True, f"{one.command}: no witness")
        text = " ".join(" ".join(xml.etree.ElementTree.parse(chart).getroot().itertext()).split()) if chart.exists() else ""
        outcome.check("a witness of may" in text and "violated" not in text, f"{one.command}: the chart says something else")


def check_chart(one, text):
    try:
        root = xml.etree.ElementTree.fromstring(text)
    except xml.etree.ElementTree.ParseError as error:
        outcome.check(False, f"{one.command}: the chart is not well-formed: {error}")
        return
    outcome.check(root.tag == "{http://www.w3.org/2000/svg}svg", f"{one.command}: the chart's root is {root.tag}")
    words = " ".join(root.itertext())
    for process in ("primary", "replica", "successor"):
        outcome.check(process in words, f"{one.command}: the chart does not name {process}")
    for attribute in ("width", "height", "viewBox"):
        outcome.check(attribute in root.attrib, f"{one.command}: the chart has no {attribute}")


def test_charts_of_all_violations():
    with tempfile.TemporaryDirectory() as folder:
        for model in models("protocols", "tests/verdicts/models"):
            if " violated" not in model.read_text(encoding="utf-8"):
                continue
            chart, itf = Path(folder) / "chart.svg", Path(folder) / "trace.json"
            one = run("check", relative(model), "--chart", chart, "--itf", itf, "--max-states", "200000")
            if not chart.exists():
                continue
            try:
                xml.etree.ElementTree.parse(chart)
                outcome.check(True, "")
            except xml.etree.ElementTree.ParseError as error:
                outcome.check(False, f"{one.command}: the chart is not well-formed: {error}")
            contract_holds(one, parsed(one, itf.read_text(encoding="utf-8")), contract.check_itf)
            chart.unlink()
            itf.unlink()


def on_terminal(arguments, seconds):
    """Standard output and error of a run on a terminal that is interrupted after some seconds."""
    master, slave = pty.openpty()
    process = subprocess.Popen([str(PROGRAM), *arguments], cwd=ROOT, stdout=slave, stderr=slave,
                               stdin=subprocess.DEVNULL)
    os.close(slave)
    text = b""
    timer = time.monotonic() + seconds
    stopped = False
    while True:
        if not stopped and time.monotonic() > timer:
            process.send_signal(signal.SIGINT)
            stopped = True
        try:
            os.set_blocking(master, False)
            part = os.read(master, 65536)
            if not part:
                break
            text += part
        except BlockingIOError:
            time.sleep(0.05)
        except OSError:  # the other end is closed
            break
    os.close(master)
    process.wait(timeout=10)
    return text.decode("utf-8", errors="replace"), process.returncode


def test_progress_line():
    text, code = on_terminal(LONG, 3)
    lines = text.count("states/s") or text.count("/s  ")
    outcome.check(code == 2 and lines >= 2, f"on a terminal: exit code {code}, {lines} progress lines in 3 s")
    for word in ("states", "queued", "depth", "iB"):
        outcome.check(word in text, f"the progress line lacks {word}: {text[:200]!r}")
    piped = run(*LONG, "--time", "1500ms")
    expect(piped, 2, quiet="err")
    outcome.check("\r" not in piped.out and "\033" not in piped.out, f"{piped.command}: control characters in a pipe")


def test_colours():
    text, code = on_terminal(["check", VIOLATED], 20)
    outcome.check("\033[" in text and code == 1, "no colours on a terminal")
    text, code = on_terminal(["check", VIOLATED, "--no-color"], 20)
    outcome.check("\033[1" not in text and "\033[3" not in text and code == 1, "colours in spite of --no-color")
    outcome.check("\033" not in run("check", VIOLATED).out, "colours in a pipe")


def test_deadlock():
    one = run("check", VIOLATED, "--deadlock", "--json", "-")
    verdicts = {result["property"]: result["verdict"] for result in one.json()["results"]}
    outcome.check(verdicts == {"durable": "violated", "no-deadlock": "violated"}, f"{one.command}: {verdicts}")
    one = run("check", VIOLATED, "--json", "-")
    outcome.check([result["property"] for result in one.json()["results"]] == ["durable"], f"{one.command}: an undeclared deadlock check")
    # A model that declares freedom from deadlock keeps its own end states.
    expect(run("check", HOLDS, "--deadlock"), 0, out=["takes_over"])
