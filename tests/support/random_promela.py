"""Random Promela texts of a fixed size, small enough for spin and for us: several proctypes, loops, jumps,
atomic blocks, arrays, macros as propositions."""

import random


class Writer:
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.labels = []
        self.depth = 0
        self.local = False

    def chance(self, percent):
        return self.random.randrange(100) < percent

    def pick(self, *choices):
        return self.random.choice(choices)

    def number(self):
        return str(self.random.randrange(4))

    def variable(self):
        names = ["g0", "g1", "u", "w"] + (["c"] if self.local else [])
        names += ["a[0]", "a[1]", f"a[{self.pick('g0', 'g1')} & 1]"]
        return self.random.choice(names)

    def expression(self, depth=2):
        if depth == 0 or self.chance(30):
            return self.pick(self.number(), self.variable(), self.variable()) if not (self.local and self.chance(10)) else "_pid"
        kind = self.random.randrange(10)
        one, two = self.expression(depth - 1), self.expression(depth - 1)
        if kind < 5:
            return f"({one} {self.pick('+', '-', '*', '+', '&', '|', '^')} {two})"
        if kind == 5:
            return f"({one} {self.pick('/', '%')} {self.random.randrange(1, 4)})"
        if kind == 6 and not self.in_formula:  # spin takes the arrow for an implication there
            return f"({self.condition(depth - 1)} -> {one} : {two})"
        if kind == 7:
            return f"({one} {self.pick('<<', '>>')} {self.random.randrange(3)})"
        return self.pick(f"(-{one})", f"(~{one})", f"(!{one})", one)

    def condition(self, depth=1):
        if depth > 0 and self.chance(25):
            return f"({self.condition(depth - 1)} {self.pick('&&', '||')} {self.condition(depth - 1)})"
        if self.chance(15):
            return f"m {self.pick('==', '!=')} {self.pick('RED', 'BLUE', 'GREEN')}"
        if self.chance(10):
            return self.variable()
        if self.channel and self.chance(15) and not self.in_formula:
            return self.pick("len(q) > 1", "empty(q)", "full(q)", "nempty(q)", "nfull(q)", "len(q) == 1")
        return f"{self.expression(1)} {self.pick('==', '!=', '<', '>', '<=', '>=')} {self.expression(1)}"

    def assignment(self):
        if self.chance(12):
            return f"m = {self.pick('RED', 'BLUE', 'GREEN')}"
        name = self.variable()
        if self.chance(25):
            return name + self.pick("++", "--")
        # Wide variables stay small; narrow ones wrap around.
        value = self.expression()
        return f"{name} = {value} & 3" if self.chance(70) else f"{name} = {value}"

    def simple(self):
        kind = self.random.randrange(12)
        if self.channel and self.chance(30):
            return self.message()
        if kind < 6:
            return self.assignment()
        if kind < 9:
            return self.condition() if self.chance(50) else f"({self.condition()})"
        if kind == 9:
            return self.pick("skip", 'printf("x\\n")', "true")
        if kind == 10 and self.chance(40):
            return f"assert({self.condition()})"
        return self.assignment()

    def message(self):
        name = self.pick("RED", "BLUE")
        return self.pick(f"q!{name},{self.expression(1)}", f"q!{name}({self.number()})", f"q?{self.pick('RED', 'm', '_', name)},{self.pick(self.variable(), '_', '1')}",
                         f"q?{name}({self.variable()})", f"q?eval(m),{self.variable()}")

    def branch(self, level, loop):
        first = self.pick("else", self.condition(), self.condition(), self.simple(), "block", "nested") if not self.has_else else \
            self.pick(self.condition(), self.simple(), "block")
        if first == "else":
            self.has_else = True
        if first == "block":
            first = self.block(level)
        if first == "nested":
            had = self.has_else
            first = self.selection(level + 1) if level < 3 else "skip"
            self.has_else = had
        parts = [first] + self.statements(level + 1, self.random.randrange(3))
        if loop and self.chance(35):
            parts.append("break")
        elif self.labels and self.chance(15) and not self.inside_d_step:
            parts.append(f"goto {self.random.choice(self.labels)}")
        return " -> ".join(parts[:2]) + "".join("; " + part for part in parts[2:])

    has_else = False
    inside_d_step = False
    in_formula = False
    channel = False

    def selection(self, level):
        loop = self.chance(30)
        had, self.has_else = self.has_else, False
        branches = [self.branch(level, loop) for _ in range(self.random.randrange(1, 4))]
        if loop:
            branches.append(f"{self.condition()} -> break")
        self.has_else = had
        words = ("do", "od") if loop else ("if", "fi")
        return words[0] + " " + " ".join(":: " + branch for branch in branches) + " " + words[1]

    def block(self, level):
        if self.chance(30):
            return "d_step { " + "; ".join([self.simple_first()] + [self.assignment() for _ in range(self.random.randrange(3))]) + " }"
        return "atomic { " + "; ".join([self.simple()] + self.statements(level + 1, self.random.randrange(1, 4))) + " }"

    def simple_first(self):
        return self.condition() if self.chance(50) else self.assignment()

    def statements(self, level, count):
        result = []
        for _ in range(count):
            if level < 3 and self.chance(25):
                result.append(self.selection(level))
            elif level < 3 and self.chance(15):
                result.append(self.block(level))
            else:
                result.append(self.simple())
        return result

    def process(self, name, count):
        self.labels = [f"L{i}" for i in range(self.random.randrange(3))]
        self.local = True
        text = f"active {count}proctype {name}() {{\n  {self.pick('byte', 'short', 'int', 'unsigned')} c{{}};\n"
        text = text.replace("c{}", "c : 3" if "unsigned" in text else self.pick("c", "c = 1"))
        for label in self.labels + [""]:
            statements = self.statements(0, self.random.randrange(1, 4))
            text += (f"{label}:" if label else "") + "  " + ";\n  ".join(statements) + ";\n"
        if self.chance(60) and self.labels:
            text += f"  goto {self.random.choice(self.labels)};\n"
        self.local = False
        return text.rstrip(";\n") + "\n}\n"

    def proposition(self):
        return self.pick("p0", "p1", "p2")

    def formula(self, depth=2):
        if depth == 0:
            return self.pick("", "!") + self.proposition()
        inner = lambda: self.formula(depth - 1)  # noqa: E731
        return self.pick(lambda: f"[]({inner()})", lambda: f"<>({inner()})", lambda: f"[]<>{self.proposition()}", lambda: f"<>[]{self.proposition()}",
                         lambda: f"({inner()} U {inner()})", lambda: f"({inner()} -> {inner()})", lambda: f"({inner()} && {inner()})",
                         lambda: f"({inner()} || {inner()})", lambda: f"!({inner()})", lambda: f"[] {self.proposition()} -> <> {self.proposition()}",
                         lambda: f"{self.proposition()} U [] {self.proposition()}", lambda: f"({inner()} W {inner()})", inner)()

    def write(self):
        text = "mtype = { RED, BLUE, GREEN }\nmtype m = RED;\nbit g0;\nbool g1 = true;\nunsigned u : 2 = 1;\n"
        text += f"{self.pick('byte', 'short')} w;\nbyte a[2] = {self.number()};\n"
        self.channel = self.chance(40)
        if self.channel:
            text += f"chan q = [{self.pick(1, 2)}] of {{ mtype, byte }};\n"
        self.in_formula = True
        for i in range(3):
            text += f"#define p{i} ({self.condition()})\n"
        self.in_formula = False
        for i in range(self.random.randrange(1, 4)):
            text += self.process(f"P{i}", self.pick("", "", "[2] "))
        for i in range(3):
            text += f"ltl f{i} {{ {self.formula()} }}\n"
        return text


def random_promela(seed):
    return Writer(seed).write()


if __name__ == "__main__":
    import sys

    print(random_promela(int(sys.argv[1])))
