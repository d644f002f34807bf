"""Who plays keeps their identity: a federation file that is imported and exported is the file that it was."""

from __future__ import annotations

import codecs
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.tournament.desk import Desk
from mostek.app.tournament_records import recorded
from mostek.features.desk.tournament_imports import imported
from mostek.tournament.decide import state_after
from mostek.tournament.file_formats import read_tournament, writable, write_tournament
from mostek.tournament.formats import pfs_text
from tournament.desk.hall import TEN
from tournament.federation_files import File, counted, federation_file
from tournament.formats.sample_event import EVENT

EVENTS = ("graboszyce", "katowice", "sochaczew", "sosnowiec")


def file(number: int, **more: Any) -> dict[str, Any]:
    """A player of a file."""
    return {"startingPosition": number, "firstName": "Ala", "lastName": f"Źdźbło{number}", "city": "Łódź", **more}


def row(number: int, table: int, host: int, guest: int, score1: int | None, score2: int | None) -> dict[str, Any]:
    return {"round": number, "table": table, "host": host, "guest": guest, "score1": score1, "score2": score2}


def small() -> File:
    """An event of one round; its numbers have gaps."""
    return {
        "tournament": {"dateStart": "2026-03-29", "name": "Próba", "city": "Łódź"},
        "players": [file(number) for number in (9, 1, 3, 7)],
        "results": [row(1, 1, 1, 3, 400, 300), row(1, 2, 7, 9, 300, 350)],
    }


def written(desk: Desk, source: File | bytes, name: str = "plik") -> Path:
    path = desk.folder / f"{name}.json"
    path.write_bytes(source if isinstance(source, bytes) else json.dumps(source, ensure_ascii=False).encode())
    return path


def again(desk: Desk, source: File | bytes, name: str = "plik") -> Any:
    """What comes out of the desk after a file went in."""
    desk.does(f"import {written(desk, source, name)} --name {name}")
    return exported(desk, name)


def exported(desk: Desk, name: str) -> Any:
    desk.does(f"export json -e {name} -o {desk.folder}/{name}-out")
    return json.loads((desk.folder / f"{name}-out.json").read_text())


@pytest.fixture
def published(shared_corpus: Path) -> Callable[[str], File]:
    def read(event: str) -> File:
        found: File = json.loads((shared_corpus / "tournaments" / "pfs" / f"{event}-2026.json").read_bytes())
        return found

    return read


@pytest.mark.corpus
@pytest.mark.parametrize("event", EVENTS)
def test_a_published_event_comes_back_field_by_field(desk: Desk, event: str, published: Callable[[str], File]) -> None:
    source = published(event)
    assert again(desk, source) == source
    desk.does("verify plik")


@pytest.mark.corpus
def test_an_unfinished_event_goes_on_with_its_numbers_names_and_extras(
    desk: Desk, published: Callable[[str], File]
) -> None:
    """The figures after the last results are those that were published."""
    whole = published("sosnowiec")
    for place, player in enumerate(whole["players"]):
        del player["name"]
        player |= {"firstName": "Jan", "lastName": f"von P{place}", "token": f"t{place}", "ppGroup": "A" * (place % 2)}
    source = json.loads(json.dumps(whole))
    last = [each for each in source["results"] if each["round"] == 12]
    for each in last:
        each |= {"score1": None, "score2": None}
    assert again(desk, source) == source
    scores = {each["table"]: (each["score1"], each["score2"]) for each in whole["results"] if each["round"] == 12}
    desk.does("result -e plik " + " ".join(f"{table} {own}:{other}" for table, (own, other) in scores.items()))
    assert exported(desk, "plik") == whole


@pytest.mark.corpus
def test_an_event_goes_on_for_one_round_more(desk: Desk, published: Callable[[str], File]) -> None:
    source = published("katowice")
    source["results"] = [each for each in source["results"] if each["round"] < 7]
    path = written(desk, source)
    desk.does(f"import {path} --name plik --set rounds=7")
    desk.does("pair --system danish -e plik")
    desk.plays("-e plik")
    found = exported(desk, "plik")
    before = {each["startingPosition"]: each["name"] for each in source["players"]}
    assert {each["startingPosition"]: each["name"] for each in found["players"]} == before
    assert found["results"][: len(source["results"])] == source["results"]
    assert {each["round"] for each in found["results"][len(source["results"]) :]} == {7}
    for player in found["players"]:
        count = counted(found["results"], player["startingPosition"])
        assert {key: player[key] for key in count} == count
    assert found["ranking"] == source["ranking"]


