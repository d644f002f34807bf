"""Tournaments: pure functions from commands and results to events, standings and pairings.

`decide` judges a command, `evolve` folds an event; `standings_of`, `ratings_of` and `team_table_of` read an event as it stands.
`pair`, `explain`, `classify` and `scalp` work without any event, on plain values.
"""

from mostek.tournament.classification import Competitor, Key, Standing, classify
from mostek.tournament.credits import Credit, CreditKind
from mostek.tournament.decide import decide
from mostek.tournament.evolve import evolve, replay
from mostek.tournament.pairing.system import PairingSystem, check, explain, pair, systems
from mostek.tournament.pairing.values import Contender, Pairing, PairingTask
from mostek.tournament.rating.scalps import scalp
from mostek.tournament.refusals import DeskRefusal
from mostek.tournament.scoring import forfeit_points
from mostek.tournament.standings import ratings_of, standings_of, team_table_of
from mostek.tournament.state import Tournament

__all__ = [
    "Competitor",
    "Contender",
    "Credit",
    "CreditKind",
    "DeskRefusal",
    "Key",
    "Pairing",
    "PairingSystem",
    "PairingTask",
    "Standing",
    "Tournament",
    "check",
    "classify",
    "decide",
    "evolve",
    "explain",
    "forfeit_points",
    "pair",
    "ratings_of",
    "replay",
    "scalp",
    "standings_of",
    "systems",
    "team_table_of",
]
