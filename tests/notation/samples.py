"""Small records written for the tests: a game that is right, and pieces to break."""

from __future__ import annotations

from mostek.core.board import Square
from mostek.core.tiles import Letter

GAME = """\
#character-encoding UTF-8
#player1 ala Ala Kot
#player2 ola Ola Pies
#title Finał ligi
#lexicon OSPS50
#x-unknown  kept   as it is
>ala: KOTMAAA 8H KOT +10 10
#note a good start
that goes on here
>ola: OMŻAEI? J8 .OM +9 9
>ala: AMAAEIE -AA +0 10
>ola: ŻAEI?RS I5 żAR.S +9 18
>ola: ŻAEI?RS -- -9 9
>ala: AMAEIEZ 10J .A +3 13
>ala: AMAEIEZ (challenge) +5 18
>ola: ŻAEI?RS -  +0 9
"""

KURNIK = """\
\ufeff#1 ala : 2
#2 ola : -1
#p sk

1. kotmaaa: h8- kot +10
omżaei_: j8+ tom +9
2. amaaeie: aa -> iz
żaei_rs: (W)
3. amieize: P
żaei_rs: L -10
4. amieize: L -8
"""


def lines_of(text: str, *numbers: int) -> str:
    """The text with only these of its lines, counted from 1."""
    lines = text.splitlines(keepends=True)
    return "".join(lines[number - 1] for number in numbers)


def board_of(**rows: str) -> dict[Square, Letter]:
    """A final board from rows by their letter, `H="       KOT"`."""
    return {
        Square(ord(row) - ord("A"), column): Letter(letter)
        for row, text in rows.items()
        for column, letter in enumerate(text)
        if letter != " "
    }


def zagraj_log(board: dict[Square, Letter], *rows: str, result: str = "10: 9") -> str:
    """A log with this final board and these rows of the table."""
    drawn = [
        f"{chr(65 + row)} | {' '.join(board.get(Square(row, column), ' ') for column in range(15))} |"
        for row in range(15)
    ]
    heading = "Litery\tRuch\tPkt\tSuma"
    return "\n".join([f"Wynik: {result}", *drawn, "ala\tola", f"{heading}\t{heading}", *rows, ""])


KOT_TOM = board_of(H="       KOT", I="         O", J="         M")
ROWS = ("KOTAAAA\tKOT\t10\t10\tOM_AEIŻ\tTOM\t9\t9", "AAAA\t*pas*\t0\t10\t_AEIŻ\t*strata*\t0\t9")
