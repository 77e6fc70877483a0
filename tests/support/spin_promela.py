"""What spin says of a Promela text that we check ourselves: each formula, and the assertions."""

import subprocess
from pathlib import Path

from spin import answer

# No reduction. -E: deadlocks do not count.
COMPILE = ["cc", "-w", "-O0", "-DNOREDUCE", "-DVECTORSZ=4096", "-o", "pan", "pan.c"]


def without_assertions(text):
    """Formulas are judged as if assertions were skip; spin's option for that would silence the formulas as well."""
    while "assert(" in text:
        begin = text.index("assert(")
        end, depth = begin + len("assert("), 1
        while depth > 0:
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        text = text[:begin] + "skip" + text[end:]
    return text


def without_formulas(text):
    """Assertions are judged alone: a formula that ends a run early hides them."""
    return "".join(line for line in text.splitlines(keepends=True) if not line.startswith("ltl "))


def done(command, folder, timeout):
    try:
        return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", timeout=timeout).stdout
    except (subprocess.TimeoutExpired, FileNotFoundError):  # no checker: the compiler refused
        return ""


def verdicts(folder, names, timeout=20):
    """By property: True (violated), False (holds) or None (no answer). The text is model.pml in the folder."""
    text = Path(folder, "model.pml").read_text(encoding="utf-8")
    result = {}
    for name in sorted(names, key=lambda one: one != "assertions"):
        wanted = without_formulas(text) if name == "assertions" else without_assertions(text)
        source = Path(folder, "judged.pml")
        if not source.exists() or source.read_text(encoding="utf-8") != wanted:
            source.write_text(wanted, encoding="utf-8")
            said = done(["spin", "-a", "judged.pml"], folder, timeout)
            if "Error" in said or "tl_spin:" in said:
                return {"error": said}
            done(COMPILE, folder, 4 * timeout)
        options = ["-E"] if name == "assertions" else ["-a", "-E", "-N", name]
        found = answer(done(["./pan", "-m200000", *options], folder, timeout))
        result[name] = None if found is None else found[0]
    return result
