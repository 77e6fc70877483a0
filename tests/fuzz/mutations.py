"""Seeded damage to the text of a model: what editors, merges, transfers and typing errors do to files."""

import re

TOKEN = re.compile(rb"[A-Za-z_][A-Za-z_0-9]*|\d+|:=|\.\.|<=>|=>|->|<=|>=|!=|//[^\n]*|\s+|[^\x00-\x7f]+|.", re.S)
OPERATORS = [b"+", b"-", b"*", b"/", b"mod", b"=", b"!=", b"<", b"<=", b">", b">=", b"and", b"or", b"=>", b"<=>", b"in", b"not in",
             b"subset", b"..", b":=", b".", b"|", b"not", b"G", b"F", b"U"]
NUMBERS = [b"0", b"1", b"2", b"-1", b"3", b"7", b"61", b"62", b"63", b"64", b"65", b"255", b"4095", b"100000", b"2147483648",
           b"4294967296", b"9007199254740993", b"9223372036854775807", b"9223372036854775808", b"99999999999999999999999"]
BITS = [b"\x00", b"\xff", b"\xc3", b"\xe2\x88\x80", "∀".encode(), "⌈".encode(), "𝔊".encode(), b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\r",
        b"\t", b"\x1b[31m", b"(", b")", b"[", b"]", b"{", b"}", b"/*", b"*/", b"//", b"2", b"'", b'"', b"$", b"@", b";", b";;", b",", b":",
        b"[](", b"ELSE", b"end", b"endif", b"if", b"for", b"let", b"send", b"to all", b"undefine", b"skip", b"any", b"any(", b"argmax(x: 0..3 | x)",
        b"quorum Q[2] of", b"msg", b"msg.absent", b"status", b"isundefined(", b"undefined", b"distinct", b"majority(3)", b"max(", b"{}", b"byzantine",
        b"monitor", b"observe:", b"init", b"rules", b"role", b"role r[0]", b"faults at most 1 of", b"channels fifo, lossy, bound 1", b"property p: no deadlock"]


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


def nest(text, random, _):
    """One token becomes deeply nested."""
    parts = tokens(text)
    places = words(parts)
    if not places:
        return text
    depth = random.choice((3, 30, 300, 3000))
    opening, closing = random.choice(((b"(", b")"), (b"not ", b""), (b"{", b"}"), (b"if true then ", b" else 0"), (b"- ", b"")))
    at = random.choice(places)
    parts[at] = opening * depth + parts[at] + closing * depth
    return b"".join(parts)


def splice(text, random, others):
    """The beginning of one model and the end of another, or both one after the other."""
    other = random.choice(others)
    if random.randrange(2):
        return text + b"\n" + other
    return text[: random.randrange(len(text) + 1)] + other[random.randrange(len(other) + 1) :]


MUTATIONS = [truncate, delete_bytes, insert, flip_byte, change_tokens, change_lines, change_number, change_operator, change_name, nest, splice]
# Small changes leave more models well-formed, so that the damage gets past the parser.
WEIGHTS = [2, 2, 4, 1, 5, 4, 8, 8, 8, 1, 2]


def mutate(random, texts):
    """One damaged text: one to four mutations of one of the texts."""
    text = random.choice(texts)
    for mutation in random.choices(MUTATIONS, WEIGHTS, k=random.choice((1, 1, 2, 4))):
        text = mutation(text, random, texts)
    return text
