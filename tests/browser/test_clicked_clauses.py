"""What people click on the page meets the clauses: the last step of an example is taken there, and the page tells the rest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from browser.clicked_examples import CHOSEN, Hall
from browser.conftest import serving
from browser.given_games import PROGRAM
from browser.serving import Server
from browser.words import Words
from clauses.examples import Example, examples
from mostek import messages
from reaching import reaches

EXAMPLES = {str(example): example for example in examples()}
FEW = [
    pytest.param(EXAMPLES[name], id=name, marks=reaches(*EXAMPLES[name].clauses))
    for name in CHOSEN.read_text("utf-8").splitlines()
]


@pytest.fixture(scope="module")
def server(page_built: None, words: Words, store: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose games begin as the examples give them."""
    with serving(store, tmp_path_factory.mktemp("served"), program=PROGRAM) as started:
        yield started


@pytest.fixture(scope="module")
def hall(browser: Browser, server: Server) -> Iterator[Hall]:
    """People who stay for all examples."""
    people = Hall(browser, server)
    messages.use("pl")
    yield people
    messages.use("en")
    people.closes()


@pytest.mark.long
@pytest.mark.parametrize("example", FEW)
def test_an_example_that_is_clicked(example: Example, hall: Hall) -> None:
    hall.plays(example)
