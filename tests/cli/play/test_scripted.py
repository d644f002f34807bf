"""Whole games played by a script through a pipe, under each rulebook."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from cli.play.tables import TOY, run, without_moments
from mostek.core.diagnostics import Severity
from mostek.core.players import Seat
from mostek.notation.formats.gcg import read, record
from mostek.notation.replay import replay as replay_record
from mostek.referee import replay
from mostek.referee.state import Game, Over, TurnKind
from mostek.rules.loading import rulebook, rulebooks
from mostek.store.game_files import entries
from mostek.store.game_lines import read_lines

PASSING = "\npauza\n" * 120
"""Enter writes the bot's move down where there is one, and is nothing otherwise; then a pass."""


def only_game() -> Game:
    (entry,) = entries()
    assert entry.game is not None
    return entry.game


@pytest.mark.parametrize("book", rulebooks())
def test_a_whole_game(book: str, data: Path) -> None:
    gcg = data / "game.gcg"
    asked = ["play", "--rulebook", book, "--lexicon", TOY, "--seed", "5", "--name", "Ala", "--gcg", str(gcg)]
    done = run(asked, PASSING, data)
    assert done.returncode == 0, done.stderr
    game = only_game()
    assert isinstance(game.phase, Over)
    assert game.rulebook == book
    result = game.phase.result
    assert f"1. {game.players[result.winners[0]]}: {max(result.final)} (" in done.stdout
    assert f"The winner: {game.players[result.winners[0]]}." in done.stdout
    assert "\x1b" not in done.stdout
    assert [turn.kind for turn in game.turns if turn.seat == 1] == [TurnKind.PASS] * sum(
        turn.seat == 1 for turn in game.turns
    )
    written = replay_record(record(read(gcg.read_bytes())), rulebook(book))
    assert written.severity <= Severity.WARNING, written.diagnostics
    assert tuple(written.ending.final or ()) == tuple(result.final)


def test_a_seed_repeats_the_game(data: Path) -> None:
    logs = []
    for _ in range(2):
        run(["play", "--lexicon", TOY, "--seed", "11"], PASSING, data)
        (entry,) = entries()
        logs.append(without_moments(read_lines(entry.path.read_bytes()).kept.events))
        entry.path.unlink()
    assert logs[0] == logs[1]


def test_an_invalid_word_stands_until_it_is_challenged_and_is_judged_by_a_list_that_is_named(data: Path) -> None:
    done = two_people(data, "challenge\n\nkoniec\n")
    assert "Verdict: invalid. Lexicon: toy 1 (this is not OSPS)." in done.stdout
    assert "loses the turn." in done.stdout
    before_challenge = done.stdout.partition("challenges:")[0]
    assert "invalid" not in before_challenge


def test_the_same_word_scores_when_nobody_challenges(data: Path) -> None:
    done = two_people(data, "ok\n\nkoniec\n")
    (turn,) = only_game().turns
    assert turn.kind is TurnKind.PLACEMENT
    assert f"{turn.points} points." in done.stdout


def two_people(data: Path, typed: str) -> subprocess.CompletedProcess[str]:
    """Two people; the starter lays the whole rack across the centre, which is no word; then what is typed."""
    asked = ["play", "--lexicon", TOY, "--humans", "2", "--seed", "3", "--name", "Ala", "--name", "Ola"]
    run(asked, "koniec\n", data)
    (entry,) = entries()
    assert entry.game is not None
    assert entry.game.starter is not None
    rack = "".join(face for face in entry.game.racks[entry.game.starter] if face != "?")
    return run(["resume"], f"\nH8 {rack}\n{typed}", data)


def test_the_rack_of_the_next_person_is_hidden_until_enter(data: Path) -> None:
    asked = ["play", "--lexicon", TOY, "--humans", "2", "--seed", "3", "--name", "Ala", "--name", "Ola"]
    done = run(asked, "\npauza\n\nkoniec\n", data)
    first, hidden, *_ = done.stdout.split("press Enter to see the rack.")
    assert "₁" not in first
    pictures = hidden.split("passes.")
    assert "₁" in pictures[0]
    assert "₁" not in pictures[1]


def test_a_refusal_names_its_clause_and_what_may_be_done(data: Path) -> None:
    done = run(["play", "--lexicon", TOY, "--humans", "2", "--seed", "3"], "\nA1 QQ\nA1 ŹŹŹ\nkoniec\n", data)
    assert "'Q' is no letter of this set of tiles." in done.stdout
    assert "The first word must cover the middle square. (GEN-5a)" in done.stdout
    assert "Your rack does not hold these tiles. (GEN-2.2b)" in done.stdout
    _, _, after = done.stdout.partition("(GEN-2.2b)")
    assert "H8 WORD · exchange ABC · pass" in after
    assert not only_game().turns


