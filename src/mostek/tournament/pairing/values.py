"""Values of pairing: the contenders, the task, and the tables of a pairing."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from msgspec import Struct

from mostek.core.registry import names_in

SYSTEMS = "mostek.tournament.pairing.systems"
"""The package whose modules are the systems of pairing."""
BY_HAND = "manual"
"""The system for tables that the director lays out."""


def system_names() -> tuple[str, ...]:
    """The names of all systems of pairing, without loading them."""
    return names_in(SYSTEMS)


class Teammates(StrEnum):
    """Whether members of a team may meet (S46)."""

    AVOID = "avoid"
    """Not while it can be avoided."""
    FORBID = "forbid"
    ALLOW = "allow"


class Starters(StrEnum):
    """The rule for the starter of a table (PFS-2.1a)."""

    BALANCED = "balanced"
    """First the player who has started less often, then by the seed."""
    DRAWN = "drawn"
    """The players draw letters at the table; the first named is only the host."""


class Contender(Struct, frozen=True, kw_only=True):
    """An entrant who is to be paired, as far as pairing must know."""

    number: int
    """The starting number."""
    half_points: int = 0
    """Match points by which they are paired, the virtual ones among them."""
    virtual_half_points: int = 0
    """Match points that a latecomer has for pairing only."""
    virtual_game_points: int = 0
    met: Mapping[int, int] = {}
    """How often they have sat with whom, byes not among them."""
    starts: int = 0
    """How many of the games they have started."""
    games: int = 0
    run: int = 0
    """How many of their last games in a row they have started; below 0, in how many they have not."""
    byes: int = 0
    """Byes, and other rounds in which they got points without a game (TOURNAMENTS 9.2)."""
    team: str = ""
    """The team they play for; players with an empty team share none."""
    board: int = 0
    """Their place in the line-up of the team, from 1."""


Pair = frozenset[int]
"""Two starting numbers."""


class Race(Struct, frozen=True, kw_only=True):
    """The competition for the prizes of one classification: of a whole division, or of a category."""

    category: str = ""
    """Empty for the division."""
    members: tuple[int, ...]
    """Starting numbers in the order of the classification, also of those who are absent now."""
    bands: tuple[int, ...]
    """The prize of each place from the first, by a number that only equal prizes share; 0 is no prize."""
    money: tuple[int, ...] = ()
    """The money of each place."""


class Stakes(Struct, frozen=True, kw_only=True):
    """The prizes that are still open, and how far each key of the classification can move in the rounds that are left."""

    rounds_left: int
    """Together with the round that is to be paired."""
    values: Mapping[int, tuple[int, ...]]
    """The keys of the classification of each player, by starting number."""
    swings: tuple[int | None, ...]
    """How much one player at most makes up on another in a round, key by key; `None`: nobody can say."""
    races: tuple[Race, ...]
    one_money: bool = False
    """Whether nobody gets money in two races, so that it goes on to the next."""
    bye: bool = False
    """Whether a player whose prizes are settled has the bye before others."""


class TieDecision(StrEnum):
    """The decision between two players of a knock-out who play several games."""

    WINS = "wins"
    """Who has won more games; equal: more game points in sum."""
    POINTS = "points"
    """More game points in sum; equal: who has won more games."""


class TieDraw(StrEnum):
    """The treatment of two players of a knock-out who are equal after their games."""

    REPLAY = "replay"
    """They play one more game, until one of them is ahead."""
    SEED = "seed"
    """The one who was seeded higher goes on."""


class CupRules(Struct, frozen=True):
    """How a knock-out is played."""

    games: int = 1
    """Between two players."""
    decides: TieDecision = TieDecision.WINS
    draws: TieDraw = TieDraw.REPLAY
    third_place: bool = False
    """Whether the losers of the semi-finals play for the third place."""


class CupGame(Struct, frozen=True):
    """A game of a knock-out with what it brought to each; empty while it has no result."""

    table: int
    players: tuple[int, int]
    half_points: tuple[int, int] | None = None
    points: tuple[int, int] | None = None
    by_last_words: bool = False
    """Whether the last words decided between equal points."""


class CupRound(Struct, frozen=True):
    """A round of a knock-out."""

    number: int
    line: tuple[int, ...]
    """The bracket as it hung on the wall: the players side by side meet; 0 is an empty place."""
    games: tuple[CupGame, ...] = ()
    byes: tuple[int, ...] = ()
    """Who went on without a game."""


class Cup(Struct, frozen=True):
    """A knock-out as far as it has come."""

    rules: CupRules = CupRules()
    seeds: tuple[int, ...] = ()
    """Who takes part, the best first; before its first round."""
    rounds: tuple[CupRound, ...] = ()


class PairingTask(Struct, frozen=True, kw_only=True):
    """All input of a pairing; the same task has the same answer with any library."""

    system: str
    """The name of the system that pairs."""
    round: int
    contenders: tuple[Contender, ...]
    """Who is there, in the order of the standings; before round 1 in the order of seeding."""
    seed: str
    """Breaks ties, and is the chance of random pairings."""
    field: tuple[int, ...] = ()
    """For round robin: everybody of the circle in the order of their places in it, also who is absent today.

    `round` then counts from the first round of the circle.
    """
    teammates: Teammates = Teammates.ALLOW
    starters: Starters = Starters.BALANCED
    forced: frozenset[Pair] = frozenset()
    """Pairs that must meet in this round."""
    forbidden: frozenset[Pair] = frozenset()
    """Pairs that must never meet."""
    tables: tuple[tuple[int, ...], ...] = ()
    """For manual pairing: the tables that the director has laid out, the starter first; a table of one is a bye.

    For team matches with a shift: the tables of the round with which the match began.
    """
    byes_allowed: bool = True
    """Whether a player may be left without a game when the number is odd."""
    table_size: int = 4
    """For tables: how many sit at one, at the most."""
    inner: str = "swiss"
    """For team matches: how team meets team; `field` then names each team by the lowest starting number of its members.

    For prize-aware pairing: the system of the tables that are not about the prize of one whose prize is settled.
    """
    cup: Cup | None = None
    """For a knock-out: its bracket and results so far."""
    rivals: tuple[Contender, ...] = ()
    """For team matches that decide the order of the teams: the teams that are there, in the order of their standings, each with
    its matches, called by the lowest starting number of its members; whose `board` is 0 then does not play."""
    shift: int = 0
    """For team matches in which everybody meets everybody: above 0, the match of `tables` goes on, moved by so many boards."""
    stakes: Stakes | None = None
    """For prize-aware pairing: what is still to be won."""


class Pairing(Struct, frozen=True):
    """The tables of a round, table 1 first and the starter (host) first at each, and the byes."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


class PairingFault(StrEnum):
    """The reasons why a round cannot be paired."""

    TOO_FEW = "too_few"
    ODD_WITHOUT_BYE = "odd_without_bye"
    NO_PAIRING = "no_pairing"
    """The pairs that are forbidden leave no way to seat everybody."""
    FORCED_CLASH = "forced_clash"
    """A forced pair is forbidden, absent, or shares a player with another."""
    NOT_IN_FIELD = "not_in_field"
    """A player does not belong to the circle of the round robin, or has no team in a team match."""
    SEATED_TWICE = "seated_twice"
    NOT_PRESENT = "not_present"
    CYCLE_OVER = "cycle_over"
    CUP_OVER = "cup_over"
    """The knock-out has its winner."""
    TEAMS_UNEQUAL = "teams_unequal"
    UNSOUND = "unsound"
    """What the system has computed did not pass its own check: a fault of the program."""


class PairingError(ValueError):
    """A task that cannot be paired: the fault and the starting numbers (or teams) that it is about."""

    def __init__(self, fault: PairingFault, *about: int | str) -> None:
        super().__init__(f"{fault}: {', '.join(map(str, about))}")
        self.fault = fault
        self.about = about
