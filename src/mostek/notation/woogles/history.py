"""From the messages of Woogles to the game that they record, and back."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mostek.core.board import Direction, Square, layout
from mostek.core.diagnostics import Diagnostic, NotationError, TextFault, refuse_warnings
from mostek.core.moves import Pass
from mostek.core.players import BySeat, Seat
from mostek.core.tiles import BLANK, Alphabet, Tile, Tiles, TileSet
from mostek.notation.coordinates import CoordinateError, Orientation, format_coordinate, parse_coordinate
from mostek.notation.game_formats import ReadOptions
from mostek.notation.game_record import (
    STANDARD,
    ChallengeBonus,
    LastRack,
    Leftovers,
    PlayerNames,
    RecordedAction,
    RecordedExchange,
    RecordedGame,
    RecordedLoss,
    RecordedTurn,
    TimePenalty,
    Withdrawn,
    check_game_type,
    choose_layout,
    choose_tile_set,
)
from mostek.notation.plays import WrittenPlay, spell_rack, spell_word
from mostek.notation.replay import Replay, ReplayedTurn, replay
from mostek.notation.woogles import structs as m
from mostek.notation.woogles.structs import EventType
from mostek.rules.loading import rulebook


def record_history(history: m.GameHistory, how: ReadOptions, name: str) -> RecordedGame:
    """The game of a history. An event that cannot be read is left out and reported, or raises `NotationError` if strict.

    Places count events: line 3, column 0 is the third event. A history without players or events, or of another game,
    raises in any case.
    """
    if not 0 < len(history.players) <= len(Seat) or not history.events:
        raise NotationError(TextFault.NO_TURNS, 0, 0, name)
    if history.starting_cgp:
        raise NotationError(TextFault.OTHER_GAME, 0, 0, history.starting_cgp[:40])
    board, unknown_board = choose_layout(history.board_layout or None)
    tiles, unknown_tiles = _tile_set(history, how)
    found = [each for each in (unknown_board, check_game_type(history.variant), unknown_tiles) if each]
    if how.strict:
        refuse_warnings(found)
    turns: list[RecordedTurn] = []
    for number, event in enumerate(history.events, 1):
        try:
            turns = _with(turns, event, _seat(history, event, number), tiles.alphabet, number)
        except NotationError as error:
            if how.strict:
                raise
            found.append(error.diagnostic)
    is_over = history.play_state is m.PlayState.GAME_OVER
    return RecordedGame(
        format=name,
        players=BySeat(_players(history.players)),
        tile_set=tiles,
        orientation=Orientation.NUMBERED_ROWS,
        turns=tuple(turns),
        racks=() if is_over else tuple(_last_racks(history, tiles.alphabet)),
        incomplete=not is_over,
        title=history.title or history.description,
        lexicon=history.lexicon,
        layout=board,
        diagnostics=tuple(found),
    )


def _tile_set(history: m.GameHistory, how: ReadOptions) -> tuple[TileSet, Diagnostic | None]:
    if how.tile_set is not None:
        return how.tile_set, None
    letters = "".join(event.rack + event.played_tiles for event in history.events)
    spelled = "".join(sorted({letter for letter in letters if letter.isalpha()}))
    return choose_tile_set(spelled, history.letter_distribution or None, history.lexicon or None)


def _players(players: list[m.Player]) -> Iterator[PlayerNames]:
    """Nicknames without blanks, each once."""
    seen: set[str] = set()
    for number, player in enumerate(players, 1):
        name = player.real_name or player.nickname or str(number)
        nick = "_".join((player.nickname or name).replace(":", " ").split()) or str(number)
        if nick in seen:
            nick += str(number)
        seen.add(nick)
        yield PlayerNames(nick, name)


def _seat(history: m.GameHistory, event: m.HistoryEvent, number: int) -> Seat:
    """The player of an event: by the nickname in histories of the first version, by their number in later ones."""
    nicks = [player.nickname for player in history.players]
    place = nicks.index(event.nickname) if event.nickname in nicks else event.player_index
    if not 0 <= place < len(history.players):
        raise NotationError(TextFault.BAD_PLAYER, number, 0, event.nickname or str(event.player_index))
    return Seat(place + 1)


def _last_racks(history: m.GameHistory, alphabet: Alphabet) -> Iterator[LastRack]:
    for place, text in enumerate(history.last_known_racks[: len(history.players)], 1):
        if text:
            yield LastRack(Seat(place), spell_rack(text, alphabet, len(history.events), 0))


def _with(
    turns: list[RecordedTurn], event: m.HistoryEvent, seat: Seat, alphabet: Alphabet, number: int
) -> list[RecordedTurn]:
    """The turns with this event; one that is no line of a record becomes a note of the turn before."""
    if event.type in (EventType.CHALLENGE, EventType.TIMED_OUT, EventType.RESIGNED):
        if not turns:
            return turns
        label = f"{event.type.name.lower()}: {int(seat)}"
        return [*turns[:-1], replace(turns[-1], note="\n".join(filter(None, (turns[-1].note, label))))]
    try:
        action, points = _action(event, alphabet, number)
        rack = spell_rack(event.rack, alphabet, number, 0) if event.rack else None
    except NotationError as error:
        # Columns of a text within an event are of no use to a reader.
        raise NotationError(error.fault, number, 0, error.text) from None
    rack = None if event.type is EventType.END_RACK_PTS else rack
    return [*turns, RecordedTurn(seat, action, rack, points, event.cumulative, number, 0, event.note)]


def _action(event: m.HistoryEvent, alphabet: Alphabet, number: int) -> tuple[RecordedAction, int]:
    """The action of an event, and its points."""
    match event.type:
        case EventType.TILE_PLACEMENT_MOVE:
            return _play(event, alphabet, number), event.score
        case EventType.PHONY_TILES_RETURNED:
            return Withdrawn(), -event.lost_score
        case EventType.PASS:
            return Pass(), 0
        case EventType.EXCHANGE if event.exchanged.isdecimal():
            return RecordedExchange(min(int(event.exchanged[:3]), 100), None), 0
        case EventType.EXCHANGE:
            returned = spell_rack(event.exchanged, alphabet, number, 0)
            return RecordedExchange(len(returned), returned), 0
        case EventType.CHALLENGE_BONUS:
            return ChallengeBonus(), event.bonus
        case EventType.TIME_PENALTY:
            return TimePenalty(), -event.lost_score
        case EventType.END_RACK_PTS:
            return Leftovers(spell_rack(event.rack, alphabet, number, 0)), event.end_rack_points
        case EventType.END_RACK_PENALTY:
            return Leftovers(spell_rack(event.rack, alphabet, number, 0)), -event.lost_score
        case EventType.UNSUCCESSFUL_CHALLENGE_TURN_LOSS:
            return RecordedLoss(CHALLENGE_LOST), 0
        case _:
            raise NotationError(TextFault.NO_MOVE, number, 0, event.type.name)


CHALLENGE_LOST = "challenge"
"""The cause of a turn lost by a challenge that failed."""


def _play(event: m.HistoryEvent, alphabet: Alphabet, number: int) -> WrittenPlay:
    start = Square(event.row, event.column)
    direction = Direction.DOWN if event.direction is m.WordDirection.VERTICAL else Direction.ACROSS
    if event.position:
        try:
            start, direction = parse_coordinate(event.position, Orientation.NUMBERED_ROWS)
        except CoordinateError:
            raise NotationError(TextFault.BAD_COORDINATE, number, 0, event.position) from None
    cells = spell_word(event.played_tiles, alphabet, number, 0)
    if not cells:
        raise NotationError(TextFault.NO_MOVE, number, 0, event.position)
    words = tuple(word.upper() for word in event.words_formed)
    return WrittenPlay(start, direction, cells, words)


def history_of(game: RecordedGame) -> m.GameHistory:
    """The history of a game. Points and totals are those of the record; where it has none, the true ones.

    Raises `NotationError` for a game of more than two players, which Woogles does not know.
    """
    if len(game.players) != _PAIR:
        raise NotationError(TextFault.BAD_PLAYER, 0, 0, str(len(game.players)))
    replayed = replay(game, rulebook("pfs"))
    scores = [
        stated if stated is not None else true for stated, true in zip(replayed.stated, replayed.totals, strict=True)
    ]
    history = m.GameHistory(
        events=[_event(replayed, turn) for turn in replayed.turns],
        players=[m.Player(nickname=player.nick, real_name=player.name) for player in game.players],
        version=_VERSION,
        lexicon=game.lexicon,
        title=game.title,
        variant="classic",
        board_layout="CrosswordGame" if game.layout == STANDARD else game.layout,
        letter_distribution=_DISTRIBUTIONS.get(game.tile_set.name, game.tile_set.name),
    )
    if game.incomplete or replayed.ending.final is None:
        history.last_known_racks = [""] * len(game.players)
        for rack in game.racks:
            history.last_known_racks[rack.seat - 1] = game.tile_set.alphabet.sort(rack.tiles)
    else:
        history.play_state = m.PlayState.GAME_OVER
        history.final_scores = scores
        history.winner = -1 if scores[0] == scores[1] else scores.index(max(scores))
    return history


_PAIR = 2
_VERSION = 2
"""The version of a history whose events number the players."""
_DISTRIBUTIONS = {"pl-current": "polish", "en": "english", "de": "german"}


def _event(replayed: Replay, turn: ReplayedTurn) -> m.HistoryEvent:
    record, sort = turn.recorded, replayed.game.tile_set.alphabet.sort
    points = turn.points if record.points is None else record.points
    event = m.HistoryEvent(
        note=record.note,
        rack=sort(record.rack) if record.rack else "",
        cumulative=turn.total if record.total is None else record.total,
        player_index=record.seat - 1,
    )
    match record.action:
        case WrittenPlay() as play:
            _put_play(event, play, turn)
            event.score = points
        case Withdrawn():
            event.type, event.lost_score = EventType.PHONY_TILES_RETURNED, -points
        case Pass():
            event.type = EventType.PASS
        case RecordedLoss(cause):
            is_challenge = cause == CHALLENGE_LOST
            event.type = EventType.UNSUCCESSFUL_CHALLENGE_TURN_LOSS if is_challenge else EventType.PASS
        case RecordedExchange(count, tiles):
            event.type, event.exchanged = EventType.EXCHANGE, str(count) if tiles is None else sort(tiles)
        case ChallengeBonus():
            event.type, event.bonus = EventType.CHALLENGE_BONUS, points
        case TimePenalty():
            event.type, event.lost_score = EventType.TIME_PENALTY, -points
        case Leftovers(tiles) if points < 0:
            event.type, event.lost_score = EventType.END_RACK_PENALTY, -points
            event.rack = event.rack if tiles is None else sort(tiles)
        case Leftovers(tiles):
            event.type, event.end_rack_points = EventType.END_RACK_PTS, points
            event.rack = "" if tiles is None else sort(tiles)
    return event


def _put_play(event: m.HistoryEvent, play: WrittenPlay, turn: ReplayedTurn) -> None:
    event.row, event.column = play.start
    event.direction = m.WordDirection.VERTICAL if play.direction is Direction.DOWN else m.WordDirection.HORIZONTAL
    event.position = format_coordinate(play.start, play.direction, Orientation.NUMBERED_ROWS)
    laid = turn.placement.tiles if turn.placement else None
    event.played_tiles = "".join(
        "." if not isinstance(cell, Tile) or (laid is not None and square not in laid) else str(cell)
        for square, cell in zip(play.squares, play.cells, strict=True)
    )
    if turn.score is not None:
        event.is_bingo = turn.score.bonus > 0
        event.words_formed = [each.word.text for each in turn.score.words]


def history_of_document(document: m.GameDocument, tile_set: TileSet | None) -> m.GameHistory:
    """The history that a document contains: bytes become letters.

    The place of a letter is that in the alphabet of the tile set. Raises `NotationError` for a place that it does not have.
    """
    tiles = tile_set or choose_tile_set("", document.letter_distribution or "english", document.lexicon or None)[0]

    def spelled(read: bytes, zero: str, number: int = 0) -> str:
        if document.version == _NEGATIVE_BLANKS:
            read = bytes(_BLANK_BIT | (256 - byte) & 0xFF if byte & _BLANK_BIT else byte for byte in read)
        return _spelled(read, zero, tiles.alphabet, number)

    events = [
        m.HistoryEvent(
            note=event.note,
            rack=spelled(event.rack, BLANK, number),
            type=event.type,
            cumulative=event.cumulative,
            row=event.row,
            column=event.column,
            direction=event.direction,
            position=event.position,
            played_tiles=spelled(event.played_tiles, ".", number),
            exchanged=spelled(event.exchanged, BLANK, number),
            score=event.score,
            bonus=event.bonus,
            end_rack_points=event.end_rack_points,
            lost_score=event.lost_score,
            words_formed=[spelled(word, ".", number) for word in event.words_formed],
            player_index=event.player_index,
        )
        for number, event in enumerate(document.events, 1)
    ]
    return m.GameHistory(
        events=events,
        players=document.players,
        lexicon=document.lexicon,
        title=document.description,
        last_known_racks=[spelled(rack, BLANK) for rack in document.racks],
        play_state=document.play_state,
        variant=document.variant,
        board_layout=document.board_layout,
        letter_distribution=document.letter_distribution or "english",
    )


def document_of(game: RecordedGame) -> m.GameDocument:
    """The document of a game, see `history_of`. The bag holds what lies neither on the board nor on a known rack.

    Raises `NotationError` also for an exchange of tiles that the record does not name.
    """
    history = history_of(game)
    alphabet = game.tile_set.alphabet
    replayed = replay(game, rulebook("pfs"))
    racks = [next((rack.tiles for rack in game.racks if rack.seat is seat), Tiles()) for seat in game.players.seats]
    bag = game.tile_set.tiles.missing_from(sum(racks, replayed.board.faces()))
    squares = layout(game.layout).squares()
    return m.GameDocument(
        players=history.players,
        events=[_document_event(event, number, alphabet) for number, event in enumerate(history.events, 1)],
        version=_VERSION,
        lexicon=history.lexicon,
        description=history.title,
        racks=[_bytes_of(alphabet.sort(rack), alphabet) for rack in racks],
        play_state=history.play_state,
        current_scores=history.final_scores or list(replayed.totals),
        variant=history.variant,
        winner=history.winner,
        board_layout=history.board_layout,
        letter_distribution=history.letter_distribution,
        board=m.GameBoard(
            num_rows=layout(game.layout).rows,
            num_cols=layout(game.layout).columns,
            tiles=b"".join(_bytes_of(str(replayed.board[square] or "."), alphabet) for square in squares),
        ),
        bag=m.Bag(tiles=_bytes_of(alphabet.sort(bag), alphabet)),
    )


def _document_event(event: m.HistoryEvent, number: int, alphabet: Alphabet) -> m.DocumentEvent:
    if event.exchanged.isdecimal():
        raise NotationError(TextFault.UNKNOWN_TILES, number, 0, event.exchanged)
    return m.DocumentEvent(
        note=event.note,
        rack=_bytes_of(event.rack, alphabet),
        type=event.type,
        cumulative=event.cumulative,
        row=event.row,
        column=event.column,
        direction=event.direction,
        position=event.position,
        played_tiles=_bytes_of(event.played_tiles, alphabet),
        exchanged=_bytes_of(event.exchanged, alphabet),
        score=event.score,
        bonus=event.bonus,
        end_rack_points=event.end_rack_points,
        lost_score=event.lost_score,
        is_bingo=event.is_bingo,
        words_formed=[_bytes_of(word, alphabet) for word in event.words_formed],
        player_index=event.player_index,
        words_formed_friendly=event.words_formed,
    )


_BLANK_BIT = 0x80
_NEGATIVE_BLANKS = 1
"""The version of a document that writes a blank as the negative place of its letter: 255 is an A."""


def _spelled(read: bytes, zero: str, alphabet: Alphabet, number: int) -> str:
    letters: list[str] = []
    for byte in read:
        place = byte & ~_BLANK_BIT
        if place > len(alphabet.letters) or byte == _BLANK_BIT:
            raise NotationError(TextFault.BAD_LETTER, number, 0, str(byte))
        if not byte:
            letters.append(zero)
        else:
            letters.append(str(Tile(alphabet.letters[place - 1], blank=byte != place)))
    return "".join(letters)


def _bytes_of(text: str, alphabet: Alphabet) -> bytes:
    """Letters as bytes: `.` and `?` are 0."""
    read = bytearray()
    for part in text.replace(".", BLANK).split(BLANK):
        for tile in alphabet.spell(part):
            assert tile.letter is not None
            read.append(alphabet.order(tile.letter) + 1 + (_BLANK_BIT if tile.blank else 0))
        read.append(0)
    return bytes(read[:-1])
