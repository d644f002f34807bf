"""Files of tournaments: the federation's, those of other programs, and tables; from bytes to values and back."""

from mostek.tournament.files import FileFault, TournamentFileError
from mostek.tournament.formats.reading import Format, detect, read_tournament
from mostek.tournament.formats.writing import WrittenFormat, write_tournament
from mostek.tournament.recorded import RankingRow, RecordedPlayer, RecordedResult, RecordedTournament, ResultKind

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
