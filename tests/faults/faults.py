"""Faults of the environment, one function each: they change the plan of a run (its variables, limits, streams,
moment of a signal, folders)."""

import ctypes
import os
import shutil
import signal
import stat
from dataclasses import dataclass, field
from pathlib import Path

GARBAGE = b"\x7fELF\x02\x01\x01" + bytes(range(256)) * 20


@dataclass
class Plan:
    random: object
    folder: Path  # empty, for what a fault needs
    shim: Path
    least_addresses: int  # KiB: the program starts with so much
    environment: dict
    limits: list = field(default_factory=list)  # words for the shell's ulimit
    actions: dict = field(default_factory=dict)  # standard stream -> what posix_spawn does with it
    signal: tuple = None  # (seconds, number)
    mounts: list = field(default_factory=list)
    native: bool = False  # a compiler is wanted
    files: bool = False  # files are wanted

    def preload(self, **variables):
        self.environment.update(LD_PRELOAD=str(self.shim), **variables)

    def compiler(self, text):
        script = self.folder / "compiler"
        script.write_text("#!/bin/sh\n" + text + "\n")
        script.chmod(0o700)
        self.environment["CXX"] = str(script)
        self.native = True

    def small_disk(self, size):
        """A folder on a disk of so many bytes; none if this machine does not let us mount one."""
        target = self.folder / f"disk{len(self.mounts)}"
        target.mkdir()
        if ctypes.CDLL(None).mount(b"tmpfs", os.fsencode(target), b"tmpfs", 0, f"size={size}".encode()) != 0:
            return None
        self.mounts.append(target)
        return target

    def clear(self):
        for target in self.mounts:
            ctypes.CDLL(None).umount2(os.fsencode(target), 2)  # MNT_DETACH


def healthy(_plan):
    """No fault: without one, too, the command lines must not say "holds"."""


def addresses(plan):
    plan.limits.append(f"-v {plan.least_addresses + int(plan.random.choice((1, 10, 100, 500)) * 1024 * plan.random.random())}")


def full_disk(plan):
    plan.files = True
    disk = plan.small_disk(plan.random.choice((4096, 16384, 65536, 1 << 20, 8 << 20)))
    if disk is None:
        no_more_writes(plan)
        return
    plan.environment["TMPDIR"] = str(disk)
    if plan.random.random() < 0.5:
        plan.environment["XDG_CACHE_HOME"] = str(disk)
        plan.native = True


def no_more_writes(plan):
    plan.files = True
    plan.preload(FAULT_WRITE=str(plan.random.choice((0, 1, 1000, 5000, 100_000, 1_000_000))))


def temporary_missing(plan):
    plan.files = True
    plan.environment["TMPDIR"] = plan.random.choice(("/nonexistent", "/dev/null", "/proc", "", "relative", "/" + "x" * 5000))


def temporary_read_only(plan):
    plan.files = True
    disk = plan.small_disk(65536)
    if disk is None:
        temporary_missing(plan)
        return
    ctypes.CDLL(None).mount(b"tmpfs", os.fsencode(disk), b"tmpfs", 1 | 32, b"")  # read only, again
    plan.environment["TMPDIR"] = str(disk)


def interrupted(plan):
    plan.signal = (plan.random.choice((0.02, 0.1, 0.5, 2)) * plan.random.random() + 0.001, plan.random.choice((signal.SIGINT, signal.SIGTERM, signal.SIGHUP)))


def compiler_missing(plan):
    plan.environment.update(CXX="/nonexistent/c++", PATH="/nonexistent")
    plan.native = True


def compiler_fails(plan):
    plan.compiler(plan.random.choice(("exit 1", "echo 'error: no' >&2; exit 1", "kill -9 $$", "kill -11 $$", "exit 0", "head -c 3000000 /dev/zero | tr '\\0' 'e' >&2; exit 1",
                                      "printf 'error: \\033[31m\\377*/\\n' >&2; exit 1", "cd / && rm -rf \"$TMPDIR\"; exit 1")))


def compiler_hangs(plan):
    plan.compiler("exec sleep 1000")


