"""Plain Promela, as users of SPIN write it for a fixed size."""

import tempfile
from pathlib import Path

from program import run

PLAIN = """#define RING 3
byte turn, inside;
#define someone (inside > 0)
#define two (inside > 1)
active [RING] proctype P() {
again:
  if
  :: turn == _pid -> inside++
  fi;
  inside--;
  atomic { turn = (turn + 1) % RING; assert(turn < RING) };
  goto again
}
"""

# what follows the processes; arguments, exit code, what is said
PLAINS = [
    ("ltl exclusion { [] !two }\nltl works { []<> someone }", [], 0, "works       holds"),
    ("ltl wrong { [] !someone }", [], 1, "wrong is violated. A counterexample"),
    ("ltl wrong { <>[] someone }", ["--json", "-"], 1, '"verdict": "violated"'),
    ("", [], 0, "assertions  holds"),
    ("ltl a { [] !two }", ["--property", "b"], 3, "it has: assertions, a"),
    ("ltl a { [] !two }", ["--set", "N=3"], 3, "has no parameters"),
    ("chan c = [0] of { byte };", [], 3, "rendezvous"),
    ("ltl a { [] !tow }", [], 3, "tow is not declared"),
]


def test_plain(outcome):
    """Promela of a fixed size; and files that say nothing to check."""
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "ring.pml"
        for text, arguments, code, said in PLAINS:
            model.write_text(PLAIN + text + "\n", encoding="utf-8")
            one = run("check", model, *arguments, timeout=60)
            outcome.check(one.code == code and said in one.out + one.err, f"{text} {arguments}: {one.code}, not {code}\n{one.out}{one.err}")
        one = run("param", model, timeout=60)
        outcome.check(one.code == 3 and "Promela of a fixed size" in one.err, f"param on a fixed size: {one.code}\n{one.err}")
        for text in ("symbolic int N; active[N] proctype P() { byte pc; s: atomic { skip } goto s }", "active proctype P() { skip }"):
            model.write_text(text, encoding="utf-8")
            one = run("check", model, *(["--set", "N=1"] if "symbolic" in text else []), timeout=60)
            outcome.check(one.code == 3 and "has no property to check" in one.err, f"no properties: {one.code}\n{one.out}{one.err}")
        automaton = Path(folder) / "bcast.ta"
        automaton.write_text("ta Proc { local pc; }", encoding="utf-8")
        for command in ("check", "param"):
            one = run(command, automaton, timeout=60)
            outcome.check(one.code == 3 and "threshold automaton" in one.err and "parametric Promela" in one.err, f"{command} .ta: {one.code}\n{one.err}")
