"""Folders of checkpoints, made once and then damaged in every way that a disk, a copy or a person can."""

import os
import shutil
import subprocess
from pathlib import Path

from program import PROGRAM, ROOT

UNREDUCED = ["--symmetry", "none", "--por", "none"]
# A property that holds and one that is violated, cut short by a limit on states; threads change what is written.
CHECKS = [
    ("protocols/paxos/paxos.ftdp", ["--traffic", "grm", "--max-states", "30000", "--threads", "1"]),
    ("protocols/paxos/paxos-always-accepts.ftdp", ["--traffic", "grm", "--max-states", "30000", "--threads", "2"]),
    ("protocols/paxos/paxos-chosen-by-one.ftdp", ["--max-states", "3000", "--threads", "1"]),
]


def make(folder):
    """The folders, by number, as in CHECKS."""
    made = []
    for number, (model, options) in enumerate(CHECKS):
        target = Path(folder) / f"checkpoints-{number}"
        subprocess.run([str(PROGRAM), "check", str(ROOT / model), *UNREDUCED, *options, "--checkpoint", str(target), "--every", "0s"], cwd=folder,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=120, check=False)
        if not (target / "run").exists():
            raise SystemExit(f"no checkpoint was written for {model}")
        made.append(target)
    return made


def damage_bytes(random, path):
    data = bytearray(path.read_bytes())
    kind = random.randrange(5)
    if kind == 0:
        data = data[: random.randrange(len(data) + 1)]
    elif kind == 1:
        data += os.urandom(0) + bytes(random.randrange(256) for _ in range(random.choice((1, 8, 1000))))
    elif kind == 2:
        data = bytearray()
    else:
        # Lengths and numbers are among the first bytes; most others are states.
        for _ in range(random.choice((1, 1, 2, 20))):
            if data:
                data[random.randrange(min(len(data), random.choice((16, 200, len(data)))))] = random.choice((0, 1, 127, 255, random.randrange(256)))
    path.write_bytes(bytes(data))


def damage(random, made, target):
    """A damaged copy in `target`. Returns which of CHECKS it is."""
    which = random.randrange(len(made))
    shutil.copytree(made[which], target)
    files = sorted(path for path in target.iterdir())
    path = random.choice(files)
    kind = random.randrange(8)
    if kind < 4:
        damage_bytes(random, path)
    elif kind == 4:
        path.unlink()
    elif kind == 5:
        path.unlink()
        path.mkdir()
    elif kind == 6:
        path.unlink()
        path.symlink_to(random.choice((path.name, "/dev/zero" if path.name != "run" else "/dev/null", "nowhere")))
    else:
        other = random.choice(sorted(made[random.randrange(len(made))].iterdir()))
        shutil.copyfile(other, path)
    return which
