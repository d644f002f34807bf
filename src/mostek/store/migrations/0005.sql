-- Before a clock starts, all people say that they are ready. Sessions are listed by device, passwords are reset by a
-- code, dates are doubted, and each write goes to a second disk. Names stand beside the log, with what was signed.
ALTER TABLE place ADD COLUMN ready BIGINT;  -- when the person said that the game can begin
ALTER TABLE session ADD COLUMN device TEXT;  -- the browser and the system that opened it, in two words
CREATE TABLE reset_code (
    token TEXT NOT NULL,  -- SHA-256 of the code that the operator gives out
    person TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (token),
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_reset_code_person ON reset_code (person);
ALTER TABLE heartbeat ADD COLUMN dated BIGINT;  -- the last moment at which nobody doubted the date of the host
ALTER TABLE heartbeat ADD COLUMN copied TEXT DEFAULT '' NOT NULL;  -- the last line of the journal of the copy
-- The names of the players of games whose logs have commitments to them; a person's row goes with the person.
CREATE TABLE seat_name (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    person TEXT,  -- null: a bot
    name TEXT NOT NULL,
    salt TEXT NOT NULL,  -- of the commitment in the first line of the log
    PRIMARY KEY (game, seat),
    FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE,
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_seat_name_person ON seat_name (person);

-- The last head of each game that the server has signed (`app.seals`).
CREATE TABLE signed_head (
    game TEXT NOT NULL,
    lines INTEGER NOT NULL,
    seal TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (game),
    FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE
);

-- The last head that each player's page has countersigned.
CREATE TABLE countersignature (
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    seal TEXT NOT NULL,
    key TEXT NOT NULL,
    signature TEXT NOT NULL,
    PRIMARY KEY (game, seat),
    FOREIGN KEY(game) REFERENCES sitting (id) ON DELETE CASCADE
);
