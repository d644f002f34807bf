"""E-mail by SMTP, if the operator has configured it: one letter at a time by a thread of its own, within limits of time.

The standard library is enough: a server sends a few letters in a day, and a thread keeps them away from the games.
"""

from __future__ import annotations

import asyncio
import queue
import smtplib
import socket
import ssl
import threading
from contextlib import suppress
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formataddr, formatdate, make_msgid
from typing import NamedTuple

import structlog

from mostek.core.errors import SentenceError
from mostek.server.budget import Budgets
from mostek.server.mail_settings import MailSecurity, MailSettings, mail_address

TIME = 15.0
"""The seconds for each answer of the mail server."""
WHOLE_TIME = 45.0
"""The seconds for one letter in all; a server that answers letter by letter is cut off then."""
WAITING = 20
"""The letters that may wait."""
LARGEST = 10 * 2**20
"""The bytes of all that is attached to a letter."""
_OF_PERSON, _OF_SERVER = 10, 200
"""The letters of a person, and of the server, in an hour."""
_HOUR = 3600
log = structlog.get_logger("mostek.mail")


class MailError(SentenceError):
    """A letter was not sent; the sentence says why."""


class Attachment(NamedTuple):
    """A file in a letter."""

    name: str
    media_type: str
    data: bytes


class Letter(NamedTuple):
    """A letter to one person."""

    to: str
    subject: str
    text: str
    attachments: tuple[Attachment, ...] = ()


class Mailer:
    """Sends letters, one after another."""

    def __init__(
        self, settings: MailSettings, context: ssl.SSLContext | None = None, whole_time: float = WHOLE_TIME
    ) -> None:
        self.settings = settings
        self._context = context or ssl.create_default_context()
        self._whole_time = whole_time
        self._waiting: queue.Queue[tuple[EmailMessage, _Answer] | None] = queue.Queue(WAITING)
        self._people = Budgets(_OF_PERSON, _OF_PERSON / _HOUR)
        self._all = Budgets(_OF_SERVER, _OF_SERVER / _HOUR)
        threading.Thread(target=self._work, name="mail", daemon=True).start()

    async def send(self, letter: Letter, person: str) -> None:
        """Send a letter for a person, and wait until the mail server has taken it.

        Raises:
            MailError: it was not sent.
        """
        to = mail_address(letter.to)
        if to is None:
            raise MailError("{address!r} is no e-mail address.", address=letter.to[:80])
        if sum(len(each.data) for each in letter.attachments) > LARGEST:
            raise MailError("The files are too large for an e-mail; save them instead.")
        if self._people.of(person).take(1) or self._all.of("").take(1):
            raise MailError("Too many e-mails in an hour; try again later.")
        answer = _Answer(asyncio.get_running_loop())
        try:
            self._waiting.put_nowait((_message(self.settings, letter, to), answer))
        except queue.Full:
            raise MailError("Too many e-mails wait; try again later.") from None
        try:
            fault = await asyncio.wait_for(asyncio.shield(answer.future), self._whole_time * 2)
        except TimeoutError:
            raise MailError("The mail server does not answer; the e-mail may still be sent later.") from None
        if fault is not None:
            raise fault

    def stop(self) -> None:
        """Send nothing more after the letter that is under way."""
        with suppress(queue.Full):  # the thread ends with the program, since it is a daemon
            self._waiting.put_nowait(None)

    def _work(self) -> None:
        while (job := self._waiting.get()) is not None:
            message, answer = job
            try:
                answer.settle(self._sent(message))
            except Exception as error:
                # No traceback: what it shows of variables may be the password.
                log.error("mail_bug", error=type(error).__name__)
                answer.settle(MailError("The mail server refuses the message."))

    def _sent(self, message: EmailMessage) -> MailError | None:
        """Hand a letter to the mail server; the fault, if it was not taken."""
        settings = self.settings
        try:
            self._hand_over(message)
        except smtplib.SMTPRecipientsRefused:
            fault = MailError("The mail server does not take this address: {address}.", address=message["To"])
        except smtplib.SMTPAuthenticationError:
            fault = MailError("The mail server does not let this server in; its operator must look at the settings.")
        except ssl.SSLError:
            fault = MailError("The mail server cannot prove who it is; its operator must look at the settings.")
        except smtplib.SMTPServerDisconnected:
            fault = MailError("The mail server does not answer.")
        except smtplib.SMTPException:
            fault = MailError("The mail server refuses the message.")
        except OSError:
            fault = MailError("The mail server cannot be reached.")
        else:
            return None
        log.warning("mail_not_sent", host=settings.host, why=fault.sentence)
        return fault

    def _hand_over(self, message: EmailMessage) -> None:
        settings = self.settings
        smtp = _smtp(settings, self._context)
        cut = threading.Timer(self._whole_time, lambda: _cut(smtp.sock))
        cut.daemon = True
        cut.start()
        try:
            smtp.connect(settings.host, settings.port)
            if settings.security is MailSecurity.STARTTLS:
                smtp.starttls(context=self._context)
            if settings.user:
                smtp.login(settings.user, settings.password)
            smtp.send_message(message, settings.sender, [message["To"]])
            with suppress(smtplib.SMTPException, OSError):  # the letter is accepted already
                smtp.quit()
        finally:
            cut.cancel()
            smtp.close()


class _Answer:
    """The fate of a letter, for the request that waits."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self.future: asyncio.Future[MailError | None] = loop.create_future()

    def settle(self, fault: MailError | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._set, fault)

    def _set(self, fault: MailError | None) -> None:
        if not self.future.done():
            self.future.set_result(fault)


def _smtp(settings: MailSettings, context: ssl.SSLContext) -> smtplib.SMTP:
    """A mail client that is not connected yet. It names its host now, because TLS proves that name."""
    smtp = (
        smtplib.SMTP_SSL(timeout=TIME, context=context)
        if settings.security is MailSecurity.TLS
        else smtplib.SMTP(timeout=TIME)
    )
    smtp._host = settings.host  # type: ignore[attr-defined]  # `connect` does not tell it, and `starttls` asks for it
    return smtp


def _cut(there: socket.socket | None) -> None:
    with suppress(OSError):  # the other side was faster
        if there is not None:
            there.shutdown(socket.SHUT_RDWR)


def _message(settings: MailSettings, letter: Letter, to: str) -> EmailMessage:
    """The letter as it is sent. Line breaks in what becomes a header are spaces, so no text adds a header."""
    message = EmailMessage(policy=SMTP)
    message["From"] = formataddr(("mostek", settings.sender))
    message["To"] = to
    message["Subject"] = " ".join(letter.subject.split())[:200]
    message["Date"] = formatdate()
    message["Message-ID"] = make_msgid(domain=settings.sender.rpartition("@")[2])
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(letter.text)
    for each in letter.attachments:
        kind, _, subtype = each.media_type.partition("/")
        message.add_attachment(each.data, maintype=kind, subtype=subtype, filename=" ".join(each.name.split()))
    return message
