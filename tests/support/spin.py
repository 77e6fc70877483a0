"""spin, an independent judge: compiles an exported Promela model and reads what its checker says."""

import re
import subprocess
from pathlib import Path


def export(run, model, settings, loss, folder):
    """Writes model.pml into the folder; the program's run, for what it says if it refuses."""
    options = ["--set", settings] if settings else []
    return run("export", model, *options, "--to", "promela", "--loss", loss, "--output", f"{folder}/model.pml")


def build(folder, *flags):
    """The checker for model.pml in the folder; None if spin or the compiler fails."""
    for command in (["spin", "-a", "model.pml"], ["cc", "-w", "-DSAFETY", "-DVECTORSZ=4096", *flags, "-o", "pan", "pan.c"]):
        if subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300).returncode not in (0, 1):
            return None
    return Path(folder) / "pan"


def command(binary, table_bits=22):
    """Safety properties, no limit on depth to speak of, a hash table of 2^table_bits slots."""
    return [binary, "-m10000000", f"-w{table_bits}", "-E"]


def answer(text):
    """(violated, states) out of a checker's output; None if it did not finish."""
    errors = re.search(r"errors: (\d+)", text or "")
    states = re.search(r"(\d+) states, stored", text or "")
    if errors is None or states is None or "max search depth too small" in text:
        return None
    return int(errors[1]) > 0, int(states[1])


def judge(folder, timeout=300):
    """(violated, states) as spin sees the model in the folder, without its reduction; None without an answer."""
    binary = build(folder, "-O0", "-DNOREDUCE")
    if binary is None:
        return None
    try:
        done = subprocess.run(command(binary), cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout)
        return answer(done.stdout)
    except subprocess.TimeoutExpired:
        return None


def judge_formula(folder, name, timeout=120):
    """Whether an ltl formula of the model in the folder is violated, as spin sees it; None without an answer."""
    for command in (["spin", "-a", "model.pml"], ["cc", "-w", "-O0", "-DNOREDUCE", "-DVECTORSZ=4096", "-o", "pan", "pan.c"],
                    ["./pan", "-a", "-E", "-m10000000", "-N", name]):
        try:
            done = subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=timeout)
        except subprocess.TimeoutExpired:
            return None
    found = answer(done.stdout)
    return found[0] if found else None
