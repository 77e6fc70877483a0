"""How a check is made: engines, stores, threads."""

import tempfile
from pathlib import Path

from common import HOLDS, LONG, VIOLATED, contract_holds, expect, outcome, parsed, rejected
from program import models, run


def without_measurements(report):
    """What must not depend on how states are executed."""
    options = {name: value for name, value in report["options"].items() if name != "engine"}
    results = [{name: value for name, value in result.items() if name not in ("seconds", "timing", "peak_memory_bytes", "bytes_per_state")}
               for result in report["results"]]
    return {**report, "options": options, "results": results}


def test_engine():
    with tempfile.TemporaryDirectory() as folder:
        cache = {"XDG_CACHE_HOME": folder}
        for model in (HOLDS, VIOLATED, "tests/verdicts/models/model-errors.ftdp", "tests/verdicts/models/temporal.ftdp",
                      "tests/verdicts/models/temporal-process-fairness.ftdp"):
            for options in ([], ["--symmetry", "none", "--por", "none"]):
                interpreted = run("check", model, *options, "--engine", "interpreted", "--json", "-", environment=cache)
                native = run("check", model, *options, "--engine", "native", "--json", "-", environment=cache)
                outcome.check(native.code == interpreted.code, f"{native.command}: exit code {native.code}, interpreted {interpreted.code}")
                reports = [parsed(one, one.out) for one in (interpreted, native)]
                if None in reports:
                    continue
                contract_holds(native, reports[1])
                outcome.check([report["options"]["engine"] for report in reports] == ["interpreted", "native"], f"{native.command}: wrong engine")
                outcome.check(without_measurements(reports[0]) == without_measurements(reports[1]), f"{native.command}: differs from --engine interpreted")
        libraries = list(Path(folder).rglob("*"))
        outcome.check(all(path.suffix == ".so" or path.is_dir() for path in libraries), f"left in the cache: {libraries}")
        for library in Path(folder).rglob("*.so"):
            library.write_bytes(library.read_bytes()[:1000])
        expect(run("check", VIOLATED, "--engine", "native", environment=cache), 1, out=["durable"])
    rejected(run("check", HOLDS, "--engine", "turbo"), "--engine", "interpreted")


def test_stores():
    exact = run("check", "protocols/paxos/paxos.ftdp", "--symmetry", "none", "--por", "none", "--loss", "explicit", "--json", "-")
    states = exact.json()["results"][0]["states"]
    compact = run("check", "protocols/paxos/paxos.ftdp", "--symmetry", "none", "--por", "none", "--loss", "explicit", "--store", "compact", "--json", "-")
    expect(compact, 0)
    result = compact.json()["results"][0]
    outcome.check(result["states"] == states and result["bytes_per_state"] < 8 and result["omission_probability"] is None, f"{compact.command}: {result}")
    for store in ("hash", "bitstate"):
        lossy = run("check", HOLDS, "--store", store, "--json", "-")
        expect(lossy, 2)
        result = lossy.json()["results"][0]
        outcome.check(result["verdict"] == "inconclusive" and 0 <= result["omission_probability"] < 0.01 and "omission" in result["reason"],
                      f"{lossy.command}: {result}")
        expect(run("check", VIOLATED, "--store", store), 1, out=["violated", "counterexample"])
        expect(run("check", HOLDS, "--store", store), 2, out=["probability of an omission", store + " store"])
    small = run("check", "protocols/paxos/paxos.ftdp", "--symmetry", "none", "--por", "none", "--loss", "explicit", "--store", "bitstate", "--memory", "64K")
    expect(small, 2, out=["inconclusive"])
    rejected(run("check", HOLDS, "--store", "compact", "--search", "dfs"), "--store compact", "only for breadth-first")
    rejected(run("check", HOLDS, "--store", "hash", "--stateless"), "--store hash", "only for breadth-first")
    rejected(run("check", HOLDS, "--store", "compressed"), "--store", "compact")
    expect(run("check", HOLDS, "--store", "compact", "--threads", "2"), 0, out=["note: --threads changed nothing: --store compact"])


def test_no_compiler():
    nowhere = {"PATH": "/nonexistent", "CXX": "", "XDG_CACHE_HOME": "/nonexistent"}
    rejected(run("check", HOLDS, "--engine", "native", environment=nowhere), "no C++ compiler was found", "--engine auto")
    short = run("check", HOLDS, environment=nowhere)
    expect(short, 0)
    outcome.check("interpreted" not in short.out, f"{short.command}: a note on what a short search does not need: {short.out!r}")
    long = run(*LONG, "--time", "2s", environment=nowhere)
    outcome.check(long.out.count("note: states are interpreted") == 1, f"{long.command}: not one note on the missing compiler: {long.out!r}")


def test_small_models_pay_nothing():
    """No thread waits, nothing is compiled and nothing is written for a search of milliseconds."""
    with tempfile.TemporaryDirectory() as folder:
        one = run("check", "protocols/byzantine-generals/om1.ftdp", "--json", "-", environment={"XDG_CACHE_HOME": folder})
        expect(one, 0)
        outcome.check(one.json()["options"]["engine"] == "interpreted", f"{one.command}: native code for a small model")
        outcome.check(not list(Path(folder).iterdir()), f"{one.command}: wrote to the cache")


def test_counts_and_threads():
    """What the help says: only the counts of violated properties depend on the threads, and without --threads
    only those of large searches."""
    one = run("check", "--help")
    outcome.check("If a property is violated, one thread stops at once, while several finish the level" in " ".join(one.out.split()), f"{one.command}: whose counts depend on --threads?")
    for model in ("paxos", "paxos-chosen-by-one", "paxos-always-accepts"):
        alone, two, default = (run("check", f"protocols/paxos/{model}.ftdp", "--symmetry", "none", "--loss", "explicit", *threads, "--json", "-").json()["results"][0]
                               for threads in (["--threads", "1"], ["--threads", "2"], []))
        for other, from_states in ((two, 2_000), (default, 100_000)):
            late = alone["verdict"] == "violated" and alone["states"] > from_states
            counts = [(result["states"], result["transitions"]) for result in (alone, other)]
            outcome.check(alone["verdict"] == other["verdict"] and alone["trace"] == other["trace"] and (late or counts[0] == counts[1]), f"{model}: {counts} with one thread and more")
