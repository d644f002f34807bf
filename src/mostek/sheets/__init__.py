"""The record that people hold in their hands: score sheet, card of blanks, full record, tile square, result slip.

Values only, made of a game as one viewer may see it; whoever shows them chooses words, colours and paper.
"""

from mostek.sheets.rows import Mark, Row
from mostek.sheets.sheet import Blank, ScoreSheet, score_sheet
from mostek.sheets.slip import ResultSlip
from mostek.sheets.square import Square

__all__ = ["Blank", "Mark", "ResultSlip", "Row", "ScoreSheet", "Square", "score_sheet"]
