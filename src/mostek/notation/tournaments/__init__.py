"""Files of tournaments: the federation's, those of other programs, and tables; from bytes to values and back."""

from mostek.notation.tournaments.faults import FileFault, TournamentFileError
from mostek.notation.tournaments.reading import Format, detect, read_tournament
from mostek.notation.tournaments.recorded import (
    RankingRow,
    RecordedPlayer,
    RecordedResult,
    RecordedTournament,
    ResultKind,
)
from mostek.notation.tournaments.writing import WrittenFormat, write_tournament

__all__ = [
    "FileFault",
    "Format",
    "RankingRow",
    "RecordedPlayer",
    "RecordedResult",
    "RecordedTournament",
    "ResultKind",
    "TournamentFileError",
    "WrittenFormat",
    "detect",
    "read_tournament",
    "write_tournament",
]