@given(st.randoms(use_true_random=False), st.booleans(), st.sampled_from(["counted", "invented", "none"]))
def test_any_file_comes_back(chance: Random, unfinished: bool, figures: str) -> None:
    """Latecomers, people who left, gaps, namesakes, nulls, fields that nobody knows at every level."""
    source = federation_file(chance, unfinished=unfinished, figures=figures)
    data = json.dumps(source, ensure_ascii=False).encode()
    found = imported(read_tournament({"x.json": data}), TEN, "x")
    assert state_after(found.steps) == found.state
    out = write_tournament(recorded(found.state, *found.state.divisions, form="pfs_json"), "pfs_json")
    assert json.loads(out[".json"]) == source


@given(st.randoms(use_true_random=False))
def test_the_desk_counts_as_we_do(chance: Random) -> None:
    source = federation_file(chance)
    found = imported(read_tournament({"x.json": json.dumps(source, ensure_ascii=False).encode()}), TEN, "x")
    assert {each.figure for each in found.differences} <= {"place"}
    assert found.compared == dict.fromkeys(("place", "half_points", "game_points", "spread"), len(source["players"]))


@pytest.mark.parametrize("form", [form for form in writable() if form not in ("csv", "trf", "text")])
def test_every_format_comes_back_byte_for_byte(form: str) -> None:
    name = writable()[form].name
    files = write_tournament(EVENT, name)
    state = imported(read_tournament(files), TEN, "x").state
    assert dict(write_tournament(recorded(state, *state.divisions, form=name), name)) == dict(files)


def test_what_is_changed_at_the_desk_is_written_and_the_rest_stays(desk: Desk) -> None:
    source = small()
    source["players"][1] |= {"city": None, "tournamentRank": None, "token": "t1"}
    source["players"][2] |= {"city": None, "tournamentRank": "124,18", "name": "Ala Źdźbło3"}
    assert again(desk, source) == source
    desk.does('amend 1 -e plik --name "Anna Maria von Stein" --surname "von Stein" --city Kutno')
    source["players"][1] |= {"firstName": "Anna Maria", "lastName": "von Stein", "city": "Kutno"}
    assert exported(desk, "plik") == source
    desk.does("amend 1 -e plik --name 'Ewa Lis'")
    source["players"][1] |= {"firstName": "Ewa", "lastName": "Lis"}
    assert exported(desk, "plik") == source
    desk.does("amend 1 -e plik --rating 150")
    (player,) = (each for each in exported(desk, "plik")["players"] if each["startingPosition"] == 1)
    # The scalps of other people depend on a rating, so all figures are ours from now on.
    assert (player["tournamentRank"], player["token"], player["place"]) == (150, "t1", 1)
    assert "surname" in desk.fails('amend 1 -e plik --surname "von Stein"')


def test_figures_of_the_file_hold_for_its_results(desk: Desk) -> None:
    """A file may state what we would not; a corrected result makes all figures ours, and taken back they are the file's."""
    source = small()
    for place, player in enumerate(source["players"], 5):
        player |= {"place": place, "big": None, "small": 1}
    assert again(desk, source) == source
    desk.does("correct 1 401:300 --kind entry --reason pomyłka --round 1 --yes -e plik")
    found = exported(desk, "plik")
    assert [(each["startingPosition"], each["place"], each["big"], each["small"]) for each in found["players"]] == [
        (1, 1, 1, 401), (9, 2, 1, 350), (7, 3, 0, 300), (3, 4, 0, 300),
    ]  # fmt: skip
    desk.does("undo --yes -e plik")
    assert exported(desk, "plik") == source


def test_a_round_that_is_paired_anew_has_nothing_of_the_old_one(desk: Desk) -> None:
    source = small()
    for each in source["results"]:
        each["stream"] = "x"
    desk.does(f"import {written(desk, source)} --name plik")
    desk.does("unpair --discard --reason pomyłka --yes -e plik")
    desk.does('pair --tables "1-7 3-9" -e plik')
    assert exported(desk, "plik")["results"] == [row(1, 1, 1, 7, None, None), row(1, 2, 3, 9, None, None)]


