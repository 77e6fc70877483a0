"""Makes a failing input smaller: pieces of lines, then lines, then tokens are left out as long as it fails in
the same way."""

from mutations import tokens


def without_pieces(pieces, fails, trials):
    """Leaves out runs of pieces, long ones first. `trials` is a list with the number of runs that are left."""
    size = max(1, len(pieces) // 2)
    while size >= 1:
        at = 0
        while at < len(pieces):
            if trials[0] <= 0:
                return pieces
            trials[0] -= 1
            fewer = pieces[:at] + pieces[at + size :]
            if fails(b"".join(fewer)):
                pieces = fewer
            else:
                at += size
        size //= 2
    return pieces


def smaller_text(text, fails, trials=300):
    left = [trials]
    text = b"".join(without_pieces(text.splitlines(keepends=True), fails, left))
    return b"".join(without_pieces(tokens(text), fails, left))


def fewer_words(words, fails):
    """Options that are not needed, one at a time, with the value that follows where that is left without one."""
    for size in (2, 1):
        at = 0
        while at < len(words):
            fewer = words[:at] + words[at + size :]
            if words[at].startswith("-") and fails(fewer):
                words = fewer
            else:
                at += 1
    return words
