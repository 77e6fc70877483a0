"""Seeded damage to the text of a model: what editors, merges, transfers and typing errors do to files."""

import re

from hostile import ESCAPES, NUMBERS

TOKEN = re.compile(rb"[A-Za-z_][A-Za-z_0-9]*|\d+|:=|\.\.|<=>|=>|->|<=|>=|!=|//[^\n]*|\s+|[^\x00-\x7f]+|.", re.S)
# Of both languages: a file of one may look like the other.
OPERATORS = [b"+", b"-", b"*", b"/", b"mod", b"=", b"!=", b"<", b"<=", b">", b">=", b"and", b"or", b"=>", b"<=>", b"in", b"not in",
             b"subset", b"..", b":=", b".", b"|", b"not", b"G", b"F", b"U", b"==", b"&&", b"||", b"!", b"[]", b"<>", b"->", b"::", b"%"]
BITS = [b"\x00", b"\xff", b"\xc3", b"\xe2\x88\x80", "∀".encode(), "⌈".encode(), "𝔊".encode(), b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\r",
        b"\t", b"\x1b[31m", b"(", b")", b"[", b"]", b"{", b"}", b"/*", b"*/", b"//", b"2", b"'", b'"', b"$", b"@", b";", b";;", b",", b":",
        b"[](", b"ELSE", b"end", b"endif", b"if", b"for", b"let", b"send", b"to all", b"undefine", b"skip", b"any", b"any(", b"argmax(x: 0..3 | x)",
        b"quorum Q[2] of", b"msg", b"msg.absent", b"status", b"isundefined(", b"undefined", b"distinct", b"majority(3)", b"max(", b"{}", b"byzantine",
        b"monitor", b"observe:", b"init", b"rules", b"role", b"role r[0]", b"faults at most 1 of", b"channels fifo, lossy, bound 1", b"property p: no deadlock",
        b"havoc(x);", b"havoc(", b"assume(", b"assume(true);", b"assert(", b"atomic {", b"do", b"od", b"fi", b":: ", b"else ->", b"goto end", b"break", b"end:",
        b"#define N N N\n", b"#define A(x) x x\n", b"\n#ifdef X\n", b"\n#endif\n", b"#include \"model.pml\"\n", b"symbolic int N;", b"active[N] proctype P() {", b"ltl p { [] true }",
        b"some(Proc:", b"all(Proc:", b"card(Proc:", *ESCAPES]


def tokens(text):
    return TOKEN.findall(text)


def words(parts):
    """The positions of parts that are not white space."""
    return [index for index, part in enumerate(parts) if not part.isspace()]


def truncate(text, random, _):
    return text[: random.randrange(len(text) + 1)]


def delete_bytes(text, random, _):
    at = random.randrange(len(text) + 1)
    return text[:at] + text[at + random.choice((1, 1, 2, 5, 50)) :]


def insert(text, random, _):
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice((b"", b" ")) + random.choice(BITS) + random.choice((b"", b" ")) + text[at:]


def flip_byte(text, random, _):
    if not text:
        return text
    at = random.randrange(len(text))
    return text[:at] + bytes([random.randrange(256)]) + text[at + 1 :]


def change_tokens(text, random, _):
    """Deletes, doubles or exchanges tokens."""
    parts = tokens(text)
    places = words(parts)
    if len(places) < 2:
        return text
    one, other = random.sample(places, 2)
    kind = random.randrange(4)
    if kind == 0:
        parts[one] = b""
    elif kind == 1:
        parts[one] = parts[one] + b" " + parts[one]
    elif kind == 2:
        parts[one], parts[other] = parts[other], parts[one]
    else:
        parts[one] = parts[other]
    return b"".join(parts)


def change_lines(text, random, _):
    lines = text.split(b"\n")
    one, other = random.randrange(len(lines)), random.randrange(len(lines))
    kind = random.randrange(4)
    if kind == 0:
        del lines[one]
    elif kind == 1:
        lines.insert(other, lines[one])
    elif kind == 2:
        lines[one], lines[other] = lines[other], lines[one]
    else:
        del lines[min(one, other) : max(one, other)]
    return b"\n".join(lines)


def change_number(text, random, _):
    parts = tokens(text)
    places = [index for index, part in enumerate(parts) if part.isdigit()]
    if not places:
        return text
    parts[random.choice(places)] = random.choice(NUMBERS)
    return b"".join(parts)


def change_operator(text, random, _):
    parts = tokens(text)
    places = [index for index, part in enumerate(parts) if part in OPERATORS]
    if not places:
        return text
    parts[random.choice(places)] = random.choice(OPERATORS)
    return b"".join(parts)


def change_name(text, random, _):
    """One name in place of another, as after a copy: most of these are well-formed."""
    parts = tokens(text)
    places = [index for index, part in enumerate(parts) if re.fullmatch(rb"[A-Za-z_]\w*", part)]
    if not places:
        return text
    parts[random.choice(places)] = parts[random.choice(places)]
    return b"".join(parts)


NESTS = ((b"(", b")"), (b"not ", b""), (b"!", b""), (b"{", b"}"), (b"if true then ", b" else 0"), (b"- ", b""), (b"[] ", b""), (b"G ", b""), (b"<> [] ", b""), (b"1 + ", b""),
         (b"true and ", b""), (b"true => ", b""), (b"true && ", b""), (b"x U ", b""), (b"do :: ", b" od"), (b"if :: ", b" fi"), (b"all(x: 0..1 | ", b")"), (b"atomic { ", b"}"))


