"""Copies of a tournament's log on other computers: why one refuses, and when it is said to be quiet."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from mostek.core.errors import SentenceError

QUIET = 120.0
"""The seconds without news after which a public page says that the line has been quiet."""


class CopyFault(StrEnum):
    """The reasons for which a copy takes nothing, or cannot be had."""

    NO_LINK = "no_copy_link"
    NOT_A_STANDBY = "not_a_standby_link"
    NOT_A_LINK = "not_a_copy_link"
    LINK_OVER = "copy_link_over"
    NOT_STARTED = "copy_not_started"
    GAP = "copy_gap"
    FORK = "copy_fork"
    OLDER = "copy_older"
    REWRITTEN = "copy_rewritten"
    CHAIN = "copy_chain"
    UNREADABLE = "copy_unreadable"
    TORN_LIST = "copy_torn_list"
    STRAY = "copy_stray"
    FOREIGN_KEY = "copy_foreign_key"
    REPLACED_KEY = "copy_replaced_key"
    SIGNATURE = "copy_signature"
    UNSIGNED = "copy_unsigned"
    TOO_LARGE = "copy_too_large"
    OVER_LIMIT = "copy_over_limit"
    FUTURE = "copy_future"
    OTHER_EVENT = "copy_other_event"
    MOVED = "copy_moved"
    MOVED_TO = "copy_moved_to"
    READ_ONLY = "copy_read_only"
    BUSY = "copy_busy"
    NOT_BEHIND = "copy_not_behind"
    NOT_OFFERED = "copy_not_offered"
    NOT_PUBLIC = "copy_not_public"
    ID_TAKEN = "copy_id_taken"
    UNREACHABLE = "copy_unreachable"
    ANSWERED = "copy_answered"
    NOT_HOSTED = "tournament_not_hosted"
    TOO_MANY = "too_many_copy_links"


SENTENCES: Mapping[CopyFault, str] = {
    CopyFault.NO_LINK: "This link is not known here, or it was withdrawn.",
    CopyFault.NOT_A_LINK: "{url} is no link for publishing; it looks like https://example.org/publish/…",
    CopyFault.NOT_A_STANDBY: "{url} is no link for a second computer; it looks like http://192.168.1.10:8000/standby/…",
    CopyFault.LINK_OVER: "This link has expired before anything was published.",
    CopyFault.NOT_STARTED: "Nothing has been published by this link yet.",
    CopyFault.GAP: "There is a gap: what was sent does not begin where the copy ends, after step {have}.",
    CopyFault.FORK: "Both went on: after step {common} the copy has {theirs} steps of its own, and this file {ours}.",
    CopyFault.OLDER: "This file is older than the copy: it ends with step {ours}, and the copy has {have} steps.",
    CopyFault.REWRITTEN: "The file was made again: it has other hashes than the copy, which goes on from the earlier file.",
    CopyFault.CHAIN: "Line {line}: the hash does not agree; the line, or one before it, was changed.",
    CopyFault.UNREADABLE: "What was sent cannot be read: {why}.",
    CopyFault.TORN_LIST: "What was sent ends within a list, which is taken as a whole or not at all.",
    CopyFault.STRAY: "Step {n} does not follow from its command.",
    CopyFault.FOREIGN_KEY: "Another desk publishes this tournament; its key is {key}.",
    CopyFault.REPLACED_KEY: "Another computer has taken this tournament over and publishes it now.",
    CopyFault.SIGNATURE: "The signature is not valid: what was sent was changed on the way, or is for another link.",
    CopyFault.UNSIGNED: "Nothing can be published or followed without signatures, which are not installed here.",
    CopyFault.TOO_LARGE: "A tournament may have {megabytes} MB on this server; this would be more.",
    CopyFault.OVER_LIMIT: "This tournament is larger than a server takes: {why}",
    CopyFault.FUTURE: "This was written by a later mostek (format {format}); here up to format {known} can be read.",
    CopyFault.OTHER_EVENT: "By this link another tournament was published: {name}.",
    CopyFault.MOVED: "Since {at} the tournament goes on elsewhere, from step {n}: {url}",
    CopyFault.MOVED_TO: "The tournament goes on elsewhere: {url}",
    CopyFault.READ_ONLY: "This is a copy for reading; the tournament is run elsewhere.",
    CopyFault.BUSY: "The server is checking another tournament; this one comes next.",
    CopyFault.NOT_BEHIND: "The second computer lacks the last steps; it must fetch them first.",
    CopyFault.NOT_OFFERED: "This server does not publish tournaments of its guests. Ask who runs it: MOSTEK_PUBLISH=1",
    CopyFault.NOT_PUBLIC: "For who comes by the network, this computer goes to public addresses by https only, not to {url}",
    CopyFault.ID_TAKEN: "Another tournament of this computer has the id of this one: {file}. Nothing was changed.",
    CopyFault.UNREACHABLE: "The server {url} cannot be reached.",
    CopyFault.ANSWERED: "{url} answers: {why}",
    CopyFault.NOT_HOSTED: "The tournament {name} is not on the server of this machine.",
    CopyFault.TOO_MANY: "There are {most} links already; withdraw one first.",
}
"""Fault → message to the person."""
REMEDIES: Mapping[CopyFault, str] = {
    CopyFault.NO_LINK: "Ask who runs the server for a new link.",
    CopyFault.NOT_A_LINK: "Ask who runs the public server for a link: mostek tournament mirror",
    CopyFault.NOT_A_STANDBY: "The director makes one: mostek tournament host --standby, or on the desk page under Officials.",
    CopyFault.LINK_OVER: "Ask who runs the server for a new link.",
    CopyFault.FORK: "Fetch the copy and merge the two: mostek tournament take-back, then mostek tournament merge.",
    CopyFault.OLDER: "Fetch the copy, which has everything, and go on with that: mostek tournament take-back",
    CopyFault.REWRITTEN: "Publish the earlier file, or ask who runs the server for a new link.",
    CopyFault.CHAIN: "Check the file: mostek tournament verify",
    CopyFault.UNREADABLE: "Check the file: mostek tournament verify",
    CopyFault.STRAY: "Check the file: mostek tournament verify",
    CopyFault.FOREIGN_KEY: "Publish from the computer that began, or ask who runs the server for a new link for this tournament.",
    CopyFault.REPLACED_KEY: "Nothing is to be done here. If both went on, merge the two: mostek tournament merge",
    CopyFault.UNSIGNED: "Install them: pip install mostek[signatures]",
    CopyFault.TOO_LARGE: "The tournament itself goes on; ask who runs the server.",
    CopyFault.OVER_LIMIT: "The tournament itself goes on at the computer on which it is run.",
    CopyFault.FUTURE: "Ask who runs the server to install a newer mostek.",
    CopyFault.OTHER_EVENT: "Ask for another link: each is for one tournament.",
    CopyFault.NOT_PUBLIC: "Publish at this computer itself, in its browser or its terminal: mostek tournament publish",
    CopyFault.ID_TAKEN: "If both went on, merge the two. Otherwise take over into another folder: MOSTEK_DATA",
    CopyFault.MOVED: "If both went on, fetch the other file and merge the two: mostek tournament merge",
}
"""Fault → what to do next, where something can be done."""


class CopyError(SentenceError, ValueError):
    """A copy refuses. `sentence` with its `params` is a key of the catalogue."""

    def __init__(self, fault: CopyFault, **params: object) -> None:
        super().__init__(SENTENCES[fault], **params)
        self.fault = fault
