"""The referee: commands in, events or refusals out. `decide` judges, `evolve` folds, `conduct` does both as a server does."""

from mostek.referee.automation import Conducted, conduct, settle
from mostek.referee.decide import decide
from mostek.referee.evolve import evolve, replay
from mostek.referee.options import Option, Options, allowed_options, options
from mostek.referee.refusals import Reason, Refused
from mostek.referee.state import Game
from mostek.referee.views import View, event_for, view_for

__all__ = [
    "Conducted",
    "Game",
    "Option",
    "Options",
    "Reason",
    "Refused",
    "View",
    "allowed_options",
    "conduct",
    "decide",
    "event_for",
    "evolve",
    "options",
    "replay",
    "settle",
    "view_for",
]
