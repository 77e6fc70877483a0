"""rumur, an independent judge: compiles an exported Murphi model and reads what its checker says."""

import re
import subprocess
from pathlib import Path

SYMMETRIES = ("off", "heuristic", "exhaustive")


def export(run, model, settings, loss, folder):
    """Writes model.m into the folder; the program's run, for what it says if it refuses."""
    options = ["--set", settings] if settings else []
    return run("export", model, *options, "--to", "murphi", "--loss", loss, "--output", f"{folder}/model.m")


def build(folder, symmetry, optimisation="-O1"):
    """The checker for model.m in the folder; None if rumur or the compiler fails."""
    commands = [
        ["rumur", f"--symmetry-reduction={symmetry}", "--deadlock-detection=off", "--threads=1", "-o", f"{symmetry}.c", "model.m"],
        ["cc", optimisation, "-w", "-o", symmetry, f"{symmetry}.c", "-lpthread", "-latomic"],
    ]
    for command in commands:
        if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300).returncode != 0:
            return None
    return Path(folder) / symmetry


def answer(text):
    """(violated, states) out of a checker's output; None if it did not finish."""
    found = re.search(r"(\d+) states, \d+ rules fired", text or "")
    return None if found is None else ("error(s) found" in text, int(found[1]))


def judge(folder, symmetry, timeout=300):
    """(violated, states) as rumur sees the model in the folder; None without an answer."""
    binary = build(folder, symmetry)
    if binary is None:
        return None
    try:
        return answer(subprocess.run([binary], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout).stdout)
    except subprocess.TimeoutExpired:
        return None
