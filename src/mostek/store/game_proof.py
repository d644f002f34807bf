"""Every check of a stored game, in sentences: `mostek verify` prints them, and the server shows them beside a finished game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from mostek.app.ports import LogError
from mostek.app.seals import Receipt, Sealing, SignedHead, countersigned_statement, head_statement, seal_of
from mostek.app.shares import FAULTS, ShareProof, verify_shares
from mostek.app.signatures import NoSignaturesError, is_countersigned, is_signed
from mostek.app.stored_games import replay_stored
from mostek.app.verification import Commitment, Verification, verify_game
from mostek.core.players import Seat
from mostek.core.result import GameResult
from mostek.messages import count, explained, text
from mostek.referee.events import SeedRevealed
from mostek.referee.state import Over
from mostek.store.game_lines import GameContents, chained_lines, for_everybody, read_lines
from mostek.store.hash_chain import line_noted, stated


class CheckOutcome(StrEnum):
    """The outcome of a check."""

    HOLDS = "holds"
    FAILS = "fails"
    OPEN = "open"
    """It can be shown neither way, at least not yet."""


class ProofCheck(NamedTuple):
    """One check, with its name for programs and its sentence for people."""

    name: str
    outcome: CheckOutcome
    sentence: str
    facts: Mapping[str, object] = {}
    """What the sentence says, for programs."""


@dataclass(frozen=True, slots=True)
class Known:
    """Facts of a game from outside its log."""

    noted: str | None = None
    """A hash that was noted earlier."""
    key: str | None = None
    """The public key of the server."""
    receipt: Receipt | None = None
    """What a player's page has kept."""
    result: GameResult | None = None
    """The result that is stored beside the log."""
    names: Mapping[Seat, str] | None = None
    """The names that are shown beside the log."""


def read_receipt(data: bytes) -> Receipt:
    """Read the file of a receipt. Raises `LogError`."""
    try:
        receipt = msgspec.json.decode(data, type=Receipt)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LogError("The receipt cannot be read: {why}.", why=str(error).rstrip(".")) from None
    if receipt.mostek != "receipt" or receipt.format != 1:
        raise LogError("This is not a receipt of mostek.")
    return receipt


def checks_of(data: bytes, known: Known) -> Iterator[ProofCheck]:
    """Every check, as far as those before it allow."""
    try:
        contents = read_lines(data)
        yield _file(contents)
        yield _chain(contents)
        if known.noted is not None:
            changed = text("The hash that was noted stands nowhere in the file: this is not the game as it was then.")
            yield noted_check(data, known.noted, changed)
        yield from _Vouched(data, contents, known).checks()
        proof = verify_game(contents.kept, contents.asked, contents.header.table.seed)
        shares = _shares(contents, known.receipt)
        result = _result(contents, known.result)
    except LogError as error:
        yield ProofCheck("file", CheckOutcome.FAILS, explained(error.sentence, error.params))
    else:
        yield from (_edition(proof), _course(proof), _seed(proof), *shares, _draws(proof))
        yield _whole(proof, contents.header.game)
        yield from result


