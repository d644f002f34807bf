-- Copies of tournaments on other computers, games of online rounds, messages to phones.

CREATE TABLE log_copy (
    token TEXT NOT NULL,  -- SHA-256 of what the link holds
    label TEXT NOT NULL,  -- for whom the link is, as the operator has said
    created BIGINT NOT NULL,
    until BIGINT NOT NULL,  -- until when something may be published by it for the first time
    tournament TEXT,  -- null: nothing is published by this link
    key TEXT,  -- the desk that publishes; null before the first time
    at BIGINT,  -- when the copy last had everything
    codes TEXT NOT NULL DEFAULT '{}',  -- SHA-256 of the code of each player
    moved BIGINT,  -- since when the tournament goes on here, so that nothing more is taken
    PRIMARY KEY (token),
    UNIQUE (tournament),
    FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE SET NULL
);

CREATE TABLE standby (
    token TEXT NOT NULL,  -- SHA-256 of what the link holds
    tournament TEXT NOT NULL,
    created BIGINT NOT NULL,
    until BIGINT NOT NULL,
    key TEXT,  -- the key of the computer that stands by; null before it came
    PRIMARY KEY (token),
    FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE
);
CREATE INDEX ix_standby_tournament ON standby (tournament);
ALTER TABLE hosted_tournament ADD COLUMN online TEXT DEFAULT '{}' NOT NULL;  -- JSON of `app.online_play.OnlinePlay`
CREATE TABLE round_game (
    tournament TEXT NOT NULL,
    division TEXT NOT NULL,
    round INTEGER NOT NULL,
    place INTEGER NOT NULL,  -- the number of the table
    game TEXT NOT NULL,
    players TEXT NOT NULL,  -- JSON of the starting numbers, in the order of the seats
    settled INTEGER DEFAULT '0' NOT NULL,  -- 1: its result was handed to the desk
    PRIMARY KEY (tournament, division, round, place),
    FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE,
    UNIQUE (game),
    FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE
);

-- The browsers that want messages of a tournament.
CREATE TABLE push_subscription (
    tournament TEXT NOT NULL,
    browser TEXT NOT NULL,  -- SHA-256 of the endpoint
    topic TEXT NOT NULL,
    number INTEGER NOT NULL,  -- the player; 0 where the topic is no player
    person TEXT,  -- the official, for calls
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    language TEXT NOT NULL,
    created BIGINT NOT NULL,
    PRIMARY KEY (tournament, browser, topic, number),
    FOREIGN KEY(tournament) REFERENCES hosted_tournament (id) ON DELETE CASCADE,
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_push_subscription_person ON push_subscription (person);
CREATE INDEX push_subscription_of_browser ON push_subscription (browser);
