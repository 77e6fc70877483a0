"""The contract of `quorate check --json`, as code: every key and its type, and what must agree with what."""

VERDICTS = ("holds", "violated", "inconclusive")
KINDS = ("invariant", "no-deadlock", "temporal", "well-defined")
OPTIONS = {
    "traffic": ("m", "grm", "rm"),
    "crash": ("implicit", "explicit", "receipt"),
    "loss": ("implicit", "explicit"),
    "symmetry": ("none", "node", "role"),
    "por": ("none", "lpor", "dpor"),
    "net": ("on", "off"),
    "split": ("none", "quorum", "reply", "combined"),
    "forget": ("on", "off"),
    "sleep": ("on", "off"),
    "search": ("bfs", "dfs"),
    "engine": ("interpreted", "native"),
}
STEP_KINDS = ("rule", "delivery", "loss", "crash", "fault", "otherwise")


class Violation(Exception):
    pass


def require(condition, where, what):
    if not condition:
        raise Violation(f"{where}: {what}")


def is_count(value):
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def is_amount(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and value >= 0


def is_text(value):
    return isinstance(value, str)


def keys(value, where, required, optional=()):
    require(isinstance(value, dict), where, "is not an object")
    missing = [key for key in required if key not in value]
    unknown = [key for key in value if key not in required and key not in optional]
    require(not missing, where, f"lacks {missing}")
    require(not unknown, where, f"has unknown keys {unknown}")


def check_value(value, where):
    """A variable's or field's value: undefined, a scalar, a set or an array, a record."""
    if value is None or isinstance(value, (bool, int, str)):
        return
    require(isinstance(value, (list, dict)), where, f"is {type(value).__name__}")
    parts = value.items() if isinstance(value, dict) else enumerate(value)
    for name, part in parts:
        check_value(part, f"{where}.{name}")


def check_fields(fields, where):
    require(isinstance(fields, dict), where, "is not an object")
    for name, value in fields.items():
        check_value(value, f"{where}.{name}")


def check_state(state, where):
    keys(state, where, ("processes", "channels", "monitors"))
    require(isinstance(state["processes"], dict), where, "processes is not an object")
    for name, variables in state["processes"].items():
        require(name.endswith("]") and "[" in name, where, f"{name} is not the name of a process")
        check_fields(variables, f"{where}.processes.{name}")
    check_fields(state["monitors"], f"{where}.monitors")
    for number, channel in enumerate(state["channels"]):
        inside = f"{where}.channels[{number}]"
        keys(channel, inside, ("from", "to", "messages"))
        require({channel["from"], channel["to"]} <= state["processes"].keys(), inside, "its ends are no processes")
        require(channel["messages"], inside, "is an empty channel")
        for message in channel["messages"]:
            keys(message, inside, ("kind", "fields", "delivered"))
            require(is_text(message["kind"]) and isinstance(message["delivered"], bool), inside, "has a bad message")
            check_fields(message["fields"], inside)


def check_exchanged(messages, where):
    require(isinstance(messages, list), where, "is not a list")
    for message in messages:
        keys(message, where, ("from", "to", "kind", "fields"), ("absent", "forged"))
        require(all(is_text(message[key]) for key in ("from", "to", "kind")), where, "has a bad message")
        check_fields(message["fields"], where)


def check_step(step, where):
    keys(step, where, ("kind", "transition", "process", "rule", "consumed", "sent"), ("note",))
    require(step["kind"] in STEP_KINDS, where, f"kind {step['kind']}")
    require(all(is_text(step[key]) for key in ("transition", "process", "rule")), where, "transition, process and rule are texts")
    check_exchanged(step["consumed"], f"{where}.consumed")
    check_exchanged(step["sent"], f"{where}.sent")


def check_trace(trace, where):
    keys(trace, where, ("format", "loop_start", "states", "steps", "failure"), ("shapes",))
    require(trace["format"] == "quorate-trace-1", where, f"format {trace['format']}")
    require(trace["loop_start"] is None or is_count(trace["loop_start"]), where, "loop_start")
    for number, state in enumerate(trace["states"]):
        check_state(state, f"{where}.states[{number}]")
    for number, step in enumerate(trace["steps"]):
        check_step(step, f"{where}.steps[{number}]")
    failure = trace["failure"]
    if failure is not None:
        keys(failure, f"{where}.failure", ("message", "begin", "end"))
        require(is_text(failure["message"]) and failure["begin"] <= failure["end"], where, "failure")
    in_initial_rule = failure is not None and not trace["states"]
    require(in_initial_rule or len(trace["states"]) == len(trace["steps"]) + 1, where, "states and steps do not match")


def check_symmetry(result, where):
    """Classes of units that are permuted, each unit a list of processes; and what it saved, where that is known."""
    permuted = result["permuted"]
    require(isinstance(permuted, list), f"{where}.permuted", "is no list")
    for units in permuted:
        require(len(units) >= 2, f"{where}.permuted", "a class of one unit")
        require(len({len(unit) for unit in units}) == 1, f"{where}.permuted", "units of different sizes")
    processes = [process for units in permuted for unit in units for process in unit]
    require(all(is_text(process) for process in processes), f"{where}.permuted", "has something that is no process")
    require(len(processes) == len(set(processes)), f"{where}.permuted", "names a process twice")
    unreduced, gain, efficiency = (result[key] for key in ("unreduced_states", "gain", "efficiency"))
    require((unreduced is None) == (gain is None) == (efficiency is None), where, "gain and efficiency need the unreduced states")
    if unreduced is None:
        return
    require(permuted and result["verdict"] != "violated", where, "unreduced states without a complete reduced search")
    require(is_count(unreduced) and unreduced >= result["states"], where, "fewer unreduced states than reduced ones")
    require(abs(gain - unreduced / result["states"]) < 1e-6 * gain, where, "gain is not the ratio of states")
    require(0 < efficiency <= 1, where, f"efficiency {efficiency}")


def check_timing(result, where):
    """Where the seconds went: the parts are all of them. Null where an engine does not tell."""
    timing = result["timing"]
    if timing is None:
        return
    keys(timing, f"{where}.timing", ("analysis", "search", "repeated_searches", "trace"))
    require(all(is_amount(part) for part in timing.values()), where, "a part of the time is no amount")
    require(abs(sum(timing.values()) - result["seconds"]) < 1e-6, where, "the parts of the time are not the whole")


RESULT = ("property", "kind", "verdict", "reason", "states", "transitions", "initial_states", "depth", "seconds", "timing",
          "peak_memory_bytes", "bytes_per_state", "permuted", "unreduced_states", "gain", "efficiency", "omission_probability", "fairness", "warnings", "witness", "shortest", "trace")
PROOF = ("k", "channels", "needs", "lemmas", "inductive_counterexample", "reachability", "strengthened", "forgotten", "obligations")


def check_result(result, where, more=()):
    keys(result, where, (*RESULT, *more))
    require(is_text(result["property"]), where, "property is no text")
    require(result["kind"] in KINDS, where, f"kind {result['kind']}")
    require(result["verdict"] in VERDICTS, where, f"verdict {result['verdict']}")
    require(result["reason"] is None or is_text(result["reason"]), where, "reason is neither null nor a text")
    require(result["verdict"] != "inconclusive" or result["reason"], where, "inconclusive without a reason")
    for key in ("states", "transitions", "initial_states", "depth", "peak_memory_bytes"):
        require(is_count(result[key]), where, f"{key} is no count")
    for key in ("seconds", "bytes_per_state"):
        require(is_amount(result[key]), where, f"{key} is no amount")
    check_timing(result, where)
    check_symmetry(result, where)
    require(isinstance(result["witness"], bool) and (not result["witness"] or result["verdict"] == "holds"), where, "a witness belongs to what holds")
    require((result["trace"] is not None) == (result["verdict"] == "violated" or result["witness"]), where, "a trace belongs to a violation or is a witness")
    if result["kind"] == "temporal" and result["trace"] is not None and result["trace"]["loop_start"] is not None:
        loop, states = result["trace"]["loop_start"], result["trace"]["states"]
        require(loop < len(states) and states[loop] == states[-1], where, "the loop does not close")
    if result["trace"] is not None:
        check_trace(result["trace"], f"{where}.trace")


def check_samples(samples):
    """Of --sample: the runs, and in how many of them a predicate was true somewhere, and false somewhere."""
    keys(samples, "samples", ("seed", "problem", "runs", "properties"))
    require(is_count(samples["seed"]), "samples.seed", "is no count")
    require(samples["problem"] is None or is_text(samples["problem"]), "samples.problem", "is neither null nor a text")
    for number, run in enumerate(samples["runs"]):
        where = f"samples.runs[{number}]"
        keys(run, where, ("end", "trace"))
        check_trace(run["trace"], f"{where}.trace")
        loop, states, failure = (run["trace"][key] for key in ("loop_start", "states", "failure"))
        require(run["end"] in ("rests", "loops", "cut", "failed"), where, f"end {run['end']}")
        require((loop is not None) == (run["end"] in ("rests", "loops")), where, f"loop_start {loop} of a run that {run['end']}")
        require((failure is not None) == (run["end"] == "failed"), where, "a failure belongs to a run that failed")
        if loop is not None:
            require(states[loop] == states[-1], where, "the loop does not close")
            require((loop == len(states) - 1) == (run["end"] == "rests"), where, f"loop_start {loop} of a run that {run['end']}")
    for number, one in enumerate(samples["properties"]):
        where = f"samples.properties[{number}]"
        keys(one, where, ("property", "predicates"))
        for predicate in one["predicates"]:
            keys(predicate, where, ("part", "text", "line", "column", "true_in", "false_in"))
            require(predicate["part"] in ("predicate", "premise", "assumption"), where, f"part {predicate['part']}")
            require(is_text(predicate["text"]) and predicate["text"], where, "a predicate without a text")
            for key in ("line", "column", "true_in", "false_in"):
                require(is_count(predicate[key]), where, f"{key} is no count")
            require(max(predicate["true_in"], predicate["false_in"]) <= len(samples["runs"]), where, "seen in more runs than there are")


def check_report(report):
    keys(report, "report", ("model", "parameters", "options", "results"), ("samples",))
    require(is_text(report["model"]) and report["model"], "model", "is no text")
    for name, value in report["parameters"].items():
        require(isinstance(value, int), f"parameters.{name}", "is no integer")
    if "samples" in report:
        check_samples(report["samples"])
    keys(report["options"], "options", (*OPTIONS, "stateless", "threads", "store", "deadlock"))
    for name, values in OPTIONS.items():
        require(report["options"][name] in values, f"options.{name}", f"is {report['options'][name]}")
    require(isinstance(report["options"]["stateless"], bool), "options.stateless", "is no boolean")
    require(is_count(report["options"]["threads"]), "options.threads", "is no count")
    require(isinstance(report["options"]["deadlock"], bool), "options.deadlock", "is no boolean")
    require(isinstance(report["results"], list) and report["results"], "results", "is empty")
    for number, result in enumerate(report["results"]):
        check_result(result, f"results[{number}]")


def check_proof(report):
    """`quorate prove --json`: the results of `check`, and how each was proved."""
    keys(report, "report", ("model", "parameters", "options", "results"))
    keys(report["options"], "options", ("method", "k_max", "simple_path", "lemmas", "strengthen"))
    for number, result in enumerate(report["results"]):
        where = f"results[{number}]"
        check_result(result, where, PROOF)
        require(is_count(result["k"]) and is_count(result["obligations"]), where, "k or obligations")
        require(isinstance(result["forgotten"], list), where, "forgotten")
        proved = {lemma["name"] for lemma in result["lemmas"] if lemma["proved"]} | {result["property"]}
        for lemma in result["lemmas"]:
            keys(lemma, where, ("name", "class", "text", "proved", "k", "needs", "reason"))
            require(lemma["proved"] == (lemma["reason"] == ""), where, f"{lemma['name']} is proved or has a reason")
            require(set(lemma["needs"]) <= proved, where, f"{lemma['name']} needs what is not proved")
        require(set(result["needs"]) <= proved, where, "needs a lemma that is not proved")
        if result["inductive_counterexample"] is not None:
            require(result["verdict"] == "inconclusive", where, "an inductive counterexample beside a verdict")
            check_trace(result["inductive_counterexample"], f"{where}.inductive_counterexample")
            require(is_text(result["reachability"]), where, "says nothing about its first state")


def check_symmetries(report):
    """`quorate symmetries --json`."""
    keys(report, "report", ("model", "parameters", "roles", "factor", "decomposed_factor", "node_factor"))
    require(is_text(report["model"]) and report["model"], "model", "is no text")
    require(is_amount(report["factor"]) and 1 <= report["node_factor"] <= report["factor"], "factor", "node_factor is greater")
    require(is_amount(report["decomposed_factor"]), "decomposed_factor", "is no amount")
    for role in report["roles"]:
        where = f"roles.{role.get('name')}"
        keys(role, where, ("name", "size", "interchangeable", "breaks", "parts"))
        for part in role["parts"]:
            keys(part, where, ("rules", "variables"))
            require(all(is_text(name) for name in part["rules"] + part["variables"]), where, "a part's names")
        require(is_text(role["name"]) and is_count(role["size"]), where, "name or size")
        for one in role["breaks"]:
            keys(one, where, ("rule", "line", "column", "reason", "property"))
            require(one["rule"] in ("C1", "C2", "C3", "C4", "C5", "path"), where, f"rule {one['rule']}")
            require(is_count(one["line"]) and is_count(one["column"]) and is_text(one["reason"]), where, "a break's place or reason")
            require(one["property"] is None or is_text(one["property"]), where, "a break's property")
        in_model = any(one["property"] is None for one in role["breaks"])
        require(role["interchangeable"] == (not in_model), where, "interchangeable contradicts its breaks")


def check_itf(trace):
    """The Informal Trace Format of Apalache."""
    require(trace.get("#meta", {}).get("format") == "ITF", "#meta", "format is not ITF")
    require(isinstance(trace.get("vars"), list) and all(is_text(name) for name in trace["vars"]), "vars", "is no list of names")
    require(isinstance(trace.get("states"), list) and trace["states"], "states", "is empty")
    for number, state in enumerate(trace["states"]):
        require(state.get("#meta", {}).get("index") == number, f"states[{number}]", "#meta.index")
        named = {key for key in state if not key.startswith("#")}
        require(named == set(trace["vars"]), f"states[{number}]", f"has {sorted(named)}, not the declared variables")
