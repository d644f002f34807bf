-- What all nodes of a server know: what lay in the memory of one process before.

-- What a node tells the others, in the order in which it was stored; rows of some minutes ago are deleted.
CREATE TABLE node_news (
    number BIGINT NOT NULL,
    node TEXT NOT NULL,  -- chance; another one for each start
    at BIGINT NOT NULL,
    topic TEXT NOT NULL,  -- `app.node_news.NewsTopic`
    about TEXT NOT NULL,  -- the id of a person or a table
    PRIMARY KEY (number)
);

-- The open questions of the server to a passkey, each for one answer within minutes.
CREATE TABLE passkey_challenge (
    visit TEXT NOT NULL,  -- SHA-256 of the browser's token and of the person
    challenge TEXT NOT NULL,  -- hexadecimal
    at BIGINT NOT NULL,
    PRIMARY KEY (visit)
);
CREATE INDEX passkey_challenge_by_age ON passkey_challenge (at);
ALTER TABLE session ADD COLUMN confirmed BIGINT;  -- when it was opened with a passkey (version 12)

-- Wrong passwords and wrong short codes, which are counted for the whole server.
CREATE TABLE wrong_guess (
    name TEXT NOT NULL,  -- SHA-256 of what is limited: an account, a device, an address, a player
    until BIGINT NOT NULL,  -- when the last of them is forgotten
    PRIMARY KEY (name)
);

-- The secrets of a server of several nodes; a server on SQLite has them in its folder alone.
CREATE TABLE server_secret (
    name TEXT NOT NULL,  -- of its file in the data folder
    value TEXT NOT NULL,  -- hexadecimal
    PRIMARY KEY (name)
);

-- Work that one node does for all, until it may be done again.
CREATE TABLE node_chore (
    name TEXT NOT NULL,
    until BIGINT NOT NULL,
    PRIMARY KEY (name)
);

-- Games that were given for a review, and reviews as far as they are, for all nodes of a server; on SQLite they are files alone.
CREATE TABLE shared_review (
    name TEXT NOT NULL,  -- of the file
    body BLOB NOT NULL,  -- packed by gzip
    version INTEGER NOT NULL,  -- how often it has changed
    is_done INTEGER NOT NULL,
    at BIGINT NOT NULL,  -- when it has changed last
    watched BIGINT NOT NULL,  -- when it was looked at last, to the quarter of a minute
    PRIMARY KEY (name)
);

-- The open lessons of a server of several nodes; on SQLite each is a file. No backup has them.
CREATE TABLE open_lesson (
    id TEXT NOT NULL,
    version BIGINT NOT NULL,
    body BLOB NOT NULL,  -- JSON
    PRIMARY KEY (id)
);
