"""The file of a tournament: JSON lines with a hash chain, of which the first identifies the file.

After it stands a line for each step, the command with all the events it has led to, so that no step is ever there in part:

    {"mostek":"tournament","format":3,"name":"sochaczew-2026","hash":"9c1e…"}
    {"n":1,"command":{"type":"create_tournament",…},"events":[{"type":"tournament_created",…}],"hash":"07ab…"}

Steps that were written together, as a list of people, say how many are still to come: `"more":2`, `"more":1`, and the last
says nothing. A file that ends before the last one has none of them: a list is there as a whole or not at all.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from mostek.app.ports import LogError
from mostek.app.seals import Hex32
from mostek.store.hash_chain import BEGINNING, follows
from mostek.tournament.commands import CreateTournament, Request
from mostek.tournament.decide import Step
from mostek.tournament.events import Event, TournamentCreated
from mostek.tournament.state import FIRST_EDITION

FORMAT = 3
"""The version of the format; what an earlier mostek could not read raises it.

2: an event has an edition. 3: the identity of entrants in other programs' files, merged logs, more systems and settings."""
_UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)


class TournamentHeader(Struct, frozen=True):
    """The first line."""

    name: str
    mostek: str = "tournament"
    format: int = FORMAT
    key: Hex32 | UnsetType = UNSET
    """The public key of the desk that founded the tournament, which signs its journal."""
    repaired: Hex32 | UnsetType = UNSET
    """The SHA-256 of the damaged file from which this one was made with changed values; its signatures do not hold for this."""


class TournamentContents(Struct, frozen=True):
    """The content of a file: the complete lines, and the rest of an incomplete one."""

    header: TournamentHeader
    steps: tuple[Step, ...]
    head: str
    """The hash of the last complete line, which covers all lines."""
    size: int
    """The size of the complete lines in bytes."""
    torn: bytes
    last_list: int = 1
    """The number of last steps that were written together."""


class TournamentLine(Struct, frozen=True, omit_defaults=True):
    """The line of a step."""

    n: int
    command: Request
    events: tuple[Event, ...]
    more: int = 0
    """How many steps of the same list follow."""


def header_body(header: TournamentHeader) -> bytes:
    """The first line of a file without its hash and its end."""
    return msgspec.json.encode(header)


def step_body(number: int, step: Step, more: int = 0) -> bytes:
    """The line of a step, numbered from 1; `more` steps of the same list follow."""
    return msgspec.json.encode(TournamentLine(number, step.command, step.events, more))


def step_bodies(first: int, steps: Sequence[Step]) -> list[bytes]:
    """The lines of a list of steps, which are read as a whole or not at all.

    Raises `LogError` if a line would not be read as the step that was written.
    """
    bodies = [step_body(first + place, step, len(steps) - 1 - place) for place, step in enumerate(steps)]
    for place, (body, step) in enumerate(zip(bodies, steps, strict=True)):
        read = read_line(first + place + 1, body)
        if msgspec.json.encode(read) != body or (read.command, read.events) != (step.command, step.events):
            raise LogError("Step {n} would not be read as it was meant; nothing was written.", n=first + place)
    return bodies


def is_tournament(data: bytes) -> bool:
    """Whether the first line says that this is the file of a tournament."""
    return b'"mostek":"tournament"' in data[:300].partition(b"\n")[0]


def read_tournament(data: bytes) -> TournamentContents:
    """Read the bytes of a file. An incomplete last line is set aside; every other fault raises `LogError`."""
    first, *lines = data.split(b"\n")
    header = read_header(first)
    head, size = _linked(1, BEGINNING, first), len(first) + 1
    torn = lines.pop() if lines else b""
    read: list[TournamentLine] = []
    ends = [(head, min(size, len(data)))]
    for number, line in enumerate(lines, 2):
        read.append(read_line(number, line))
        head, size = _linked(number, head, line), size + len(line) + 1
        ends.append((head, size))
    if torn and (linked := follows(head, torn)) is not None:
        read.append(read_line(len(lines) + 2, torn))
        ends.append((linked, size + len(torn)))
    steps = steps_of(header, read)
    head, size = ends[len(steps)]
    return TournamentContents(header, steps, head, size, data[size:], _last_list(read[: len(steps)]))


