-- Databases were made with passkeys, too, before that was another version.
CREATE TABLE IF NOT EXISTS passkey (
    id TEXT NOT NULL,
    person TEXT NOT NULL,
    credential BLOB NOT NULL,  -- by which its device knows it
    public_key BLOB NOT NULL,  -- COSE
    count BIGINT NOT NULL,  -- of uses, as the device says
    name TEXT NOT NULL,
    created BIGINT NOT NULL,
    used BIGINT,
    PRIMARY KEY (id),
    FOREIGN KEY(person) REFERENCES person (id) ON DELETE CASCADE,
    UNIQUE (credential)
);
CREATE INDEX IF NOT EXISTS ix_passkey_person ON passkey (person);
CREATE INDEX IF NOT EXISTS sitting_by_rematch ON sitting (rematch);
