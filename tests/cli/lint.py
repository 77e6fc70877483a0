"""What tools/lint must fail on."""

import json
import shutil
import subprocess
import tempfile
from pathlib import Path

from common import outcome
from program import ROOT


def test_lint_can_fail():
    """tools/lint on small trees: nothing to look at, a text that is not formatted, one that does not compile,
    one with a mistake, one with a comment that is too wide or cites a source by a number, and one in order."""
    cases = [(None, 1, "nothing to look at"), ("int  f( );\n", 1, "should be clang-formatted"), ("int f() {\n  return x;\n}\n", 1, "undeclared identifier"),
             ("#include <string>\nbool f(const std::string& s) {\n  return s.size() == 0;\n}\n", 1, "readability-container-size-empty"),
             (f"// {'//' * 70}\nint f();\n", 1, "143 columns"), ("// As document 00" + "4 says.\nint f();\n", 1, "a source is cited by number"),
             ("int f() {\n  return 1;\n}\n", 0, "1 files formatted, 1 translation units tidy")]
    for text, code, says in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("tools", "src", "include", "tests", "bench", "examples", "build"):
                (root / name).mkdir()
            for name in ("tools/lint", "tools/check_prose", "tools/packages", ".clang-tidy", ".clang-format"):
                shutil.copy(ROOT / name, root / name)
            if text is not None:
                unit = root / "build" / "unity_0_cxx.cxx"
                (root / "src" / "one.cpp").write_text(text, encoding="utf-8")
                unit.write_text(f'#include "{root}/src/one.cpp"\n', encoding="utf-8")
                (root / "build" / "compile_commands.json").write_text(json.dumps([{"directory": str(root / "build"), "command": f"c++ -std=c++20 -c {unit}", "file": str(unit)}]),
                                                                    encoding="utf-8")
            done = subprocess.run([root / "tools" / "lint"], capture_output=True, text=True, check=False)
            outcome.check(done.returncode == code and says in done.stdout + done.stderr, f"tools/lint on {text!r}: exit code {done.returncode}: {(done.stdout + done.stderr)[:500]}")


def test_layers_can_fail():
    """The check that every build runs, on a copy of src/: as it is, with an include from below to above, with a
    folder that is in no table, and with a page that does not know it."""
    cases = [(None, "", 0, ""), ("src/store/word_rows.hpp", '#include "cli/streams.hpp"\n', 1, 'includes "cli/streams.hpp"'),
             ("src/search/search.hpp", '#include "model/model.hpp"\n', 1, "search may include only base"), ("src/attic/old.hpp", "", 1, "its folder is not in src/layers.cmake"),
             ("src/store/word_rows.hpp", "#  include <search/search.hpp>\n", 1, 'includes "search/search.hpp"'),
             ("src/store/word_rows.hpp", "// [\n\t#include \"search/search.hpp\"  // #include \"base/units.hpp\"\n", 1, 'includes "search/search.hpp"'),
             ("src/store/word_rows.hpp", "#define HEADER <vector>\n#include HEADER\n", 1, "names no file"), ("src/store/old.h", '#include "search/search.hpp"\n', 1, "includes"),
             ("src/base/units.hpp", '#include "quorate/search.hpp"\n', 1, "for programs outside of src/"),
             ("docs/internals.md", None, 1, "there is no row `store base`"), ("docs/internals.md", "| `attic` | base | |\n", 1, "the row `attic base` is not in src/layers.cmake")]
    for file, text, code, says in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("src", "docs", "tools"):
                shutil.copytree(ROOT / name, root / name)
            if file and text is None:
                (root / file).write_text((root / file).read_text(encoding="utf-8").replace("| `store` | base |", "| `store` | |"), encoding="utf-8")
            elif file:
                (root / file).parent.mkdir(exist_ok=True)
                before = (root / file).read_text(encoding="utf-8") if (root / file).exists() else ""
                (root / file).write_text(before + text, encoding="utf-8")
            done = subprocess.run(["cmake", "-P", root / "tools" / "check_layers.cmake"], capture_output=True, text=True, check=False)
            said = " ".join(done.stderr.split())
            outcome.check(done.returncode == code and says in said, f"tools/check_layers.cmake with {text!r} in {file}: exit code {done.returncode}: {said[:500]}")


def test_pictures_can_fail():
    """The checks of tests/documents/run that the pictures of docs/pictures are what their scripts make: as they
    are, after changes of what they are made from, and after a change of a picture."""
    cases = [("tools/draw_layers", None, "", "", 0, ""), ("bench/plots", None, "", "", 0, ""),
             ("tools/draw_layers", "src/layers.cmake", '"report         base model', '"report         base', 1, "docs/pictures/architecture.svg; run tools/draw_layers"),
             ("tools/draw_layers", "docs/internals.md", "| sets of states |", "| sets |", 1, "docs/pictures/architecture.svg; run tools/draw_layers"),
             ("tools/draw_layers", "src/layers.cmake", '"store          base"', "", 1, "only one of src/layers.cmake and docs/internals.md has store"),
             ("bench/plots", "docs/results.md", "| 3 | 921 |", "| 3 | 922 |", 1, "docs/pictures/plot-acceptors.svg; run bench/plots"),
             ("bench/plots", "docs/results.md", "| acceptors | states |", "| acceptor | states |", 1, "has 0 tables with the columns acceptors"),
             ("bench/plots", "docs/pictures/plot-peers.svg", "rumur", "murphi", 1, "docs/pictures/plot-peers.svg; run bench/plots")]
    for script, file, old, new, code, says in cases:
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            for name in ("docs", "tools", "tests/support"):
                shutil.copytree(ROOT / name, root / name)
            for name in ("src/layers.cmake", "bench/plots"):
                (root / name).parent.mkdir(exist_ok=True)
                shutil.copy(ROOT / name, root / name)
            if file:
                before = (root / file).read_text(encoding="utf-8")
                outcome.check(old in before, f"{file} has no {old!r}")
                (root / file).write_text(before.replace(old, new), encoding="utf-8")
            done = subprocess.run([root / script, "--check"], capture_output=True, text=True, check=False)
            said = (done.stdout + done.stderr).strip()
            outcome.check(done.returncode == code and says in said, f"{script} --check with {new!r} in {file}: exit code {done.returncode}: {said[:500]}")
