"""Options win over the environment, the environment over what most people want; what cannot be is said in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from mostek import messages
from mostek.server import network
from mostek.server.config import Config, ConfigError

DATA = Path("/srv/mostek")


@pytest.fixture(autouse=True)
def _in_english() -> None:
    messages.use("en")


def test_what_is_not_said_is_as_most_people_want_it() -> None:
    config = Config.of({}, data=DATA)
    assert (config.host, config.port, config.public_url, config.forgetful) == ("0.0.0.0", 8000, None, False)
    assert config.bot_processes >= 1
    assert (config.sockets_per_address, config.sockets_per_person) == (512, 16)
    assert not config.secure
    assert Config.of({}).data.name == "mostek"


def test_an_option_wins_over_the_environment() -> None:
    environment = {
        "MOSTEK_DATA": "/srv/other",
        "MOSTEK_HOST": "::1",
        "MOSTEK_PORT": "9000",
        "MOSTEK_PUBLIC_URL": "https://stol.example.org/",
        "MOSTEK_BOT_PROCESSES": "3",
        "MOSTEK_SOCKETS_PER_ADDRESS": "64",
        "MOSTEK_SOCKETS_PER_PERSON": "0",
        "MOSTEK_FORGETFUL": "1",
    }
    config = Config.of(environment)
    assert (config.data, config.host, config.port) == (Path("/srv/other"), "::1", 9000)
    assert config.public_url == config.url == "https://stol.example.org"
    assert (config.secure, config.bot_processes, config.forgetful) == (True, 3, True)
    assert (config.sockets_per_address, config.sockets_per_person) == (64, 0)
    own = Config.of(environment, DATA, "127.0.0.1", 0, "http://a:81")
    assert (own.data, own.host, own.port, own.public_url) == (DATA, "127.0.0.1", 0, "http://a:81")


@pytest.mark.parametrize("value", ["x", "-1", "70000", "8000.5", "٣", "9" * 5000])
def test_a_port_that_is_none(value: str) -> None:
    with pytest.raises(ConfigError, match="MOSTEK_PORT"):
        Config.of({"MOSTEK_PORT": value})


@pytest.mark.parametrize(
    "value",
    [
        "example.org",
        "ftp://example.org",
        "https://",
        "https://example.org/mostek",
        "https://example.org?x",
        "https://example.org#x",
        "https://me:you@example.org",
        "https://exam ple.org",
        "https://example.org:port",
        "https://[::1",
    ],
)
def test_a_public_address_that_is_none(value: str) -> None:
    with pytest.raises(ConfigError, match="public address"):
        Config.of({}, public_url=value)


def test_the_addresses_for_this_machine_and_for_others(monkeypatch: pytest.MonkeyPatch) -> None:
    config = Config.of({}, data=DATA)
    monkeypatch.setattr("mostek.server.config.address_on_network", lambda: "192.168.1.7")
    assert config.local_url == "http://127.0.0.1:8000"
    assert config.url == config.network_url == "http://192.168.1.7:8000"
    monkeypatch.setattr("mostek.server.config.address_on_network", lambda: None)
    assert [config.network_url, config.url] == [None, "http://127.0.0.1:8000"]
    alone = replace(config, host="127.0.0.1")
    assert [alone.network_url, alone.url] == [None, "http://127.0.0.1:8000"]
    other = replace(config, host="fd00::1", port=80)
    assert other.url == "http://[fd00::1]"


def test_the_address_on_the_network_is_one_that_others_can_use() -> None:
    found = network.address_on_network()
    assert found is None or not found.startswith("127.")
