"""Games from the Polish converters for Quackle: no colon, square brackets round tiles that lie there."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from mostek.cli import mostek
from mostek.core.diagnostics import NotationError, TextFault
from mostek.notation.game_formats import detect_format, read_game, replay_file
from mostek.rules.loading import rulebook

GAME = """\
#player1 ala Ala Kot
#player2 ola Ola Pies
>ala KOTMAAA 8H KOT +10 10
>ola OMŻAEI? J8 [T]OM +9 9
>ala AMAAEIE -AA +0 10
>ola ŻAEI?RS I5 żAR[O]S +9 18
>ola ŻAEI?RS -- -9 9
"""


def test_the_game_is_detected_and_replayed() -> None:
    assert detect_format(GAME.encode()) == "quackle_pl"
    found = replay_file(GAME.encode(), None, rulebook("pfs"), strict=True)
    assert [str(turn.word) for turn in found.turns if turn.word] == ["KOT", "TOM", "żAROS"]
    assert list(found.totals) == [10, 9]
    assert [each.kind.value for each in found.diagnostics] == ["assumed"]


def test_several_tiles_in_one_bracket_lie_there() -> None:
    more = GAME + ">ala AAKTYWM 8H [KOT]Y +12 22\n"
    found = replay_file(more.encode(), None, rulebook("pfs"))
    assert found.turns[-1].word is not None
    assert str(found.turns[-1].word) == "KOTY"
    assert found.turns[-1].placement is not None
    assert len(found.turns[-1].placement) == 1


def test_a_fault_is_named_at_its_place() -> None:
    with pytest.raises(NotationError) as refused:
        read_game(GAME.replace("[T]OM", "[T]QM").encode(), strict=True)
    assert (refused.value.fault, refused.value.line, refused.value.column) == (TextFault.BAD_LETTER, 4, 20)


@pytest.mark.parametrize("colon", [">ala: KOTMAAA", ">ala : KOTMAAA"])
def test_a_single_line_without_a_colon_is_a_fault_of_gcg(colon: str) -> None:
    data = GAME.replace(">ala KOTMAAA", colon).encode()
    assert detect_format(data) == ("gcg" if colon.startswith(">ala:") else "quackle_pl")


def test_the_game_becomes_gcg() -> None:
    result = CliRunner().invoke(mostek, ["--lang", "en", "convert", "-", "--to", "gcg"], input=GAME.encode())
    assert result.exit_code == 0, result.output
    assert ">ola: AEIMOŻ? J8 .OM +9 9" in result.stdout