def test_a_late_entry_has_the_number_after_all_others(desk: Desk) -> None:
    desk.does(f"import {written(desk, small())} --name plik")
    desk.does('register "Ola Nowa" -e plik')
    desk.does('register "Iza Nowa" --number 2 -e plik')
    assert [each["startingPosition"] for each in exported(desk, "plik")["players"]] == [9, 1, 3, 7, 2, 10]
    refused = desk.refuses('register "Ewa Nowa" --number 7 -e plik')
    assert refused["message"] == "This starting number is taken: 7. Ala Źdźbło7."
    names = [each["person"]["name"] for each in desk.does("entrants -e plik")["entrants"]]
    assert names[:3] == ["Ala Źdźbło1", "Iza Nowa", "Ala Źdźbło3"]


def test_nothing_of_the_extras_is_shown(desk: Desk) -> None:
    source = small()
    source["players"][0]["phone"] = "600100100"
    desk.does(f"import {written(desk, source)} --name plik")
    shown = [desk.says(f"{line} -e plik") for line in ("show", "entrants", "standings", "card 1", "log", "pairings")]
    assert not any("600100100" in each for each in shown)
    for document in ("standings", "pairings", "startlist"):
        desk.run(f"print {document} -e plik -o {desk.folder}/{document}.pdf")
    assert "600100100" in (desk.folder / "tournaments" / "plik.jsonl").read_text()


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: codecs.BOM_UTF8 + text.encode(),
        lambda text: text.encode("utf-16"),
        lambda text: text.encode("utf-16-le"),
        lambda text: text.encode("utf-16-be"),
        lambda text: text.encode("cp1250"),
        lambda text: text.encode() + b"\r\n\x1a\0",
    ],
    ids=["mark", "utf-16", "little", "big", "windows-1250", "end of DOS"],
)
def test_a_file_is_read_in_every_encoding_of_the_trade(desk: Desk, encode: Callable[[str], bytes]) -> None:
    source = small()
    path = written(desk, encode(json.dumps(source, ensure_ascii=False)))
    assert desk.does(f"import {path} --name plik")["notes"] == []
    assert exported(desk, "plik") == source


def test_names_with_line_ends_and_double_blanks_are_put_right_and_named(desk: Desk) -> None:
    """Raw control characters within the text, as some writers leave them."""
    text = json.dumps(small(), ensure_ascii=False)
    text = text.replace('"Źdźbło3"', '"Źdźbło3 \n"').replace('"Źdźbło7"', '"\tŹdźbło  7\u0007"')
    answer = desk.does(f"import {written(desk, text.encode())} --name plik")
    assert "3. Ala Źdźbło3; 7. Ala Źdźbło 7" in answer["notes"][0]
    lasts = {each["startingPosition"]: each["lastName"] for each in exported(desk, "plik")["players"]}
    assert lasts == {1: "Źdźbło1", 3: "Źdźbło3", 7: "Źdźbło 7", 9: "Źdźbło9"}


def changed(change: Callable[[File], object]) -> File:
    source = small()
    change(source)
    return source


def deep(levels: int) -> Any:
    value: Any = 1
    for _ in range(levels):
        value = [value]
    return value


@pytest.mark.parametrize(
    ("source", "note"),
    [
        (changed(lambda each: each["players"][0].update(startingPosition="9")), "at players[0].startingPosition"),
        (changed(lambda each: each["players"][0].update(tournamentRank=124.1834)), "more than two decimals"),
        (changed(lambda each: each["tournament"].update(dateStart="wiosna")), "'wiosna' cannot be read"),
        (changed(lambda each: each["players"][1].update(lastName="Źdźbło9")), "Two people are called Ala Źdźbło9"),
        (changed(lambda each: each.update(results=[], ranking=None)), None),
        (changed(lambda each: each["results"][1].update(guest=7, host=9, score1=None, table=None)), None),
        (changed(lambda each: each["results"][1].pop("table")), None),
        (changed(lambda each: each["results"][1].update(score1=0, score2=0)), None),
        (changed(lambda each: each["results"].extend([row(2, 1, 1, 9, 3, 4), row(2, 9, 3, 0, 0, 0)])), None),
        (changed(lambda each: each["results"].extend([row(2, 1, 1, 9, 3, 4), row(2, 2, 3, 0, 250, 0)])), None),
        (changed(lambda each: each["results"].append(row(2, 1, 1, 0, None, None))), None),
        (changed(lambda each: each["tournament"].update(dateStart="29 marca 2026", org={"id": 7}, city=5)), None),
        (changed(lambda each: each.update(players=[{"name": "Ala", "startingPosition": 3}], results=None)), None),
        (changed(lambda each: each.update(tournament=None)), None),
        (changed(lambda each: each.pop("tournament")), None),
        (changed(lambda each: each.update(ranking=[{"rank": "150,5"}, {"name": "x", "player": "y"}])), "[0].rank"),
    ],
)
def test_a_file_that_leaves_something_open_comes_back_so(desk: Desk, source: File, note: str | None) -> None:
    answer = desk.does(f"import {written(desk, source)} --name plik")
    assert any(note in each for each in answer["notes"]) if note else answer["notes"] == []
    assert exported(desk, "plik") == source


