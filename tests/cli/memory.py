"""Memory that runs out: inconclusive, with what is known so far, in every engine; never a signal, never
"internal error"."""

from common import outcome, shell

QUORUM = "protocols/paxos-quorum/paxos-quorum.ftdp --set m=3,n=5"
PLAIN = "--symmetry none --por none --forget off"

# What takes more memory than it gets. ulimit -v counts addresses, in KiB: libraries take 40 MB of them.
HUNGRY = (
    f"check {QUORUM} --threads 1",
    f"check {QUORUM} --threads 2",
    f"check {QUORUM} {PLAIN} --threads 2",
    f"check {QUORUM} {PLAIN} --engine interpreted --threads 1",
    f"check {QUORUM} {PLAIN} --threads 1 --store compact",
    f"check {QUORUM} {PLAIN} --threads 1 --store hash",
    f"check {QUORUM} {PLAIN} --threads 1 --store bitstate",
    f"check {QUORUM} {PLAIN} --search dfs",
)


def test_memory_runs_out():
    for limit in (62000, 80000, 120000, 200000):
        for command in HUNGRY:
            one = shell(f'ulimit -v {limit}; "$q" {command} --time 7s')
            said = "limit on memory" in one.out or "memory" in one.err or "limit on time" in one.out
            outcome.check(one.code == 2 and said, f"ulimit -v {limit}; {command}: {one.code}: {one.out[-300:]!r} {one.err[-300:]!r}")
            if "limit on memory" in one.out:
                outcome.check(" states, " in one.out or " state" in one.out, f"ulimit -v {limit}; {command}: no statistics: {one.out!r}")


def test_memory_runs_out_somewhere():
    """Many limits between too little and enough: with each, another allocation is the first to fail."""
    for limit in range(50000, 76000, 1700):
        for command in (f"check {QUORUM} --threads 2", "check protocols/paxos-liveness/paxos-leader.ftdp", "prove protocols/bakery/bakery.ftdp",
                        f"analyze {QUORUM}", f"export {QUORUM} --to murphi", f"check {QUORUM} --json -", f"check {QUORUM} --sample 3"):
            one = shell(f'ulimit -v {limit}; "$q" {command} --time 3s' if command.startswith(("check", "prove")) else f'ulimit -v {limit}; "$q" {command}')
            loaded = "error while loading shared libraries" not in one.err  # else it is not this program that says so
            outcome.check(not loaded or one.code in (0, 2), f"ulimit -v {limit}; {command}: {one.code}: {one.err[-300:]!r}")
