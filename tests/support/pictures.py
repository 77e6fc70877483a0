"""Pictures of docs/pictures that scripts make: SVG as text, and the comparison of what is kept with what is made.

The same input gives the same bytes. Every picture has a white background, so that it can be read on dark pages.
"""

import argparse
import sys
from html import escape

from program import ROOT

INK, FAINT, LINE = "#202124", "#5f6368", "#dadce0"
FOLDER = ROOT / "docs" / "pictures"


def digits(number):
    """A coordinate."""
    return f"{number:.1f}".removesuffix(".0")


def text(x, y, words, size=12, anchor="start", colour=INK, weight=400, turned=False, halo=False):
    place = f'transform="translate({digits(x)} {digits(y)}) rotate(-90)"' if turned else f'x="{digits(x)}" y="{digits(y)}"'
    more = f' font-weight="{weight}"' if weight != 400 else ""
    more += ' stroke="#ffffff" stroke-width="3" stroke-linejoin="round" paint-order="stroke"' if halo else ""
    return f'<text {place} font-size="{digits(size)}" text-anchor="{anchor}" fill="{colour}"{more}>{escape(words, quote=False)}</text>'


def line(points, colour=LINE, width=1.0, more=""):
    shown = " ".join(f"{digits(x)},{digits(y)}" for x, y in points)
    return f'<polyline points="{shown}" fill="none" stroke="{colour}" stroke-width="{digits(width)}"{more}/>'


def box(x, y, width, height, fill="#ffffff", edge=LINE, radius=6):
    return (f'<rect x="{digits(x)}" y="{digits(y)}" width="{digits(width)}" height="{digits(height)}" rx="{radius}" '
            f'fill="{fill}" stroke="{edge}"/>')


def picture(width, height, title, parts):
    head = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" '
            'font-family="Inter, Helvetica, Arial, DejaVu Sans, sans-serif">',
            f"<title>{escape(title, quote=False)}</title>", box(0.5, 0.5, width - 1, height - 1, radius=10)]
    return "\n".join([*head, *parts, "</svg>"]) + "\n"


def write_or_check(description, script, make):
    """The main function of a script: `make` gives {file name: SVG}."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--check", action="store_true", help="write nothing; fail if a picture is not what is made now")
    check = parser.parse_args().check
    differ = []
    for name, svg in make().items():
        file = FOLDER / name
        if file.exists() and file.read_text(encoding="utf-8") == svg:
            continue
        differ.append(f"docs/pictures/{name}")
        if not check:
            file.write_text(svg, encoding="utf-8")
            print(f"wrote docs/pictures/{name}")
    if check and differ:
        sys.exit(f"{script}: not what the script makes: {', '.join(differ)}; run {script}")
