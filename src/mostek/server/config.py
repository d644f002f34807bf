"""The settings of a server: from options, otherwise from the environment, otherwise defaults."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

from mostek.messages import text
from mostek.server.demo import Demo
from mostek.server.mail_settings import MailSecurity, MailSettings, mail_address
from mostek.server.network import address_on_network, names_of_machine
from mostek.store.connect_proxy import ConnectProxy

HOST = "0.0.0.0"
"""All addresses of the machine, because a table is for several people on a network."""
PORT = 8000
SOCKETS_PER_ADDRESS, SOCKETS_PER_PERSON = 512, 16
TOURNAMENT_SHARE = 25
"""The percentage of the disk for tournaments."""
_MOST_SOCKETS = 1_000_000
DISK_LIMIT, _LARGEST_DISK_LIMIT = 500, 100_000_000
KNOWN_HOSTS = (
    "fcm.googleapis.com",
    "updates.push.services.mozilla.com",
    "web.push.apple.com",
    "*.notify.windows.com",
)
"""The push services of Chrome, Firefox, Safari and Edge."""
_PORTS = {"http": 80, "https": 443}
_LOCAL = "127.0.0.1"
LONGEST_NODE = 100
"""The characters of the name or the address of a node; the address must fit into the reason of a closed socket."""
LONGEST_CONTACT = 300
"""The characters of the name and address of who runs the server."""
_EVERYWHERE = ("0.0.0.0", "::")


class ConfigError(ValueError):
    """The settings are invalid; the text is a sentence for a person, in their language."""


class Config(Struct, frozen=True, kw_only=True):
    """The settings of a server: its folder, its address on the network, and its limits."""

    data: Path
    """The data folder."""
    host: str = HOST
    port: int = PORT
    """The port; 0 for any free one."""
    public_url: str | None = None
    """The public address without a slash at the end; `None` for the address of this machine on its network."""
    bot_processes: int = 1
    """The number of worker processes for bots."""
    sockets_per_address: int = SOCKETS_PER_ADDRESS
    """The largest number of open game pages from one address, which may serve a whole school; 0 for no limit."""
    sockets_per_person: int = SOCKETS_PER_PERSON
    """The largest number of open game pages of one person; 0 for no limit."""
    hosts: frozenset[str] = frozenset()
    """More names by which people may call this server, besides the public address and the names of this machine."""
    database: str | None = None
    """The address of the database on PostgreSQL, `postgresql://user@host/name`; `None` for a file in the data folder."""
    node: str = ""
    """The name of this process among others on the same database; empty for the name of its machine."""
    node_path: str = ""
    """The path that a proxy leads to this node, as `/node/a`; empty where nothing leads to one of several nodes."""
    copy: Path | None = None
    """The folder of the continuous copy, on a second disk; `None` for no copy."""
    publishes: bool = False
    """Whether guests may publish the tournaments that they run here on other servers, although this is a public server."""
    publishes_anywhere: bool = False
    """Whether they may publish on any address, also of the network of this computer."""
    tournament_share: int = TOURNAMENT_SHARE
    """The percentage of the disk that tournaments may take of what is free or theirs; 0 for no bound."""
    trust_date: bool = False
    """Whether a person says that the date of the machine is right (`app.host_date`)."""
    push_hosts: tuple[str, ...] = KNOWN_HOSTS
    """The push services that messages to phones are sent to (`features.letters.courier`); none for no messages."""
    push_proxy: ConnectProxy | None = None
    """The proxy through which messages to phones leave this network."""
    push_contact: str = "https://localhost"
    """The address for the operators of push services, `https://` or `mailto:`."""
    mail: MailSettings | None = None
    """The mail server; `None` for no e-mail."""
    disk_limit: int = DISK_LIMIT
    """The free megabytes on the disk of the data folder below which the server warns; 0 for no warning."""
    security_contact: str | None = None
    """The address for people who find a weakness of this server, `mailto:` or `https:`; `None` for none."""
    demo: Demo | None = None
    """The invented club of a server for trying mostek out; `None` for any other server."""
    contact: str | None = None
    """Who runs this server and how they are reached, for the page about privacy; `None` if nobody has said."""
    forgetful: bool = False
    """For tests: the server drops a game from memory after every event."""

    @property
    def secure(self) -> bool:
        """Whether the public address has https, so that cookies are sent over https only."""
        return self.public_url is not None and self.public_url.startswith("https:")

    @property
    def host_names(self) -> frozenset[str]:
        """The names by which people may call this server; numeric addresses are fine anyway."""
        public = urlsplit(self.public_url or "").hostname
        own = names_of_machine() | self.hosts | {self.host.lower()}
        return own if public is None else own | {public}

    @property
    def is_everywhere(self) -> bool:
        """Whether the server listens at every address of this machine."""
        return self.host in _EVERYWHERE

    @property
    def local_url(self) -> str:
        """The page's address on this machine."""
        return _url(_LOCAL if self.is_everywhere else self.host, self.port)

    @property
    def network_url(self) -> str | None:
        """The page's address for others on the same network; `None` if they cannot reach it."""
        if not self.is_everywhere:
            return None if self.host in (_LOCAL, "localhost", "::1") else self.local_url
        here = address_on_network()
        return None if here is None else _url(here, self.port)

    @property
    def url(self) -> str:
        """The base address of links and QR codes."""
        return self.public_url or self.network_url or self.local_url

    @classmethod
    def of(
        cls,
        environment: Mapping[str, str],
        data: Path | None = None,
        host: str | None = None,
        port: int | None = None,
        public_url: str | None = None,
        trust_date: bool = False,
        copy: Path | None = None,
    ) -> Config:
        """Build the settings; `None` is taken from the environment (`docs/guide/server.md`). Raises `ConfigError`."""
        asked_url = public_url if public_url is not None else environment.get("MOSTEK_PUBLIC_URL")
        folder = data or data_folder(environment)
        chosen = environment.get("MOSTEK_COPY")
        return cls(
            data=folder,
            database=database_address(environment),
            node=environment.get("MOSTEK_NODE", "").strip()[:LONGEST_NODE],
            node_path=_node_path(environment.get("MOSTEK_NODE_PATH", "").strip()),
            copy=_copy_folder(folder, copy or (Path(chosen) if chosen else None)),
            host=host or environment.get("MOSTEK_HOST") or HOST,
            port=_number("MOSTEK_PORT", environment, PORT, 65535) if port is None else port,
            public_url=_public_url(asked_url) if asked_url else None,
            bot_processes=_number("MOSTEK_BOT_PROCESSES", environment, _bot_processes(), 256) or 1,
            sockets_per_address=_number("MOSTEK_SOCKETS_PER_ADDRESS", environment, SOCKETS_PER_ADDRESS, _MOST_SOCKETS),
            sockets_per_person=_number("MOSTEK_SOCKETS_PER_PERSON", environment, SOCKETS_PER_PERSON, _MOST_SOCKETS),
            hosts=frozenset(environment.get("MOSTEK_HOSTS", "").lower().replace(",", " ").split()),
            publishes=environment.get("MOSTEK_PUBLISH", "") not in ("", "0"),
            publishes_anywhere=environment.get("MOSTEK_PUBLISH", "").strip().lower() == "anywhere",
            tournament_share=_number("MOSTEK_TOURNAMENT_SHARE", environment, TOURNAMENT_SHARE, 100),
            trust_date=trust_date,
            push_hosts=_push_hosts(environment.get("MOSTEK_PUSH_HOSTS")),
            push_proxy=_push_proxy(environment),
            push_contact=_push_contact(environment.get("MOSTEK_PUSH_CONTACT"), asked_url),
            mail=_mail(environment),
            disk_limit=_number("MOSTEK_DISK_LIMIT", environment, DISK_LIMIT, _LARGEST_DISK_LIMIT),
            security_contact=_security_contact(environment.get("MOSTEK_SECURITY_CONTACT", "").strip()),
            contact=_contact_line(environment.get("MOSTEK_CONTACT", "")),
            forgetful=environment.get("MOSTEK_FORGETFUL", "") not in ("", "0"),
        )


