"""Deeds that are allowed but seldom done: leaving, corrections, rulings and their reversal, slips filled in wrongly."""

from __future__ import annotations

import random

from mostek.core.moves import Placement
from mostek.core.players import BySeat, Role, Seat
from mostek.core.tiles import Tile
from mostek.referee import Game
from mostek.referee import commands as c
from mostek.referee import commands as m
from mostek.referee import state as s
from mostek.referee.commands import Check

_CITED = "PFS-7.4"


def rarity(game: Game, rng: random.Random, at: int) -> c.Command | None:
    """Something seldom that fits the state of the game, if there is anything."""
    made = [*_at_the_board(game, rng, at), *_rulings(game, rng, at)]
    return rng.choice(made) if made else None


def _at_the_board(game: Game, rng: random.Random, at: int) -> list[c.Command]:
    match game.phase:
        case s.ChoosingStarter(contenders=contenders, drawn=drawn):
            same = [tile for tile in drawn.values() if tile in game.unseen()]
            waiting = [seat for seat in contenders if seat not in drawn]
            return [c.DrawStartTile(seat=waiting[0], tile=same[0], at=at)] if same else [_dispute(rng, game, at)]
        case s.Dealing():
            return [_dispute(rng, game, at)]
        case s.Thinking(seat=seat):
            return [*_leaving(game, seat, at), *_corrections(game, at), c.CountTiles(seat=seat, at=at)]
        case s.Laid(seat=seat):
            return [*_corrections(game, at), c.StartClock(seat=seat, at=at + rng.choice((0, 400_000)))]
        case s.Challenged(laid=laid, challenger=challenger, words=words, typed=typed):
            wrong = tuple(word + "X" for word in words)
            if typed:
                return [c.ConfirmSlip(seat=laid.seat, at=at), c.RunCheck(seat=challenger, at=at)]
            return [c.TypeWords(seat=seat, words=wrong, at=at) for seat in (laid.seat, challenger)]
        case s.Over() as over:
            return _afterwards(game, over, rng, at)
        case _:
            return []


def _dispute(rng: random.Random, game: Game, at: int) -> c.Command:
    return c.DisputePlaces(seat=rng.choice(game.seats), at=at)


def _leaving(game: Game, thinker: Seat, at: int) -> list[c.Command]:
    """The other may leave after a move of the own; the one who thinks agrees."""
    other = game.opponents_of(thinker)[0]
    if other in game.away:
        return []
    if (thinker, Check.LEAVE) in game.confirmed:
        return [c.LeaveBoard(seat=other, at=at)]
    return [c.Confirm(seat=thinker, what=Check.LEAVE, at=at)]


def _corrections(game: Game, at: int) -> list[c.Command]:
    wrong = [turn for turn in game.turns if turn.points != turn.true]
    return [
        c.CorrectScore(seat=seat, turn=turn.number, points=turn.true, at=at) for turn in wrong for seat in game.seats
    ]


def _rulings(game: Game, rng: random.Random, at: int) -> list[c.Command]:
    """What an arbiter orders or takes back."""
    made: list[c.Command] = [
        c.ReverseRuling(ruling=row.ruling.number, clause=_CITED, reason="x", by=Role.ARBITER, at=at)
        for row in game.rulings[-1:]
        if not row.reversed
    ]
    seat, phase = game.on_turn, game.phase
    measures: list[m.Measure] = []
    if seat is not None:
        measures = [m.ForcePass(seat), m.RepeatMove(seat), m.TidyTiles(seat), m.AdjustClock(seat, 60_000)]
    if lying := [square for square, _ in game.board.tiles()]:
        faces = sorted(game.unseen()) or ["A"]
        face = rng.choice(faces)
        tile = Tile.read("e") if face == "?" else Tile.read(face)
        measures.append(m.CorrectTiles(Placement({rng.choice(lying): tile})))
    made += [c.Rule(clause=_CITED, measure=measure, reason="x", by=Role.ARBITER, at=at) for measure in measures]
    if isinstance(phase, s.Closing) or (isinstance(phase, s.Laid) and phase.challenged):
        valid = isinstance(phase, s.Closing)
        made += [c.OverrideVerdict(valid=valid, by=Role.ARBITER, reason="x", at=at)] * 3
    return made


def _afterwards(game: Game, over: s.Over, rng: random.Random, at: int) -> list[c.Command]:
    """Slips filled in the wrong way round, and the seed."""
    slip, final = over.slip, over.result.final
    swapped = BySeat(reversed(list(final)))
    seat = rng.choice(game.seats)
    signed = next(iter(slip.signed.values()), swapped)
    made: list[c.Command] = [
        c.SignSlip(seat=seat, final=signed, at=at),
        c.CorrectSlip(seat=seat, final=final, at=at),
        c.RevealSeed(seed="x", at=at),
    ]
    return [*made, *_corrections(game, at)]
