"""Texts, names and numbers that were made to break something."""

NUMBERS = [b"0", b"1", b"-1", b"2", b"3", b"7", b"50", b"61", b"62", b"63", b"64", b"65", b"255", b"1000", b"4095", b"100000", b"2147483647", b"2147483648",
           b"4294967296", b"9007199254740993", b"9223372036854775807", b"9223372036854775808", b"-9223372036854775808", b"99999999999999999999999"]

# Names that would end comments, quotes, pages and shell words, or act on terminals, if they were not escaped.
ESCAPES = [b"*/", b"/*", b"-->", b"<script>alert(1)</script>", b"$(touch owned)", b"`touch owned`", b"\x1b[31m", b"\x1b]0;title\x07", b"%s%n", b"{}", b"\\n", b"\r", b"\x00",
           b"\x08", b"\x7f", b'"', b"'", b"\xff\xfe", b"\xc3", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", "\u202e".encode(), "\u2028".encode(), b"\n", b"&amp;<", b"]]>"]

FILE_NAMES = [b"model", b"a b", b"it's", b'say "hello"', b"two\nlines", b"*", b"*/ x", b"$(touch owned)", b"`x`", b"-m", b"<script>", b"\xff\xfe", b"\xc3", b"\x1b[31mred",
              b"{}", b"%s", b"a" * 200, "∀".encode(), b"a\\b", b"--", b"\x7f"]

SETTINGS = ["", "=", "n", "n=", "=3", "n=x", "n=-1", "n=0", "n=1", "n=2", "n=50", "n=1000", "n=2147483648", "n=9223372036854775808", "n=3,n=4", "n=3,,m=2", ",", "n=3;m=2", "n==3",
            "n=3 m=2", "N=4,T=1,F=1", "N=1", "N=0", "N=-1", "N=200,T=60,F=60", "T=1", "n=0x10", "n=1e3", "n=3.5", "n\n=3", "\x1b[31m=1", "<script>=1", "$(x)=1", "*/=1", "n=" + "9" * 4000,
            "a" * 4000 + "=1"]

DEFINITIONS = ["", "=", "A", "A=", "=1", "N=3", "MORE_FAULTS", "WEAK", "NON_CLEAN", "A=A A", "A=(", "A=*/", "A=\n#define B", "9=1", "if=fi", "A=" + "x" * 4000]

PROPERTIES = ["", "agreement", "safety", "no such", "well-defined", "*", "\x1b[31m", "a\nb", "unforg", "relay", "validity"]
