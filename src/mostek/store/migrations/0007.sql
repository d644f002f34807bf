-- Tournaments are shown and run by the server.
-- The tournaments that this server shows; what happens in them is in their files.
CREATE TABLE hosted_tournament (
    id TEXT NOT NULL,  -- in its addresses
    file TEXT NOT NULL,  -- the name of its file in the folder of tournaments
    host TEXT,
    secret TEXT NOT NULL,  -- from which the codes of its players are made
    audience TEXT NOT NULL,  -- JSON of `app.hosted_tournaments.Audience`
    created BIGINT NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (file),
    FOREIGN KEY(host) REFERENCES person (id) ON DELETE SET NULL
);
CREATE INDEX ix_hosted_tournament_host ON hosted_tournament (host);

CREATE TABLE tournament_office (
    tournament TEXT NOT NULL,
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,  -- as the log names who gives a command
    until BIGINT NOT NULL,
    PRIMARY KEY (tournament, person),
    FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE,
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_tournament_office_person ON tournament_office (person);

CREATE TABLE tournament_invitation (
    token TEXT NOT NULL,  -- SHA-256 of what the link holds
    tournament TEXT NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,  -- for whom it is; empty: they say it themselves
    created BIGINT NOT NULL,
    until BIGINT NOT NULL,
    office_until BIGINT NOT NULL,  -- until when the office lasts
    used BIGINT,
    PRIMARY KEY (token),
    FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
);
CREATE INDEX ix_tournament_invitation_tournament ON tournament_invitation (tournament);

CREATE TABLE player_code (
    tournament TEXT NOT NULL,
    number INTEGER NOT NULL,
    generation INTEGER NOT NULL,  -- how many codes of this player were withdrawn
    PRIMARY KEY (tournament, number),
    FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
);

CREATE TABLE arbiter_call (
    tournament TEXT NOT NULL,
    id TEXT NOT NULL,  -- made by the phone, so that a call that is sent again is one
    number INTEGER NOT NULL,  -- who calls
    division TEXT NOT NULL,
    round INTEGER NOT NULL,
    place INTEGER NOT NULL,  -- the table
    reason TEXT NOT NULL,
    at BIGINT NOT NULL,
    taken_by TEXT,
    taken_at BIGINT,
    closed_at BIGINT,
    PRIMARY KEY (tournament, id),
    FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
);

CREATE TABLE announcement (
    tournament TEXT NOT NULL,
    id INTEGER NOT NULL,
    text TEXT NOT NULL,
    author TEXT NOT NULL,
    at BIGINT NOT NULL,
    withdrawn BIGINT,
    PRIMARY KEY (tournament, id),
    FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
);
