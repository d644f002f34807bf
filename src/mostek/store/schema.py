"""The schema of the database, and the steps that bring an earlier one up to date. Times are milliseconds since 1970."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
    literal_column,
)

from mostek.app.ports import LogError, SaveError
from mostek.store.sqlite import damaged, database_why, is_damage, opened

VERSION = 10
"""The version of the tables; a change raises it and adds a step to `STEPS`. An older mostek does not write to a newer
database."""

metadata = MetaData()

person = Table(
    "person",
    metadata,
    Column("id", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("login", Text, unique=True),  # null: a guest
    Column("password", Text),  # argon2id
    Column("language", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
)

session = Table(
    "session",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of what the cookie holds
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Column("device", Text),  # the browser and the system that opened it, in two words
)

reset_code = Table(
    "reset_code",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of the code that the operator gives out
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("until", BigInteger, nullable=False),
)

passkey = Table(
    "passkey",
    metadata,
    Column("id", Text, primary_key=True),
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("credential", LargeBinary, unique=True, nullable=False),  # by which its device knows it
    Column("public_key", LargeBinary, nullable=False),  # COSE
    Column("count", BigInteger, nullable=False),  # of uses, as the device says
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("used", BigInteger),
)

sitting = Table(
    "sitting",
    metadata,
    Column("id", Text, primary_key=True),
    Column("host", Text, ForeignKey("person.id", ondelete="SET NULL")),
    Column("proposal", LargeBinary, nullable=False),  # JSON of `app.lobby.Proposal`
    Column("status", Text, nullable=False, index=True),  # open, playing, over, closed
    Column("created", BigInteger, nullable=False),
    Column("begun", BigInteger),
    Column("ended", BigInteger),
    Column("header", LargeBinary),  # the first line of the game's log; holds the secret seed
    Column("result", LargeBinary),  # JSON of `GameResult`
    Column("rematch", Text),  # the table at which these people play again
    Column("secret", Text),  # the server's share of the seed, until the game begins
    Column("awaited", BigInteger),  # since when nothing but shares of the seed is awaited
)

place = Table(
    "place",
    metadata,
    Column("sitting", Text, ForeignKey("sitting.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", Text, ForeignKey("person.id", ondelete="SET NULL"), index=True),
    Column("name", Text, nullable=False),
    Column("bot", Text),
    Column("ready", BigInteger),  # when the person said that the game can begin
    Column("commitment", Text),  # of the person's page to its share of the seed
    Column("share", Text),  # that share, until the game begins
    PrimaryKeyConstraint("sitting", "seat"),
)

official = Table(
    "official",
    metadata,
    Column("sitting", Text, ForeignKey("sitting.id", ondelete="CASCADE"), nullable=False),
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("role", Text, nullable=False),
    Column("sees_racks", Integer, nullable=False, server_default=literal_column("1")),
    Column("asks", Integer, nullable=False, server_default=literal_column("0")),  # 1: waits for the players' consent
    PrimaryKeyConstraint("sitting", "person"),
)

invitation = Table(
    "invitation",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of what the link holds
    Column("sitting", Text, ForeignKey("sitting.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("uses", Integer),  # how many people it is for; null: for any number, as before version 6
    Column("until", BigInteger),  # null: as long as the table takes people, as before version 6
    Column("withdrawn", BigInteger),
)

invitation_use = Table(
    "invitation_use",
    metadata,
    Column("token", Text, ForeignKey("invitation.token", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", Text, ForeignKey("person.id", ondelete="SET NULL")),
    Column("at", BigInteger, nullable=False),
)
"""Who has used an invitation. A person who is forgotten has used it all the same."""

event = Table(
    "event",
    metadata,
    Column("game", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("asked", LargeBinary),  # the line of the command whose first event this is
    Column("token", Text),  # the command's id, by which it is known when it is sent again
    Column("line", LargeBinary, nullable=False),  # the event, as a line of `store.game_lines`
    PrimaryKeyConstraint("game", "version"),
    UniqueConstraint("game", "token"),
    sqlite_with_rowid=False,
)

seat_name = Table(
    "seat_name",
    metadata,
    Column("game", Text, ForeignKey("sitting.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), index=True),  # null: a bot
    Column("name", Text, nullable=False),
    Column("salt", Text, nullable=False),  # of the commitment in the first line of the log
    PrimaryKeyConstraint("game", "seat"),
)
"""The names of the players of games whose logs have commitments to them; a person's row goes with the person."""

