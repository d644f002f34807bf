"""`mostek reset-password`: a code for a person who has forgotten a password."""

from __future__ import annotations

import asyncio
from pathlib import Path

import click

from mostek.app.ports import LogError
from mostek.cli.output import Failure
from mostek.cli.serve import data_option, database_of, failure, folder_of, server_needed
from mostek.messages import text


@click.command("reset-password")
@click.argument("login")
@data_option
def reset_password(login: str, data: Path | None) -> None:
    """Print a code with which the account LOGIN gets a new password, once and within a day.

    Give it to the person, who enters it on the account page. The server may run.
    """
    with server_needed():
        from mostek.store.users import UserStore
    try:
        database = database_of(folder_of(data))
        code = asyncio.run(UserStore(database).make_reset_code(login.strip().casefold()))
        database.close()
    except LogError as error:
        raise failure(error) from None
    if code is None:
        raise Failure(text("There is no account with the login {login}.", login=login))
    click.echo(code)