def steps_of(header: TournamentHeader, read: Sequence[TournamentLine]) -> tuple[Step, ...]:
    """The steps of lines, without those of a list that was not written to its end."""
    return tuple(_step(header, line) for line in read[: len(read) - _begun(read)])


def _begun(read: Sequence[TournamentLine]) -> int:
    """The number of last lines that belong to a list which was not written to its end."""
    if not read or not read[-1].more:
        return 0
    begun = 1
    while begun < len(read) and read[-begun - 1].more == read[-begun].more + 1:
        begun += 1
    return begun


def _last_list(read: Sequence[TournamentLine]) -> int:
    """The number of last lines that were written together."""
    number = 1
    while number < len(read) and read[-number - 1].more == read[-number].more + 1:
        number += 1
    return number


def read_header(line: bytes) -> TournamentHeader:
    """The first line of a file, without a look at its hash. Raises `LogError`."""
    if not line:
        raise LogError("The file is empty.")
    try:
        stated = msgspec.json.decode(line, type=TournamentHeader)
    except _UNREADABLE:
        raise LogError("This is not a tournament of mostek.") from None
    if stated.mostek != "tournament":
        raise LogError("This is not a tournament of mostek.")
    if stated.format > FORMAT:
        raise LogError(
            "The file has format {format}; this mostek reads up to {known}.", format=stated.format, known=FORMAT
        )
    return stated


def read_line(number: int, line: bytes) -> TournamentLine:
    """The line of that number, from 1, without a look at its hash. Raises `LogError`."""
    try:
        read = _decoder.decode(line)
    except _UNREADABLE as error:
        raise LogError("Line {line} cannot be read: {why}.", line=number, why=_reason(error)) from None
    if read.n != number - 1:
        raise LogError(
            "Line {line}: step {found} stands where step {due} should.", line=number, found=read.n, due=number - 1
        )
    return read


_FIELD = re.compile(r"(required|unknown) field `(\w+)`|\.(\w+)[^.]*$")
"""The field that an error of msgspec is about: the one that it names, or the last of its path."""


def _reason(error: Exception) -> LogError:
    """The reason why a line cannot be read, for a person: without paths of schemas and sentences of libraries."""
    if isinstance(error, UnicodeDecodeError):
        return LogError("it has bytes that are no letters of UTF-8")
    if not isinstance(error, msgspec.ValidationError):
        return LogError("it is damaged, and no complete JSON")
    found = _FIELD.search(str(error).rstrip("`"))
    if found is None:
        return LogError("it is no step of a tournament")
    kind, named, last = found.groups()
    if kind == "required":
        return LogError("the field {field} is missing", field=named)
    if kind == "unknown":
        return LogError("no step has the field {field}", field=named)
    return LogError("what stands in the field {field} is not possible there", field=last)


def _step(header: TournamentHeader, line: TournamentLine) -> Step:
    step = Step(line.command, line.events)
    return step if header.format > 1 else _of_first_edition(step)


def _of_first_edition(step: Step) -> Step:
    """The step as it was meant before events had an edition."""
    if not isinstance(step.command, CreateTournament):
        return step
    events = (
        replace(each, edition=FIRST_EDITION) if isinstance(each, TournamentCreated) else each for each in step.events
    )
    return Step(replace(step.command, edition=FIRST_EDITION), tuple(events))


def _linked(number: int, head: str, line: bytes) -> str:
    linked = follows(head, line)
    if linked is None:
        raise LogError("Line {line}: the hash does not agree; the line, or one before it, was changed.", line=number)
    return linked


_decoder: msgspec.json.Decoder[TournamentLine] = msgspec.json.Decoder(TournamentLine)
