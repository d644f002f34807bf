"""`mostek tournament import` and `export`: events that were held elsewhere, and ours for others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
import msgspec

from mostek.app.tournaments import Desk
from mostek.cli.output import Failure, json_option, print_json, write_file
from mostek.cli.param_types import OneOf
from mostek.features.desk.cli.arguments import Moment, moment_on, now, parse_settings
from mostek.features.desk.cli.session import EventFile, Session, at_option, division_option, reading, yes_option
from mostek.messages import count, explained, language, text
from mostek.store.file_names import file_stem
from mostek.store.tournament_files import SUFFIX, create_tournament, folder
from mostek.store.tournament_lines import is_tournament, read_tournament
from mostek.tournament.decide import Step

if TYPE_CHECKING:
    from mostek.features.desk.tournament_imports import Imported
    from mostek.tournament.recorded import RecordedTournament

_SHOWN_NAME = 60
LOG = "log"
"""Our own log, which is exported as it is."""
FEDERATION = "federation"
"""The archive for the federation: results, the report of the arbiter, and the proof."""


def export_formats() -> tuple[str, ...]:
    """The export formats: every writable format, our own log, and the archive for the federation."""
    from mostek.tournament.file_formats import writable

    return (*writable(), LOG, FEDERATION)


COMPARED = {
    "place": "places",
    "half_points": "match points",
    "game_points": "game points",
    "spread": "spread",
    "scalps": "scalps",
}
"""What is compared of all players."""


@click.command("import")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
@click.option("--name", metavar="NAME", help="What the tournament is to be called here; otherwise as in the file.")
@click.option("--set", "chosen", multiple=True, metavar="NAME=VALUE", help="A setting, as bye.half_points=2.")
@yes_option
@at_option
@json_option
def import_(
    files: tuple[Path, ...], name: str | None, chosen: tuple[str, ...], yes: bool, at: Moment | None, as_json: bool
) -> None:
    """Import a tournament: files of any format that export lists, their folder or .zip, a list of players, or our own log.

    The desk recomputes everything and lists the figures of the file that differ. Of our own log that goes on from a tournament
    which is here already, it takes the new steps; of one that went on otherwise, it names the command that merges.
    """
    from mostek.features.desk.cli.packages import files_at

    data, packed = files_at(files)
    first = next(iter(data.values()))
    if len(data) == 1 and is_tournament(first):
        from mostek.features.desk.cli.copies import known_here

        if name is None and (there := known_here(files[0], first, yes, as_json)) is not None:
            file = EventFile(there)
            _answer(Session(file, Desk(file), True, as_json, now()), None)
            return
        _answer(_restored(first, name, as_json), None)
        return
    written = recorded_in(data, packed)
    found = imported_from(written, name or files[0].stem, parse_settings(chosen), moment_on(now().date(), at))
    session = _filled(found.steps, name or files[0].stem, as_json)
    _answer(session, found)


@click.command()
@click.argument("form", required=False, type=OneOf("There is no format {name!r}.", export_formats))
@click.option("-o", "--output", metavar="PATH", help="Where to, without the end of the name; - is standard output.")
@division_option
@click.option(
    "--encoding",
    type=OneOf("There is no encoding {name!r}.", ("utf-8", "windows-1250")),
    help="For formats that do not fix their own.",
)
@reading
def export(session: Session, form: str | None, output: str | None, division: str | None, encoding: str | None) -> None:
    """Export the tournament in a format; without a format, list the formats."""
    if form is None:
        _tell_formats(session.as_json)
        return
    from mostek.tournament.file_formats import writable

    files = dict(_exported(session, form, division, encoding))
    if output == "-":
        if len(files) > 1:
            raise Failure(text("This format has several files; say where to with --output PATH."))
        click.echo(next(iter(files.values())), nl=False)
        return
    stem = output or session.file.name
    paths = [write_file(Path(stem + end), data) for end, data in files.items()]
    if session.as_json:
        session.print_json(format=form, files=[str(path) for path in paths])
        return
    session.head()
    for path in paths:
        click.echo(text("Written: {path}", path=path))
    if form == FEDERATION:
        from mostek.app.federation_gaps import federation_warnings

        for warning in federation_warnings(session.state):
            click.echo(warning)
    elif form != LOG and writable()[form].is_lossy:
        click.echo(text("This format has no room for game points: the results cannot be had back from it."))


def _tell_formats(as_json: bool) -> None:
    from mostek.tournament.file_formats import writable

    titles = {option: getattr(form, language()) for option, form in writable().items()}
    titles[LOG] = text("the log of this desk, complete")
    titles[FEDERATION] = text("an archive for the federation: results, the report of the arbiter, the proof")
    if as_json:
        print_json(titles)
        return
    for option, title in titles.items():
        click.echo(f"{option:<14}{title}")


def _exported(session: Session, form: str, division: str | None, encoding: str | None) -> Iterator[tuple[str, bytes]]:
    """The files by the ends of their names; where there are several divisions, each has its own."""
    from mostek.app.tournament_records import TablesError, exported
    from mostek.messages.tournament_files import say_file_fault
    from mostek.tournament.files import TournamentFileError

    if form == LOG:
        yield SUFFIX, session.file.data()
        return
    if form == FEDERATION:
        yield f"-{FEDERATION}.zip", _for_federation(session)
        return
    try:
        for file in exported(session.state, form, division, encoding):
            yield (f"-{file_stem(file.division)}" if file.division else "") + file.end, file.data
    except TablesError:
        raise Failure(text("Files of other programs know games of two; export the log instead.")) from None
    except TournamentFileError as error:
        raise Failure(say_file_fault(error)) from None


def _for_federation(session: Session) -> bytes:
    from mostek.app.federation_file import federation_file
    from mostek.features.desk.cli.printing import code_on_paper
    from mostek.store.tournament_proof import tournament_checks

    data = session.file.data()
    proof = [each.sentence for each in tournament_checks(session.file.path, data)]
    return federation_file(session.state, file_stem(session.file.name), proof, code_on_paper(session))


def recorded_in(data: Mapping[str, bytes], packed: bool) -> RecordedTournament:
    """The event as its files state it. Raises `Failure`."""
    from mostek.app.tournament_packages import read_package
    from mostek.messages.tournament_files import say_file_fault
    from mostek.tournament.file_formats import read_tournament as read
    from mostek.tournament.files import TournamentFileError

    try:
        return read_package(data) if packed else read(data)
    except TournamentFileError as error:
        raise Failure(say_file_fault(error)) from None


def imported_from(written: RecordedTournament, name: str, settings: Mapping[str, Any], at: datetime) -> Imported:
    """A recorded event as our desk would have run it. Raises `Failure`."""
    from mostek.features.desk.tournament_imports import ImportRefusedError, imported
    from mostek.messages.tournament_files import say_file_fault
    from mostek.tournament.files import TournamentFileError

    try:
        return imported(written, at, name, settings)
    except TournamentFileError as error:
        raise Failure(say_file_fault(error)) from None
    except ImportRefusedError as error:
        from mostek.features.desk.tournament_imports import refused_import

        raise Failure(refused_import(error)) from None


def _restored(data: bytes, name: str | None, as_json: bool) -> Session:
    """Our own log, as from a copy on a stick."""
    contents = read_tournament(data)
    if not contents.steps:
        raise Failure(text("The file has no complete step: nothing of the tournament is left in it."))
    from mostek.features.desk.cli.verify import decided_again

    stray = decided_again(contents.steps)
    if stray is not None:
        raise Failure(
            text(
                "Step {n} does not follow from its command: the file was changed. Keep a copy, and import another file.",
                n=stray,
            )
        )
    if contents.torn:
        click.echo(text("The last line was cut off when it was written; it is left out."), err=True)
    return _filled(contents.steps, name or contents.header.name, as_json)


def _filled(steps: tuple[Step, ...], name: str, as_json: bool) -> Session:
    if not (stem := file_stem(name)):
        raise Failure(text("The name {name!r} has no letter and no digit.", name=name))
    path = folder() / f"{stem}{SUFFIX}"
    try:
        fault = create_tournament(path, steps)
    except FileExistsError:
        taken = text("There is a tournament {name!r} already; call this one otherwise: --name NAME.", name=path.stem)
        raise Failure(taken) from None
    if fault is not None:
        click.echo(explained(fault.sentence, fault.params), err=True)
    file = EventFile(path)
    return Session(file, Desk(file), True, as_json, now())


def _answer(session: Session, found: Imported | None) -> None:
    differences = found.differences if found else ()
    if session.as_json:
        chosen = dict(found.settings) if found else {}
        session.print_json(
            path=str(session.file.path),
            settings=chosen,
            compared=dict(found.compared) if found else {},
            differences=msgspec.to_builtins(differences),
            notes=_notes(found),
        )
        return
    from mostek.tournament.pending import missing_results

    state = session.state
    rounds = max((len(each.rounds) for each in state.divisions.values()), default=0)
    click.echo(
        text(
            "{name}: {people}, {rounds}. Saved in {path}.",
            name=state.name,
            people=count("{n} player", "{n} players", len(state.entrants)),
            rounds=count("{n} round", "{n} rounds", rounds),
            path=session.file.path,
        )
    )
    for note in _notes(found):
        click.echo(note)
    if found and "scalps" in found.settings:
        from mostek.messages.tournament_words import value_in_words

        rule = value_in_words(state, "scalps", state.settings.scalps)
        click.echo(text("For the scalps of the file to agree: {rule}.", rule=rule))
    if found:
        _tell(found, session)
    if found and rounds == state.rounds_planned > 0 and not missing_results(state):
        click.echo(text("All rounds are played. If the tournament goes on, import it with --set rounds=NUMBER."))
    click.echo(text("Next: {command}", command=f"mostek tournament show -e {session.file.name}"))


def _notes(found: Imported | None) -> list[str]:
    from mostek.messages.tournament_files import say_file_note

    return [say_file_note(note) for note in found.notes] if found else []


def _tell(found: Imported, session: Session) -> None:
    """The figures that differ, and those that agree: of what the file states, and nothing else."""
    if not found.compared:
        click.echo(text("No place, no points and no scalps of the file can be compared."))
        return
    from mostek.features.desk.tournament_imports import difference_lines

    for line in difference_lines(found):
        click.echo(line)
    differing = {each.figure for each in found.differences}
    agreeing = {figure: players for figure, players in found.compared.items() if figure not in differing}
    if agreeing:
        everybody = len(session.state.entrants)
        named = [
            text(COMPARED[figure])
            if players == everybody
            else text("{figure} (of {n} of {all} players)", figure=text(COMPARED[figure]), n=players, all=everybody)
            for figure, players in agreeing.items()
        ]
        if differing:
            click.echo(text("The other figures are as the file states them: {figures}.", figures=", ".join(named)))
        else:
            click.echo(text("The figures are as the file states them: {figures}.", figures=", ".join(named)))
