"""Games of Woogles: histories and documents, as JSON and in protobuf, both ways."""

from __future__ import annotations

import base64
import contextlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import given
from hypothesis import strategies as st

from mostek.cli import mostek
from mostek.core.diagnostics import Kind, NotationError, TextFault
from mostek.core.tiles import tile_set
from mostek.notation.game_formats import detect_format, read_game, replay_file, write_game
from mostek.notation.replay import Replay, replay
from mostek.notation.woogles import protobuf
from mostek.rules.loading import rulebook
from notation.samples import GAME

FORMS = ["gamehistory", "gamehistory_pb", "gamedocument", "gamedocument_pb"]
PFS = rulebook("pfs")
WHOLE = GAME + ">ala:  (ŻAEI?RS) +20 38\n>ola: ŻAEI?RS (time) -10 -1\n"
STUCK = """\
#player1 ala Ala Kot
#player2 ola Ola Pies
#lexicon OSPS50
>ala: KOTMAAA -KO +0 0
>ola: ŻAEI?RS - +0 0
>ala: ATMAAEE (ATMAAEE) -9 -9
>ola: ŻAEI?RS (ŻAEI?RS) -10 -10
"""

HISTORY: dict[str, Any] = {
    "history": {
        "players": [{"nickname": "ala kot", "realName": "Ala Kot"}, {"nickname": "ola"}],
        "events": [
            {"rack": "KOTMAAA", "position": "8H", "playedTiles": "KOT", "score": 10, "cumulative": 10, "note": "so"},
            {
                "rack": "OMŻAEI?", "row": 7, "column": 9, "direction": "VERTICAL", "played_tiles": ".OM",
                "score": 9, "cumulative": 9, "player_index": 1, "words_formed": ["TOM"],
            },
            {"type": "PHONY_TILES_RETURNED", "rack": "OMŻAEI?", "lostScore": 9, "playerIndex": 1},
            {"type": 4, "rack": "MAAAEEI", "exchanged": "AA", "cumulative": 10},
            {"type": "UNSUCCESSFUL_CHALLENGE_TURN_LOSS", "rack": "OMŻAEI?", "playerIndex": 1},
            {"type": "TIMED_OUT", "playerIndex": 1},
        ],
        "lexicon": "OSPS50", "letterDistribution": "polish", "variant": "classic", "boardLayout": "CrosswordGame",
        "lastKnownRacks": ["", "OMŻAEI?"], "somethingNew": {"a": [1]},
    }
}  # fmt: skip
"""As the site writes it, in both spellings of names and both of enums."""


def changed(path: str, value: object) -> bytes:
    """The history with another value at this path, `events.0.score`."""
    copied = json.loads(json.dumps(HISTORY))
    *places, last = path.split(".")
    place = copied["history"]
    for name in places:
        place = place[int(name)] if isinstance(place, list) else place[name]
    place[int(last) if isinstance(place, list) else last] = value
    return json.dumps(copied).encode()


def run(data: bytes, command: str, *options: str) -> Result:
    return CliRunner().invoke(mostek, ["--lang", "en", command, "-", *options], input=data)


def summary(found: Replay) -> list[tuple[object, ...]]:
    return [
        (turn.recorded.seat, type(turn.recorded.action), turn.placement, turn.recorded.points, turn.recorded.total,
         turn.recorded.note)
        for turn in found.turns
    ]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("text", [GAME, WHOLE, STUCK], ids=["unfinished", "whole", "stuck"])
def test_a_game_comes_back_from_every_form(form: str, text: str) -> None:
    first = replay_file(text.encode(), "gcg", PFS)
    written = write_game(first.game, form)
    assert detect_format(written) == form
    again = replay_file(written, None, PFS, strict=True)
    assert summary(again) == summary(first)
    assert (again.board, again.totals, again.ending.final) == (first.board, first.totals, first.ending.final)
    assert [player.name for player in again.game.players] == ["Ala Kot", "Ola Pies"]
    assert {each.kind for each in again.diagnostics} == set()


@pytest.mark.parametrize("form", FORMS)
def test_convert_and_replay_from_outside(form: str, tmp_path: Path) -> None:
    there, back = tmp_path / "game", tmp_path / "game.gcg"
    assert run(WHOLE.encode(), "convert", "--to", form, "--output", str(there)).exit_code == 0
    assert CliRunner().invoke(mostek, ["replay", "--strict", str(there)]).exit_code == 0
    result = CliRunner().invoke(mostek, ["convert", str(there), "--to", "gcg", "--output", str(back)])
    assert result.exit_code == 0, result.output
    written = back.read_text("utf-8").splitlines()
    assert written[-2:] == [">ala:  (AEIRSŻ?) +20 38", ">ola: AEIRSŻ? (time) -10 -1"]


