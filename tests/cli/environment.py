"""What the system refuses or damages: streams, folders, threads, file names that are not text."""

import json
import os
import resource
import shutil
import subprocess
import tempfile
import xml.etree.ElementTree
from pathlib import Path

from common import HOLDS, VIOLATED, expect, outcome, rejected, shell
from program import PROGRAM, ROOT, run

# A search that is long enough for the compiler to be started.
SECONDS = "protocols/paxos-quorum/paxos-quorum.ftdp --set m=3,n=4 --max-states 60000"


def test_standard_output_is_lost():
    """Text that is lost never looks like success, in any command; standard error says why."""
    for command in (f"check {HOLDS}", f"check {VIOLATED}", f"check {HOLDS} --json -", f"export {HOLDS} --to murphi", f"symmetries {HOLDS}",
                    f"analyze {HOLDS}", "prove protocols/bakery/bakery.ftdp", "--help", "--version", "check --help"):
        for target in ("> /dev/full", ">&-"):
            one = shell(f'"$q" {command} {target}')
            expect(one, 3, err=["cannot write to standard output"])
    # Nothing is said if the reader has gone away.
    one = shell(f'"$q" check {VIOLATED} | true; exit ${{PIPESTATUS[0]}}')
    outcome.check(one.code in (1, 3) and one.err == "", f"{one.command}: {one.code}: {one.err!r}")


def test_standard_error_is_lost():
    for target in ("2>&-", "2>/dev/full", "2>&- >&-", "2>&- <&-"):
        lost = 3 if ">&- >&-" in target else 0
        expect(shell(f'"$q" check {HOLDS} {target}'), lost)
        expect(shell(f'"$q" check {VIOLATED} {target}'), 3 if lost else 1)
        expect(shell(f'"$q" check missing.ftdp {target}'), 3)
        expect(shell(f'"$q" chek {target}'), 3)
    # A closed stream must not become a file that is opened later.
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "out.json"
        shell(f'"$q" check {HOLDS} --json {path} <&- >&- 2>&-')
        if outcome.check(path.exists(), "--json with closed streams: no file"):
            json.loads(path.read_text(encoding="utf-8"))


def no_threads(folder):
    """A library for LD_PRELOAD: there is no thread to be had."""
    source, library = Path(folder) / "none.c", Path(folder) / "none.so"
    source.write_text("#include <errno.h>\nint pthread_create(void *a, void *b, void *c, void *d) { return EAGAIN; }\n", encoding="utf-8")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
    return {"LD_PRELOAD": str(library)}