def _node_path(value: str) -> str:
    """The path of a node: a proxy leads what begins with it to this one, and pages of the same server follow it."""
    if value and (len(value) > LONGEST_NODE or not _NODE_PATH.fullmatch(value)):
        raise ConfigError(
            text("{name} is {value!r}; it takes a path such as /node/a.", name="MOSTEK_NODE_PATH", value=value)
        )
    return value


_NODE_PATH = re.compile(r"(?:/[A-Za-z0-9_~-]+)+")


def _push_hosts(value: str | None) -> tuple[str, ...]:
    """The push services: those that are named, none for `off`, otherwise the known ones."""
    if value is None or not value.strip():
        return KNOWN_HOSTS
    if value.strip().lower() == "off":
        return ()
    return tuple(value.lower().replace(",", " ").split())


def _push_proxy(environment: Mapping[str, str]) -> ConnectProxy | None:
    """The proxy for messages to phones, if one is named: for them alone, or for https as for other programs."""
    name = next((each for each in _PROXIES if environment.get(each, "").strip()), None)
    if name is None or (shown := environment[name].strip()).lower() == "off":
        return None
    try:
        return ConnectProxy.of(shown)
    except ValueError:
        sentence = "{name} is no address of a proxy, such as http://proxy.example.org:3128"
        raise ConfigError(text(sentence, name=name)) from None


