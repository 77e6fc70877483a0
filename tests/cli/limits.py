"""Limits, interruption, and models that are too large."""

import re
import json
import signal
import subprocess
import tempfile
import time
from pathlib import Path

import contract
from common import HOLDS, LONG, expect, outcome
from program import PROGRAM, ROOT, run


def test_limits():
    for options, reason in ((["--max-states", "1000"], "limit on states"), (["--time", "200ms"], "limit on time"),
                            (["--memory", "40M"], "limit on memory")):
        one = run(*LONG, *options, "--json", "-", timeout=20)
        expect(one, 2)
        results = one.json()["results"] if one.code == 2 else []
        for result in results:
            outcome.check(reason in result["reason"] and result["states"] > 0, f"{one.command}: {result['reason']}")
        expect(run(*LONG, *options, timeout=20), 2, out=["inconclusive", reason, " state"])
    # A limit that is not reached changes nothing.
    expect(run("check", HOLDS, "--max-states", "1000000", "--memory", "1G", "--time", "10m"), 0)


def test_too_many_steps():
    """One state with 60^4 steps ends with a reason, not with all memory."""
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.ftdp"
        model.write_text("""protocol p role a var x: set of 1..60 := {}
            rule choose of a i: when i.x = {} do i.x := {any(k: 1..60), any(k: 1..60), any(k: 1..60), any(k: 1..60)}
            invariant fine: true""", encoding="utf-8")
        expect(run("check", model, timeout=60), 2, out=["a state has more steps than can be enumerated"])


def test_too_many_initial_states():
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.ftdp"
        model.write_text("protocol p role p[2] var id: 1..100000 := distinct rule idle of p i: do skip invariant fine: true\n", encoding="utf-8")
        one = run("check", model, "--time", "2s", timeout=20)
        expect(one, 2, out=["inconclusive", "initial states"])
        outcome.check(one.seconds < 5, f"{one.command}: took {one.seconds:.1f} s")


def test_quorum_of_everybody():
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.ftdp"
        model.write_text("""protocol p role voter[60] var voted: bool := false role judge var decided: bool := false message VOTE
            rule vote of voter v: when not v.voted do v.voted := true; send VOTE to all judge
            rule decide of judge j on VOTE from quorum Q[60] of voter: do j.decided := true
            invariant fine: true""", encoding="utf-8")
        expect(run("check", model, "--symmetry", "none", "--por", "none", "--max-states", "1000", timeout=20), 2, out=["limit on states"])
        # 60! permutations: who has voted and who is heard is all that is left.
        expect(run("check", model, "--por", "none", timeout=20), 0, out=["permuting voter[60]", "62 states"])


def test_time_limit_is_kept():
    for seconds in (0.5, 2):
        one = run(*LONG, "--time", f"{seconds}s", timeout=30)
        outcome.check(one.seconds < seconds + 1.5, f"{one.command}: took {one.seconds:.1f} s")


def test_interruption():
    for options in ([], ["--json", "-"], ["--search", "dfs"]):
        process = subprocess.Popen([str(PROGRAM), *LONG, *options], cwd=ROOT,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        interrupted_at = time.monotonic()
        process.send_signal(signal.SIGINT)
        try:
            out, err = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
        waited = time.monotonic() - interrupted_at
        where = f"./quorate {' '.join(LONG + options)} after SIGINT"
        outcome.check(process.returncode == 2, f"{where}: exit code {process.returncode}")
        outcome.check(waited < 2.5, f"{where}: ended after {waited:.1f} s")
        outcome.check("interrupted" in out and "states" in out, f"{where}: no statistics: {out[:200]!r}")
        outcome.check(err == "", f"{where}: standard error: {err[:200]!r}")
        if "--json" in options:
            try:
                contract.check_report(json.loads(out))
                outcome.check(True, "")
            except (ValueError, contract.Violation) as error:
                outcome.check(False, f"{where}: {error}")


def test_room_of_channels():
    """The limits that docs/language.md names are those of the program."""
    limits = re.search(r"^\| messages in one channel \| (\d+); (\d+) if unbounded", (ROOT / "docs/language.md").read_text(encoding="utf-8"), re.M)
    unreduced = ["--symmetry", "none", "--por", "none", "--forget", "off"]
    for most, bound in ((int(limits[2]), ""), (int(limits[1]), ", bound 1000")):
        for messages, code, says in ((most, 0, "holds"), (most + 1, 2, f"a channel from a to b holds more than {most} messages")):
            with tempfile.NamedTemporaryFile("w", suffix=".ftdp") as file:
                file.write(f"""protocol grows
channels reliable, unordered{bound}
role a var t: 0..{messages} := 0
role b var v: bool := false
message M
rule r of a me: when me.t < {messages} do me.t := me.t + 1; send M to all b
invariant i: all(x: a | x.t <= {messages})
""")
                file.flush()
                expect(run("check", file.name, *unreduced), code, out=[says])
