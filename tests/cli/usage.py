"""Mistakes on the command line: commands, options, values, files that are no models."""

import os
import tempfile
from pathlib import Path

from common import BAKERY, COMMANDS, HOLDS, VIOLATED, contract_holds, expect, outcome, parsed, rejected
from program import PROGRAM, ROOT, models, run


def test_exit_codes():
    expect(run("check", HOLDS), 0, out=["holds"], quiet="err")
    expect(run("check", VIOLATED), 1, out=["violated", "counterexample"], quiet="err")
    expect(run("check", VIOLATED, "--max-states", "2"), 2, out=["inconclusive"], quiet="err")
    expect(run("check", "missing.ftdp"), 3)
    # If one property is violated and another inconclusive, the exit code is that of a violation.
    expect(run("check", "protocols/tutorial/backup-3.ftdp", "--set", "f=2", "--traffic", "grm"), 1)


def test_help():
    one = run("--help")
    expect(one, 0, out=[*COMMANDS, "Exit codes: 0"], quiet="err")
    for command in COMMANDS:
        one = run(command, "--help")
        expect(one, 0, out=["Usage: quorate " + command, "--set", "Exit codes: 0"], quiet="err")
        expect(run(command, "-h"), 0, quiet="err")
    expect(run("--version"), 0, out=["quorate "], quiet="err")
    for option in ("--traffic", "--crash", "--loss", "--symmetry", "--search", "--property", "--deadlock", "--max-states", "--memory", "--time",
                   "--json", "--chart", "--itf", "--engine", "--sample", "--seed"):
        expect(run("check", "--help"), 0, out=[option])


def test_values_that_say_nothing():
    rejected(run("check", HOLDS, "--checkpoint", ""), "the name is empty")
    rejected(run("check", HOLDS, "--max-states", "0"), "--max-states")
    rejected(run("check", "protocols/paxos/paxos.ftdp", "--set", "n=3,n=4"), "n is set to 3 already")
    expect(run("check", "protocols/paxos/paxos.ftdp", "--set", "n=3,n=3"), 0)
    rejected(run("check", "missing.ftdp"), "it does not exist")
    rejected(run("check", "protocols"), "it is a folder")
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.ftdp"
        model.write_text("protocol p\nrole a[2] var x: bool := false\nrule r of a me: when true do me.x := true\n", encoding="utf-8")
        rejected(run("prove", model), "has no property to prove")


def test_bad_usage():
    rejected(run())
    rejected(run("chek", HOLDS), "chek", "did you mean check?")
    rejected(run("check", HOLDS, "--trafic", "m"), "quorate: these words are not expected: --trafic m\n", "did you mean --traffic?")
    rejected(run("simulate", HOLDS), "there is no command simulate", "check")
    rejected(run("param", HOLDS), "param", "parametric Promela", "quorate check")
    rejected(run("check", HOLDS, "--traffic", "tcp"), "--traffic", "tcp", "grm")
    for option in ("--traffic", "--crash", "--loss", "--symmetry", "--search", "--set", "--property", "--max-states", "--memory", "--time", "--json",
                   "--chart", "--itf"):
        rejected(run("check", HOLDS, option), option)
    rejected(run("check", HOLDS, "--search", "random"), "bfs")
    rejected(run("check", HOLDS, "--crash", "loud"), "explicit")
    rejected(run("check", HOLDS, VIOLATED), f"quorate: this word is not expected: {VIOLATED}\n", f"check reads one model, and that is {HOLDS}")
    rejected(run("check", HOLDS, "--unknown"), "--unknown")
    rejected(run("export", HOLDS), "--to")
    rejected(run("export", HOLDS, "--to", "tla"), "murphi")
    rejected(run("export"))


def test_words_left_over():
    """They are named in their order, with what to write instead."""
    model = "protocols/folklore-broadcast/folklore.pml"
    rejected(run("param", model, "--set", "N=4"), "quorate: these words are not expected: --set N=4\n", f"for one size: quorate check {model} --set N=4")
    rejected(run("param", model, "--set=N=4"), "quorate check")
    rejected(run("prove", HOLDS, "--threads", "2"), "not expected: --threads 2\n", "--threads is an option of check, not of prove")
    rejected(run("check", HOLDS, "--set", "n=3", "f=1"), "this word is not expected: f=1\n", "--set n=3,f=1")
    rejected(run("check", HOLDS, "n=3"), "parameters are set with --set n=3")
    rejected(run("check", HOLDS, "--json"), "quorate: --json")
    rejected(run(), "quorate: ")


def test_misspelt_words_of_options():
    rejected(run("check", HOLDS, "--symmetry", "off"), "--symmetry: off is not one of none, node, role; did you mean none?")
    rejected(run("check", HOLDS, "--traffic", "GRM"), "did you mean grm?")
    rejected(run("check", HOLDS, "--store", "compat"), "did you mean compact?")
    one = run("check", HOLDS, "--traffic", "tcp")
    rejected(one, "tcp is not one of m, grm, rm")
    outcome.check("did you mean" not in one.err, f"{one.command}: a suggestion: {one.err!r}")


def test_limits_with_units():
    for value in ("2GB", "2G", "2GiB", "4000MB"):
        expect(run("check", HOLDS, "--memory", value), 0)


def test_limits_malformed():
    for value in ("lots", "-1", "0", "1e3x", "3.5"):
        rejected(run("check", HOLDS, "--max-states", value), "--max-states")
    for value in ("lots", "5Q", "-1G", ""):
        rejected(run("check", HOLDS, "--memory", value))
    for value in ("soon", "5x", "-1s", ""):
        rejected(run("check", HOLDS, "--time", value))


