-- The lines of the tournaments of a server of several processes, whose files are copies of them; on SQLite the files are all.
CREATE TABLE tournament_line (
    file TEXT NOT NULL,  -- as `hosted_tournament` names it
    number INTEGER NOT NULL,  -- 0: the header
    line BLOB NOT NULL,
    PRIMARY KEY (file, number)
);
-- The processes of a server that share this database; a server of one process writes nothing here.
CREATE TABLE node (
    id TEXT NOT NULL,  -- by chance, another one at each start
    name TEXT NOT NULL,
    address TEXT NOT NULL,  -- for pages
    version INTEGER NOT NULL,  -- of the tables that it knows
    started BIGINT NOT NULL,
    until BIGINT NOT NULL,  -- the end of its lease, by the clock of the database; 0: declared dead, for good
    beat BIGINT NOT NULL,  -- its own time at the last renewal
    PRIMARY KEY (id)
);

CREATE TABLE ownership (
    game TEXT NOT NULL,
    node TEXT,  -- null: nobody
    epoch BIGINT NOT NULL,  -- grows with each owner
    freed BIGINT,  -- the time of the former owner when it gave the game away; null: it did not, or the owner has noticed
    in_play INTEGER NOT NULL,
    PRIMARY KEY (game),
    FOREIGN KEY(node) REFERENCES node (id) ON DELETE SET NULL
);

CREATE INDEX ownership_of_node ON ownership (node, in_play);
