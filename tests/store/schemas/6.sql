CREATE TABLE countersignature (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    seal TEXT NOT NULL,
    "key" TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE
);
CREATE TABLE event (
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    at BIGINT NOT NULL,
    asked BLOB,
    token TEXT,
    line BLOB NOT NULL,
    PRIMARY KEY (game, version),
    UNIQUE (game, token)
)
 WITHOUT ROWID
;
CREATE TABLE heartbeat (
    one INTEGER NOT NULL,
    at BIGINT NOT NULL,
    lineage TEXT NOT NULL,
    dated BIGINT,
    copied TEXT DEFAULT '' NOT NULL,
    PRIMARY KEY (one)
);
CREATE TABLE invitation (
    token TEXT NOT NULL,
    sitting TEXT NOT NULL,
    role TEXT NOT NULL,
    created BIGINT NOT NULL,
    uses INTEGER,
    until BIGINT,
    withdrawn BIGINT,
    PRIMARY KEY (token),
    FOREIGN KEY(sitting) REFERENCES sitting (id) ON DELETE CASCADE
);
CREATE TABLE invitation_use (
    token TEXT NOT NULL,
    person TEXT,
    at BIGINT NOT NULL,
    FOREIGN KEY(token) REFERENCES invitation (token) ON DELETE CASCADE,
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE SET NULL
);
CREATE TABLE official (
    sitting TEXT NOT NULL,
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    sees_racks INTEGER DEFAULT 1 NOT NULL,
    asks INTEGER DEFAULT 0 NOT NULL,
    PRIMARY KEY (sitting, person),
    FOREIGN KEY(sitting) REFERENCES sitting (id) ON DELETE CASCADE,
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE TABLE passkey (
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
);
CREATE TABLE person (
    id TEXT NOT NULL,
    name TEXT NOT NULL,
    login TEXT,
    password TEXT,
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
    ready BIGINT,
    commitment TEXT,
    share TEXT,
    PRIMARY KEY (sitting, seat),
    FOREIGN KEY(sitting) REFERENCES sitting (id) ON DELETE CASCADE,
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE SET NULL
);
CREATE TABLE reset_code (
    token TEXT NOT NULL,
    person TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (token),
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE TABLE seat_name (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT,
    name TEXT NOT NULL,
    salt TEXT NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE,
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE TABLE session (
    token TEXT NOT NULL,
    person TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    device TEXT,
    PRIMARY KEY (token),
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE TABLE signed_head (
    game TEXT NOT NULL,
    lines INTEGER NOT NULL,
    seal TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (game),
    FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE
);
CREATE TABLE sitting (
    id TEXT NOT NULL,
    host TEXT,
    proposal BLOB NOT NULL,
    status TEXT NOT NULL,
    created BIGINT NOT NULL,
    begun BIGINT,
    ended BIGINT,
    header BLOB,
    result BLOB,
    rematch TEXT,
    secret TEXT,
    awaited BIGINT,
    PRIMARY KEY (id),
    FOREIGN KEY(host) REFERENCES person (id) ON DELETE SET NULL
);
CREATE INDEX ix_invitation_sitting ON invitation (sitting);
CREATE INDEX ix_invitation_use_token ON invitation_use (token);
CREATE INDEX ix_passkey_person ON passkey (person);
CREATE INDEX ix_place_person ON place (person);
CREATE INDEX ix_reset_code_person ON reset_code (person);
CREATE INDEX ix_seat_name_person ON seat_name (person);
CREATE INDEX ix_session_person ON session (person);
CREATE INDEX ix_sitting_status ON sitting (status);
CREATE INDEX official_of_person ON official (person);
CREATE INDEX place_of_person ON place (person, sitting);
CREATE INDEX sitting_by_rematch ON sitting (rematch);
CREATE INDEX sitting_of_host ON sitting (host, created);
PRAGMA user_version = 6;
