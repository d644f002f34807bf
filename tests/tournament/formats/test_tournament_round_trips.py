"""Any event that can be written is read back the same, in every format that holds it whole."""

from __future__ import annotations

from csv import reader, writer
from io import StringIO

from hypothesis import given
from hypothesis import strategies as st

from mostek.tournament.file_formats import read_tournament, writable, write_tournament
from mostek.tournament.formats import csv, pfs_json
from mostek.tournament.recorded import RecordedPlayer, RecordedResult, RecordedTournament, ResultKind
from tournament.formats.sample_event import row

LETTERS = "aąbcćdeęłńoóśzźżAĄĆĘŁŃÓŚŹŻ"
words = st.text(LETTERS, min_size=1, max_size=9)
scores = st.one_of(st.tuples(st.integers(1, 700), st.integers(1, 700)), st.sampled_from([(400, 1), (0, 400), (1, 431)]))


@st.composite
def events(draw: st.DrawFn) -> RecordedTournament:
    """An event of 2 to 9 players and 1 to 5 rounds, everybody with a name of their own; some rounds leave somebody out."""
    count, rounds = draw(st.integers(2, 9)), draw(st.integers(1, 5))
    firsts = draw(st.lists(words, min_size=count, max_size=count, unique=True))
    players = tuple(
        RecordedPlayer(
            number=number,
            name=f"{first} {last}",
            first=first,
            last=last,
            city=draw(st.one_of(st.just(""), words)),
            rating=draw(st.integers(0, 24999)),
            place=number,
            half_points=draw(st.integers(0, 20)),
            game_points=draw(st.integers(0, 9999)),
            scalps=draw(st.integers(0, 4000)),
            spread=draw(st.integers(-2000, 2000)),
        )
        for number, (first, last) in enumerate(
            zip(firsts, draw(st.lists(words, min_size=count, max_size=count)), strict=True), 1
        )
    )
    results = [each for number in range(1, rounds + 1) for each in draw(_round(number, count))]
    return RecordedTournament(format="here", name="Turniej", rounds=rounds, players=players, results=tuple(results))


@st.composite
def _round(draw: st.DrawFn, number: int, count: int) -> list[RecordedResult]:
    order = draw(st.permutations(range(1, count + 1)))
    pairs = list(zip(order[::2], order[1::2], strict=False))
    rows = [row(number, table, host, guest, *draw(scores)) for table, (host, guest) in enumerate(pairs, 1)]
    if len(order) % 2 and draw(st.booleans()):
        rows.append(row(number, len(pairs) + 1, order[-1], 0, 300, None))
    return rows


def results(tournament: RecordedTournament) -> list[tuple[object, ...]]:
    named = {0: ""} | {each.number: each.name for each in tournament.players}
    return sorted(
        (
            each.round,
            each.table,
            named[each.host],
            named[each.guest],
            each.kind,
            each.guest and each.host_score,
            each.guest_score or 0,
        )
        for each in tournament.results
        if each.kind is not ResultKind.NOT_PLAYED
    )


@given(events(), st.sampled_from([form.name for form in writable().values() if form.name not in ("csv", "trf")]))
def test_the_games_come_back(event: RecordedTournament, form: str) -> None:
    files = write_tournament(event, form)
    again = read_tournament(files)
    assert results(again) == results(event)
    assert write_tournament(again, form) == files


@given(events())
def test_the_federations_json_holds_the_event_whole(event: RecordedTournament) -> None:
    again = pfs_json.read(pfs_json.write(event))
    assert (again.players, again.results) == (event.players, event.results)


@given(events(), st.sampled_from([";", ",", "\t", "|"]), st.sampled_from(["utf-8", "utf-8-sig", "cp1250"]))
def test_a_table_holds_the_players(event: RecordedTournament, separator: str, encoding: str) -> None:
    rows = reader(StringIO(csv.write_players(event, encoding).decode(encoding), newline=""), delimiter=";")
    table = StringIO()
    writer(table, delimiter=separator).writerows(rows)
    data = table.getvalue().encode(encoding)
    assert [(each.number, each.name, each.city, each.rating) for each in csv.read(data).players] == [
        (each.number, each.name, each.city, each.rating) for each in event.players
    ]