class _Vouched:
    """The checks of what the server and the players have vouched for."""

    def __init__(self, data: bytes, contents: GameContents, known: Known) -> None:
        self._contents = contents
        self._known = known
        self._game = contents.header.game
        sealing = contents.header.sealing
        self._sealing: Sealing | None = None if sealing is UNSET else sealing
        self._lines = for_everybody(chained_lines(data)).splitlines() if self._sealing is not None else []

    def checks(self) -> Iterator[ProofCheck]:
        if self._sealing is not None:
            yield self._names(self._sealing)
        yield self._told("signed", self._signed)
        if self._sealing is not None and self._sealing.key is not None:
            yield self._told("countersigned", self._countersigned)
        if self._known.receipt is not None:
            yield self._told("receipt", self._receipt)

    def _told(self, name: str, check: Callable[[], tuple[CheckOutcome, str]]) -> ProofCheck:
        try:
            return ProofCheck(name, *check())
        except NoSignaturesError:
            lacking = text(
                "Signatures cannot be checked here; `pip install mostek[signatures]` installs what they need."
            )
            return ProofCheck(name, CheckOutcome.OPEN, lacking)

    def _names(self, sealing: Sealing) -> ProofCheck:
        evidence = self._contents.evidence
        there = {each.seat: each.name for each in evidence.names} if evidence is not None else {}
        shown = self._known.names or {}
        if any(there.get(seat, name) != name for seat, name in shown.items()):
            other = text("The names that are shown are not those that the first line commits the game to.")
            return ProofCheck("names", CheckOutcome.FAILS, other)
        gone = [number for number in range(1, len(sealing.names) + 1) if number not in there]
        if gone:
            seats = ", ".join(map(str, gone))
            forgotten = text("The names are the committed ones; forgotten: seat {seats}.", seats=seats)
            return ProofCheck("names", CheckOutcome.HOLDS, forgotten, {"forgotten": gone})
        same = text("The names are those that the first line commits the game to.")
        return ProofCheck("names", CheckOutcome.HOLDS, same)

    def _signed(self) -> tuple[CheckOutcome, str]:
        key = self._sealing.key if self._sealing is not None else None
        wanted = self._known.key
        if key is None:
            lacking = text("The game is not signed: it was played at the terminal, or by an earlier mostek.")
            return CheckOutcome.OPEN if wanted is None else CheckOutcome.FAILS, lacking
        if wanted is not None and wanted.strip().lower() != key:
            return CheckOutcome.FAILS, text("The game names another key: {key}.", key=key)
        signed = self._contents.evidence.signed if self._contents.evidence is not None else None
        if signed is None:
            return CheckOutcome.FAILS, text("The signature of the server is missing.")
        fault = self._fault(key, signed)
        if fault is not None:
            return CheckOutcome.FAILS, fault
        if signed.lines < len(self._lines):
            return CheckOutcome.FAILS, text(
                "The server has signed {n} lines; what follows them is not signed.", n=signed.lines
            )
        return CheckOutcome.HOLDS, text(
            "Signed by the server up to line {n}, with the key {key}.", n=signed.lines, key=key
        )

    def _fault(self, key: str, signed: SignedHead) -> str | None:
        """The fault of a signed head that does not fit the log."""
        if not is_signed(key, head_statement(self._game, signed.lines, signed.seal), signed.signature):
            return text("The signature is not that of the key {key}.", key=key)
        return self._misfit(signed.lines, signed.seal)

    def _misfit(self, lines: int, seal: str) -> str | None:
        there = len(self._lines)
        if lines > there:
            return text("{n} lines were signed, {there} are left: the end was cut off.", n=lines, there=there)
        assert self._sealing is not None
        if seal_of(self._sealing, self._game, lines, stated(self._lines[lines - 1])) != seal:
            return text("Another game was signed: line {n} or one before it was changed.", n=lines)
        return None

    def _countersigned(self) -> tuple[CheckOutcome, str]:
        given = self._contents.evidence.countersigned if self._contents.evidence is not None else ()
        if not given:
            return CheckOutcome.OPEN, text("No player's page has countersigned the game.")
        players = self._contents.kept.setup.players
        sentences = []
        for each in given:
            statement = countersigned_statement(self._game, each.lines, each.seal, each.seat)
            if each.seat > len(players) or not is_countersigned(each.key, statement, each.signature):
                return CheckOutcome.FAILS, text(
                    "The signature of the page at seat {seat} is not valid.", seat=each.seat
                )
            if fault := self._misfit(each.lines, each.seal):
                return CheckOutcome.FAILS, fault
            sentences.append(text("{name} up to line {n}", name=players[each.seat - 1], n=each.lines))
        return CheckOutcome.HOLDS, text("Countersigned by the pages of players: {told}.", told="; ".join(sentences))

    def _receipt(self) -> tuple[CheckOutcome, str]:
        receipt = self._known.receipt
        assert receipt is not None
        key = self._sealing.key if self._sealing is not None else None
        if receipt.game != self._game:
            return CheckOutcome.FAILS, text("The receipt is of another game: {game}.", game=receipt.game)
        if key != receipt.key:
            return CheckOutcome.FAILS, text("The receipt has the key {key}; the game was signed anew.", key=receipt.key)
        for head in receipt.heads:
            if fault := self._fault(receipt.key, head):
                return CheckOutcome.FAILS, text("The receipt does not fit the game. {fault}", fault=fault)
        last = max(head.lines for head in receipt.heads)
        fits = count(
            "The receipt fits the game: {n} signed head, up to line {last}.",
            "The receipt fits the game: {n} signed heads, up to line {last}.",
            len(receipt.heads),
            last=last,
        )
        return CheckOutcome.HOLDS, fits


