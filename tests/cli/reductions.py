"""Reductions: what they leave out, what they say, and that answers do not change."""

import tempfile
from pathlib import Path

from common import LONG, contract_holds, expect, outcome, parsed, rejected
from program import models, relative, run


def test_check_reductions():
    storage = "protocols/regular-storage/storage.ftdp"
    expect(run("check", storage, "--check-reductions"), 0, out=["the conditions of partial-order reduction were verified completely in"])
    forgotten = "forgotten messages make no difference in any of the"
    expect(run("check", storage, "--check-reductions"), 0, out=[forgotten])
    expect(run("check", storage, "--por", "none", "--forget", "on", "--check-reductions"), 0, out=[forgotten])
    expect(run("check", storage, "--por", "none", "--check-reductions"), 0, out=["permuted processes make no difference in any of the"])
    for option in (["--net", "off"], ["--split", "none"], ["--check-reductions"]):
        expect(run("check", storage, "--por", "none", "--symmetry", "none", *option), 0, out=[f"note: {option[0]} changed nothing"])
    expect(run("check", storage, "--sleep", "off"), 0, out=["note: --sleep changed nothing"])
    expect(run("check", storage, "--por", "dpor", "--search", "bfs"), 0, out=["note: --search bfs changed nothing"])
    silent = run("check", storage, "--por", "none", "--symmetry", "none", "--check-reductions")
    outcome.check("make no difference" not in silent.out, f"{silent.command}: verified what is not used")
    outcome.check("were verified" not in silent.out, f"{silent.command}: verified what is not used")


def test_forgetting():
    """Dead messages are forgotten by default, kept where a reduction is chosen, and looked for longer if they
    are asked for."""
    quorum = ("check", "protocols/paxos-quorum/paxos-quorum.ftdp", "--property", "agreement")
    found = {}
    for way in ((), ("--forget", "on"), ("--forget", "off"), ("--symmetry", "role"), ("--por", "lpor"), ("--por", "lpor", "--forget", "on")):
        data = run(*quorum, *way, "--json", "-").json()
        found[way] = (data["options"]["forget"], data["results"][0]["verdict"], data["results"][0]["states"])
    outcome.check(found[()] == found[("--forget", "on")] == found[("--por", "lpor", "--forget", "on")], f"--forget on is the default: {found}")
    outcome.check(found[()][0] == "on" and found[()][2] < found[("--forget", "off")][2], f"--forget saves nothing: {found}")
    outcome.check(found[("--por", "lpor")] == found[("--forget", "off")], f"--por lpor alone forgets nothing: {found}")
    outcome.check(all(verdict == "holds" for _, verdict, _ in found.values()), f"verdicts: {found}")
    kept = "note: dead messages are kept: finding them takes long"
    expect(run(*quorum, "--set", "m=2,n=6", "--max-states", "500"), 2, out=[kept])
    longer = run(*quorum, "--set", "m=2,n=6", "--max-states", "500", "--forget", "on")
    outcome.check(kept not in longer.out and "dead messages forgotten" in longer.out, f"{longer.command}: was not looked for longer")
    expect(run("check", "protocols/byzantine-generals/om1.ftdp", "--forget", "on"), 0, out=["--forget on changed nothing: in a synchronous system"])
    expect(run("check", "protocols/paxos/paxos.ftdp", "--forget", "perhaps"), 3, err=["--forget"])


def test_sleep_sets():
    """Whether commuting steps are looked up in one order or in all: nothing else can be seen of it."""
    for model in ("protocols/regular-storage/storage.ftdp", "protocols/paxos/paxos.ftdp", "protocols/paxos-quorum/paxos-quorum-last-accepted.ftdp"):
        seen = []
        for sleep in ("on", "off"):
            one = run("check", model, "--symmetry", "none", "--sleep", sleep, "--json", "-")
            for result in one.json()["results"]:
                measured = {"seconds", "timing", "peak_memory_bytes", "bytes_per_state"}
                seen.append((sleep, {key: value for key, value in result.items() if key not in measured}))
        on, off = ([result for sleep, result in seen if sleep == which] for which in ("on", "off"))
        outcome.check(on == off and on, f"{model}: --sleep on and off report different things")
    expect(run("check", "protocols/paxos/paxos.ftdp", "--sleep", "maybe"), 3, err=["--sleep"])
    unreduced = ("check", "protocols/paxos/paxos.ftdp", "--symmetry", "none", "--por", "none", "--sleep", "on")
    outcome.check("changed nothing" not in run(*unreduced).out, "--sleep on changes something on Paxos")
    expect(run(*unreduced, "--crash", "receipt", "--set", "n=2"), 0, out=["note: --sleep on changed nothing: no two transitions enabled together"])


