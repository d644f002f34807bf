-- Times are milliseconds since 1970.

CREATE TABLE event (
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    at BIGINT NOT NULL,
    asked BLOB,  -- the line of the command whose first event this is
    token TEXT,  -- the command's id, by which it is known when it is sent again
    line BLOB NOT NULL,  -- the event, as a line of `store.game_lines`
    PRIMARY KEY (game, version),
    UNIQUE (game, token)
) WITHOUT ROWID;

-- The last moment at which the server is known to have run, and the lineage of the database.
CREATE TABLE heartbeat (
    one INTEGER NOT NULL,
    at BIGINT NOT NULL,
    lineage TEXT NOT NULL,  -- chance; another one since a backup was put in place
    PRIMARY KEY (one)
);

CREATE TABLE invitation (
    token TEXT NOT NULL,  -- SHA-256 of what the link holds
    sitting TEXT NOT NULL,
    role TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (token),
    FOREIGN KEY(sitting) REFERENCES sitting (id) ON DELETE CASCADE
);

CREATE TABLE official (
    sitting TEXT NOT NULL,
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    PRIMARY KEY (sitting, person),
    FOREIGN KEY(sitting) REFERENCES sitting (id) ON DELETE CASCADE,
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);

CREATE TABLE person (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    login TEXT,  -- null: a guest
    password TEXT,  -- argon2id
    language TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (login)
);

CREATE TABLE place (
    sitting TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT,
    name TEXT NOT NULL,
    bot TEXT,
    PRIMARY KEY (sitting, seat),
    FOREIGN KEY(sitting) REFERENCES sitting (id) ON DELETE CASCADE,
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE SET NULL
);

CREATE TABLE session (
    token TEXT NOT NULL,  -- SHA-256 of what the cookie holds
    person TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    PRIMARY KEY (token),
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);

CREATE TABLE sitting (
    id TEXT NOT NULL,
    host TEXT,
    proposal BLOB NOT NULL,  -- JSON of `app.lobby.Proposal`
    status TEXT NOT NULL,  -- open, playing, over, closed
    created BIGINT NOT NULL,
    begun BIGINT,
    ended BIGINT,
    header BLOB,  -- the first line of the game's log; holds the secret seed
    result BLOB,  -- JSON of `GameResult`
    rematch TEXT,  -- the table at which these people play again
    PRIMARY KEY (id),
    FOREIGN KEY(host) REFERENCES person (id) ON DELETE SET NULL
);
CREATE INDEX ix_place_person ON place (person);
CREATE INDEX ix_session_person ON session (person);
CREATE INDEX ix_sitting_status ON sitting (status);
CREATE INDEX place_of_person ON place (person, sitting);