def test_pages_are_shown_and_change_nothing(data: Path) -> None:
    done = run(
        ["play", "--lexicon", TOY, "--humans", "2"], "\nzapis\nzasady\nzasady 5a\nzasady xx\npomoc\nkoniec\n", data
    )
    assert "No turn has been played yet." in done.stdout
    assert "GEN-15c: " in done.stdout
    assert "GEN-5a" in done.stdout
    assert "There is no clause 'xx'." in done.stdout
    assert "a small letter, or a letter after '?', is a blank" in done.stdout
    assert not only_game().turns


def test_json_tells_each_event_and_no_tile_of_the_bot(data: Path) -> None:
    done = run(["play", "--lexicon", TOY, "--seed", "5", "--json"], PASSING, data)
    documents = [json.loads(line) for line in done.stdout.splitlines()]
    events = [document for document in documents if "event" in document]
    assert [document["n"] for document in events] == list(range(1, len(events) + 1))
    drawn = [document["event"] for document in events if document["event"]["type"] == "tiles_drawn"]
    assert all(set(event["tiles"]) == {"#"} for event in drawn if event["seat"] == 2)
    assert all("#" not in event["tiles"] for event in drawn if event["seat"] == 1)
    assert set(events[0]["event"]["bag"]) == {"#"}
    assert [event["event"]["type"] for event in events[-2:]] == ["game_ended", "seed_revealed"]


def test_a_weaker_bot_makes_fewer_points(data: Path) -> None:
    points = {}
    for bot in ("beginner", "static"):
        done = run(["play", "--lexicon", TOY, "--seed", "11", "--bot", bot], PASSING, data)
        assert done.returncode == 0
        points[bot] = only_game().scores[Seat.SECOND]
        entries()[0].path.unlink()
    assert points["beginner"] < points["static"]


def test_the_end_of_input_leaves_the_game_saved(data: Path) -> None:
    done = run(["play", "--lexicon", TOY, "--humans", "2"], "\npauza\n", data)
    assert done.returncode == 130
    assert "The game is saved. Go on with: mostek resume" in done.stdout
    assert len(only_game().turns) == 1


def test_resuming_by_name_by_default_and_from_the_list(data: Path) -> None:
    run(["play", "--lexicon", TOY, "--humans", "2", "--name", "Ala"], "koniec\n", data)
    (entry,) = entries()
    listed = run(["resume", "--list"], "", data)
    assert listed.stdout.startswith(entry.name)
    assert "Ala 0, Player 2 0" in listed.stdout
    assert run(["resume", entry.name], "\npauza\nkoniec\n", data).returncode == 0
    assert run(["resume"], "\npauza\nkoniec\n", data).returncode == 0
    assert len(only_game().turns) == 2
    unknown = run(["resume", f"{entry.name}x"], "", data)
    assert unknown.returncode == 2
    assert f"Did you mean '{entry.name}'?" in unknown.stderr


def test_a_game_that_is_over_is_not_the_latest_unfinished_one(data: Path) -> None:
    run(["play", "--lexicon", TOY, "--humans", "2"], "\npauza\n" * 6, data)
    assert isinstance(only_game().phase, Over)
    done = run(["resume"], "", data)
    assert done.returncode == 2
    assert "There is no unfinished game." in done.stderr


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (["--rulebook", "gen", "--minutes", "5"], "has no clock"),
        (["--rulebook", "pfs", "--seats", "3"], "allows no game of 3 players"),
        (["--humans", "3", "--seats", "2"], "more people than seats"),
        (["--name", "Ala", "--name", "Ola"], "more names than people"),
        (["--lexicon", "toi"], "'toy'"),
        (["--minutes", "0", "--rulebook", "pfs"], "leaves the time to the organiser"),
    ],
)
def test_what_cannot_be_played_is_said(asked: list[str], sentence: str, data: Path) -> None:
    lexicon = [] if "--lexicon" in asked else ["--lexicon", TOY]
    done = run(["play", *asked, *lexicon], "", data)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert entries() == []


def test_four_seats_with_three_bots(data: Path) -> None:
    done = run(["play", "--lexicon", TOY, "--seats", "4", "--seed", "2"], PASSING, data)
    assert done.returncode == 0
    game = only_game()
    assert isinstance(game.phase, Over)
    assert {turn.seat for turn in game.turns} == set(game.seats)
    assert replay(read_lines(entries()[0].path.read_bytes()).kept.events) == game