def test_option_order():
    for options in (["--set", "n=4"], ["--property", "durable"], ["--set", "n=4", "--set", "f=1"], ["--traffic", "m"]):
        before, after = run("check", *options, HOLDS, "--json", "-"), run("check", HOLDS, *options, "--json", "-")
        expect(before, 0)
        if before.code == 0 and after.code == 0:
            same = before.json()["parameters"] == after.json()["parameters"]
            outcome.check(same, f"{before.command}: differs from {after.command}")


def test_model_files():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        rejected(run("check", folder / "missing.ftdp"), "missing.ftdp")
        rejected(run("check", folder), str(folder))
        rejected(run("check", "/dev/null"), "/dev/null is not a file that can be read: it is a device")
        contents = {
            "empty": b"",
            "blank": b"\n \t\n",
            "zeros": bytes(1000),
            "binary": bytes(range(256)) * 40,
            "program": PROGRAM.read_bytes()[:100000],
            "utf-16": "protocol p\nrole a\n".encode("utf-16"),
            "latin-1": "protocol p // für\nrole a\nrule r of a ä: do skip\n".encode("latin-1"),
            "long line": b"protocol p role a rule r of a p: when " + b"true and " * 20000 + b"true do skip",
            "deep": b"protocol p role a invariant i: " + b"(" * 20000 + b"true" + b")" * 20000,
        }
        for name, content in contents.items():
            path = folder / f"{name}.ftdp"
            path.write_bytes(content)
            one = run("check", path, "--max-states", "10")
            fine = name == "long line" and one.code in (0, 2)
            outcome.check(fine or (one.code == 3 and name in one.err), f"{one.command} ({name}): exit code {one.code}")
        (folder / "large.ftdp").write_bytes(b"// a comment\n" * 400000)
        rejected(run("check", folder / "large.ftdp"), "4 MiB")
        windows = folder / "windows.ftdp"
        text = ROOT.joinpath(HOLDS).read_text(encoding="utf-8")
        windows.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
        expect(run("check", windows), 0, out=["holds"])
        unreadable = folder / "unreadable.ftdp"
        unreadable.write_text(text, encoding="utf-8")
        unreadable.chmod(0)
        if os.geteuid() != 0:
            rejected(run("check", unreadable), "unreadable.ftdp: Permission denied")
        pipe = folder / "pipe.ftdp"
        os.mkfifo(pipe)
        rejected(run("check", pipe), "it is a device, a pipe or a socket")


def test_bundled_model():
    one = run("check")
    expect(one, 0, out=["No model was given", "paxos", "holds"])
    one = run("check", "--json", "-")
    expect(one, 0, quiet="err")
    contract_holds(one, parsed(one, one.out))
    elsewhere = run("check", cwd="/")
    expect(elsewhere, 0, out=["holds"])


def test_set():
    expect(run("check", HOLDS, "--set", "n=2"), 0, out=["n = 2"])
    expect(run("check", HOLDS, "--set", "n=3,f=1"), 0, out=["n = 3, f = 1"])
    expect(run("check", HOLDS, "--set", "n=3", "--set", "f=0"), 0, out=["n = 3, f = 0"])
    # What depends on a parameter follows.
    expect(run("check", HOLDS, "--set", "n=5", "--property", "durable"), 0, out=["n = 5, f = 2"])
    for value in ("n", "n=", "=3", "n=x", "n=3x", "n==3", "n=3.5", "n=99999999999999999999", "n 3", "n=3;f=1", ""):
        rejected(run("check", HOLDS, "--set", value))
    rejected(run("check", HOLDS, "--set", "N=3"), "N", "`n`")
    rejected(run("check", HOLDS, "--set", "replicas=3"), "replicas")
    rejected(run("check", HOLDS, "--set", "n=-1"))
    rejected(run("check", HOLDS, "--set", "n=1000000"))


def test_property():
    one = run("check", HOLDS, "--property", "durable", "--json", "-")
    expect(one, 0)
    outcome.check([r["property"] for r in one.json()["results"]] == ["durable"], f"{one.command}: not only durable")
    one = run("check", HOLDS, "--property", "takes_over", "--property", "durable", "--json", "-")
    outcome.check(len(one.json()["results"]) == 2, f"{one.command}: not both properties")
    rejected(run("check", HOLDS, "--property", "durabel"), "durabel", "did you mean durable?", "takes_over")
    rejected(run("check", HOLDS, "--property", ""))


def test_refusals():
    expect(run("check", HOLDS, "--crash", "implicit"), 2, out=["--crash implicit is not sound", "--crash explicit"])
    expect(run("check", HOLDS, "--traffic", "rm"), 2, out=["RM", "--traffic m"])
    expect(run("check", "tests/verdicts/models/fifo-loss.ftdp", "--loss", "implicit"), 2, out=["--loss implicit is not sound"])
    for option, values in (("--por", ("sleep",)), ("--split", ("half",)), ("--threads", ("0", "many"))):
        for value in values:
            rejected(run("check", HOLDS, option, value), option)


def test_natural_numbers_are_for_proofs():
    for command in (["check"], ["export", "--to", "murphi"], ["analyze"]):
        rejected(run(command[0], BAKERY, *command[1:]), "`ticket` holds natural numbers", "`quorate prove`")