def _result(contents: GameContents, result: GameResult | None) -> tuple[ProofCheck, ...]:
    """Compare a result that is stored beside the log with the one of the log."""
    game = replay_stored(contents.kept.events) if result is not None else None
    if game is None:
        return ()
    if isinstance(game.phase, Over) and game.phase.result == result:
        return (ProofCheck("result", CheckOutcome.HOLDS, text("The result is the one that the game has led to.")),)
    return (
        ProofCheck("result", CheckOutcome.FAILS, text("The stored result is not the one that the game has led to.")),
    )


def _file(contents: GameContents) -> ProofCheck:
    if contents.torn:
        cut = text("The last line was cut off when it was written; `mostek resume` mends that.")
        return ProofCheck("file", CheckOutcome.FAILS, cut)
    header = contents.header
    read = text("The file can be read: game {game}, format {format}.", game=header.game, format=header.format)
    return ProofCheck("file", CheckOutcome.HOLDS, read)


def _chain(contents: GameContents) -> ProofCheck:
    if contents.head is None:
        lacking = text("The file has no chain of hashes: it was begun by an earlier mostek.")
        return ProofCheck("chain", CheckOutcome.OPEN, lacking)
    whole = count(
        "The chain of hashes is whole: {n} event, last hash {head}.",
        "The chain of hashes is whole: {n} events, last hash {head}.",
        len(contents.kept.events),
        head=contents.head,
    )
    return ProofCheck("chain", CheckOutcome.HOLDS, whole, {"head": contents.head})


def noted_check(data: bytes, noted: str, changed: str) -> ProofCheck:
    """A hash noted at any time stands for every line up to its own, for the chain has been found whole."""
    line = line_noted(data, noted)
    if line is None:
        return ProofCheck("noted", CheckOutcome.FAILS, changed)
    same = text("The hash that was noted is that of line {line}: up to there nothing has changed since.", line=line)
    return ProofCheck("noted", CheckOutcome.HOLDS, same)


def _edition(proof: Verification) -> ProofCheck:
    named = {"rulebook": proof.rulebook, "edition": proof.edition}
    if proof.is_known:
        here = text("The rulebook {rulebook} is here in the edition of the game: {edition}.", **named)
        return ProofCheck("edition", CheckOutcome.HOLDS, here)
    lacking = text("The game is played by {rulebook}, edition {edition}, which this mostek does not have.", **named)
    return ProofCheck("edition", CheckOutcome.FAILS, lacking)


def _course(proof: Verification) -> ProofCheck:
    if not proof.is_known:
        return ProofCheck("course", CheckOutcome.OPEN, text("Without that rulebook nothing can be decided again."))
    if proof.stray is not None:
        stray = text("Event {n} does not follow from its command.", n=proof.stray)
        return ProofCheck("course", CheckOutcome.FAILS, stray, {"n": proof.stray})
    follows = count(
        "Decided again, {n} event follows from its command.",
        "Decided again, {n} events follow from their commands.",
        proof.events,
    )
    return ProofCheck("course", CheckOutcome.HOLDS, follows)


def _seed(proof: Verification) -> ProofCheck:
    match proof.commitment:
        case Commitment.KEPT:
            sentence = text("The seed is the one that the game was committed to before it began.")
            return ProofCheck("seed", CheckOutcome.HOLDS, sentence)
        case Commitment.BROKEN:
            other = text("The seed is not the one that the game was committed to before it began.")
            return ProofCheck("seed", CheckOutcome.FAILS, other)
        case Commitment.SECRET:
            return ProofCheck("seed", CheckOutcome.OPEN, text("The seed is published when the game is over."))
        case Commitment.NONE:
            return ProofCheck("seed", CheckOutcome.OPEN, text("The game was not committed to a seed."))


