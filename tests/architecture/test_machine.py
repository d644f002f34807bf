"""What a machine lacks is said before anything is installed, in the language of the person."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

import machine
import watched

BUILD = Path(__file__).parents[2] / "build_backend"


@pytest.fixture(params=["pl_PL.UTF-8", "C"])
def polish(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    monkeypatch.setenv("LC_ALL", request.param)
    return bool(request.param.startswith("pl"))


def test_a_machine_with_all_is_ready(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert machine.is_ready(tmp_path)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["machine.py", "said.py"])
def test_a_python_that_is_too_old_can_read_it(name: str) -> None:
    ast.parse((BUILD / name).read_text("utf-8"), feature_version=(3, 7))


def test_an_old_python_is_named(
    tmp_path: Path, polish: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(machine, "sys", SimpleNamespace(version_info=(3, 9, 2), executable="/usr/bin/python3"))
    assert not machine.is_ready(tmp_path)
    sentence = "potrzebny jest Python 3.11 albo nowszy" if polish else "Python 3.11 or newer is needed"
    said = capsys.readouterr().err
    assert sentence in said
    assert "3.9.2" in said
    assert "make PYTHON=" in said


def test_a_machine_without_a_c_compiler_is_told_how_to_get_one(
    tmp_path: Path, polish: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not machine.is_ready(tmp_path)
    said = capsys.readouterr().err
    assert ("nie ma tu kompilatora C" if polish else "there is no C compiler") in said
    assert "apt-get install gcc" in said


def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, polish: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert not machine.is_ready(tmp_path / "gone")
    assert (f"w folderze {tmp_path}" if polish else f"the folder {tmp_path}") in capsys.readouterr().err


def test_a_disk_without_room_is_told_with_the_figures(
    tmp_path: Path, polish: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=321_000_000))
    assert not machine.is_ready(tmp_path)
    said = capsys.readouterr().err
    assert "321 MB" in said
    assert ("Zwolnij miejsce" if polish else "Free some space") in said


@pytest.mark.parametrize(
    ("last_words", "in_polish", "in_english"),
    [
        ("error: failed to write: No space left on device (os error 28)", "brakuje miejsca", "the disk is full"),
        ("error: failed to create directory: Read-only file system", "nie wolno tu pisać", "cannot be written"),
        ("cause: invalid peer certificate: UnknownIssuer", "SSL_CERT_FILE=", "SSL_CERT_FILE="),
        ("cause: dns error: failed to lookup address information", "Sprawdź sieć", "Check the network"),
        ("ERROR: No matching distribution found for uv==0.13.9", "Sprawdź sieć", "Check the network"),
        ("error[E0308]: mismatched types", "", ""),
    ],
)
def test_the_reason_of_a_failure_is_told_with_a_way_out(
    last_words: str, in_polish: str, in_english: str, polish: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    watched.explain(last_words)
    said = capsys.readouterr().err
    assert (in_polish if polish else in_english) in said
    assert bool(said) is bool(in_english)


def test_caches_go_into_the_folder_where_the_home_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("UV_CACHE_DIR", raising=False)
    assert "UV_CACHE_DIR" not in watched.environment()
    monkeypatch.setattr(watched, "is_writable", lambda _: False)
    found = watched.environment()
    assert found["UV_CACHE_DIR"] == str(watched.ROOT / ".cache/uv")
    assert found["npm_config_cache"] == str(watched.ROOT / ".cache/npm")


def test_one_file_of_certificates_serves_all_tools(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PIP_CERT", "CARGO_HTTP_CAINFO", "NODE_EXTRA_CA_CERTS"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("SSL_CERT_FILE", "/etc/szkoła.pem")
    found = watched.environment()
    assert {found[name] for name in ("PIP_CERT", "CARGO_HTTP_CAINFO", "NODE_EXTRA_CA_CERTS")} == {"/etc/szkoła.pem"}


def test_the_title_is_in_the_language_of_the_person(polish: bool, capfd: pytest.CaptureFixture[str]) -> None:
    assert watched.main(["3/4 biblioteki|3/4 libraries", "--", sys.executable, "-c", ""]) == 0
    assert ("3/4 biblioteki" if polish else "3/4 libraries") in capfd.readouterr().err
