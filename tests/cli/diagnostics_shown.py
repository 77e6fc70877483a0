"""How errors in a model are shown, however many there are and whatever bytes they have."""

import tempfile
from pathlib import Path

from common import HOLDS, outcome, rejected, shell
from program import run


def shown(text, name="model.ftdp"):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return run("check" if name.endswith("ftdp") else "param", path)


def test_empty_name():
    rejected(run("check", ""), "empty")
    rejected(run("prove", ""), '""')
    rejected(run("export", "", "--to", "murphi"), '""')
    rejected(shell(f'"$q" check "" {HOLDS}'))


def test_at_most_a_hundred_errors():
    """Errors beyond the first ones are only counted, and a line of 30 KB is not shown whole for each."""
    for text in ("protocol p role a\n" + "rule r of a i: do i.nope := 1\n" * 3000, "protocol p role a\n" + "rule r of a i: do i.nope := 1 " * 1000,
                 "protocol p role a\ninvariant i: " + "nope and " * 5000 + "true", "protocol p role " + "$ 1 " * 8000):
        one = shown(text)
        rejected(one)
        outcome.check(one.err.count(" error: ") <= 100, f"{one.command}: {one.err.count(' error: ')} errors are shown")
        outcome.check(len(one.err) < 100_000, f"{one.command}: {len(one.err)} bytes of text")
    one = shown("protocol p role a\n" + "".join(f"rule r{k} of a i: do i.nope := 1\n" for k in range(250)))
    rejected(one, "and 150 more errors", "250 errors")
    one = shown("protocol p role a\n" + "".join(f"rule r{k} of a i: do i.nope := 1\n" for k in range(101)))
    rejected(one, "and 1 more error\n", "101 errors")
    one = shown("protocol p role a\n" + "".join(f"rule r{k} of a i: do i.nope := 1\n" for k in range(100)))
    rejected(one)
    outcome.check(" more error" not in one.err, f"{one.command}: {one.err[-200:]}")
    one = shown("@ " * 15000 + "\n" + "int x = $;\n" * 5000, "model.pml")
    rejected(one)
    outcome.check(one.err.count(" error: ") <= 100 and len(one.err) < 100_000, f"{one.command}: {len(one.err)} bytes of text")


def test_long_lines_are_shown_around_the_caret():
    one = shown("protocol p role a var x: bool := true rule r of a i: do skip " + " ".join(f"invariant i{k}: all(j: a | j.{'nope' if k == 1500 else 'x'})" for k in range(2000)))
    rejected(one, "nope", "...")
    lines = one.err.split("\n")
    text, marks = lines[1], lines[2]
    outcome.check(len(text) < 250, f"{one.command}: {len(text)} characters")
    at = marks.index("^")
    outcome.check(text[at:].startswith("nope") or "nope" in text[at - 12 : at + 12], f"{one.command}: the caret is elsewhere: {text!r} {marks!r}")


def test_control_bytes_are_escaped():
    for text in (b"protocol p role a \x1b[31m invariant i: true", b"protocol p role a // \x1b]0;title\x07\ninvariant i: nope /* \x9b */",
                 b"protocol p role a invariant i: nope // \xff\xfe \x7f \xc2\x9b31m \xe2\x80\xae", b"protocol p role a\x00b",
                 "protocol p role a invariant \u202ei: true".encode()):
        for name in ("model.ftdp", "model.pml"):
            one = shown(text, name)
            rejected(one)
            bad = [c for c in one.err if c not in "\n\t" and (ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or c in "\u202e\ufffd")]
            outcome.check(not bad, f"{one.command}: {bad} in {one.err!r}")
    for arguments in (["check", "\x1b[31m.ftdp"], ["ch\x1b[31meck"], ["check", HOLDS, "--se\x1b[31mt"], ["check", HOLDS, "--set", "n\x07=3"],
                      ["check", HOLDS, "--property", "\x1b[31m"], ["check", HOLDS, "--json", "/nonexistent/\x1b[31m"]):
        one = run(*arguments)
        rejected(one)
        outcome.check("\x1b" not in one.err and "\x07" not in one.err, f"{one.command}: {one.err!r}")


def test_long_names():
    """A name of a megabyte is not repeated a hundred times."""
    name = "x" * 1_000_000
    one = shown(f"protocol p role a invariant i: " + f"{name} and " * 3 + "true")
    rejected(one)
    outcome.check(len(one.err) < 100_000, f"a long name: {len(one.err)} bytes of text")
