"""Letters by e-mail, with a mail server that stands in; and the archive for the federation."""

from __future__ import annotations

import io
import socket
import ssl
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from mostek.server.config import Config, ConfigError
from mostek.server.mail import Letter, Mailer, MailError
from mostek.server.mail_settings import MailSecurity, MailSettings, mail_address
from server.http.push_service import _certificate
from server.http.test_http_tournaments import founded, give, invited, played, refused
from server.http.visitors import House, Visitor, open_house

WORD = "tajne-slowo-4711"


class Box:
    """A mail server: it takes letters, except to those who are not there."""

    def __init__(self) -> None:
        self.letters: list[EmailMessage] = []
        self.envelopes: list[tuple[str, list[str]]] = []
        self.signed_in: list[tuple[bytes, bytes]] = []

    async def handle_RCPT(  # noqa: N802 - as the library calls it
        self, server: Any, session: Any, envelope: Any, address: str, options: Any
    ) -> str:
        if address.startswith("nikt@"):
            return "550 no such user <script>"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        found = message_from_bytes(envelope.content, policy=default)
        assert isinstance(found, EmailMessage)
        self.letters.append(found)
        self.envelopes.append((envelope.mail_from, envelope.rcpt_tos))
        return "250 OK"

    def sign_in(self, server: Any, session: Any, envelope: Any, mechanism: str, data: Any) -> AuthResult:
        self.signed_in.append((data.login, data.password))
        return AuthResult(success=data.password == WORD.encode(), handled=False)


@contextmanager
def mail_server(**more: Any) -> Iterator[tuple[Box, int]]:
    box = Box()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(box, hostname="127.0.0.1", port=port, authenticator=box.sign_in, **more)
    controller.start()
    try:
        yield box, port
    finally:
        controller.stop()


def settings(port: int, **more: Any) -> MailSettings:
    given: dict[str, Any] = {"host": "127.0.0.1", "port": port, "security": MailSecurity.NONE} | more
    return MailSettings(sender="turniej@mostek.test", **given)


@pytest.fixture(scope="module")
def post() -> Iterator[tuple[Box, int]]:
    with mail_server() as found:
        yield found


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory, post: tuple[Box, int]) -> Iterator[House]:
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("house")
        patch.setenv("MOSTEK_DATA", str(folder))
        with open_house(folder, mail=settings(post[1])) as opened:
            yield opened


@pytest.fixture
def over(house: House) -> tuple[Visitor, str]:
    """A tournament after its only round, with a penalty and a decision."""
    director, id = founded(house, rounds=1, plan="swiss")
    deducted = {"type": "deduct", "round": 1, "number": 1, "points": 30, "reason": "za gadanie"}
    decided = {"type": "rule", "clause": "PFS-7.1a", "text": "Upomnienie", "about": [2]}
    done = give(director, id, {"type": "pair_round"}, played(1, 412, 388), played(2, 350, 377), deducted, decided)
    assert done.status_code == 200, done.text
    return director, id


def unpacked(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name.partition("/")[2]: archive.read(name) for name in archive.namelist()}


def sends(who: Visitor, id: str, to: str, kind: str = "federation") -> Any:
    return who.post(f"/tournaments/{id}/letters", {"kind": kind, "to": to})


class TestTheArchive:
    """What a federation gets after a tournament."""

    def test_it_has_results_report_classification_and_proof(self, over: tuple[Visitor, str]) -> None:
        director, id = over
        answer = director.get(f"/tournaments/{id}/federation")
        assert answer.headers["content-type"] == "application/zip"
        files = unpacked(answer.content)
        report = files["sprawozdanie.txt"].decode("utf-8-sig")
        assert "Partie do rankingu: 2" in report
        assert "PFS-7.1b" in report
        assert "Upomnienie" in report
        assert "PFS-7.1a" in report
        assert "Anna Lis" in report
        assert any(name.startswith("wyniki/") and name.endswith(".json") for name in files)
        head = director.get(f"/tournaments/{id}").json()["head"]
        assert head in files["dowod.txt"].decode("utf-8-sig")
        read_me = files["przeczytaj.txt"].decode("utf-8-sig")
        assert all(name in read_me for name in files if name != "przeczytaj.txt")
        assert "nie jest jeszcze zamknięty" in read_me

    def test_it_holds_no_contact_and_no_consent(self, house: House) -> None:
        director, id = founded(house)
        person = {"name": "Zofia Mak", "minor": True, "consent": True, "city": "Kutno"}
        added = give(director, id, {"type": "register_entrant", "person": person, "channel": "phone"})
        assert added.status_code == 200, added.text
        everything = b"".join(unpacked(director.get(f"/tournaments/{id}/federation").content).values())
        assert b"Zofia Mak" in everything
        for word in (b"consent", b"secret", b'"minor"'):
            assert word not in everything

    def test_the_same_tournament_gives_the_same_bytes(self, over: tuple[Visitor, str]) -> None:
        director, id = over
        first, second = (director.get(f"/tournaments/{id}/federation").content for _ in range(2))
        assert first == second

    def test_only_the_director_has_it(self, house: House, over: tuple[Visitor, str]) -> None:
        director, id = over
        helper = invited(house, director, id, "scorekeeper", "Olga")
        for other in (helper, house.visitor("obca"), house.visitor()):
            assert other.get(f"/tournaments/{id}/federation").status_code in (401, 403)
            assert other.get(f"/tournaments/{id}/letters").status_code in (401, 403)
            assert sends(other, id, "a@b.pl").status_code in (401, 403)