def test_no_threads():
    """The search goes on with one thread, and says that the others could not be had."""
    with tempfile.TemporaryDirectory() as folder:
        without = no_threads(folder)
        expect(run("check", HOLDS, environment=without), 0, quiet="err")
        expect(run("check", VIOLATED, environment=without), 1, quiet="err")
        grid = ("check", "protocols/paxos/paxos.ftdp", "--set", "m=2,n=4", "--symmetry", "none", "--json", "-")
        one, usual = run(*grid, "--threads", "2", environment=without), run(*grid, "--threads", "2")
        expect(one, 0, quiet="err")
        counts = [[result["states"], result["transitions"], result["depth"]] for text in (one, usual) if text.code == 0 for result in text.json()["results"]]
        outcome.check(len(counts) > 1 and counts[: len(counts) // 2] == counts[len(counts) // 2 :], f"{one.command}: without threads: {counts}")
        expect(run(*grid[:-2], "--threads", "2", environment=without), 0, out=["note: 1 of 2 threads could not be started"], quiet="err")
        broken = ("check", "protocols/paxos/paxos-chosen-by-one.ftdp", "--set", "n=5", "--symmetry", "none", "--por", "none", "--forget", "off")
        expect(run(*broken, "--threads", "2", environment=without), 1, out=["violated"], quiet="err")
        expect(run("prove", "protocols/bakery/bakery.ftdp", environment=without), 0, out=["holds"])
        for engine in ("auto", "native", "interpreted"):
            expect(run("check", HOLDS, "--engine", engine, environment={**without, "XDG_CACHE_HOME": folder}), 0)
        for command in (["export", HOLDS, "--to", "promela"], ["symmetries", HOLDS], ["analyze", HOLDS]):
            expect(run(*command, environment=without), 0, quiet="err")
        param = next(iter(sorted(ROOT.glob("protocols/**/*.pml"))), None)
        if param is not None:
            one, usual = run("param", param, "--time", "20s", environment=without), run("param", param, "--time", "20s")
            outcome.check(one.code == usual.code and one.code < 3, f"{one.command}: without threads {one.code}, else {usual.code}: {one.err[:200]}")


def test_cache_that_cannot_be_trusted():
    """A cached library is loaded only if it is a file of this user's that nobody else may write; anything else
    is compiled anew."""
    with tempfile.TemporaryDirectory() as folder:
        cache = Path(folder) / "quorate"
        environment = {"XDG_CACHE_HOME": folder}
        command = ("check", HOLDS, "--engine", "native", "--property", "durable")
        expect(run(*command, environment=environment), 0, quiet="err")
        (library,) = cache.glob("*.so")
        mode = library.stat().st_mode & 0o777
        outcome.check(mode == 0o700, f"the cached library has mode {mode:o}")
        good = library.read_bytes()

        def inode():
            return library.stat().st_ino if library.is_file() else None

        known = inode()
        expect(run(*command, environment=environment), 0, quiet="err")
        outcome.check(inode() == known, "a good library was not used again")
        library.chmod(0o722)
        expect(run(*command, environment=environment), 0, quiet="err")
        outcome.check(library.stat().st_mode & 0o777 == 0o700, "a library that others may write was used")
        if os.geteuid() == 0:
            os.chown(library, 65534, 65534)
            expect(run(*command, environment=environment), 0, quiet="err")
            outcome.check(library.stat().st_uid == 0, "a library of somebody else was used")
        library.unlink()
        library.symlink_to("/nonexistent")
        expect(run(*command, environment=environment), 0, quiet="err")
        outcome.check(library.is_file() and not library.is_symlink(), "a link in place of a library was followed")
        # A folder in its place, empty and not.
        for filled in (False, True):
            library.unlink()
            library.mkdir()
            if filled:
                (library / "file").write_bytes(good)
            expect(run(*command, environment=environment), 0, quiet="err")
            one = run("check", *SECONDS.split(), environment=environment, timeout=60)
            expect(one, 2)
            if library.is_dir():
                shutil.rmtree(library)
                library.write_bytes(b"")
        # The folder itself.
        cache.chmod(0o777)
        known = sorted(cache.iterdir())
        expect(run(*command, environment=environment), 0, quiet="err")
        outcome.check(sorted(cache.iterdir()) == known, "a folder that others may write to was used")


def test_compiler_says_anything():
    """What a compiler says is shown in a line, and nothing of it acts on a terminal."""
    with tempfile.TemporaryDirectory() as folder:
        compiler = Path(folder) / "cxx"
        compiler.write_text("#!/bin/sh\nprintf 'error: \\033[31mred\\033]0;title\\007\\377'\nhead -c 300000 /dev/zero | tr '\\0' x\nexit 1\n", encoding="utf-8")
        compiler.chmod(0o755)
        environment = {"XDG_CACHE_HOME": folder, "CXX": str(compiler)}
        one = run("check", HOLDS, "--engine", "native", environment=environment)
        rejected(one, "failed: error: \\x1b[31mred\\x1b]0;title\\x07\\xff")
        outcome.check(len(one.err) < 2000 and "\x1b" not in one.err, f"{one.command}: {len(one.err)} bytes")


def odd_names(folder):
    """Files whose names are not text, or have control characters in them."""
    model = (ROOT / VIOLATED).read_bytes().replace(b"protocol backup (n := 3)", b"parameter n := 3")
    for name in (b"\xff\xfe.ftdp", b"a\x1b[31mb.ftdp", b"a\nb.ftdp", b"x*/ int x; .ftdp", b"\"<&>'.ftdp", "für ∧.ftdp".encode(), b"\xe2\x80\xaertl.ftdp",
                 b"a\x7f\xc2\x9b.ftdp", b"-- x.ftdp"):
        path = os.path.join(folder.encode(), name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(model)
        yield path


def test_names_that_are_no_text():
    with tempfile.TemporaryDirectory() as folder:
        files = {name: Path(folder) / f"trace.{name}" for name in ("json", "svg", "itf")}
        for path in odd_names(folder):
            done = subprocess.run([str(PROGRAM), "check", path, "--json", files["json"], "--chart", files["svg"],
                                   "--itf", files["itf"]], capture_output=True, check=False, cwd=ROOT)
            outcome.check(done.returncode == 1, f"check {path!r}: exit code {done.returncode}: {done.stderr[:200]!r}")
            if done.returncode != 1:
                continue
            json.loads(files["json"].read_bytes().decode("utf-8"))
            json.loads(files["itf"].read_bytes().decode("utf-8"))
            xml.etree.ElementTree.parse(files["svg"])
            for text in (done.stdout, files["svg"].read_bytes()):
                plain = text.decode("utf-8")
                outcome.check(all(c in "\n\t" or (ord(c) >= 32 and not 0x7F <= ord(c) < 0xA0 and c != "\u202e") for c in plain),
                              f"check {path!r}: control characters are shown")


def test_names_stay_in_their_comments():
    with tempfile.TemporaryDirectory() as folder:
        for path in odd_names(folder):
            for target, end in (("promela", b" */\n"), ("murphi", None)):
                done = subprocess.run([str(PROGRAM), "export", path, "--to", target], capture_output=True,
                                      check=False, cwd=ROOT)
                outcome.check(done.returncode == 0, f"export {path!r}: exit code {done.returncode}")
                text = done.stdout
                if end is not None:
                    comment = text[: text.index(b"*/") + 2]
                    outcome.check(b"To check it:" in comment, f"export {path!r} --to promela: the comment ends early: {comment!r}")
                else:
                    before = text[: text.index(b"To check it:")].rsplit(b"\n", 1)[0]
                    outcome.check(all(line.startswith(b"--") for line in before.split(b"\n")), f"export {path!r} --to murphi: {before[:300]!r}")
                outcome.check(text == text.decode("utf-8", errors="ignore").encode(), f"export {path!r} --to {target}: not UTF-8")


def test_output_files_are_opened_first():
    """A folder that is not there is known before the search; what is in a file stays until there is something to write."""
    hours = ("check", "protocols/paxos-quorum/paxos-quorum.ftdp", "--set", "m=3,n=5")
    for option in ("--json", "--chart", "--itf"):
        one = run(*hours, option, "/nonexistent/file", timeout=10)
        rejected(one, "cannot write /nonexistent/file: No such file or directory")
    for option in ("--json", "--certificate", "--graph"):
        rejected(run("prove", "protocols/fd-consensus/fd-consensus.ftdp", "--lemmas", "discovered", option, "/nonexistent/file", timeout=10),
                 "cannot write /nonexistent/file")
    for command in (["export", HOLDS, "--to", "murphi", "--output"], ["symmetries", HOLDS, "--json"], ["analyze", HOLDS, "--json"]):
        rejected(run(*command, "/nonexistent/file"), "cannot write /nonexistent/file")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "file"
        for command in (["check", HOLDS, "--engine", "native", "--json", path], ["check", HOLDS, "--chart", path], ["check", "missing.ftdp", "--json", path]):
            environment = {"CXX": "/bin/false", "XDG_CACHE_HOME": folder}
            run(*command, environment=environment)
            outcome.check(not path.exists(), f"{command}: an empty file is left")
            path.write_text("precious", encoding="utf-8")
            run(*command, environment=environment)
            outcome.check(path.read_text(encoding="utf-8") == "precious", f"{command}: the file that was there is gone")
            path.unlink()
        # A shorter text replaces a longer one.
        path.write_text("x" * 100_000, encoding="utf-8")
        expect(run("check", HOLDS, "--json", path), 0)
        json.loads(path.read_text(encoding="utf-8"))


def test_nothing_is_overwritten():
    """A result overwrites neither the model nor another result."""
    with tempfile.TemporaryDirectory() as folder:
        model = Path(folder) / "model.ftdp"
        text = (ROOT / HOLDS).read_text(encoding="utf-8")
        model.write_text(text, encoding="utf-8")
        link = Path(folder) / "link"
        link.symlink_to(model)
        for path in (model, link):
            for command in (["check", "--json"], ["check", "--itf"], ["prove", "--certificate"], ["analyze", "--json"], ["export", "--to", "murphi", "--output"]):
                rejected(run(command[0], model, *command[1:], path), "it is the model's file")
                outcome.check(model.read_text(encoding="utf-8") == text, f"{command}: the model is gone")
        both = Path(folder) / "both"
        rejected(run("check", model, "--json", both, "--itf", both), "given for other results as well")
        outcome.check(not both.exists(), "an empty file is left")
        expect(run("check", model, "--json", "/dev/null", "--itf", "/dev/null"), 0)


def test_temporary_file():
    """A store that keeps its states in a file says nothing of a model whose states it could not keep."""
    broken = ("check", "protocols/paxos/paxos-chosen-by-one.ftdp", "--set", "n=5", "--symmetry", "none", "--por", "none", "--forget", "off")
    for store in ("compact", "hash", "bitstate"):
        expect(run(*broken, "--store", store, environment={"TMPDIR": "/nonexistent"}), 2, out=["inconclusive", "in /nonexistent could not be made"])
        # The first buffer of rows, or a later one.
        for size in (0, 1 << 20):
            full = subprocess.run([str(PROGRAM), *broken, "--store", store], cwd=ROOT, capture_output=True, text=True, restore_signals=False,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (size, size)))
            said = full.returncode == 1 if "violated" in full.stdout else full.returncode == 2 and "could not be written" in full.stdout
            outcome.check(said, f"--store {store}, files of at most {size} bytes: exit code {full.returncode}: {full.stdout[:300]!r} {full.stderr[:200]!r}")