def test_a_history_is_read_as_the_site_writes_it() -> None:
    found = replay(read_game(json.dumps(HISTORY).encode()), PFS)
    assert found.game.tile_set is tile_set("pl-current")
    assert [player.nick for player in found.game.players] == ["ala_kot", "ola"]
    kinds = [type(turn.recorded.action).__name__ for turn in found.turns]
    assert kinds == ["WrittenPlay", "WrittenPlay", "Withdrawn", "RecordedExchange", "RecordedLoss"]
    assert [turn.recorded.note for turn in found.turns] == ["so", "", "", "", "timed_out: 2"]
    assert [each.kind for each in found.diagnostics] == []
    assert found.game.incomplete


def test_the_players_of_an_old_history_are_known_by_their_nicknames() -> None:
    data = changed("events.1", {"nickname": "ola", "position": "J8", "playedTiles": ".OM", "score": 9, "cumulative": 9})
    assert int(read_game(data).turns[1].seat) == 2


def test_nothing_in_a_history_adds_a_line_to_the_gcg() -> None:
    """Names and notes of a stranger's file may hold line ends, and lines that look like moves."""
    copied = json.loads(json.dumps(HISTORY))["history"]
    copied["players"][0]["realName"] = "Ala\n>ola: AAA - +0 0\n#lexicon X"
    copied["players"][1]["nickname"] = "o:l a\r\n>x"
    copied["title"] = "T\r#note x"
    copied["events"][0]["note"] = "one\rtwo\n>ola: AAA - +0 0\r\n#title other"
    result = run(json.dumps(copied).encode(), "convert", "--to", "gcg")
    assert result.exit_code == 0, result.output
    game = read_game(result.stdout.encode())
    assert len(game.turns) == 5
    assert [player.nick for player in game.players] == ["ala_kot", "o_l_a_>x"]
    assert (game.title, game.lexicon) == ("T #note x", "OSPS50")
    assert game.turns[0].note == "one\ntwo\n>ola: AAA - +0 0\n#title other"