def test_stateless():
    storage = "protocols/regular-storage/storage.ftdp"
    for options, por in ((["--por", "dpor"], "dpor"), (["--stateless", "--por", "lpor"], "lpor")):
        one = run("check", storage, *options, "--json", "-")
        expect(one, 0)
        report = parsed(one, one.out)
        if report is None:
            continue
        contract_holds(one, report)
        used = tuple(report["options"][name] for name in ("por", "stateless", "search", "symmetry"))
        outcome.check(used == (por, True, "dfs", "none"), f"{one.command}: options {used}")
    expect(run("check", storage.replace(".ftdp", "-wrong-regularity.ftdp"), "--por", "dpor"), 1, out=["counterexample"])
    for options in (["--traffic", "grm"], ["--symmetry", "role"]):
        expect(run("check", storage, "--por", "dpor", *options), 2, out=["--por dpor is not possible here"])
        expect(run("check", storage, "--stateless", *options), 2, out=["--stateless is not possible here"])


def test_symmetry():
    paxos = "protocols/paxos/paxos.ftdp"
    counts = {}
    for symmetry in ("none", "node", "role"):
        one = run("check", paxos, "--por", "none", "--symmetry", symmetry, "--json", "-")
        expect(one, 0)
        report = one.json()
        contract_holds(one, report)
        outcome.check(report["options"]["symmetry"] == symmetry, f"{one.command}: options.symmetry")
        counts[symmetry] = report["results"][0]
    none, node, role = (counts[symmetry] for symmetry in ("none", "node", "role"))
    outcome.check(none["permuted"] == [] and none["unreduced_states"] is None, f"{paxos}: --symmetry none permutes something")
    outcome.check(node["permuted"] == [[["leader[1]", "acceptor[1]"], ["leader[2]", "acceptor[2]"]]], f"{paxos}: nodes {node['permuted']}")
    roles = [[["leader[1]"], ["leader[2]"]], [["acceptor[1]"], ["acceptor[2]"], ["acceptor[3]"]]]
    outcome.check(role["permuted"] == roles, f"{paxos}: roles {role['permuted']}")
    for result in (node, role):
        outcome.check(result["unreduced_states"] == none["states"], f"{paxos}: the orbits have {result['unreduced_states']} states")
    outcome.check(role["states"] < node["states"] < none["states"], f"{paxos}: role, node, none do not have ever more states")
    expect(run("check", paxos, "--por", "none"), 0, out=["permuting leader[2] and acceptor[3]", "unreduced, gain ", "efficiency "], quiet="err")
    expect(run("check", paxos, "--por", "none", "--symmetry", "node"), 0, out=["permuting 2 nodes (leader, acceptor)"], quiet="err")
    one = run("check", paxos, "--por", "none", "--symmetry", "none")
    outcome.check("permuting" not in one.out and "gain" not in one.out, f"{one.command}: speaks of symmetry")
    one = run(*LONG, "--max-states", "1000", "--json", "-")
    outcome.check(one.json()["results"][0]["unreduced_states"] is None, f"{one.command}: unreduced states of an incomplete search")
    rejected(run("check", paxos, "--symmetry", "full"), "--symmetry", "role")


def test_broken_symmetry():
    """What tells processes apart is a note by default, and an error at its place where symmetry was asked for."""
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.ftdp"
        model.write_text("""protocol p role a[3] var x: 0..3 := 0 role b[2] var y: bool := any
            rule go of a i: when i.x < 3 and exists(j: a | j < i) do i.x := i.x + 1
            rule flip of b k: do k.y := not k.y
            invariant fine: all(i: a | i.x <= 3)
            invariant first: a[1].x = 0
            invariant left: b[1].y or not b[1].y""", encoding="utf-8")
        one = run("check", model)
        expect(one, 0, out=["note: as are not permuted: a ids are compared with < (line 2)", "note: for left: bs are not permuted", "permuting b[2]"], quiet="err")
        for symmetry in ("role", "node"):
            rejected(run("check", model, "--symmetry", symmetry), f"{model}:2:", "--symmetry", "not interchangeable", "^")
        expect(run("check", model, "--symmetry", "none"), 0, quiet="err")
        # A property that names a process stops permutations only for itself.
        one = run("check", model, "--json", "-")
        permuted = {result["property"]: result["permuted"] for result in one.json()["results"]}
        b = [[["b[1]"], ["b[2]"]]]
        outcome.check(permuted == {"fine": b, "first": b, "left": []}, f"{one.command}: {permuted}")


def test_parts_of_processes():
    """Roles are taken apart where that is sound for the property; what is shown is in the names of the model."""
    nodes, errors = "protocols/paxos-nodes/paxos-nodes.ftdp", "tests/verdicts/models/parts-model-error.ftdp"
    note = "note: server is checked as its independent parts: {prepare, propose} and {promise, vote}"
    for options in ([], ["--symmetry", "role"], ["--search", "dfs"], ["--crash", "implicit"]):
        expect(run("check", nodes, *options), 0, out=[note + "\n", "permuting server{prepare, propose}[3] and server{promise, vote}[3]"])
    for options in (["--symmetry", "none"], ["--symmetry", "node"], ["--crash", "explicit"], ["--traffic", "rm", "--set", "n=2"]):
        one = run("check", nodes, *options)
        expect(one, 0, quiet="err")
        outcome.check("parts" not in one.out and "{" not in one.out, f"{one.command}: processes are taken apart: {one.out[:300]}")
    for symmetry, gain, permuted in (("role", 31.1, 2), ("node", 6.0, 1)):
        one = run("check", nodes, "--symmetry", symmetry, "--por", "none", "--json", "-")
        for result in one.json()["results"]:
            found = (result["unreduced_states"], round(result["gain"], 1), len(result["permuted"]))
            outcome.check(found == (19926, gain, permuted), f"{one.command}: {found}")
    for model in (errors, "tests/verdicts/models/parts-of-servers.ftdp", "protocols/paxos-nodes/paxos-nodes-always-votes.ftdp"):
        one = run("check", model)
        expect(one, 1, out=["independent parts"], quiet="err")
        trace = one.out[one.out.index("\n\n"):]
        outcome.check("server[1" in trace and "server{" not in trace, f"{one.command}: parts in the trace: {trace[:300]}")
    expect(run("check", errors), 1, out=["error: ", "s.served := s.served + 1"])