def _shares(contents: GameContents, receipt: Receipt | None) -> tuple[ProofCheck, ...]:
    """The parties to the seed of a server's game: a server that draws alone could have chosen."""
    header = contents.header
    if header.sealing is UNSET or header.table.seed is None:
        return ()
    seed = next((event.seed for event in contents.kept.events if isinstance(event, SeedRevealed)), None)
    own = receipt.share if receipt is not None else None
    found = verify_shares(header.sealing, header.table.humans, seed, own, receipt is not None)
    if found.proof in FAULTS:
        outcome = CheckOutcome.FAILS
    else:
        outcome = CheckOutcome.HOLDS if found.proof is ShareProof.WHOLE else CheckOutcome.OPEN
    given, seats = _listed(found.given), _listed(found.seats)
    sentence = text(_SHARES[found.proof], given=given, seats=seats)
    if own is not None and outcome is not CheckOutcome.FAILS and found.proof is not ShareProof.SECRET:
        sentence += " " + text("The share of the page with this receipt is among them.")
    if own is not None and own.times > 1:
        sentence += " " + text("The start was repeated: this page has given {n} shares.", n=own.times)
    return (ProofCheck("shares", outcome, sentence, {"seats": list(map(int, found.given))}),)


def _listed(seats: Sequence[Seat]) -> str:
    return ", ".join(str(int(seat)) for seat in seats)


_SHARES = {
    ShareProof.UNKNOWN: "The page with this receipt gave a share of the seed, but the game has none.",
    ShareProof.OTHER_SERVER: "The server is committed to another share than before this page gave its own: it could choose "
    "the draws. If you confirmed the start again in another browser, take the receipt from there.",
    ShareProof.OTHER_SEAT: "Another share than before this page gave its own stands for seat {seats}: the draws could be "
    "chosen. If you confirmed the start again in another browser, take the receipt from there.",
    ShareProof.OTHER_SEED: "The seed is not made of the shares that the first line commits the game to.",
    ShareProof.NOT_IN_SEED: "The share of the page with this receipt is not in the seed.",
    ShareProof.SECRET: "The shares of the seed are published when the game is over.",
    ShareProof.SERVER_ALONE: "The server drew the seed alone: no player's page gave a share, so it could choose the draws.",
    ShareProof.LATER: "The seed is made of shares of the server and of seat {given}, but seat {seats} could choose after "
    "this page had given its own.",
    ShareProof.NOT_MINE: "The seed is made of shares of the server and of seat {given}. The page with this receipt gave none.",
    ShareProof.PARTLY: "The seed is made of shares of the server and of seat {given}; the other people gave none.",
    ShareProof.WHOLE: "The seed is made of shares of the server and of seat {given}, as the first line commits the game to.",
}


def _draws(proof: Verification) -> ProofCheck:
    if proof.commitment is Commitment.SECRET:
        return ProofCheck("draws", CheckOutcome.OPEN, text("The draws are not proven yet."))
    if proof.commitment is not Commitment.KEPT or proof.stray is not None or not proof.is_known:
        return ProofCheck("draws", CheckOutcome.OPEN, text("The draws cannot be proven."))
    proven = count(
        "The draws are proven: {n} tile came from the seed.",
        "The draws are proven: {n} tiles came from the seed.",
        proof.drawn,
    )
    return ProofCheck("draws", CheckOutcome.HOLDS, proven, {"tiles": proof.drawn})


def _whole(proof: Verification, name: str) -> ProofCheck:
    """Whether the end is there: a chain alone does not show that its last lines were cut off."""
    if not proof.is_finished:
        lacking = text("The last command lacks events; `mostek resume {name}` adds them.", name=name)
        return ProofCheck("whole", CheckOutcome.FAILS, lacking)
    if not proof.is_over:
        return ProofCheck("whole", CheckOutcome.OPEN, text("The game is not over yet."))
    if proof.commitment is Commitment.SECRET:
        lacking = text("The game is over, but its seed is not there; `mostek resume {name}` adds it.", name=name)
        return ProofCheck("whole", CheckOutcome.FAILS, lacking)
    return ProofCheck("whole", CheckOutcome.HOLDS, text("The game is over."))