def nest(text, random, _):
    """One token becomes deeply nested."""
    parts = tokens(text)
    places = words(parts)
    if not places:
        return text
    depth = random.choice((3, 30, 60, 190, 300, 3000, 20000))
    opening, closing = random.choice(NESTS)
    at = random.choice(places)
    parts[at] = opening * depth + parts[at] + closing * depth
    return b"".join(parts)


def lengthen(text, random, _):
    """A line, a name, a number, a comment or white space of many thousand bytes."""
    parts = tokens(text)
    places = words(parts)
    if not places:
        return text
    length = random.choice((300, 5000, 30000, 300000))
    at = random.choice(places)
    kind = random.randrange(6)
    if kind == 0:
        return text.replace(b"\n", b" ")
    if kind == 1:
        parts[at] = parts[at] + b"x" * length
    elif kind == 2:
        parts[at] = b"9" * length
    elif kind == 3:
        parts[at] = parts[at] + b" // " + b"c" * length + b"\n"
    elif kind == 4:
        parts[at] = parts[at] + random.choice((b" ", b"\t", b"\n")) * length
    else:
        parts[at] = (parts[at] + b" ") * (length // (len(parts[at]) + 1))
    return b"".join(parts)


def double_macros(text, random, _):
    """Each macro is twice the one before."""
    depth = random.choice((3, 10, 16, 24, 40))
    lines = [b"#define D0 x + x"] + [b"#define D%d D%d + D%d" % (k, k - 1, k - 1) for k in range(1, depth)]
    parts = tokens(text)
    places = words(parts)
    if places:
        parts[random.choice(places)] = b"D%d" % (depth - 1)
    return b"\n".join(lines) + b"\n" + b"".join(parts)


def hostile_name(text, random, _):
    """A name everywhere replaced by one that has something in it."""
    parts = tokens(text)
    names = [part for part in parts if re.fullmatch(rb"[A-Za-z_]\w*", part)]
    if not names:
        return text
    name = random.choice(names)
    new = name + random.choice(ESCAPES) + random.choice((b"", b"x"))
    return b"".join(new if part == name else part for part in parts)


def change_all_numbers(text, random, _):
    """The same number everywhere in place of another: bounds and constants grow together."""
    parts = tokens(text)
    numbers = [part for part in parts if part.isdigit()]
    if not numbers:
        return text
    old, new = random.choice(numbers), random.choice(NUMBERS)
    return b"".join(new if part == old else part for part in parts)


def splice(text, random, others):
    """The beginning of one model and the end of another, or both one after the other."""
    other = random.choice(others)
    if random.randrange(2):
        return text + b"\n" + other
    return text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other) + 1) :]


MUTATIONS = [truncate, delete_bytes, insert, flip_byte, change_tokens, change_lines, change_number, change_operator, change_name, nest, splice,
             lengthen, double_macros, hostile_name, change_all_numbers]
# Small changes leave more models well-formed, so that the damage gets past the parser.
WEIGHTS = [2, 2, 4, 1, 5, 4, 8, 8, 8, 1, 2, 0.3, 0.2, 0.7, 3]


# Exchanged among themselves these leave most models well-formed.
ALIKE = ((b"+", b"-", b"*", b"/", b"mod", b"%"), (b"=", b"!=", b"<", b"<=", b">", b">="), (b"==", b"!=", b"<", b"<=", b">", b">="), (b"and", b"or", b"=>", b"<=>"),
         (b"&&", b"||", b"->"), (b"all", b"exists", b"some"), (b"G", b"F"), (b"[]", b"<>"), (b"lossy", b"reliable"), (b"fifo", b"unordered"), (b"true", b"false"),
         (b"crash", b"byzantine"), (b"any", b"distinct", b"0", b"1"))
SMALL = (b"0", b"1", b"2", b"3", b"4", b"5", b"7", b"9", b"20", b"50")


def small_number(text, random, _):
    parts = tokens(text)
    places = [index for index, part in enumerate(parts) if part.isdigit()]
    if places:
        parts[random.choice(places)] = random.choice(SMALL)
    return b"".join(parts)


def next_number(text, random, _):
    """A number that is one more or one less."""
    parts = tokens(text)
    places = [index for index, part in enumerate(parts) if part.isdigit()]
    if places:
        at = random.choice(places)
        parts[at] = b"%d" % max(0, int(parts[at]) + random.choice((-1, 1, 1)))
    return b"".join(parts)


def alike(text, random, _):
    """An operator or a word in place of another of its kind."""
    parts = tokens(text)
    places = [(index, kind) for index, part in enumerate(parts) for kind in ALIKE if part in kind]
    if places:
        index, kind = random.choice(places)
        parts[index] = random.choice(kind)
    return b"".join(parts)


def without_line(text, random, _):
    """A line less, or one twice."""
    pieces = re.split(rb"(\n)", text)
    at = random.randrange(0, len(pieces), 2)
    if random.randrange(2):
        del pieces[at : at + 2]
    else:
        pieces[at:at] = pieces[at : at + 2]
    return b"".join(pieces)


GENTLE = [small_number, alike, alike, next_number, next_number, without_line]


def mutate(random, texts):
    """One damaged text. One in ten is not changed: then only the options are unusual. Half of them have small
    changes, after which most texts are still well-formed; the others have one to four of all mutations."""
    text = random.choice(texts)
    kind = random.random()
    if kind < 0.1:
        return text
    if kind < 0.6:
        mutations = random.choices(GENTLE, k=random.choice((1, 1, 2)))
    else:
        mutations = random.choices(MUTATIONS, WEIGHTS, k=random.choice((1, 1, 2, 4)))
    for mutation in mutations:
        text = mutation(text, random, texts)
    return text