def test_players_without_numbers_are_numbered_where_nothing_needs_their_numbers(desk: Desk) -> None:
    source = {"players": [{"name": "Ala Lis", "startingPosition": 4}, {"name": "Ola Lis"}]}
    answer = desk.does(f"import {written(desk, source)} --name plik")
    assert "5. Ola Lis" in answer["notes"][0]
    assert [each["startingPosition"] for each in exported(desk, "plik")["players"]] == [4, 5]


def test_what_stands_behind_the_file_is_named_with_its_line(desk: Desk) -> None:
    data = json.dumps(small(), indent=1).encode() + b"\n\n<html>reszta"
    line = data.count(b"\n") + 1
    (note,) = desk.does(f"import {written(desk, data)} --name plik")["notes"]
    assert f"line {line}" in note
    assert "<html>reszta" in note


@pytest.mark.parametrize("value", [deep(200), "x" * 100_000])
def test_a_field_without_room_is_named_and_everything_else_comes_back(desk: Desk, value: Any) -> None:
    source = small()
    source["results"][1] |= {"history": value, "id": 7}
    (note,) = desk.does(f"import {written(desk, source)} --name plik")["notes"]
    assert "results[1].history" in note
    del source["results"][1]["history"]
    assert exported(desk, "plik") == source


def test_more_extras_than_the_log_holds_are_left_out_and_the_event_is_there(desk: Desk) -> None:
    source = changed(lambda each: each.update(ranking=[]))
    source["ranking"] = [
        {"lp": place, "main": True, "player": "x" * 400, "rank": 1.0, "scalp": 1, "games": 1} for place in range(5000)
    ]
    (note,) = desk.does(f"import {written(desk, source)} --name plik")["notes"]
    assert "ranking[…]" in note
    assert len(desk.does("entrants -e plik")["entrants"]) == 4


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (changed(lambda each: each["players"][1].pop("startingPosition")), "players[1].startingPosition"),
        (changed(lambda each: each["players"].append({"startingPosition": 8})), "players[4].name"),
        (changed(lambda each: [row.update(round=3) for row in each["results"][:1]]), "A round has no games"),
        (changed(lambda each: each["players"][2].update(lastName="Ż" * 130)), "3. Ala ŻŻŻ"),
        (changed(lambda each: each["players"][2].update(tournamentRank=-1)), "3. Ala Źdźbło3: Rating"),
        (changed(lambda each: each["results"][0].update(host=[])), "results[0].host"),
    ],
)
def test_what_cannot_be_is_refused_with_its_place_and_nothing_is_there(desk: Desk, source: File, said: str) -> None:
    assert said in desk.fails(f"import {written(desk, source)} --name plik")
    assert not (desk.folder / "tournaments" / "plik.jsonl").exists()


def test_an_import_says_only_what_the_file_states(desk: Desk, tmp_path: Path) -> None:
    """TSH states no places; a chess report no points of games; a federation file may state some figures of some people."""
    for form in ("tsh", "tourney", "scrabble_manager"):
        for name, data in write_tournament(EVENT, form).items():
            path = tmp_path / form / f"event{name.replace('/', '-') if name.startswith('-') else name}"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.parent.joinpath(name.strip("/-") if "/" in name else f"event{name}").write_bytes(data)
        answer = desk.does(f"import {tmp_path / form} --name {form}")
        assert (answer["compared"], answer["differences"]) == ({}, [])
        said = desk.says(f"import {tmp_path / form} --name {form}-2")
        assert "can be compared" in said
        assert "as the file states" not in said
    source = small()
    source["players"][1]["place"] = 1
    source["players"][0] |= {"small": 350, "big": 2}
    said = desk.says(f"import {written(desk, source)} --name plik")
    assert "match points in halves 4, reckoned 2" in said
    assert "The other figures are as the file states them: places (of 1 of 4 players), game points" in said