class TestLetters:
    """What the director sends to an address that they have typed."""

    def test_the_archive_goes_to_the_federation(self, over: tuple[Visitor, str], post: tuple[Box, int]) -> None:
        director, id = over
        assert director.get(f"/tournaments/{id}/letters").json()["mail"] is True
        assert sends(director, id, " ranking@federacja.pl ").json() == {"to": "ranking@federacja.pl"}
        letter = post[0].letters[-1]
        assert post[0].envelopes[-1] == ("turniej@mostek.test", ["ranking@federacja.pl"])
        assert letter["Subject"] == "Wyniki dla federacji: Turniej w Kutnie, 21 listopada 2026"
        assert letter["Auto-Submitted"] == "auto-generated"
        (archive,) = letter.iter_attachments()
        assert "sprawozdanie.txt" in unpacked(archive.get_content())

    def test_the_results_go_to_the_organiser(self, over: tuple[Visitor, str], post: tuple[Box, int]) -> None:
        director, id = over
        assert sends(director, id, "klub@example.org", "results").status_code == 200
        letter = post[0].letters[-1]
        body = letter.get_body()
        assert body is not None
        assert "Daniel Ćma" in body.get_content()
        assert [part.get_content_type() for part in letter.iter_attachments()] == ["application/pdf"] * 2

    def test_an_official_is_invited_by_e_mail(
        self, house: House, over: tuple[Visitor, str], post: tuple[Box, int]
    ) -> None:
        director, id = over
        asked = {"role": "scorekeeper", "name": "Olga", "email": "olga@example.org"}
        given = director.post(f"/tournaments/{id}/invitations", asked).json()
        assert (given["mailed"], given["fault"]) == (True, None)
        body = post[0].letters[-1].get_body()
        assert body is not None
        assert given["url"] in body.get_content()

    def test_an_invitation_is_there_though_its_letter_was_refused(self, over: tuple[Visitor, str]) -> None:
        director, id = over
        asked = {"role": "scorekeeper", "name": "Olga", "email": "nikt@example.org"}
        given = director.post(f"/tournaments/{id}/invitations", asked).json()
        assert given["mailed"] is False
        assert given["fault"] == "Serwer poczty nie przyjmuje tego adresu: nikt@example.org."
        assert given["url"]

    def test_an_address_that_the_mail_server_refuses_is_said(self, over: tuple[Visitor, str]) -> None:
        director, id = over
        answer = sends(director, id, "nikt@example.org")
        assert refused(answer) == (502, "mail")
        assert answer.json()["detail"] == "Serwer poczty nie przyjmuje tego adresu: nikt@example.org."

    @pytest.mark.parametrize(
        "to",
        [
            "a@b.pl\r\nBcc: c@d.pl", "a@b.pl, c@d.pl", "a@b.pl;c@d.pl", "<a@b.pl>", "Anna <a@b.pl>", "a b@c.pl", "a@b",
            "a@-b.pl", "@b.pl", "a@", "a..b@c.pl", "a" * 65 + "@b.pl", "a@" + "b." * 130 + "pl", "a@b.pl\0", "ą@b.pl",
        ],
    )  # fmt: skip
    def test_what_is_no_address_gets_no_letter(self, over: tuple[Visitor, str], post: tuple[Box, int], to: str) -> None:
        director, id = over
        before = len(post[0].letters)
        assert sends(director, id, to).status_code in (400, 502)
        assert len(post[0].letters) == before

    def test_a_name_with_line_breaks_adds_no_header(self, house: House, post: tuple[Box, int]) -> None:
        mailer: Mailer = house.state.services.mail
        letter = Letter("a@b.pl", "Wyniki\r\nBcc: c@d.pl\n\nx", "tekst\n.\nkoniec")
        house.run(mailer.send, letter, "test")
        assert post[0].letters[-1]["Subject"] == "Wyniki Bcc: c@d.pl x"
        assert post[0].letters[-1]["Bcc"] is None
        assert post[0].envelopes[-1][1] == ["a@b.pl"]

    def test_one_person_sends_ten_in_an_hour(self, house: House) -> None:
        mailer: Mailer = house.state.services.mail
        for _ in range(10):
            house.run(mailer.send, Letter("a@b.pl", "x", "x"), "busy")
        with pytest.raises(MailError, match="Too many"):
            house.run(mailer.send, Letter("a@b.pl", "x", "x"), "busy")
        house.run(mailer.send, Letter("a@b.pl", "x", "x"), "another")

    def test_without_a_mail_server_nothing_is_sent(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("MOSTEK_DATA", str(tmp_path))
        with open_house(tmp_path) as house:
            director, id = founded(house)
            assert director.get(f"/tournaments/{id}/letters").json()["mail"] is False
            assert refused(sends(director, id, "a@b.pl")) == (409, "no_mail")
            asked = {"role": "scorekeeper", "email": "olga@example.org"}
            assert refused(director.post(f"/tournaments/{id}/invitations", asked)) == (409, "no_mail")


def fault_of(house: House, mailer: Mailer) -> str:
    with pytest.raises(MailError) as error:
        house.run(mailer.send, Letter("a@b.pl", "x", "x"), "test")
    mailer.stop()
    return error.value.sentence


class TestMailServers:
    """Mail servers that are not as they should be."""

    def test_the_password_goes_over_tls_only(self, house: House, tmp_path: Path) -> None:
        certificate = _certificate(tmp_path)
        there, here = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        there.load_cert_chain(certificate)
        here.load_verify_locations(certificate)
        here.check_hostname = False
        with mail_server(tls_context=there, auth_require_tls=True, require_starttls=True) as (box, port):
            signing = {"security": MailSecurity.STARTTLS, "user": "turniej", "password": WORD}
            mailer = Mailer(settings(port, **signing), here)
            house.run(mailer.send, Letter("a@b.pl", "x", "x"), "test")
            mailer.stop()
            assert box.signed_in == [(b"turniej", WORD.encode())]
            wrong = Mailer(settings(port, **signing | {"password": "inne"}), here)
            assert "does not let this server in" in fault_of(house, wrong)
            strange = Mailer(settings(port, **signing))
            assert "cannot prove who it is" in fault_of(house, strange), "nobody has signed its certificate"
            assert len(box.letters) == 1

    def test_no_log_has_the_password(
        self, house: House, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def broken(*_: Any, **__: Any) -> None:
            raise RuntimeError("a fault of the library")

        monkeypatch.setattr("mostek.server.mail.smtplib.SMTP.login", broken)
        with mail_server() as (_, port):
            assert fault_of(house, Mailer(settings(port, user="turniej", password=WORD)))
        said = capsys.readouterr()
        assert "mail_bug" in said.out + said.err
        assert WORD not in said.out + said.err

    def test_a_server_without_tls_gets_nothing(self, house: House) -> None:
        with mail_server() as (box, port):
            assert fault_of(house, Mailer(settings(port, security=MailSecurity.STARTTLS)))
            assert fault_of(house, Mailer(settings(port, security=MailSecurity.TLS)))
            assert box.letters == []

    def test_a_server_that_is_not_there_is_said(self, house: House) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            assert fault_of(house, Mailer(settings(free.getsockname()[1]))) == "The mail server cannot be reached."

    def test_a_server_that_hangs_is_left(self, house: House) -> None:
        with socket.create_server(("127.0.0.1", 0)) as silent:
            mailer = Mailer(settings(silent.getsockname()[1]), whole_time=0.2)
            began = monotonic()
            assert "does not answer" in fault_of(house, mailer)
            assert monotonic() - began < 14, "before the time of one answer"


class TestSettings:
    """The settings of the mail server."""

    def read(self, tmp_path: Path, **environment: str) -> Config:
        named = {f"MOSTEK_{name}": value for name, value in environment.items()}
        return Config.of({"MOSTEK_DATA": str(tmp_path), **named})

    def test_there_is_none_by_default(self, tmp_path: Path) -> None:
        assert self.read(tmp_path).mail is None

    def test_the_password_comes_from_a_file_and_is_never_shown(self, tmp_path: Path) -> None:
        file = tmp_path / "word"
        file.write_text(WORD + "\n", "utf-8")
        mail = self.read(
            tmp_path, SMTP_HOST="mail.test", SMTP_FROM="a@b.pl", SMTP_USER="a", SMTP_PASSWORD_FILE=str(file)
        ).mail
        assert mail is not None
        assert (mail.port, mail.security, mail.password) == (587, MailSecurity.STARTTLS, WORD)
        assert WORD not in repr(mail)

    @pytest.mark.parametrize(
        "wrong",
        [
            {"SMTP_FROM": "nikt"}, {"SMTP_SECURITY": "ssl"}, {"SMTP_PORT": "abc"},
            {"SMTP_SECURITY": "none", "SMTP_USER": "a"}, {"SMTP_USER": "a", "SMTP_PASSWORD": "hasło"},
            {"SMTP_USER": "a", "SMTP_PASSWORD_FILE": "/nowhere/at/all"},
        ],
    )  # fmt: skip
    def test_what_is_wrong_is_said_when_the_server_starts(self, tmp_path: Path, wrong: dict[str, str]) -> None:
        with pytest.raises(ConfigError):
            self.read(tmp_path, **{"SMTP_HOST": "mail.test", "SMTP_FROM": "a@b.pl"} | wrong)

    def test_an_address_beyond_ascii_is_written_as_mail_servers_know_it(self) -> None:
        assert mail_address("biuro@żółw.pl") == "biuro@xn--w-uga1v8h.pl"