signed_head = Table(
    "signed_head",
    metadata,
    Column("game", Text, ForeignKey("sitting.id", ondelete="CASCADE"), primary_key=True),
    Column("lines", Integer, nullable=False),
    Column("seal", Text, nullable=False),
    Column("signature", Text, nullable=False),
)
"""The last head of each game that the server has signed (`app.seals`)."""

countersignature = Table(
    "countersignature",
    metadata,
    Column("game", Text, ForeignKey("sitting.id", ondelete="CASCADE"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("lines", Integer, nullable=False),
    Column("seal", Text, nullable=False),
    Column("key", Text, nullable=False),
    Column("signature", Text, nullable=False),
    PrimaryKeyConstraint("game", "seat"),
)
"""The last head that each player's page has countersigned."""

hosted_tournament = Table(
    "hosted_tournament",
    metadata,
    Column("id", Text, primary_key=True),  # in its addresses
    Column("file", Text, unique=True, nullable=False),  # the name of its file in the folder of tournaments
    Column("host", Text, ForeignKey("person.id", ondelete="SET NULL"), index=True),
    Column("secret", Text, nullable=False),  # from which the codes of its players are made
    Column("audience", Text, nullable=False),  # JSON of `app.hosted_tournaments.Audience`
    Column("created", BigInteger, nullable=False),
    Column("online", Text, nullable=False, server_default="{}"),  # JSON of `app.online_play.OnlinePlay`
)
round_game = Table(
    "round_game",
    metadata,
    Column("tournament", Text, ForeignKey("hosted_tournament.id", ondelete="CASCADE"), primary_key=True),
    Column("division", Text, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),  # the number of the table
    Column("game", Text, ForeignKey("sitting.id", ondelete="CASCADE"), unique=True, nullable=False),
    Column("players", Text, nullable=False),  # JSON of the starting numbers, in the order of the seats
    Column("settled", Integer, nullable=False, server_default="0"),  # 1: its result was handed to the desk
)
"""The tournaments that this server shows; what happens in them is in their files."""

tournament_office = Table(
    "tournament_office",
    metadata,
    Column("tournament", Text, ForeignKey("hosted_tournament.id", ondelete="CASCADE"), nullable=False),
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", Text, nullable=False),
    Column("name", Text, nullable=False),  # as the log names who gives a command
    Column("until", BigInteger, nullable=False),
    PrimaryKeyConstraint("tournament", "person"),
)

tournament_invitation = Table(
    "tournament_invitation",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of what the link holds
    Column("tournament", Text, ForeignKey("hosted_tournament.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("role", Text, nullable=False),
    Column("name", Text, nullable=False),  # for whom it is; empty: they say it themselves
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("office_until", BigInteger, nullable=False),  # until when the office lasts
    Column("used", BigInteger),
)

player_code = Table(
    "player_code",
    metadata,
    Column("tournament", Text, ForeignKey("hosted_tournament.id", ondelete="CASCADE"), nullable=False),
    Column("number", Integer, nullable=False),
    Column("generation", Integer, nullable=False),  # how many codes of this player were withdrawn
    PrimaryKeyConstraint("tournament", "number"),
)

arbiter_call = Table(
    "arbiter_call",
    metadata,
    Column("tournament", Text, ForeignKey("hosted_tournament.id", ondelete="CASCADE"), nullable=False),
    Column("id", Text, nullable=False),  # made by the phone, so that a call that is sent again is one
    Column("number", Integer, nullable=False),  # who calls
    Column("division", Text, nullable=False),
    Column("round", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # the table
    Column("reason", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("taken_by", Text),
    Column("taken_at", BigInteger),
    Column("closed_at", BigInteger),
    PrimaryKeyConstraint("tournament", "id"),
)

announcement = Table(
    "announcement",
    metadata,
    Column("tournament", Text, ForeignKey("hosted_tournament.id", ondelete="CASCADE"), nullable=False),
    Column("id", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("withdrawn", BigInteger),
    PrimaryKeyConstraint("tournament", "id"),
)

# Copies of tournaments on other computers (version 8).
log_copy = Table(
    "log_copy",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of what the link holds
    Column("label", Text, nullable=False),  # for whom the link is, as the operator has said
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),  # until when something may be published by it for the first time
    # null: nothing is published by this link
    Column("tournament", Text, ForeignKey("hosted_tournament.id", ondelete="SET NULL"), unique=True),
    Column("key", Text),  # the desk that publishes; null before the first time
    Column("at", BigInteger),  # when the copy last had everything
    Column("codes", Text, nullable=False, server_default="{}"),  # SHA-256 of the code of each player
    Column("moved", BigInteger),  # since when the tournament goes on here, so that nothing more is taken
)

standby = Table(
    "standby",
    metadata,
    Column("token", Text, primary_key=True),  # SHA-256 of what the link holds
    Column("tournament", Text, ForeignKey("hosted_tournament.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
    Column("key", Text),  # the key of the computer that stands by; null before it came
)
# End of the copies.

push_subscription = Table(
    "push_subscription",
    metadata,
    Column("tournament", Text, ForeignKey("hosted_tournament.id", ondelete="CASCADE"), nullable=False),
    Column("browser", Text, nullable=False),  # SHA-256 of the endpoint
    Column("topic", Text, nullable=False),
    Column("number", Integer, nullable=False),  # the player; 0 where the topic is no player
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), index=True),  # the official, for calls
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("address", Text, nullable=False, server_default=""),  # of who has asked, as a hash (version 10)
    PrimaryKeyConstraint("tournament", "browser", "topic", "number"),
)
"""The browsers that want messages of a tournament."""
Index("push_subscription_of_browser", push_subscription.c.browser)

# The boxes of cards (version 9).
study_card = Table(
    "study_card",
    metadata,
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("card", Text, nullable=False),  # its name in the box
    Column("body", LargeBinary, nullable=False),  # JSON of `study.box.StudyCard`
    Column(
        "place", Integer, nullable=False
    ),  # grows with each change of the box, so that a page asks for later ones only
    PrimaryKeyConstraint("person", "card"),
)
Index("study_card_of_person", study_card.c.person, study_card.c.place)

study_review = Table(
    "study_review",
    metadata,
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("card", Text, nullable=False),
    Column("rating", Integer, nullable=False),
    Column("place", Integer, nullable=False),  # as that of a card
    PrimaryKeyConstraint("person", "at", "card", "rating"),
)
Index("study_review_of_person", study_review.c.person, study_review.c.place)
# End of the boxes.

# Sets of tasks for a class (version 9).
class_set = Table(
    "class_set",
    metadata,
    Column("id", Text, primary_key=True),
    Column("teacher", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("body", LargeBinary, nullable=False),  # JSON of `app.class_sets.ClassSet`
    Column("changed", BigInteger, nullable=False),
)
"""The sets that teachers have made. Nothing about pupils is stored."""
# End of the sets.

# What people leave on the disk (version 10).
left_file = Table(
    "left_file",
    metadata,
    Column("kind", Text, nullable=False),  # `app.byte_budgets.LeftKind`
    Column("name", Text, nullable=False),
    Column("leaver", Text, nullable=False),  # the id of the person, also after they are forgotten
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), index=True),  # if it goes with the person
    Column("address", Text, nullable=False),  # from which they came, as a hash
    Column("bytes", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
    PrimaryKeyConstraint("kind", "name"),
)
"""The bytes of the disk that each person and each address has used."""
Index("left_file_of_leaver", left_file.c.leaver, left_file.c.kind)
Index("left_file_of_address", left_file.c.address, left_file.c.kind)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("one", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("lineage", Text, nullable=False),  # chance; another one since a backup was put in place
    Column("dated", BigInteger),  # the last moment at which nobody doubted the date of the host
    Column("copied", Text, nullable=False, server_default=""),  # the last line of the journal of the copy
)
"""The last moment at which the server is known to have run, and the lineage of the database."""

# Puzzles (version 9).
puzzle_strength = Table(
    "puzzle_strength",
    metadata,
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    Column("mean", Float, nullable=False),  # of `app.puzzle_ratings.Strength`
    Column("deviation", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)
"""How well a person solves puzzles."""

puzzle_rating = Table(
    "puzzle_rating",
    metadata,
    Column("puzzle", Text, primary_key=True),
    Column("mean", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)
"""How hard people find a puzzle."""

puzzle_try = Table(
    "puzzle_try",
    metadata,
    Column("person", Text, ForeignKey("person.id", ondelete="CASCADE"), nullable=False),
    Column("puzzle", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("hints", Integer, nullable=False),
    Column("solved", Integer),  # by the first answer; null: only hints so far
    PrimaryKeyConstraint("person", "puzzle"),
    sqlite_with_rowid=False,
)
"""What a person has answered first, or asked hints for."""

Index("place_of_person", place.c.person, place.c.sitting)
Index("sitting_by_rematch", sitting.c.rematch)
Index("sitting_of_host", sitting.c.host, sitting.c.created)
Index("official_of_person", official.c.person)


FIRST_TABLES = frozenset({"person", "session", "sitting", "place", "official", "invitation", "event", "heartbeat"})
"""The tables that a database of any version has."""

_PUZZLES = (
    """
    CREATE TABLE puzzle_strength (
        person TEXT NOT NULL,
        mean FLOAT NOT NULL,
        deviation FLOAT NOT NULL,
        tried INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        PRIMARY KEY (person),
        FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
    )
    """,
    """
    CREATE TABLE puzzle_rating (
        puzzle TEXT NOT NULL,
        mean FLOAT NOT NULL,
        deviation FLOAT NOT NULL,
        tried INTEGER NOT NULL,
        solved INTEGER NOT NULL,
        PRIMARY KEY (puzzle)
    )
    """,
    """
    CREATE TABLE puzzle_try (
        person TEXT NOT NULL,
        puzzle TEXT NOT NULL,
        at BIGINT NOT NULL,
        hints INTEGER NOT NULL,
        solved INTEGER,
        PRIMARY KEY (person, puzzle),
        FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
    ) WITHOUT ROWID
    """,
)
"""The tables of puzzles, a part of version 9."""

STEPS: Mapping[int, tuple[str, ...]] = {
    # Databases were made with passkeys, too, before that was another version.
    2: (
        """
        CREATE TABLE IF NOT EXISTS passkey (
            id TEXT NOT NULL,
            person TEXT NOT NULL,
            credential BLOB NOT NULL,
            public_key BLOB NOT NULL,
            count BIGINT NOT NULL,
            name TEXT NOT NULL,
            created BIGINT NOT NULL,
            used BIGINT,
            PRIMARY KEY (id),
            FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE,
            UNIQUE (credential)
        )
        """,
        "CREATE INDEX IF NOT EXISTS ix_passkey_person ON passkey (person)",
        "CREATE INDEX IF NOT EXISTS sitting_by_rematch ON sitting (rematch)",
    ),
    # An official who joins a running game may rule without seeing the racks.
    3: ("ALTER TABLE official ADD COLUMN sees_racks INTEGER DEFAULT 1 NOT NULL",),
    # Without these the lobby of a person reads every table there ever was, once for each of its visitors.
    4: (
        "CREATE INDEX IF NOT EXISTS sitting_of_host ON sitting (host, created)",
        "CREATE INDEX IF NOT EXISTS official_of_person ON official (person)",
    ),
    # Before a clock starts, all people say that they are ready. Sessions are listed by device, passwords are reset by a
    # code, dates are doubted, and each write goes to a second disk. Names stand beside the log, with what was signed.
    5: (
        "ALTER TABLE place ADD COLUMN ready BIGINT",
        "ALTER TABLE session ADD COLUMN device TEXT",
        """
        CREATE TABLE reset_code (
            token TEXT NOT NULL,
            person TEXT NOT NULL,
            until BIGINT NOT NULL,
            PRIMARY KEY (token),
            FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX ix_reset_code_person ON reset_code (person)",
        "ALTER TABLE heartbeat ADD COLUMN dated BIGINT",
        "ALTER TABLE heartbeat ADD COLUMN copied TEXT DEFAULT '' NOT NULL",
        """
        CREATE TABLE seat_name (
            game TEXT NOT NULL,
            seat INTEGER NOT NULL,
            person TEXT,
            name TEXT NOT NULL,
            salt TEXT NOT NULL,
            PRIMARY KEY (game, seat),
            FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE,
            FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX ix_seat_name_person ON seat_name (person)",
        """
        CREATE TABLE signed_head (
            game TEXT NOT NULL,
            lines INTEGER NOT NULL,
            seal TEXT NOT NULL,
            signature TEXT NOT NULL,
            PRIMARY KEY (game),
            FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE
        )
        """,
        """
        CREATE TABLE countersignature (
            game TEXT NOT NULL,
            seat INTEGER NOT NULL,
            lines INTEGER NOT NULL,
            seal TEXT NOT NULL,
            key TEXT NOT NULL,
            signature TEXT NOT NULL,
            PRIMARY KEY (game, seat),
            FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE
        )
        """,
    ),
    # The seed of a game is made of shares of the server and of the players' pages. An official who comes during a game waits for
    # the players' consent. An invitation is for so many people, expires, and can be withdrawn; earlier ones are as they were.
    6: (
        "ALTER TABLE sitting ADD COLUMN secret TEXT",
        "ALTER TABLE sitting ADD COLUMN awaited BIGINT",
        "ALTER TABLE place ADD COLUMN commitment TEXT",
        "ALTER TABLE place ADD COLUMN share TEXT",
        "ALTER TABLE official ADD COLUMN asks INTEGER DEFAULT 0 NOT NULL",
        "ALTER TABLE invitation ADD COLUMN uses INTEGER",
        "ALTER TABLE invitation ADD COLUMN until BIGINT",
        "ALTER TABLE invitation ADD COLUMN withdrawn BIGINT",
        "CREATE INDEX ix_invitation_sitting ON invitation (sitting)",
        """
        CREATE TABLE invitation_use (
            token TEXT NOT NULL,
            person TEXT,
            at BIGINT NOT NULL,
            FOREIGN KEY(token) REFERENCES invitation (token) ON DELETE CASCADE,
            FOREIGN KEY(person) REFERENCES person (id) ON DELETE SET NULL
        )
        """,
        "CREATE INDEX ix_invitation_use_token ON invitation_use (token)",
    ),
    # Tournaments are shown and run by the server.
    7: (
        """
        CREATE TABLE hosted_tournament (
            id TEXT NOT NULL,
            file TEXT NOT NULL,
            host TEXT,
            secret TEXT NOT NULL,
            audience TEXT NOT NULL,
            created BIGINT NOT NULL,
            PRIMARY KEY (id),
            UNIQUE (file),
            FOREIGN KEY(host) REFERENCES person (id) ON DELETE SET NULL
        )
        """,
        "CREATE INDEX ix_hosted_tournament_host ON hosted_tournament (host)",
        """
        CREATE TABLE tournament_office (
            tournament TEXT NOT NULL,
            person TEXT NOT NULL,
            role TEXT NOT NULL,
            name TEXT NOT NULL,
            until BIGINT NOT NULL,
            PRIMARY KEY (tournament, person),
            FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE,
            FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX ix_tournament_office_person ON tournament_office (person)",
        """
        CREATE TABLE tournament_invitation (
            token TEXT NOT NULL,
            tournament TEXT NOT NULL,
            role TEXT NOT NULL,
            name TEXT NOT NULL,
            created BIGINT NOT NULL,
            until BIGINT NOT NULL,
            office_until BIGINT NOT NULL,
            used BIGINT,
            PRIMARY KEY (token),
            FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX ix_tournament_invitation_tournament ON tournament_invitation (tournament)",
        """
        CREATE TABLE player_code (
            tournament TEXT NOT NULL,
            number INTEGER NOT NULL,
            generation INTEGER NOT NULL,
            PRIMARY KEY (tournament, number),
            FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
        )
        """,
        """
        CREATE TABLE arbiter_call (
            tournament TEXT NOT NULL,
            id TEXT NOT NULL,
            number INTEGER NOT NULL,
            division TEXT NOT NULL,
            round INTEGER NOT NULL,
            place INTEGER NOT NULL,
            reason TEXT NOT NULL,
            at BIGINT NOT NULL,
            taken_by TEXT,
            taken_at BIGINT,
            closed_at BIGINT,
            PRIMARY KEY (tournament, id),
            FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
        )
        """,
        """
        CREATE TABLE announcement (
            tournament TEXT NOT NULL,
            id INTEGER NOT NULL,
            text TEXT NOT NULL,
            author TEXT NOT NULL,
            at BIGINT NOT NULL,
            withdrawn BIGINT,
            PRIMARY KEY (tournament, id),
            FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
        )
        """,
    ),
    8: (
        # Copies of tournaments on other computers.
        """
        CREATE TABLE log_copy (
            token TEXT NOT NULL,
            label TEXT NOT NULL,
            created BIGINT NOT NULL,
            until BIGINT NOT NULL,
            tournament TEXT,
            key TEXT,
            at BIGINT,
            codes TEXT NOT NULL DEFAULT '{}',
            moved BIGINT,
            PRIMARY KEY (token),
            UNIQUE (tournament),
            FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE SET NULL
        )
        """,
        """
        CREATE TABLE standby (
            token TEXT NOT NULL,
            tournament TEXT NOT NULL,
            created BIGINT NOT NULL,
            until BIGINT NOT NULL,
            key TEXT,
            PRIMARY KEY (token),
            FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX ix_standby_tournament ON standby (tournament)",
        # End of the copies.
        "ALTER TABLE hosted_tournament ADD COLUMN online TEXT DEFAULT '{}' NOT NULL",
        """
        CREATE TABLE round_game (
            tournament TEXT NOT NULL,
            division TEXT NOT NULL,
            round INTEGER NOT NULL,
            place INTEGER NOT NULL,
            game TEXT NOT NULL,
            players TEXT NOT NULL,
            settled INTEGER DEFAULT '0' NOT NULL,
            PRIMARY KEY (tournament, division, round, place),
            FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE,
            UNIQUE (game),
            FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE
        )
        """,
        # Messages to phones.
        """
        CREATE TABLE push_subscription (
            tournament TEXT NOT NULL,
            browser TEXT NOT NULL,
            topic TEXT NOT NULL,
            number INTEGER NOT NULL,
            person TEXT,
            endpoint TEXT NOT NULL,
            p256dh TEXT NOT NULL,
            auth TEXT NOT NULL,
            language TEXT NOT NULL,
            created BIGINT NOT NULL,
            PRIMARY KEY (tournament, browser, topic, number),
            FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE,
            FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX ix_push_subscription_person ON push_subscription (person)",
        "CREATE INDEX push_subscription_of_browser ON push_subscription (browser)",
    ),
    9: (
        # The boxes of cards.
        """
        CREATE TABLE study_card (
            person TEXT NOT NULL,
            card TEXT NOT NULL,
            body BLOB NOT NULL,
            place INTEGER NOT NULL,
            PRIMARY KEY (person, card),
            FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX study_card_of_person ON study_card (person, place)",
        """
        CREATE TABLE study_review (
            person TEXT NOT NULL,
            at BIGINT NOT NULL,
            card TEXT NOT NULL,
            rating INTEGER NOT NULL,
            place INTEGER NOT NULL,
            PRIMARY KEY (person, at, card, rating),
            FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX study_review_of_person ON study_review (person, place)",
        # End of the boxes.
        # Sets of tasks for a class.
        """
        CREATE TABLE class_set (
            id TEXT NOT NULL,
            teacher TEXT NOT NULL,
            body BLOB NOT NULL,
            changed BIGINT NOT NULL,
            PRIMARY KEY (id),
            FOREIGN KEY(teacher) REFERENCES person (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX ix_class_set_teacher ON class_set (teacher)",
        # End of the sets.
        *_PUZZLES,
    ),
    10: (
        """
        CREATE TABLE left_file (
            kind TEXT NOT NULL,
            name TEXT NOT NULL,
            leaver TEXT NOT NULL,
            person TEXT,
            address TEXT NOT NULL,
            bytes BIGINT NOT NULL,
            at BIGINT NOT NULL,
            PRIMARY KEY (kind, name),
            FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
        )
        """,
        "CREATE INDEX ix_left_file_person ON left_file (person)",
        "CREATE INDEX left_file_of_leaver ON left_file (leaver, kind)",
        "CREATE INDEX left_file_of_address ON left_file (address, kind)",
        "ALTER TABLE push_subscription ADD COLUMN address TEXT DEFAULT '' NOT NULL",
    ),
}
"""The SQL statements that lead to each version from the one before."""


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """The version of the tables of a database, 0 for an empty one. Raises `LogError` for one of a later mostek."""
    version: int = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise LogError("{path} was written by a later mostek; install that one.", path=path)
    return version


def upgrade(path: Path, before: Callable[[], object] = lambda: None) -> None:
    """Take all missing steps of a database, or none. `before` is called when other writers are locked out.

    Raises `LogError` for a database of a later mostek, `SaveError`, and what `before` raises.
    """
    try:
        with closing(opened(path)) as connection:
            if version_of(connection, path) < VERSION:
                connection.execute("BEGIN IMMEDIATE")
                if there := version_of(connection, path):
                    before()
                    _take_steps(connection, there)
                connection.execute(f"PRAGMA user_version={VERSION}")
                connection.execute("COMMIT")
    except sqlite3.Error as error:
        if is_damage(error):
            raise damaged(path, error) from None
        raise SaveError("{path} cannot be written: {why}.", path=path, why=database_why(error)) from None


def _take_steps(connection: sqlite3.Connection, there: int) -> None:
    for version in range(there + 1, VERSION + 1):
        for statement in STEPS[version]:
            connection.execute(statement)
    connection.execute("UPDATE heartbeat SET copied = ''")  # the journal of the copy does not have these steps
