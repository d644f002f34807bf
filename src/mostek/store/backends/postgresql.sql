-- All tables of version 10 at once, for PostgreSQL; what they are for is said in the steps of SQLite.

CREATE TABLE event (
    game TEXT NOT NULL,
    version INTEGER NOT NULL,
    at BIGINT NOT NULL,
    asked BLOB,
    token TEXT,
    line BLOB NOT NULL,
    PRIMARY KEY (game, version),
    UNIQUE (game, token)
);
CREATE TABLE heartbeat (
    one INTEGER NOT NULL,
    at BIGINT NOT NULL,
    lineage TEXT NOT NULL,
    dated BIGINT,
    copied TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (one)
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
CREATE TABLE puzzle_rating (
    puzzle TEXT NOT NULL,
    mean FLOAT NOT NULL,
    deviation FLOAT NOT NULL,
    tried INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (puzzle)
);
CREATE TABLE puzzle_strength (
    person TEXT NOT NULL,
    mean FLOAT NOT NULL,
    deviation FLOAT NOT NULL,
    tried INTEGER NOT NULL,
    solved INTEGER NOT NULL,
    PRIMARY KEY (person),
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE TABLE puzzle_try (
    person TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    at BIGINT NOT NULL,
    hints INTEGER NOT NULL,
    solved INTEGER,
    PRIMARY KEY (person, puzzle),
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE TABLE reset_code (
    token TEXT NOT NULL,
    person TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (token),
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_reset_code_person ON reset_code (person);
CREATE TABLE session (
    token TEXT NOT NULL,
    person TEXT NOT NULL,
    created BIGINT NOT NULL,
    seen BIGINT NOT NULL,
    device TEXT,
    PRIMARY KEY (token),
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_session_person ON session (person);
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
    FOREIGN KEY (host) REFERENCES person (id) ON DELETE SET NULL
);
CREATE INDEX ix_sitting_status ON sitting (status);
CREATE INDEX sitting_by_rematch ON sitting (rematch);
CREATE INDEX sitting_of_host ON sitting (host, created);
CREATE TABLE study_card (
    person TEXT NOT NULL,
    card TEXT NOT NULL,
    body BLOB NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (person, card),
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX study_card_of_person ON study_card (person, place);
CREATE TABLE study_review (
    person TEXT NOT NULL,
    at BIGINT NOT NULL,
    card TEXT NOT NULL,
    rating INTEGER NOT NULL,
    place INTEGER NOT NULL,
    PRIMARY KEY (person, at, card, rating),
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX study_review_of_person ON study_review (person, place);
CREATE TABLE class_set (
    id TEXT NOT NULL,
    teacher TEXT NOT NULL,
    body BLOB NOT NULL,
    changed BIGINT NOT NULL,
    PRIMARY KEY (id),
    FOREIGN KEY (teacher) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_class_set_teacher ON class_set (teacher);
CREATE TABLE countersignature (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    seal TEXT NOT NULL,
    key TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game) REFERENCES sitting (id) ON DELETE CASCADE
);
CREATE TABLE hosted_tournament (
    id TEXT NOT NULL,
    file TEXT NOT NULL,
    host TEXT,
    secret TEXT NOT NULL,
    audience TEXT NOT NULL,
    created BIGINT NOT NULL,
    online TEXT NOT NULL DEFAULT '{}',
    PRIMARY KEY (id),
    UNIQUE (file),
    FOREIGN KEY (host) REFERENCES person (id) ON DELETE SET NULL
);
CREATE INDEX ix_hosted_tournament_host ON hosted_tournament (host);
CREATE TABLE invitation (
    token TEXT NOT NULL,
    sitting TEXT NOT NULL,
    role TEXT NOT NULL,
    created BIGINT NOT NULL,
    uses INTEGER,
    until BIGINT,
    withdrawn BIGINT,
    PRIMARY KEY (token),
    FOREIGN KEY (sitting) REFERENCES sitting (id) ON DELETE CASCADE
);
CREATE INDEX ix_invitation_sitting ON invitation (sitting);
CREATE TABLE invitation_use (
    token TEXT NOT NULL,
    person TEXT,
    at BIGINT NOT NULL,
    FOREIGN KEY (token) REFERENCES invitation (token) ON DELETE CASCADE,
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE SET NULL
);
CREATE INDEX ix_invitation_use_token ON invitation_use (token);
CREATE TABLE left_file (
    kind TEXT NOT NULL,
    name TEXT NOT NULL,
    leaver TEXT NOT NULL,
    person TEXT,
    address TEXT NOT NULL,
    bytes BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (kind, name),
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_left_file_person ON left_file (person);
CREATE INDEX left_file_of_leaver ON left_file (leaver, kind);
CREATE INDEX left_file_of_address ON left_file (address, kind);
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
    FOREIGN KEY (tournament) REFERENCES hosted_tournament (id) ON DELETE SET NULL
);
CREATE TABLE official (
    sitting TEXT NOT NULL,
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    sees_racks INTEGER NOT NULL DEFAULT 1,
    asks INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (sitting, person),
    FOREIGN KEY (sitting) REFERENCES sitting (id) ON DELETE CASCADE,
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX official_of_person ON official (person);
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
    UNIQUE (credential),
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_passkey_person ON passkey (person);
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
    FOREIGN KEY (sitting) REFERENCES sitting (id) ON DELETE CASCADE,
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE SET NULL
);
CREATE INDEX ix_place_person ON place (person);
CREATE INDEX place_of_person ON place (person, sitting);
CREATE TABLE player_code (
    tournament TEXT NOT NULL,
    number INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    PRIMARY KEY (tournament, number),
    FOREIGN KEY (tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
);
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
    address TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (tournament, browser, topic, number),
    FOREIGN KEY (tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE,
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_push_subscription_person ON push_subscription (person);
CREATE INDEX push_subscription_of_browser ON push_subscription (browser);
CREATE TABLE round_game (
    tournament TEXT NOT NULL,
    division TEXT NOT NULL,
    round INTEGER NOT NULL,
    place INTEGER NOT NULL,
    game TEXT NOT NULL,
    players TEXT NOT NULL,
    settled INTEGER NOT NULL DEFAULT '0',
    PRIMARY KEY (tournament, division, round, place),
    UNIQUE (game),
    FOREIGN KEY (tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE,
    FOREIGN KEY (game) REFERENCES sitting (id) ON DELETE CASCADE
);
CREATE TABLE seat_name (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT,
    name TEXT NOT NULL,
    salt TEXT NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY (game) REFERENCES sitting (id) ON DELETE CASCADE,
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_seat_name_person ON seat_name (person);
CREATE TABLE signed_head (
    game TEXT NOT NULL,
    lines INTEGER NOT NULL,
    seal TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (game),
    FOREIGN KEY (game) REFERENCES sitting (id) ON DELETE CASCADE
);
CREATE TABLE standby (
    token TEXT NOT NULL,
    tournament TEXT NOT NULL,
    created BIGINT NOT NULL,
    until BIGINT NOT NULL,
    key TEXT,
    PRIMARY KEY (token),
    FOREIGN KEY (tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
);
CREATE INDEX ix_standby_tournament ON standby (tournament);
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
    FOREIGN KEY (tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
);
CREATE INDEX ix_tournament_invitation_tournament ON tournament_invitation (tournament);
CREATE TABLE tournament_office (
    tournament TEXT NOT NULL,
    person TEXT NOT NULL,
    role TEXT NOT NULL,
    name TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (tournament, person),
    FOREIGN KEY (tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE,
    FOREIGN KEY (person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_tournament_office_person ON tournament_office (person);
CREATE TABLE announcement (
    tournament TEXT NOT NULL,
    id INTEGER NOT NULL,
    text TEXT NOT NULL,
    author TEXT NOT NULL,
    at BIGINT NOT NULL,
    withdrawn BIGINT,
    PRIMARY KEY (tournament, id),
    FOREIGN KEY (tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
);
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
    FOREIGN KEY (tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
);

-- Whether the JSON object in some bytes has `true` for a key; not if they are no JSON.
CREATE FUNCTION mostek_json_is_true(body BYTEA, name VARCHAR) RETURNS BOOLEAN LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN RETURN coalesce(convert_from(body, 'UTF8')::jsonb ->> name = 'true', false); EXCEPTION WHEN others THEN RETURN false; END $$;
