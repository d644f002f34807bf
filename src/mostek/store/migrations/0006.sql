-- The seed of a game is made of shares of the server and of the players' pages. An official who comes during a game waits for
-- the players' consent. An invitation is for so many people, expires, and can be withdrawn; earlier ones are as they were.
ALTER TABLE sitting ADD COLUMN secret TEXT;  -- the server's share of the seed, until the game begins
ALTER TABLE sitting ADD COLUMN awaited BIGINT;  -- since when nothing but shares of the seed is awaited
ALTER TABLE place ADD COLUMN commitment TEXT;  -- of the person's page to its share of the seed
ALTER TABLE place ADD COLUMN share TEXT;  -- that share, until the game begins
ALTER TABLE official ADD COLUMN asks INTEGER DEFAULT 0 NOT NULL;  -- 1: waits for the players' consent
ALTER TABLE invitation ADD COLUMN uses INTEGER;  -- how many people it is for; null: for any number, as before version 6
ALTER TABLE invitation ADD COLUMN until BIGINT;  -- null: as long as the table takes people, as before version 6
ALTER TABLE invitation ADD COLUMN withdrawn BIGINT;
CREATE INDEX ix_invitation_sitting ON invitation (sitting);

-- Who has used an invitation. A person who is forgotten has used it all the same.
CREATE TABLE invitation_use (
    token TEXT NOT NULL,
    person TEXT,
    at BIGINT NOT NULL,
    FOREIGN KEY(token) REFERENCES invitation (token) ON DELETE CASCADE,
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE SET NULL
);
CREATE INDEX ix_invitation_use_token ON invitation_use (token);