_PROXIES = ("MOSTEK_PUSH_PROXY", "HTTPS_PROXY", "https_proxy")


def _push_contact(value: str | None, public_url: str | None) -> str:
    """The address for the operators of push services: a mail address that is named, otherwise the public one."""
    if value:
        address = mail_address(value.removeprefix("mailto:"))
        if address is None:
            raise ConfigError(
                text("{name} is {value!r}, which is no e-mail address.", name="MOSTEK_PUSH_CONTACT", value=value)
            )
        return f"mailto:{address}"
    host = urlsplit(public_url or "").hostname
    return f"https://{host}" if host and "." in host and ":" not in host else "https://localhost"


def _security_contact(value: str) -> str | None:
    """The address for reports of weaknesses: a mail address, or a page by https (RFC 9116)."""
    if not value:
        return None
    parts = urlsplit(value)
    if parts.scheme == "https" and parts.hostname and value.isascii() and not any(map(str.isspace, value)):
        return value
    address = mail_address(value.removeprefix("mailto:"))
    if address is None:
        sentence = "{name} is {value!r}, which is neither an e-mail address nor an address that begins with https://"
        raise ConfigError(text(sentence, name="MOSTEK_SECURITY_CONTACT", value=value))
    return f"mailto:{address}"


def _contact_line(value: str) -> str | None:
    """Name and address of who runs the server: a line that everybody may read."""
    line = " ".join(value.split())
    if len(line) > LONGEST_CONTACT or not line.isprintable():
        raise ConfigError(
            text("{name} takes one line of at most {most} characters.", name="MOSTEK_CONTACT", most=LONGEST_CONTACT)
        )
    return line or None


_MAIL_PORTS = {MailSecurity.TLS: 465, MailSecurity.STARTTLS: 587, MailSecurity.NONE: 25}


def _mail(environment: Mapping[str, str]) -> MailSettings | None:
    """The mail server, if one is named. The password is never sent over a network unprotected."""
    host = environment.get("MOSTEK_SMTP_HOST", "").strip()
    if not host:
        return None
    said = environment.get("MOSTEK_SMTP_SECURITY", "").strip().lower() or MailSecurity.STARTTLS.value
    try:
        security = MailSecurity(said)
    except ValueError:
        raise ConfigError(
            text("{name} is {value!r}; it takes tls, starttls or none.", name="MOSTEK_SMTP_SECURITY", value=said)
        ) from None
    sender = environment.get("MOSTEK_SMTP_FROM", "").strip()
    if mail_address(sender) is None:
        raise ConfigError(
            text("{name} is {value!r}, which is no e-mail address.", name="MOSTEK_SMTP_FROM", value=sender)
        )
    user = environment.get("MOSTEK_SMTP_USER", "").strip()
    if user and security is MailSecurity.NONE and host not in (_LOCAL, "localhost", "::1"):
        raise ConfigError(text("A password is not sent without TLS: set MOSTEK_SMTP_SECURITY to tls or starttls."))
    password = _password(environment) if user else ""
    if not (user + password).isascii():
        raise ConfigError(text("The user and the password of the mail server must be ASCII."))
    return MailSettings(
        host=host,
        port=_number("MOSTEK_SMTP_PORT", environment, _MAIL_PORTS[security], 65535),
        security=security,
        sender=mail_address(sender) or sender,
        user=user,
        password=password,
    )