def compiler_writes_garbage(plan):
    what = plan.random.choice(("printf '\\177ELF\\002\\001\\001' >\"$o\"", ": >\"$o\"", "mkdir \"$o\"", "ln -s /dev/zero \"$o\"", "head -c 5000 /bin/sh >\"$o\"", "cp /bin/sh \"$o\"",
                               "mkfifo \"$o\""))
    plan.compiler(f"while [ $# -gt 0 ]; do [ \"$1\" = -o ] && o=$2; shift; done\n{what}")


def no_path(plan):
    plan.environment.pop("CXX", None)
    if plan.random.random() < 0.5:
        plan.environment["PATH"] = ""
    else:
        plan.environment.pop("PATH", None)
    plan.native = True


def no_threads(plan):
    plan.preload(FAULT_THREADS=str(plan.random.choice((0, 0, 1, 2, 3))))


def memory_for_a_moment(plan):
    first = int(10 ** (5.5 * plan.random.random()))
    plan.preload(FAULT_MALLOC=f"{first},{plan.random.choice((1, 1, 3, 30))},{plan.random.choice((0, 0, 100, 1000))}")


def no_large_memory(plan):
    plan.preload(FAULT_MALLOC=f"{int(10 ** (3 * plan.random.random())) - 1},1000000000,{plan.random.choice((4096, 65536, 1 << 20))}")


def no_maps(plan):
    plan.preload(FAULT_MMAP=f"{int(10 ** (2 * plan.random.random())) - 1},{plan.random.choice((1, 1000000))}")


def no_home(plan):
    for name in ("HOME", "XDG_CACHE_HOME"):
        value = plan.random.choice((None, "", "/proc", "/dev/null", "relative", "/proc/nonexistent/deep"))
        plan.environment.pop(name, None)
        if value is not None:
            plan.environment[name] = value
    plan.native = True


def damaged_cache(plan):
    """Damaged libraries of earlier runs: `plan.folder` gets a copy of their cache."""
    cache = plan.folder / "cache"
    if Path(plan.environment["XDG_CACHE_HOME"]).is_dir() and plan.environment["XDG_CACHE_HOME"] != str(cache):
        # Another run's compiler may have made a pipe there.
        shutil.copytree(plan.environment["XDG_CACHE_HOME"], cache, dirs_exist_ok=True,
                        ignore=lambda folder, names: [name for name in names if not (Path(folder, name).is_file() or Path(folder, name).is_dir())])
    plan.environment["XDG_CACHE_HOME"] = str(cache)
    plan.native = True
    for library in sorted(cache.rglob("*.so")):
        if library.is_symlink() or not library.is_file():
            continue  # damaged already: /dev/zero has no end
        data = library.read_bytes()
        kind = plan.random.randrange(7)
        library.chmod(stat.S_IRWXU)
        if kind == 0:
            library.write_bytes(data[: plan.random.randrange(len(data))])
        elif kind == 1:
            library.write_bytes(GARBAGE)
        elif kind == 2:
            at = plan.random.randrange(len(data))
            library.write_bytes(data[:at] + bytes([data[at] ^ 255]) + data[at + 1 :])
        elif kind == 3:
            library.unlink()
            library.mkdir()
        elif kind == 4:
            library.unlink()
            library.symlink_to("/dev/zero")
        elif kind == 5:
            library.unlink()
            os.mkfifo(library)
        else:
            library.write_bytes(b"")


def closed_streams(plan):
    for stream in plan.random.sample((0, 1, 2), plan.random.choice((1, 2, 3))):
        plan.actions[stream] = (os.POSIX_SPAWN_CLOSE, stream)


def full_streams(plan):
    for stream in plan.random.sample((1, 2), plan.random.choice((1, 2))):
        plan.actions[stream] = (os.POSIX_SPAWN_OPEN, stream, "/dev/full", os.O_WRONLY, 0)


def few_files(plan):
    plan.limits.append(f"-n {plan.random.randrange(4, 16)}")


def small_files(plan):
    plan.files = True
    if any(limit.startswith("-f") for limit in plan.limits):
        return  # the shell itself would be ended by its complaint about a second one
    plan.limits.append(f"-f {plan.random.choice((0, 1, 8, 100, 2000))}")


FAULTS = [healthy, addresses, full_disk, no_more_writes, temporary_missing, temporary_read_only, interrupted, compiler_missing, compiler_fails, compiler_hangs, compiler_writes_garbage, no_path,
          no_threads, memory_for_a_moment, no_large_memory, no_maps, no_home, damaged_cache, closed_streams, full_streams, few_files, small_files]