def test_two_of_one_name_are_two_people_in_the_ranking_list_and_the_grand_prix(desk: Desk) -> None:
    source = small()
    for player, city in zip(source["players"], ("Kutno", "Płock", "Łódź", "Łódź"), strict=True):
        player |= {"firstName": "Jan", "lastName": "Lis" if city != "Łódź" else f"Kot{player['startingPosition']}"}
        player["city"] = city
    desk.does(f"import {written(desk, source)} --name wiosna")
    source["players"][0]["startingPosition"], source["players"][1]["startingPosition"] = 1, 9
    desk.does(f"import {written(desk, source)} --name lato")
    made = desk.does("ranking wiosna lato --on 2026-04-01")
    assert {each["player"]: each["games"] for each in made["waiting"]} == {
        "Jan Lis (Kutno)": 2, "Jan Lis (Płock)": 2, "Jan Kot3": 2, "Jan Kot7": 2,
    }  # fmt: skip
    rows = desk.does("grandprix wiosna lato")["rows"]
    assert {each["player"] for each in rows} == {"Jan Lis (Kutno)", "Jan Lis (Płock)", "Jan Kot3", "Jan Kot7"}
    alike = small()
    for player in alike["players"][:2]:
        player["lastName"] = "Lis"
    desk.does(f"import {written(desk, alike)} --name jesien")
    people = {each["player"] for each in desk.does("ranking jesien --on 2026-04-01")["waiting"]}
    assert {"Ala Lis (Łódź), Próba: 1", "Ala Lis (Łódź), Próba: 9"} <= people


def namesakes(source: File, places: Iterable[int]) -> File:
    """A file of which two players are called alike and live in different cities."""
    for place, city in zip(places, ("Kutno", "Płock"), strict=True):
        del source["players"][place]["name"]
        source["players"][place] |= {"firstName": "Jan", "lastName": "von Lis", "city": city}
    return source


@pytest.mark.corpus
@pytest.mark.parametrize("places", [(0, 1), (5, 6), (3, 40)])
@pytest.mark.parametrize("parts", ["all", "without cards", "cards and places"])
def test_two_of_one_name_in_a_clubs_report_are_told_apart(
    desk: Desk, published: Callable[[str], File], places: tuple[int, int], parts: str
) -> None:
    """By their cards, or by the one way of giving them games that comes to their sums; then all figures agree."""
    source = namesakes(published("sosnowiec"), places)
    desk.does(f"import {written(desk, source)} --name plik")
    desk.does(f"export text -e plik -o {desk.folder}/strona")
    page = read_tournament({"x": (desk.folder / "strona.html").read_bytes()})
    blocks = pfs_text.blocks(page)
    left_out = {"all": "", "without cards": "p_hh", "cards and places": "p_rundy"}[parts]
    report = "\n".join(text for block, text in blocks.items() if block != left_out)
    (desk.folder / "raport.txt").write_text(report)
    answer = desk.does(f"import {desk.folder}/raport.txt --name raport --set rounds=12")
    assert answer["differences"] == []
    lives = {each["person"].get("city", ""): each["number"] for each in desk.does("entrants -e raport")["entrants"]}
    assert lives["Kutno"] != lives["Płock"]
    for city, place in zip(("Kutno", "Płock"), places, strict=True):
        lines = desk.does(f"card {lives[city]} -e raport")["lines"]
        assert lines[-1]["game_points"] == source["players"][place]["small"]


@pytest.mark.corpus
def test_two_whom_a_report_does_not_tell_apart_are_named_with_their_lines(
    desk: Desk, published: Callable[[str], File]
) -> None:
    source = namesakes(published("sosnowiec"), (0, 1))
    desk.does(f"import {written(desk, source)} --name plik")
    desk.does(f"export text -e plik -o {desk.folder}/strona")
    blocks = pfs_text.blocks(read_tournament({"x": (desk.folder / "strona.html").read_bytes()}))
    lines = [blocks[block] for block in blocks if block in ("p_klasyfikacja", "p_rundy")]
    # A sum of the first that no choice of games comes to.
    small_points = str(source["players"][0]["small"])
    report = "\n".join(lines).replace(small_points, str(int(small_points) + 1), 1)
    (desk.folder / "raport.txt").write_text(report)
    said = desk.fails(f"import {desk.folder}/raport.txt --name raport")
    assert "line 6" in said
    assert "Jan von Lis (5, 6)" in said
