"""The code page in which Scrabble Manager exports names: that of DOS with Polish letters in places of its own."""

from __future__ import annotations

from mostek.tournament.formats.faults import FileFault, TournamentFileError


def decode_names(data: bytes, record: int) -> str:
    """The text of a record. Raises `TournamentFileError` at a byte that is no letter here: another code page was used."""
    for place, byte in enumerate(data):
        if byte not in _SIGNS:
            raise TournamentFileError(FileFault.WRONG_CODE_PAGE, record, place + 1, f"0x{byte:02X}")
    return "".join(_SIGNS[byte] for byte in data)


def encode_names(text: str, record: int) -> bytes:
    """The bytes of a text. Raises `TournamentFileError` at a letter that the code page does not have."""
    for place, sign in enumerate(text):
        if sign not in _BYTES:
            raise TournamentFileError(FileFault.NOT_ENCODABLE, record, place + 1, sign)
    return bytes(_BYTES[sign] for sign in text)


_POLISH = {
    "ą": 0xA0, "ć": 0x9B, "ę": 0x82, "ł": 0x9F, "ń": 0xA4, "ó": 0xA2, "ś": 0x87, "ż": 0x91, "ź": 0xA8,
    "Ą": 0x8F, "Ć": 0x80, "Ę": 0x90, "Ł": 0x9C, "Ń": 0xA5, "Ó": 0x93, "Ś": 0x98, "Ż": 0x92, "Ź": 0x9D,
}  # fmt: skip
"""FORMATS 4.1, from a public export of 2018."""
_LATIN = {byte: sign for byte in range(0x80, 0xA6) if (sign := bytes([byte]).decode("cp437")).isalpha()}
"""The letters of other languages, where DOS had them and no Polish letter took their place."""
_SIGNS = {byte: chr(byte) for byte in range(0x20, 0x7F)} | _LATIN | {byte: sign for sign, byte in _POLISH.items()}
_BYTES = {sign: byte for byte, sign in _SIGNS.items()}
