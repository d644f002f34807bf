"""The words of a review: grades, signs, notes and figures, and the table of its turns, the same on a screen and on paper."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mostek.engine.review import (
    Basis,
    CandidateReview,
    GameReview,
    Grade,
    Note,
    PlayerReview,
    Sign,
    SignReview,
    TurnReview,
    Unjudged,
    thresholds,
)
from mostek.messages import language, text
from mostek.notation.coordinates import Orientation, format_coordinate, parse_coordinate

MARKS = {
    Grade.BEST: "★",
    Grade.GOOD: "",
    Grade.INACCURACY: "?!",
    Grade.MISTAKE: "?",
    Grade.BLUNDER: "??",
}
"""The marks of grades, as in chess books; colour alone never tells a grade."""


def grade_text(grade: Grade) -> str:
    """The name of a grade."""
    return {
        Grade.BEST: text("best"),
        Grade.GOOD: text("good"),
        Grade.INACCURACY: text("inaccuracy"),
        Grade.MISTAKE: text("mistake"),
        Grade.BLUNDER: text("blunder"),
    }[grade]


def basis_text(basis: Basis) -> str:
    """The method of a verdict in a few words."""
    return {
        Basis.EQUITY: text("by equity"),
        Basis.SIMULATION: text("by simulation"),
        Basis.DRAWS: text("over every draw"),
        Basis.EXACT: text("exact"),
    }[basis]


def unjudged_text(reason: Unjudged) -> str:
    """The reason for which a turn has no grade."""
    return {
        Unjudged.RACK_UNKNOWN: text("the rack is not known"),
        Unjudged.RACK_IMPOSSIBLE: text("the rack cannot be right"),
        Unjudged.MOVE_UNKNOWN: text("the record does not say what was played"),
        Unjudged.NO_CHOICE: text("there was no choice"),
        Unjudged.MANY_PLAYERS: text("a game of more than two"),
        Unjudged.STOPPED: text("the review was stopped"),
    }[reason]


def note_text(note: Note, review: GameReview) -> str:
    """A note about the review of a game."""
    judging, named = review.lexicon, review.lexicon_named
    return {
        Note.OTHER_LIST: text(
            "The game names the list {named}, which is not installed; {judging} judges words and moves.",
            named=named,
            judging=judging,
        ),
        Note.NO_LIST_NAMED: text("The game names no list; {judging} judges words and moves.", judging=judging),
        Note.MANY_PLAYERS: text(
            "In a game of more than two, moves are shown by equity; chances, losses and luck are not known."
        ),
        Note.UNFINISHED: text("The record ends before the game does."),
        Note.SCORES_DIFFER: text("The record states other points than the rules give; the true ones are shown here."),
        Note.RACKS_MISSING: text("Some racks are not known; those turns have no grade."),
        Note.STOPPED: text("The review was stopped; some turns have only a first verdict."),
    }[note]


def move_in(move: str, orientation: Orientation) -> str:
    """A move of a review with its square as the orientation names it."""
    square, space, word = move.partition(" ")
    if not space or orientation is Orientation.LETTERED_ROWS:
        return move
    return f"{format_coordinate(*parse_coordinate(square, Orientation.LETTERED_ROWS), orientation)} {word}"


def sign_text(sign: SignReview, orientation: Orientation = Orientation.LETTERED_ROWS) -> str:
    """A sign with its details, as a sentence."""
    move = move_in(sign.move, orientation)
    words = ", ".join(sign.words)
    points = decimal(sign.points or 0, 0)
    return {
        Sign.MISSED_BINGO: text("Missed bingo: {move} ({points} points better).", move=move, points=points),
        Sign.MISSED_OUT_PLAY: text("Missed out-play: {move} ({points} points better).", move=move, points=points),
        Sign.PHONEY_STOOD: text("Not in the list: {words}; it stood.", words=words),
        Sign.PHONEY_FELL: text("Not in the list: {words}; it was challenged off.", words=words),
        Sign.CHALLENGE_MISSED: text("Missed challenge of {words} ({points} points).", words=words, points=points),
        Sign.WRONG_CHALLENGE: text("Wrong challenge of {move}.", move=move),
    }[sign.sign]


def turn_notes(turn: TurnReview, orientation: Orientation = Orientation.LETTERED_ROWS) -> Iterator[str]:
    """Sentences about a turn: what was better, what it lost, and the signs."""
    if turn.grade is not None and turn.loss is not None:
        if turn.best and turn.played and turn.best[0].move != turn.played.move and turn.grade is not Grade.BEST:
            yield text(
                "{grade}: {best} was better by {points} points and {chance} of chance to win.",
                grade=grade_text(turn.grade).capitalize(),
                best=f"{move_in(turn.best[0].move, orientation)} {turn.best[0].score}",
                points=decimal(turn.loss.points),
                chance=percent(turn.loss.chance),
            )
        else:
            yield f"{grade_text(turn.grade).capitalize()}."
    elif turn.unjudged is not None:
        yield text("No grade: {reason}.", reason=unjudged_text(turn.unjudged))
    for sign in turn.signs:
        yield sign_text(sign, orientation)


def move_text(turn: TurnReview) -> str:
    """The move of a turn for a table."""
    if turn.kind == "lost_turn":
        return text("turn lost")
    return text("pass") if turn.move == "-" else turn.move


def candidate_figures(found: CandidateReview) -> tuple[str, str, str, str]:
    """Score, chance, spread and equity of a candidate."""
    chance = "–" if found.chance is None else _with_margin(100 * found.chance, 100 * found.chance_margin) + " %"
    spread = "–" if found.spread is None else _with_margin(found.spread, found.spread_margin)
    return str(found.score), chance, spread, decimal(found.equity)


def player_figures(player: PlayerReview, review: GameReview) -> list[tuple[str, str]]:
    """The figures of a player with their names."""
    rows = [
        (text("points"), str(player.score)),
        (text("accuracy"), "–" if player.accuracy is None else f"{decimal(player.accuracy)} %"),
        (text("judged turns"), text("{judged} of {turns}", judged=player.judged, turns=player.turns)),
        (text("mistake index (Woogles)"), "–" if player.mistake_index is None else decimal(player.mistake_index)),
    ]
    rows += [(grade_text(grade), str(player.grades.get(grade, 0))) for grade in Grade]
    if review.balance is not None:
        rows += [(text("lost points"), decimal(-player.skill)), (text("luck, points"), signed(player.luck))]
    return [
        *rows,
        (text("bingos"), str(player.bingos)),
        (text("missed bingos"), str(player.bingos_missed)),
        (text("words not in the list"), str(player.phoneys)),
        (text("missed challenges"), str(player.challenges_missed)),
    ]


def balance_text(review: GameReview) -> str:
    """The final lead as a sum, in a sentence; empty for a game of more than two."""
    found = review.balance
    if found is None:
        return ""
    name = review.players[0].name
    sentence = text(
        "The lead of {name}: {result} = first move {first} + skill {skill} + luck {luck}",
        name=name,
        result=signed(found.result),
        first=signed(found.first_move),
        skill=signed(found.skill),
        luck=signed(found.luck),
    )
    return sentence + (text(" + other points {other}", other=signed(found.other)) if found.other else "") + "."


def threshold_lines() -> Iterator[str]:
    """The thresholds of grades, in sentences."""
    used = thresholds()
    chance, points = used.chance, used.points
    yield text(
        "A turn is graded by the chance to win that it lost and by the points that it lost. It is good if it is good by both; "
        "else the milder grade counts."
    )
    for grade, share, most in (
        (Grade.GOOD, chance.good, points.good),
        (Grade.INACCURACY, chance.inaccuracy, points.inaccuracy),
        (Grade.MISTAKE, chance.mistake, points.mistake),
    ):
        yield text(
            "{grade}: less than {chance} of chance or {points} points.",
            grade=grade_text(grade).capitalize(),
            chance=percent(share),
            points=decimal(most, 0),
        )
    yield text("A difference within the margin of the comparison counts as none. A review is no verdict on fair play.")


def percent(share: float, digits: int = 1) -> str:
    """A share in per cent."""
    return f"{decimal(100 * share, digits)} %"


def decimal(value: float, digits: int = 1) -> str:
    """A number with the decimal sign of the language."""
    written = f"{value:.{digits}f}"
    written = written.removeprefix("-") if float(written) == 0 else written
    return written.replace(".", ",").replace("-", "\u2212") if language() == "pl" else written.replace("-", "\u2212")


def signed(value: float, digits: int = 1) -> str:
    """A number with its sign."""
    return decimal(value, digits) if round(value, digits) <= 0 else "+" + decimal(value, digits)


def _with_margin(value: float, margin: float) -> str:
    return decimal(value) + (f" ± {decimal(margin)}" if margin else "")


class TurnRow(NamedTuple):
    """The cells of a turn, or their headings."""

    number: str
    player: str
    rack: str
    move: str
    score: str
    grade: str
    better: str
    lost_chance: str
    lost_points: str
    luck: str


NUMERIC = frozenset(TurnRow._fields.index(name) for name in ("number", "score", "lost_chance", "lost_points", "luck"))
"""The columns of numbers, from 0."""


def headings() -> TurnRow:
    """The headings of the columns."""
    return TurnRow(
        number=text("No."),
        player=text("Player"),
        rack=text("Rack"),
        move=text("Move"),
        score=text("Points"),
        grade=text("Grade"),
        better=text("Best move"),
        lost_chance=text("Lost chance"),
        lost_points=text("Lost points"),
        luck=text("Luck"),
    )


def verdict(turn: TurnReview) -> str:
    """The grade of a turn with its mark, or why it has none."""
    if turn.grade is not None:
        return f"{MARKS[turn.grade]} {grade_text(turn.grade)}".strip()
    return unjudged_text(turn.unjudged) if turn.unjudged else ""


def turn_row(turn: TurnReview, review: GameReview) -> TurnRow:
    """The cells of a turn; the best move only if another one was made."""
    best, loss = turn.best[0] if turn.best else None, turn.loss
    is_best = turn.grade is Grade.BEST or best is None or (turn.played is not None and turn.played.move == best.move)
    return TurnRow(
        number=str(turn.turn + 1),
        player=review.players[turn.seat - 1].name,
        rack=turn.rack or "",
        move=move_text(turn),
        score=str(turn.score),
        grade=verdict(turn),
        better="" if best is None or is_best else f"{best.move} {best.score}",
        lost_chance=percent(loss.chance) if loss and loss.chance else "",
        lost_points=decimal(loss.points) if loss and loss.points else "",
        luck="" if turn.luck is None else decimal(turn.luck),
    )
