-- What people leave on the disk.

-- The bytes of the disk that each person and each address has used.
CREATE TABLE left_file (
    kind TEXT NOT NULL,  -- `app.byte_budgets.LeftKind`
    name TEXT NOT NULL,
    leaver TEXT NOT NULL,  -- the id of the person, also after they are forgotten
    person TEXT,  -- if it goes with the person
    address TEXT NOT NULL,  -- from which they came, as a hash
    bytes BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (kind, name),
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE
);
CREATE INDEX ix_left_file_person ON left_file (person);
CREATE INDEX left_file_of_leaver ON left_file (leaver, kind);
CREATE INDEX left_file_of_address ON left_file (address, kind);
ALTER TABLE push_subscription ADD COLUMN address TEXT DEFAULT '' NOT NULL;  -- of who has asked, as a hash (version 10)