def _password(environment: Mapping[str, str]) -> str:
    """The password of the mail server, from a file that only the operator can read, or from the environment."""
    if path := environment.get("MOSTEK_SMTP_PASSWORD_FILE"):
        try:
            return Path(path).read_text("utf-8").rstrip("\r\n")
        except (OSError, UnicodeDecodeError):
            raise ConfigError(
                text("The file of MOSTEK_SMTP_PASSWORD_FILE cannot be read: {path}.", path=path)
            ) from None
    return environment.get("MOSTEK_SMTP_PASSWORD", "")


def _copy_folder(data: Path, folder: Path | None) -> Path | None:
    """The folder of the copy, which is not in that of the data: who loses one would lose the other."""
    if folder is not None and data.resolve() in (folder.resolve(), *folder.resolve().parents):
        raise ConfigError(text("The copy cannot be in the folder of the data; name a folder on another disk: --copy"))
    return folder


@dataclass(frozen=True, slots=True)
class Site:
    """The site to which passkeys are bound; browsers offer them at no other address."""

    id: str
    """The relying party's id: the host of the public address."""
    origin: str
    """The origin that a browser reports for the page."""


@cache
def site_of(config: Config) -> Site | None:
    """The site of this server's passkeys; `None` if it cannot have any.

    Browsers make them for a host with a name that is reached by https, or for this machine under the name localhost.
    """
    url = config.public_url or (None if config.is_everywhere else config.local_url)
    if url is None or find_spec("webauthn") is None:
        return None
    parts = urlsplit(url)
    host = _ascii(parts.hostname or "")
    is_here = host == "localhost" or host.endswith(".localhost")
    if not host or _is_ip_address(host) or not (parts.scheme == "https" or is_here):
        return None
    is_usual = parts.port is None or parts.port == _PORTS[parts.scheme]
    return Site(host, f"{parts.scheme}://{host}" if is_usual else f"{parts.scheme}://{host}:{parts.port}")


def data_folder(environment: Mapping[str, str]) -> Path:
    """The data folder: `MOSTEK_DATA`, otherwise the user's."""
    if chosen := environment.get("MOSTEK_DATA"):
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("mostek")


def database_address(environment: Mapping[str, str]) -> str | None:
    """The address of the database on PostgreSQL, from `MOSTEK_DATABASE`; `None` for the file in the data folder."""
    return environment.get("MOSTEK_DATABASE", "").strip() or None


def _bot_processes() -> int:
    """The default number of bot processes, which leaves one core for the server."""
    return max(1, min(4, (os.cpu_count() or 1) - 1))


def _number(name: str, environment: Mapping[str, str], default: int, most: int) -> int:
    value = environment.get(name, "").strip()
    if not value:
        return default
    if not (value.isascii() and value.isdigit() and len(value) < 10 and int(value) <= most):
        raise ConfigError(
            text("{name} is {value!r}; it takes a number from 0 to {most}.", name=name, value=value, most=most)
        )
    return int(value)


def _public_url(value: str) -> str:
    """The address without its last slash. It has no path, because the page is at the root of its host."""
    try:
        parts = urlsplit(value.strip())
        parts.port  # noqa: B018 - reading it is what checks it
        fine = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.username
        fine = fine and parts.path in ("", "/") and not parts.query and not parts.fragment
    except ValueError:
        fine = False
    if not fine or any(letter.isspace() for letter in value.strip()):
        raise ConfigError(
            text(
                "{value!r} is no public address; it looks like https://example.org, with a port but without a path.",
                value=value,
            )
        )
    return f"{parts.scheme}://{parts.netloc}"


def _url(host: str, port: int) -> str:
    shown = f"[{host}]" if ":" in host else host
    return f"http://{shown}" if port == 80 else f"http://{shown}:{port}"


def _ascii(host: str) -> str:
    """The host in ASCII, as browsers write it; empty if that is impossible."""
    try:
        return host.encode("idna").decode()
    except UnicodeError:
        return ""


def _is_ip_address(host: str) -> bool:
    """Whether the host is an IP address, for which browsers create no passkeys."""
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