def test_parts_by_property():
    """A property that looks at two parts of a process does not cost the others their permutations."""
    model = "tests/verdicts/models/parts-of-servers.ftdp"
    one = run("check", model, "--por", "none", "--json", "-")
    permuted = {result["property"]: len(result["permuted"]) for result in one.json()["results"]}
    outcome.check(list(permuted.items()) == [("served_twice", 2), ("one_answer", 2), ("own_requests", 1)], f"{one.command}: {permuted}")
    expect(run("check", model), 1, out=["parts: {ask, count} and {answer} (for served_twice, one_answer)"])
    one = run("check", model, "--property", "own_requests")
    outcome.check("parts:" not in one.out, f"{one.command}: own_requests looks at both parts")
    # A crash takes all parts of a server, and it must be a step for freedom from deadlock.
    one = run("check", model, "--deadlock", "--json", "-")
    permuted = {result["property"]: len(result["permuted"]) for result in one.json()["results"]}
    outcome.check(permuted == {"served_twice": 2, "one_answer": 2, "own_requests": 1, "no-deadlock": 1}, f"{one.command}: {permuted}")
    # What tells the processes of one part apart does not concern the other parts.
    one = run("check", "tests/cli/symmetries/parts.ftdp", "--property", "served")
    expect(one, 0, out=["permuting server{answer}[3] and server{tick}[3]",
                        "note: server{ask, hear} are not permuted: server{ask, hear} ids are compared with < (line 26)"], quiet="err")
    rejected(run("check", "tests/cli/symmetries/parts.ftdp", "--symmetry", "role"), "parts.ftdp:26:", "server ids are compared with <", "^")


def replayable(trace):
    """Each step changes its own process only, consumes what is there, and no process changes its name."""
    for before, after, step in zip(trace["states"], trace["states"][1:], trace["steps"]):
        changed = {name for name in before["processes"] if before["processes"][name] != after["processes"].get(name)}
        if before["processes"].keys() != after["processes"].keys() or not changed <= {step["process"]}:
            return False
        held = {(channel["from"], channel["to"]): channel["messages"] for channel in before["channels"]}
        for message in step["consumed"]:
            waiting = [(m["kind"], m["fields"]) for m in held.get((message["from"], message["to"]), [])]
            real = not message.get("absent") and not message.get("forged")
            if real and (message["kind"], message["fields"]) not in waiting:
                return False
    return True


def test_traces_keep_their_processes():
    for model in models("protocols", "tests/verdicts/models"):
        if " violated" not in model.read_text(encoding="utf-8"):
            continue
        lengths = {}
        for symmetry in ("none", "role", "node"):
            one = run("check", relative(model), "--symmetry", symmetry, "--por", "none", "--max-states", "100000", "--json", "-")
            if one.code == 3:  # asked for, and refused aloud
                continue
            for result in one.json()["results"]:
                if result["trace"] is None or result["kind"] == "well-defined":
                    continue
                trace = result["trace"]
                outcome.check(replayable(trace), f"{one.command}: {result['property']}: a process changes without a step of its own")
                known = lengths.setdefault(result["property"], len(trace["steps"]))
                outcome.check(len(trace["steps"]) == known, f"{one.command}: {result['property']}: {len(trace['steps'])} steps, not {known}")


def test_refused_after_full_channel():
    """A full channel requires another semantics, which the reduction does not support: what was found is reported
    with its trace, the rest is inconclusive."""
    for options in (["--por", "lpor"], ["--por", "dpor"], ["--stateless"], ["--por", "lpor", "--search", "dfs"], ["--por", "lpor", "--forget", "on"]):
        one = run("check", "tests/verdicts/models/full-channel-refuses-reduction.ftdp", *options, "--json", "-")
        expect(one, 1)
        results = {result["property"]: result for result in one.json()["results"]}
        outcome.check(results["i"]["verdict"] == "violated" and len(results["i"]["trace"]["states"]) == 1, f"{one.command}: {results['i']}")
        outcome.check(results["top"]["verdict"] == "inconclusive" and "crashes are explicit steps here" in results["top"]["reason"]
                      and results["top"]["trace"] is None, f"{one.command}: {results['top']}")
