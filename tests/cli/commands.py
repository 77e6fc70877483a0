"""The other commands: export, symmetries, prove."""

import difflib
import json
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import contract
from common import BAKERY, HOLDS, VIOLATED, contract_holds, expect, outcome, parsed, rejected
from program import PROGRAM, ROOT, models, relative, run


def test_export():
    for target in ("murphi", "promela"):
        one = run("export", VIOLATED, "--to", target)
        expect(one, 0, out=["backup"], quiet="err")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "model"
            expect(run("export", VIOLATED, "--to", target, "--output", path), 0, quiet="out")
            outcome.check(path.read_text(encoding="utf-8") == one.out, f"{one.command}: the file differs from standard output")
        expect(run("export", VIOLATED, "--to", target, "--output", "/nonexistent/x"), 3, err=["cannot write"])
    rejected(run("export", "missing.ftdp", "--to", "murphi"), "missing.ftdp")


def symmetries_goldens():
    """Models with everything that `quorate symmetries` says of them."""
    for model in sorted((Path(__file__).resolve().parent / "symmetries").glob("*.ftdp")):
        one = run("symmetries", relative(model))
        yield model.with_suffix(".expected"), one, f"{one.out}{one.err}exit code {one.code}\n"


def test_symmetries_text():
    for golden, one, text in symmetries_goldens():
        expected = golden.read_text(encoding="utf-8") if golden.exists() else ""
        difference = "\n".join(difflib.unified_diff(expected.splitlines(), text.splitlines(), relative(golden), "now", lineterm=""))
        outcome.check(expected == text, f"{one.command}: the answer differs\n{difference}")


# Protocols that name a process (the primary of a view, the next leader), or whose property follows one.
NAME_A_PROCESS = {"pbft": "replica", "raft-partial-connectivity": "server", "three-phase-commit": "participant"}


def test_symmetries_of_the_library():
    for model in models("protocols"):
        one = run("symmetries", model, "--json", "-")
        expect(one, 0, quiet="err")
        report = parsed(one, one.out) or {}
        contract_holds(one, report, contract.check_symmetries)
        for role in report.get("roles", []):
            named = NAME_A_PROCESS.get(model.parent.name) == role["name"]
            symmetric = role["interchangeable"] and not role["breaks"]
            outcome.check(symmetric != named, f"{one.command}: is {role['name']} interchangeable?")


def test_symmetries_json():
    model = "tests/cli/symmetries/ordered-leaders.ftdp"
    one = run("symmetries", model, "--set", "n=4", "--json", "-")
    expect(one, 0, quiet="err")
    report = parsed(one, one.out)
    contract_holds(one, report, contract.check_symmetries)
    outcome.check(report["parameters"] == {"n": 4} and report["factor"] == 1 and report["node_factor"] == 1, f"{one.command}: {report}")
    leader, acceptor, clerk = report["roles"]
    outcome.check({each["rule"] for each in leader["breaks"]} == {"C3", "C4"}, f"{one.command}: {leader}")
    outcome.check([each["property"] for each in acceptor["breaks"]] == [None, "first_is_promised", "first_is_promised"], f"{one.command}: {acceptor}")
    outcome.check(clerk["interchangeable"] and clerk["size"] == 1, f"{one.command}: {clerk}")
    one = run("symmetries", "protocols/paxos/paxos.ftdp", "--set", "m=2,n=5", "--json", "-")
    report = parsed(one, one.out)
    outcome.check([len(role["parts"]) for role in report["roles"]] == [1, 1], f"{one.command}: roles of Paxos are taken apart")
    outcome.check((report["factor"], report["node_factor"]) == (240, 12), f"{one.command}: {report['factor']}, {report['node_factor']}")
    report = parsed(one, run("symmetries", "protocols/paxos-nodes/paxos-nodes.ftdp", "--json", "-").out)
    parts = [part["rules"] for part in report["roles"][0]["parts"]]
    outcome.check(parts == [["prepare", "propose"], ["promise", "vote"]], f"the parts of paxos-nodes: {parts}")
    outcome.check((report["factor"], report["decomposed_factor"]) == (6, 36), f"the factors of paxos-nodes: {report}")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answer.json"
        expect(run("symmetries", model, "--set", "n=4", "--json", path), 0, out=["interchangeable"], quiet="err")
        outcome.check(json.loads(path.read_text(encoding="utf-8"))["roles"][0] == leader, "--json FILE differs from --json -")
    rejected(run("symmetries", "missing.ftdp"), "missing.ftdp")
    rejected(run("symmetries"), "MODEL")


def test_prove():
    expect(run("prove", BAKERY), 0, out=["mutex  holds", "strengthened guards"], quiet="err")
    expect(run("prove", "protocols/bakery/bakery-impolite.ftdp"), 1, out=["mutex is violated", "counterexample"], quiet="err")
    bare = ("prove", BAKERY, "--lemmas", "none", "--strengthen", "off", "--k-max", "2")
    expect(run(*bare), 2, out=["inconclusive", "inductive counterexample", "First state"], quiet="err")
    rejected(run("prove", "missing.ftdp"))
    rejected(run("prove"), "MODEL")
    rejected(run("prove", BAKERY, "--property", "mutx"), "did you mean mutex?")
    for option, value in (("--k-max", "0"), ("--lemmas", "some"), ("--strengthen", "yes"), ("--time", "soon")):
        rejected(run("prove", BAKERY, option, value), option)
    for option in ("--certificate", "--graph"):
        expect(run("prove", BAKERY, option, "/nonexistent/file"), 3, err=["cannot write /nonexistent/file"])
        rejected(run("prove", "protocols/bakery/bakery-impolite.ftdp", option, "/nonexistent/file"), "cannot write /nonexistent/file")
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "file"
            expect(run("prove", "protocols/bakery/bakery-impolite.ftdp", option, path), 1, out=["Nothing was proved"])
            outcome.check(not path.exists(), f"prove {option}: an empty file is left")
    with tempfile.TemporaryDirectory() as folder:
        graph = Path(folder) / "proof.dot"
        expect(run("prove", BAKERY, "--strengthen", "off", "--graph", graph), 0)
        text = graph.read_text(encoding="utf-8")
        outcome.check(text.startswith("digraph") and '-> "mutex: mutex"' in text, f"prove --graph: {text[:200]!r}")
    # What is no invariant is not for induction.
    expect(run("prove", "protocols/paxos-liveness/paxos-leader.ftdp", "--property", "decides"), 2, out=["quorate check"])


def test_prove_json():
    for arguments in ([BAKERY], ["protocols/bakery/bakery-impolite.ftdp"], [BAKERY, "--lemmas", "none", "--strengthen", "off", "--k-max", "2"],
                      [HOLDS], [VIOLATED], ["protocols/fd-consensus/fd-consensus.ftdp", "--set", "n=2", "--lemmas", "declared"]):
        one = run("prove", *arguments, "--json", "-")
        report = parsed(one, one.out)
        if report is not None:
            contract_holds(one, report, contract.check_proof)


def test_prove_is_interrupted():
    process = subprocess.Popen([str(PROGRAM), "prove", "protocols/fd-consensus/fd-consensus.ftdp", "--lemmas", "discovered"], cwd=ROOT,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    interrupted_at = time.monotonic()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    waited = time.monotonic() - interrupted_at
    outcome.check(process.returncode == 2 and "interrupted" in out and err == "", f"prove after SIGINT: {process.returncode}: {out[:200]!r} {err[:200]!r}")
    outcome.check(waited < 5, f"prove after SIGINT: ended after {waited:.1f} s")
