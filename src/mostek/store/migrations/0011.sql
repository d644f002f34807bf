-- The lines of the tournaments of a server of several processes, whose files are copies of them; on SQLite the files are all.
CREATE TABLE tournament_line (
    file TEXT NOT NULL,  -- as `hosted_tournament` names it
    number INTEGER NOT NULL,  -- 0: the header
    line BLOB NOT NULL,
    PRIMARY KEY (file, number)
);
