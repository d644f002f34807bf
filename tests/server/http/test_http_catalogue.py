"""Rulebooks, clauses, lexica, bots, boards and tiles."""

from __future__ import annotations

import pytest

from mostek.core.board import Premium, Square, layout
from mostek.core.tiles import tile_set
from mostek.engine.bots import levels
from mostek.rules.loading import changed, clauses, rulebook, rulebooks
from server.http.visitors import House, refused


def test_the_catalogue_has_everything_that_can_be_chosen(house: House) -> None:
    told = house.visitor(accept_language="pl").get("/catalogue").json()
    assert [book["name"] for book in told["rulebooks"]] == list(rulebooks())
    books = {book["name"]: book for book in told["rulebooks"]}
    assert books["gen"]["seats"] == [2, 4]
    assert (books["gen"]["clock"], books["gen"]["millis"]) == ("none", None)
    assert (books["chal"]["clock"], books["chal"]["millis"]) == ("per_turn", 120_000)
    assert (books["pfs"]["clock"], books["pfs"]["millis"]) == ("per_game", None)
    assert books["pfs"]["title"] == "Regulamin turniejowy PFS"
    assert [name for name, book in books.items() if book["checkable"]] == ["gen"]
    assert "pl-wolny" in [lexicon["name"] for lexicon in told["lexica"]]
    assert all(lexicon["words"] > 1_000_000 for lexicon in told["lexica"])
    titles = {bot["name"]: bot["title"] for bot in told["bots"]}
    assert list(titles) == list(levels()), "the weakest first"
    assert titles["static"] == "Turniejowy"
    assert len({bot["about"] for bot in told["bots"]}) == len(levels())
    assert told["usual_bot"] in titles
    assert told["version"]
    everywhere = {role: role for role in ("player", "spectator", "recorder")}
    assert books["gen"]["roles"] == everywhere
    assert books["chal"]["roles"] == everywhere | {"arbiter": "teacher"}
    assert books["school"]["roles"] == everywhere | {"arbiter": "jury"}
    assert books["pfs"]["roles"] == everywhere | {"arbiter": "arbiter", "assistant": "assistant"}


@pytest.mark.parametrize(("language", "field"), [("pl", "pl"), ("en", "en")])
def test_a_clause_in_the_language_of_the_reader(house: House, language: str, field: str) -> None:
    told = house.visitor(accept_language=language).get("/clauses/PFS-4.3.1b").json()
    assert told["wording"] == getattr(clauses("pfs")["PFS-4.3.1b"], field)
    assert told["document"] == rulebook("pfs").title.text(language)


@pytest.mark.parametrize("name", rulebooks())
def test_a_rulebook_with_all_its_clauses(house: House, name: str) -> None:
    told = house.visitor().get(f"/rulebooks/{name}").json()
    assert [clause["id"] for clause in told["clauses"]] == list(clauses(name))
    assert all(clause["section"] and clause["wording"] for clause in told["clauses"])


@pytest.mark.parametrize("name", rulebooks())
def test_open_questions_of_a_rulebook_with_answers_that_a_table_can_choose(house: House, name: str) -> None:
    visitor = house.visitor()
    told = visitor.get(f"/rulebooks/{name}/readings").json()["readings"]
    assert told
    for reading in told:
        answers = [choice["value"] for choice in reading["choices"]]
        assert reading["value"] in answers
        assert all(choice["words"] for choice in reading["choices"])
        for answer in answers:
            assert changed(rulebook(name), {reading["path"]: answer}).name == name


def test_a_reading_is_asked_in_the_language_of_the_reader(house: House) -> None:
    (told,) = (
        one
        for one in house.visitor(accept_language="pl").get("/rulebooks/pfs/readings").json()["readings"]
        if one["path"] == "order.restart"
    )
    assert told["asks"] == "Po zatrzymaniu zegara przeciwnik włącza go ponownie"
    assert (told["value"], told["clause"]) == ("slow_count", "PFS-4.9.5")
    assert told["choices"][0] == {"value": "undeclared_blank", "words": "tylko przy blanku bez litery"}


def test_the_board_as_it_is_laid_out(house: House) -> None:
    answer = house.visitor().get("/layouts/standard15")
    told = answer.json()
    board = layout("standard15")
    assert (told["size"], told["start"]) == (15, "H8")
    premiums = [board.premium(Square.named(name)) for name in told["premiums"]]
    assert Premium.NONE not in premiums
    assert len(premiums) == sum(board.premium(square) is not Premium.NONE for square in board.squares())
    assert told["premiums"]["A1"] == "triple_word"
    assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize("name", ["pl-current", "en", "de"])
def test_a_set_of_tiles_is_whole_and_in_order(house: House, name: str) -> None:
    answer = house.visitor().get(f"/tile_sets/{name}")
    tiles = answer.json()["tiles"]
    own = tile_set(name)
    assert sum(tile["count"] for tile in tiles) == len(own)
    letters = [tile["letter"] for tile in tiles]
    assert letters[-1] == "?"
    assert letters[:-1] == [letter for letter in own.alphabet.letters if letter in own.tiles]
    assert {tile["letter"]: tile["value"] for tile in tiles} == {face: own.values[face] for face in own.tiles.counts}
    assert "immutable" in answer.headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "/clauses/PFS-0",
        "/clauses/x",
        "/rulebooks/x",
        "/rulebooks/x/readings",
        "/rulebooks/..%2Fgen",
        "/layouts/x",
        "/tile_sets/..%2Fpl",
    ],
)
def test_what_is_not_known(house: House, path: str) -> None:
    assert refused(house.visitor().get(path)) == (404, "unknown")


def test_what_is_not_known_is_kept_by_nobody(house: House) -> None:
    assert house.visitor().get("/layouts/x").headers["cache-control"] == "no-store"