@pytest.mark.parametrize(("version", "blank"), [(0, 148), (2, 148), (1, 236)])
def test_a_document_is_made_of_the_places_of_letters(version: int, blank: int) -> None:
    """Polish: A is 1, K 14, M 17, O 20, T 26, Ż 32, and a blank as O 148, in the first version −20."""
    document = {
        "version": version,
        "players": [{"nickname": "ala"}, {"nickname": "ola"}],
        "events": [
            {
                "rack": base64.b64encode(bytes([14, 0, 26, 17, 1, 1, 1])).decode(), "position": "8H",
                "playedTiles": base64.b64encode(bytes([14, blank, 26])).decode(), "score": 8, "cumulative": 8,
            }
        ],
        "racks": ["", base64.b64encode(bytes([32, 0])).decode()], "currentScores": [8, 0],
        "letterDistribution": "polish", "timers": {"timeRemaining": ["1", "2"]},
    }  # fmt: skip
    data = json.dumps(document).encode()
    assert detect_format(data) == "gamedocument"
    found = replay_file(data, None, PFS, strict=True)
    assert str(found.turns[0].word) == "KoT"
    assert [str(rack.tiles) for rack in found.game.racks] == ["?Ż"]
    assert found.diagnostics == ()


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("events.0.playedTiles", "KQT", "Event 1: A letter that the tile set does not have: KQT"),
        ("events.0.position", "80H8", "Event 1: A square is expected here, like 8H or H8: 80H8"),
        ("events.1.player_index", 7, "Event 2: The players are not clear from this: 7"),
        ("events.1.player_index", -1, "Event 2: The players are not clear from this: -1"),
        ("events.0.score", 12, "Event 1: Points recorded: 12; true: 10."),
        ("events.1.words_formed", ["TAM"], "Event 2: Words recorded: TAM; on the board: TOM."),
    ],
)
def test_a_fault_is_said_with_the_number_of_its_event(path: str, value: object, said: str) -> None:
    result = run(changed(path, value), "replay")
    assert result.exit_code in (1, 2)
    assert said in result.stdout
    assert run(changed(path, value), "replay", "--strict").exit_code in (1, 2)


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        ("events", [], "No recorded game was found"),
        ("players", [], "No recorded game was found"),
        ("players", [{"nickname": str(number)} for number in range(5)], "No recorded game was found"),
        ("variant", "wordsmog", "does not replay: wordsmog"),
        ("boardLayout", "SuperCrosswordGame", "does not replay: SuperCrosswordGame"),
        ("letterDistribution", "polish_super", "does not replay: polish_super"),
        ("startingCgp", "15/15", "does not replay: 15/15"),
        ("events.0.score", "ten", "is not the message that it should be: GameHistory, events[0].score\n"),
        ("events.0.score", 10**30, "is not the message"),
        ("events.0.type", "FLY", "is not the message"),
        ("events.0.type", 99, "is not the message"),
        ("events", {"a": 1}, "is not the message"),
        ("events.0", None, "is not the message"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(path: str, value: object, said: str) -> None:
    result = run(changed(path, value), "replay")
    assert result.exit_code == 2
    assert said in result.stderr
    assert "Traceback" not in result.output


@pytest.mark.parametrize(
    "data",
    [
        b'{"players": ' + b"[" * 100_000,
        b'{"players": "\xff"}',
        b'{"players": 1, "events": 2}',
        b'{"players": [], "events": [],}',
        b"\x0a" * 5_000_000,
        b'{"players"' + b" " * 5_000_000 + b": []}",
    ],
    ids=["deep", "no UTF-8", "numbers", "comma", "long", "long JSON"],
)
@pytest.mark.parametrize("form", FORMS)
def test_hostile_bytes_are_refused(data: bytes, form: str) -> None:
    with pytest.raises(NotationError) as refused:
        read_game(data, form)
    assert refused.value.fault in (TextFault.BAD_MESSAGE, TextFault.TOO_LONG, TextFault.NO_TURNS)


BYTES = {form: write_game(replay_file(WHOLE.encode(), "gcg", PFS).game, form) for form in FORMS}


@given(st.sampled_from(FORMS), st.lists(st.tuples(st.floats(0, 1), st.integers(0, 255)), max_size=8), st.booleans())
def test_a_file_with_bytes_changed_is_read_or_refused(
    form: str, changes: list[tuple[float, int]], strict: bool
) -> None:
    data = bytearray(BYTES[form])
    for where, value in changes:
        data[min(int(where * len(data)), len(data) - 1)] = value
    with contextlib.suppress(NotationError):
        replay(read_game(bytes(data), form, strict=strict), PFS)


@given(st.binary(max_size=200))
def test_no_text_is_taken_for_a_message(data: bytes) -> None:
    detect_format(data)


@pytest.mark.parametrize("text", [GAME, "\n" + GAME, "\n\n#player1 a A\n>a: KOT 8H KOT +10 10\n", "{}", ""])
def test_a_gcg_file_is_no_message(text: str) -> None:
    assert detect_format(text.encode()) == "gcg"


def test_more_than_two_players_do_not_fit() -> None:
    text = GAME.replace("#title", "#player3 ula Ula\n#title").encode()
    result = run(text, "convert", "--to", "gamehistory")
    assert result.exit_code == 2
    assert "The players are not clear from this: 3" in result.stderr


def test_a_document_needs_the_tiles_of_an_exchange() -> None:
    text = GAME.replace("-AA +0", "-2 +0").encode()
    result = run(text, "convert", "--to", "gamedocument")
    assert result.exit_code == 2
    assert "Event 3: This format needs the tiles that were exchanged" in result.stderr
    assert '"exchanged": "2"' in run(text, "convert", "--to", "gamehistory").stdout


def test_a_game_with_a_line_that_cannot_be_read_is_not_converted(tmp_path: Path) -> None:
    target = tmp_path / "game.json"
    result = run(GAME.replace("J8 .OM", "J8 .O3M").encode(), "convert", "--to", "gamehistory", "--output", str(target))
    assert result.exit_code == 2
    assert "Nothing was written, because the game would lack a line." in result.stderr
    assert not target.exists()


def test_without_the_library_protobuf_is_answered_with_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    protobuf._class_of.cache_clear()
    monkeypatch.setitem(sys.modules, "google.protobuf", None)
    result = run(BYTES["gamehistory_pb"], "replay")
    protobuf._class_of.cache_clear()
    assert result.exit_code == 2
    assert "pip install 'mostek[woogles]'" in result.stderr
    assert run(BYTES["gamehistory"], "replay").exit_code == 0


def test_a_warning_of_an_unknown_name_is_refused_if_strict() -> None:
    data = changed("variant", "jumble")
    assert [each.kind for each in read_game(data).diagnostics] == [Kind.UNKNOWN_NAME]
    assert run(data, "replay", "--strict").exit_code == 2


@pytest.mark.corpus
@pytest.mark.parametrize("form", ["gamehistory", "gamedocument_pb"])
def test_every_polish_game_of_the_corpus_comes_back(shared_corpus: Path, form: str) -> None:
    for path in sorted((shared_corpus / "gcg/polish").glob("*.gcg")):
        first = replay_file(path.read_bytes(), "gcg", PFS)
        again = replay_file(write_game(first.game, form), None, PFS)
        assert (again.board, again.totals, again.ending.final) == (first.board, first.totals, first.ending.final)
